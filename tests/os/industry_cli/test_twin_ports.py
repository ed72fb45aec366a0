"""A port that follows from its twin is the port that its own lines make."""

from __future__ import annotations

import pytest

from roce_lint.model.device import Port
from roce_lint.model.fact import Source
from roce_lint.model.reading import Reading
from roce_lint.os.eos import interface_blocks, read_eos
from roce_lint.os.industry_cli.twin_ports import Mold, OwnLines, own_lines
from roce_lint.os.nxos import interfaces, read_nxos
from roce_lint.text.document import Document
from roce_lint.text.lines import Line

EOS = """\
qos profile P
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
!
interface Ethernet1
   description first
   no switchport
   mtu 9214
   ip address 10.0.0.0/31
   service-profile P
!
interface Ethernet2
   description second
   no switchport
   mtu 9214
   ip address 10.0.0.2/31
   service-profile P
!
"""
EOS_THIRD = """\
interface Ethernet3
   description third
   no switchport
   mtu 9214
   ip address 10.0.0.4/31
   service-profile P
!
"""
NXOS = """\
class-map type qos match-any ROCE
  match dscp 26
policy-map type qos IN
  class ROCE
    set qos-group 3
interface breakout module 1 port 7 map 100g-4x
interface Ethernet1/1
  description first
  no switchport
  priority-flow-control mode on
  service-policy type qos input IN
  ip address 10.0.0.0/31 tag 7
  no shutdown
interface Ethernet1/2
  description second
  no switchport
  priority-flow-control mode on
  service-policy type qos input IN
  ip address 10.0.0.2/31 tag 7
  no shutdown
"""
NXOS_THIRD = """\
interface Ethernet1/7/1
  description third
  no switchport
  priority-flow-control mode on
  service-policy type qos input IN
  ip address 10.0.0.4/31 tag 7
  no shutdown
"""
CASES = {
    "eos": EOS,
    "eos, three": EOS + EOS_THIRD,
    "eos, the twin goes on": EOS + "interface Ethernet2\n   mtu 1500\n!\n" + EOS_THIRD,
    "eos, the first goes on": EOS + "interface Ethernet1\n   no ip address\n!\n" + EOS_THIRD,
    "eos, the first is removed": EOS + "no interface Ethernet1\n" + EOS_THIRD,
    "eos, a child of the twin": EOS + "interface Ethernet2.10\n   encapsulation dot1q vlan 10\n!\n",
    "eos, the profile is missing": EOS.replace("qos profile P\n", "qos profile Q\n"),
    "eos, a path": EOS.replace("   service", "   ip ospf cost 10\n   service") + EOS_THIRD,
    "eos, a line that is not understood": EOS.replace("   service", "   dcbx pfc on\n   service"),
    "eos, an address in a description": EOS.replace("second", "ip address 10.9.9.9/31"),
    "eos, two descriptions": EOS.replace("   mtu", "   description again\n   mtu"),
    "eos, members of a bundle": EOS.replace("   service", "   channel-group 5 mode active\n   service")
    + "interface Port-Channel5\n   mtu 1500\n!\n",
    "eos, members of a bundle with a profile": EOS.replace("   service", "   channel-group 5 mode active\n   service")
    + "interface Ethernet4\n   channel-group 5 mode active\n!\ninterface Port-Channel5\n   service-profile P\n!\n",
    "nxos": NXOS,
    "nxos, a child of a split port": NXOS + NXOS_THIRD,
    "nxos, the twin goes on": NXOS + "interface Ethernet1/2\n  shutdown\n",
    "nxos, the first goes on": NXOS + "interface Ethernet1/1\n  mtu 9216\n" + NXOS_THIRD,
    "nxos, the first is removed": NXOS + "no interface Ethernet1/1\n" + NXOS_THIRD,
    "nxos, the policy is missing": NXOS.replace("policy-map type qos IN", "policy-map type qos OUT"),
    "nxos, a path": NXOS.replace("  no shut", "  ip router ospf 1 area 0\n  no shut"),
    "nxos, no policy": NXOS.replace("  service-policy type qos input IN\n", ""),
    "nxos, queuing at some ports": NXOS + "interface Ethernet1/9\n  service-policy type queuing output OUT\n",
    "nxos, a secondary address": NXOS.replace("  no shut", "  ip address 10.1.0.1/24 secondary\n  no shut"),
}


def _read(text: str, case: str) -> Reading:
    return (read_eos if case.startswith("eos") else read_nxos)(Document("one.cfg", text))


def _without_twins(text: str, case: str, monkeypatch: pytest.MonkeyPatch) -> Reading:
    def none(block: Line) -> None:
        return None

    monkeypatch.setattr(interface_blocks, "own_lines", none)
    monkeypatch.setattr(interfaces, "own_lines", none)
    return _read(text, case)


@pytest.mark.parametrize("case", CASES)
def test_a_twin_is_the_port_that_its_own_lines_make(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{CASES[case]}end\n"
    assert _read(text, case) == _without_twins(text, case, monkeypatch)


@pytest.mark.parametrize(
    ("case", "twins"),
    [
        ("eos, three", ["Ethernet2", "Ethernet3"]),
        ("nxos, a child of a split port", ["Ethernet1/2"]),
    ],
)
def test_ports_that_say_the_same_follow_from_the_first(
    case: str, twins: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    twin = Mold.twin

    def noted(mold: Mold, name: str, block: Source, own: OwnLines) -> Port:
        made.append(name)
        return twin(mold, name, block, own)

    monkeypatch.setattr(Mold, "twin", noted)
    _read(f"{CASES[case]}end\n", case)
    assert made == twins


@pytest.mark.parametrize(
    ("below", "found"),
    [
        ("   mtu 9000\n", OwnLines(("", "", "   mtu 9000\n"), "", "")),
        ("   description a b \n   mtu 9", OwnLines(("", "   description ", "\n   mtu 9"), "a b", "")),
        (
            "   ip address 10.0.0.1/31 tag 5\n   description a",
            OwnLines(("   ip address ", " tag 5\n   description ", ""), "a", "10.0.0.1/31"),
        ),
        ("   ip address dhcp\n", None),
        ("   no description a\n", None),
        ("   no description a\n   description b\n", None),
        ("", None),
    ],
)
def test_what_a_block_says_for_itself_is_set_apart(below: str, found: OwnLines | None) -> None:
    assert own_lines(Line(1, 0, "interface Ethernet1", below)) == found

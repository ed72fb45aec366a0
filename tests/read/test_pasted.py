"""Configurations as people copy them: a fence, a prompt, comments and blanks change nothing but the lines they are."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from roce_lint.read.read_documents import ReadInputs, read_documents
from roce_lint.text.document import Document
from roce_lint.text.pasted import without_fences

EOS = """\
! Command: show running-config
hostname leaf-1
!
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   uc-tx-queue 3
      bandwidth percent 60
      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 20
   uc-tx-queue 4
      no priority
!
vlan 100
   name hosts
!
interface Ethernet1/1
   description gpu01 mlx5_0
   mtu 9214
   no switchport
   ip address 10.0.0.0/31
   service-profile ROCE
!
interface Vxlan1
   vxlan source-interface Loopback1
   vxlan vlan 100 vni 10100
!
ip prefix-list PL
   seq 10 permit 10.0.0.0/24
!
ip routing
!
route-map RM permit 10
   match ip address prefix-list PL
!
router bgp 65001
   router-id 10.255.0.1
   neighbor 10.0.0.1 remote-as 65002
   redistribute connected route-map RM
   !
   vlan 100
      rd 10.255.0.1:100
      route-target both 1:1
   !
   address-family ipv4
      neighbor 10.0.0.1 activate
!
priority-flow-control pause watchdog default timeout 0.2
!
end
"""
NXOS = """\
!Command: show running-config
hostname leaf-2
feature bgp
class-map type qos match-any ROCE
  match dscp 26
policy-map type qos IN
  class ROCE
    set qos-group 3
policy-map type network-qos NQ
  class type network-qos c-8q-nq3
    pause pfc-cos 3
    mtu 9216
system qos
  service-policy type network-qos NQ
interface Ethernet1/1
  description gpu01 mlx5_0
  no switchport
  priority-flow-control mode on
  mtu 9216
  service-policy type qos input IN
  ip address 10.0.0.2/31
  no shutdown
"""


def read(text: str) -> ReadInputs:
    return read_documents([Document("leaf.cfg", text)])


def said(text: str) -> str:
    """Return what a file says, without places."""
    found = read(text)
    assert found.failures == ()
    (device,) = found.devices
    ports = {port.name: [port.values.kind, *(port.texts), port.values.qos] for port in device.ports}
    facts = repr((ports, device.asn, device.routing, device.overlay, device.refused_settings))
    return re.sub(r"(Source|InBlock)\([^()]*\)", "", facts) + repr([line.text for line in found.unread])


def fenced(text: str) -> str:
    return f"```text\n{text}```\n"


def with_prompts(text: str) -> str:
    first, rest = text.split("interface Ethernet1/1\n")
    return f"leaf-1#show running-config\n{first}leaf-1#\ninterface Ethernet1/1\n{rest}leaf-1# exit\n"


def with_stars(text: str) -> str:
    return text.replace(
        "interface Ethernet1/1\n", "#*****************\ninterface Ethernet1/1\n#*** the first port ***\n"
    )


def unindented(text: str) -> str:
    return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip() != "!")


def typed(text: str) -> str:
    lines = (line.strip() for line in text.splitlines() if not line.lstrip().startswith("!"))
    return "".join(f"leaf-1(config)# {line}\n" for line in lines)


def with_blanks(text: str) -> str:
    return re.sub(r"(?m)(?<=\S) (?=\S)(?!.*mlx5)(?<!description )", "   ", text)


@pytest.mark.parametrize("change", [fenced, with_prompts, with_stars, unindented, typed, with_blanks])
@pytest.mark.parametrize("text", [EOS, NXOS], ids=["eos", "nxos"])
def test_what_is_copied_along_changes_nothing(text: str, change: Callable[[str], str]) -> None:
    changed = change(text)
    assert changed != text
    assert said(changed) == said(text)


def test_a_document_with_sentences_or_several_fences_stays_one() -> None:
    for text in (f"Our leaf:\n{fenced(EOS)}", fenced(EOS) + fenced(NXOS)):
        assert without_fences(text) == text
        assert read(text).failures == ()
        assert read(text).devices == ()


def test_a_single_fence_that_was_left_is_one_line() -> None:
    assert said(f"{EOS}```\n") == said(EOS)

"""What decides paths and refers to what the file does not define is reported at the line that refers to it."""

from __future__ import annotations

import pytest

from roce_lint.os.eos.reader import read_eos
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document

READERS = {"eos": read_eos, "nxos": read_nxos, "srlinux": read_srlinux}
EOS = """hostname a
vrf instance X
interface Ethernet1
   service-policy type pbr input NOPBR
interface Loopback0
policy-map type pbr PBR
ip access-list ACL
route-map RM permit 10
   match ip address access-list NOACL
route-map RM permit 20
   match ip address access-list ACL
track UP interface Ethernet1 line-protocol
ip route 10.1.0.0/16 10.0.0.1 track NOTRACK
ip route vrf NOVRF 0.0.0.0/0 10.0.0.1
router bgp 65001
   neighbor FABRIC peer group
   neighbor FABRIC update-source Loopback0
   neighbor 10.0.0.1 peer group FABRIK
   neighbor 10.0.0.3 peer group FABRIC
   neighbor 10.0.0.3 update-source Loopback1
   neighbor interface Ethernet1 peer-group FABRIC peer-filter NOFILTER
   bgp listen range 10.1.0.0/24 peer-group NOGROUP remote-as 65002
   vrf X
      neighbor 10.2.0.1 peer group FABRIC
"""
NXOS = """hostname b
vrf context X
interface Ethernet1/1
  ip policy route-map NOMAP
interface loopback0
ip access-list ACL
ip prefix-list ALL seq 5 permit 0.0.0.0/0 le 32
route-map RM permit 10
  match ip address NOACL
route-map RM permit 20
  match ip address prefix-list ALL
track 5 interface Ethernet1/1 line-protocol
ip route 10.1.0.0/16 10.0.0.1 track 7
router bgp 65002
  template peer T
    remote-as 65001
    update-source loopback0
  template peer-policy P
  neighbor 10.0.0.3
    inherit peer T
    address-family ipv4 unicast
      inherit peer-policy P 10
      inherit peer-policy NOPOLICY 20
  neighbor 10.0.0.5
    inherit peer NOTEMPLATE
    update-source loopback1
  vrf NOVRF
    neighbor 10.0.0.7
      inherit peer-session NOSESSION
"""
SRLINUX = """set / network-instance default protocols bgp group G admin-state enable
set / network-instance default protocols bgp neighbor 10.0.0.5 peer-group H
set / network-instance default protocols bgp neighbor 10.0.0.7 peer-group G
set / network-instance default protocols bgp dynamic-neighbors accept match 10.9.0.0/24 peer-group I
"""
FILES = {
    "eos": (
        EOS,
        [
            (4, "policy-map type pbr NOPBR"),
            (9, "access-list NOACL"),
            (13, "track NOTRACK"),
            (14, "VRF NOVRF"),
            (18, "peer group FABRIK"),
            (20, "interface Loopback1"),
            (21, "peer-filter NOFILTER"),
            (22, "peer group NOGROUP"),
        ],
    ),
    "nxos": (
        NXOS,
        [
            (4, "route-map NOMAP"),
            (9, "ip access-list NOACL"),
            (13, "track 7"),
            (23, "template peer-policy NOPOLICY"),
            (25, "template peer NOTEMPLATE"),
            (26, "interface loopback1"),
            (27, "VRF NOVRF"),
            (29, "template peer-session NOSESSION"),
        ],
    ),
    "srlinux": (SRLINUX, [(2, "BGP group H"), (4, "BGP group I")]),
}


@pytest.mark.parametrize(("os", "text", "expected"), [(os, *file) for os, file in FILES.items()], ids=FILES)
def test_a_name_that_nothing_defines_is_reported_where_it_is_used(
    os: str, text: str, expected: list[tuple[int, str]]
) -> None:
    (device,) = READERS[os](Document("a.cfg", text)).devices
    found = [(one.source.line, f"{one.kind} {one.name}") for one in device.undefined_references]
    assert sorted(found) == expected


def test_an_excerpt_without_any_definition_of_a_kind_is_passed_over() -> None:
    text = "interface Ethernet1\n   service-policy type pbr input A\nip route 10.0.0.0/8 10.0.0.1 track B\n"
    ends = [read_eos(Document("a.cfg", text + end)).devices[0].undefined_references for end in ("", "end\n")]
    assert [[one.name for one in found] for found in ends] == [[], ["A", "B"]]

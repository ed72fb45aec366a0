"""A route map or list that is used and defined nowhere is reported where it is used."""

from __future__ import annotations

import pytest

from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

EOS = """hostname leaf1
ip prefix-list HOSTS seq 10 permit 10.0.0.0/8 le 32
route-map OUT permit 10
   match ip address prefix-list HOSTS
route-map OUT permit 20
   match as-path GONE
router bgp 65001
   neighbor SPINES peer group
   neighbor SPINES remote-as 65500
   neighbor SPINES route-map OUT out
   neighbor SPINES route-map MISSING in
   neighbor SPINES prefix-list NONE in
   neighbor 10.0.0.1 peer group SPINES
   neighbor 10.0.0.3 peer group SPINES
   redistribute connected route-map NOWHERE
"""
NXOS = """hostname leaf1
feature bgp
ip prefix-list HOSTS seq 10 permit 10.0.0.0/8 le 32
route-map OUT permit 10
  match ip address prefix-list HOSTS
  match community GONE
router bgp 65001
  address-family ipv4 unicast
    redistribute direct route-map NOWHERE
  template peer SPINES
    remote-as 65500
    address-family ipv4 unicast
      route-map OUT out
      prefix-list NONE in
  neighbor 10.0.0.1
    inherit peer SPINES
  neighbor 10.0.0.3
    inherit peer SPINES
"""

SRLINUX = """set / system name host-name leaf1
set / routing-policy prefix-set HOSTS prefix 10.0.0.0/8 mask-length-range 8..32
set / routing-policy policy BARE default-action policy-result accept
set / routing-policy policy OUT statement 10 match prefix prefix-set HOSTS
set / routing-policy policy OUT statement 10 action policy-result accept
set / routing-policy policy OUT statement 20 match prefix prefix-set NONE
set / routing-policy policy OUT statement 30 match bgp as-path as-path-set LOST
set / routing-policy policy OUT statement 40 match bgp community-set GONE
set / routing-policy policy IDLE statement 10 match prefix prefix-set UNUSED
set / network-instance default type default
set / network-instance default protocols bgp autonomous-system 65001
set / network-instance default protocols bgp router-id 10.9.9.1
set / network-instance default protocols bgp group SPINES peer-as 65500
set / network-instance default protocols bgp group SPINES export-policy [ OUT BARE ]
set / network-instance default protocols bgp group SPINES import-policy [ MISSING ]
set / network-instance default protocols bgp neighbor 10.0.0.1 peer-group SPINES
set / network-instance default protocols bgp neighbor 10.0.0.3 peer-group SPINES
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            EOS,
            [
                ("AS-path list", "GONE", 6),
                ("route-map", "MISSING", 11),
                ("prefix list", "NONE", 12),
                ("route-map", "NOWHERE", 15),
            ],
        ),
        (NXOS, [("community list", "GONE", 6), ("route-map", "NOWHERE", 9), ("prefix list", "NONE", 14)]),
        (
            SRLINUX,
            [
                ("prefix-set", "NONE", 6),
                ("as-path-set", "LOST", 7),
                ("community-set", "GONE", 8),
                ("routing policy", "MISSING", 15),
            ],
        ),
    ],
    ids=["eos", "nxos", "srlinux"],
)
def test_each_is_reported_once_at_its_line(text, expected):
    inputs = read_documents((Document("leaf1.cfg", text),))
    (device,) = inputs.devices
    assert [(one.kind, one.name, one.source.line) for one in device.undefined_references] == expected

"""A route map or list that is used and defined nowhere is told where it is used."""

from __future__ import annotations

import pytest

from roce_lint.read.read_documents import read_documents
from roce_lint.read.reading import Document

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
    ],
    ids=["eos", "nxos"],
)
def test_each_is_told_once_at_its_line(text, expected):
    inputs = read_documents((Document("leaf1.cfg", text),))
    (device,) = inputs.devices
    assert [(one.kind, one.name, one.source.line) for one in device.undefined_references] == expected

"""Two interfaces of an IGP that nobody answers: one cable with a mistyped address, or a file that is missing."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import build_fabric
from roce_lint.judge.derive.entities import judged_entities
from roce_lint.judge.given import Given
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

_PROFILE = """\
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
"""
_PORT = """\
interface Ethernet{number}
   no switchport
   ip address {address}/31
   ip ospf network point-to-point
   ip ospf area 0.0.0.0
   service-profile ROCE
"""


def _switch(name: str, *addresses: str, passive: str = "") -> Document:
    ports = "".join(_PORT.format(number=number, address=one) for number, one in enumerate(addresses, 1))
    return Document(f"{name}.cfg", f"hostname {name}\n{_PROFILE}{ports}router ospf 1\n{passive}")


SPINES = (_switch("spine1", "10.0.9.0", "10.0.9.4"), _switch("spine2", "10.0.9.2", "10.0.9.6"))
LEAF2 = _switch("leaf2", "10.0.9.5", "10.0.9.7")


@pytest.mark.parametrize(
    ("documents", "found"),
    [
        ((*SPINES, LEAF2, _switch("leaf1", "11.0.9.1", "10.0.9.3")), ("leaf1 Ethernet1", "spine1 Ethernet1")),
        ((*SPINES, LEAF2, _switch("leaf1", "10.0.8.1", "10.0.9.3")), ("leaf1 Ethernet1", "spine1 Ethernet1")),
        # Two octets are no slip of the finger.
        ((*SPINES, LEAF2, _switch("leaf1", "11.1.9.1", "10.0.9.3")), ("", "")),
        # Two leaves of a fabric of which a spine is missing.
        ((SPINES[0], LEAF2, _switch("leaf1", "10.0.9.1", "10.0.9.3")), ("", "")),
        # A leaf and a spine that are cabled, each with a neighbour of which the file is missing.
        ((_switch("spine1", "10.0.9.0", "10.0.7.4"), _switch("leaf1", "10.0.9.1", "10.0.9.5")), ("", "")),
        # A port to hosts has no neighbour.
        (
            (*SPINES, LEAF2, _switch("leaf1", "11.0.9.1", "10.0.9.3", passive="   passive-interface Ethernet1\n")),
            ("", ""),
        ),
    ],
)
def test_two_unanswered_ends(documents: tuple[Document, ...], found: tuple[str, str]) -> None:
    fabric = build_fabric(read_documents(documents), Given())
    pair = judged_entities(fabric)["split_subnet"][0].variables["pair"]
    assert (pair.here, pair.there) == found

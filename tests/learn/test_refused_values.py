"""Values that no intent holds are left out of the one that is learnt, and said."""

from __future__ import annotations

from roce_lint.errors import IntentError
from roce_lint.learn.acceptance import accepted
from roce_lint.learn.draft import plan_of
from roce_lint.learn.topology import IntentSection

DOCUMENT: IntentSection = {
    "schema": 1,
    "name": "lab",
    "topology": {"kind": "clos", "leaves": {"count": 1, "platform": "DCS-7060DX4-32"}, "cables": {"host": "5 m"}},
    "hosts": [{"count": 2, "nics": 1, "nic_platform": "ConnectX-7", "nic_speed": "100G"}],
    "external": [
        {
            "name": "core-1",
            "device": "leaf-1",
            "speed": "400G",
            "address": "10.0.0.0/31",
            "neighbor": "10.0.0.1",
            "asn": 64900,
        }
    ],
}


def test_a_router_outside_within_a_pool_is_left_out() -> None:
    kept, refused = accepted(DOCUMENT, plan_of)
    assert [(one.what, one.because) for one in refused] == [
        ("Routers outside", "10.0.0.0/31 overlaps with the pool addressing.hosts")
    ]
    assert kept == DOCUMENT | {"external": []}


def test_lengths_that_are_refused_are_left_out() -> None:
    def plan(document: IntentSection) -> None:
        if "cables" in str(document["topology"]):
            raise IntentError("no row of the table is so long")

    kept, refused = accepted(DOCUMENT, plan)
    assert [(one.what, one.because) for one in refused] == [("Lengths of cables", "no row of the table is so long")]
    assert kept["topology"] == {"kind": "clos", "leaves": {"count": 1, "platform": "DCS-7060DX4-32"}}

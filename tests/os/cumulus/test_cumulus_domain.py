"""Which ports RoCE crosses on a switch with `qos roce`, where neither hosts nor cables are known."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import build_fabric
from roce_lint.judge.derive.entities import judged_entities
from roce_lint.judge.given import Given
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

BASE = """\
nv set system hostname leaf1
nv set interface swp1-4 link mtu 9216
nv set interface swp1 ip address 10.0.0.0/31
nv set interface swp2 description 'gpu-3 rail 0'
nv set vrf default router bgp neighbor swp3 remote-as external
nv set qos roce
"""
LOSSY = (
    BASE
    + "nv set qos roce mode lossy\nnv set qos egress-queue-mapping default-global switch-priority 3 traffic-class 2\n"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [(BASE, ["swp1", "swp2", "swp3"]), (LOSSY, ["swp1"])],
    ids=["a port of no use is outside", "a mode says it although the queue of RoCE does not mark"],
)
def test_ports_that_roce_crosses(text: str, expected: list[str]) -> None:
    fabric = build_fabric(read_documents((Document("leaf1.nv", text),)), Given())
    entities = judged_entities(fabric)
    queues = {one.object.partition("/")[0] for one in entities["queue"] if one.variables["queue"].carries_roce}
    assert sorted(queues) == expected

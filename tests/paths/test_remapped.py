"""Circles of paused buffers in fabrics whose packets change their pause priority on the way."""

from __future__ import annotations

from roce_lint.judge.check import check_texts
from roce_lint.judge.rule import Verdict
from tests.all_rules import all_rules

RULES = [rule for rule in all_rules() if rule.code in ("DLK-001", "DLK-002")]
PROFILE = "set / qos pfc-mapping-profile PFC4"
FOURTH = "\n".join(
    [
        f"{PROFILE} received-traffic unicast-mapping pfc-queue pfc-3 forwarding-class [ fc3 ]",
        f"{PROFILE} received-traffic unicast-mapping pfc-queue pfc-3 pfc-pause-frame-priority 4",
        f"{PROFILE} received-pfc-pause-frames queue unicast-3 pfc-pause-frame-priority 4 enable-pfc true\n",
    ]
)


def ring(make_fabric, size: int, cables_of_four: set[int], *, systems=("srlinux",)) -> dict[str, str]:
    """Return a ring of OSPF; some cables pause for priority 4 and the others for 3, all for the same packets."""
    fabric = make_fabric(routing="ospf", systems=systems)
    for number in range(size):
        fabric.add(f"r{number + 1}", 65001 + number, hosts=1)
    for number in range(size):
        fabric.cable(f"r{number + 1}", f"r{(number + 1) % size + 1}")
    texts = fabric.texts()
    for number in cables_of_four:
        a, port_a, b, port_b = fabric.cables[number]
        for name, port in ((a, port_a), (b, port_b)):
            bound = f"interface ethernet-1/{port} pfc pfc-mapping-profile PFC"
            assert f"{bound} " in texts[f"{name}.cfg"]
            texts[f"{name}.cfg"] = FOURTH + texts[f"{name}.cfg"].replace(f"{bound} ", f"{bound}4 ")
    return texts


def judged(texts: dict[str, str]):
    return list(check_texts(texts, rules=RULES).findings)


def test_a_circle_over_two_priorities_is_found(make_fabric):
    """No priority has a circle of its own: every other cable pauses for the other one."""
    findings = [one for one in judged(ring(make_fabric, 4, {0, 2})) if one.code == "DLK-001"]
    assert {one.verdict for one in findings} == {Verdict.VIOLATED}
    words = "Buffers of priority 3 and 4 can wait for each other in a cycle while nothing has failed: "
    ways = {one.message.removeprefix(words).partition(" -> r1 -> ")[2][:2] for one in findings}
    assert ways == {"r2", "r4"}, "both ways round"
    assert all(len(one.steps) == 4 for one in findings)


def test_a_ring_too_short_for_a_circle_is_decided_too(make_fabric):
    assert judged(ring(make_fabric, 3, {0})) == []

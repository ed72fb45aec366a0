"""Which priorities are lossless by the votes of switches and hosts."""

from __future__ import annotations

import pytest

from roce_lint.fabric.design_priorities import PriorityVotes, usual_priorities


def vote(priority: int, ports: int, *, is_host: bool = False) -> PriorityVotes:
    own = ((frozenset({priority}), ports),)
    return PriorityVotes(is_host, own, own)


@pytest.mark.parametrize(
    ("switches", "hosts", "priority", "because"),
    [
        ([3, 3, 4], [4, 4, 4], 3, "20 of 33 ports with PFC pause for priority 3"),
        ([3, 3, 4, 4], [4], 4, "21 of 41 ports with PFC pause for priority 4"),
        ([3, 3, 4, 4], [3], 3, "21 of 41 ports with PFC pause for priority 3"),
        ([3], [4, 4], 4, "2 of 12 ports with PFC pause for priority 4"),
        ([3, 3, 4, 5], [5, 5], 5, "12 of 42 ports with PFC pause for priority 5"),
    ],
    ids=["most switches", "half of the switches", "the other half", "one switch", "half, and the others differ"],
)
def test_most_of_several_switches_decide_and_else_every_device(
    switches: list[int], hosts: list[int], priority: int, because: str
) -> None:
    votes = [vote(one, 10) for one in switches] + [vote(one, 1, is_host=True) for one in hosts]
    found = usual_priorities(votes)
    assert (getattr(found, "value", None), getattr(found, "because", "")) == (frozenset({priority}), because)

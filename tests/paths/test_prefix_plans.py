"""Prefixes have one plan exactly where every switch treats them alike, whatever was asked before."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import cast

import pytest

from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.paths.policy_plan import PolicyPlanner
from roce_lint.paths.prefix_plans import PrefixPlans
from roce_lint.paths.treatment import Withheld


@dataclass
class Lists:
    """Stands in for policies: each switch refuses what is in its list, and keeps back what is in another."""

    taken: list[set[str]]
    kept: list[set[str]]
    asked: list[SwitchIndex] = field(default_factory=list)
    made: list[tuple[object, object]] = field(default_factory=list)

    @property
    def speakers(self) -> tuple[SwitchIndex, ...]:
        return tuple(range(len(self.taken)))

    def refused(self, node: SwitchIndex, prefix: str, *, lenient: bool) -> frozenset[Hop]:
        self.asked.append(node)
        return frozenset({(node, 0)} if prefix in self.taken[node] else ())

    def withheld(self, node: SwitchIndex, prefix: str, own: str | None, *, lenient: bool) -> frozenset[Withheld]:
        kept = prefix in self.kept[node] or own is not None
        return frozenset({((node, 0), frozenset({node}))} if kept else ())

    def lists_apart(self, prefix: str, other: str) -> set[SwitchIndex]:
        both = zip(self.taken, self.kept, strict=True)
        return {
            node for node, lists in enumerate(both) if any((prefix in held) is not (other in held) for held in lists)
        }

    def prefix_key(self, prefix: str) -> object:
        return prefix

    def plan(self, withheld: object, refused: object, judged: object = None) -> object:
        self.made.append((withheld, refused))
        return self.made[-1]


def _numbers(lists: Lists, asked: Iterable[tuple[str, frozenset[SwitchIndex]]]) -> list[int]:
    plans = PrefixPlans(cast(PolicyPlanner, lists), lenient=True)
    return [plans.number(prefix, owners, "") for prefix, owners in asked]


@pytest.mark.parametrize("seed", range(20))
def test_plans_are_those_of_each_prefix_by_itself(seed: int) -> None:
    chance = random.Random(seed)
    prefixes = [f"p{n}" for n in range(6)]
    some = [set(chance.sample(prefixes, chance.randint(0, 2))) for _ in range(12)]
    lists = Lists(some[:6], some[6:])
    asked = [(chance.choice(prefixes), frozenset(chance.sample(range(6), chance.randint(0, 1)))) for _ in range(25)]
    found = _numbers(lists, asked)
    alone = []
    for one in asked:
        by_itself = Lists(some[:6], some[6:])
        _numbers(by_itself, [one])
        alone.append(by_itself.made[0])
    assert [alone.index(one) for one in alone] == [found.index(one) for one in found]
    assert [lists.made[number] for number in found] == alone


def test_prefixes_of_another_fabric_are_asked_about_at_few_switches() -> None:
    taken = [{f"f{fabric}-{n}" for n in range(20)} for fabric in range(2) for _ in range(10)]
    lists = Lists(taken, [set() for _ in taken])
    asked = [(f"f{fabric}-{n}", frozenset({10 * fabric + n % 10})) for fabric in range(2) for n in range(20)]
    assert len(set(_numbers(lists, asked))) <= 20
    assert len(lists.asked) < 20 + 20 + 2 * len(asked)

"""Switches that pass routes on between two others above them, so that packets can come down and go up again."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.paths.abstract_fabric import Variant
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.pause.bgp_plan import BgpPlan
from roce_lint.paths.pause.routes import RouteSearch, SearchTooLong
from roce_lint.paths.pause.topology import SwitchIndex
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Valley:
    """Routes from `giver` go on to `taker`; both are above the switch. `is_certain` false: a policy was not decided."""

    taker: SwitchIndex
    giver: SwitchIndex
    plan: BgpPlan
    is_certain: bool


def find_valley(analysis: DeadlockAnalysis, v: SwitchIndex, above: Sequence[SwitchIndex]) -> Valley | None:
    """Return the first two switches above `v` between which it passes routes on, those that surely do first."""
    possible = _first(analysis.lenient, v, above, in_doubt=True)
    if possible is None:
        return None
    strict = analysis.strict
    certain = possible if strict is analysis.lenient else _first(strict, v, above, in_doubt=False)
    taker, giver, plan = certain or possible
    return Valley(taker, giver, plan, certain is not None)


def _first(
    variant: Variant, v: SwitchIndex, above: Sequence[SwitchIndex], *, in_doubt: bool
) -> tuple[SwitchIndex, SwitchIndex, BgpPlan] | None:
    for number, plan in enumerate(variant.table.plans):
        search = _search(variant, number) if plan.judge is not None else None
        for u in above:
            for w in above:
                if u == w or not plan.may_carry_valley(variant.topology, v, u, w):
                    continue
                if search is None or _travels(search, (u, v, w), in_doubt=in_doubt):
                    return u, w, plan
    return None


def _search(variant: Variant, number: int) -> RouteSearch:
    """Return what looks for whole routes by one plan."""
    topology, table = variant.topology, variant.table
    origins = frozenset(node for node, several in table.destinations.items() if number in {one.plan for one in several})
    return RouteSearch(topology, table.plans[number], tuple(range(len(topology.names))), origins)


def _travels(search: RouteSearch, turn: tuple[SwitchIndex, SwitchIndex, SwitchIndex], *, in_doubt: bool) -> bool:
    """Say whether a whole route takes the turn; `in_doubt` where there are too many to try."""
    try:
        return bool(search.through(*turn))
    except SearchTooLong:
        return in_doubt

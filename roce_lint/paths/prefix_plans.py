"""The BGP plans of all prefixes: most are equal, and two differ at the few switches whose lists tell them apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from roce_lint.paths.pause.bgp_plan import BgpPlan
from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.paths.policy_plan import PolicyPlanner
from roce_lint.paths.route_judge import FollowedPrefix
from roce_lint.paths.treatment import RouteTreatment
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a plan is asked for: see `PrefixPlans.number`."""

    prefix: str
    owners: frozenset[SwitchIndex]
    foreign: str


class PrefixPlans:
    """Numbers the plans; a new one is worked out where it can differ from the first one only."""

    def __init__(self, planner: PolicyPlanner, *, lenient: bool, judged: bool = False) -> None:
        """What policies leave open passes if `lenient`, else not; whole routes are asked about if `judged`.

        Then what depends on AS path or communities passes here, and the evaluate of the plan decides.
        """
        self._planner = planner
        self._lenient = lenient
        self._judged = judged
        self._last: _Asked | None = None
        self._base: dict[SwitchIndex, RouteTreatment] = {}
        # What switches do otherwise with the last prefix than with the first one.
        self._differing: dict[SwitchIndex, RouteTreatment] = {}
        self._difference: frozenset[tuple[SwitchIndex, RouteTreatment]] = frozenset()
        self._numbers: dict[tuple[frozenset[tuple[SwitchIndex, RouteTreatment]], object], int] = {}
        self._plans: list[BgpPlan] = []

    @property
    def plans(self) -> tuple[BgpPlan, ...]:
        """Return all plans by number."""
        return tuple(self._plans)

    def number(self, prefix: str, owners: frozenset[SwitchIndex], foreign: str) -> int:
        """Return the number of the plan for routes to a prefix; equal plans have one number.

        The prefix's owners deliver packets for it, so that it does not matter what else they would pass on. They are
        taken to treat it like `foreign`, another switch's prefix: then the plans of switches that let out their own
        prefixes only are the same.
        """
        asked = _Asked(prefix, owners, foreign)
        last, self._last = self._last, asked
        if last is None:
            self._base = self._treatments(asked, self._planner.speakers)
            return self._numbered(asked)
        # One after the other are mostly of one fabric, whose switches have lists that those of others are not in.
        nodes = self._planner.lists_apart(last.prefix, prefix) | last.owners | owners
        found = self._treatments(asked, sorted(nodes.intersection(self._base)))
        if any(treatment != self._differing.get(node, self._base[node]) for node, treatment in found.items()):
            differing = {**self._differing, **found}
            self._differing = {node: one for node, one in differing.items() if one != self._base[node]}
            self._difference = frozenset(self._differing.items())
        return self._numbered(asked)

    def _treatments(self, asked: _Asked, nodes: Iterable[SwitchIndex]) -> dict[SwitchIndex, RouteTreatment]:
        """Return what the switches do with the prefix; first what all take, then what they pass on."""
        planner, lenient = self._planner, self._lenient or self._judged
        chosen = list(nodes)
        refused = {node: planner.refused(node, asked.prefix, lenient=lenient) for node in chosen}
        found: dict[SwitchIndex, RouteTreatment] = {}
        for node in chosen:
            owns = node in asked.owners
            passed = asked.foreign if owns and asked.foreign else asked.prefix
            own = asked.prefix if owns else None
            found[node] = RouteTreatment(refused[node], planner.withheld(node, passed, own, lenient=lenient))
        return found

    def _numbered(self, asked: _Asked) -> int:
        key = self._difference, self._planner.prefix_key(asked.prefix) if self._judged else None
        if key not in self._numbers:
            self._numbers[key] = len(self._plans)
            self._plans.append(self._plan(asked, {**self._base, **self._differing}))
        return self._numbers[key]

    def _plan(self, asked: _Asked, treatments: Mapping[SwitchIndex, RouteTreatment]) -> BgpPlan:
        withheld: dict[Hop, frozenset[SwitchIndex]] = {}
        for treatment in treatments.values():
            withheld.update(treatment.withheld)
        refused = frozenset(pair for treatment in treatments.values() for pair in treatment.refused)
        judged = FollowedPrefix(asked.prefix, self._lenient) if self._judged else None
        return self._planner.plan(withheld, refused, judged)

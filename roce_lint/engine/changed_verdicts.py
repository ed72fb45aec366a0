"""What rules say of a whole fabric, with what they said of a part replaced by what they say of it now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from roce_lint.judge.brief import BriefExamined
from roce_lint.judge.derive.region import DEVICE_SCOPES, LINK_SCOPES, ROLE_SCOPES, Region
from roce_lint.judge.entity import spot_of
from roce_lint.judge.judge import Examined
from roce_lint.judge.occurrence import Occurrence
from roce_lint.judge.rule import Rule
from roce_lint.model.device import Link, PortRef

_Cable = Callable[[Occurrence], tuple[PortRef, PortRef]]


def _cable_of(links: Iterable[Link]) -> _Cable:
    """Return what tells the cable of an occurrence at one."""
    cables = {end: (link.a, link.b) for link in links for end in (link.a, link.b)}
    return lambda one: cables[PortRef(*spot_of(one.entity.device, one.entity.object).hops[0])]


def replaced(
    rules: Sequence[Rule],
    kept: Examined,
    was: Examined,
    now: Examined,
    region: Region,
    before: Sequence[Link],
    after: Sequence[Link],
) -> Examined:
    """Return what the rules say of all things: what was said of the region is taken away, what is said now is added.

    `before` and `after` are the cables.
    """
    counts = {name: Counter(verdicts) for name, verdicts in kept.counts.items()}
    for name, verdicts in counts.items():
        verdicts.subtract(was.counts.get(name, {}))
        verdicts.update(now.counts.get(name, {}))
    cable, cable_now = _cable_of(before), _cable_of(after)

    def is_old(one: Occurrence) -> bool:
        if one.rule.scope in LINK_SCOPES:
            return any(end.device in region.changed for end in cable(one))
        if one.rule.scope in ROLE_SCOPES and one.entity.device in region.roles:
            return True
        return one.rule.scope in DEVICE_SCOPES and one.entity.device in region.judged

    return Examined(
        counts, _ordered(rules, (*(one for one in kept.occurrences if not is_old(one)), *now.occurrences), cable_now)
    )


def _ordered(rules: Sequence[Rule], occurrences: Iterable[Occurrence], cable: _Cable) -> tuple[Occurrence, ...]:
    by_rule: dict[str, list[Occurrence]] = defaultdict(list)
    for one in occurrences:
        by_rule[one.rule.id].append(one)
    ordered: list[Occurrence] = []
    for rule in sorted(rules, key=lambda rule: rule.scope):
        told = by_rule[rule.id]
        if rule.scope in LINK_SCOPES:
            told.sort(key=cable)
        elif rule.scope in DEVICE_SCOPES:
            told.sort(key=lambda one: one.entity.device)
        ordered += told
    return tuple(ordered)


def with_paths(rules: Sequence[Rule], near: Examined, along: BriefExamined) -> Examined:
    """Return what rules say of ports and cables, with what they say `along` paths instead of what they said before."""
    found = along.revived(rules)
    asked = {rule.id for rule in rules if rule.id in along.counts}
    kept = (one for one in near.occurrences if one.rule.id not in asked)
    order = {rule.id: place for place, rule in enumerate(sorted(rules, key=lambda rule: rule.scope))}
    occurrences = sorted((*kept, *found.occurrences), key=lambda one: order[one.rule.id])
    return Examined({**near.counts, **found.counts}, tuple(occurrences))

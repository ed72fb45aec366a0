"""Rules and entities in, judgements out: findings with all their places, and what each rule looked at.

Things that stand for equivalent ones: where one is not healthy, all that it stands for are evaluated by
themselves.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from roce_lint.judge.consequences import RootCauses, suppress
from roce_lint.judge.entity import spot_of
from roce_lint.judge.finding import (
    CAUSED,
    Coverage,
    Finding,
    FindingPlace,
    PathStep,
    Related,
    WaitingCheck,
    reading_order,
)
from roce_lint.judge.occurrence import Occurrence, OccurrenceWriter
from roce_lint.judge.rule import Rule, Severity, Verdict
from roce_lint.judge.verdict import Judge
from roce_lint.judge.vocabulary import FactPath
from roce_lint.judge.waiting import Waiting, fault_key, waiting_checks
from roce_lint.model.judged import FACTS_OF_ONE, Judged
from roce_lint.values import dataclass, replace

_HEALTHY = (Verdict.SATISFIED, Verdict.NOT_APPLICABLE)


def entities_to_judge(
    scope: str, entities: Sequence[Judged], judges: Sequence[Judge], facts: Iterable[FactPath]
) -> Sequence[Judged]:
    """Return the entities, with those that an unhealthy one stands for among them, in order.

    Where a condition asks for something in which equivalent things differ, none stands for another.
    """
    standing = [(entity, others) for entity in entities if (others := entity.represented) is not None]
    by_name = bool(standing) and any(path.name in FACTS_OF_ONE for path in facts)
    wanted = {
        id(others): others
        for entity, others in standing
        if by_name or any(judge.answer(entity.variables).verdict not in _HEALTHY for judge in judges)
    }
    if not wanted:
        return entities
    spread = [replace(entity, equivalents=None) if id(entity.represented) in wanted else entity for entity in entities]
    for one in wanted.values():
        spread += one.things(scope)
    spread.sort(key=lambda entity: entity.order)
    return spread


NO_DEVICES: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Judgement:
    """Everything that one rule says: its findings, sorted, and how much it looked at."""

    rule: Rule
    findings: tuple[Finding, ...]
    coverage: Coverage


def judge(
    rules: Sequence[Rule],
    entities_by_scope: Mapping[str, Sequence[Judged]],
    os_by_device: Mapping[str, str] = NO_DEVICES,
) -> tuple[Judgement, ...]:
    """Return one judgement for each rule, sorted by id.

    Entities become the places of one finding where the words are the same.
    `os_by_device` (`{"leaf1": "eos"}`) chooses the vendor's own words for a remedy.
    """
    return conclude(rules, examine(rules, entities_by_scope, os_by_device))


@dataclass(frozen=True, slots=True)
class Examined:
    """What rules say of entities before faults are weighed against each other.

    `counts` of verdicts by rule. `occurrences` are what is violated or cannot be decided, by scope and rule in the
    order of `rules`, then in the order of the entities. `waiting` is what faults keep from being evaluated.
    """

    counts: Mapping[str, Counter[Verdict]]
    occurrences: tuple[Occurrence, ...]
    waiting: tuple[Waiting, ...] = ()


def examine(
    rules: Sequence[Rule],
    entities_by_scope: Mapping[str, Sequence[Judged]],
    os_by_device: Mapping[str, str] = NO_DEVICES,
) -> Examined:
    """Return the verdicts of all rules; what a fault suppresses is still among them."""
    by_scope: dict[str, list[Rule]] = defaultdict(list)
    for rule in rules:
        by_scope[rule.scope].append(rule)
    counts: dict[str, Counter[Verdict]] = {}
    occurrences: list[Occurrence] = []
    for scope, scoped in sorted(by_scope.items()):
        judged = entities_by_scope.get(scope, ())
        if not judged:
            # Most rules are about what a fabric has nothing of; their conditions are not compiled.
            counts.update((rule.id, Counter()) for rule in scoped)
            continue
        conditions = [condition for rule in scoped for condition in (*rule.when, rule.require)]
        facts = [path for condition in conditions for path in condition.facts]
        judges = [Judge(rule) for rule in scoped]
        entities = entities_to_judge(scope, judged, judges, facts)
        for compiled in judges:
            counts[compiled.rule.id], found = _judged(compiled, entities, os_by_device)
            occurrences += found
    return Examined(counts, tuple(occurrences), waiting_checks(rules, entities_by_scope, occurrences))


def conclude(rules: Sequence[Rule], examined: Examined) -> tuple[Judgement, ...]:
    """Return one judgement for each rule, sorted by id; what follows from another fault becomes a note on it."""
    outcome = suppress(examined.occurrences, rules)
    findings = _findings(outcome, _waiting(rules, examined, outcome))
    return tuple(
        Judgement(
            rule, findings[rule.id], _coverage(rule, examined.counts[rule.id], outcome.suppressed.get(rule.id, 0))
        )
        for rule in sorted(rules, key=lambda rule: rule.id)
    )


def _judged(
    compiled: Judge, entities: Iterable[Judged], os_by_device: Mapping[str, str]
) -> tuple[Counter[Verdict], list[Occurrence]]:
    """Count the verdicts of a rule, also on what entities stand for; tell what is violated or undetermined."""
    writer = OccurrenceWriter(compiled, os_by_device)
    counts: Counter[Verdict] = Counter()
    found: list[Occurrence] = []
    for entity in entities:
        verdict = compiled.answer(entity.variables).verdict
        others = entity.represented
        counts[verdict] += 1 + (len(others.members) if others is not None else 0)
        if verdict in (Verdict.VIOLATED, Verdict.UNDETERMINED):
            found.append(writer.tell(entity, verdict))
    return counts, found


def _coverage(rule: Rule, counts: Counter[Verdict], suppressed: int) -> Coverage:
    """Return the counts of one rule."""
    if not counts and not suppressed:
        return Coverage(rule.id, rule.code, 0, 0, 0, 0, 0, 0)
    return Coverage(
        rule=rule.id,
        code=rule.code,
        judged=counts[Verdict.SATISFIED] + counts[Verdict.VIOLATED] + counts[Verdict.UNDETERMINED],
        satisfied=counts[Verdict.SATISFIED],
        violated=counts[Verdict.VIOLATED],
        undetermined=counts[Verdict.UNDETERMINED],
        not_applicable=counts[Verdict.NOT_APPLICABLE],
        suppressed=suppressed,
    )


_Places: TypeAlias = dict[tuple[str, str], set[FindingPlace]]


def _waiting(rules: Sequence[Rule], examined: Examined, outcome: RootCauses) -> Mapping[int, _Places]:
    """Return the places of the rules, by code and id, that wait for each reported occurrence, by its index.

    Among them are consequences that a line of their own states.
    """
    codes = {rule.id: rule.code for rule in rules}
    fault_of = {
        fault_key(one): outcome.standing_for[index]
        for index, one in reversed([*enumerate(examined.occurrences)])
        if one.verdict is Verdict.VIOLATED
    }
    reported = {fault_key(one) for one in outcome.reported}
    found: dict[int, _Places] = defaultdict(lambda: defaultdict(set))
    for one in examined.waiting:
        if one.key not in reported:
            found[fault_of[one.fault]][codes[one.rule], one.rule].add(one.place)
    for index, other in enumerate(examined.occurrences):
        cause = outcome.reported[outcome.standing_for[index]]
        if _may_be_wrong_besides(other, cause) and fault_key(other) not in reported:
            found[outcome.standing_for[index]][other.rule.code, other.rule.id].add(other.place)
    return found


def _may_be_wrong_besides(consequence: Occurrence, cause: Occurrence) -> bool:
    """Say whether a line of its own states what is said to follow from another fault: it may stay when that is gone."""
    if consequence is cause or consequence.verdict is not Verdict.VIOLATED or not consequence.account.is_stated:
        return False
    here, there = consequence.place, cause.place
    return here.path != there.path or here.end_line < there.line or there.end_line < here.line


def _findings(outcome: RootCauses, waiting: Mapping[int, _Places]) -> Mapping[str, tuple[Finding, ...]]:
    """Return the findings by rule: occurrences with the same verdict, severity and words become one."""
    groups: dict[tuple[str, Verdict, Severity, str, str], list[int]] = defaultdict(list)
    for index, occurrence in enumerate(outcome.reported):
        account = occurrence.account
        key = occurrence.rule.id, occurrence.verdict, occurrence.severity, account.message, account.fix
        groups[key].append(index)
    found: dict[str, list[Finding]] = defaultdict(list)
    for (rule, *_), indices in groups.items():
        found[rule].append(_finding(outcome, indices, waiting))
    return defaultdict(
        tuple, {rule: tuple(sorted(group, key=lambda finding: finding.order)) for rule, group in found.items()}
    )


def _finding(outcome: RootCauses, indices: Sequence[int], waiting: Mapping[int, _Places]) -> Finding:
    """Return one finding for occurrences that differ in their places only."""
    placed = sorted(
        ((outcome.reported[index].place, index) for index in indices), key=lambda one: (reading_order(one[0]), one[1])
    )
    first = outcome.reported[placed[0][1]]
    rule = first.rule
    checks: _Places = defaultdict(set)
    for index in indices:
        for check, places in waiting.get(index, {}).items():
            checks[check] |= places
    return Finding(
        rule=rule.id,
        code=rule.code,
        family=rule.family,
        severity=first.severity,
        verdict=first.verdict,
        confidence=rule.confidence,
        message=first.account.message,
        why=rule.why,
        fix=_with_port(first),
        places=tuple(dict.fromkeys(place for place, _ in placed)),
        related=tuple(_related(outcome, [index for _, index in placed])),
        steps=_steps(first),
        waiting=tuple(
            WaitingCheck(code, waits, tuple(sorted(places, key=reading_order)))
            for (code, waits), places in sorted(checks.items())
        ),
    )


_OF_ONE_PORT = frozenset(("any_port", "bundle_member", "marking", "port", "priority", "queue"))
_ANY_PORT = "<port>"


def _with_port(first: Occurrence) -> str:
    """Return the fix with the port that it is for, the first one where it is for several."""
    if _ANY_PORT not in first.account.fix or first.rule.scope not in _OF_ONE_PORT:
        return first.account.fix
    (_, port), *others = spot_of(first.place.device, first.place.object).device_ports
    return first.account.fix.replace(_ANY_PORT, port) if port and not others else first.account.fix


def _steps(occurrence: Occurrence) -> tuple[PathStep, ...]:
    """Return the way through the fabric that the finding is about, if it is about one."""
    if occurrence.verdict is not Verdict.VIOLATED:
        return ()
    return tuple(
        PathStep(one.device, one.object, one.source.file, max(one.source.line, 1), one.message)
        for one in occurrence.entity.steps
    )


def _related(outcome: RootCauses, indices: Sequence[int]) -> Iterable[Related]:
    """Return the evidence at the first place, then what other places add to it, then what is suppressed."""
    evidence: dict[str, Related] = {}
    seen: set[int] = set()
    for index in indices:
        account = outcome.reported[index].account
        for line in outcome.reported[index].entity.evidence:
            evidence.setdefault(line.message, Related(line.source.file, max(line.source.line, 1), line.message))
        if id(account) not in seen:
            seen.add(id(account))
            for related in account.related:
                evidence.setdefault(related.message, related)
    suppressed: dict[tuple[str, str, str], set[FindingPlace]] = defaultdict(set)
    for index in indices:
        for key, places in outcome.notes.get(index, {}).items():
            suppressed[key].update(places)
    notes: list[Related] = []
    for (code, rule, message), gathered in sorted(suppressed.items()):
        place = min(gathered)
        number = f" ({len(gathered)} places)" if len(gathered) > 1 else ""
        notes.append(Related(place.path, place.line, f"{CAUSED}{code} {rule}: {message}{number}"))
    return (*evidence.values(), *notes)

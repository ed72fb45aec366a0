"""Faults that make other findings meaningless: the others are kept as notes on the fault, not reported by themselves.

A marking that falls into the wrong class says nothing about the buffers of the right one, and what cannot be decided
because of a line that is refused or not understood is said with that line. That a line is refused, not understood or
differs from an intent is said with the fault that it causes, where there is one at that line.

A fault suppresses only what is at most as severe as itself, so that no error hides behind a warning, and only what
follows from it. A missing name suppresses findings on what it would bring, at ports that would have it from there; and
a fault of the classification nothing that is said of a queue which is RoCE's all the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from roce_lint.judge.demand import DEMAND_SCOPE, DIFFERS_FROM_INTENT
from roce_lint.judge.derive.qos_parts import parts_presumed_by, parts_required_by
from roce_lint.judge.entity import DevicePort, EntityLocation, spot_of
from roce_lint.judge.finding import FindingPlace
from roce_lint.judge.occurrence import Occurrence
from roce_lint.judge.rule import Rule, Verdict
from roce_lint.judge.unread import UNREAD_SCOPE
from roce_lint.model.judged import Judged
from roce_lint.model.terms import QosPart
from roce_lint.values import dataclass, field


@dataclass(frozen=True, slots=True)
class RootCauses:
    """What is left to report, and what each remaining occurrence (by index) stands for besides itself.

    `standing_for`: for each occurrence that was given, by index, the one that is reported for it, itself mostly.
    """

    reported: tuple[Occurrence, ...]
    notes: Mapping[int, Mapping[tuple[str, str, str], tuple[FindingPlace, ...]]]
    suppressed: Mapping[str, int]
    standing_for: Mapping[int, int]


_REFUSED = "setting-refused-by-device"
_REFUSAL_SCOPE = "refusal"
_OF_ONE_VALUE = frozenset(("port", "priority", "queue"))
"""Scopes whose facts are single settings, and not put together of several."""
_NEVER_BY_ABSENCE = frozenset(("cnp-in-lossless-class", "pfc-link-ends-differ"))
"""Rules of which the same holds: nothing that is missing makes a class pause, or a port pause for another priority."""
_OF_CLASS = frozenset((QosPart.ECN, QosPart.SCHEDULING, QosPart.BUFFER))
"""The parts that decide how the queue of a class is treated."""
_DOUBTFUL = frozenset((_REFUSAL_SCOPE, "reference", UNREAD_SCOPE))
"""Scopes of lines that the device refuses or nobody understands: what cannot be decided because of them follows from
them."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of QoS that each rule requires, and that its verdict presumes."""

    required: Mapping[str, frozenset[QosPart]]
    presumed: Mapping[str, frozenset[QosPart]]

    def lacking(self, fault: Occurrence) -> frozenset[QosPart]:
        """Return the parts that the fault leaves without what they need."""
        reach = fault.entity.reach
        return self.required[fault.rule.id] if reach is None else reach.parts

    def spoils(self, fault: Occurrence, other: Occurrence) -> bool:
        """Say whether what is said of the other follows from a part that the fault leaves without what it needs."""
        lacking = self.lacking(fault)
        says_so = other.rule.scope in _OF_ONE_VALUE or other.rule.id in _NEVER_BY_ABSENCE
        if fault.entity.reach is not None and other.account.is_stated and says_so:
            # What is missing brings no line that says something wrong.
            return False
        if fault.entity.reach is not None and not lacking & self.presumed[other.rule.id]:
            return False
        return not lacking <= other.entity.sound_parts


@dataclass(eq=False, slots=True)
class _Faults:
    """The violated occurrences of the rules that suppress others, by place and by line."""

    occurrences: Sequence[Occurrence]
    wanted: frozenset[str]
    parts: _Parts
    at: dict[tuple[str, DevicePort], list[tuple[EntityLocation, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    by_line: dict[tuple[str, str, int], dict[tuple[str, str], int]] = field(default_factory=dict)
    doubtful: dict[tuple[str, int], int] = field(default_factory=dict)
    certain: dict[tuple[str, int], int] = field(default_factory=dict)
    effects: dict[tuple[str, int], int] = field(default_factory=dict)

    def add(self, occurrence: Occurrence, index: int) -> None:
        if occurrence.verdict is not Verdict.VIOLATED:
            return
        place = occurrence.place.path, occurrence.place.line
        if occurrence.rule.scope in _DOUBTFUL:
            self.doubtful.setdefault(place, index)
        elif occurrence.rule.scope != DEMAND_SCOPE and _REFUSED not in occurrence.rule.suppressed_by:
            self.effects.setdefault(place, index)
        if occurrence.rule.scope != UNREAD_SCOPE:
            self.certain.setdefault(place, index)
        if occurrence.rule.id not in self.wanted:
            return
        spot = spot_of(occurrence.entity.device, occurrence.entity.object)
        for one in spots_reached(occurrence.entity) or (spot,):
            for end in one.device_ports:
                self.at[occurrence.rule.id, end].append((one, index))
        same_line = self.by_line.setdefault((occurrence.rule.id, *_cause(occurrence)), {})
        same_line.setdefault((spot.part, spot.number), index)

    def causes(self, occurrence: Occurrence) -> list[int]:
        """Return the indices of the faults that the occurrence follows from, the nearest first."""
        spot = spot_of(occurrence.entity.device, occurrence.entity.object)
        places = (spot, *(spot_of(device, object) for device, object in occurrence.entity.compared_with))
        here = [fault for place in places for fault in self._touching(occurrence, place)]
        at_line = self._at_line(occurrence, spot)
        found = [*here, *at_line]
        differing = occurrence.entity.differing
        if not differing:
            return at_line if occurrence.rule.id == DIFFERS_FROM_INTENT else found
        # One of several differences being a fault of its own says nothing of the others.
        covered = frozenset[QosPart]().union(*(self.parts.lacking(self.occurrences[one]) for one in found))
        # In another class, RoCE has the curve, the weight and the buffer of another queue.
        if differing <= (covered | _OF_CLASS if QosPart.CLASSIFICATION in covered else covered):
            return found
        return at_line if occurrence.rule.id == DIFFERS_FROM_INTENT else []

    def _at_line(self, occurrence: Occurrence, spot: EntityLocation) -> list[int]:
        """Return the indices of the faults that have the same line as their cause, wherever they show.

        One line of a profile concerns many ports, and what goes wrong on a path shows far from its cause. A block may
        lack several things: there it is another fault that concerns another part of the same sort.
        """
        path, line = _cause(occurrence)
        is_block = occurrence.account.source.end_line > line
        found: list[int] = []
        for rule in occurrence.rule.suppressed_by if line else ():
            for (part, number), index in self.by_line.get((rule, path, line), {}).items():
                if not (is_block and part and part == spot.part and number != spot.number):
                    found.append(index)
        place = occurrence.place.path, occurrence.place.line
        if occurrence.verdict is Verdict.UNDETERMINED and place in self.doubtful:
            found.append(self.doubtful[place])
        if occurrence.rule.scope == UNREAD_SCOPE and place in self.certain:
            found.append(self.certain[place])
        if _is_said_with_effect(occurrence.rule) and place[1] and place in self.effects:
            found.append(self.effects[place])
        return found

    def _touching(self, occurrence: Occurrence, spot: EntityLocation) -> list[int]:
        """Return the indices of the faults at the same place that spoil what is said there."""
        return [
            index
            for rule in occurrence.rule.suppressed_by
            # Of a port, or of routes, a refused line spoils what it sets itself, which has the same place.
            if rule != _REFUSED or occurrence.rule.scope not in ("port", "reachability")
            for device, port in spot.device_ports
            for end in dict.fromkeys(((device, port), (device, "")))
            for fault, index in self.at.get((rule, end), ())
            if fault.touches(spot) and self.parts.spoils(self.occurrences[index], occurrence)
        ]


def lacking_parts(fault: Occurrence) -> frozenset[QosPart]:
    """Return the parts that the fault leaves without what they need."""
    reach = fault.entity.reach
    return parts_required_by(fault.rule) if reach is None else reach.parts


def spots_reached(entity: Judged) -> tuple[EntityLocation, ...]:
    """Return the places of everything that follows from the entity; nothing for one that is where its object is."""
    reach = entity.reach
    if reach is None:
        return ()
    ports = [""] if reach.is_whole else sorted(reach.ports)
    return tuple(EntityLocation(((entity.device, port),), "", "") for port in ports) or (_NOWHERE,)


_NOWHERE = EntityLocation((), "", "")


def suppress(occurrences: Sequence[Occurrence], rules: Sequence[Rule]) -> RootCauses:
    """Return the occurrences that stand by themselves, with notes of those that follow from them."""
    parts = _Parts(
        {rule.id: parts_required_by(rule) for rule in rules}, {rule.id: parts_presumed_by(rule) for rule in rules}
    )
    faults = _Faults(occurrences, frozenset(name for rule in rules for name in rule.suppressed_by), parts)
    for index, occurrence in enumerate(occurrences):
        faults.add(occurrence, index)
    root: dict[int, int] = {}
    by_rule: dict[str, list[int]] = defaultdict(list)
    for index, occurrence in enumerate(occurrences):
        by_rule[occurrence.rule.id].append(index)
    for rule in _suppressors_first(rules):
        for index in by_rule[rule.id]:
            occurrence = occurrences[index]
            may_rest = rule.suppressed_by or rule.scope == UNREAD_SCOPE or _is_said_with_effect(rule)
            if not may_rest and occurrence.verdict is not Verdict.UNDETERMINED:
                continue
            for fault in faults.causes(occurrence):
                # Two that are said of one line would each follow from the other.
                if occurrences[fault].severity.rank >= occurrence.severity.rank and _root(root, fault) != index:
                    root[index] = fault
                    break
    return _outcome(occurrences, {index: _root(root, index) for index in root})


def _is_said_with_effect(rule: Rule) -> bool:
    """Return whether what a rule reports of a line is said with the fault that the line causes."""
    return rule.scope == _REFUSAL_SCOPE or rule.id == DIFFERS_FROM_INTENT


def _root(cause: Mapping[int, int], index: int) -> int:
    """Return the fault at the end of the causes; what is unread may turn out to follow from a fault last of all."""
    while index in cause:
        index = cause[index]
    return index


def _cause(occurrence: Occurrence) -> tuple[str, int]:
    source = occurrence.account.source
    return source.file, source.line


def _suppressors_first(rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules so that each comes after those that suppress it; loading has refused cycles."""
    by_id = {rule.id: rule for rule in rules}
    ordered: dict[str, Rule] = {}

    def place(rule: Rule) -> None:
        for name in rule.suppressed_by:
            if name in by_id and name not in ordered:
                place(by_id[name])
        ordered[rule.id] = rule

    for rule in rules:
        if rule.id not in ordered:
            place(rule)
    return list(ordered.values())


def _outcome(occurrences: Sequence[Occurrence], root: Mapping[int, int]) -> RootCauses:
    """Return what remains when the keys of `root` are turned into notes on their values."""
    kept = [index for index in range(len(occurrences)) if index not in root]
    position = {index: place for place, index in enumerate(kept)}
    notes: dict[int, dict[tuple[str, str, str], list[FindingPlace]]] = defaultdict(lambda: defaultdict(list))
    for index, fault in root.items():
        one = occurrences[index]
        notes[position[fault]][one.rule.code, one.rule.id, one.account.message].append(one.place)
    return RootCauses(
        tuple(occurrences[index] for index in kept),
        {place: {key: tuple(sorted(set(places))) for key, places in found.items()} for place, found in notes.items()},
        Counter(occurrences[index].rule.id for index in root),
        {index: position[root.get(index, index)] for index in range(len(occurrences))},
    )

"""What cannot be evaluated before a fault is fixed: the rule, the object, and the fault that it waits for.

While PFC is off at a port, nobody knows whether its watchdog would watch the right priorities. Facts that a fault hides
are taken for unknown there; what a rule then cannot decide waits for that fault. That holds for a consequence too: the
priorities of a row that the device does not apply may be wrong besides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from roce_lint.fabric.design import Design
from roce_lint.judge.blame import effects_of, hidden_by_setting, hidden_without, matcher
from roce_lint.judge.consequences import lacking_parts, spots_reached
from roce_lint.judge.derive.drf.input_state import RefusalState
from roce_lint.judge.derive.link_state import LinkPriorityState
from roce_lint.judge.derive.port_state import PortState
from roce_lint.judge.entity import DevicePort, EntityLocation, spot_of
from roce_lint.judge.finding import FindingPlace
from roce_lint.judge.occurrence import Occurrence
from roce_lint.judge.rule import Rule, Severity, Verdict
from roce_lint.judge.verdict import Judge
from roce_lint.judge.vocabulary import FactPath
from roce_lint.model.fact import known
from roce_lint.model.judged import Judged, Variables
from roce_lint.model.logic import is_false
from roce_lint.model.terms import QosPart
from roce_lint.values import dataclass

SCOPES = (
    "any_port",
    "bundle_member",
    "link_marking",
    "link_priority",
    "link_retry",
    "marking",
    "nic",
    "port",
    "priority",
    "queue",
    "trimming",
    "uplinks",
)
"""Scopes of NICs, of ports and of parts of them, which the facts that faults hide are about."""
_INTENDED = "priority.intended"
_WITHOUT_DESIGN = (_INTENDED, *hidden_without(frozenset({QosPart.CLASSIFICATION})))
"""What nobody knows where it is not known which priorities are meant to be lossless."""
_OF_DESIGN = frozenset((QosPart.CLASSIFICATION, QosPart.PAUSE))
"""The parts by which it is inferred which priorities are meant to be lossless."""
FaultKey = tuple[str, str, str]
"""The rule, the device and the object of a fault."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A rule that cannot be evaluated at a place before a fault is fixed."""

    fault: FaultKey
    rule: str
    place: FindingPlace

    @property
    def key(self) -> FaultKey:
        """What tells the occurrence that would be reported from others."""
        return self.rule, self.place.device, self.place.object


@dataclass(frozen=True, slots=True)
class _HidingFault:
    """A fault with what it hides, and where."""

    key: FaultKey
    spots: tuple[EntityLocation, ...]
    hides: tuple[str, ...]
    lacking: frozenset[QosPart]

    def conceals(self, entity: Judged, spot: EntityLocation) -> bool:
        """Say whether the fault is where the entity is, and not in a part that is as it should be there.

        Nothing is as it should be at the very thing that has the fault.
        """
        is_here = self.key[1:] == (entity.device, entity.object)
        return any(one.touches(spot) for one in self.spots) and (is_here or not self.lacking <= entity.sound_parts)


def waiting_checks(
    rules: Sequence[Rule], entities_by_scope: Mapping[str, Sequence[Judged]], occurrences: Sequence[Occurrence]
) -> tuple[Waiting, ...]:
    """Return what the faults among the occurrences keep from being evaluated, each for the first fault that does.

    What is reported all the same is among it.
    """
    faults = list(_hiding_faults(occurrences))
    if not faults:
        return ()
    at: dict[DevicePort, list[_HidingFault]] = defaultdict(list)
    for fault in faults:
        for end in {end for spot in fault.spots for end in spot.device_ports}:
            at[end].append(fault)
    checks = _Checks([rule for rule in rules if rule.scope in SCOPES and rule.severity is not Severity.INFO])
    found: list[Waiting] = []
    for scope in SCOPES:
        for entity in _near(entities_by_scope.get(scope, ()), scope, at):
            waits: dict[str, FaultKey] = {}
            here = _faults_at(entity, at)
            for fault in here:
                for rule in checks.undecided(scope, fault.hides, entity.variables):
                    waits.setdefault(rule, fault.key)
            every = tuple(dict.fromkeys(fact for fault in here for fact in fault.hides)) if len(here) > 1 else ()
            # No fault alone keeps it from being evaluated: each hides one of its facts.
            for rule in checks.undecided(scope, every, entity.variables) if every else ():
                waits.setdefault(rule, here[0].key)
            source = entity.source
            first, last = max(source.line, 1), max(source.end_line, 1)
            place = FindingPlace(source.file, first, last, entity.device, entity.object)
            found += [Waiting(fault, rule, place) for rule, fault in waits.items()]
    return tuple(found)


def fault_key(occurrence: Occurrence) -> FaultKey:
    """Return what tells an occurrence from others."""
    return occurrence.rule.id, occurrence.entity.device, occurrence.entity.object


def _hiding_faults(occurrences: Iterable[Occurrence]) -> Iterable[_HidingFault]:
    for one in occurrences:
        if one.verdict is Verdict.VIOLATED and one.severity is not Severity.INFO:
            lacking = lacking_parts(one)
            here = _where(one.entity)
            effects = effects_of(one.rule.id)
            hides = effects.hides
            if QosPart.CLASSIFICATION not in one.entity.sound_parts:
                hides = (*hides, *effects.hides_if_astray)
            refusal = one.entity.variables.get("refusal")
            if isinstance(refusal, RefusalState):
                hides, lacking = hidden_by_setting(refusal.setting)
            if one.entity.reach is not None:
                hides = hidden_without(lacking)
            if hides:
                yield _HidingFault(fault_key(one), spots_reached(one.entity) or (here,), hides, lacking)
            takes_design = _INTENDED in hides or (one.entity.reach is not None and lacking & _OF_DESIGN)
            if takes_design and _knows_no_lossless_priority(one.entity):
                whole = EntityLocation(((one.entity.device, ""),), "", "")
                yield _HidingFault(fault_key(one), (whole,), _WITHOUT_DESIGN, lacking)
            if effects.hides_of_device:
                for device in dict.fromkeys(device for device, _ in here.device_ports):
                    whole = EntityLocation(((device, ""),), "", "")
                    yield _HidingFault(fault_key(one), (whole,), effects.hides_of_device, lacking)
            if effects.hides_beside:
                at_port = EntityLocation(here.device_ports, "", "")
                yield _HidingFault(fault_key(one), (at_port,), effects.hides_beside, lacking)


def _where(entity: Judged) -> EntityLocation:
    """Return where an entity is: the whole port for one priority of a port on which PFC is off."""
    here = spot_of(entity.device, entity.object)
    port, priority = entity.variables.get("port"), entity.variables.get("priority")
    is_off = here.part == "priority" and (
        (isinstance(port, PortState) and is_false(port.pauses.pfc_on))
        or (isinstance(priority, LinkPriorityState) and priority.faulty_end_is_off)
    )
    return EntityLocation(here.device_ports, "", "") if is_off else here


def _knows_no_lossless_priority(entity: Judged) -> bool:
    """Say whether no priority is known that is meant to be lossless."""
    design = entity.variables.get("design")
    return isinstance(design, Design) and not known(design.lossless_priorities, frozenset())


def _near(entities: Sequence[Judged], scope: str, at: Mapping[DevicePort, Sequence[_HidingFault]]) -> Iterable[Judged]:
    """Yield the entities at places with a fault, those included that a healthy one stands for."""
    devices = {device for device, _ in at}
    for entity in entities:
        if entity.device in devices:
            yield entity
        others = entity.represented
        if others is not None and any(
            getattr(thing, "device", entity.device) in devices for thing, _ in others.members
        ):
            yield from (one for one in others.things(scope) if one.device in devices)


def _faults_at(entity: Judged, at: Mapping[DevicePort, Sequence[_HidingFault]]) -> list[_HidingFault]:
    spot = spot_of(entity.device, entity.object)
    return [
        fault
        for device, port in spot.device_ports
        for end in dict.fromkeys(((device, port), (device, "")))
        for fault in at.get(end, ())
        if fault.conceals(entity, spot)
    ]


class _Checks:
    """The rules of parts of ports, with facts taken for unknown; things with the same variables share the answer."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = rules
        self._judges: dict[tuple[str, tuple[str, ...]], list[tuple[Judge, tuple[str, ...]]]] = {}
        self._answers: dict[tuple[str, tuple[str, ...], tuple[int, ...]], bool] = {}

    def undecided(self, scope: str, hides: tuple[str, ...], variables: Variables) -> Iterable[str]:
        """Yield the rules of a scope that cannot be decided while these facts are hidden."""
        for judge, names in self._judges_of(scope, hides):
            key = judge.rule.id, hides, tuple([id(variables[name]) for name in names])
            if key not in self._answers:
                self._answers[key] = judge.answer(variables).verdict is Verdict.UNDETERMINED
            if self._answers[key]:
                yield judge.rule.id

    def _judges_of(self, scope: str, hides: tuple[str, ...]) -> list[tuple[Judge, tuple[str, ...]]]:
        key = scope, hides
        if key not in self._judges:
            is_hidden = matcher(hides)
            self._judges[key] = [
                (Judge(rule, is_hidden), tuple(sorted({path.variable for path in _facts(rule)})))
                for rule in self._rules
                if rule.scope == scope and any(is_hidden(path.name) for path in _facts(rule))
            ]
        return self._judges[key]


def _facts(rule: Rule) -> list[FactPath]:
    return [path for condition in (*rule.when, rule.require) for path in condition.facts]

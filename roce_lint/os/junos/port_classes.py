"""How a port classifies: classifiers of its units and of itself, fixed classes, and filters that outweigh them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import DSCP_COUNT, PRIORITY_COUNT, Policer
from roce_lint.model.qos_tables import ClassBinding, QosMap
from roce_lint.model.terms import Trust
from roce_lint.os.compose.classes import agreed
from roce_lint.os.junos import defaults
from roce_lint.os.junos.classifiers import DEFAULT, ClassifierTables, ForwardingMap
from roce_lint.os.junos.cos_bindings import CosBound
from roce_lint.os.junos.filters import BoundFilter, FilterReader
from roce_lint.os.junos.forwarding_classes import ForwardingClasses
from roce_lint.values import dataclass

_CLASSIFIERS = tuple(f"classifiers {kind}" for kind in ("dscp", "dscp-ipv6", "ieee-802.1", "inet-precedence"))
_DIFFERENT = "the units of the port classify differently"


@dataclass(frozen=True, eq=False, slots=True)
class ClassifiedPort:
    """How a port classifies; `pcp` is the map of priorities that holds, the system's own where none is bound."""

    binding: ClassBinding
    trust: Fact[Trust]
    dscp: ForwardingMap
    pcp: ForwardingMap


@dataclass(frozen=True, eq=False, slots=True)
class _Unit:
    dscp: ForwardingMap | None
    pcp: ForwardingMap | None
    otherwise: Fact[str]
    trust: Fact[Trust]
    policers: tuple[Policer, ...]


class PortClasses:
    """Makes what classifies at ports; ports that bind the same share it."""

    def __init__(self, classes: ForwardingClasses, classifiers: ClassifierTables, filters: FilterReader) -> None:
        """Take what the device defines."""
        self._classes = classes
        self._classifiers = classifiers
        self._filters = filters
        self._made: dict[tuple[object, ...], ClassifiedPort] = {}

    def of(
        self, held: CosBound, units: Sequence[tuple[CosBound, tuple[BoundFilter, ...]]], at: Source
    ) -> ClassifiedPort:
        """Return how a port classifies to which `held` is bound, and to its units what stands beside their filters."""
        removed = [one.removed_at(*_CLASSIFIERS) for one in (*(unit for unit, _ in units), held)]
        at = next((one for one in removed if one is not None), at)
        parts = [({**held.slots, **unit.slots}, self._classifying(filters)) for unit, filters in units]
        key = (at, tuple((tuple(sorted(slots.items(), key=lambda one: one[0])), names) for slots, names in parts))
        if key not in self._made:
            self._made[key] = self._joined([self._unit(slots, names, at) for slots, names in parts], at)
        return self._made[key]

    def _classifying(self, filters: Iterable[BoundFilter]) -> tuple[BoundFilter, ...]:
        return tuple(
            one
            for one in filters
            if self._filters.classifies(one.family, one.name) or self._filters.policers(one.family, (one.name,))
        )

    def _joined(self, units: Sequence[_Unit], at: Source) -> ClassifiedPort:
        first = units[0]
        dscp, pcp, trust = first.dscp, first.pcp, first.trust
        otherwise = first.otherwise
        if any((one.dscp, one.pcp, one.otherwise, one.trust) != (dscp, pcp, otherwise, trust) for one in units[1:]):
            differ = Unknown(_DIFFERENT, at)
            dscp = agreed([self._or_default(one.dscp, "dscp", at) for one in units], DSCP_COUNT, _DIFFERENT, at)
            pcp = agreed([self._or_default(one.pcp, "ieee-802.1", at) for one in units], PRIORITY_COUNT, _DIFFERENT, at)
            trust = trust if len({one.trust for one in units}) == 1 else differ
            otherwise = otherwise if len({one.otherwise for one in units}) == 1 else differ
        policers = tuple(dict.fromkeys(policer for one in units for policer in one.policers))
        return ClassifiedPort(
            ClassBinding(at, dscp, pcp, otherwise, policers),
            trust,
            self._or_default(dscp, "dscp", at),
            self._or_default(pcp, "ieee-802.1", at),
        )

    def _or_default(self, table: ForwardingMap | None, kind: str, at: Source) -> ForwardingMap:
        if table is not None:
            return table
        own = self._classifiers.get(kind, DEFAULT, at)
        assert own is not None
        return own.map

    def _unit(self, slots: dict[str, Fact[str]], filters: Sequence[BoundFilter], at: Source) -> _Unit:
        unit = self._by_markings(slots, at)
        for one in filters:
            policers = (*unit.policers, *self._filters.policers(one.family, (one.name,)))
            unit = _Unit(unit.dscp, unit.pcp, unit.otherwise, unit.trust, policers)
            if self._filters.classifies(one.family, one.name):
                unit = self._filtered(unit, one, at)
        return unit

    def _filtered(self, unit: _Unit, one: BoundFilter, at: Source) -> _Unit:
        trusted = unit.trust
        fixed = isinstance(trusted, (Stated, Default)) and trusted.value is Trust.NONE
        rest = QosMap("forwarding-class", at, {}, unit.otherwise)
        under = rest if fixed else self._or_default(unit.dscp, "dscp", at)
        below = rest if fixed else self._or_default(unit.pcp, "ieee-802.1", at)
        dscp = under if isinstance(under, Unknown) else self._filters.over(one.family, (one.name,), under, is_dscp=True)
        pcp = below if isinstance(below, Unknown) else self._filters.over(one.family, (one.name,), below, is_dscp=False)
        place = dscp.source
        trust = Trust.DSCP if unit.dscp is not None and unit.pcp is None else Trust.DSCP_AND_PCP
        return _Unit(dscp, pcp, unit.otherwise, Stated(trust, place), unit.policers)

    def _by_markings(self, slots: dict[str, Fact[str]], at: Source) -> _Unit:
        """Return what classifiers and a fixed class make of markings."""
        rest = self._classes.of_queue(0, at)
        fixed = slots.get("forwarding-class")
        if fixed is not None:
            return _Unit(None, None, fixed, Stated(Trust.NONE, fixed.source), ())
        kinds = [
            kind for kind in ("dscp", "dscp-ipv6", "ieee-802.1", "inet-precedence") if f"classifiers {kind}" in slots
        ]
        if not kinds:
            tables = [self._or_default(None, kind, at) for kind in ("dscp", "ieee-802.1")]
            return _Unit(tables[0], tables[1], rest, defaults.DEFAULT_CLASSIFIERS.at(at), ())
        found = {kind: self._map(kind, slots[f"classifiers {kind}"]) for kind in kinds}
        dscp = found.get("dscp") or found.get("dscp-ipv6") or found.get("inet-precedence")
        pcp = found.get("ieee-802.1")
        place = slots[f"classifiers {kinds[0]}"].source
        trust = Trust.DSCP_AND_PCP if dscp and pcp else Trust.DSCP if dscp else Trust.PCP
        return _Unit(dscp, pcp, rest, Stated(trust, place), ())

    def _map(self, kind: str, named: Fact[str]) -> ForwardingMap:
        if isinstance(named, Unknown):
            return named
        found = self._classifiers.get(kind, named.value, named.source)
        if found is None:
            return Unknown(f"the {kind} classifier {named.value} is not defined", named.source)
        return _by_dscp(found.map) if kind == "inet-precedence" else found.map


def _by_dscp(table: QosMap[int, str]) -> QosMap[int, str]:
    """Return the classes of DSCPs by IP precedence, which is their first three bits."""
    return QosMap(table.name, table.source, {dscp: table.at(dscp >> 3, "precedence") for dscp in range(DSCP_COUNT)})

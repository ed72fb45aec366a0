"""From the marking of a packet to its traffic class, and from the class to queue, priorities and DSCP."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos import DSCP_COUNT, PRIORITY_COUNT, Classification, DscpRewrite, TrafficClass
from roce_lint.model.qos_tables import ClassBinding, OptionalTable, PortBinding, QosDefaults, QosMap
from roce_lint.model.terms import Trust
from roce_lint.os.compose.pfc import pausing_by_group


def compose_trust(port: PortBinding, defaults: QosDefaults) -> Fact[Trust]:
    """Return which marking selects the class; unless the port states it, the maps that it binds decide."""
    if port.trust is not None:
        return port.trust
    classifies = port.classifies
    if classifies.dscp is None and classifies.pcp is None:
        return defaults.no_trust.at(classifies.at)
    trust = Trust.DSCP_AND_PCP if classifies.dscp and classifies.pcp else Trust.DSCP if classifies.dscp else Trust.PCP
    return Stated(trust, classifies.at)


class ClassComposer:
    """Composes what classifies at the ports of one device; ports that bind the same maps share the answer."""

    def __init__(self, defaults: QosDefaults) -> None:
        self._defaults = defaults
        self._expanded: dict[int, tuple[Fact[str], ...]] = {}
        self._classifications: dict[tuple[object, ...], Classification] = {}
        self._classes: dict[tuple[object, ...], tuple[TrafficClass, ...]] = {}
        self._rewrites: dict[int, tuple[DscpRewrite, ...]] = {}
        self._kept: list[object] = []
        """What the keys above name by identity."""

    def classification(self, binding: ClassBinding) -> Classification:
        """Return the class of each marking."""
        at = None if binding.dscp and binding.pcp else binding.at
        key = (id(binding.dscp), id(binding.pcp), id(binding.otherwise), binding.policers, at)
        found = self._classifications.get(key)
        if found is None:
            found = self._classifications[key] = Classification(
                self._expand(binding.dscp, DSCP_COUNT, "DSCP", binding.at),
                self._expand(binding.pcp, PRIORITY_COUNT, "PCP", binding.at),
                binding.otherwise or self._defaults.class_without_map.at(binding.at),
                binding.policers,
            )
            self._kept.append(binding)
        return found

    def _expand(
        self, table: OptionalTable[QosMap[int, str]], size: int, what: str, at: Source
    ) -> tuple[Fact[str], ...]:
        if table is None:
            return (self._defaults.class_without_map.at(at),) * size
        if isinstance(table, Unknown):
            return (table,) * size
        found = self._expanded.get(id(table))
        if found is None:
            found = self._expanded[id(table)] = tuple([table.at(number, what) for number in range(size)])
            self._kept.append(table)
        return found

    def classes(self, port: PortBinding) -> tuple[TrafficClass, ...]:
        """Return the classes of a port: their queues, and the priorities that they make it pause."""
        pauses_of = port.pfc.pauses_of
        pausing = {} if pauses_of is not None else pausing_by_group(port.pfc)
        shared = port.queue_of and (pauses_of is not None or port.group_of)
        place = None if shared else port.qos_place
        tables = (port.classes, id(port.queue_of), id(port.group_of), id(pauses_of))
        key = (*tables, tuple(sorted(pausing.items())), place)
        found = self._classes.get(key)
        if found is None:
            no_limit = self._defaults.class_mtu.at(port.qos_place)
            found = self._classes[key] = tuple(
                TrafficClass(name, self._queue(name, port), self._pauses(name, port, pausing), no_limit)
                for name in port.classes
            )
            self._kept.append(port)
        return found

    def _queue(self, name: str, port: PortBinding) -> Fact[int]:
        if port.queue_of is None:
            return self._defaults.queue_without_map.at(port.qos_place)
        queue = port.queue_of.at(name, "traffic class")
        if not isinstance(queue, Unknown) and queue.value >= len(port.queues):
            return Unknown(f"queue {queue.value} is beyond the eight that are evaluated", queue.source)
        return queue

    def _pauses(self, name: str, port: PortBinding, pausing: dict[int, frozenset[int]]) -> Fact[frozenset[int]]:
        if port.pfc.pauses_of is not None:
            return port.pfc.pauses_of[name]
        groups, defaults = port.group_of, self._defaults
        group = groups.at(name, "traffic class") if groups else defaults.group_without_map.at(port.qos_place)
        if isinstance(group, Unknown):
            return group
        found = pausing.get(group.value, frozenset())
        moved = port.pfc.group_of.entries.get(min(found)) if found and port.pfc.group_of else None
        if moved is not None and name == str(group.value) not in {str(number) for number in found}:
            # The class has the group of its number, and another priority was given that group.
            return Stated(found, moved.source)
        return Stated(found, group.source) if found else defaults.class_without_pause.at(group.source)

    def rewrites(self, port: PortBinding) -> tuple[Fact[bool], tuple[DscpRewrite, ...]]:
        """Return whether the DSCP is rewritten, and what each class leaves with."""
        table, at = port.rewrite, port.rewrite_at or port.place
        if table is None:
            return self._defaults.not_rewritten.at(at), ()
        if isinstance(table, Unknown):
            return table, ()
        if id(table) not in self._rewrites:
            self._rewrites[id(table)] = rewrites_of(table, port.classes)
        return Stated(True, at), self._rewrites[id(table)]


def rewrites_of(table: QosMap[str, int], classes: Iterable[str]) -> tuple[DscpRewrite, ...]:
    """Return the DSCP of each class, those that the map does not list among them where it says what they get."""
    names = table.entries if table.unlisted is None else sorted({*classes, *table.entries})
    return tuple([DscpRewrite(name, table.at(name, "class")) for name in names])


def agreed(
    maps: Sequence[QosMap[int, str] | Unknown], size: int, because: str, place: Source | None = None
) -> QosMap[int, str] | Unknown:
    """Return what all of several maps say that hold at once, such as those of IPv4 and IPv6.

    What they differ in is unknown for the reason given, at `place` or where the first says it.
    """
    first = maps[0]
    if all(one == first for one in maps):
        return first
    entries: dict[int, Fact[str]] = {}
    for number in range(size):
        each = [one if isinstance(one, Unknown) else one.at(number, "marking") for one in maps]
        unknown = [one for one in each if isinstance(one, Unknown)]
        known = {one.value for one in each if not isinstance(one, Unknown)}
        differ = Unknown(because, place or each[0].source)
        entries[number] = unknown[0] if unknown else each[0] if len(known) == 1 else differ
    return QosMap("maps that hold at once", first.source, entries)

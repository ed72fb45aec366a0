"""From the marking of a packet to its traffic class, and from the class to queue, priority group and DSCP."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos import DSCP_COUNT, PRIORITY_COUNT, Classification, DscpRewrite, TrafficClass
from roce_lint.model.qos_tables import ClassBinding, OptionalTable, QosDefaults, QosMap
from roce_lint.model.terms import Trust


class ClassComposer:
    """Composes what classifies at the ports of one device; ports that bind the same maps share the answer."""

    def __init__(self, defaults: QosDefaults) -> None:
        self._defaults = defaults
        self._expanded: dict[tuple[int, int], tuple[Fact[str], ...]] = {}
        self._classifications: dict[tuple[object, ...], Classification] = {}
        self._classes: dict[tuple[object, ...], tuple[TrafficClass, ...]] = {}
        self._kept: list[object] = []
        """What the keys above speak of by identity."""

    def trust(self, binding: ClassBinding) -> Fact[Trust]:
        """Return which marking selects the class; unless the binding states it, the maps that are bound decide."""
        if binding.trust is not None:
            return binding.trust
        if binding.dscp is None and binding.pcp is None:
            return self._defaults.no_trust.at(binding.at)
        trust = Trust.DSCP_AND_PCP if binding.dscp and binding.pcp else Trust.DSCP if binding.dscp else Trust.PCP
        return Stated(trust, binding.at)

    def classification(self, binding: ClassBinding) -> Classification:
        """Return the class of each marking."""
        at = None if binding.dscp and binding.pcp else binding.at
        key = (id(binding.dscp), id(binding.pcp), binding.policers, at)
        found = self._classifications.get(key)
        if found is None:
            found = self._classifications[key] = Classification(
                self._expand(binding.dscp, DSCP_COUNT, "DSCP", binding.at),
                self._expand(binding.pcp, PRIORITY_COUNT, "PCP", binding.at),
                self._defaults.class_without_map.at(binding.at),
                binding.policers,
            )
            self._kept += (binding.dscp, binding.pcp)
        return found

    def _expand(self, table: OptionalTable[QosMap[str]], size: int, what: str, at: Source) -> tuple[Fact[str], ...]:
        if table is None:
            return (self._defaults.class_without_map.at(at),) * size
        if isinstance(table, Unknown):
            return (table,) * size
        key = id(table), size
        found = self._expanded.get(key)
        if found is None:
            found = self._expanded[key] = tuple(table.at(number, what) for number in range(size))
            self._kept.append(table)
        return found

    def classes(
        self, names: Iterable[str], binding: ClassBinding, pausing: Mapping[int, frozenset[int]], at: Source
    ) -> tuple[TrafficClass, ...]:
        """Return the numbered classes `names`; `pausing` has the priorities that pause for each priority group."""
        queues, groups = binding.queue_of, binding.group_of
        place = None if queues and groups else at
        key = (names, id(queues), id(groups), tuple(sorted(pausing.items())), place)
        found = self._classes.get(key)
        if found is None:
            no_limit = self._defaults.class_mtu.at(at)
            found = self._classes[key] = tuple(
                TrafficClass(name, self._queue(queues, name, at), self._pauses(groups, name, pausing, at), no_limit)
                for name in names
            )
            self._kept += (queues, groups)
        return found

    def _queue(self, queues: QosMap[int] | None, name: str, at: Source) -> Fact[int]:
        if queues is None:
            return self._defaults.queue_without_map.at(at)
        queue = queues.at(int(name), "traffic class")
        if not isinstance(queue, Unknown) and queue.value >= PRIORITY_COUNT:
            return Unknown(f"queue {queue.value} is beyond the eight that are evaluated", queue.source)
        return queue

    def _pauses(
        self, groups: QosMap[int] | None, name: str, pausing: Mapping[int, frozenset[int]], at: Source
    ) -> Fact[frozenset[int]]:
        group = groups.at(int(name), "traffic class") if groups else self._defaults.group_without_map.at(at)
        if isinstance(group, Unknown):
            return group
        found = pausing.get(group.value, frozenset())
        return Stated(found, group.source) if found else self._defaults.class_without_pause.at(group.source)

    def rewrites(self, binding: ClassBinding) -> tuple[Fact[bool], tuple[DscpRewrite, ...]]:
        """Return whether the DSCP is rewritten, and what each class leaves with."""
        if binding.rewrite is None:
            return self._defaults.not_rewritten.at(binding.rewrite_at), ()
        listed = tuple(DscpRewrite(str(number), dscp) for number, dscp in sorted(binding.rewrite.entries.items()))
        return Stated(True, binding.rewrite_at), listed

"""Priorities of a port: which pauses it sends and obeys, which queues they stop, and the buffers behind them."""

from __future__ import annotations

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import PRIORITY_COUNT, Priority
from roce_lint.model.qos_tables import PfcBinding, QosDefaults, QosMap


def group_number(number: int, groups: QosMap[int, int] | None) -> int:
    """Return the priority group that makes a port send pauses for a priority; by default that of the same number."""
    listed = groups.entries.get(number) if groups else None
    return number if listed is None or isinstance(listed, Unknown) else listed.value


def pausing_by_group(binding: PfcBinding) -> dict[int, frozenset[int]]:
    """Return the priorities for which a port states that it sends pauses, by their priority group."""
    found: dict[int, frozenset[int]] = {}
    for number, sends in enumerate(binding.sent):
        if isinstance(sends, Stated) and sends.value:
            group = group_number(number, binding.group_of)
            found[group] = found.get(group, frozenset()) | {number}
    return found


def compose_priorities(binding: PfcBinding, at: Source, defaults: QosDefaults) -> tuple[Priority, ...]:
    """Return the eight priorities of a port."""
    return tuple(
        Priority(
            number,
            binding.sent[number],
            binding.received[number],
            _stopped(number, binding.queues_of, at, defaults),
            binding.groups[group_number(number, binding.group_of)],
        )
        for number in range(PRIORITY_COUNT)
    )


def _stopped(
    number: int, queues: QosMap[int, frozenset[int]] | None, at: Source, defaults: QosDefaults
) -> Fact[frozenset[int]]:
    """Return the queues that a received pause stops."""
    if queues is None:
        return Default(frozenset({number}), at, defaults.queue_of_priority)
    return queues.at(number, "priority")

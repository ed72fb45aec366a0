"""Priority flow control: mapping profiles, what they send and obey, and the deadlock watchdog in them."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.names import dot1p_from
from roce_lint.os.srlinux.objects import QosObjects
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Sending:
    """One pfc-queue of `received-traffic` (7220): the traffic that fills it and the priority it pauses.

    `forwarding_classes`, listed at `classes_at`, count on untagged routed ports, `dot1ps` on tagged ones. `switched_on`
    is the leaf enable-pfc of 24.3; later releases have no such switch.
    """

    pfc_queue: str
    priority: Fact[int]
    forwarding_classes: frozenset[str]
    dot1ps: frozenset[int]
    switched_on: Fact[bool]
    source: Source
    classes_at: Source


@dataclass(frozen=True, slots=True)
class Obeying:
    """One egress queue of `received-pfc-pause-frames`: it stops when a pause for `priority` arrives."""

    queue: Fact[int]
    priority: Fact[int]
    switched_on: Fact[bool]
    source: Source


@dataclass(frozen=True, slots=True)
class MappingProfile:
    """One pfc-mapping-profile.

    `switch_by_priority` is `pfc-priority N pfc-enable` of 25.10; `is_switched_by_priority` says that it decides, so
    that a priority without it takes no part.
    """

    name: str
    source: Source
    sending: tuple[Sending, ...]
    obeying: tuple[Obeying, ...]
    switch_by_priority: dict[int, Fact[bool]]
    is_switched_by_priority: bool
    watchdog_enabled: Fact[bool]
    detection_ms: Fact[int]
    recovery_ms: Fact[int]

    def switch(self, priority: int) -> Fact[bool]:
        """Return whether the profile lets this priority take part at all."""
        if priority in self.switch_by_priority:
            return self.switch_by_priority[priority]
        if self.is_switched_by_priority:
            return defaults.PFC_PRIORITY_NOT_LISTED.at(self.source)
        return Stated(True, self.source)


def read_mapping_profiles(
    qos: Node, objects: QosObjects, switched_by_priority: bool, diagnostics: LeafDiagnostics
) -> dict[str, MappingProfile]:
    """Return the pfc-mapping-profiles by name."""
    return {
        entry.key: _profile(entry, objects, switched_by_priority, diagnostics)
        for entry in qos.entries("pfc-mapping-profile")
    }


def _profile(entry: Node, objects: QosObjects, switched: bool, diagnostics: LeafDiagnostics) -> MappingProfile:
    received = entry.at("received-pfc-pause-frames")
    deadlock = received.at("deadlock")
    switches = {
        int(item.key): _priority_switch(item, diagnostics)
        for item in entry.entries("pfc-priority")
        if _is_priority(item, diagnostics)
    }
    watched = diagnostics.boolean(deadlock, "enable", defaults.WATCHDOG_OFF.at(deadlock.source))
    return MappingProfile(
        name=entry.key,
        source=entry.source,
        sending=tuple(_sending(item, objects, diagnostics) for item in _pfc_queues(entry)),
        obeying=tuple(_obeying(item, objects, switched, diagnostics) for item in received.entries("queue")),
        switch_by_priority=switches,
        is_switched_by_priority=switched,
        watchdog_enabled=watched,
        detection_ms=_detection(deadlock, diagnostics),
        recovery_ms=_recovery(deadlock, diagnostics),
    )


def _pfc_queues(entry: Node) -> list[Node]:
    return entry.select("received-traffic/unicast-mapping/pfc-queue")


def _is_priority(item: Node, diagnostics: LeafDiagnostics) -> bool:
    try:
        dot1p_from(item.key)
    except ValueError:
        diagnostics.not_read(f"pfc-priority {item.key!r} is no priority from 0 to 7", item.source)
        item.pass_over()
        return False
    return True


def _priority_switch(item: Node, diagnostics: LeafDiagnostics) -> Fact[bool]:
    mode = item.take("pfc-operation-mode")
    if mode.line:
        because = "the values of pfc-operation-mode are not published (SR Linux 25.7)"
        diagnostics.not_read(because, mode.source)
        return Unknown(because, mode.source)
    absent = Unknown(defaults.PFC_PRIORITY_DEFAULT_NOT_PUBLIC, item.source)
    return diagnostics.boolean(item, "pfc-enable", absent)


def _priority(item: Node, diagnostics: LeafDiagnostics) -> Fact[int]:
    """Return the pause priority: a leaf since 25.3, a leaf-list of one value before."""
    leaf = item.take("pfc-pause-frame-priority")
    if len(leaf.values) > 1:
        because = "a queue takes one pause priority: the leaf-list of releases before 25.3 has one value at most"
        diagnostics.refused(f"pfc-pause-frame-priority {' '.join(leaf.values)}", because, leaf.source)
        return Unknown(because, leaf.source)
    absent = Unknown(f"{item.name} {item.key} states no pfc-pause-frame-priority", item.source)
    return diagnostics.typed(leaf, dot1p_from, absent)


def _sending(item: Node, objects: QosObjects, diagnostics: LeafDiagnostics) -> Sending:
    classes, dot1ps = item.take("forwarding-class"), item.take("dot1p")
    index, priority = objects.pfc_queue_index(item.key, item.first_line), _priority(item, diagnostics)
    if isinstance(index, Stated) and not isinstance(priority, Unknown) and index.value != priority.value:
        because = (
            f"{item.key} pauses priority {priority.value}: what another index of a pfc-queue does is not published"
        )
        diagnostics.not_read(because, index.source)
    for name in classes.values:
        objects.use_class(name, classes.source)
    numbers = []
    for text in dot1ps.values:
        try:
            numbers.append(dot1p_from(text))
        except ValueError as fault:
            diagnostics.not_read(str(fault), dot1ps.source)
    return Sending(
        item.key,
        priority,
        frozenset(classes.values),
        frozenset(numbers),
        diagnostics.boolean(item, "enable-pfc", Stated(True, item.first_line)),
        item.source,
        classes.source if classes.line else item.source,
    )


def _obeying(item: Node, objects: QosObjects, switched: bool, diagnostics: LeafDiagnostics) -> Obeying:
    absent: Fact[bool] = defaults.ENABLE_PFC.at(item.source)
    if switched:
        absent = Stated(True, item.first_line)
    return Obeying(
        objects.queue_index(item.key, item.first_line),
        _priority(item, diagnostics),
        diagnostics.boolean(item, "enable-pfc", absent),
        item.source,
    )


def _detection(deadlock: Node, diagnostics: LeafDiagnostics) -> Fact[int]:
    if deadlock.has("detection-time"):
        leaf = deadlock.take("detection-time")
        because = "the unit of detection-time is not published (SR Linux 24.3, no chassis has it)"
        diagnostics.not_read(because, leaf.source)
        return Unknown(because, leaf.source)
    return diagnostics.integer(deadlock, "detection-timer", defaults.DETECTION_MS.at(deadlock.source), 10, 1500)


def _recovery(deadlock: Node, diagnostics: LeafDiagnostics) -> Fact[int]:
    if deadlock.has("recovery-time-factor"):
        leaf = deadlock.take("recovery-time-factor")
        because = "recovery-time-factor counts in detection times (SR Linux 24.3, no chassis has it)"
        diagnostics.not_read(because, leaf.source)
        return Unknown(because, leaf.source)
    return diagnostics.integer(deadlock, "recovery-timer", defaults.RECOVERY_MS.at(deadlock.source), 100, 1500)

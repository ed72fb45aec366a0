"""What the egress queues of a port bind: profiles, limits and scheduling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.logic import is_false
from roce_lint.model.qos_tables import Absence, Curve, QueueBinding, Rate, Scheduler
from roce_lint.model.terms import Scheduling
from roce_lint.os.compose.queues import without_marks
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.bindings import PortUses
from roce_lint.os.srlinux.buffers import SrlinuxBufferProfile
from roce_lint.os.srlinux.chassis import Family
from roce_lint.os.srlinux.objects import QUEUE_COUNT, QosObjects
from roce_lint.os.srlinux.schedulers import SchedulerPolicy
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass, replace

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EgressObjects:
    """All that a port's output may be bound to, by name; `marking_block` is absent (line 0) where ECN is off."""

    family: Family
    place: Source
    buffers: dict[str, SrlinuxBufferProfile]
    marking: dict[str, Curve]
    templates: dict[str, Curve]
    template_bursts: dict[str, Fact[int]]
    schedulers: dict[str, SchedulerPolicy]
    marking_block: Source


def read_template_bursts(qos: Node, diagnostics: LeafDiagnostics) -> dict[str, Fact[int]]:
    """Return the maximum-burst-size of the queue-templates of releases up to 23.10, in bytes."""
    bursts: dict[str, Fact[int]] = {}
    for entry in qos.select("queue-templates/queue-template"):
        depth = entry.at("queue-depth")
        depth.take("high-threshold-bytes")
        dynamic = Default(0, entry.source, "maximum-burst-size is 0 (srl_nokia-qos YANG 23.10)")
        bursts[entry.key] = diagnostics.integer(depth, "maximum-burst-size", dynamic)
    return bursts


class EgressQueues:
    """Says what the egress queues of ports bind; ports with equal bindings share one tuple."""

    def __init__(self, known: EgressObjects, objects: QosObjects, diagnostics: LeafDiagnostics) -> None:
        self._known = known
        self._objects = objects
        self._diagnostics = diagnostics
        self._indices_at = [objects.index_at(index) for index in range(QUEUE_COUNT)]
        self._sound: dict[tuple[object, ...], tuple[QueueBinding, ...]] = {}
        """Those that have nothing to report: the others do so at every use."""

    def of(self, uses: PortUses, interface: Source) -> tuple[QueueBinding, ...]:
        """Return what the eight queues of a port at `interface` bind; missing profiles are reported at every use."""
        if not uses.place.line:
            uses = replace(uses, place=interface)
        home = self._home(uses)
        bound = tuple([(queue, use.value) for queue, use in (*uses.queue_templates, *uses.queue_profiles)])
        key = (uses.buffer_profile.value, uses.scheduler_policy.value, bound, home.line)
        found = self._sound.get(key)
        if found is None or uses.old_scheduling:
            count = self._diagnostics.count
            found = self._bindings(uses, home)
            if self._diagnostics.count == count and not uses.old_scheduling:
                self._sound[key] = found
        return found

    def _bindings(self, uses: PortUses, home: Source) -> tuple[QueueBinding, ...]:
        curves = self._curves(uses)
        buffer = self._look_up("buffer-allocation-profile", uses.buffer_profile, self._known.buffers)
        policy = self._look_up("scheduler-policy", uses.scheduler_policy, self._known.schedulers)
        old = _old_schedulers(uses, self._objects, self._diagnostics)
        return tuple(
            [self._binding(index, uses, curves, buffer, old.get(index, policy), home) for index in range(QUEUE_COUNT)]
        )

    def _look_up(self, kind: str, use: Node, table: Mapping[str, T]) -> T | Unknown | None:
        if not use.value:
            return None
        if use.value not in table:
            self._diagnostics.undefined(kind, use.value, use.source)
            return Unknown(f"the {kind} {use.value} is not defined", use.source)
        return table[use.value]

    def _home(self, uses: PortUses) -> Source:
        """Return the block that lacks a profile: the port's own, where it binds none of those that the device has."""
        binds_all = uses.buffer_profile.value and (uses.queue_profiles or uses.queue_templates)
        has_profiles = self._known.marking or self._known.templates
        return uses.place if has_profiles and uses.place.line and not binds_all else self._known.place

    def _curves(self, uses: PortUses) -> dict[int, Curve | Unknown]:
        """Return the profile of each queue index that has one."""
        found: dict[int, Curve | Unknown] = {}
        for pairs, profiles, kind in (
            (uses.queue_profiles, self._known.marking, "queue-management-profile"),
            (uses.queue_templates, self._known.templates, "queue-template"),
        ):
            for queue, use in pairs:
                index = self._objects.queue_index(queue, use.source)
                if use.value not in profiles:
                    self._diagnostics.undefined(kind, use.value, use.source)
                if not isinstance(index, Unknown):
                    gone = Unknown("the bound queue profile is not defined", self._known.place)
                    found[index.value] = profiles.get(use.value, gone)
        return found

    def _binding(
        self,
        index: int,
        uses: PortUses,
        curves: Mapping[int, Curve | Unknown],
        buffer: SrlinuxBufferProfile | Unknown | None,
        served: Scheduler | SchedulerPolicy | Unknown | None,
        home: Source,
    ) -> QueueBinding:
        burst = self._burst(index, uses, buffer, home)
        if isinstance(served, SchedulerPolicy):
            unlisted = Unknown(
                f"the scheduler-policy {uses.scheduler_policy.value} does not list this queue", served.source
            )
            full = Rate(defaults.FULL_RATE.at(served.source), is_percent=True)
            served = served.served.get(index, Scheduler(unlisted, unlisted, shape=full, is_listed=False))
        return QueueBinding(
            Absence(self._known.place),
            served,
            self._curve(curves.get(index), burst, uses, home),
            _limits(burst, self._known.family),
            self._indices_at[index],
            burst,
        )

    def _curve(self, curve: Curve | Unknown | None, burst: Fact[int], uses: PortUses, home: Source) -> Curve | Unknown:
        """Return what a queue does to RoCE; no slope marks without the global container and a fixed burst."""
        if curve is None:
            off, drops = defaults.NOT_MARKED.at(home), defaults.NOT_DROPPED_EARLY.at(self._known.place)
            return without_marks(off, drops, defaults.QOS.no_curve, defaults.QOS)
        if isinstance(curve, Unknown) or is_false(curve.ecn_enabled):
            return curve
        if not self._known.marking_block.line:
            return replace(curve, ecn_enabled=defaults.MARKING_OFF.at(curve.ecn_enabled.source))
        if not uses.queue_templates and not isinstance(burst, Unknown) and burst.value == 0:
            return replace(curve, ecn_enabled=defaults.NO_BURST.at(burst.source))
        return curve

    def _burst(
        self, index: int, uses: PortUses, buffer: SrlinuxBufferProfile | Unknown | None, home: Source
    ) -> Fact[int]:
        """Return the queue's maximum-burst-size in bytes, 0 for a dynamic limit."""
        for queue, use in uses.queue_templates:
            template_index = self._objects.queue_index(queue, use.source)
            if not isinstance(template_index, Unknown) and template_index.value == index:
                return self._known.template_bursts.get(use.value, Unknown("the template is not defined", use.source))
        if isinstance(buffer, Unknown):
            return buffer
        place = buffer.source if buffer else home
        dynamic = Default(0, place, "no buffer-allocation-profile limits this queue")
        return buffer.burst_by_queue.get(index, dynamic) if buffer else dynamic


def _limits(burst: Fact[int], family: Family) -> tuple[Fact[int], Fact[float]]:
    """Return the fixed limit in bytes and alpha of a queue with this maximum-burst-size."""
    if isinstance(burst, Unknown):
        return burst, burst
    if burst.value:
        return burst, Unknown("maximum-burst-size sets a fixed limit", burst.source)
    if family is Family.XGS:
        return Unknown("the limit is dynamic", burst.source), defaults.XGS_ALPHA.at(burst.source)
    if family is Family.DNX:
        return defaults.DNX_LIMIT_BYTES.at(burst.source), Unknown("the chip's alpha is not published", burst.source)
    unknown = Unknown("maximum-burst-size is 0, which means different things on 7220 and 7250", burst.source)
    return unknown, unknown


def _old_schedulers(uses: PortUses, objects: QosObjects, diagnostics: LeafDiagnostics) -> dict[int, Scheduler]:
    """Return the scheduling of releases up to 23.10, which stands at each queue (7250) or in tiers (7220).

    The nodes of a tier carry numbers, not queue names, so that the tiers go to unread and make every queue Unknown.
    """
    shares: dict[int, Scheduler] = {}
    for block in uses.old_scheduling:
        if block.name == "tier":
            for leaf in block.leaves_below():
                leaf.accounted = True
                diagnostics.not_read("scheduler nodes of releases up to 23.10 are not interpreted", leaf.source)
            unknown = Unknown("scheduler nodes of releases up to 23.10 are not interpreted", block.source)
            for index in range(QUEUE_COUNT):
                shares.setdefault(index, Scheduler(unknown, unknown, shape=Rate(unknown, is_percent=True)))
            continue
        scheduling = block.at("scheduling")
        if not block.has("scheduling"):
            continue
        index_fact = objects.queue_index(block.key, block.first_line)
        if not isinstance(index_fact, Unknown):
            shares[index_fact.value] = _old_scheduler(scheduling, diagnostics)
    return shares


def _old_scheduler(scheduling: Node, diagnostics: LeafDiagnostics) -> Scheduler:
    absent = Unknown("strict-priority is not stated", scheduling.source)
    strict = diagnostics.boolean(scheduling, "strict-priority", absent)
    peak = diagnostics.integer(scheduling, "peak-rate-percent", Unknown("", scheduling.source), 0, 100)
    full = defaults.FULL_RATE.at(scheduling.source)
    shape = Rate(peak if scheduling.has("peak-rate-percent") else full, is_percent=True)
    weight = scheduling.take("weight")
    if isinstance(strict, Stated) and strict.value:
        nothing = defaults.STRICT_HAS_NO_SHARE.at(scheduling.source)
        return Scheduler(Stated(Scheduling.STRICT, strict.source), nothing, shape=shape)
    relative = Unknown("the weight counts against the other queues' weights", scheduling.source)
    if weight.line:
        return Scheduler(Stated(Scheduling.WEIGHTED, weight.source), relative, shape=shape)
    if isinstance(strict, Stated):
        return Scheduler(Stated(Scheduling.WEIGHTED, strict.source), relative, shape=shape)
    unknown = Unknown("neither strict-priority nor weight is stated", scheduling.source)
    return Scheduler(unknown, unknown, shape=shape)

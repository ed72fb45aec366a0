"""The egress queues of a port: profiles, limits and scheduling put together."""

from __future__ import annotations

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import Queue
from roce_lint.model.terms import Scheduling
from roce_lint.os.srlinux import defaults
from roce_lint.os.srlinux.bindings import PortUses
from roce_lint.os.srlinux.buffers import SrlinuxBufferProfile
from roce_lint.os.srlinux.chassis import Family
from roce_lint.os.srlinux.ecn import MarkingProfile
from roce_lint.os.srlinux.objects import QUEUE_COUNT, QosObjects
from roce_lint.os.srlinux.schedulers import QueueShare, SchedulerPolicy
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class EgressObjects:
    """All that a port's output may be bound to, by name; `marking_block` is absent (line 0) where ECN is off."""

    family: Family
    place: Source
    buffers: dict[str, SrlinuxBufferProfile]
    marking: dict[str, MarkingProfile]
    templates: dict[str, MarkingProfile]
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
    """Makes the queues of ports; ports with equal bindings share one tuple."""

    def __init__(self, known: EgressObjects, objects: QosObjects, diagnostics: LeafDiagnostics) -> None:
        self._known = known
        self._objects = objects
        self._diagnostics = diagnostics
        self._no_guarantee = defaults.NO_GUARANTEE.at(known.place)
        self._not_dropped = defaults.NOT_DROPPED_EARLY.at(known.place)
        self._indices_at = [objects.index_at(index) for index in range(QUEUE_COUNT)]
        self._shares: dict[tuple[int, str], QueueShare] = {}
        self._made: dict[tuple[str, ...], tuple[Queue, ...]] = {}
        self._sound: dict[tuple[object, ...], tuple[Queue, ...]] = {}
        """Those that have nothing to report: the others do so at every use."""

    def of(self, uses: PortUses, interface: Source) -> tuple[Queue, ...]:
        """Return the eight queues of a port at `interface`; missing profiles are reported at every use."""
        if not uses.place.line:
            uses = replace(uses, place=interface)
        bound = (
            uses.buffer_profile.value,
            uses.scheduler_policy.value,
            tuple([(queue, use.value) for queue, use in uses.queue_profiles]),
            tuple([(queue, use.value) for queue, use in uses.queue_templates]),
            self._home(uses).line,
        )
        sound = self._sound.get(bound)
        if sound is not None and not uses.old_scheduling:
            return sound
        count = self._diagnostics.count
        queues = self._of(uses)
        if self._diagnostics.count == count and not uses.old_scheduling:
            self._sound[bound] = queues
        return queues

    def _of(self, uses: PortUses) -> tuple[Queue, ...]:
        marking = self._marking_by_index(uses)
        buffer = self._known.buffers.get(uses.buffer_profile.value)
        scheduler = self._known.schedulers.get(uses.scheduler_policy.value)
        if uses.buffer_profile.value and buffer is None:
            self._diagnostics.undefined(
                "buffer-allocation-profile", uses.buffer_profile.value, uses.buffer_profile.source
            )
        if uses.scheduler_policy.value and scheduler is None:
            self._diagnostics.undefined("scheduler-policy", uses.scheduler_policy.value, uses.scheduler_policy.source)
        old = _old_shares(uses, self._objects, self._diagnostics)
        names = [f"{index}={profile.name if profile else '?'}" for index, profile in sorted(marking.items())]
        templates = [f"{queue}={use.value}" for queue, use in uses.queue_templates]
        key = (
            uses.buffer_profile.value,
            uses.scheduler_policy.value,
            *names,
            "/",
            *templates,
            str(self._home(uses).line),
        )
        if key in self._made and not old:
            return self._made[key]
        home = self._home(uses)
        queues = tuple([self._queue(index, uses, marking, old, home) for index in range(QUEUE_COUNT)])
        self._made[key] = queues
        if old:
            self._sound.clear()
        return queues

    def _home(self, uses: PortUses) -> Source:
        """Return the block that lacks a profile: the port's own, where it binds none of those that the device has."""
        binds_all = uses.buffer_profile.value and (uses.queue_profiles or uses.queue_templates)
        has_profiles = self._known.marking or self._known.templates
        return uses.place if has_profiles and uses.place.line and not binds_all else self._known.place

    def _marking_by_index(self, uses: PortUses) -> dict[int, MarkingProfile | None]:
        """Return the profile of each queue index that has one; an undefined profile is None."""
        found: dict[int, MarkingProfile | None] = {}
        for pairs, profiles, kind in (
            (uses.queue_profiles, self._known.marking, "queue-management-profile"),
            (uses.queue_templates, self._known.templates, "queue-template"),
        ):
            for queue, use in pairs:
                index = self._objects.queue_index(queue, use.source)
                if use.value not in profiles:
                    self._diagnostics.undefined(kind, use.value, use.source)
                if not isinstance(index, Unknown):
                    found[index.value] = profiles.get(use.value)
        return found

    def _queue(
        self,
        index: int,
        uses: PortUses,
        marking: dict[int, MarkingProfile | None],
        old: dict[int, QueueShare],
        home: Source,
    ) -> Queue:
        burst = self._burst(index, uses, home)
        limit, alpha = _limits(burst, self._known.family)
        share = old.get(index) or self._share(index, uses)
        return Queue(
            index,
            share.scheduling,
            share.weight_percent,
            self._no_guarantee,
            share.shape_percent,
            *self._ecn(index, uses, marking, burst, home),
            limit,
            alpha,
            is_scheduled=share.is_listed,
            index_at=self._indices_at[index],
        )

    def _ecn(
        self, index: int, uses: PortUses, marking: dict[int, MarkingProfile | None], burst: Fact[int], home: Source
    ) -> tuple[Fact[bool], Fact[int], Fact[int], Fact[float], Fact[int], Fact[bool]]:
        """Return what marks and drops early, in the order of `Queue`."""
        profile = marking.get(index)
        if profile is None and index in marking:
            gone = Unknown("the bound queue profile is not defined", self._known.place)
            return gone, gone, gone, gone, gone, gone
        if profile is None:
            off = defaults.NOT_MARKED.at(home)
            none = Unknown("the queue does not mark ECN", off.source)
            return off, none, none, none, none, self._not_dropped
        return (
            self._marks(profile, burst, uses),
            profile.kmin.in_bytes(burst),
            profile.kmax.in_bytes(burst),
            profile.pmax_percent,
            profile.averaging_weight,
            profile.wred_drop_enabled,
        )

    def _marks(self, profile: MarkingProfile, burst: Fact[int], uses: PortUses) -> Fact[bool]:
        """Return whether the profile marks: no slope does without the global container and a fixed burst."""
        marks = profile.ecn_enabled
        if not isinstance(marks, Unknown) and not marks.value:
            return marks
        if not self._known.marking_block.line:
            return defaults.MARKING_OFF.at(marks.source)
        if not uses.queue_templates and _is_zero(burst):
            return defaults.NO_BURST.at(burst.source)
        return marks

    def _burst(self, index: int, uses: PortUses, home: Source) -> Fact[int]:
        """Return the queue's maximum-burst-size in bytes, 0 for a dynamic limit."""
        for queue, use in uses.queue_templates:
            template_index = self._objects.queue_index(queue, use.source)
            if not isinstance(template_index, Unknown) and template_index.value == index:
                return self._known.template_bursts.get(use.value, Unknown("the template is not defined", use.source))
        name = uses.buffer_profile.value
        dynamic = Default(0, home, "no buffer-allocation-profile limits this queue")
        if not name:
            return dynamic
        profile = self._known.buffers.get(name)
        if profile is None:
            return Unknown(f"the buffer-allocation-profile {name} is not defined", uses.buffer_profile.source)
        return profile.burst_by_queue.get(index, Default(0, profile.source, dynamic.because))

    def _share(self, index: int, uses: PortUses) -> QueueShare:
        name = uses.scheduler_policy.value
        if name and name not in self._known.schedulers:
            gone = Unknown(f"the scheduler-policy {name} is not defined", uses.scheduler_policy.source)
            return QueueShare(gone, gone, gone)
        if (index, name) not in self._shares:
            self._shares[index, name] = self._share_of(index, name) if name else _strict(self._known.place)
        return self._shares[index, name]

    def _share_of(self, index: int, name: str) -> QueueShare:
        policy = self._known.schedulers[name]
        unlisted = Unknown(f"the scheduler-policy {name} does not list this queue", policy.source)
        return policy.shares.get(index, QueueShare(unlisted, unlisted, defaults.FULL_RATE.at(policy.source), False))


def _strict(place: Source) -> QueueShare:
    return QueueShare(defaults.STRICT.at(place), defaults.STRICT_HAS_NO_SHARE.at(place), defaults.FULL_RATE.at(place))


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


def _old_shares(uses: PortUses, objects: QosObjects, diagnostics: LeafDiagnostics) -> dict[int, QueueShare]:
    """Return the scheduling of releases up to 23.10, which stands at each queue (7250) or in tiers (7220).

    The nodes of a tier carry numbers, not queue names, so that the tiers go to unread and make every queue Unknown.
    """
    shares: dict[int, QueueShare] = {}
    for block in uses.old_scheduling:
        if block.name == "tier":
            for leaf in block.leaves_below():
                leaf.accounted = True
                diagnostics.not_read("scheduler nodes of releases up to 23.10 are not interpreted", leaf.source)
            unknown = Unknown("scheduler nodes of releases up to 23.10 are not interpreted", block.source)
            for index in range(QUEUE_COUNT):
                shares.setdefault(index, QueueShare(unknown, unknown, unknown))
            continue
        scheduling = block.at("scheduling")
        if not block.has("scheduling"):
            continue
        index_fact = objects.queue_index(block.key, block.first_line)
        if not isinstance(index_fact, Unknown):
            shares[index_fact.value] = _old_share(scheduling, diagnostics)
    return shares


def _old_share(scheduling: Node, diagnostics: LeafDiagnostics) -> QueueShare:
    absent = Unknown("strict-priority is not stated", scheduling.source)
    strict = diagnostics.boolean(scheduling, "strict-priority", absent)
    peak = diagnostics.integer(scheduling, "peak-rate-percent", Unknown("", scheduling.source), 0, 100)
    shape: Fact[float] = peak if scheduling.has("peak-rate-percent") else defaults.FULL_RATE.at(scheduling.source)
    weight = scheduling.take("weight")
    if isinstance(strict, Stated) and strict.value:
        nothing = defaults.STRICT_HAS_NO_SHARE.at(scheduling.source)
        return QueueShare(Stated(Scheduling.STRICT, strict.source), nothing, shape)
    relative = Unknown("the weight counts against the other queues' weights", scheduling.source)
    if weight.line:
        return QueueShare(Stated(Scheduling.WEIGHTED, weight.source), relative, shape)
    if isinstance(strict, Stated):
        return QueueShare(Stated(Scheduling.WEIGHTED, strict.source), relative, shape)
    unknown = Unknown("neither strict-priority nor weight is stated", scheduling.source)
    return QueueShare(unknown, unknown, shape)


def _is_zero(burst: Fact[int]) -> bool:
    return not isinstance(burst, Unknown) and burst.value == 0

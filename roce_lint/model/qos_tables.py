"""QoS as every switch configures it: named tables, and what a port binds of them.

A reader fills the tables from its own words; `os/compose` makes ports of them, in one way for all systems. Tables hold
what lines say, in the units of the model. What is absent is None, and `QosDefaults` says what then holds; what is bound
and cannot be interpreted is an `Unknown`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeAlias, TypeVar

from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Unknown
from roce_lint.model.qos import NO_PCP_REWRITTEN, SIZES_TELL, PfcWatchdog, Policer, PriorityGroup
from roce_lint.model.terms import PfcMode, Scheduling, Trust
from roce_lint.model.vendor_default import UndocumentedDefault, VendorDefault
from roce_lint.values import dataclass

Key = TypeVar("Key", int, str)
T = TypeVar("T")
Entry = TypeVar("Entry")
OptionalTable: TypeAlias = Entry | Unknown | None
"""A table that is bound, what is bound and not known, or nothing."""


@dataclass(frozen=True, eq=False, slots=True)
class QosMap(Generic[Key, T]):
    """A map from a DSCP, PCP or priority (a number) or from a class (its name) to a class, queue, group or DSCP.

    `name` is how messages name it. `unlisted` holds for keys without an entry; without it they are unknown.
    """

    name: str
    source: Source
    entries: Mapping[Key, Fact[T]]
    unlisted: Fact[T] | None = None

    def at(self, key: Key, what: str) -> Fact[T]:
        """Return what a key is mapped to; `what` names the key in words, such as `traffic class`."""
        found = self.entries.get(key)
        if found is not None:
            return found
        return self.unlisted or Unknown(f"{self.name} does not list {what} {key}", self.source)


@dataclass(frozen=True, slots=True)
class PolicyEntry:
    """One entry of a first-match policy: the DSCPs or PCPs that it matches, all of them where None, and their class."""

    markings: frozenset[int] | Unknown | None
    traffic_class: Fact[str]
    source: Source


@dataclass(frozen=True, slots=True)
class Depth:
    """A queue depth in bytes, or in percent (0 to 100) of the most that the queue may hold."""

    amount: Fact[int]
    is_percent: bool = False


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate in bytes a second, or in percent (0 to 100) of the line."""

    amount: Fact[float]
    is_percent: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Curve:
    """What a profile does to packets of RoCE in a queue: ECN marking or early drop between two depths.

    `kmin_over_kmax` has the ratio of the depths where their unit is of unknown size.
    """

    ecn_enabled: Fact[bool]
    kmin: Depth
    kmax: Depth
    pmax_percent: Fact[float]
    averaging_weight: Fact[int]
    wred_drop_enabled: Fact[bool]
    kmin_over_kmax: Fact[float] = SIZES_TELL


@dataclass(frozen=True, eq=False, slots=True)
class Scheduler:
    """How a queue is served: strictly, or by a weight that counts against those of the other weighted queues.

    `is_percent`: the weight is the share itself. `is_listed`: the scheduler of the port names the queue.
    """

    scheduling: Fact[Scheduling]
    weight: Fact[float]
    guaranteed: Rate | None = None
    shape: Rate | None = None
    is_percent: bool = False
    is_listed: bool = True


@dataclass(frozen=True, eq=False, slots=True)
class BufferPool:
    """Memory that profiles share: its size, and the shared headroom in it. `is_egress`: for queues alone."""

    name: str
    source: Source
    size_bytes: Fact[int]
    headroom_bytes: Fact[int]
    is_egress: bool


@dataclass(frozen=True, eq=False, slots=True)
class BufferProfile:
    """Sizes of a piece of buffer: `group` as the ingress buffer of a priority group, `limits` as those of a queue.

    `pool` is None where it names none. `is_lossless`: it has headroom. `limits` has a fixed limit in bytes, and the
    factor of a dynamic one.
    """

    name: str
    source: Source
    pool: BufferPool | None
    group: PriorityGroup
    limits: tuple[Fact[int], Fact[float]]
    is_lossless: bool


@dataclass(frozen=True, slots=True)
class Absence:
    """Where a binding is absent: `place` would state it.

    `because` is empty, or says why what is stated has no effect, at `because_at`: SONiC applies none of the fields of a
    row that names a missing table.
    """

    place: Source
    because: str = ""
    because_at: Source = NOWHERE

    def holds(self, default: VendorDefault[T]) -> Default[T]:
        """Return the default that holds, for the reason of this absence where it has one."""
        return Default(default.value, self.because_at, self.because) if self.because else default.at(self.place)


@dataclass(frozen=True, slots=True)
class QueueBinding:
    """What one egress queue of a port binds.

    `limits` has its fixed limit in bytes, and the factor of a dynamic one. `memory_bytes` is what depths in percent are
    parts of, where that is not the limit; 0 stands for no fixed size.
    """

    absence: Absence
    scheduler: OptionalTable[Scheduler]
    curve: OptionalTable[Curve]
    limits: tuple[Fact[int], Fact[float]]
    index_at: Source = NOWHERE
    memory_bytes: Fact[int] | None = None


@dataclass(frozen=True, eq=False, slots=True)
class PfcBinding:
    """What a port does about pauses where PFC is on: eight facts each of what it sends and obeys, and maps.

    `queues_of` says which queues a received pause stops, `group_of` which priority group sends pauses for a priority;
    by default those of the same number. `groups` has the buffers of the groups in use, by number. `pauses_of` has the
    priorities that each class makes the port pause, where they do not follow from the group that the class fills.
    """

    sent: tuple[Fact[bool], ...]
    received: tuple[Fact[bool], ...]
    queues_of: QosMap[int, frozenset[int]] | None
    group_of: QosMap[int, int] | None
    groups: Mapping[int, PriorityGroup]
    pauses_of: Mapping[str, Fact[frozenset[int]]] | None = None


@dataclass(frozen=True, eq=False, slots=True)
class ClassBinding:
    """How a port classifies: the maps that it trusts, and the class of packets whose marking is absent or not trusted.

    `otherwise` is None where the system has one class for them.
    """

    at: Source
    dscp: OptionalTable[QosMap[int, str]]
    pcp: OptionalTable[QosMap[int, str]]
    otherwise: Fact[str] | None = None
    policers: tuple[Policer, ...] = ()


@dataclass(frozen=True, slots=True)
class PortBinding:
    """All that one port binds.

    `place` is the block of the port, `qos_place` the one that binds QoS to it; `bound` says whether it does. `classes`
    names what may be selected; `queue_of` maps a class to its queue, `group_of` to the priority group that it fills,
    and `rewrite` to the DSCP that it leaves with, as `rewrite_at` says. `trust` is None where the maps that are bound
    decide it. Bindings that several ports share are one object, so that what follows from them is made once.
    """

    place: Source
    qos_place: Source
    bound: Fact[bool]
    speed_gbps: Fact[int]
    classifies: ClassBinding
    classes: tuple[str, ...]
    queue_of: QosMap[str, int] | None
    group_of: QosMap[str, int] | None
    pfc_mode: Fact[PfcMode]
    pfc: PfcBinding
    queues: tuple[QueueBinding, ...]
    watchdog: PfcWatchdog
    trust: Fact[Trust] | None = None
    rewrite: OptionalTable[QosMap[str, int]] = None
    rewrite_at: Source | None = None
    link_pause_received: Fact[bool] | None = None
    rewrites_pcp: Fact[bool] = NO_PCP_REWRITTEN


@dataclass(frozen=True, slots=True)
class QosDefaults:
    """What a system does where a port binds nothing: every system states all of it, with reason and source.

    `class_without_map`: the class of packets where no map holds. `queue_without_map`, `group_without_map`: those of
    every class. `queue_of_priority`: why a pause stops the queue of its number. `weight`: the share of a queue without
    scheduler. `no_curve`: why a queue without curve has no thresholds.
    """

    no_trust: VendorDefault[Trust]
    class_without_map: VendorDefault[str]
    queue_without_map: VendorDefault[int] | UndocumentedDefault
    group_without_map: VendorDefault[int] | UndocumentedDefault
    class_mtu: VendorDefault[int]
    class_without_pause: VendorDefault[frozenset[int]]
    queue_of_priority: str
    scheduling: VendorDefault[Scheduling]
    weight: VendorDefault[float] | UndocumentedDefault
    guaranteed: VendorDefault[float]
    shape: VendorDefault[float]
    not_marked: VendorDefault[bool]
    no_curve: str
    averaging_weight: VendorDefault[int] | UndocumentedDefault
    not_dropped_early: VendorDefault[bool]
    not_rewritten: VendorDefault[bool]
    link_pause: VendorDefault[bool]

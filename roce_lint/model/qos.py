"""The lossless chain of one port: classification, classes, priorities, queues, watchdog.

DSCP or PCP -> traffic class -> (ingress) priority group and pause priority, (egress) queue -> ECN and scheduler.
No number is assumed to equal another: each step is a fact of its own. Equal parts of several ports should be the
same object, so that a large switch stays small.
"""

from __future__ import annotations

from roce_lint.model.fact import NOWHERE, Fact, Source, Unknown
from roce_lint.model.terms import PfcMode, Scheduling, Trust, WatchdogAction
from roce_lint.values import dataclass

SIZES_TELL = Unknown("the sizes of the thresholds tell it, where they are known", NOWHERE)
IN_SIZES = Unknown("the thresholds are sizes, and no percentages of the queue", NOWHERE)
NO_PCP_REWRITTEN = Unknown("whether the priority in the VLAN tag is rewritten by class is not read here", NOWHERE)
NO_CABLE = Unknown("for which cable the system sizes its headroom is not documented", NOWHERE)
NOT_COMPUTED = Unknown("the system does not compute headroom from it", NOWHERE)
BEST_EFFORT_OR_CONTROL = frozenset({0, 1, 6, 7})
"""Priorities of best effort and background, internetwork and network control (IEEE 802.1Q, traffic types)."""
DSCP_COUNT = 64
PRIORITY_COUNT = 8


@dataclass(frozen=True, slots=True)
class Policer:
    """A rate limit at ingress that drops what exceeds it; `dscps` are the code points (0 to 63) it concerns."""

    dscps: frozenset[int]
    source: Source


@dataclass(frozen=True, slots=True)
class DscpRemark:
    """A policy at ingress that writes `dscp` into packets that arrive with one of `dscps` (0 to 63)."""

    dscps: frozenset[int]
    dscp: int
    source: Source


@dataclass(frozen=True, slots=True)
class Classification:
    """Which traffic class an arriving packet gets, and what is policed; classes are named as the vendor names them.

    `traffic_class_by_dscp` has 64 entries (RFC 2474), `traffic_class_by_pcp` eight (IEEE 802.1Q);
    `traffic_class_otherwise` is for packets whose marking is absent or not trusted.
    The maps say what would happen if the marking were trusted; `PortQos.trust` says whether it is.
    `selected_at` has the line that selects each DSCP, where the fact itself has the line that gives the class; line 0
    where none does. It is empty where the two are one.
    """

    traffic_class_by_dscp: tuple[Fact[str], ...]
    traffic_class_by_pcp: tuple[Fact[str], ...]
    traffic_class_otherwise: Fact[str]
    policers: tuple[Policer, ...] = ()
    selected_at: tuple[Source, ...] = ()
    remarks: tuple[DscpRemark, ...] = ()


@dataclass(frozen=True, slots=True)
class TrafficClass:
    """One internal class of a device (EOS traffic-class, NX-OS qos-group, SR Linux forwarding class, host priority).

    `queue`: index of the egress queue, 0 to 7. `pause_priorities`: the priorities (0 to 7) in the pause frames sent
    when this class congests at ingress, as configured, whether or not the port has PFC on; empty: a lossy class.
    `mtu_limit_bytes`: largest L3 packet that the class carries (65535 where an OS has no limit per class).
    """

    name: str
    queue: Fact[int]
    pause_priorities: Fact[frozenset[int]]
    mtu_limit_bytes: Fact[int]


@dataclass(frozen=True, slots=True)
class PriorityGroup:
    """The ingress buffer of one priority on one port.

    `headroom_bytes`: room above the xoff threshold for what is in flight. `reserved_bytes`: guaranteed minimum.
    `xoff_threshold_bytes`: static xoff threshold, `alpha`: multiplier of the free shared buffer where the xoff
    threshold is dynamic; a device uses one of the two and the other is Unknown with that reason.
    `resume_offset_bytes`: how far below the xoff threshold sending resumes.
    `left_to_system`: sizes that the configuration leaves to defaults whose worth in bytes is not published, in words.
    `sized_by`: where the system computes the sizes itself, from what, in words; they are then as good as stated.
    `sized_for_cable_m`: the length of the cable in m for which the system sizes the headroom that nobody states.
    `sized_for_frame_bytes`, `sized_for_small_percent`: the largest lossless frame, and the share of small packets (0 to
    100), for which the system computes headroom.
    """

    headroom_bytes: Fact[int]
    reserved_bytes: Fact[int]
    xoff_threshold_bytes: Fact[int]
    resume_offset_bytes: Fact[int]
    alpha: Fact[float]
    left_to_system: str = ""
    sized_by: str = ""
    sized_for_cable_m: Fact[int] = NO_CABLE
    sized_for_frame_bytes: Fact[int] = NOT_COMPUTED
    sized_for_small_percent: Fact[int] = NOT_COMPUTED


@dataclass(frozen=True, slots=True)
class Priority:
    """One PFC priority (0 to 7) of a port, as configured, whether or not the port has PFC on.

    `generates_pause`: a lossless ingress group sends pause frames for it. `honours_pause`: a received pause stops
    `paused_queues` (egress queue indices).
    """

    number: int
    generates_pause: Fact[bool]
    honours_pause: Fact[bool]
    paused_queues: Fact[frozenset[int]]
    group: PriorityGroup


RATE_WITHOUT_SPEED = "a rate is given, and the port's speed is not known"
"""How readers begin to say why a rate is no known share of the line."""


@dataclass(frozen=True, slots=True)
class Queue:
    """One egress queue (index 0 to 7) of a port.

    `weight_percent`: share among the weighted queues, 0 to 100. `guaranteed_percent`: minimum of the line rate,
    0 where none. `shape_percent`: maximum of the line rate, 100 where none.
    ECN (RFC 3168, DCQCN): marking starts at `ecn_kmin_bytes`, reaches `ecn_pmax_percent` (0 to 100) at
    `ecn_kmax_bytes`, and is 100 % above; `ecn_averaging_weight` 0 means instantaneous depth. Where ECN is off, the
    thresholds are Unknown with that reason.
    `wred_drop_enabled`: packets of this queue (ECT included) are dropped early instead of marked.
    `limit_bytes`: fixed tail-drop limit; `alpha`: dynamic limit; a device uses one, the other is Unknown.
    `is_scheduled`: the scheduler of the port serves the queue in a way that is documented.
    `index_at`: the line that gives the queue its index, where one does.
    `ecn_kmin_over_kmax`: ratio of the two thresholds, for where they are given in a unit of unknown size (cells).
    `ecn_kmin_percent`, `ecn_kmax_percent`: thresholds that are given as percentages of what the queue may hold.
    """

    index: int
    scheduling: Fact[Scheduling]
    weight_percent: Fact[float]
    guaranteed_percent: Fact[float]
    shape_percent: Fact[float]
    ecn_enabled: Fact[bool]
    ecn_kmin_bytes: Fact[int]
    ecn_kmax_bytes: Fact[int]
    ecn_pmax_percent: Fact[float]
    ecn_averaging_weight: Fact[int]
    wred_drop_enabled: Fact[bool]
    limit_bytes: Fact[int]
    alpha: Fact[float]
    ecn_kmin_over_kmax: Fact[float] = SIZES_TELL
    is_scheduled: bool = True
    index_at: Source = NOWHERE
    ecn_kmin_percent: Fact[float] = IN_SIZES
    ecn_kmax_percent: Fact[float] = IN_SIZES


@dataclass(frozen=True, slots=True)
class PfcWatchdog:
    """The PFC watchdog as it is effective on one port (global and port settings combined by the reader).

    `priorities`: the priorities it watches. A queue paused for `detection_ms` is acted upon and released after
    `recovery_ms`; `polling_ms` is the sampling period. `recovers`: released without an operator.
    """

    enabled: Fact[bool]
    priorities: Fact[frozenset[int]]
    detection_ms: Fact[int]
    recovery_ms: Fact[int]
    polling_ms: Fact[int]
    action: Fact[WatchdogAction]
    recovers: Fact[bool]


@dataclass(frozen=True, slots=True)
class DscpRewrite:
    """The DSCP that packets of one traffic class leave with, where egress rewriting is on."""

    traffic_class: str
    dscp: Fact[int]


@dataclass(frozen=True, slots=True)
class PortQos:
    """Everything of one port that decides whether RoCE crosses it without loss.

    `bound`: some QoS object (profile, policy, interface entry) is attached to the port; its source is the attachment,
    or the interface block that lacks it. True by default: only a line for all ports of a kind (`et-*`) attaches it.
    `pfc_mode` is effective: a global switch-off is already applied.
    `link_pause_received` and `link_pause_sent`: IEEE 802.3x pause of the whole link.
    `priorities` has eight entries, in order; `queues` has the device's queues, in order;
    `classes` has every class that a marking can select, in order of name.
    Where `rewrite_enabled` is false, `rewrites` has what lines state in vain.
    `rewrites_pcp`: packets leave with the priority of their class in the VLAN tag, by a line of the port.
    """

    bound: Fact[bool]
    trust: Fact[Trust]
    classification: Classification
    classes: tuple[TrafficClass, ...]
    pfc_mode: Fact[PfcMode]
    priorities: tuple[Priority, ...]
    queues: tuple[Queue, ...]
    watchdog: PfcWatchdog
    link_pause_received: Fact[bool]
    link_pause_sent: Fact[bool]
    rewrite_enabled: Fact[bool]
    rewrites: tuple[DscpRewrite, ...]
    rewrites_pcp: Fact[bool] = NO_PCP_REWRITTEN

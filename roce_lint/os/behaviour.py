"""What a system does that no line of its configuration says: each decision that depends on the system is one field."""

from __future__ import annotations

from roce_lint.model.terms import BondKind
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Distances:
    """Administrative distances (0 to 255, called preferences by some) of protocols; the lowest one is preferred.

    `ospf` and `isis` are those of routes inside the domain, `isis` the lower one of its two levels.
    """

    ebgp: int
    ibgp: int
    ospf: int
    isis: int

    @property
    def lowest(self) -> int:
        """Return the distance that a static route has to beat, whichever protocol has the other route."""
        return min(self.ebgp, self.ibgp, self.ospf, self.isis)

    def prefers_igp(self, protocol: str) -> bool:
        """Say whether a route of the IGP `protocol`, `ospf` or `isis`, is preferred to one of eBGP.

        Raises ValueError for another protocol.
        """
        if protocol not in ("ospf", "isis"):
            raise ValueError(f"{protocol!r} is none of ospf and isis")
        return (self.ospf if protocol == "ospf" else self.isis) < self.ebgp


@dataclass(frozen=True, slots=True)
class CarvedHeadroom:
    """Headroom that is enough for cables of up to `cable_m` metres; `because` names the source."""

    cable_m: int
    because: str


@dataclass(frozen=True, slots=True)
class TimerRange:
    """The shortest and the longest time that a timer takes, in ms; `because` names the source."""

    shortest_ms: int
    longest_ms: int
    because: str


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How one system behaves. Every field is required: a system says of each decision how it decides.

    Where a value comes from stands beside it in `behaviour.py` of the system's folder. It is compared as a whole.
    """

    distances: Distances
    """Which of several routes to one prefix forwards."""

    bgp_announces_by_policy_alone: bool
    """Without an export policy BGP announces nothing, and no statement besides policies originates routes.

    A switch without such statements is then no sign that it announces nothing.
    """

    maximum_paths_hold_without_bgp: bool
    """The limit of equal-cost paths that is read holds for every protocol, not only where BGP or an IGP runs."""

    largest_ip_mtu_bytes: int | None
    """Largest IP packet that a port takes on most platforms; None where platforms differ.

    A cable between two systems agrees where the smaller end is at the most that its system takes.
    """

    routes_vlans_by_bridge_domain: bool
    """A bridge domain, not the number of a VLAN, joins ports to the interface that routes for them."""

    binds_qos_outside_interfaces: bool
    """A port's QoS is bound in a block of its own, so that a binding beyond the interface's lines is the port's own."""

    bundle_shares_pfc_with_members: bool
    """A bundle and its members have one setting of PFC and of the watchdog; two lines that differ contradict."""

    rewrites_dscp_by_egress_port: bool
    """The port on which packets leave rewrites their DSCP; else the policy of the port where they came in."""

    strict_queues_by_index: bool
    """Of several strict queues the one with the highest index is served first; else strict queues are peers."""

    round_robin_takes_lower_queues: bool
    """A queue in round robin takes every queue of lower index along: only a strict queue above it stays strict."""

    strict_queues_are_highest: bool
    """Strict queues have to be the highest ones, next to each other; one below a weighted queue is no such queue."""

    weights_are_shares_of_scheduler: bool
    """Weights are relative inside their scheduler and need not sum up to a hundred percent."""

    shares_whole_memory: bool
    """The buffer that dynamic thresholds share is bounded by the chip's memory where its size is not documented."""

    tunnel_marking_depends_on_platform: bool
    """Whether VXLAN copies DSCP and ECN into the outer packet and back depends on the platform.

    Tenants then need a platform whose data say that it does (`Feature.VXLAN_OUTER_DSCP`); else it always does.
    """

    class_behind_tunnels_can_be_by_dscp: bool
    """The DSCP of the packet inside can select the class behind a tunnel: by a line, or because it always does."""

    watchdog_polls: bool
    """The watchdog looks at queues at intervals; else a timer of each queue acts by itself."""

    watchdog_timers_ms: TimerRange | None
    """The times that the watchdog takes for detection and recovery, where a file may state others; None where none can
    be stated."""

    watchdog_polls_within_timers: bool
    """The watchdog's polling interval is at most half the shorter one of its detection and recovery times."""

    watchdog_recovers_by_timer: bool
    """The watchdog releases a queue after a time that can be set; else once pauses have been absent for an interval."""

    carved_headroom: CarvedHeadroom | None
    """For which cables the headroom is enough that the system reserves by itself; None where nobody documents it."""

    own_alpha_is_unpublished: bool
    """A buffer profile may leave out the share of the free buffer, and nobody has published the system's own."""

    own_pause_sizes_are_unpublished: bool
    """Sizes of a lossless queue that nobody states are fractions of a memory whose size nobody has published."""

    host_bonds: frozenset[BondKind]
    """The ways in which bonds of hosts can end at it, as far as a source shows the lines."""

    pair_needs_management: bool
    """Two of them form a pair only where they also see each other beside the peer links, by management addresses."""

    trims_packets: bool
    """Public documentation shows lines by which it trims packets."""

    is_of_spectrum_x: bool
    """Its switches choose a path for each packet, for the NICs of NVIDIA Spectrum-X, which put them in order."""

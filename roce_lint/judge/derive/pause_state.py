"""Whether paused buffers can wait for each other in a circle, and how far a pause reaches, as rules see it."""

from __future__ import annotations

from roce_lint.model.fact import Fact
from roce_lint.paths.deadlock import View
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PauseCycleState:
    """One view of the fabric's forwarding, with one circle of buffers if it has any.

    `is_absent`: no circle exists; the place is the line that permits its first turn. `way`: the switches of the circle
    in order, the first one again at the end. `priorities`: the PFC priorities for which it exists. `after`: what failed
    (empty when nothing did). `turn`: the switch that sends up what came from above, or sideways.
    `packets`: the path of a packet that turns there. `among`: channels that can be part of some circle with these.
    `is_told_when_settled`: circles exist while nothing has failed or after one failure, and are told there.
    """

    view: View
    is_absent: Fact[bool]
    way: str
    length: int
    priorities: str
    after: str
    turn: str
    packets: str
    among: int
    is_told_when_settled: bool


@dataclass(frozen=True, slots=True)
class TransitState:
    """One switch between two others above it, and whether it passes routes on from one to the other.

    `passes_on`: it does, and neither a policy nor the loop check of the other stops them; the place is the session,
    or the line by which the one above takes paths with its own AS number.
    `first`, `second`: the two above it, with `first_asn` and `second_asn`. `because`: what lets the routes through.
    """

    passes_on: Fact[bool]
    first: str
    second: str
    because: str


@dataclass(frozen=True, slots=True)
class UpperHostsState:
    """A switch above the leaves. `has_hosts`: RoCE hosts are attached to it, at the port's place.

    `tier_has_several`: so are some to another switch of its tier. `is_routed_by_igp`: OSPF or IS-IS decides the paths.
    """

    has_hosts: Fact[bool]
    hosts: str
    tier_has_several: bool
    is_routed_by_igp: bool


@dataclass(frozen=True, slots=True)
class SidewaysState:
    """A cable between two switches of one tier that pauses. `carries_transit`: healthy forwarding passes over it."""

    carries_transit: Fact[bool]
    peer: str
    packets: str


@dataclass(frozen=True, slots=True)
class PauseReachState:
    """How far a pause from one host can climb, for the host from which it reaches most.

    `depth`: hops that the pause climbs; `channels`: buffers between switches that it fills; `stalled`: host ports whose
    sending it stops, all while no watchdog acts. `stalled_percent`: share of the other host ports that it still stops
    once the watchdogs inside the fabric have acted. `is_cut`: a watchdog ends the pause at the host's port.
    """

    port: str
    depth: int
    channels: int
    stalled: int
    hosts: int
    stalled_percent: float
    is_cut: Fact[bool]


@dataclass(frozen=True, slots=True)
class BridgeState:
    """One VLAN of a switch, with RoCE hosts in it and a pausing cable to another switch.

    `floods_stale`: frames to hosts that were silent for a while are flooded: the ARP entry outlives the MAC entry, and
    unknown unicast is flooded; the place is the ARP age. Ages are in seconds, 0 for entries that do not age.
    """

    name: str
    floods_stale: Fact[bool]
    arp_age_s: Fact[int]
    mac_age_s: Fact[int]

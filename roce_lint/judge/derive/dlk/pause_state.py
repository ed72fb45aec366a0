"""Whether paused buffers can wait for each other in a cycle, and how far a pause reaches, as rules see it."""

from __future__ import annotations

from roce_lint.model.fact import Fact
from roce_lint.paths.deadlock import View
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PauseCycleState:
    """One view of the fabric's forwarding, with one cyclic buffer dependency if it has any."""

    view: View
    """The states of the fabric in which packets are followed."""
    is_absent: Fact[bool]
    """No cycle exists; placed at the line that permits its first turn."""
    way: str
    """The switches of the cycle in order, the first one again at the end."""
    length: int
    """How many buffers wait for each other."""
    priorities: str
    """The PFC priorities for which the cycle exists, comma-separated."""
    after: str
    """What failed; empty when nothing did."""
    turn: str
    """The switch that sends packets from above up again, or sideways."""
    packets: str
    """The path of a packet that turns there."""
    among: int
    """How many channels can form a cycle with these."""
    remedy: str
    """What removes the turn, in a sentence."""
    is_reported_when_settled: bool
    """Cycles exist without failures or after one failure, and are reported for that state."""


@dataclass(frozen=True, slots=True)
class TransitState:
    """One switch below two others, and whether it passes routes from one to the other."""

    passes_on: Fact[bool]
    """It passes routes on, and neither a policy nor the loop check of the other stops them; placed at the session, or
    at the line that makes the upper switch accept paths with its own AS number.
    """
    first: str
    """One switch above."""
    second: str
    """The other switch above."""
    because: str
    """What permits the routes, in words."""
    remedy: str
    """What blocks the routes, in a sentence."""


@dataclass(frozen=True, slots=True)
class ForwardingLoopState:
    """One loop in which packets to some hosts circulate and never arrive, if there is any."""

    is_absent: Fact[bool]
    """No loop exists; placed at the static route that sends packets back, else at the first switch."""
    way: str
    """The switches of the loop in order, the first one again at the end."""
    to: str
    """The switch whose hosts the packets are for."""
    when: str
    """`In normal operation`, or after which failure."""
    cause: str
    """What sends the packets back, in words."""


@dataclass(frozen=True, slots=True)
class UpperHostsState:
    """A switch above the leaves."""

    has_hosts: Fact[bool]
    """RoCE hosts are attached to it; placed at the port."""
    hosts: str
    """The hosts, in words."""
    tier_has_several: bool
    """RoCE hosts are also attached to another switch of its tier."""
    is_routed_by_igp: bool
    """OSPF or IS-IS determines the paths."""


@dataclass(frozen=True, slots=True)
class SidewaysState:
    """A cable between two switches of one tier that pauses."""

    carries_transit: Fact[bool]
    """It carries traffic even without failures."""
    peer: str
    """The switch at the other end."""
    packets: str
    """The path of a packet that passes over it."""


@dataclass(frozen=True, slots=True)
class PauseReachState:
    """How far a pause from one host can spread, for the host with the largest reach."""

    port: str
    """The switch port of the host."""
    depth: int
    """The number of hops over which the pause spreads."""
    channels: int
    """The number of buffers between switches that it fills."""
    stalled: int
    """The number of host ports that it stops from sending while no watchdog acts."""
    hosts: int
    """The number of other host ports."""
    stalled_percent: float
    """The share of `hosts` that it still stops once the watchdogs inside the fabric have acted."""
    is_cut: Fact[bool]
    """A watchdog ends the pause at the host's port."""


@dataclass(frozen=True, slots=True)
class BridgeState:
    """One VLAN of a switch, with RoCE hosts in it and a pausing cable to another switch."""

    name: str
    """The VLAN, in words."""
    floods_stale: Fact[bool]
    """Frames to hosts that have been silent are flooded: the ARP entry outlives the MAC entry, and unknown unicast is
    flooded; placed at the ARP age.
    """
    arp_age_s: Fact[int]
    """The lifetime of an ARP entry, in s; 0 means forever."""
    mac_age_s: Fact[int]
    """The lifetime of a MAC entry, in s; 0 means forever."""

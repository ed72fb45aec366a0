"""Packet trimming: a queue without room keeps the head of a packet, and the switch sends it on in another queue."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class TrimmingQueue:
    """A queue (index 0 to 7) of a port whose packets are trimmed where it has no room for them.

    `source` is the line that gives the queue its profile.
    """

    port: str
    index: int
    source: Source


@dataclass(frozen=True, slots=True)
class IdleTrimmingProfile:
    """A buffer profile that trims and that no queue has."""

    name: str
    source: Source


@dataclass(frozen=True, slots=True)
class PortDscp:
    """The code point (0 to 63) of trimmed packets that leave by a port."""

    port: str
    dscp: Fact[int]


@dataclass(frozen=True, slots=True)
class PacketTrimming:
    """How a switch trims packets and what it does with what is left of them.

    `is_on`: packets are trimmed where a queue asks for it. `is_set_up`: a line says how. `size_bytes`: what is left of
    a packet. `dscp`: the code point (0 to 63) of trimmed packets, the same on every port, or unknown where each port
    writes its own: that of `traffic_class` in its map of classes to code points, `dscp_is_of_port`; `port_dscps` are
    those by port where a system has them beside the maps by which it rewrites. `class_is_stated`: a line, or a profile
    that a line names, gives trimmed packets their class, where they need one. `queue`: the egress queue of trimmed
    packets, or unknown where it is that of their class, `queue_follows_class`. `dropping_queues`: queues that a line
    gives a profile which does not trim. `trims_tunnelled`: packets of a tunnel are trimmed too. `smallest_size_bytes`
    and `largest_size_bytes` are the sizes that the chip is known to take, and `fixed_queue` the one queue that it uses;
    unknown where nothing is published.
    """

    is_on: Fact[bool]
    is_set_up: Fact[bool]
    size_bytes: Fact[int]
    dscp: Fact[int]
    dscp_is_of_port: bool
    port_dscps: tuple[PortDscp, ...]
    traffic_class: Fact[str]
    class_is_stated: Fact[bool]
    queue: Fact[int]
    queue_follows_class: bool
    queues: tuple[TrimmingQueue, ...]
    dropping_queues: tuple[TrimmingQueue, ...]
    idle_profiles: tuple[IdleTrimmingProfile, ...]
    trims_tunnelled: Fact[bool]
    smallest_size_bytes: Fact[int]
    largest_size_bytes: Fact[int]
    fixed_queue: Fact[int]

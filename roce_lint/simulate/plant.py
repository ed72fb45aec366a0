"""The plant: a network and its load as plain numbers, which is all that the engines know.

Sizes are bytes, times nanoseconds, rates gigabits a second (bits a nanosecond). What is not limited is infinite.
"""

from __future__ import annotations

import math
from enum import Enum

from roce_lint.values import dataclass, replace

PRIORITIES = 8
UNLIMITED = math.inf
NANOSECONDS_PER_M = 5.0
"""Light in fibre: about 5 ns a metre, one way."""
GAP_BYTES = 20
"""Preamble and gap between frames, which take time on the wire and no buffer. Source: IEEE 802.3 clause 4.4.2."""
CONTROL_FRAME_BYTES = 64
"""A pause frame, an acknowledgement and a CNP: the smallest frame."""


class MarkingMoment(Enum):
    """When a queue decides on a mark: as a packet comes in, or as it leaves."""

    ENQUEUE = "enqueue"
    DEQUEUE = "dequeue"


@dataclass(frozen=True, slots=True)
class PlantQueue:
    """An egress queue: RED curve (`marks` false: none), scheduler, shaper, and where it drops what comes in.

    The smaller of `limit_bytes` and `alpha` times what is free of the pool holds for packets of groups that are not
    lossless, the two of `lossless_` names for the others. Among strict queues the higher number goes first, before all
    that share by `weight`.
    """

    marks: bool = False
    kmin_bytes: float = UNLIMITED
    kmax_bytes: float = UNLIMITED
    pmax: float = 0.0
    strict: bool = False
    weight: float = 1.0
    shaper_gbps: float = UNLIMITED
    limit_bytes: float = UNLIMITED
    alpha: float = UNLIMITED
    lossless_limit_bytes: float = UNLIMITED
    lossless_alpha: float = UNLIMITED


@dataclass(frozen=True, slots=True)
class PlantGroup:
    """An ingress priority group: it pauses at the smaller of `xoff_bytes` and alpha times what is free of the pool.

    It resumes at or below the larger of `xon_bytes` and the threshold less `resume_offset_bytes`.
    """

    lossless: bool = False
    xoff_bytes: float = UNLIMITED
    alpha: float = UNLIMITED
    xon_bytes: float = 0.0
    resume_offset_bytes: float = 0.0
    headroom_bytes: float = 0.0


@dataclass(frozen=True, slots=True)
class PlantPort:
    """One end of a cable. `peer` is the index of the other end.

    `stops` are the queues that a pause for each priority stops; `priority_of_dscp` is empty where packets keep the
    priority of their flow. Packets of a priority leave with `dscp_of_priority`, where that is not -1. A watchdog of 0
    is none. `slice` is the part of the switch's buffer that it draws from, from 0.
    """

    device: int
    name: str
    peer: int
    speed_gbps: float
    delay_ns: float
    response_ns: float
    stops: tuple[tuple[int, ...], ...]
    groups: tuple[PlantGroup, ...]
    queues: tuple[PlantQueue, ...]
    queue_of_priority: tuple[int, ...]
    priority_of_dscp: tuple[int, ...] = ()
    dscp_of_priority: tuple[int, ...] = ()
    watchdog_detect_ns: float = 0.0
    watchdog_restore_ns: float = 0.0
    slice: int = 0


@dataclass(frozen=True, slots=True)
class PlantNic:
    """The rate control and the transport of a host, in the units of the DCQCN paper."""

    dcqcn: bool = True
    gain: float = 1 / 256
    initial_alpha: float = 1.0
    cnp_interval_ns: float = 50_000.0
    cut_interval_ns: float = 0.0
    alpha_timer_ns: float = 55_000.0
    increase_timer_ns: float = 55_000.0
    byte_counter_bytes: float = 10_000_000.0
    fast_recovery_rounds: int = 5
    additive_gbps: float = 0.04
    hyper_gbps: float = 0.4
    least_gbps: float = 0.1
    cnp_priority: int = 6
    cnp_dscp: int = 48
    ack_every_packets: int = 16
    retransmission_timeout_ns: float = 67_108_864.0


@dataclass(frozen=True, slots=True)
class PlantDevice:
    """A switch or a host. The buffer of a switch has equal `slices`, each for ports of its own.

    `pool_bytes` is what the queues at one slice share, dedicated headroom lies beside it; `headroom_pool_bytes` limits
    the headroom of all groups at one slice together. `nic` is of hosts alone.
    """

    name: str
    is_host: bool
    pool_bytes: float = UNLIMITED
    headroom_pool_bytes: float = UNLIMITED
    slices: int = 1
    nic: PlantNic = PlantNic()


def with_slices(device: PlantDevice, slices: int) -> PlantDevice:
    """Return a switch whose buffer is divided into equal parts."""
    return replace(
        device,
        pool_bytes=device.pool_bytes / slices,
        headroom_pool_bytes=device.headroom_pool_bytes / slices,
        slices=slices,
    )


@dataclass(frozen=True, slots=True)
class PlantFlow:
    """A message of `size_bytes` payload, without end where that is infinite.

    `paths` are the ways that it may take, each the ports that it leaves by, the sender's first; `paths_back` those of
    its acknowledgements. One of each is taken, by the seed.
    """

    name: str
    source: int
    destination: int
    size_bytes: float
    start_ns: float
    priority: int
    dscp: int
    paths: tuple[tuple[int, ...], ...]
    paths_back: tuple[tuple[int, ...], ...]
    rate_gbps: float = UNLIMITED
    dcqcn: bool = True
    ecn_capable: bool = True


@dataclass(frozen=True, slots=True)
class StuckNic:
    """From `at_ns` on the NIC of `device` pauses all priorities of its cables for ever; what does not stop is lost."""

    device: int
    at_ns: float


@dataclass(frozen=True, slots=True)
class FailedLink:
    """From `at_ns` on the cable at `port` carries nothing; flows take other paths `reroute_ns` later."""

    port: int
    at_ns: float
    reroute_ns: float


@dataclass(frozen=True, slots=True)
class Plant:
    """A network under load. Figures count from `warm_up_ns` on; `assumed` lists what nobody stated, and why."""

    devices: tuple[PlantDevice, ...]
    ports: tuple[PlantPort, ...]
    flows: tuple[PlantFlow, ...]
    faults: tuple[StuckNic | FailedLink, ...] = ()
    duration_ns: float = 1e7
    warm_up_ns: float = 0.0
    seed: int = 1
    payload_bytes: int = 4096
    header_bytes: int = 62
    marking: MarkingMoment = MarkingMoment.ENQUEUE
    assumed: tuple[str, ...] = ()

    @property
    def frame_bytes(self) -> int:
        """Return the size of a full data frame in a buffer."""
        return self.payload_bytes + self.header_bytes

    def memories(self) -> tuple[tuple[PlantDevice, ...], tuple[int, ...]]:
        """Return the device of every slice of buffer in the plant, and the index of the slice of every port."""
        first, owners = [], list[PlantDevice]()
        for device in self.devices:
            first.append(len(owners))
            owners += [device] * device.slices
        return tuple(owners), tuple(first[port.device] + port.slice for port in self.ports)

    def port_label(self, port: int) -> str:
        """Return how people call a port: `leaf-1:Ethernet1`."""
        return f"{self.devices[self.ports[port].device].name}:{self.ports[port].name}"

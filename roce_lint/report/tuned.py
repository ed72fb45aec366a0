"""What `tune` shows: headroom, marking curve, buffer and DCQCN of one port, each with its calculation."""

from __future__ import annotations

from roce_lint.os.registry import switch_os
from roce_lint.platforms.datum import SourcedValue
from roce_lint.platforms.headroom import all_ports_at, hardware_of
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.report.marking_curve import LosslessQueue
from roce_lint.tuning.advised_headroom import Hardware, headroom_receipt
from roce_lint.tuning.dcqcn import dcqcn_receipt
from roce_lint.tuning.ecn import MarkingCurve, ecn_bound_bytes
from roce_lint.tuning.receipt import Receipt
from roce_lint.tuning.starting_curve import PoolSize, SharedPool, ecn_receipt
from roce_lint.values import dataclass

LOSSLESS_FRAME_BYTES = 4200
"""A RoCE packet with 4,096 bytes of payload, its headers and some room."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked for: a port, its cable and its switch (`model` empty where it is not known), and the congestion.

    `pool_bytes` 0: what the memory of the model leaves; `flows` 0: no DCQCN.
    """

    speed_gbps: float
    length_m: float
    model: tuple[SwitchPlatform, ...] = ()
    mtu_bytes: int = 9216
    lossless_bytes: int = LOSSLESS_FRAME_BYTES
    pool_bytes: int = 0
    alpha: float = 0.125
    step_down_ports: int = 1
    priorities: int = 1
    flows: int = 0


@dataclass(frozen=True, slots=True)
class Buffer:
    """How packet memory is divided, in bytes: headroom of `ports`, and what is left for all to share; 0: not known.

    `origin` says where the size comes from, or why there is none.
    """

    headroom_bytes: int
    ports: str
    pool_bytes: int
    origin: str


@dataclass(frozen=True, slots=True)
class Tuned:
    """The answer: calculations (headroom, marking and perhaps DCQCN, in this order), the queue and the buffer."""

    title: str
    receipts: tuple[Receipt, ...]
    queue: LosslessQueue
    buffer: Buffer


def tuned(asked: Question) -> Tuned:
    """Return the thresholds of a port. Raises ValueError for what a formula refuses, by the name of its argument."""
    speed = asked.speed_gbps
    hardware = hardware_of(asked.model[0]) if asked.model else Hardware()
    headroom = headroom_receipt(hardware, speed, asked.length_m, asked.mtu_bytes, asked.lossless_bytes)
    xoff = int(headroom.value("xoff_bytes"))
    buffer = _buffer(asked, xoff * asked.priorities)
    pool = SharedPool(buffer.pool_bytes, asked.alpha) if buffer.pool_bytes else PoolSize.UNKNOWN
    of_vendor = switch_os(asked.model[0].os).marking_advice if asked.model else ()
    marking = ecn_receipt(speed, pool, asked.step_down_ports, asked.priorities, buffer.origin, of_vendor)
    curve = MarkingCurve(
        int(marking.value("kmin_bytes")), int(marking.value("kmax_bytes")), float(marking.value("pmax_percent"))
    )
    bound = int(ecn_bound_bytes(pool.pool_bytes, pool.alpha, 1, 1)) if isinstance(pool, SharedPool) else 0
    dcqcn = (dcqcn_receipt(speed, asked.flows, curve),) if asked.flows else ()
    where = f" on {asked.model[0].model}" if asked.model else ""
    title = f"Thresholds for {speed:g} Gb/s and {asked.length_m:g} m{where}"
    return Tuned(title, (headroom, marking, *dcqcn), LosslessQueue(curve, bound, xoff), buffer)


def _buffer(asked: Question, port_bytes: int) -> Buffer:
    """Return the memory that ports share when all of the model run at a speed and have headroom of `port_bytes`."""
    if asked.pool_bytes or not asked.model:
        return Buffer(0, "", asked.pool_bytes, "")
    model = asked.model[0]
    total = model.buffer.total_bytes
    if not isinstance(total, SourcedValue):
        return Buffer(0, "", 0, "")
    ports = all_ports_at(model, asked.speed_gbps)
    words = f"{ports} ports of {asked.speed_gbps:g}G"
    if ports * port_bytes >= total.value:
        need = f"{ports * port_bytes:,} bytes for {words}"
        more = f"headroom of {need} is more than the memory of {model.model}, {total.value:,}: not all can have it"
        return Buffer(0, "", 0, more)
    origin = f"the pool is the memory of {model.model}, {total.value:,} bytes, less the headroom of {words}"
    return Buffer(ports * port_bytes, words, total.value - ports * port_bytes, origin)

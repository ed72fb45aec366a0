"""PFC headroom: what still arrives after a pause is sent, from the certain minimum to what to configure."""

from __future__ import annotations

import math
from enum import Enum
from fractions import Fraction

from roce_lint.tuning.arguments import require_not_negative, require_positive
from roce_lint.tuning.pause import pause_response_bytes
from roce_lint.tuning.receipt import Receipt, Term
from roce_lint.values import dataclass

LIGHT_M_PER_S = 198_000_000
"""Speed of light in fibre. Source: SONiC buffer_headroom_mellanox.lua (tables made by Broadcom fit 200e6)."""

MIN_FRAME_BYTES = 64
FRAME_GAP_BYTES = 20
"""Preamble and inter-frame gap. Source: IEEE 802.3 clause 4.4.2."""

PFC_FRAME_AND_GAPS_BYTES = 124
"""One 64-byte PFC frame with its gap, and the gaps of the two largest frames around it."""

INTERFACE_DELAY_BIT_TIMES = {10: 8192, 25: 6144, 40: 24576, 100: 122880}
"""MAC and PHY delay of one end, one way. Source: IEEE 802.1Q annex on PFC as quoted by vendors; none above 100G."""

UNKNOWN_CELL_FACTOR = Fraction(2)
"""Cell waste assumed when the cell size is not known.

The published SONiC tables have a median of 1.6 times the 802.1Q worst case, and 2.0 is the factor of a 128-byte cell.
"""


SOURCES = (
    "IEEE 802.3 clause 31B.3.7 as encoded in SONiC buffer_headroom_mellanox.lua",
    "IEEE 802.1Q annex on priority-based flow control",
    "DCQCN, SIGCOMM 2015, section 4 (resume two MTU below the pause point)",
)


class CellSize(Enum):
    """Whether the size of a buffer cell is known."""

    UNKNOWN = "unknown"


def cable_delay_bytes(speed_gbps: float, length_m: float) -> int:
    """Return the bytes in flight on a fibre during one round trip, rounded up.

    A port that reserves less than this loses frames whatever its peer does. 2 * length_m * speed / (8 * 1.98e8 m/s).
    Raises ValueError for a speed that is not positive or a negative length.
    Source: speed of light as in SONiC buffer_headroom_mellanox.lua.
    """
    require_positive("speed_gbps", speed_gbps)
    require_not_negative("length_m", length_m)
    bits = 2 * Fraction(length_m) * Fraction(speed_gbps) * 10**9 / LIGHT_M_PER_S
    return math.ceil(bits / 8)


def certain_floor_bytes(speed_gbps: float, length_m: float, port_mtu_bytes: int, lossless_mtu_bytes: int) -> int:
    """Return the headroom below which loss is certain for full-size frames: cable, own frame, peer's lossless frame.

    The own frame (`port_mtu_bytes`) delays the PFC frame; the peer's (`lossless_mtu_bytes`) has already begun. No
    reaction time and no cell waste are counted. Raises ValueError for negative arguments.
    """
    require_positive("port_mtu_bytes", port_mtu_bytes)
    require_positive("lossless_mtu_bytes", lossless_mtu_bytes)
    return cable_delay_bytes(speed_gbps, length_m) + port_mtu_bytes + lossless_mtu_bytes


def headroom_floor_bytes(speed_gbps: float, length_m: float, mtu_bytes: int) -> int:
    """Return cable delay, the peer's allowed response and two frames of `mtu_bytes`, without cell waste.

    Below it only a peer that is quicker than IEEE 802.3 demands keeps the class lossless.
    Raises ValueError for negative arguments or a speed whose pause response is not known.
    Source: IEEE 802.3 clause 31B.3.7 for the response.
    """
    return certain_floor_bytes(speed_gbps, length_m, mtu_bytes, mtu_bytes) + pause_response_bytes(speed_gbps)


def interface_delay_bytes(speed_gbps: int) -> int:
    """Return what arrives during the MAC and PHY delay of one end, one way.

    Raises ValueError for a speed without a published figure (10, 25, 40 and 100 Gb/s have one).
    Source: IEEE 802.1Q annex on PFC as quoted by vendors.
    """
    if speed_gbps not in INTERFACE_DELAY_BIT_TIMES:
        known = ", ".join(str(speed) for speed in INTERFACE_DELAY_BIT_TIMES)
        raise ValueError(f"no interface delay is published for {speed_gbps} Gb/s; known speeds are {known}")
    return INTERFACE_DELAY_BIT_TIMES[speed_gbps] // 8


def worst_case_bytes(speed_gbps: float, length_m: float, port_mtu_bytes: int, lossless_mtu_bytes: int) -> int:
    """Return the 802.1Q worst case of a port with a standard peer, without interface delay and cell waste.

    Cable, own frame, peer's lossless frame, the PFC frame with gaps, and the peer's allowed response. Add twice
    `interface_delay_bytes` where it is known. Raises ValueError for negative arguments or an unknown speed.
    Source: IEEE 802.1Q annex on PFC.
    """
    floor = certain_floor_bytes(speed_gbps, length_m, port_mtu_bytes, lossless_mtu_bytes)
    return floor + PFC_FRAME_AND_GAPS_BYTES + pause_response_bytes(speed_gbps)


def cell_factor(cell_bytes: int) -> Fraction:
    """Return how many buffer bytes one byte on the wire can occupy at worst, at least 1.

    The worst frame is the smallest one (64 bytes and 20 of gap: cell/84 for large cells) or one that starts another
    cell with a single byte. Raises ValueError for a cell size that is not positive.
    """
    require_positive("cell_bytes", cell_bytes)
    cells = -(-MIN_FRAME_BYTES // cell_bytes)
    smallest = Fraction(cells * cell_bytes, MIN_FRAME_BYTES + FRAME_GAP_BYTES)
    one_byte_over = Fraction((cells + 1) * cell_bytes, cells * cell_bytes + 1 + FRAME_GAP_BYTES)
    return max(Fraction(1), smallest, one_byte_over)


def round_up_to_cells(size_bytes: int | Fraction, cell_bytes: int) -> int:
    """Return the smallest whole number of cells that holds `size_bytes`, in bytes."""
    require_positive("cell_bytes", cell_bytes)
    return math.ceil(size_bytes / Fraction(cell_bytes)) * cell_bytes


@dataclass(frozen=True, slots=True)
class Headroom:
    """What to configure on a lossless priority of one port, and the bounds it was measured against.

    `xoff_bytes` is reserved above the pause threshold; the port resumes `xon_offset_bytes` below that threshold.
    """

    xoff_bytes: int
    xon_offset_bytes: int
    factor: Fraction
    worst_case_bytes: int
    certain_floor_bytes: int


def recommended_headroom(
    speed_gbps: float,
    length_m: float,
    port_mtu_bytes: int,
    lossless_mtu_bytes: int,
    cell_bytes: int | CellSize = CellSize.UNKNOWN,
) -> Headroom:
    """Return headroom that holds against any standard peer and any frame size: worst case times cell waste.

    Without a cell size the waste is taken as 2. Resume is two lossless frames below the pause point, as DCQCN
    proposes. Raises ValueError for negative arguments, an unknown speed, or a lossless MTU above the port's.
    """
    if lossless_mtu_bytes > port_mtu_bytes:
        raise ValueError(f"lossless_mtu_bytes is {lossless_mtu_bytes}, above port_mtu_bytes {port_mtu_bytes}")
    worst = worst_case_bytes(speed_gbps, length_m, port_mtu_bytes, lossless_mtu_bytes)
    factor = UNKNOWN_CELL_FACTOR if isinstance(cell_bytes, CellSize) else cell_factor(cell_bytes)
    granularity_bytes = 1 if isinstance(cell_bytes, CellSize) else cell_bytes
    return Headroom(
        xoff_bytes=round_up_to_cells(worst * factor, granularity_bytes),
        xon_offset_bytes=round_up_to_cells(2 * lossless_mtu_bytes, granularity_bytes),
        factor=factor,
        worst_case_bytes=worst,
        certain_floor_bytes=certain_floor_bytes(speed_gbps, length_m, port_mtu_bytes, lossless_mtu_bytes),
    )


def headroom_receipt(
    speed_gbps: float,
    length_m: float,
    port_mtu_bytes: int,
    lossless_mtu_bytes: int,
    cell_bytes: int | CellSize = CellSize.UNKNOWN,
) -> Receipt:
    """Return `recommended_headroom` with each term of its sum; results are `xoff_bytes` and `xon_offset_bytes`.

    Raises ValueError as `recommended_headroom` does.
    """
    advice = recommended_headroom(speed_gbps, length_m, port_mtu_bytes, lossless_mtu_bytes, cell_bytes)
    response = pause_response_bytes(speed_gbps)
    factor_how, cell_assumption = _cell_words(cell_bytes)
    return Receipt(
        title=f"Headroom of one lossless priority: {speed_gbps:g} Gb/s, {length_m:g} m",
        terms=(
            Term("cable", cable_delay_bytes(speed_gbps, length_m), "bytes", "round trip, 1.98e8 m/s"),
            Term("pause response", response, "bytes", f"{response // 64} quanta of 64 bytes"),
            Term("own frame", port_mtu_bytes, "bytes", "already on the wire, delays the pause"),
            Term("peer's frame", lossless_mtu_bytes, "bytes", "begun before the pause took effect"),
            Term("PFC frame and gaps", PFC_FRAME_AND_GAPS_BYTES, "bytes", "64 + 3 * 20"),
            Term("worst case", advice.worst_case_bytes, "bytes", "sum of the above"),
            Term("cell factor", float(advice.factor), "", factor_how),
        ),
        result=(
            Term("xoff_bytes", advice.xoff_bytes, "bytes", "worst case * cell factor, in whole cells when known"),
            Term("xon_offset_bytes", advice.xon_offset_bytes, "bytes", "resume this far below the pause point"),
        ),
        margin=(
            Term("above worst case", advice.xoff_bytes - advice.worst_case_bytes, "bytes", "802.1Q, no cell waste"),
            Term("above certain loss", advice.xoff_bytes - advice.certain_floor_bytes, "bytes", "cable and two frames"),
        ),
        assumptions=(
            cell_assumption,
            "the peer reacts as slowly as IEEE 802.3 allows",
            "no MACsec, gearbox or slow transceiver in the path; MAC and PHY delay not counted",
        ),
        sources=SOURCES,
    )


def _cell_words(cell_bytes: int | CellSize) -> tuple[str, str]:
    if isinstance(cell_bytes, CellSize):
        return "cell size not known: taken as 2", "cell waste of 2; the platform's cell size gives an exact figure"
    return (
        f"worst frame in cells of {cell_bytes} bytes, gap counted",
        f"buffer cells of {cell_bytes} bytes, every frame in flight of the worst size",
    )

"""The ECN marking curve of a lossless queue against its xoff threshold and headroom, drawn in text."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.tuning.ecn import MarkingCurve
from roce_lint.values import dataclass

_COLUMNS = 64
_RAMP_ROWS = 4
_LEFT = 7
_ROOM_BEYOND_KMAX = 1.5


@dataclass(frozen=True, slots=True)
class LosslessQueue:
    """What decides about a queue as it grows, in bytes; `xoff_bytes` 0 where the buffer is not known."""

    curve: MarkingCurve
    xoff_bytes: int
    headroom_bytes: int


def draw_marking_curve(queue: LosslessQueue) -> str:
    """Return the drawing: marking probability over queue depth, and below it where xoff and headroom are.

    The depth is linear; the probability is linear up to Pmax, and jumps to 100 % at Kmax.
    """
    return "".join(f"{line.rstrip()}\n" for line in _lines(queue))


def _lines(queue: LosslessQueue) -> Iterator[str]:
    curve = queue.curve
    end = queue.xoff_bytes + queue.headroom_bytes if queue.xoff_bytes else int(curve.kmax_bytes * _ROOM_BEYOND_KMAX)
    end = max(end, curve.kmax_bytes + 1)
    kmin, kmax = _column(curve.kmin_bytes, end), _column(curve.kmax_bytes, end)
    yield "Marking probability over the depth of one queue"
    yield f"{'100 %':>{_LEFT}} |{' ' * kmax}{'_' * (_COLUMNS - kmax)}"
    yield f"{'':>{_LEFT}} |{' ' * kmax}|"
    for row in range(_RAMP_ROWS, 0, -1):
        left = kmin + (kmax - kmin) * (row - 1) // _RAMP_ROWS
        width = max((kmax - kmin) * row // _RAMP_ROWS - (kmax - kmin) * (row - 1) // _RAMP_ROWS, 1)
        label = f"{curve.pmax_percent:g} %" if row == _RAMP_ROWS else ""
        ramp = " " * left + "." * (width - 1) + "/"
        yield f"{label:>{_LEFT}} |{ramp.ljust(kmax)}|"
    yield f"{'0 %':>{_LEFT}} +{_axis(queue, end)}"
    yield from _legend(queue)


def _axis(queue: LosslessQueue, end: int) -> str:
    """Return the axis of depth with a digit for each threshold, and headroom as #."""
    axis = ["-"] * (_COLUMNS + 1)
    if queue.xoff_bytes:
        start = _column(queue.xoff_bytes, end)
        axis[start:] = "#" * (_COLUMNS + 1 - start)
        axis[start] = "3"
    axis[_column(queue.curve.kmax_bytes, end)] = "2"
    axis[_column(queue.curve.kmin_bytes, end)] = "1"
    return "".join(axis)


def _legend(queue: LosslessQueue) -> Iterator[str]:
    margin = " " * (_LEFT + 2)
    yield f"{margin}1  Kmin {queue.curve.kmin_bytes:>14,} bytes  marking begins"
    yield f"{margin}2  Kmax {queue.curve.kmax_bytes:>14,} bytes  every packet is marked"
    if queue.xoff_bytes:
        yield f"{margin}3  xoff {queue.xoff_bytes:>14,} bytes  the port pauses its neighbour (one congested queue)"
        yield f"{margin}#  headroom {queue.headroom_bytes:>10,} bytes  takes what still arrives"
    else:
        yield f"{margin}   xoff is not known without the buffer: give --platform or --pool"
        yield f"{margin}   headroom {queue.headroom_bytes:>10,} bytes above it"


def _column(depth_bytes: int, end_bytes: int) -> int:
    return min(_COLUMNS, round(depth_bytes * _COLUMNS / end_bytes))

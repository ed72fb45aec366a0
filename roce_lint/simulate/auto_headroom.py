"""What a lossless group needs beyond its threshold in the model, by the same terms as `tuning/headroom.py`."""

from __future__ import annotations

import math

from roce_lint.simulate.plant import CONTROL_FRAME_BYTES, GAP_BYTES, UNLIMITED
from roce_lint.tuning.pause import PAUSE_QUANTA, QUANTUM_BYTES


def needed_headroom_bytes(speed_gbps: float, delay_ns: float, response_ns: float, frame_bytes: float) -> int:
    """Return what still arrives after a group passed its threshold, for frames of `frame_bytes`.

    Cable there and back, the peer's response, the frame that the pause waits for, the pause frame, the frame that the
    peer has begun, and one frame more: the one in which the threshold is passed lies partly above it.
    """
    in_time = (2 * delay_ns + response_ns) * speed_gbps / 8
    return math.ceil(in_time + 3 * (frame_bytes + GAP_BYTES) + CONTROL_FRAME_BYTES + GAP_BYTES)


def standard_response_ns(speed_gbps: float) -> float:
    """Return how long IEEE 802.3 allows a port to take until it obeys a pause; that of the next faster speed it names.

    Source: clause 31B.3.7, as `tuning/pause.py` has it.
    """
    speed = min((one for one in PAUSE_QUANTA if one >= speed_gbps), default=max(PAUSE_QUANTA))
    return PAUSE_QUANTA[speed] * QUANTUM_BYTES * 8 / speed_gbps


def shared_pool_after(buffer_bytes: float, headrooms: tuple[float, ...], headroom_pool_bytes: float) -> float:
    """Return what is left of a buffer beside headroom, dedicated or pooled; never below 0."""
    reserved = headroom_pool_bytes if headroom_pool_bytes < UNLIMITED else sum(headrooms)
    return max(0.0, buffer_bytes - reserved)

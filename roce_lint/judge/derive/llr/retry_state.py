"""Link-layer retry of one port, its cable and the other end of it."""

from __future__ import annotations

import math

from roce_lint.model.device import Device, Port, is_host
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.link_retry import LinkRetry
from roce_lint.model.logic import all_of, combine, is_false, is_true, map_fact
from roce_lint.tuning.link_retry import answer_ns, illustrative_replay, smallest_replay_bytes
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class RetryState:
    """Link-layer retry of one port that configures it."""

    is_on: Fact[bool]
    """The port resends frames and requests damaged ones again."""
    directions_agree: Fact[bool]
    """Both directions are on, or both are off; placed at the direction that is off."""
    missing_direction: str
    """The direction that is off: `reception` or `transmission`."""
    other_end: str
    """The other end of the cable, as `device port`; empty if no cable is known."""
    other_end_has_it: Fact[bool]
    """The peer has it in both directions; unknown if nothing states it. Placed at the line of the peer that disables
    it, otherwise at the port that has it.
    """
    replay_bytes: Fact[int]
    """The size of the replay buffer, in bytes."""
    replay_frames: Fact[int]
    """The number of frames that the port holds until they are acknowledged."""
    smallest_bytes: Fact[int]
    """The data in flight at the port speed until an acknowledgment can arrive, in bytes."""
    illustrative_bytes: Fact[int]
    """The replay buffer size from the illustrative table of the design document, in bytes."""
    illustrative_frames: Fact[int]
    """The frames that it holds by that table."""
    replay_timer_ns: Fact[int]
    """The time without an acknowledgment after which frames are resent, in ns; 0 if they are not."""
    age_timeout_ns: Fact[int]
    """The time after which unacknowledged data is discarded, in ns; 0 if it is not."""
    answer_ns: Fact[int]
    """The time until an acknowledgment arrives over the cable, including the peer's response time, in ns."""
    cable_length_m: Fact[int]
    """The length of the cable in m."""


def retry_state(
    port: Port, retry: LinkRetry, length: Fact[int], peer: tuple[Device, Port] | None, peer_label: str, os: str
) -> RetryState:
    """Return link-layer retry of a port as rules see it; `length` is that of the cable by other inputs."""
    cable = length if isinstance(retry.cable_length_m, Unknown) else retry.cable_length_m
    on = all_of(retry.sends, retry.receives)
    off = retry.receives if is_true(retry.sends) else retry.sends
    half = is_true(retry.sends) is not is_true(retry.receives)
    agree: Fact[bool] = Stated(not half, off.source if half else retry.source)
    if isinstance(retry.sends, Unknown) or isinstance(retry.receives, Unknown):
        agree = retry.sends if isinstance(retry.sends, Unknown) else retry.receives
    return RetryState(
        is_on=on,
        directions_agree=agree,
        missing_direction="" if not half else "reception" if is_true(retry.sends) else "transmission",
        other_end=peer_label,
        other_end_has_it=_other_end_has_it(retry.source, peer, os),
        replay_bytes=retry.replay_bytes,
        replay_frames=retry.replay_frames,
        smallest_bytes=combine(smallest_replay_bytes, port.speed_gbps, cable),
        illustrative_bytes=combine(
            lambda speed, metres: illustrative_replay(speed, metres).replay_bytes, port.speed_gbps, cable
        ),
        illustrative_frames=combine(
            lambda speed, metres: illustrative_replay(speed, metres).replay_frames, port.speed_gbps, cable
        ),
        replay_timer_ns=retry.replay_timer_ns,
        age_timeout_ns=retry.age_timeout_ns,
        answer_ns=map_fact(lambda metres: math.ceil(answer_ns(metres)), cable),
        cable_length_m=cable,
    )


def _other_end_has_it(at: Source, peer: tuple[Device, Port] | None, os: str) -> Fact[bool]:
    if peer is None:
        return Unknown("the other end of the cable is not known", at)
    device, port = peer
    if is_host(device) or device.os != os:
        return Unknown("how to enable retransmission at the other end is not published", at)
    found = next((one for one in device.link_retries if one.port == port.name), None)
    if found is None:
        return Stated(False, at)
    both = all_of(found.sends, found.receives)
    if isinstance(both, Unknown):
        return both
    # The line that switches it off there is the one to change.
    there = next((one for one in (found.receives, found.sends) if is_false(one) and isinstance(one, Stated)), None)
    return there or Stated(not is_false(both), at)

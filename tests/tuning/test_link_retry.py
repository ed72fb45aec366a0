"""Replay buffers: the sample of the design document, and the floor below it."""

from __future__ import annotations

import pytest

from roce_lint.tuning.link_retry import answer_ns, illustrative_replay, smallest_replay_bytes

SAMPLE = [
    (200, 5, 61, 31_184),
    (200, 40, 71, 35_952),
    (400, 5, 115, 58_768),
    (400, 40, 133, 67_760),
    (800, 40, 264, 135_000),
]
"""Speed in Gb/s, cable in m, frames and bytes: SONiC doc/llr (98de38fd), sample of the lookup file, and its text."""


@pytest.mark.parametrize(("speed_gbps", "length_m", "frames", "size_bytes"), SAMPLE)
def test_the_sample_of_the_design_is_met_within_five_percent(
    speed_gbps: int, length_m: int, frames: int, size_bytes: int
) -> None:
    found = illustrative_replay(speed_gbps, length_m)
    assert abs(found.replay_bytes / size_bytes - 1) < 0.05
    assert abs(found.replay_frames / frames - 1) < 0.05


@pytest.mark.parametrize(("speed_gbps", "length_m", "size_bytes"), [(800, 40, 40_000), (400, 40, 20_000), (400, 0, 0)])
def test_the_floor_is_what_both_ways_through_the_cable_hold(speed_gbps: int, length_m: int, size_bytes: int) -> None:
    assert smallest_replay_bytes(speed_gbps, length_m) == size_bytes


def test_an_answer_takes_both_ways_and_the_time_of_the_other_end() -> None:
    assert answer_ns(40) == 400 + 1185

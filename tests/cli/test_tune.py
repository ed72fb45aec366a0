"""`roce-lint tune`: units, speeds of a platform, and the drawing of the curve."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from roce_lint.cli.tune import command
from roce_lint.report.marking_curve import LosslessQueue, draw_marking_curve
from roce_lint.report.tune_simulated import comparison_text
from roce_lint.simulate.tuned_port import PortThresholds, ThresholdCost, TunedLoad
from roce_lint.tuning.ecn import MarkingCurve

PLATFORM = ("--platform", "7060X6-64PE")


def tuned(*words: str) -> str:
    return CliRunner().invoke(command, words).output


@pytest.mark.parametrize("words", [("400G", "40m"), ("400 G", "40 m"), ("400", "0.04 km")], ids=str)
def test_units_are_those_of_an_intent(words: tuple[str, str]) -> None:
    speed, cable = words
    assert tuned("--speed", speed, "--cable", cable, *PLATFORM) == tuned("--speed", "400", "--cable", "40", *PLATFORM)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--speed", "450", "--cable", "1"), "'--speed': is '450G'; known speeds are 10G, 25G"),
        (("--speed", "400", "--cable", "1foot"), "'--cable': is '1foot'; the unit foot is not known"),
    ],
    ids=["speed", "unit"],
)
def test_other_values_are_refused(words: tuple[str, ...], message: str) -> None:
    assert message in tuned(*words)


def test_a_speed_that_the_model_lacks_is_refused() -> None:
    wrong = CliRunner().invoke(command, ("--speed", "800", "--cable", "1", "--platform", "DCS-7060DX4-32")).exception
    assert str(wrong) == "--speed 800: DCS-7060DX4-32 has no port of this speed; it has 10G, 100G, 200G, 400G"


def test_the_curve_is_drawn_with_xoff_and_headroom() -> None:
    drawn = draw_marking_curve(LosslessQueue(MarkingCurve(160_000, 640_000, 20), 1_120_000, 160_000))
    assert (
        drawn
        == """\
Marking probability over the depth of one queue
  100 % |                                ________________________________
        |                                |
   20 % |                          ...../|
        |                    ...../      |
        |              ...../            |
        |        ...../                  |
    0 % +--------1-----------------------2-----------------------3########
         1  Kmin        160,000 bytes  marking begins
         2  Kmax        640,000 bytes  every packet is marked
         3  xoff      1,120,000 bytes  the port pauses its neighbour (one congested queue)
         #  headroom    160,000 bytes  takes what still arrives
"""
    )


def test_without_a_buffer_no_xoff_is_drawn() -> None:
    drawn = draw_marking_curve(LosslessQueue(MarkingCurve(100_000, 400_000, 20), 0, 90_000))
    assert "#" not in drawn
    assert "xoff is not known without the buffer: give --platform or --pool" in drawn


def test_thresholds_are_simulated_against_their_neighbours() -> None:
    words = ("--speed", "10", "--cable", "5", "--flows", "2", "--simulate", "--format", "json")
    document = json.loads(tuned(*words))
    compared = document["simulated"]
    assert (compared["senders"], compared["speed_gbps"], compared["pool_bytes"]) == (2, 10, 32_000_000)
    rows = {one["who"]: one for one in compared["thresholds"]}
    assert [*rows] == [
        "chosen", "half Kmin and Kmax", "half Pmax", "half alpha", "half headroom",
        "double Kmin and Kmax", "double Pmax", "double alpha", "double headroom", "HPCC simulator", "DCQCN as deployed",
    ]  # fmt: skip
    chosen = rows["chosen"]
    assert chosen["kmin_bytes"] == document["results"]["kmin_bytes"]
    assert rows["double Kmin and Kmax"]["kmin_bytes"] == 2 * chosen["kmin_bytes"]
    assert rows["half headroom"]["headroom_bytes"] == chosen["headroom_bytes"] // 2
    assert chosen["dropped_percent"] == chosen["undamped_dropped_percent"] == 0
    assert 0 < chosen["throughput_gbps"] <= 10
    assert rows["double Kmin and Kmax"]["message_us"] > rows["half Kmin and Kmax"]["message_us"]


def test_a_comparison_is_a_table() -> None:
    thresholds = PortThresholds("chosen", 100_000, 400_000, 20.0, 0.125, 98_000)
    cost = ThresholdCost(thresholds, 54.06, 3.31, 1.5, 0.004, 17.6, 8.25)
    assert comparison_text(TunedLoad(100, 40), [cost]) == (
        "Simulated: 16 hosts send to one at 100 Gb/s over 40 m, 32,000,000 bytes of buffer are shared\n"
        "thresholds    Kmin    Kmax  Pmax  alpha  headroom  Gb/s  slowest  paused  dropped  64 KB in   without DCQCN\n"
        "chosen      100 KB  400 KB  20 %  0.125     98 KB  54.1      3.3   1.5 %   0.00 %     18 us  8.25 % dropped\n"
    )

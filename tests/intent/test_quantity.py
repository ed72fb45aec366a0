"""Quantities with units, as people write them."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from roce_lint.intent.quantity import (
    AUTO_THRESHOLD,
    Ratio,
    ThresholdKind,
    ThresholdSetting,
    parse_duration_us,
    parse_length_m,
    parse_percent,
    parse_ratio,
    parse_size_bytes,
    parse_speed_gbps,
    parse_threshold,
)


@pytest.mark.parametrize(
    ("parse", "written", "meant"),
    [
        (parse_length_m, "30 m", 30),
        (parse_length_m, "1.5km", 1500),
        (parse_duration_us, "200ms", 200_000),
        (parse_duration_us, "0.2 s", 200_000),
        (parse_duration_us, "8us", 8),
        (parse_duration_us, "8 µs", 8),
        (parse_size_bytes, "150 KB", 150_000),
        (parse_size_bytes, "150 kbytes", 150_000),
        (parse_size_bytes, "2 MiB", 2_097_152),
        (parse_size_bytes, "32767 B", 32_767),
        (parse_speed_gbps, "400G", 400),
        (parse_speed_gbps, "400 Gb/s", 400),
        (parse_speed_gbps, "0.8T", 800),
        (parse_percent, "20%", 20),
        (parse_percent, 20, 20),
        (parse_ratio, "2:1", Ratio(Fraction(2))),
        (parse_ratio, "3 : 2", Ratio(Fraction(3, 2))),
        (parse_threshold, "auto", AUTO_THRESHOLD),
        (parse_threshold, "150 KB", ThresholdSetting(ThresholdKind.SIZE, 150_000)),
        (parse_threshold, "8us", ThresholdSetting(ThresholdKind.TIME, 8)),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_quantity_becomes_a_whole_number_of_its_unit(
    parse: Callable[[object], object], written: object, meant: object
) -> None:
    assert parse(written) == meant


@pytest.mark.parametrize(
    ("parse", "written", "reported"),
    [
        (parse_length_m, 30, "is 30, which has no unit; write a length such as 30 m or 2 km"),
        (parse_length_m, "30", "is '30', which has no unit; write a length such as 30 m or 2 km"),
        (parse_length_m, "30 ft", "is '30 ft'; the unit ft is not known; write a length such as 30 m or 2 km"),
        (parse_length_m, "101 km", "is '101 km'; allowed are 0 to 100000 m"),
        (parse_length_m, True, "is True; write a length such as 30 m or 2 km"),
        (parse_duration_us, "1.5 us", "is '1.5 us', which is not a whole number of us"),
        (parse_speed_gbps, "450G", "is '450G'; known speeds are 10G, 25G, 40G, 50G, 100G, 200G, 400G, 800G"),
        (parse_percent, "101%", "is '101%'; allowed are 0 to 100 %"),
        (parse_ratio, "2", "is '2'; write a ratio of down to up such as 2:1"),
        (parse_ratio, "2:0", "is '2:0'; write a ratio of down to up such as 2:1"),
        (
            parse_threshold,
            50,
            "is 50, which has no unit; write auto, a size such as 150 KB or a time at line rate such as 8 us",
        ),
        (parse_threshold, "0 us", "is '0 us'; allowed are 1 to 1000000 us"),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_quantity_that_is_none_is_reported_with_what_is_allowed(
    parse: Callable[[object], object], written: object, reported: str
) -> None:
    with pytest.raises(ValueError) as caught:
        parse(written)
    assert str(caught.value) == reported


def test_quantities_print_as_they_are_written() -> None:
    assert [str(parse_ratio(text)) for text in ("2:1", "3:2", "1:1")] == ["2:1", "1.5:1", "1:1"]
    assert [str(parse_threshold(text)) for text in ("auto", "150 KB", "8 us")] == ["auto", "150000 B", "8 us"]

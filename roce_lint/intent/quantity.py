"""Quantities as people write them, with a unit: `30 m`, `200 ms`, `150 KB`, `400G`, `20%`, `2:1`.

Each parser takes what YAML gave and returns a whole number in the unit of its name, or raises ValueError with a
text that says what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

KNOWN_SPEEDS_GBPS = (10, 25, 40, 50, 100, 200, 400, 800, 1600)
MAX_LENGTH_M = 100_000
MAX_DURATION_US = 60_000_000
MAX_SIZE_BYTES = 1_000_000_000

_NUMBER = r"(?P<amount>[0-9]{1,12}(?:\.[0-9]{1,6})?)"
_QUANTITY = re.compile(_NUMBER + r"\s*(?P<unit>[A-Za-zµ%/]*)")
_RATIO = re.compile(r"(?P<down>[0-9]{1,4}(?:\.[0-9]{1,3})?)\s*:\s*(?P<up>[0-9]{1,4}(?:\.[0-9]{1,3})?)")

_METRES = MappingProxyType({"m": 1, "km": 1000})
_MICROSECONDS = MappingProxyType({"us": 1, "µs": 1, "ms": 1000, "s": 1_000_000})
_BYTES = MappingProxyType(
    {
        "b": 1, "byte": 1, "bytes": 1, "kb": 1000, "kbyte": 1000, "kbytes": 1000, "mb": 1_000_000,
        "mbyte": 1_000_000, "mbytes": 1_000_000, "kib": 1024, "mib": 1024 * 1024,
    }
)  # fmt: skip
_GBPS = MappingProxyType({"g": 1, "gbps": 1, "gb/s": 1, "gbit/s": 1, "t": 1000})


class ThresholdKind(Enum):
    """How a marking threshold is given."""

    AUTO = "auto"
    SIZE = "bytes"
    TIME = "us"


@dataclass(frozen=True, slots=True)
class ThresholdSetting:
    """A depth of a queue: chosen by the tool, a size in bytes, or the time in microseconds that the line needs."""

    kind: ThresholdKind
    amount: int

    def __str__(self) -> str:
        """Return the form in which a threshold is written."""
        if self.kind is ThresholdKind.AUTO:
            return "auto"
        return f"{self.amount} {'B' if self.kind is ThresholdKind.SIZE else 'us'}"


AUTO_THRESHOLD = ThresholdSetting(ThresholdKind.AUTO, 0)


@dataclass(frozen=True, slots=True)
class Ratio:
    """Bandwidth towards hosts for each unit of bandwidth towards the spines; 1 is non-blocking."""

    down_per_up: Fraction

    def __str__(self) -> str:
        """Return the form in which a ratio is written, such as `2:1` or `1.5:1`."""
        return f"{float(self.down_per_up):.4g}:1"


def parse_length_m(value: object) -> int:
    """Return metres of `30 m` or `2 km`."""
    return _whole(value, _METRES, "a length such as 30 m or 2 km", "m", 0, MAX_LENGTH_M)


def parse_duration_us(value: object) -> int:
    """Return microseconds of `50 us`, `200 ms` or `1.5 s`."""
    return _whole(value, _MICROSECONDS, "a time such as 50 us, 200 ms or 1.5 s", "us", 0, MAX_DURATION_US)


def parse_size_bytes(value: object) -> int:
    """Return bytes of `150 KB` (1000 bytes each), `2 MiB` or `32767 B`."""
    return _whole(value, _BYTES, "a size such as 150 KB, 2 MiB or 1500 B", "bytes", 0, MAX_SIZE_BYTES)


def parse_speed_gbps(value: object) -> int:
    """Return gigabits a second of `400G` or `400 Gb/s`; only rates that Ethernet ports have are taken."""
    speed_gbps = _whole(value, _GBPS, "a speed such as 100G or 400G", "Gb/s", 1, 10_000)
    if speed_gbps not in KNOWN_SPEEDS_GBPS:
        known = ", ".join(f"{speed}G" for speed in KNOWN_SPEEDS_GBPS)
        raise ValueError(f"is {_shown(value)}; known speeds are {known}")
    return speed_gbps


def parse_percent(value: object) -> int:
    """Return per cent of `20%` or of the bare number 20."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = f"{value}%"
    return _whole(value, MappingProxyType({"%": 1}), "a percentage such as 20%", "%", 0, 100)


def parse_ratio(value: object) -> Ratio:
    """Return the ratio of `2:1` or `1.5:1`; both sides must be above zero."""
    found = _RATIO.fullmatch(value.strip()) if isinstance(value, str) else None
    if not found or not Fraction(found["up"]) or not Fraction(found["down"]):
        raise ValueError(f"is {_shown(value)}; write a ratio of down to up such as 2:1")
    return Ratio(Fraction(found["down"]) / Fraction(found["up"]))


def parse_threshold(value: object) -> ThresholdSetting:
    """Return the threshold of `auto`, `150 KB` or `8 us`."""
    if value == "auto":
        return AUTO_THRESHOLD
    wanted = "auto, a size such as 150 KB or a time at line rate such as 8 us"
    found = _QUANTITY.fullmatch(value.strip()) if isinstance(value, str) else None
    if found and found["unit"] in _MICROSECONDS:
        return ThresholdSetting(ThresholdKind.TIME, _whole(value, _MICROSECONDS, wanted, "us", 1, 1_000_000))
    return ThresholdSetting(ThresholdKind.SIZE, _whole(value, _BYTES, wanted, "bytes", 1, MAX_SIZE_BYTES))


def _whole(value: object, units: Mapping[str, int], wanted: str, unit_name: str, minimum: int, maximum: int) -> int:
    """Return the quantity as a whole number of the smallest unit. Raises ValueError for anything else."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise ValueError(f"is {value}, which has no unit; write {wanted}")
    found = _QUANTITY.fullmatch(value.strip()) if isinstance(value, str) else None
    if not found:
        raise ValueError(f"is {_shown(value)}; write {wanted}")
    unit = found["unit"] if found["unit"] in units else found["unit"].lower()
    if not unit:
        raise ValueError(f"is {_shown(value)}, which has no unit; write {wanted}")
    if unit not in units:
        raise ValueError(f"is {_shown(value)}; the unit {found['unit']} is not known; write {wanted}")
    amount = Fraction(found["amount"]) * units[unit]
    if amount.denominator != 1:
        raise ValueError(f"is {_shown(value)}, which is not a whole number of {unit_name}")
    if not minimum <= amount <= maximum:
        raise ValueError(f"is {_shown(value)}; allowed are {minimum} to {maximum} {unit_name}")
    return int(amount)


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return repr(text if len(text) <= 40 else text[:40] + "...") if isinstance(value, str) else text[:40]


def _text_schema(pattern: str, kind: str, *examples: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": f"^{pattern}$", "format": kind, "examples": list(examples)})


_AMOUNT = r"[0-9]+(\.[0-9]+)?\s*"
_SIZE_UNITS = "([kKmM][iI]?)?[bB](yte|ytes)?"
_TIME_UNITS = "(us|µs|ms|s)"

LengthM = Annotated[int, PlainValidator(parse_length_m), _text_schema(_AMOUNT + "k?m", "length", "30 m", "2 km")]
DurationUs = Annotated[
    int, PlainValidator(parse_duration_us), _text_schema(_AMOUNT + _TIME_UNITS, "duration", "50 us", "200 ms")
]
SizeBytes = Annotated[
    int, PlainValidator(parse_size_bytes), _text_schema(_AMOUNT + _SIZE_UNITS, "size", "150 KB", "2 MiB")
]
SpeedGbps = Annotated[
    int,
    PlainValidator(parse_speed_gbps),
    _text_schema(r"(10|25|40|50|100|200|400|800|1600)\s*[gG]([bB](ps|it/s|/s))?", "speed", "100G", "400G"),
]
Percent = Annotated[
    int,
    PlainValidator(parse_percent),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": r"^[0-9]+\s*%$", "examples": ["20%"]},
                {"type": "integer", "minimum": 0, "maximum": 100},
            ],
            "format": "percent",
        }
    ),
]
DownPerUp = Annotated[
    Ratio,
    PlainValidator(parse_ratio),
    PlainSerializer(str, return_type=str),
    _text_schema(r"[0-9]+(\.[0-9]+)?\s*:\s*[0-9]+(\.[0-9]+)?", "ratio", "2:1", "1:1"),
]
QueueDepth = Annotated[
    ThresholdSetting,
    PlainValidator(parse_threshold),
    PlainSerializer(str, return_type=str),
    _text_schema(f"(auto|{_AMOUNT}({_SIZE_UNITS}|{_TIME_UNITS}))", "threshold", "auto", "150 KB", "8 us"),
]

"""Amounts as a scenario has them, finer than those of an intent: nanoseconds, Mb/s, and fractions as `1/8`."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Annotated

from pydantic import PlainValidator, WithJsonSchema

_NUMBER = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,9})?)\s*([A-Za-zµ%/]*)")
_FRACTION = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*/\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)")
_NANOSECONDS = {"ns": 1.0, "us": 1e3, "µs": 1e3, "ms": 1e6, "s": 1e9}
_BYTES = {
    "b": 1.0, "byte": 1.0, "bytes": 1.0, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 1024.0, "mib": 1024.0**2,
    "gib": 1024.0**3,
}  # fmt: skip
_GBPS = {"m": 1e-3, "mb/s": 1e-3, "mbps": 1e-3, "g": 1.0, "gb/s": 1.0, "gbps": 1.0, "t": 1e3, "tb/s": 1e3}
_METRES = {"m": 1.0, "km": 1000.0}


def _amount(value: object, units: dict[str, float], wanted: str, most: float) -> float:
    found = _NUMBER.fullmatch(value.strip()) if isinstance(value, str) else None
    unit = found[2] if found else ""
    if not found or unit.lower() not in units:
        raise ValueError(f"is {_shown(value)}; write {wanted}")
    amount = float(found[1]) * units[unit.lower()]
    if amount > most:
        raise ValueError(f"is {_shown(value)}, which is more than can be simulated")
    return amount


def parse_time_ns(value: object) -> float:
    """Return nanoseconds of `500 ns`, `55 us` or `10 ms`."""
    return _amount(value, _NANOSECONDS, "a time such as 500 ns, 55 us or 10 ms", 60e9)


def parse_bytes(value: object) -> float:
    """Return bytes of `1500 B`, `100 KB`, `12 MB` or `1 MiB`; KB are 1000 bytes."""
    return _amount(value, _BYTES, "a size such as 1500 B, 100 KB, 12 MB or 1 MiB", 1e15)


def parse_rate_gbps(value: object) -> float:
    """Return Gb/s of `40 Mb/s`, `2.5 Gb/s` or `100G`, above 0."""
    rate = _amount(value, _GBPS, "a rate such as 40 Mb/s, 2.5 Gb/s or 100G", 1e5)
    if rate <= 0:
        raise ValueError(f"is {_shown(value)}; write a rate above 0")
    return rate


def parse_metres(value: object) -> float:
    """Return metres of `5 m` or `2 km`."""
    return _amount(value, _METRES, "a length such as 5 m or 2 km", 1e6)


def parse_ratio_number(value: object) -> float:
    """Return the number of `0.125` or `1/8`, above 0."""
    number = math.nan
    if isinstance(value, int | float) and not isinstance(value, bool):
        number = float(value)
    elif isinstance(value, str) and (found := _FRACTION.fullmatch(value.strip())) and Fraction(found[2]):
        number = float(Fraction(found[1]) / Fraction(found[2]))
    if not 0 < number < 1e6:
        raise ValueError(f"is {_shown(value)}; write a number above 0 such as 0.125 or 1/8")
    return number


def parse_share(value: object) -> float:
    """Return the share of `20%`, or of the number 20, from 0 to 100 per cent."""
    text = f"{value}%" if isinstance(value, int | float) and not isinstance(value, bool) else value
    share = _amount(text, {"%": 0.01}, "a percentage such as 20%", math.inf)
    if share > 1:
        raise ValueError(f"is {_shown(value)}; write at most 100%")
    return share


def _shown(value: object) -> str:
    return repr(value)[:40] if value is not None else "empty"


def _schema(pattern: str, *examples: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": f"^[0-9]+(\\.[0-9]+)?\\s*{pattern}$", "examples": [*examples]})


TimeNs = Annotated[float, PlainValidator(parse_time_ns), _schema("(ns|us|µs|ms|s)", "55 us", "10 ms")]
AmountBytes = Annotated[float, PlainValidator(parse_bytes), _schema("([kKmMgG][iI]?)?([bB]|bytes?)", "100 KB", "12 MB")]
RateGbps = Annotated[float, PlainValidator(parse_rate_gbps), _schema("[mMgGtT]([bB](/s|ps))?", "100G", "40 Mb/s")]
Metres = Annotated[float, PlainValidator(parse_metres), _schema("k?m", "5 m", "2 km")]
RatioNumber = Annotated[
    float,
    PlainValidator(parse_ratio_number),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "number", "exclusiveMinimum": 0},
                {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?\s*/\s*[0-9]+(\.[0-9]+)?$"},
            ],
            "examples": ["1/8", 0.125],
        }
    ),
]
Share = Annotated[
    float,
    PlainValidator(parse_share),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?\s*%$"},
                {"type": "number", "minimum": 0, "maximum": 100},
            ],
            "examples": ["20%"],
        }
    ),
]

"""The words of a QoS policy file: which block holds which, what a property takes.

Source: opensm/osm_qos_parser_l.l and osm_qos_parser_y.y of OpenSM 3.3.23.
"""

from __future__ import annotations

import re
from enum import Enum

ROOT = ""
BLOCKS = {
    ROOT: ("qos-ulps", "port-groups", "qos-setup", "qos-levels", "qos-match-rules"),
    "port-groups": ("port-group",),
    "qos-setup": ("vlarb-tables", "sl2vl-tables"),
    "vlarb-tables": ("vlarb-scope",),
    "sl2vl-tables": ("sl2vl-scope",),
    "qos-levels": ("qos-level",),
    "qos-match-rules": ("qos-match-rule",),
}
"""The blocks within each block; each ends with `end-` and its name."""


class PropertyValue(Enum):
    """What a property takes."""

    TEXT = "text"
    NUMBER = "a number"
    RANGES = "numbers and ranges of them, separated by commas"
    NUMBERS = "numbers, separated by commas"
    PAIRS = "pairs of numbers such as 0:4, separated by commas"
    NODE_TYPES = "ROUTER, CA, SWITCH, SELF or ALL, separated by commas"
    PORTS = "* or numbers and ranges of them"
    SL = "a service level from 0 to 15"
    MTU = "an MTU code from 1 to 5"
    RATE = "a rate code from 2 to 22"
    SL2VL = "16 virtual lanes from 0 to 15, separated by commas"


PROPERTIES = {
    "port-group": {
        "name": PropertyValue.TEXT,
        "use": PropertyValue.TEXT,
        "port-guid": PropertyValue.RANGES,
        "port-name": PropertyValue.TEXT,
        "pkey": PropertyValue.RANGES,
        "partition": PropertyValue.TEXT,
        "node-type": PropertyValue.NODE_TYPES,
    },
    "vlarb-scope": {
        "group": PropertyValue.TEXT,
        "across": PropertyValue.TEXT,
        "vlarb-high": PropertyValue.PAIRS,
        "vlarb-low": PropertyValue.PAIRS,
        "vl-high-limit": PropertyValue.NUMBER,
    },
    "sl2vl-scope": {
        "group": PropertyValue.TEXT,
        "across": PropertyValue.TEXT,
        "across-to": PropertyValue.TEXT,
        "across-from": PropertyValue.TEXT,
        "from": PropertyValue.PORTS,
        "to": PropertyValue.PORTS,
        "sl2vl-table": PropertyValue.SL2VL,
    },
    "qos-level": {
        "name": PropertyValue.TEXT,
        "use": PropertyValue.TEXT,
        "sl": PropertyValue.NUMBER,
        "mtu-limit": PropertyValue.MTU,
        "rate-limit": PropertyValue.RATE,
        "packet-life": PropertyValue.NUMBER,
        "path-bits": PropertyValue.RANGES,
        "pkey": PropertyValue.RANGES,
    },
    "qos-match-rule": {
        "use": PropertyValue.TEXT,
        "qos-class": PropertyValue.RANGES,
        "qos-level-name": PropertyValue.TEXT,
        "source": PropertyValue.TEXT,
        "destination": PropertyValue.TEXT,
        "service-id": PropertyValue.RANGES,
        "pkey": PropertyValue.RANGES,
    },
}
ONCE = frozenset(
    {"name", "use", "sl", "mtu-limit", "rate-limit", "packet-life", "qos-level-name", "sl2vl-table", "vl-high-limit"}
)
NEEDS = {
    "port-group": ("name",),
    "qos-level": ("sl", "name"),
    "qos-match-rule": ("qos-level-name",),
    "sl2vl-scope": ("sl2vl-table",),
}
ULPS = {
    "default": ("",),
    "sdp": ("", "port-num"),
    "rds": ("", "port-num"),
    "iser": ("", "port-num"),
    "srp": ("target-port-guid",),
    "ipoib": ("", "pkey"),
    "any": ("service-id", "pkey", "target-port-guid", "source-port-guid", "source-target-port-guid"),
}
"""The services of `qos-ulps` with what may stand behind the comma, the empty text for nothing."""
_NUMBER = r"(?:0[xX][0-9a-fA-F]+|[0-9]+)"
_RANGES = re.compile(rf"({_NUMBER})\s*(?:-\s*({_NUMBER}))?")
_SHAPES = {
    PropertyValue.NUMBER: re.compile(_NUMBER),
    PropertyValue.SL: re.compile(_NUMBER),
    PropertyValue.MTU: re.compile(_NUMBER),
    PropertyValue.RATE: re.compile(_NUMBER),
    PropertyValue.NUMBERS: re.compile(rf"{_NUMBER}(?:\s*,\s*{_NUMBER})*"),
    PropertyValue.SL2VL: re.compile(rf"{_NUMBER}(?:\s*,\s*{_NUMBER})*"),
    PropertyValue.PAIRS: re.compile(rf"{_NUMBER}\s*:\s*{_NUMBER}(?:\s*,\s*{_NUMBER}\s*:\s*{_NUMBER})*"),
    PropertyValue.NODE_TYPES: re.compile(
        r"(?:router|ca|switch|self|all)(?:\s*,\s*(?:router|ca|switch|self|all))*", re.I
    ),
}
_LIMITS = {PropertyValue.SL: (0, 15), PropertyValue.MTU: (1, 5), PropertyValue.RATE: (2, 22)}
_LANES = 16


def number_of(text: str) -> int:
    """Return a number as C's strtoull takes it with base 0: 0x hexadecimal, a leading 0 octal."""
    if text[:2].lower() == "0x":
        return int(text, 16)
    if text.startswith("0") and set(text) <= set("01234567"):
        return int(text, 8)
    return int(text)


def ranges_of(text: str) -> tuple[tuple[int, int], ...] | None:
    """Return numbers and ranges with both ends, the smaller first; None for anything else."""
    found = [_RANGES.fullmatch(part.strip()) for part in text.split(",")]
    if not text or None in found:
        return None
    pairs = [(number_of(one[1]), number_of(one[2] or one[1])) for one in found if one]
    return tuple((min(pair), max(pair)) for pair in pairs)


_LIST = re.compile(rf"{_NUMBER}(?:\s*-\s*{_NUMBER})?(?:\s*,\s*{_NUMBER}(?:\s*-\s*{_NUMBER})?)*")
_PORTS = re.compile(rf"\*|{_LIST.pattern}")


def split_value(kind: PropertyValue, text: str) -> tuple[str, str]:
    """Return what a property takes of the rest of its line, and what stands behind it: words take the whole line."""
    shape = {PropertyValue.RANGES: _LIST, PropertyValue.PORTS: _PORTS}.get(kind) or _SHAPES.get(kind)
    found = shape.match(text) if shape else None
    behind = text[found.end() :] if found else ""
    return (text[: found.end()], behind.strip()) if found and behind[:1] in (" ", "\t") else (text, "")


def why_wrong(kind: PropertyValue, value: str, name: str) -> str:
    """Return why a property does not take a value; empty where it does."""
    shape = _SHAPES.get(kind)
    good = bool(value)
    if kind is PropertyValue.RANGES:
        good = ranges_of(value) is not None
    elif kind is PropertyValue.PORTS:
        good = value == "*" or ranges_of(value) is not None
    elif shape is not None:
        good = shape.fullmatch(value) is not None
    if good and kind in _LIMITS:
        low, high = _LIMITS[kind]
        good = low <= number_of(value) <= high
    if good and kind is PropertyValue.SL2VL:
        lanes = [number_of(one.strip()) for one in value.split(",")]
        good = len(lanes) == _LANES and max(lanes) < _LANES
    return "" if good else f"{name} takes {kind.value}"

"""Lines of opensm.conf as OpenSM splits them, and single values as it reads them.

Source: osm_subn_parse_conf_file, clean_val and opts_parse_* in opensm/osm_subnet.c of OpenSM 3.3.23.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from roce_lint.infiniband.opensm.c_text import unsigned
from roce_lint.infiniband.opensm.option_type import OptionType
from roce_lint.infiniband.sm_options import OptionAction, RawOption
from roce_lint.model.fact import Source
from roce_lint.values import dataclass

PIECE_BYTES = 1022
_SPACES = b" \t\n\v\f\r"
_SIGNED = re.compile(rb"[ \t\n\v\f\r]*([+-]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)")
UNSET = b"(null)"


def raw_options(octets: bytes, path: str) -> Iterator[RawOption]:
    """Yield the options of a file in order."""
    line, at = 1, 0
    while at < len(octets):
        newline = octets.find(b"\n", at, at + PIECE_BYTES)
        stop = newline + 1 if newline >= 0 else min(at + PIECE_BYTES, len(octets))
        piece = octets[at:stop].partition(b"\0")[0].partition(b"#")[0].lstrip(b" \t\n")
        is_cut = newline < 0 and stop < len(octets)
        found = re.match(rb"([^ \t\n]+)[ \t\n]?(.*)", piece, re.DOTALL)
        if found:
            yield RawOption(found[1], _clean(found[2]), Source(path, line, line), is_cut)
        line += newline >= 0
        at = stop


def _clean(value: bytes) -> bytes:
    """Trim a value and take one pair of quotes off."""
    value = value.strip(_SPACES)
    if len(value) >= 1 and value[:1] in (b'"', b"'") and value[-1:] == value[:1]:
        return value[1:-1]
    return value


@dataclass(frozen=True, slots=True)
class NumberRefused:
    """A number that OpenSM does not take."""

    action: OptionAction
    because: str


def number_of(value: bytes, kind: OptionType) -> int | NumberRefused:
    """Return the number that a value gives for an option of this type."""
    if kind is OptionType.INT32:
        found = _SIGNED.match(value)
        number = unsigned(found[2])[0] if found else 0
        return -number if found and found[1] == b"-" else number
    number, end = unsigned(value)
    if not value or end != len(value):
        return NumberRefused(OptionAction.NOT_NUMBER, "a number was expected, so the line is ignored")
    digits = value.strip(_SPACES).lstrip(b"+-")
    is_wide = number == OptionType.UINT64.value and not value.lstrip().startswith(b"-") and _exceeds_64_bits(digits)
    if number > kind.value or is_wide:
        return NumberRefused(OptionAction.OUT_OF_RANGE, f"the largest value is {kind.value}; the line is ignored")
    return number


def _exceeds_64_bits(digits: bytes) -> bool:
    base = 16 if digits[:2] in (b"0x", b"0X") else 8 if digits[:1] == b"0" else 10
    return len(digits) > 30 or int(digits, base if base != 8 or len(digits) > 1 else 10) > OptionType.UINT64.value

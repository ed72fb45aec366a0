"""Names of interfaces and lists of numbers, as EOS prints them and as people type them."""

from __future__ import annotations

import re
from functools import lru_cache

from roce_lint.model.terms import PortKind
from roce_lint.os.industry_cli.number_list import DSCP_NAMES, named_list

# Full name, shortest prefix that the CLI takes, kind.
_KINDS = (
    ("Ethernet", "et", PortKind.ETHERNET),
    ("Port-Channel", "po", PortKind.LAG),
    ("Vlan", "vl", PortKind.VLAN),
    ("Loopback", "lo", PortKind.LOOPBACK),
    ("Management", "ma", PortKind.MANAGEMENT),
    ("Vxlan", "vx", PortKind.TUNNEL),
    ("Tunnel", "tu", PortKind.TUNNEL),
    ("Dps", "dps", PortKind.TUNNEL),
    ("Recirc-Channel", "recirc", PortKind.LAG),
)
_NAME = re.compile(r"([A-Za-z][A-Za-z-]*)\s*([0-9/.,\s-]+)")
_RANGE = re.compile(r"([0-9/.]+)(?:-([0-9/.]+))?")
MAXIMUM_OF_A_RANGE = 1024


@lru_cache(maxsize=512)
def kind_of_interface(name: str) -> PortKind:
    """Return the kind of a canonical interface name such as `Ethernet1/1.100`."""
    if "." in name:
        return PortKind.SUBINTERFACE
    word = name.rstrip("0123456789/")
    return next((kind for full, _, kind in _KINDS if full == word), PortKind.TUNNEL)


@lru_cache(maxsize=512)
def interface_names(text: str) -> tuple[str, ...]:
    """Return the canonical names in `Ethernet1`, `et1/1`, `Ethernet1-4,7` or `Et1/1-8/1`; empty if it is no name.

    In a range the last numbers of both ends must agree: `1/1-8/1` is the first lane of cages 1 to 8.
    """
    found = _NAME.fullmatch(text.strip())
    full = _full_word(found[1].lower()) if found else ""
    if not found or not full:
        return ()
    numbers: list[str] = []
    for part in found[2].replace(" ", "").split(","):
        expanded = _expand(part)
        if not expanded or len(numbers) + len(expanded) > MAXIMUM_OF_A_RANGE:
            return ()
        numbers.extend(expanded)
    return tuple(full + number for number in numbers)


def _full_word(word: str) -> str:
    for full, prefix, _ in _KINDS:
        if word.startswith(prefix) and full.lower().startswith(word):
            return full
    return ""


def _expand(part: str) -> list[str]:
    found = _RANGE.fullmatch(part)
    if not found:
        return []
    first = re.split(r"([/.])", found[1])
    if not all(first[::2]) or any(len(number) > 6 for number in first):
        return []
    if not found[2]:
        return [found[1]]
    last = re.split(r"([/.])", found[2])
    offset = len(first) - len(last)
    if offset < 0 or not all(last[::2]) or first[offset + 1 :: 2] != last[1::2]:
        return []
    different = [place for place in range(0, len(last), 2) if first[offset + place] != last[place]]
    if not different:
        return [found[1]]
    low, high = int(first[offset + different[0]]), int(last[different[0]][:6])
    if len(different) > 1 or low > high or high - low >= MAXIMUM_OF_A_RANGE:
        return []
    before, after = "".join(first[: offset + different[0]]), "".join(first[offset + different[0] + 1 :])
    return [f"{before}{number}{after}" for number in range(low, high + 1)]


_DSCP_NAMES = {"va": 44, "cs0": 0, **DSCP_NAMES}


def dscp_set(text: str) -> frozenset[int]:
    """Return the code points of `26`, `af31`, `24,26-28` or `ef cs6`; empty for anything else."""
    return named_list(text, _DSCP_NAMES, 63)

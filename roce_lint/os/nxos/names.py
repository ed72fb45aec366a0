"""Interface names: the printed form, the typed forms, and ranges of both."""

from __future__ import annotations

import re
from functools import lru_cache

from roce_lint.model.terms import PortKind

_KINDS = (
    ("Ethernet", PortKind.ETHERNET),
    ("port-channel", PortKind.LAG),
    ("Vlan", PortKind.VLAN),
    ("loopback", PortKind.LOOPBACK),
    ("mgmt", PortKind.MANAGEMENT),
    ("nve", PortKind.TUNNEL),
    ("Tunnel", PortKind.TUNNEL),
)
_PATH = r"\d{1,6}(?:/\d{1,6}){0,3}"
_PART = re.compile(
    rf"(?P<word>[A-Za-z][A-Za-z-]*?)?\s*(?P<first>{_PATH})(?:\.(?P<unit>\d{{1,6}}))?"
    rf"(?:\s*-\s*(?:[A-Za-z][A-Za-z-]*?)?\s*(?P<last>{_PATH}))?"
)
_MOST = 4096
"""More interfaces than any range on a real switch; beyond it a range is taken for damage."""


@lru_cache(maxsize=512)
def expand_interfaces(text: str) -> tuple[str, ...]:
    """Return the printed names of the interfaces that `text` names, in order; none when it is malformed.

    Takes `Ethernet1/1`, `ethernet 1/1-4, eth1/9`, `Ethernet 1/1-1/54`, `po10`, `Ethernet1/1.20`, `mgmt 0`.
    """
    names: list[str] = []
    word = ""
    for part in text.split(","):
        found = _PART.fullmatch(part.strip())
        if not found:
            return ()
        word = _printed_word(found["word"]) if found["word"] else word
        numbers = _span(found["first"], found["last"] or found["first"])
        if not word or not numbers or len(names) + len(numbers) > _MOST:
            return ()
        unit = f".{found['unit']}" if found["unit"] else ""
        names.extend(f"{word}{number}{unit}" for number in numbers)
    return tuple(names)


@lru_cache(maxsize=512)
def kind_of(name: str) -> PortKind:
    """Return what the interface with the printed name `name` is."""
    if "." in name:
        return PortKind.SUBINTERFACE
    return next((kind for word, kind in _KINDS if name.startswith(word)), PortKind.TUNNEL)


def _printed_word(word: str) -> str:
    """Return the interface type that `word` abbreviates, or an empty text; `e` and `eth` are Ethernet."""
    return next((printed for printed, _ in _KINDS if printed.lower().startswith(word.lower())), "")


def _span(first: str, last: str) -> tuple[str, ...]:
    """Return the slot/port numbers from `first` to `last`, which may be a port number alone (`1/1` to `4`)."""
    slot, _, low = first.rpartition("/")
    last_slot, _, high = last.rpartition("/")
    if (last_slot and last_slot != slot) or not int(low) <= int(high) <= int(low) + _MOST:
        return ()
    prefix = f"{slot}/" if slot else ""
    return tuple(f"{prefix}{number}" for number in range(int(low), int(high) + 1))

"""Commands that a person typed short, as a device takes them: `int Et1/1`, `desc gpu01`, `ip addr 10.0.0.0/31`.

Devices print full words. A file in which an interface is opened by a short word was written by hand; only there other
words of interfaces are completed, each where it begins exactly one command.
"""

from __future__ import annotations

import re

from roce_lint.text.patterns import lazy_pattern

_OPENER = lazy_pattern(r"\nint(?:e|er|erf)?[ \t]")
_COMMANDS = (
    "channel-group",
    "description",
    "flowcontrol",
    "interface",
    "priority-flow-control",
    "service-policy",
    "service-profile",
    "shutdown",
    "switchport",
)
_SHORTEST = {"priority-flow-control": len("priority-"), "switchport": len("sw")}
_LEAST = 3
_OTHERS = frozenset(("flow", "switch"))
"""Words that begin one of these commands and are commands of their own."""
_LINE = lazy_pattern(r"^([ \t]*+(?:no |default )?)([a-z-]+)(?=[ \t\r]|$)", re.MULTILINE)
_IP = lazy_pattern(r"^([ \t]*+(?:no )?ip )add(?:r|re|res|ress)?(?= )", re.MULTILINE)
_SWITCHPORT = (
    (lazy_pattern(r"(switchport )ac[ces]*(?= )"), r"\1access"),
    (lazy_pattern(r"(switchport )tr[unk]*(?= )"), r"\1trunk"),
    (lazy_pattern(r"(switchport mode )tr[unk]*\b"), r"\1trunk"),
    (lazy_pattern(r"(switchport mode )ac[ces]*\b"), r"\1access"),
    (lazy_pattern(r"(switchport trunk )all[owed]*(?= )"), r"\1allowed"),
    (lazy_pattern(r"(switchport (?:access|trunk allowed) )vl[an]*(?= )"), r"\1vlan"),
)


def opens_interfaces_shortly(text: str) -> bool:
    """Say whether an interface is opened by a short word in the first column. Linear, and quick where none is."""
    return text.startswith(("int ", "inte ", "inter ")) or _OPENER.search(text) is not None


def spelt_out(text: str) -> str:
    """Return a text that was typed by hand with its words of interfaces completed; line numbers stay. Linear."""
    text = _LINE.sub(lambda found: found[1] + _completed(found[2]), text)
    text = _IP.sub(r"\1address", text)
    if "switchport" in text:
        for short, full in _SWITCHPORT:
            text = short.sub(full, text)
    return text


def _completed(word: str) -> str:
    """Return the one command that a word begins, else the word."""
    if word in _OTHERS:
        return word
    begun = [one for one in _COMMANDS if one.startswith(word) and len(word) >= _SHORTEST.get(one, _LEAST)]
    return begun[0] if len(begun) == 1 else word

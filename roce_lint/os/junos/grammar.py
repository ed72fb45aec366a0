"""What Junos takes: the published models of Junos and Junos Evolved, merged into one (`ci/junos_grammar.py`)."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache, cached_property
from pathlib import Path

from roce_lint.text.patterns import lazy_pattern

_FILE = Path(__file__).parent / "grammar.json"
_NUMBER = lazy_pattern(r"(-?\d{1,19})([kmgt]?)")
_HEX = lazy_pattern(r"0x[0-9a-fA-F]{1,16}")
_DECIMAL = lazy_pattern(r"-?\d{1,19}(?:\.\d{1,19})?")
_MAC = lazy_pattern(r"[0-9a-fA-F]{1,2}(?:[:.-][0-9a-fA-F]{1,2}){5}|[0-9a-fA-F]{4}\.[0-9a-fA-F]{4}\.[0-9a-fA-F]{4}")
_SHORT_PREFIX = lazy_pattern(r"\d{1,3}(?:\.\d{1,3}){0,2}/\d{1,2}")
_MULTIPLES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_VERSIONS = {"4": (4,), "6": (6,)}
_ADDRESSES = {"ip": "an IP address", "net": "a prefix", "mac": "a MAC address"}
_SPELLINGS = {
    # XML names begin with no digit, and QFX print ether-options where the model has gigether-options.
    "802.3ad": "ieee-802.3ad",
    "ether-options": "gigether-options",
    "to": "end-range",
}
_RANGES = frozenset(("upto", "through", "prefix-length-range", "address-mask"))
"""Words of a route filter behind which a value stands."""


class RuleKind(Enum):
    """What a name stands for; `CUT` has nothing below it that matters for RoCE."""

    CONTAINER = "c"
    LIST = "l"
    LEAF = "f"
    LEAF_LIST = "L"
    FLAG = "e"
    CUT = "x"


class JunosRule:
    """What may stand at one place.

    `keys` name the parts of an entry; `is_bare` says that the CLI leaves the name of this out.
    """

    def __init__(self, rules: Sequence[JunosRule], found: Mapping[str, object]) -> None:
        self._rules = rules
        self.kind = RuleKind(found["k"])
        keys, forms = found.get("K", ()), found.get("t", ())
        members = found.get("h", {})
        assert isinstance(keys, list | tuple)
        assert isinstance(forms, list | tuple)
        assert isinstance(members, dict)
        self.keys: tuple[str, ...] = tuple(keys)
        self.forms: tuple[object, ...] = tuple(forms)
        self.is_bare = "nk" in found
        self._members: Mapping[str, int] = members

    def member(self, name: str) -> JunosRule | None:
        """Return what a name of the model stands for here; None where it has none."""
        number = self._members.get(name)
        return None if number is None else self._rules[number]

    def spelt(self, word: str) -> str:
        """Return the name of the model that a word of the CLI stands for here; empty where it has none."""
        if word in self._members:
            return word
        other = _SPELLINGS.get(word, "")
        return other if other in self._members else ""

    @cached_property
    def bare(self) -> tuple[tuple[str, JunosRule], ...]:
        """Return what stands here without its name."""
        found = ((name, self._rules[number]) for name, number in self._members.items() if name not in self.keys)
        return tuple(one for one in found if one[1].is_bare)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names that may stand here."""
        return tuple(self._members)


@cache
def grammar() -> JunosRule:
    """Return the rule for a whole configuration; the file is read once. Groups have the same as a configuration."""
    found = json.loads(_FILE.read_text("utf-8"))
    rules: list[JunosRule] = []
    members = found["rules"][found["root"]]["h"]
    groups = {"k": "l", "K": ["name"], "h": members}
    root = {"k": "c", "h": {**members, "groups": len(found["rules"])}}
    rules += (JunosRule(rules, one) for one in (*found["rules"], groups, root))
    return rules[-1]


def is_wildcard(text: str) -> bool:
    """Say whether a text is a name of a group that stands for others (`<et-*>`), or a variable."""
    return text[:1] in ("<", "$")


def whole_number(text: str) -> int | None:
    """Return a number as the CLI takes it (`10g`, `0x10`), None for what is none."""
    found = _NUMBER.fullmatch(text)
    if found:
        return int(found[1]) * _MULTIPLES[found[2]]
    return int(text, 16) if _HEX.fullmatch(text) else None


def value_fault(rule: JunosRule, value: str) -> str:
    """Return why a leaf does not take a value, empty if it does."""
    if not rule.forms or is_wildcard(value) or any(_fits(form, value) for form in rule.forms):
        return ""
    return f"{value!r} is not {_wanted(rule)}"


def _wanted(rule: JunosRule) -> str:
    parts: list[str] = []
    for form in rule.forms:
        if isinstance(form, str) and form.startswith("decimal"):
            parts.append(" to ".join(form.split()[1:]))
        elif isinstance(form, str):
            parts.append(_ADDRESSES[form.rstrip("!46")])
        elif isinstance(form, list) and form and isinstance(form[0], int):
            parts.append(f"{form[0]} to {form[1]}")
        elif isinstance(form, list):
            parts += form[:12]
    parts = list(dict.fromkeys(parts))
    return f"{', '.join(parts[:-1])} or {parts[-1]}" if len(parts) > 1 else "".join(parts)


def _fits(form: object, value: str) -> bool:
    if isinstance(form, list):
        if not form or isinstance(form[0], str):
            return value in form
        number = whole_number(value)
        return number is not None and form[0] <= number <= form[1]
    if form == "mac":
        return bool(_MAC.fullmatch(value))
    assert isinstance(form, str)
    if form.startswith("decimal"):
        _, low, high = form.split()
        return bool(_DECIMAL.fullmatch(value)) and float(low) <= float(value) <= float(high)
    return _is_address(form, value)


def spelt_out(rule: JunosRule, value: str) -> str:
    """Return a value with the octets that the CLI lets a person leave out of a prefix: `10/8` is 10.0.0.0/8."""
    if _SHORT_PREFIX.fullmatch(value) and any(isinstance(form, str) and form[:3] == "net" for form in rule.forms):
        address, _, length = value.partition("/")
        return f"{address}{'.0' * (3 - address.count('.'))}/{length}"
    return value


def _is_address(form: str, value: str) -> bool:
    """Say whether a value is an address (`ip4`), or a prefix whose length may (`net4`) or has to (`net4!`) stand."""
    if "*" in value:
        return True
    address, slash, length = value.partition("/")
    versions = _VERSIONS.get(form.rstrip("!")[-1], (4, 6))
    try:
        version = ipaddress.ip_address(address.partition("%")[0]).version
    except ValueError:
        return False
    if version not in versions or (form.endswith("!") and not slash):
        return False
    if form.startswith("ip"):
        return not slash
    return not slash or (length.isdecimal() and len(length) < 4 and int(length) <= (32 if version == 4 else 128))


def takes_bare(rule: JunosRule, word: str, left: int) -> tuple[str, JunosRule] | None:
    """Return what a word is that stands without the name of the model, such as the name of an interface."""
    best: tuple[str, JunosRule] | None = None
    for name, one in rule.bare:
        if one.kind in (RuleKind.LEAF, RuleKind.LEAF_LIST):
            if value_fault(one, word):
                continue
            if one.forms and isinstance(one.forms[0], list):
                return name, one
            best = best or (name, one)
        elif one.kind is RuleKind.LIST:
            key = one.member(one.keys[0]) if one.keys else None
            if key is None or not value_fault(key, word):
                best = best or (name, one)
        elif one.spelt(word):
            return name, one
    return best


def wants_no_value(keys: Sequence[str], found: Mapping[str, str], key: str) -> bool:
    """Say whether a part of a route filter is absent: `orlonger` has no value behind it, `upto` has."""
    return key == "choice-value" and "choice-ident" in keys and found.get("choice-ident") not in _RANGES

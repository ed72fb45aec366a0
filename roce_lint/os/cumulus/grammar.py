"""What NVUE takes, by release: the object models that NVIDIA publishes, merged into one (`ci/nvue_grammar.py`)."""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_FILE = Path(__file__).parent / "grammar.json"
_NUMBER = lazy_pattern(r"-?\d{1,19}")
_NUMBERED = {
    "switch-priority": (0, 7, "a switch priority"),
    "traffic-class": (0, 15, "a traffic class"),
    "priority-group": (0, 7, "a priority group"),
    "dscp": (0, 63, "a DSCP"),
    "pcp": (0, 7, "a PCP"),
    "vlan": (1, 4094, "a VLAN"),
    "vni": (1, 16777214, "a VNI"),
}
"""Maps whose keys are numbers: the model names the keys, their ranges are in its descriptions."""
_WORDS_BESIDE = {"vlan": ("all", "auto"), "vni": ("auto",)}
_ADDRESSES = ("ip address", "ipv4 address", "ipv6 address", "vrr address")
_MAC = lazy_pattern(r"(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}")


@dataclass(frozen=True, slots=True)
class GrammarRule:
    """What may stand at one place: named members, entries of a map, or a value; each with the releases that have it."""

    members: Mapping[str, tuple[int, int]]
    entries: tuple[int, int] | None
    words: Mapping[str, int]
    ranges: tuple[tuple[object, int], ...]
    is_cut: bool

    @property
    def takes_value(self) -> bool:
        """Say whether a value stands here, and no name alone."""
        return bool(self.words or self.ranges)

    @property
    def is_leaf(self) -> bool:
        """Say whether nothing but a value stands here."""
        return self.takes_value and not self.members and self.entries is None


@dataclass(frozen=True, slots=True)
class Grammar:
    """All rules, and the releases in order; a release is a bit of a mask."""

    releases: tuple[str, ...]
    rules: tuple[GrammarRule, ...]
    root: GrammarRule

    @property
    def every(self) -> int:
        """Return the mask of all releases."""
        return (1 << len(self.releases)) - 1

    def mask(self, release: str) -> int:
        """Return the bit of a release such as `5.13`; newer ones than are known have the last, others none."""
        if release in self.releases:
            return 1 << self.releases.index(release)
        return 1 << (len(self.releases) - 1) if _number(release) > _number(self.releases[-1]) else 0

    def since(self, mask: int) -> str:
        """Return in words which releases a mask stands for."""
        numbers = [index for index in range(len(self.releases)) if mask >> index & 1]
        if not numbers:
            return "no release"
        first, last = self.releases[numbers[0]], self.releases[numbers[-1]]
        if numbers[-1] == len(self.releases) - 1:
            return f"releases from {first}" if numbers[0] else "every release"
        return f"releases up to {last}" if not numbers[0] else f"releases {first} to {last}"


def _number(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split(".") if part.isdecimal() and len(part) < 9)


@cache
def grammar() -> Grammar:
    """Return the grammar; the file is read once."""
    found = json.loads(_FILE.read_text("utf-8"))
    rules = tuple(map(_rule, found["nodes"]))
    return Grammar(tuple(found["releases"]), rules, rules[found["root"]])


def is_from(release: str, first: str) -> bool:
    """Say whether a release is `first` or a later one."""
    return grammar().mask(release) >= grammar().mask(first)


def _rule(node: Mapping[str, object]) -> GrammarRule:
    members, entries = node.get("has", {}), node.get("each")
    words, ranges = node.get("words", {}), node.get("values", [])
    assert isinstance(members, dict)
    assert isinstance(words, dict)
    assert isinstance(ranges, list)
    return GrammarRule(
        members={name: (number, mask) for name, (number, mask) in members.items()},
        entries=(entries[0], entries[1]) if isinstance(entries, list) else None,
        words=words,
        ranges=tuple((tuple(one) if isinstance(one, list) else one, mask) for one, mask in ranges),
        is_cut="cut" in node,
    )


def releases_of_value(rule: GrammarRule, value: str) -> int:
    """Return the releases that take a value."""
    mask = rule.words.get(value, 0)
    for form, releases in rule.ranges:
        if releases & ~mask and _fits(form, value):
            mask |= releases
    return mask


def wanted(rule: GrammarRule) -> str:
    """Return in words which values are taken."""
    parts = list(rule.words)
    for form, _ in rule.ranges:
        if isinstance(form, tuple):
            low, high = form
            parts.append(f"{low} to {high}" if high < 2**40 else f"a number from {low}")
        else:
            parts.append(
                {"text": "a text", "ipv4": "an IPv4 address", "ipv6": "an IPv6 address"}.get(str(form), str(form))
            )
    return ", ".join(dict.fromkeys(parts))


def _fits(form: object, value: str) -> bool:
    if isinstance(form, tuple):
        return bool(_NUMBER.fullmatch(value)) and form[0] <= float(value) <= form[1]
    if form in ("ipv4", "ipv6", "ipv4network", "ipv6network"):
        return _is_address(value, int(str(form)[3]))
    return True


def _is_address(text: str, version: int = 0) -> bool:
    try:
        return version in (0, ipaddress.ip_interface(text).version)
    except ValueError:
        return False


def key_fault(parent: str, key: str) -> str:
    """Return what is wrong with a key of the map at `parent`, the last names of its path; empty if nothing is."""
    name = parent.rpartition(" ")[2]
    if parent.endswith(_ADDRESSES):
        fits = key in ("dhcp", "dhcp6") or ("/" in key and _is_address(key))
        return "" if fits else f"{key!r} is no address with a length"
    if name in _NUMBERED and key not in _WORDS_BESIDE.get(name, ()):
        low, high, what = _NUMBERED[name]
        if not key.isdecimal() or len(key) > 9 or not low <= int(key) <= high:
            return f"{key!r} is not {what} from {low} to {high}"
    return ""


def value_fault(name: str, value: str) -> str:
    """Return what is wrong with a value whose type the model has as text; empty if nothing is."""
    if name == "mac-address" and value != "auto" and not _MAC.fullmatch(value):
        return f"{value!r} is no MAC address"
    return ""


_SPREAD = frozenset(
    (
        *("interface", "member", "neighbor", "vlan", "vni", "switch-priority", "traffic-class", "dscp", "pcp"),
        *("priority-group", "list", "trust"),
    )
)
"""Maps whose keys may be ranges and lists."""
_LETTERS = lazy_pattern(r"[A-Za-z][A-Za-z_-]*")
_RANGE = lazy_pattern(r"(.*?)(\d{1,5})-(?:\1)?(\d{1,5})")
_SUFFIX = lazy_pattern(r"\.\d+")
MOST_NAMES = 4096
"""So many names one key stands for at most; more VLANs there are not."""


def spread(parent: str, key: str) -> tuple[str, ...] | None:
    """Return the names that a key stands for: `swp1,4-6` for four ports; None where it is no such list.

    A later part without letters has those of the one before it. Source: startup.yaml of devices (TRAPS of NVUE: ranges
    are keys as they were typed).
    """
    if parent not in _SPREAD or ("," not in key and "-" not in key):
        return (key,)
    found: list[str] = []
    letters = ""
    for part in key.split(","):
        own = _LETTERS.match(part)
        letters = own[0] if own else letters
        name = part if own else letters + part
        between = _RANGE.fullmatch(name)
        if between is None:
            found.append(name)
            continue
        low, high = int(between[2]), int(between[3])
        if not low <= high < low + MOST_NAMES:
            return None
        found += [f"{between[1]}{number}" for number in range(low, high + 1)]
    return tuple(dict.fromkeys(found)) if 0 < len(found) <= MOST_NAMES and all(found) else None


def is_port_list(text: str) -> bool:
    """Say whether a text is one name or a list of names as devices print them."""
    return re.fullmatch(r"[A-Za-z][\w.-]*(?:,[\w.-]+)*", text) is not None

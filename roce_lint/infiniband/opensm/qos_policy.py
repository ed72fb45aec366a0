"""The QoS policy file of OpenSM, as its scanner and parser take it: all of it, or none.

Source: opensm/osm_qos_parser_l.l, osm_qos_parser_y.y and osm_qos_policy.c of OpenSM 3.3.23.

The words of a QoS policy file: which block holds which, what a property takes.

Source: opensm/osm_qos_parser_l.l and osm_qos_parser_y.y of OpenSM 3.3.23.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from roce_lint.infiniband.qos_policy import PolicyFault, PolicyKey, QosPolicy
from roce_lint.model.fact import Source
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document
from roce_lint.values import dataclass, field

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
    """Return why a property does not take a value; empty if it does."""
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


_WORD = re.compile(r"[a-z][a-z0-9-]*")
_PROPERTY = re.compile(r"([a-z][a-z0-9-]*)[ \t]*:(.*)")
_KEY_BITS = 0x7FFF
_LAST_SL = 15


def read_qos_policy(document: Document) -> Reading:
    """Return what a QoS policy file makes OpenSM do; any text at all is read."""
    return Reading((), (), (), (_Policy(document.path).read(document.text),))


class _RefusedError(Exception):
    """The parser stops at the line being read."""


@dataclass(slots=True)
class _Block:
    name: str
    line: int
    values: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    children: int = 0


class _Policy:
    """One file being read."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._open = [_Block(ROOT, 0)]
        self._levels: dict[str, int] = {}
        self._groups: set[str] = set()
        self._rules: list[_Block] = []
        self._keys: list[PolicyKey] = []
        self._too_high: list[PolicyFault] = []
        self._has_default_service = False

    def read(self, text: str) -> QosPolicy:
        """Return the policy; after a fault of form nothing further is looked at, as OpenSM does."""
        number, shown = 0, ""
        try:
            for number, raw in enumerate(text.split("\n"), 1):
                shown = raw.partition("#")[0].strip()
                self._line(shown, number)
            if len(self._open) > 1:
                shown = self._open[-1].name
                number = self._open[-1].line
                raise _RefusedError(f"it is not closed by end-{shown}")
        except _RefusedError as fault:
            return QosPolicy(self._at(0), (PolicyFault(shown, str(fault), self._at(number)),), ())
        return QosPolicy(self._at(0), tuple(self._unsound()), tuple(self._keys))

    def _at(self, line: int) -> Source:
        return Source(self._path, line, line)

    def _line(self, text: str, number: int) -> None:
        while text:
            block = self._open[-1]
            if block.name == "qos-ulps" and not text.startswith("end-"):
                self._service(text, number)
                return
            found = _PROPERTY.fullmatch(text)
            if found and found[1] in PROPERTIES.get(block.name, {}):
                value, text = split_value(PROPERTIES[block.name][found[1]], found[2].strip())
                self._property(block, found[1], value, number)
                continue
            word = _WORD.match(text)
            if not word:
                raise _RefusedError("it is no word of the grammar")
            self._keyword(word.group(), number, bool(found))
            text = text[word.end() :].strip()

    def _keyword(self, word: str, number: int, is_property: bool) -> None:
        block = self._open[-1]
        if word in BLOCKS.get(block.name, ()):
            block.children += 1
            self._open.append(_Block(word, number))
        elif word == f"end-{block.name}":
            self._close(self._open.pop())
        elif is_property:
            raise _RefusedError(f"{block.name} has no {word}" if block.name else f"{word} is in no section")
        else:
            allowed = [*BLOCKS.get(block.name, ()), f"end-{block.name}"]
            raise _RefusedError(f"here may stand {', '.join(one for one in allowed if one != 'end-')} or a property")

    def _property(self, block: _Block, name: str, value: str, number: int) -> None:
        kind = PROPERTIES[block.name][name]
        wrong = why_wrong(kind, value, name)
        if wrong:
            raise _RefusedError(wrong)
        if name in block.values and name in ONCE:
            raise _RefusedError(f"{block.name} says {name} twice")
        block.values.setdefault(name, []).append((number, value))
        if name == "pkey" and block.name == "qos-match-rule":
            self._name_keys(value, False, number)
        if name == "sl" and number_of(value) > _LAST_SL:
            because = f"a service level has four bits: {value} is taken for {number_of(value) % (_LAST_SL + 1)}"
            self._too_high.append(PolicyFault(f"sl: {value}", because, self._at(number), discards=False))

    def _close(self, block: _Block) -> None:
        for needed in NEEDS.get(block.name, ()):
            if needed not in block.values:
                raise _RefusedError(f"the {block.name} that begins in line {block.line} has no {needed}")
        if block.name in ("qos-ulps", "port-groups") and not block.children:
            raise _RefusedError(f"the section {block.name} is empty")
        if block.name == "qos-level":
            self._levels[block.values["name"][0][1].lower()] = block.line
        elif block.name == "port-group":
            self._groups.add(block.values["name"][0][1].lower())
        elif block.name == "qos-match-rule":
            self._rules.append(block)

    def _service(self, text: str, number: int) -> None:
        """Read a line of `qos-ulps`: `sdp, port-num 30000 : 1`, `ipoib : 2`."""
        self._open[-1].children += 1
        what, colon, level = text.rpartition(":")
        name, _, rest = (part.strip() for part in what.partition(","))
        words = rest.split(None, 1)
        kinds = ULPS.get(name.lower())
        if not colon or kinds is None or (words[0] if words else "") not in kinds:
            raise _RefusedError("it is no service of qos-ulps with a colon and a service level")
        if words and ranges_of(words[1] if len(words) > 1 else "") is None:
            raise _RefusedError(f"{words[0]} takes numbers and ranges of them, separated by commas")
        if words and words[0] == "port-num" and any(last > 0xFFFF for _, last in ranges_of(words[1]) or ()):
            raise _RefusedError("a port number is at most 65535")
        wrong = why_wrong(PropertyValue.NUMBER, level.strip(), "a service level")
        if wrong or number_of(level.strip()) > _LAST_SL:
            raise _RefusedError(wrong or f"a service level is a number from 0 to {_LAST_SL}")
        self._has_default_service |= name.lower() == "default"
        if words and words[0] == "pkey":
            self._name_keys(words[1], name.lower() == "ipoib", number)

    def _name_keys(self, value: str, for_ipoib: bool, number: int) -> None:
        for first, last in ranges_of(value) or ():
            self._keys.append(PolicyKey(first & _KEY_BITS, last & _KEY_BITS, for_ipoib, self._at(number)))

    def _unsound(self) -> Iterator[PolicyFault]:
        """Yield what the check after parsing refuses, and service levels that it does not look at."""
        yield from self._too_high
        if "default" not in self._levels and not self._has_default_service:
            because = "there is neither a qos-level `default` nor a line `default` in qos-ulps"
            yield PolicyFault("the policy", because, self._at(1))
        for rule in self._rules:
            for line, name in rule.values["qos-level-name"]:
                if name.lower() not in self._levels:
                    yield PolicyFault(f"qos-level-name: {name}", "no qos-level has this name", self._at(line))
            for side in ("source", "destination"):
                for line, names in rule.values.get(side, ()):
                    for name in (one.strip() for one in names.split(",")):
                        if name.lower() not in self._groups:
                            yield PolicyFault(f"{side}: {name}", "no port-group has this name", self._at(line))

"""The QoS policy file of OpenSM, as its scanner and parser take it: all of it, or none.

Source: opensm/osm_qos_parser_l.l, osm_qos_parser_y.y and osm_qos_policy.c of OpenSM 3.3.23.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from roce_lint.infiniband.opensm.qos_policy_words import (
    BLOCKS,
    NEEDS,
    ONCE,
    PROPERTIES,
    ROOT,
    ULPS,
    PropertyValue,
    number_of,
    ranges_of,
    split_value,
    why_wrong,
)
from roce_lint.infiniband.qos_policy import PolicyFault, PolicyKey, QosPolicy
from roce_lint.model.fact import Source
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document
from roce_lint.values import dataclass, field

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

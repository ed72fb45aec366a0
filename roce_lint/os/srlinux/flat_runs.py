"""Runs of flat `set / ...` lines about one thing, found without looking at each line.

A run is about one interface, or one entry that binds QoS to it, or about access lists that nobody asks for. Most runs
of a fleet say the same but for a name, a description and an address: what they have in common is kept as a pattern, and
a text is held against it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import attrgetter

from roce_lint.text.patterns import late_pattern
from roce_lint.values import dataclass

_ODD = r'\x00-\x1f"\\{}\[\]'
_REST = rf'[^{_ODD}]*+(?:"[^"\\\x00-\x1f]*+"[^{_ODD}]*+)*+(?=\n|\Z)'
_NAME = r"ethernet-\d{1,4}/\d{1,4}(?:/\d{1,4})?"
_PORT = late_pattern(_NAME)
_KEY = late_pattern(rf"{_NAME}(?:\.\d{{1,5}})?(?= )")
_STRING = late_pattern(r'[^"\\\x00-\x1f]+')
_WORD = late_pattern(rf"[^\s{_ODD}]+")
_ADDRESS = late_pattern(r"[0-9A-Fa-f:./]+")
_VALUES = {'"': _STRING, "description": _WORD, "address": _ADDRESS, "interface": _PORT}
"""What matches a value behind the last word before it."""
_FILTERS = "\nset / acl "
_FILTER_RUN = late_pattern(rf"\nset / acl [^{_ODD}]*+(?=\n|\Z)(?:\nset / acl [^{_ODD}]*+(?=\n|\Z))*+")
_NO_FILTER = late_pattern(r"\n(?!set / acl )")
_OWN = late_pattern(
    r'((?<=\x00)(?: subinterface \d{1,5})? description "?|(?<=\x00) subinterface \d{1,5} ipv[46] address )'
    r'((?<=")[^"\n]*|(?<=address )[0-9A-Fa-f:./]+|(?<=description )[^\s"]+)'
)
_REFERENCE = late_pattern(rf"( interface-ref interface )({_NAME})(?=[ \n]|\Z)")
_ALONE = late_pattern(r"\s(?:aggregate-id|qos|acl)(?=\s|\Z)")
"""What keeps an interface from having twins: members of a LAG are as the LAG is, and old releases bind here."""
_HERE, _OWN_VALUE = "\x00", "\x01"
"""Stand for a name and for a value of its own in what runs have in common; no run has such characters."""


@dataclass(eq=False, slots=True)
class Pattern:
    """What runs about entries of one list have in common: `kind` is the list, `text` all that they say.

    `lines` is how many they have; `values` match what each says for itself.
    """

    kind: str
    text: str
    lines: int
    values: tuple[re.Pattern[str], ...]

    def values_of(self, text: str, start: int, key: str) -> tuple[tuple[str, ...], int] | None:
        """Return what the run about `key` at `start` says for itself, and where it ends; None for another run."""
        first, *pieces = self.text.replace(_HERE, key).split(_OWN_VALUE)
        if not text.startswith(first, start):
            return None
        end = start + len(first)
        own = []
        for piece, value in zip(pieces, self.values, strict=True):
            found = value.match(text, end)
            if found is None:
                return None
            own.append(found[0])
            end = found.end()
            if not text.startswith(piece, end):
                return None
            end += len(piece)
        if (end < len(text) and text[end] != "\n") or text.startswith(f"\nset / {self.kind} {key} ", end):
            return None
        if len(own) > 1 and len(set(own)) < len(own):
            return None
        return tuple(own), end


@dataclass(eq=False, slots=True)
class Run:
    """Lines `first` to `last` about the entry `key` of a list; without a pattern, about access lists."""

    first: int
    last: int
    pattern: Pattern | None = None
    key: str = ""
    own: tuple[str, ...] = ()


class Patterns:
    """The patterns of all files that were seen."""

    def __init__(self) -> None:
        self._by_text: dict[str, Pattern | None] = {}
        self._last: dict[str, Pattern] = {}
        self._followers: dict[Pattern, Pattern] = {}

    def runs(self, text: str, *, skips_filters: bool) -> list[Run]:
        """Return the runs of a text in order; those about access lists too, where nothing is made of them."""
        text = f"\n{text}"
        found = [
            *self._of(text, "interface"),
            *self._of(text, "qos interfaces interface"),
            *(_runs_of_filters(text) if skips_filters else ()),
        ]
        found.sort(key=attrgetter("first"))
        return found

    def _of(self, text: str, kind: str) -> Iterator[Run]:
        """Yield the runs about entries of one list."""
        before = f"\nset / {kind} "
        head = f"{before}ethernet-"
        start, counted, number = text.find(head), 0, 0
        while start >= 0:
            number += text.count("\n", counted, start)
            counted = start
            end = start + len(head)
            key = _KEY.match(text, start + len(before))
            if key is not None:
                run = self._run(text, (start, number), kind, key[0])
                if run is not None:
                    found, end = run
                    yield found
            start = text.find(head, end)

    def _run(self, text: str, placed: tuple[int, int], kind: str, key: str) -> tuple[Run, int] | None:
        """Return the run about `key` that starts at a place with so many lines before it, and where it ends."""
        start, number = placed
        last = self._last.get(kind)
        # What followed the pattern that matched before is tried first.
        pattern = self._followers.get(last) if last else None
        told = pattern.values_of(text, start, key) if pattern else None
        if told is None:
            pattern = self._pattern(text, start, kind, key)
            told = pattern.values_of(text, start, key) if pattern else None
            if last is not None and pattern is not None:
                self._followers[last] = pattern
        if pattern is None or told is None:
            return None
        self._last[kind] = pattern
        return Run(number + 1, number + pattern.lines, pattern, key, told[0]), told[1]

    def _pattern(self, text: str, start: int, kind: str, key: str) -> Pattern | None:
        """Return what the run about `key` at `start` has in common with others; None where it is unusual."""
        line = rf"\nset / {kind} {re.escape(key)} {_REST}"
        found = re.compile(f"(?:{line})++").match(text, start)
        if found is None:
            return None
        said = found[0].replace(f"\nset / {kind} {key} ", f"\nset / {kind} {_HERE} ")
        of_ports = kind == "interface"
        pieces = (_OWN if of_ports else _REFERENCE).split(said)
        common = _OWN_VALUE.join("".join(pieces[at : at + 2]) for at in range(0, len(pieces), 3))
        if common not in self._by_text:
            if len(self._by_text) > _MOST_PATTERNS:
                self._by_text.clear()
                self._followers.clear()
            if of_ports:
                # A string elsewhere could hold words that look like a description or an address.
                strings = sum(keyword.endswith('"') for keyword in pieces[1::3])
                usual = not _ALONE.search(common) and "." not in key and common.count('"') == 2 * strings
            else:
                usual = len(pieces) == 4 and common.count(" interface-ref") == 1
            values = [_VALUES[keyword.split()[-1]] for keyword in pieces[1::3]]
            pattern = Pattern(kind, common, common.count("\n"), tuple(values)) if usual else None
            self._by_text[common] = pattern
        return self._by_text[common]


_MOST_PATTERNS = 2_000


def _runs_of_filters(text: str) -> Iterator[Run]:
    """Yield the runs of lines about access lists."""
    start, counted, number = text.find(_FILTERS), 0, 0
    while start >= 0:
        number += text.count("\n", counted, start)
        counted = start
        last = _NO_FILTER.search(text, start + 1)
        end = last.start() if last else len(text)
        if _holds_odd(text, start, end):
            found = _FILTER_RUN.match(text, start)
            end = found.end() if found else start + 1
        if end > start + 1:
            lines = text.count("\n", start, end)
            yield Run(number + 1, number + lines)
        start = text.find(_FILTERS, end)


def _holds_odd(text: str, start: int, end: int) -> bool:
    return any(text.find(sign, start, end) >= 0 for sign in '"\\{}[]')

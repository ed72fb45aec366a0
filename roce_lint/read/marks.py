"""Lines by which a person tells one network operating system's configuration from another's.

Many patterns tried at the lines of a text at once: each line meets only those that can match how it begins.

A configuration has thousands of lines and there are hundreds of patterns; nearly every line begins like none of them.
In a fleet most lines are in many files, so what a line matches is remembered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TypeAlias

from roce_lint.os.contract import FoundMarks, SystemMarks
from roce_lint.os.other_systems import OTHERS
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.text.pattern_beginnings import beginning, is_plain, may_cross_lines, spelled_out
from roce_lint.values import dataclass, field

_MOST_REMEMBERED = 60_000
"""Lines that are remembered, some 8 MB; then they are forgotten, and remembered anew."""
_START = 4
"""Characters by which beginnings are looked up."""
_MOST_ACROSS = 8
"""With more lines that a mark may look beyond, the whole text is searched."""
_WORTH_A_PATTERN = 100_000
"""From so many characters on, one pattern for all beginnings is worth being compiled."""
_PICKED_BY = 6
"""Characters of a beginning that are in that pattern: with all of them it takes four times as long to compile."""


@dataclass(frozen=True, slots=True)
class Group:
    """Marks of which the first that matches at a line counts, such as all certain marks of one system."""

    name: str
    marks: tuple[str, ...]


@dataclass(eq=False, slots=True)
class _Candidates:
    """Marks of one group that can match a line with one beginning, in order.

    Of each its number and what begins like that of it, spelled out; nothing where no more is asked for.
    """

    group: str
    marks: list[tuple[int, list[str]]]
    compiled: list[tuple[int, Callable[[str, int], object]]] = field(default_factory=list)

    def first(self, text: str, position: int) -> int:
        """Return the number of the first mark that matches at `position`, -1 for none."""
        if not self.compiled:
            self.compiled += [(number, _matcher(patterns)) for number, patterns in self.marks]
        for number, match in self.compiled:
            if match(text, position):
                return number
        return -1


def _matcher(patterns: list[str]) -> Callable[[str, int], object]:
    return re.compile("|".join(patterns), re.MULTILINE).match if patterns else lambda text, position: True


_Matches: TypeAlias = tuple[tuple[str, int], ...]
"""The marks that match at a line, by group and number."""
_Starting: TypeAlias = dict[str, list[tuple[int, int, str]]]
"""For each beginning what is spelled out of marks and has it: the place of the group, the mark's number, the text."""


class MarkIndex:
    """Groups of marks, found by how the lines of a text begin. A mark is compiled when a line first calls for it."""

    def __init__(self, groups: Iterable[Group]) -> None:
        """Sort the marks by their beginnings. Raises ValueError for a mark that can begin with anything."""
        self._groups = tuple(group for group in groups if group.marks)
        self._starting: _Starting = {}
        for place, group in enumerate(self._groups):
            for number, mark in enumerate(group.marks):
                for one in spelled_out(mark):
                    self._starting.setdefault(beginning(one), []).append((place, number, one))
        if "" in self._starting:
            raise ValueError("every mark begins with plain text")
        self._by_start: dict[str, list[str]] = {}
        for head in sorted(self._starting, key=len, reverse=True):
            self._by_start.setdefault(head[:_START], []).append(head)
        self._shortest = tuple(sorted((head for head in self._starting if len(head) < _START), key=len, reverse=True))
        self._by_head: dict[str, tuple[bool, list[_Candidates]]] = {}
        self._begun: re.Pattern[str] | None = None
        self._seen = 0
        self._remembered: dict[str, _Matches] = {}
        self._across: set[str] = set()

    def found(self, text: str) -> Mapping[str, set[int]]:
        """Return for each group the numbers of the marks that stand at the start of some line; empty for none."""
        lines = self._begun_lines(text)
        if None in (known := set(map(self._remembered.get, lines))):
            if len(self._remembered) + len(lines) > _MOST_REMEMBERED:
                self._remembered.clear()
                self._across.clear()
            for line in lines.difference(self._remembered):
                self._remembered[line] = self._matches(line)
            known = set(map(self._remembered.get, lines))
        across = lines & self._across
        if len(across) > _MOST_ACROSS:
            return self._searched(text)
        result: dict[str, set[int]] = {group.name: set() for group in self._groups}
        for matches in known:
            for group, number in matches or ():
                result[group].add(number)
        for line in across:
            self._look_across(text, line, result)
        return result

    def _begun_lines(self, text: str) -> set[str]:
        """Return the lines that may begin like some mark, without their indentation: all that do, and few others."""
        self._seen += len(text)
        if self._seen > _WORTH_A_PATTERN:
            return set(self._beginning().findall(f"\n{text}"))
        lines = {line.lstrip(" \t") for line in text.split("\n")}
        return {line for line in lines if self._head(line)}

    def _beginning(self) -> re.Pattern[str]:
        """Return what matches an end of line and one that may begin like some mark, of which it returns the text.

        An end of line is found much faster than a start of line.
        """
        if self._begun is None:
            starts = sorted({head[:_PICKED_BY] for head in self._starting})
            self._begun = re.compile(rf"\n[ \t]*+({_trie(starts)}[^\n]*+)")
        return self._begun

    def _head(self, line: str) -> str:
        """Return the longest beginning of a mark that a line without indentation begins with, nothing for none."""
        for head in self._by_start.get(line[:_START], ()):
            if line.startswith(head):
                return head
        return next((head for head in self._shortest if line.startswith(head)), "")

    def _candidates(self, head: str) -> tuple[bool, list[_Candidates]]:
        """Return the marks that can match at a line with a beginning, and whether one may look beyond that line.

        No mark can at a line that begins like none.
        """
        known = self._by_head.get(head) if head else (False, [])
        if known is None:
            chosen: dict[int, dict[int, list[str]]] = {}
            for end in range(1, len(head) + 1):
                for place, number, one in self._starting.get(head[:end], ()):
                    chosen.setdefault(place, {}).setdefault(number, []).append(one)
            crosses = any(may_cross_lines(one) for marks in chosen.values() for some in marks.values() for one in some)
            candidates = [
                _Candidates(
                    self._groups[place].name,
                    [(number, [] if any(map(is_plain, some)) else some) for number, some in sorted(marks.items())],
                )
                for place, marks in sorted(chosen.items())
            ]
            known = self._by_head[head] = crosses, candidates
        return known

    def _matches(self, line: str) -> _Matches:
        """Return what matches at a line; nothing where that may depend on the next, which is written down."""
        crosses, candidates = self._candidates(self._head(line))
        if crosses:
            self._across.add(line)
            return ()
        found = []
        for one in candidates:
            number = one.first(line, 0)
            if number >= 0:
                found.append((one.group, number))
        return tuple(found)

    def _look_across(self, text: str, line: str, result: dict[str, set[int]]) -> None:
        """Add what matches where `line` stands, with what follows it there."""
        _, candidates = self._candidates(self._head(line))
        start = text.find(line)
        while start >= 0:
            end = start + len(line)
            indentation = text[text.rfind("\n", 0, start) + 1 : start]
            if not indentation.strip(" \t") and text[end : end + 1] in ("", "\n"):
                for one in candidates:
                    number = one.first(text, start)
                    if number >= 0:
                        result[one.group].add(number)
            start = text.find(line, end)

    def _searched(self, text: str) -> Mapping[str, set[int]]:
        """Return what `found` does, by going through the whole text."""
        result: dict[str, set[int]] = {group.name: set() for group in self._groups}
        wanted: dict[str, list[tuple[_Candidates, set[int]]]] = {}
        text = f"\n{text}"
        for line in self._beginning().finditer(text):
            head = self._head(line[1])
            here = wanted.get(head)
            if here is None:
                here = wanted[head] = [(one, result[one.group]) for one in self._candidates(head)[1]]
            if here:
                position = line.start(1)
                grown = False
                for candidates, found in here:
                    number = candidates.first(text, position)
                    if number >= 0:
                        found.add(number)
                        grown = True
                if grown:
                    wanted[head] = [one for one in here if not one[1].issuperset(number for number, _ in one[0].marks)]
        return result


def _trie(words: list[str]) -> str:
    """Return a pattern that matches the longest of the words, made so that few branches are tried at a character."""
    branches: dict[str, list[str]] = {}
    for word in words:
        if word:
            branches.setdefault(word[0], []).append(word[1:])
    inner = []
    for character, rests in branches.items():
        prefix = character
        while len({rest[:1] for rest in rests}) == 1 and rests[0]:
            prefix += rests[0][0]
            rests = [rest[1:] for rest in rests]
        inner.append(re.escape(prefix) + _trie(rests))
    if not inner:
        return ""
    optional = "?" if "" in words else ""
    return f"(?:{'|'.join(inner)}){optional}" if len(inner) > 1 or optional else inner[0]


CERTAIN = 4
"""Weight of one line that no other system has; merely usual lines weigh 1."""
_SIGNS = "signs"
HEADER_SIGNS = ("!RANCID-CONTENT-TYPE:", "!BATFISH_FORMAT:")
QUOTING_SIGNS = ("```", "~~~", ".. code", "# ", "## ", "### ", "#### ", "##### ", "###### ")
"""How lines begin that are worth a closer look at the whole text; to find them with the marks costs nothing more."""


def find_marks(text: str) -> FoundMarks:
    """Return what marks and signs are in a text. Linear in its length."""
    index = _index(switch_names())
    found = index.marks.found(text)
    weights = {
        name: CERTAIN * len(found.get(_strong(name), ())) + len(found.get(_weak(name), ())) for name in index.names
    }
    return FoundMarks(weights, frozenset(index.signs[number] for number in found.get(_SIGNS, ())))


@dataclass(frozen=True, slots=True)
class _Index:
    names: tuple[str, ...]
    signs: tuple[str, ...]
    marks: MarkIndex


@cache
def _index(switches: tuple[str, ...]) -> _Index:
    """Return the index of the marks of these systems and of all others; made once a process."""
    own_signs = (sign for name in switches for sign in switch_os(name).detection.signs)
    signs = tuple(dict.fromkeys((*HEADER_SIGNS, *QUOTING_SIGNS, *own_signs)))
    marks = all_marks(switches)
    groups = [Group(_SIGNS, tuple(map(re.escape, signs)))]
    for name, one in marks.items():
        groups += [Group(_strong(name), one.strong), Group(_weak(name), one.weak)]
    return _Index(tuple(marks), signs, MarkIndex(groups))


def all_marks(switches: tuple[str, ...]) -> Mapping[str, SystemMarks]:
    """Return the marks of these systems, and of systems without a reader, by name."""
    return {name: switch_os(name).detection.marks() for name in switches} | dict(OTHERS)


def _strong(name: str) -> str:
    return f"{name} strong"


def _weak(name: str) -> str:
    return f"{name} weak"

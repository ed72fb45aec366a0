"""Many patterns tried at the lines of a text at once: each line meets only those that can match how it begins.

A configuration has thousands of lines and there are hundreds of patterns; nearly every line begins like none of them.
In a fleet most lines stand in many files, so what a line matches is remembered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from roce_lint.values import dataclass, field

_ENDS_LITERAL = frozenset("[(.^$*+?{")
"""Characters after which, or at which, a pattern is no plain text any more."""
_NEGATED_SET = re.compile(r"\[\^(?:\\.|[^\]\\])*\]")
_MOST_REMEMBERED = 60_000
"""Lines that are remembered, some 8 MB; then they are forgotten, and remembered anew."""
_START = 4
"""Characters by which beginnings are looked up."""
_MOST_ACROSS = 8
"""With more lines that a mark may look beyond, the whole text is searched."""


def beginnings(pattern: str) -> tuple[str, ...]:
    """Return plain texts so that whatever `pattern` matches begins with one of them.

    Alternatives are told apart at the top level and in a group at the very start, and characters that may be missing
    are left out too. A text may be shorter than what the pattern demands, never longer.
    """
    found: list[str] = []
    for alternative in _alternatives(pattern):
        if alternative.startswith("(?:"):
            inside, rest = _group(alternative)
            if rest.startswith("?"):
                found += beginnings(rest[1:])
                rest = rest[1:]
            found += [head for one in _alternatives(inside) for head in beginnings(one + rest)]
        else:
            text, at = _plain(alternative)
            width = 2 if alternative[at : at + 1] == "\\" else 1
            before, optional, behind = alternative[:at], alternative[at : at + width], alternative[at + width :]
            if behind.startswith("?") and behind[1:2] not in ("?", "+") and _is_literal(optional):
                found += [*beginnings(before + optional + behind[1:]), *beginnings(before + behind[1:])]
            else:
                found.append(text)
    return tuple(dict.fromkeys(found))


def _is_literal(piece: str) -> bool:
    """Say whether a piece of a pattern, escaped or not, stands for one character that is always the same."""
    return not piece[1:].isalnum() if piece.startswith("\\") else piece not in _ENDS_LITERAL


def _alternatives(pattern: str) -> list[str]:
    """Split at the bars that stand outside of groups and sets."""
    parts, depth, in_set, start, index = [], 0, False, 0, 0
    while index < len(pattern):
        character = pattern[index]
        if character == "\\":
            index += 1
        elif in_set:
            in_set = character != "]"
        elif character == "[":
            in_set = True
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character == "|" and depth == 0:
            parts.append(pattern[start:index])
            start = index + 1
        index += 1
    return [*parts, pattern[start:]]


def _group(pattern: str) -> tuple[str, str]:
    """Return what stands in the group that `pattern` begins with, and what comes after it."""
    depth, in_set, index = 0, False, 0
    while index < len(pattern):
        character = pattern[index]
        if character == "\\":
            index += 1
        elif in_set:
            in_set = character != "]"
        elif character == "[":
            in_set = True
        elif character in "()":
            depth += 1 if character == "(" else -1
            if depth == 0:
                break
        index += 1
    return pattern[3:index], pattern[index + 1 :]


def _plain(pattern: str) -> tuple[str, int]:
    """Return the literal text that `pattern` begins with, and where it ends in the pattern."""
    text, index = "", 0
    while index < len(pattern):
        character, width = pattern[index], 1
        if character == "\\":
            character, width = pattern[index + 1], 2
            if character.isalnum():
                break
        elif character in _ENDS_LITERAL:
            break
        if pattern[index + width : index + width + 1] in ("?", "*", "{"):
            break
        text += character
        index += width
    return text, index


def may_cross_lines(pattern: str) -> bool:
    """Say whether what `pattern` matches may take in an end of line, as far as its text tells; true in doubt."""
    for negated in _NEGATED_SET.findall(pattern):
        if r"\n" not in negated and r"\s" not in negated:
            return True
    rest = _NEGATED_SET.sub("", pattern)
    return any(sign in rest for sign in (r"\n", r"\s", r"\W", r"\D", r"\Z"))


@dataclass(frozen=True, slots=True)
class Group:
    """Marks of which the first that matches at a line counts, such as all certain marks of one system."""

    name: str
    marks: tuple[str, ...]


@dataclass(eq=False, slots=True)
class _Candidates:
    """Marks of one group that can match a line with one beginning, in order."""

    group: str
    numbers: tuple[int, ...]
    patterns: tuple[str, ...]
    compiled: list[tuple[int, Callable[[str, int], re.Match[str] | None]]] = field(default_factory=list)

    def first(self, text: str, position: int) -> int:
        """Return the number of the first mark that matches at `position`, -1 for none."""
        if not self.compiled:
            matches = [re.compile(pattern, re.MULTILINE).match for pattern in self.patterns]
            self.compiled += zip(self.numbers, matches, strict=True)
        for number, match in self.compiled:
            if match(text, position):
                return number
        return -1


_Matches: TypeAlias = tuple[tuple[str, int], ...]
"""The marks that match at a line, by group and number."""


_Begun: TypeAlias = tuple[Group, list[tuple[str, ...]]]


class MarkIndex:
    """Groups of marks, found by how the lines of a text begin. A mark is compiled when a line first calls for it."""

    def __init__(self, groups: Iterable[Group]) -> None:
        """Sort the marks by their beginnings. Raises ValueError for a mark that can begin with anything."""
        begun = [(group, [beginnings(mark) for mark in group.marks]) for group in groups]
        heads = sorted({head for _, marks in begun for found in marks for head in found})
        if "" in heads:
            raise ValueError("every mark begins with plain text")
        # An end of line is found much faster than a start of line; what follows is returned without its indentation.
        self._begun = re.compile(rf"\n[ \t]*+({_trie(heads)}[^\n]*+)")
        self._by_start: dict[str, list[str]] = {}
        for head in sorted(heads, key=len, reverse=True):
            self._by_start.setdefault(head[:_START], []).append(head)
        self._shortest = tuple(sorted((head for head in heads if len(head) < _START), key=len, reverse=True))
        self._by_head = _candidates_by_head(heads, begun)
        crossing = tuple(
            head
            for group, _ in begun
            for mark in group.marks
            for alternative in _alternatives(mark)
            if may_cross_lines(alternative)
            for head in beginnings(alternative)
        )
        self._crossing = {head for head in heads if head.startswith(crossing)}
        self._groups = {one.group for found in self._by_head.values() for one in found}
        self._remembered: dict[str, _Matches] = {}
        self._across: set[str] = set()

    def found(self, text: str) -> Mapping[str, set[int]]:
        """Return for each group the numbers of the marks that stand at the start of some line; empty for none."""
        lines = set(self._begun.findall(f"\n{text}"))
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
        result: dict[str, set[int]] = {group: set() for group in self._groups}
        for matches in known:
            for group, number in matches or ():
                result[group].add(number)
        for line in across:
            self._look_across(text, line, result)
        return result

    def _head(self, line: str) -> str:
        """Return the beginning of a line that begins like some mark, without its indentation: the longest there is."""
        for head in self._by_start.get(line[:_START], ()):
            if line.startswith(head):
                return head
        return next(head for head in self._shortest if line.startswith(head))

    def _matches(self, line: str) -> _Matches:
        """Return what matches at a line; nothing where that may depend on the next, which is written down."""
        head = self._head(line)
        if head in self._crossing:
            self._across.add(line)
            return ()
        found = []
        for candidates in self._by_head[head]:
            number = candidates.first(line, 0)
            if number >= 0:
                found.append((candidates.group, number))
        return tuple(found)

    def _look_across(self, text: str, line: str, result: dict[str, set[int]]) -> None:
        """Add what matches where `line` stands, with what follows it there."""
        candidates = self._by_head[self._head(line)]
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
        result: dict[str, set[int]] = {}
        wanted = {
            head: [(one, result.setdefault(one.group, set())) for one in candidates]
            for head, candidates in self._by_head.items()
        }
        text = f"\n{text}"
        for line in self._begun.finditer(text):
            head = self._head(line[1])
            here = wanted[head]
            if here:
                position = line.start(1)
                grown = False
                for candidates, found in here:
                    number = candidates.first(text, position)
                    if number >= 0:
                        found.add(number)
                        grown = True
                if grown:
                    wanted[head] = [one for one in here if not one[1].issuperset(one[0].numbers)]
        return result


def _candidates_by_head(heads: list[str], begun: list[_Begun]) -> dict[str, list[_Candidates]]:
    """Return for each beginning of lines the marks that can match there: those that begin like it, or with less."""
    starting: dict[str, set[tuple[int, int]]] = {}
    for place, (_, marks) in enumerate(begun):
        for number, found in enumerate(marks):
            for head in found:
                starting.setdefault(head, set()).add((place, number))
    by_head: dict[str, list[_Candidates]] = {}
    for head in heads:
        chosen: dict[int, list[int]] = {}
        for place, number in sorted({one for end in range(1, len(head) + 1) for one in starting.get(head[:end], ())}):
            chosen.setdefault(place, []).append(number)
        by_head[head] = []
        for place, numbers in chosen.items():
            group, _ = begun[place]
            by_head[head].append(_Candidates(group.name, tuple(numbers), tuple(group.marks[one] for one in numbers)))
    return by_head


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

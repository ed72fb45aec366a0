"""Many patterns tried at the lines of a text at once: each line meets only those that can match how it begins.

A configuration has thousands of lines and there are hundreds of patterns; nearly every line begins like none of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_ENDS_LITERAL = frozenset("[(.^$*+?{")
"""Characters after which, or at which, a pattern is no plain text any more."""


def beginnings(pattern: str) -> tuple[str, ...]:
    """Return plain texts so that whatever `pattern` matches begins with one of them.

    Alternatives are told apart at the top level and in a group at the very start, and a first character that may be
    missing is left out too. A text may be shorter than what the pattern demands, never longer.
    """
    found: list[str] = []
    for alternative in _alternatives(pattern):
        if alternative.startswith("(?:"):
            inside, rest = _group(alternative)
            if rest.startswith("?"):
                found += beginnings(rest[1:])
                rest = rest[1:]
            found += [head for one in _alternatives(inside) for head in beginnings(one + rest)]
        elif alternative[1:2] == "?":
            found += [*beginnings(alternative[0] + alternative[2:]), *beginnings(alternative[2:])]
        else:
            found.append(_plain(alternative))
    return tuple(dict.fromkeys(found))


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


def _plain(pattern: str) -> str:
    """Return the literal text that `pattern` begins with."""
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
    return text


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
    compiled: list[re.Pattern[str]] = field(default_factory=list)

    def find(self, text: str, position: int, found: set[int]) -> bool:
        """Add the first mark that matches at `position`; return whether there is one."""
        if not self.compiled:
            self.compiled += [re.compile(pattern, re.MULTILINE) for pattern in self.patterns]
        for number, pattern in zip(self.numbers, self.compiled, strict=True):
            if pattern.match(text, position):
                found.add(number)
                return True
        return False


class MarkIndex:
    """Groups of marks, found by how the lines of a text begin. A mark is compiled when a line first calls for it."""

    def __init__(self, groups: Iterable[Group]) -> None:
        """Sort the marks by their beginnings. Raises ValueError for a mark that can begin with anything."""
        begun = [
            (group, [(number, mark, beginnings(mark)) for number, mark in enumerate(group.marks)]) for group in groups
        ]
        heads = sorted({head for _, marks in begun for _, _, found in marks for head in found})
        if "" in heads:
            raise ValueError("every mark begins with plain text")
        self._lines = re.compile(rf"^[ \t]*+({_trie(heads)})", re.MULTILINE)
        self._by_head: dict[str, list[_Candidates]] = {head: [] for head in heads}
        for head, candidates in self._by_head.items():
            for group, marks in begun:
                chosen = [(number, mark) for number, mark, found in marks if head.startswith(found)]
                if chosen:
                    numbers, patterns = zip(*chosen, strict=True)
                    candidates.append(_Candidates(group.name, numbers, patterns))

    def found(self, text: str) -> Mapping[str, set[int]]:
        """Return for each group the numbers of the marks that stand at the start of some line; empty for none."""
        result: dict[str, set[int]] = {}
        wanted = {
            head: [(one, result.setdefault(one.group, set())) for one in candidates]
            for head, candidates in self._by_head.items()
        }
        for line in self._lines.finditer(text):
            head = line[1]
            here = wanted[head]
            if here:
                position = line.start(1)
                grown = [candidates.find(text, position, found) for candidates, found in here]
                if any(grown):
                    wanted[head] = [one for one in here if not one[1].issuperset(one[0].numbers)]
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

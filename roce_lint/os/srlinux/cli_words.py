"""The words of a command line: quoted strings, braces, bracketed lists, keys in brackets, ranges in braces."""

from __future__ import annotations

import itertools
import re

from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.schema import Schema

_WORD = lazy_pattern(
    r'"((?:[^"\\]|\\.)*)"'
    r"|([{}\[\]])(?=[\s{}\[\]]|$)"
    r'|((?:[^\s"\[\]{}]|(?<=[^\s\[\]{}])\{[^\s{}]*\}|(?<=[^\s\[\]{}])\[[^\s\[\]]*\])+)'
    r"|([^\s])"
)
_SPECIAL = lazy_pattern(r'["{}\[\]]')
_INLINE_KEY = lazy_pattern(r"\[(?:[\w-]+:)?([\w-]+)=([^\]]*)\]")
_RANGE = lazy_pattern(r"([^{]*)\{([^{}]*)\}(.*)")
_MOST_KEYS = 4096
_LONGEST_STRING_LINES = 200


COMMANDS = frozenset(
    ("enter", "commit", "save", "discard", "quit", "exit", "info", "show", "diff", "back", "baseline", "validate")
)
CHANGES = frozenset(("set", "delete", "update"))

# Words are plain strings, a million of them in a large configuration; a first character that no device prints tells
# the others apart: marks of structure, and quoted strings, which are never names.
OPEN, CLOSE, LIST_OPEN, LIST_CLOSE = "\x02{", "\x02}", "\x02[", "\x02]"
QUOTED = "\x01"
_MARKS = {"{": OPEN, "}": CLOSE, "[": LIST_OPEN, "]": LIST_CLOSE}
_STRUCTURE = frozenset(_MARKS.values())


def is_plain(text: str) -> bool:
    """Return whether blanks alone separate the words of a line, and no prompt stands before them."""
    return not _SPECIAL.search(text) and text[1:2] != ":"


def words_of(text: str) -> list[str]:
    """Return the words of one logical line: plain, QUOTED and the string, or one of the four marks."""
    if not _SPECIAL.search(text):
        return text.split()
    words: list[str] = []
    for found in _WORD.finditer(text):
        quoted, bracket, bare, other = found.groups()
        if quoted is not None:
            words.append(QUOTED + (re.sub(r"\\(.)", r"\1", quoted) if "\\" in quoted else quoted))
        elif bracket is not None:
            words.append(_MARKS[bracket])
        else:
            lone = bare if bare is not None else other
            words.append(_MARKS.get(lone, lone))
    return words


def value_of(word: str) -> str:
    """Return the text of a word without the character that marks it as quoted."""
    return word.removeprefix(QUOTED)


def has_open_quote(text: str) -> bool:
    """Return whether a string begins in `text` and does not end there."""
    if '"' not in text:
        return False
    return text.replace("\\\\", "").replace('\\"', "").count('"') % 2 == 1


def logical_line(lines: list[str], number: int) -> int:
    """Return how many lines the statement at `number` takes: more than one when a string spans lines."""
    if not has_open_quote(lines[number]):
        return 1
    for taken in range(1, min(_LONGEST_STRING_LINES, len(lines) - number)):
        if has_open_quote(lines[number + taken]):
            return taken + 1
    return 1


def split_inline_keys(text: str) -> tuple[str, dict[str, str]]:
    """Return the name and the keys of `interface[name=ethernet-1/1]`; without brackets no keys."""
    if "[" not in text:
        return text, {}
    name = text.partition("[")[0]
    return name, dict(_INLINE_KEY.findall(text))


def split_path(text: str) -> list[str]:
    """Return the steps of `/interface[name=ethernet-1/1]/mtu`; a slash inside brackets does not separate."""
    if "[" not in text:
        return [step for step in text.split("/") if step]
    steps = [""]
    depth = 0
    for character in text:
        depth += (character == "[") - (character == "]")
        if character == "/" and depth <= 0:
            steps.append("")
        else:
            steps[-1] += character
    return [step for step in steps if step]


def spread(text: str) -> list[str]:
    """Return the keys that `ethernet-1/{1..4,7}` stands for; a text without a range stands for itself.

    A range that would give more than 4096 keys, or that is no range, is left as it is.
    """
    found = _RANGE.fullmatch(text) if "{" in text else None
    if not found:
        return [text]
    middles: list[str] = []
    for part in found[2].split(","):
        first, dots, last = part.partition("..")
        if not dots:
            middles.append(part)
        elif first.isdecimal() and last.isdecimal() and len(first) < 7 and len(last) < 7:
            if not 0 <= int(last) - int(first) < _MOST_KEYS:
                return [text]
            middles.extend(str(number) for number in range(int(first), int(last) + 1))
        else:
            return [text]
    tails = spread(found[3])
    if len(middles) * len(tails) > _MOST_KEYS:
        return [text]
    return [found[1] + middle + tail for middle, tail in itertools.product(middles, tails)]


def keys_at(words: list[str], position: int, name: Schema, inline: dict[str, str]) -> tuple[list[tuple[str, ...]], int]:
    """Return the keys of a list entry and the position after them; no keys when one is missing.

    The first key follows the list's name, the others their own names.
    """
    if inline:
        parts = [spread(inline[key]) for key in name.keys if key in inline]
        return (list(itertools.product(*parts)) if len(parts) == len(name.keys) else []), position
    parts = []
    for number, key in enumerate(name.keys):
        if number and position + 1 < len(words) and words[position] == key:
            position += 1
        if position >= len(words) or words[position] in _STRUCTURE:
            return [], position
        word = words[position]
        parts.append([value_of(word)] if word.startswith(QUOTED) else spread(word))
        position += 1
    return list(itertools.product(*parts)), position

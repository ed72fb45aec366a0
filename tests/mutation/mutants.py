"""Small mutations of one rendered file: a line deleted, changed, or moved to the next block like its own.

A line counts once: the same text in the same context, whatever the port, cable or host, is one line. A mutant's
`context` is the line behind the heads of its blocks, joined by " > ": what the table of reasons matches.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

NAME = re.compile(r"\b(?=[A-Z]*[a-z]*-)(?:ROCE|NQ|PM|CM)[\w-]*|\bc-8q-nq\d\b|\bc-out-8q-q\d\b")
"""Names that our templates give or refer to; with a letter more they are defined nowhere."""
NUMBER = re.compile(r"(?<![\w.:/$-])\d+(?![\w.:/-])|(?<==)\d+$")
WORDS = (
    *(("on", "off"), ("true", "false"), ("enabled", "disabled"), ("enable", "disable"), ("strict", "round-robin")),
    *(("no-drop", "drop"), ("dscp", "cos"), ("percent", "kbytes"), ("kbytes", "bytes"), ("input", "output")),
    *(("remaining ", ""), (" ecn", ""), ("level", "strict"), ("source-destination", "destination")),
    *(("high", "low"), ("all", "tcp"), ("ets", "strict"), ("Ethernet", "Infiniband"), ("=106", "=26")),
)
LARGEST_SMALL_NUMBER = 7
PLACES = re.compile(
    r"(Ethernet|ethernet-|interface |Vlan|Loopback|vlan |neighbor |description |address |ip-prefix |rail |host: |"
    r"set_nic |name |peer-address |subnet )[\w/.:,-]+"
)
"""What tells one port, cable or host from another, and does not make another line of it."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mutation: `kind` is delete, move, a factor (x10, /10), a step (+1, -1), or the words exchanged."""

    line: int
    context: str
    kind: str
    text: str


def shape_of(context: str) -> str:
    """Return the context without the names of ports, cables and addresses: what makes a line distinct."""
    return PLACES.sub(lambda found: found.group(1), context)


def kind_of_line(context: str) -> str:
    """Return the shape without sizes and rates: what makes a line of one fabric another than that of the next."""
    return re.sub(r"\d{2,}|(?<=ROCE-)\w+(?=-)", "N", shape_of(context))


def changed_numbers(text: str) -> Iterator[tuple[str, str]]:
    """Yield the text with each of its first three numbers made larger or smaller, and how."""
    for found in list(NUMBER.finditer(text))[:3]:
        number = int(found.group())
        for kind, value in steps(number):
            yield f"{kind} of {number}", text[: found.start()] + str(value) + text[found.end() :]


def steps(number: int) -> tuple[tuple[str, int], ...]:
    """Return two neighbours of a number that may be a priority, two other orders of magnitude of any other."""
    if number <= LARGEST_SMALL_NUMBER:
        return (("+1", number + 1), ("-1", number - 1)) if number else (("+1", 1),)
    return (("x10", number * 10), ("/10", number // 10))


def changed_words(text: str) -> Iterator[tuple[str, str]]:
    """Yield the text with each known word exchanged, and each name of ours made unknown."""
    for one, other in WORDS:
        for old, new in ((one, other), (other, one)):
            bound = rf"(?<![\w-]){re.escape(old)}(?![\w-])" if old.strip() == old != "=106" else re.escape(old)
            if old and re.search(bound, text):
                yield f"{old.strip()} -> {new.strip() or 'nothing'}", re.sub(bound, new, text, count=1)
    for found in NAME.finditer(text):
        yield "renamed", text[: found.end()] + "x" + text[found.end() :]
        break


def text_mutants(text: str, wanted: re.Pattern[str]) -> Iterator[Mutant]:
    """Yield the mutations of a file in blocks by indentation, for lines whose context is `wanted`."""
    lines = text.split("\n")
    heads: list[tuple[int, int]] = []
    seen: set[str] = set()
    for at, line in enumerate(lines):
        if not line.strip() or line.strip().startswith(("!", "#")):
            continue
        while heads and heads[-1][0] >= _indent(line):
            heads.pop()
        context = " > ".join([*(lines[head].strip() for _, head in heads), line.strip()])
        heads.append((_indent(line), at))
        if not wanted.search(context) or shape_of(context) in seen:
            continue
        seen.add(shape_of(context))
        yield from _of_line(lines, at, context, [head for _, head in heads[:-1]])


def _of_line(lines: list[str], at: int, context: str, heads: list[int]) -> Iterator[Mutant]:
    end = _end(lines, at)
    without = lines[:at] + lines[end:]
    yield Mutant(at + 1, context, "delete", "\n".join(without))
    for kind, changed in (*changed_numbers(lines[at]), *changed_words(lines[at])):
        yield Mutant(at + 1, context, kind, "\n".join([*lines[:at], changed, *lines[at + 1 :]]))
    following = _end(lines, heads[-1]) if heads else len(lines)
    while following < len(lines) and (not lines[following].strip() or lines[following].strip() == "!"):
        following += 1
    if heads and following < len(lines) and _first(lines[following]) == _first(lines[heads[-1]]):
        behind = _end(lines, following)
        moved = [*lines[:at], *lines[end:behind], *lines[at:end], *lines[behind:]]
        yield Mutant(at + 1, context, "move", "\n".join(moved))


def _end(lines: list[str], at: int) -> int:
    """Return the line behind the block that begins `at`."""
    end = at + 1
    while end < len(lines) and _indent(lines[end]) > _indent(lines[at]) and lines[end].strip():
        end += 1
    return end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _first(line: str) -> tuple[int, str]:
    return _indent(line), line.split()[0]

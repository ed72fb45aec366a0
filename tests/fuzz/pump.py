"""Numbered pumps: one piece of an input, thousands of times, each with a number of its own, through the whole check.

A line repeated in the same words is one entity that is stated again and again; with a number of its own each piece is
another port, class, neighbour or NIC, and what compares each of them with all others takes quadratic time. Pieces are
taken from files of fixtures: a block of lines with one number or the name of its first line counted up, a word of a
list, a member of a JSON object, an element of a JSON list. Those of `OWN` are written by hand.
"""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from roce_lint.text.json_value import Json
from tests.fuzz.corpus import seeds
from tests.fuzz.whole import Files

LONGEST_SEED = 20_000
LONGEST_PIECE = 300
"""A longer one is many things at once, which have their own pumps."""

_ADDRESS = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])")
_NUMBER = re.compile(r"\d+")
_NAME = re.compile(r"[A-Za-z_][\w.-]*$")
_LIST = re.compile(r"(?<=[\s,=:\"])(?:\d+|[A-Za-z][\w/.-]*\d)(?P<between>,|, | )(?=\w)")


@dataclass(frozen=True, slots=True)
class Numbered:
    """An input and the place in it that is pumped: the text with so many pieces, and files beside it."""

    name: str
    path: str
    text: Callable[[int], str]
    beside: Files = ()
    is_own: bool = False

    def files(self, pieces: int) -> Files:
        """Return the files of a fabric with so many pieces."""
        return ((self.path, self.text(pieces).encode()), *self.beside)


def repeated(before: str, piece: Callable[[int], str], after: str) -> Callable[[int], str]:
    """Return what makes a text with so many pieces between what stands before and after them."""
    return lambda pieces: before + "".join(map(piece, range(pieces))) + after


def counted(text: str, start: int, end: int) -> Callable[[int], str]:
    """Return a piece in which what stands from `start` to `end` counts up: an address, a number, or a name."""
    word = text[start:end]
    if _ADDRESS.fullmatch(word):
        try:
            first = int(ipaddress.IPv4Address(word))
        except ValueError:
            first = 0

        def value(number: int) -> str:
            return str(ipaddress.IPv4Address((first + 2 * number) % 2**32))
    elif word.isdigit():

        def value(number: int) -> str:
            return str(int(word[-9:]) + number)
    else:

        def value(number: int) -> str:
            return f"{word}{number}"

    before, after = text[:start], text[end:]
    return lambda number: f"{before}{value(number)}{after}"


_RANGE = re.compile(r"\d+-\d+|\{\d+,")
"""A piece with a range of ports stands for dozens of them."""


def of_lines(path: str, text: str, beside: Files = ()) -> Iterator[Numbered]:
    """Yield the numbered pumps of a text of lines: blocks by each number and name of their first line, and lists."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    seen: set[str] = set()
    for at, line in enumerate(lines):
        shape = _NUMBER.sub("0", line.strip())
        if shape in seen or not line.strip(" \t\r\n!#{}[]();"):
            continue
        seen.add(shape)
        end = _end_of_block(lines, at)
        piece = "".join(lines[at:end])
        if len(piece) > LONGEST_PIECE or _RANGE.search(line):
            continue
        piece = piece if piece.endswith("\n") else f"{piece}\n"
        before, after = text[: starts[at]], text[starts[at] :]
        for start, stop in _places(line):
            made = counted(piece, start, stop)
            name = f"{path}:{at + 1} {line[start:stop]} of {line.strip()[:40]}"
            yield Numbered(name, path, repeated(before, made, after), beside)
        for found in list(_LIST.finditer(line))[:1]:
            word, between = found[0][: -len(found["between"])], found["between"]
            tail = _NUMBER.search(word, len(word.rstrip("0123456789")))
            if tail is not None:
                start = starts[at] + found.start()
                made = counted(word + between, tail.start(), tail.end())
                name = f"{path}:{at + 1} list {word} of {line.strip()[:40]}"
                yield Numbered(name, path, repeated(text[:start], made, text[start:]), beside)


def _end_of_block(lines: Sequence[str], at: int) -> int:
    """Return where the block of a line ends: what is indented deeper, and the bracket that closes it."""
    depth = _depth(lines[at])
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or _depth(lines[end]) > depth):
        end += 1
    if end < len(lines) and lines[at].rstrip().endswith(("{", "[")) and _depth(lines[end]) == depth:
        end += 1
    return end


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _places(line: str) -> Iterator[tuple[int, int]]:
    """Yield what of a line is counted up: whole addresses, other numbers, and the name at its end."""
    inside = [found.span() for found in _ADDRESS.finditer(line)]
    yield from inside
    for found in _NUMBER.finditer(line):
        if not any(start <= found.start() < end for start, end in inside) and len(found[0]) < 10:
            yield found.span()
    name = _NAME.search(line.rstrip("\n\r {;:"))
    if name and not name[0][-1].isdigit():
        yield name.span()


def of_json(path: str, text: str, beside: Files = ()) -> Iterator[Numbered]:
    """Yield the numbered pumps of JSON: members of objects by their keys, elements of lists by their first number."""
    seen: set[str] = set()

    def walk(value: Json, way: tuple[str | int, ...]) -> Iterator[Numbered]:
        shape = _NUMBER.sub("0", "/".join(map(str, way)))
        if shape in seen:
            return
        seen.add(shape)
        if isinstance(value, dict):
            for key, inner in value.items():
                if len(json.dumps(inner)) <= LONGEST_PIECE:
                    for found in [*_NUMBER.finditer(key)][:3]:
                        made = counted(key, *found.span())
                        yield Numbered(
                            f"{path} {shape}/{key} by {found[0]}", path, _more(text, way, made, inner), beside
                        )
                    if not _NUMBER.search(key):
                        made = counted(key, 0, len(key))
                        yield Numbered(f"{path} {shape}/{key} by name", path, _more(text, way, made, inner), beside)
                yield from walk(inner, (*way, key))
        elif isinstance(value, list) and value:
            piece = json.dumps(value[0])
            place = _ADDRESS.search(piece) or _NUMBER.search(piece)
            if place is not None and len(piece) <= LONGEST_PIECE:
                made = counted(piece, *place.span())
                yield Numbered(f"{path} {shape}[] by {place[0]}", path, _more(text, way, made, None), beside)
            yield from walk(value[0], (*way, 0))

    yield from walk(json.loads(text), ())


def _more(text: str, way: tuple[str | int, ...], made: Callable[[int], str], member: Json) -> Callable[[int], str]:
    """Return what makes a JSON text with more members or elements at one place of it."""

    def make(pieces: int) -> str:
        whole = json.loads(text)
        place = whole
        for step in way:
            place = place[step]
        if isinstance(place, dict):
            place.update((made(number), member) for number in range(pieces))
        else:
            place.extend(json.loads(made(number)) for number in range(pieces))
        return json.dumps(whole, indent=1)

    return make


def own(name: str, path: str, before: str, piece: str, after: str = "", beside: Files = ()) -> Numbered:
    """Return a pump written by hand; `{n}` in its piece is the number, `{hex}` and `{ip}` are made of it."""

    def made(number: int) -> str:
        address = str(ipaddress.IPv4Address(0x0A00_0000 + 2 * number))
        return piece.replace("{n}", str(number)).replace("{hex}", f"{number:06x}").replace("{ip}", address)

    return Numbered(name, path, repeated(before, made, after), beside, is_own=True)


def pairs() -> tuple[Numbered, ...]:
    """Return every pair of an input and a numbered pump, in the same order each time; equal shapes once."""
    from tests.fuzz.numbered_inputs import OWN

    found: dict[str, Numbered] = {f"own {one.name}": one for one in OWN}
    for seed in seeds():
        text = seed.raw.decode("latin-1")
        if seed.form is None or len(text) > LONGEST_SEED:
            continue
        beside = tuple(
            (path, raw)
            for path, raw in seed.beside
            if path.rpartition(".")[2] in ("cfg", "txt", "csv", "conf", "json", "sh")
        )
        every = of_json if text.lstrip().startswith("{") and seed.path.endswith(".json") else of_lines
        for one in every(seed.path, text, beside):
            shape = f"{seed.form} {_NUMBER.sub('0', one.name.partition(' ')[2])}"
            found.setdefault(shape, one)
    return tuple(found.values())

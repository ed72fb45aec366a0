"""Structures of a configuration that is made of lines: a table says which lines define and which use each kind."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from roce_lint.model.device import Port
from roce_lint.model.fact import Source
from roce_lint.os.references import PORT, NamesOfFile, Structure, StructureKind, StructureUse, StructureUsers
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class LineStructure:
    """Lines of a kind of structure, with single blanks: `definition` begins its block, and gives the name as group 1.

    `use` names one or more as group 1, separated by blanks. It belongs to the structure or port whose block it is in.
    """

    kind: StructureKind
    definition: re.Pattern[str]
    use: re.Pattern[str]


ROUTING_STRUCTURES = (
    LineStructure(
        StructureKind("route-map"),
        lazy_pattern(r"route-map (\S+)(?: (?:permit|deny)(?: \d+)?)?"),
        lazy_pattern(r".+ route-map (\S+)(?: (?:in|out))?"),
    ),
    LineStructure(
        StructureKind("prefix-list"),
        lazy_pattern(r"(?:ip|ipv6) prefix-list (\S+)(?: .+)?"),
        lazy_pattern(r"(?:match (?:ip|ipv6) address|neighbor \S+) prefix-list (\S+)(?: (?:in|out))?"),
    ),
)
"""What routing names, in lines that systems of this sort share."""


def line_names(root: Line, table: Sequence[LineStructure], file: str) -> NamesOfFile:
    """Return what the blocks of a file define, each name where it stands first, and what its lines use."""
    definitions: dict[Structure, Source] = {}
    uses: list[StructureUse] = []
    for block in root.children:
        for line in (block, *block.walk()):
            text = " ".join(line.text.split())
            place = Source(file, line.number, line.number)
            for one in table:
                defined = one.definition.fullmatch(text) if line is block else None
                if defined:
                    definitions.setdefault((one.kind.word, defined[1]), place)
                used = one.use.fullmatch(text)
                uses += [StructureUse(one.kind.word, name, place) for name in (used[1].split() if used else ())]
    return NamesOfFile(definitions, tuple(uses))


def line_structure_users(root: Line, table: Sequence[LineStructure], ports: Sequence[Port]) -> StructureUsers:
    """Return who has something of which structure; `root` has the blocks of the file."""
    return StructureUsers(_uses(root.children, table, ports), _SystemLines(root.children, ports).takers)


def _uses(blocks: Sequence[Line], table: Sequence[LineStructure], ports: Sequence[Port]) -> Iterator[StructureUse]:
    ports_of = _ports_by_block(blocks, ports)
    for block in blocks:
        owners: Sequence[Structure | None] = (_defined(block, table),)
        if _is_interface(block):
            owners = [(PORT, name) for name in ports_of.get(block.number, ())]
        for line in (block, *block.walk()):
            text = " ".join(line.text.split())
            for one in table:
                found = one.use.fullmatch(text)
                for name in found[1].split() if found else ():
                    place = Source("", line.number, line.number)
                    yield from (StructureUse(one.kind.word, name, place, owner) for owner in owners)


def _is_interface(block: Line) -> bool:
    return block.text.startswith("interface ") and not block.text.startswith("interface profile ")


def _defined(block: Line, table: Sequence[LineStructure]) -> Structure | None:
    """Return the structure that a block defines, None where it is one of the whole system."""
    text = " ".join(block.text.split())
    for one in table:
        found = one.definition.fullmatch(text)
        if found:
            return one.kind.word, found[1]
    return None


def _ports_by_block(blocks: Sequence[Line], ports: Sequence[Port]) -> dict[int, list[str]]:
    """Return the ports that a block is for, by the number of its first line."""
    starts = [block.number for block in blocks]
    found: dict[int, list[str]] = {}
    for port in ports:
        around = bisect_right(starts, port.source.line) - 1
        for number in {*port.blocks, *starts[max(around, 0) : around + 1]}:
            found.setdefault(number, []).append(port.name)
    return found


class _SystemLines:
    """Finds who takes over what the whole system has: of lines that begin alike the last one is in force."""

    def __init__(self, blocks: Sequence[Line], ports: Sequence[Port]) -> None:
        self._blocks = blocks
        self._ports = ports
        self._texts = {line.number: line.text for block in blocks for line in (block, *block.walk())}
        self._found: dict[str, tuple[int, frozenset[str]]] = {}
        """By the beginning of lines: the last one of the system, and the ports without such a line of their own."""

    def takers(self, use: StructureUse) -> frozenset[str]:
        """Return the ports that have a structure because a line of the whole system uses it."""
        number = use.place.line
        words = self._texts[number].rsplit(" ", 1)[0] + " "
        if words not in self._found:
            self._found[words] = self._last_and_takers(words)
        last, takers = self._found[words]
        return frozenset() if last > number else takers

    def _last_and_takers(self, words: str) -> tuple[int, frozenset[str]]:
        saying: set[str] = set()
        last = 0
        ports_of = _ports_by_block(self._blocks, self._ports)
        for block in self._blocks:
            numbers = [below.number for below in block.children if below.text.startswith(words)]
            if numbers and block.text.startswith("interface "):
                saying.update(ports_of.get(block.number, ()))
            elif numbers:
                last = max(last, *numbers)
        return last, frozenset(port.name for port in self._ports if port.name not in saying)

"""Names that a configuration defines and refers to: what is missing, what is unused, and who has something of what.

A structure is what has a name: a policy map, a profile, a list. Each system states its kinds of structures in a table
of `StructureKind`, and enters where it defines and uses them; what follows from that is the same for all, and is found
in a time linear in the number of definitions and uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from typing import TypeAlias

from roce_lint.graph.cycles import strongly_connected
from roce_lint.model.device import IdleDefinition, Port, UndefinedReference
from roce_lint.model.fact import Source, Stated
from roce_lint.model.terms import QosPart
from roce_lint.values import dataclass, replace

PORT = "port"
"""The kind of owners that are ports."""

Structure: TypeAlias = tuple[str, str]
"""The kind of a structure and its name."""


@dataclass(frozen=True, slots=True)
class StructureKind:
    """A kind of structure; `word` is what reports call it, `unused_word` what they call one that is unused.

    `brings`: the parts of QoS that ports have from one. `built_in`: names that exist without being defined.
    `may_be_elsewhere`: a file that defines none is taken for an excerpt, of which nothing is missing.
    """

    word: str
    brings: frozenset[QosPart] = frozenset()
    built_in: frozenset[str] = frozenset()
    may_be_elsewhere: bool = False
    unused_word: str = ""


@dataclass(frozen=True, slots=True)
class StructureDefinition:
    """Where a structure is defined.

    `pauses`: it would make a priority lossless. `purpose` tells those of one kind apart that do not stand for another.
    `is_empty`: it says nothing, so that nothing is lost where it is unused.
    """

    name: str
    place: Source
    pauses: bool = False
    purpose: str = ""
    is_empty: bool = False


@dataclass(frozen=True, slots=True)
class StructureUse:
    """Where a structure is used; `by` is the structure or port whose block says so, None for the whole system."""

    kind: str
    name: str
    place: Source
    by: Structure | None = None


def missing(
    kind: StructureKind, uses: Iterable[tuple[str, Source]], defined: Set[str] | Mapping[str, object]
) -> Iterator[UndefinedReference]:
    """Yield the uses, by name and place, of what is not defined, in their order."""
    if kind.may_be_elsewhere and not defined:
        return
    for name, place in uses:
        if name not in defined and name not in kind.built_in:
            yield UndefinedReference(kind.word, name, place)


def unused(kind: StructureKind, definitions: Sequence[StructureDefinition], used: Set[str]) -> Iterator[IdleDefinition]:
    """Yield the definitions of a kind that nothing uses, in their order; one that is built in may lie idle."""
    purposes = {one.purpose for one in definitions if one.name in used}
    for one in definitions:
        if one.name not in used and one.name not in kind.built_in and not one.is_empty:
            others_are_bound = one.purpose in purposes
            word = kind.unused_word or kind.word
            yield IdleDefinition(word, one.name, one.place, one.pauses, others_are_bound, kind.brings)


class StructureUsers:
    """Finds the ports that have something of a structure, directly or through those that use it in turn."""

    def __init__(self, uses: Iterable[StructureUse], of_system: Callable[[StructureUse], frozenset[str]]) -> None:
        """Take all uses of a configuration; `of_system` returns the ports that take over one of the whole system."""
        self._of_system = of_system
        self._uses: dict[Structure, list[StructureUse]] = {}
        self._at_line: dict[tuple[str, str, int], list[StructureUse]] = {}
        for use in uses:
            self._uses.setdefault((use.kind, use.name), []).append(use)
            self._at_line.setdefault((use.kind, use.name, use.place.line), []).append(use)
        self._ports = self._ports_of_structures()

    def _ports_of_structures(self) -> dict[Structure, frozenset[str]]:
        """Return the ports that have each structure; structures that use one another have the same."""
        structures = [*self._uses]
        number = {structure: index for index, structure in enumerate(structures)}
        owners = [
            {number[use.by] for use in self._uses[structure] if use.by is not None and use.by in number}
            for structure in structures
        ]
        found: dict[Structure, frozenset[str]] = {}
        for component in strongly_connected(owners):
            sets = {self._of_use(use, found) for index in component for use in self._uses[structures[index]]}
            ports = next(iter(sets)) if len(sets) == 1 else frozenset[str]().union(*sets)
            found |= {structures[index]: ports for index in component}
        return found

    def _of_use(self, use: StructureUse, found: Mapping[Structure, frozenset[str]]) -> frozenset[str]:
        if use.by is None:
            return self._of_system(use)
        kind, name = use.by
        return frozenset((name,)) if kind == PORT else found.get(use.by, frozenset())

    def of(self, kind: str, name: str, line: int) -> frozenset[str]:
        """Return the ports that have something from a line by which it uses a structure."""
        sets = {self._of_use(use, self._ports) for use in self._at_line.get((kind, name, line), ())}
        return next(iter(sets)) if len(sets) == 1 else frozenset[str]().union(*sets)


def with_users(
    references: Iterable[UndefinedReference],
    kinds: Mapping[str, StructureKind],
    users: Callable[[], StructureUsers],
    ports: Sequence[Port],
) -> Iterator[UndefinedReference]:
    """Yield the references with what their structures would bring to which ports, members of bundles included.

    `kinds` are by their words; `users` is asked once, and only where a structure is missing that brings something.
    """
    found: StructureUsers | None = None
    bundles: dict[str, list[str]] = {}
    for one in references:
        kind = kinds.get(one.kind)
        if kind is not None and kind.brings:
            if found is None:
                found, bundles = users(), _members(ports)
            having = found.of(one.kind, one.name, one.source.line)
            members = [member for bundle in having & bundles.keys() for member in bundles[bundle]]
            one = replace(one, brings=kind.brings, ports=having.union(members))
        yield one


def _members(ports: Sequence[Port]) -> dict[str, list[str]]:
    """Return the members of each bundle."""
    found: dict[str, list[str]] = {}
    for port in ports:
        if isinstance(port.lag, Stated):
            found.setdefault(port.lag.value, []).append(port.name)
    return found


@dataclass(frozen=True, slots=True)
class NamesOfFile:
    """The names that one file defines, each with the line where it does so, and the lines that use them."""

    definitions: Mapping[Structure, Source]
    uses: tuple[StructureUse, ...]

    def named_at(self, line: int, word: str) -> Structure | None:
        """Return the structure that a line names, as a user or by defining it; `word` tells several apart."""
        found = [(use.kind, use.name) for use in self.uses if use.place.line == line]
        # One line may name the same for several kinds, such as a class that is of one type or another.
        found.sort(key=lambda structure: structure not in self.definitions)
        found += [structure for structure, place in self.definitions.items() if place.line == line]
        return next((one for one in found if one[1] == word), found[0] if found else None)

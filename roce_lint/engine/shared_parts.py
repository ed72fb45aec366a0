"""Equal parts of what many files say made the same object: ten thousand switches say much the same."""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.engine.packed import Makers
from roce_lint.model.device import Port, PortValues
from roce_lint.model.fact import Default, Source, Stated, Unknown
from roce_lint.model.packet_filter import FilterEntry, FilterUse, Hit
from roce_lint.model.place import InBlock

_USUAL_LINES = 1 << 15
"""Line numbers below this are made beforehand."""
_PLAIN = frozenset({int, str})
_SIMPLE = frozenset({int, str, bool, float})
"""Values of facts that are compared by what they are; of other values none is looked up."""


def sharing_makers() -> Makers:
    """Return what makes facts of shared parts: line numbers, reasons, names, texts, sets, and facts in blocks.

    They remember these parts of all that they help to unpack. What is shared is equal and of one type, so that nothing
    can tell. A place in the block of a port is that of many ports, and so is a fact there: a switch of 70 ports with
    access lists takes 125 KiB of memory instead of 172, and less time, as fewer values are made.
    """
    numbers = list(range(_USUAL_LINES))
    more: dict[int, int] = {}
    texts: dict[str, str] = {}
    tuples: dict[tuple[int, ...], tuple[int, ...]] = {}
    number, text, same_tuple, same_set = more.setdefault, texts.setdefault, tuples.setdefault, _same_set()

    def source(file: str, line: int, end_line: int) -> Source:
        first = numbers[line] if 0 <= line < _USUAL_LINES else number(line, line)
        if end_line == line:
            return Source(file, first, first)
        last = numbers[end_line] if 0 <= end_line < _USUAL_LINES else number(end_line, end_line)
        return Source(file, first, last)

    def port(
        name: str, file: str, values: PortValues, texts_of_port: tuple[str, ...], blocks: tuple[int, ...]
    ) -> object:
        return Port(text(name, name), text(file, file), values, texts_of_port, same_tuple(blocks, blocks))

    def filter_use(interface: str, incoming: bool, place: Source) -> object:
        return FilterUse(text(interface, interface), incoming, place)

    def filter_entry(
        permits: bool,
        hit: Hit,
        origin: str | None,
        target: str | None,
        dscps: frozenset[int] | None,
        shown: str,
        place: Source,
    ) -> object:
        return FilterEntry(permits, hit, origin, target, dscps, text(shown, shown), place)

    return {
        Source: source,
        **_facts_in_blocks(text, same_set),
        Port: port,
        FilterUse: filter_use,
        FilterEntry: filter_entry,
    }


def _facts_in_blocks(text: Callable[[str, str], str], same_set: Callable[[object], object]) -> Makers:
    """Return what makes places in blocks and facts, each fact in a block once; `text` gives the first equal text."""
    places: dict[object, InBlock] = {}
    facts: dict[object, object] = {}

    def in_block(file: str, line: int, end_line: int, block: int) -> object:
        key = line, end_line, block
        found = places.get(key)
        if found is None:
            found = places[key] = InBlock(file, line, end_line, block)
        return found

    def stated(value: object, place: Source) -> object:
        if value.__class__ is frozenset:
            value = same_set(value)
        if place.__class__ is not InBlock or value.__class__ not in _SIMPLE:
            return Stated(value, place)
        key = value.__class__, value, id(place)
        found = facts.get(key)
        if found is None:
            found = facts[key] = Stated(value, place)
        return found

    def default(value: object, place: Source, because: str) -> object:
        if value.__class__ is frozenset:
            value = same_set(value)
        because = text(because, because)
        if place.__class__ is not InBlock or value.__class__ not in _SIMPLE:
            return Default(value, place, because)
        key = value.__class__, value, id(place), because
        found = facts.get(key)
        if found is None:
            found = facts[key] = Default(value, place, because)
        return found

    def unknown(because: str, place: Source) -> object:
        because = text(because, because)
        if place.__class__ is not InBlock:
            return Unknown(because, place)
        key = because, id(place)
        found = facts.get(key)
        if found is None:
            found = facts[key] = Unknown(because, place)
        return found

    return {InBlock: in_block, Stated: stated, Default: default, Unknown: unknown}


def _same_set() -> Callable[[object], object]:
    """Return what gives the first set that equals a given one and has elements of the same types."""
    sets: dict[object, object] = {}

    def same(value: object) -> object:
        assert isinstance(value, frozenset)
        kinds = frozenset([one.__class__ for one in value])
        return sets.setdefault((value, kinds), value) if kinds <= _PLAIN else value

    return same

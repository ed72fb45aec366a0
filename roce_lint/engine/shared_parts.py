"""Equal parts of what many files say made the same object: ten thousand switches say much the same."""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.engine.packed import Makers
from roce_lint.model.bridging import BridgeDomain
from roce_lint.model.device import Port, PortValues
from roce_lint.model.fact import Default, Source, Stated, Unknown
from roce_lint.model.packet_filter import FilterEntry, FilterUse, PacketFilter
from roce_lint.model.place import InBlock

_USUAL_LINES = 1 << 15
"""Line numbers below this are made beforehand."""
_PLAIN = frozenset({int, str})
_SIMPLE = frozenset({int, str, bool, float})
"""Values of facts that are compared by what they are; of other values none is looked up."""


def sharing_makers() -> Makers:
    """Return what makes facts of shared parts: numbers, reasons, names, texts, sets, and facts in blocks.

    They remember these parts of all that they help to unpack. What is shared is equal and of one type, so that nothing
    can tell. A place in the block of a port is that of many ports, and so is a fact there: a switch of 70 ports with
    access lists takes 85 KiB of memory.
    """
    numbers = list(range(_USUAL_LINES))
    more: dict[int, int] = {}
    texts: dict[str, str] = {}
    tuples: dict[tuple[int, ...], tuple[int, ...]] = {}
    number, text, same_tuple, same_set = more.setdefault, texts.setdefault, tuples.setdefault, _same_set()

    def same_number(line: int) -> int:
        return numbers[line] if 0 <= line < _USUAL_LINES else number(line, line)

    def port(
        name: str, file: str, values: PortValues, texts_of_port: tuple[str, ...], blocks: tuple[int, ...]
    ) -> object:
        known = tuple([same_number(line) for line in blocks])
        return Port(text(name, name), text(file, file), values, texts_of_port, same_tuple(known, known))

    def with_texts(kind: type, *positions: int) -> Callable[..., object]:
        """Return what makes values of a class with the first texts that equal those at the positions."""

        def make(*parts: object) -> object:
            own = list(parts)
            for position in positions:
                shared = own[position]
                assert isinstance(shared, str)
                own[position] = text(shared, shared)
            return kind(*own)

        return make

    return {
        **_facts(text, same_number, same_set),
        Port: port,
        FilterUse: with_texts(FilterUse, 0),
        FilterEntry: with_texts(FilterEntry, 5),
        PacketFilter: with_texts(PacketFilter, 0),
        BridgeDomain: with_texts(BridgeDomain, 0, 3),
    }


def _facts(
    text: Callable[[str, str], str], same_number: Callable[[int], int], same_set: Callable[[object], object]
) -> Makers:
    """Return what makes places and facts of shared parts, each fact in a block once; `text` gives the first equal text.

    To look up places and facts in files would take longer than to make them.
    """
    blocks: dict[object, InBlock] = {}
    facts: dict[object, object] = {}
    values: dict[object, object] = {}
    same_value = values.setdefault

    def source(file: str, line: int, end_line: int) -> Source:
        first = same_number(line)
        return Source(file, first, first if end_line == line else same_number(end_line))

    def in_block(file: str, line: int, end_line: int, block: int) -> object:
        key = line, end_line, block
        found = blocks.get(key)
        if found is None:
            found = blocks[key] = InBlock(file, line, end_line, block)
        return found

    def same(value: object) -> object:
        kind = value.__class__
        if kind is int or kind is float:
            return same_value((kind, value), value)
        return same_set(value) if kind is frozenset else value

    def stated(value: object, place: Source) -> object:
        if place.__class__ is not InBlock or value.__class__ not in _SIMPLE:
            return Stated(same(value), place)
        key = value.__class__, value, id(place)
        found = facts.get(key)
        if found is None:
            found = facts[key] = Stated(value, place)
        return found

    def default(value: object, place: Source, because: str) -> object:
        because = text(because, because)
        if place.__class__ is not InBlock or value.__class__ not in _SIMPLE:
            return Default(same(value), place, because)
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

    return {Source: source, InBlock: in_block, Stated: stated, Default: default, Unknown: unknown}


def _same_set() -> Callable[[object], object]:
    """Return what gives the first set that equals a given one and has elements of the same types."""
    sets: dict[object, object] = {}

    def same(value: object) -> object:
        assert isinstance(value, frozenset)
        kinds = frozenset([one.__class__ for one in value])
        return sets.setdefault((value, kinds), value) if kinds <= _PLAIN else value

    return same

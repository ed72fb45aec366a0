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
    """Return what makes facts of shared parts: places, numbers, reasons, names, texts, sets, and whole facts.

    They remember these parts of all that they help to unpack. What is shared is equal and of one type, so that nothing
    can tell. A place in the block of a port is that of many ports, and so is a fact there; places in files, and facts
    there, are shared as long as values of one file come: a switch of 70 ports with access lists takes 92 KiB of memory
    instead of 160, and less time, as fewer values are made.
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
    """Return what makes places and facts, equal ones once; `text` gives the first equal text."""
    blocks: dict[object, InBlock] = {}
    lines: dict[object, Source] = {}
    in_blocks: dict[object, object] = {}
    in_file: dict[object, object] = {}
    values: dict[object, object] = {}
    current = ""

    def source(file: str, line: int, end_line: int) -> Source:
        nonlocal current
        if file != current:
            # Nothing of another file is equal to what comes now.
            lines.clear()
            in_file.clear()
            current = file
        key = line, end_line
        found = lines.get(key)
        if found is None:
            first = same_number(line)
            found = lines[key] = Source(text(file, file), first, first if end_line == line else same_number(end_line))
        return found

    def in_block(file: str, line: int, end_line: int, block: int) -> object:
        key = line, end_line, block
        found = blocks.get(key)
        if found is None:
            found = blocks[key] = InBlock(file, line, end_line, block)
        return found

    def same_value(value: object) -> object:
        return same_set(value) if value.__class__ is frozenset else values.setdefault((value.__class__, value), value)

    def stated(value: object, place: Source) -> object:
        if value.__class__ not in _SIMPLE:
            return Stated(same_set(value) if value.__class__ is frozenset else value, place)
        known = in_blocks if place.__class__ is InBlock else in_file
        key = value.__class__, value, id(place)
        found = known.get(key)
        if found is None:
            found = known[key] = Stated(same_value(value), place)
        return found

    def default(value: object, place: Source, because: str) -> object:
        if value.__class__ not in _SIMPLE:
            return Default(same_set(value) if value.__class__ is frozenset else value, place, text(because, because))
        known = in_blocks if place.__class__ is InBlock else in_file
        key = value.__class__, value, id(place), because
        found = known.get(key)
        if found is None:
            found = known[key] = Default(same_value(value), place, text(because, because))
        return found

    def unknown(because: str, place: Source) -> object:
        known = in_blocks if place.__class__ is InBlock else in_file
        key = because, id(place)
        found = known.get(key)
        if found is None:
            found = known[key] = Unknown(text(because, because), place)
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

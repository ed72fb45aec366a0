"""Equal parts of what many files say made the same object: ten thousand switches say much the same."""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.engine.packed import Makers
from roce_lint.model.device import Port, PortValues
from roce_lint.model.fact import Default, Source, Unknown

_USUAL_LINES = 1 << 15
"""Line numbers below this are made beforehand."""
_PLAIN = frozenset({int, str})


def sharing_makers() -> Makers:
    """Return what makes facts of shared parts: line numbers, reasons, names of ports, and sets.

    They remember these parts of all that they help to unpack. What is shared is equal and of one type, so that nothing
    can tell. A switch of 70 ports takes 172 KiB of memory instead of 216, and 0.3 ms more of CPU.
    """
    numbers = list(range(_USUAL_LINES))
    more: dict[int, int] = {}
    texts: dict[str, str] = {}
    number, text, same_set = more.setdefault, texts.setdefault, _same_set()

    def source(file: str, line: int, end_line: int) -> Source:
        first = numbers[line] if 0 <= line < _USUAL_LINES else number(line, line)
        if end_line == line:
            return Source(file, first, first)
        last = numbers[end_line] if 0 <= end_line < _USUAL_LINES else number(end_line, end_line)
        return Source(file, first, last)

    def default(value: object, place: Source, because: str) -> object:
        if value.__class__ is frozenset:
            value = same_set(value)
        return Default(value, place, text(because, because))

    def unknown(because: str, place: Source) -> object:
        return Unknown(text(because, because), place)

    def port(
        name: str, file: str, values: PortValues, texts_of_port: tuple[str, ...], blocks: tuple[int, ...]
    ) -> object:
        return Port(text(name, name), text(file, file), values, texts_of_port, blocks)

    return {Source: source, Default: default, Unknown: unknown, Port: port}


def _same_set() -> Callable[[object], object]:
    """Return what gives the first set that equals a given one and has elements of the same types."""
    sets: dict[object, object] = {}

    def same(value: object) -> object:
        assert isinstance(value, frozenset)
        kinds = frozenset([one.__class__ for one in value])
        return sets.setdefault((value, kinds), value) if kinds <= _PLAIN else value

    return same

"""Equal parts of what many files say made the same object: ten thousand switches say much the same."""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.engine.packed import Makers
from roce_lint.model.device import Port, PortValues
from roce_lint.model.fact import Default, Source, Unknown

_Set = Callable[[object, object], None]
_USUAL_LINES = 1 << 15
"""Line numbers below this are made beforehand."""
_PLAIN = frozenset({int, str})


def sharing_makers() -> Makers:
    """Return what makes facts of shared parts: line numbers, reasons, names of ports, and sets.

    They remember these parts of all that they help to unpack. What is shared is equal and of one type, so that nothing
    can tell. A switch of 70 ports takes 172 KiB of memory instead of 216, and 0.3 ms more of CPU. Values are made
    through their slots, without a call of their constructor, which would take as long again.
    """
    numbers = list(range(_USUAL_LINES))
    more: dict[int, int] = {}
    texts: dict[str, str] = {}
    number, text, same_set, new = more.setdefault, texts.setdefault, _same_set(), object.__new__
    set_file, set_line, set_end_line = _setters(Source, "file", "line", "end_line")
    set_default, set_block, set_reason = _setters(Default, "value", "source", "because")
    set_missing, set_there = _setters(Unknown, "because", "source")
    set_name, set_port_file, set_values = _setters(Port, "name", "file", "values")
    set_texts, set_blocks, set_qos = _setters(Port, "texts", "blocks", "_qos")

    def source(file: str, line: int, end_line: int) -> Source:
        made = new(Source)
        first = numbers[line] if 0 <= line < _USUAL_LINES else number(line, line)
        set_file(made, file)
        set_line(made, first)
        if end_line == line:
            set_end_line(made, first)
        else:
            set_end_line(made, numbers[end_line] if 0 <= end_line < _USUAL_LINES else number(end_line, end_line))
        return made

    def default(value: object, place: Source, because: str) -> object:
        made = new(Default)
        if value.__class__ is frozenset:
            value = same_set(value)
        set_default(made, value)
        set_block(made, place)
        set_reason(made, text(because, because))
        return made

    def unknown(because: str, place: Source) -> object:
        made = new(Unknown)
        set_missing(made, text(because, because))
        set_there(made, place)
        return made

    def port(name: str, file: str, values: PortValues, told: tuple[str, ...], blocks: tuple[int, ...]) -> object:
        made = new(Port)
        set_name(made, text(name, name))
        set_port_file(made, text(file, file))
        set_values(made, values)
        set_texts(made, told)
        set_blocks(made, blocks)
        set_qos(made, None)
        return made

    return {Source: source, Default: default, Unknown: unknown, Port: port}


def _setters(kind: type, *names: str) -> list[_Set]:
    """Return what sets each field of a new value through its slot."""
    return [getattr(kind, name).__set__ for name in names]


def _same_set() -> Callable[[object], object]:
    """Return what gives the first set that equals a given one and has elements of the same types."""
    sets: dict[object, object] = {}

    def same(value: object) -> object:
        assert isinstance(value, frozenset)
        kinds = frozenset([one.__class__ for one in value])
        return sets.setdefault((value, kinds), value) if kinds <= _PLAIN else value

    return same

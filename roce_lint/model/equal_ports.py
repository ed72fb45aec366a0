"""Ports of a device that say the same made to share their values, each with the lines of its own blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import TypeAlias

from roce_lint.model.device import Device
from roce_lint.model.fact import SAID, Default, Fact, Source, Stated
from roce_lint.model.place import InBlock, ValueParts, fact_at, with_places
from roce_lint.model.port import PARTS_OF_QOS, Port, PortValues
from roce_lint.model.qos import PortQos
from roce_lint.values import field_names, replace

_Lines: TypeAlias = tuple[int, int]
"""First and last line."""
_Blocks: TypeAlias = Mapping[int, _Lines]
"""The first line and the number of the block in which a line stands."""


def fact_names(kind: type) -> list[str]:
    """Return the fields of a class that hold one fact."""
    return [name for name in field_names(kind) if str(kind.__annotations__[name]).startswith("Fact[")]


_OF_PORT, _OF_QOS = fact_names(PortValues), fact_names(PortQos)
_FACTS = (*_OF_PORT, *(f"qos.{name}" for name in _OF_QOS))
_PARTS = tuple(name for name in PARTS_OF_QOS if name not in _OF_QOS)
"""The parts of QoS, which ports of a device share where a profile or a policy gives them."""
_facts_of, _parts_of = attrgetter(*_FACTS), attrgetter(*(f"qos.{name}" for name in _PARTS))
_said, _source, _lines_of = attrgetter(SAID), attrgetter("source"), attrgetter("file", "line", "end_line")
_DESCRIPTION = _FACTS.index("description")
_FEW = 2
"""Ports that have a line outside of their blocks for themselves."""


def share_equal_ports(device: Device) -> Device:
    """Return the same device, with ports that say the same in the same lines of their blocks sharing their values.

    The blocks of a port are its own one, and each line outside of it of which at most one other port has a fact, as
    the routed interface of its VLAN has.
    """
    every = [None if isinstance(port.values.source, InBlock) else _Facts(port) for port in device.ports]
    if not any(every):
        return device
    users = Counter([lines for facts in every if facts for lines in facts.outside])
    sharing = _Sharing()
    ports = [
        sharing.shared(port, facts, [lines for lines in facts.outside if users[lines] <= _FEW]) if facts else port
        for port, facts in zip(device.ports, every, strict=True)
    ]
    return replace(device, ports=tuple(ports))


class _Facts:
    """The facts of a port but for parts of QoS, and their places.

    `outside` are the lines of the port's file that hold one of them outside of its block.
    """

    __slots__ = ("facts", "outside", "places")

    def __init__(self, port: Port) -> None:
        own, file = port.values.source, port.file
        first, last = own.line, own.end_line
        self.facts = (*_facts_of(port.values), *port.values.addresses)
        self.places = list(map(_source, self.facts))
        outside = [
            (place.line, place.end_line)
            for place in self.places
            if not first <= place.line <= last and place.line and place.file == file
        ]
        self.outside: Iterable[_Lines] = dict.fromkeys(outside)


class _Part:
    """A part of QoS; `number` tells it from those that are not equal, and `words` the same without places.

    `is_in_block`: it was read with places in the port's block.
    """

    __slots__ = ("is_in_block", "lines", "number", "places", "value", "words")

    def __init__(self, value: object, file: str, numbers: dict[object, int]) -> None:
        parts = ValueParts()
        parts.add(value)
        self.value = value
        self.words = numbers.setdefault((*parts.words, *parts.reasons), len(numbers))
        self.places = parts.places
        self.is_in_block = InBlock in set(map(type, parts.places))
        self.lines = frozenset([place.line for place in parts.places if place.file == file])
        self.number = numbers.setdefault((self.words, *map(_lines_of, parts.places)), len(numbers))


class _Sharing:
    """The values of a device's ports, each set once."""

    def __init__(self) -> None:
        self._values: dict[tuple[object, ...], PortValues] = {}
        self._numbers: dict[object, int] = {}
        self._parts: dict[int, _Part] = {}

    def shared(self, port: Port, facts: _Facts, outside: Sequence[_Lines]) -> Port:
        """Return the port with the values of those that say the same; `outside` are its blocks besides its own."""
        own = port.values.source
        blocks: dict[int, _Lines] = {}
        for number, (first, last) in enumerate([(own.line, own.end_line), *outside]):
            for line in range(first, last + 1):
                blocks.setdefault(line, (first, number))
        key = self._key(port, facts, blocks)
        values = self._values.get(key)
        if values is None:
            values = self._values[key] = self._in_blocks(port, blocks)
        return Port(port.name, port.file, values, port.texts, (own.line, *[first for first, _ in outside]))

    def _key(self, port: Port, every: _Facts, blocks: _Blocks) -> tuple[object, ...]:
        """Return all that the values of a port are made of, each place counted in its blocks."""
        values, file, facts = port.values, port.file, every.facts
        said: list[object] = list(map(_said, facts))
        for which in (_DESCRIPTION, *range(len(_FACTS), len(facts))):
            if isinstance(facts[which], Stated):
                said[which] = None
        return (
            values.kind,
            *map(type, facts),
            *said,
            *[fact.because for fact in facts if isinstance(fact, Default)],
            *_counted((values.source, *every.places), file, blocks),
            *[self._key_of_part(part, file, blocks) for part in _parts_of(values)],
        )

    def _key_of_part(self, part: object, file: str, blocks: _Blocks) -> object:
        """Return what tells a part of QoS from others; each part is looked at once."""
        known = self._parts.get(id(part))
        if known is None:
            known = self._parts[id(part)] = _Part(part, file, self._numbers)
        if known.lines.isdisjoint(blocks):
            return known.number
        return known.words, *_counted(known.places, file, blocks)

    def _in_blocks(self, port: Port, blocks: _Blocks) -> PortValues:
        """Return the values of a port with each place that is in one of its blocks counted there."""
        file, values = port.file, port.values
        places: dict[int, Source] = {}

        def place(source: Source) -> Source:
            if source.file != file or source.line not in blocks:
                return source
            found = places.get(id(source))
            if found is None:
                first, number = blocks[source.line]
                found = places[id(source)] = InBlock("", source.line - first, source.end_line - first, number)
            return found

        parts = {name: getattr(values.qos, name) for name in PARTS_OF_QOS}
        moved = {name: with_places(parts[name], place) for name in _OF_QOS}
        in_blocks = [name for name in _OF_QOS if isinstance(moved[name].source, InBlock)]
        for name in _PARTS:
            known = self._parts[id(parts[name])]
            is_outside = known.lines.isdisjoint(blocks)
            if not is_outside:
                moved[name] = with_places(parts[name], place)
            if known.is_in_block or not is_outside:
                in_blocks.append(name)
        facts = {name: with_places(getattr(values, name), place) for name in ("source", *_OF_PORT)}
        facts["description"] = _without_text(values.description, place(values.description.source))
        return PortValues(
            **facts,
            kind=values.kind,
            addresses=tuple([_without_text(fact, place(fact.source)) for fact in values.addresses]),
            qos=PortQos(**parts | moved),
            parts_in_blocks=tuple(in_blocks),
        )


def _counted(places: Iterable[Source], file: str, blocks: _Blocks) -> list[object]:
    """Return places as what can be compared: the number of a block and lines in it, or lines of a file."""
    found: list[object] = []
    for place in places:
        line = place.line
        if line in blocks and place.file == file:
            first, number = blocks[line]
            found += (number, line - first, place.end_line - first)
        else:
            found += (place.file, line, place.end_line)
    return found


def _without_text(fact: Fact[str], source: Source) -> Fact[str]:
    """Return a fact without the text that its port states for itself."""
    return Stated("", source) if isinstance(fact, Stated) else fact_at(fact, source)

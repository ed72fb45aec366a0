"""Ports of a device that say the same made to share their values, each with the lines of its own blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import TypeAlias

from roce_lint.model.device import Device
from roce_lint.model.fact import SAID, Default, Fact, Source, Stated
from roce_lint.model.place import InBlock, fact_at, with_places
from roce_lint.model.port import VALUE_FIELDS, Port, PortValues
from roce_lint.model.qos import PortQos, Watchdog
from roce_lint.values import field_names, replace

_Lines: TypeAlias = tuple[int, int]
"""First and last line."""


def _fact_names(kind: type) -> list[str]:
    """Return the fields of a class that hold one fact."""
    return [name for name in field_names(kind) if str(kind.__annotations__[name]).startswith("Fact[")]


_OF_PORT, _OF_QOS, _OF_WATCHDOG = _fact_names(PortValues), _fact_names(PortQos), _fact_names(Watchdog)
_FACTS = (*_OF_PORT, *(f"qos.{name}" for name in _OF_QOS), *(f"qos.watchdog.{name}" for name in _OF_WATCHDOG))
_PARTS = tuple(name for name in field_names(PortQos) if name not in (*_OF_QOS, "watchdog"))
"""The large parts of QoS, which ports of a device share where a profile or a policy gives them."""
_facts_of, _parts_of = attrgetter(*_FACTS), attrgetter(*(f"qos.{name}" for name in _PARTS))
_said, _source = attrgetter(SAID), attrgetter("source")
_DESCRIPTION = _FACTS.index("description")
_SEVERAL = ""


def in_blocks(port: Port, blocks: Sequence[_Lines]) -> Port:
    """Return a port of `port_of` with its facts placed in these blocks of its own, as far as they stand in them.

    The first block is where the port itself stands.
    """
    file, values = port.file, port.values
    known: dict[Source, Source] = {}

    def place(source: Source) -> Source:
        if source.file != file:
            return source
        found = known.get(source)
        if found is None:
            found = known[source] = _place_in(blocks, source)
        return found

    facts = {name: with_places(getattr(values, name), place) for name in VALUE_FIELDS if name != "qos"}
    facts["description"] = _without_text(values.description, place(values.description.source))
    facts["addresses"] = tuple([_without_text(fact, place(fact.source)) for fact in values.addresses])
    before = values.qos
    qos = with_places(before, place)
    moved = tuple([name for name in field_names(PortQos) if getattr(qos, name) is not getattr(before, name)])
    shared = PortValues(**facts, qos=qos, parts_in_blocks=moved)
    return Port(port.name, file, shared, port.texts, tuple([first for first, _ in blocks]))


def _place_in(blocks: Sequence[_Lines], source: Source) -> Source:
    """Return the place in the first of the blocks that holds it; the same place where none does."""
    for number, (first, last) in enumerate(blocks):
        if first <= source.line <= last:
            return InBlock("", source.line - first, source.end_line - first, number)
    return source


def _without_text(fact: Fact[str], source: Source) -> Fact[str]:
    """Return a fact without the text that its port states for itself."""
    return Stated("", source) if isinstance(fact, Stated) else fact_at(fact, source)


def share_equal_ports(device: Device) -> Device:
    """Return the same device, with ports that say the same in the same lines of their blocks sharing their values.

    The blocks of a port are its own one, and each line outside of it of which no other port has a fact.
    """
    ports = list(device.ports)
    fresh = [number for number, port in enumerate(ports) if not port.blocks]
    if not fresh:
        return device
    sharing = _Sharing([ports[number] for number in fresh])
    for number in fresh:
        ports[number] = sharing.shared(ports[number])
    return replace(device, ports=tuple(ports))


class _Sharing:
    """The values of a device's ports, each set once."""

    def __init__(self, ports: Sequence[Port]) -> None:
        self._values: dict[tuple[object, ...], PortValues] = {}
        self._parts: dict[int, tuple[object, list[int], str]] = {}
        self._owners: dict[_Lines, str] = {}
        for port in ports:
            for lines in dict.fromkeys(_lines_outside(port)):
                self._owners[lines] = _SEVERAL if lines in self._owners else port.name

    def shared(self, port: Port) -> Port:
        """Return the port with the values of those that say the same."""
        own = port.values.source
        blocks = [(own.line, own.end_line)]
        blocks += [lines for lines in dict.fromkeys(_lines_outside(port)) if self._owners[lines] == port.name]
        key = self._key(port, blocks)
        values = self._values.get(key)
        if values is None:
            found = in_blocks(port, blocks)
            self._values[key] = found.values
            return found
        return Port(port.name, port.file, values, port.texts, tuple([first for first, _ in blocks]))

    def _key(self, port: Port, blocks: Sequence[_Lines]) -> tuple[object, ...]:
        """Return all that the values of a port are made of; each place counted in its blocks."""
        values, file = port.values, port.file
        facts = (*_facts_of(values), *values.addresses)
        said: list[object] = list(map(_said, facts))
        for which in (_DESCRIPTION, *range(len(_FACTS), len(facts))):
            if isinstance(facts[which], Stated):
                said[which] = None
        places = [
            _place_in(blocks, source) if source.file == file else source
            for source in (values.source, *map(_source, facts))
        ]
        return (
            values.kind,
            *map(type, facts),
            *said,
            *[fact.because for fact in facts if isinstance(fact, Default)],
            *[(place.__class__, place.file, place.line, place.end_line, _block_of(place)) for place in places],
            *[self._key_of_part(part, file, blocks) for part in _parts_of(values)],
        )

    def _key_of_part(self, part: object, file: str, blocks: Sequence[_Lines]) -> str:
        """Return all that a part of QoS says and where; parts without a line in the blocks are looked at once.

        It is text, because equal numbers of two types are shown in two ways.
        """
        lines, shown = self._look(part, file)
        if not any(first <= line <= last for first, last in blocks for line in lines):
            return shown
        return repr(with_places(part, lambda source: _place_in(blocks, source) if source.file == file else source))

    def _look(self, part: object, file: str) -> tuple[list[int], str]:
        """Return the lines in which something of a part stands, and the part as text; each part is kept."""
        known = self._parts.get(id(part))
        if known is None:
            found: set[int] = set()

            def note(source: Source) -> Source:
                if source.file == file:
                    found.add(source.line)
                return source

            with_places(part, note)
            known = self._parts[id(part)] = part, sorted(found), repr(part)
        return known[1:]


def _block_of(place: Source) -> int:
    return place.block if isinstance(place, InBlock) else -1


def _lines_outside(port: Port) -> Iterator[_Lines]:
    """Yield the lines of the port's file that hold a fact of it outside of its block, parts of QoS left aside."""
    own, file = port.values.source, port.file
    for fact in (*_facts_of(port.values), *port.values.addresses):
        source = fact.source
        if source.line and source.file == file and not own.line <= source.line <= own.end_line:
            yield source.line, source.end_line

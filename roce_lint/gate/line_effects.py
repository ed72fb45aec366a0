"""What lines of a configuration say to the linter: found out by reading it without them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from typing import TypeAlias

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.check import build_fabric
from roce_lint.judge.given import NOTHING_SAID
from roce_lint.model.fact import Default, Stated, Unknown
from roce_lint.model.port import Port
from roce_lint.os.registry import switch_os
from roce_lint.read.read_documents import ReadInputs
from roce_lint.text.config_lines import ConfigLine, LinePath
from roce_lint.text.document import Document
from roce_lint.text.source import Source
from roce_lint.values import dataclass, field_names, is_dataclass

Numbered = tuple[int, ConfigLine]
"""A line with the number of its file among those of the device."""
Differs: TypeAlias = Callable[[Fabric, Fabric], Collection[str]]
"""Returns the facts in which a comparison of meanings sees that a fabric differs from another one."""
_OF_EACH = re.compile(r"(?<=\bdescription )\S.*|\d+")
"""What differs from line to line and says the same: a description and a number."""

_PLAIN = frozenset({str, int, bool, float, type(None)})


class LineEffect(Enum):
    """What lines say."""

    COMPARED = "a fact that a comparison of meanings sees"
    PORT = "a whole port, with all that is in it"
    USUAL = "what holds without them as well"
    NOT_COMPARED = "a fact that no comparison of meanings sees"
    NONE = "nothing that is read"


@dataclass(frozen=True, slots=True)
class _State:
    """A device as it was read: what its files say, and the same `facts` without places."""

    fabric: Fabric
    said: object
    facts: object

    def values(self) -> object:
        """Return the facts without how they are known."""
        return _WithoutPlaces(known_how=False).of(self.said)


class LineEffects:
    """Finds what lines say; lines that differ in numbers or descriptions only are taken to say the same.

    One instance is for all devices of a fabric: what is found out for one holds for the next.
    """

    def __init__(self, differs: Differs) -> None:
        """`differs` is the comparison of meanings."""
        self._differs = differs
        self._known: dict[object, LineEffect] = {}
        self._device = ""
        self._whole: _State | None = None

    def of(self, name: str, system: str, documents: Sequence[Document], lines: Sequence[Numbered]) -> LineEffect:
        """Return what these lines of the switch `name` say together; where a part is in a comparison, that it is."""
        key = system, shapes(lines)
        if key not in self._known:
            self._known[key] = self._found_out(name, system, documents, lines)
        return self._known[key]

    def is_known(self, system: str, lines: Sequence[Numbered]) -> bool:
        """Say whether `of` need not read anything to answer."""
        return (system, shapes(lines)) in self._known

    def _found_out(
        self, name: str, system: str, documents: Sequence[Document], lines: Sequence[Numbered]
    ) -> LineEffect:
        without = switch_os(system).line_form.without
        if self._whole is None or self._device != name:
            self._device = name
            self._whole = _state(system, tuple(without(one, ()) for one in documents))
        whole = self._whole
        rest = _state(
            system,
            tuple(
                without(one, tuple(line for number, line in lines if number == position))
                for position, one in enumerate(documents)
            ),
        )
        if whole.facts == rest.facts:
            return LineEffect.NONE
        changes = self._differs(whole.fabric, rest.fabric)
        if changes:
            return LineEffect.PORT if "port" in changes else LineEffect.COMPARED
        return LineEffect.USUAL if whole.values() == rest.values() else LineEffect.NOT_COMPARED


def shapes(lines: Sequence[Numbered]) -> frozenset[LinePath]:
    """Return the lines without numbers and descriptions: lines of one shape say the same."""
    return frozenset(tuple(_OF_EACH.sub("#", text) for text in line.path) for _, line in lines)


def _state(system: str, documents: Sequence[Document]) -> _State:
    """Return what the files of a device say, by the reader of its system."""
    os = switch_os(system)
    readings = tuple(os.read(one) for one in documents)
    joined = os.together.read(tuple(documents), readings) if os.together and len(readings) > 1 else None
    every = (joined,) if joined else readings
    devices = tuple(device for reading in every for device in reading.devices)
    unread = tuple(line for reading in every for line in reading.unread)
    fabric = build_fabric(ReadInputs(devices, (), unread, (), (), (), len(every)), NOTHING_SAID)
    said = (devices, unread)
    return _State(fabric, said, _WithoutPlaces(known_how=True).of(said))


class _WithoutPlaces:
    """Makes values equal that say the same, wherever they say it. One instance is for the values of one device."""

    def __init__(self, *, known_how: bool) -> None:
        self._known_how = known_how
        self._done: dict[int, object] = {}
        self._fields: dict[type, tuple[str, ...]] = {}

    def of(self, value: object) -> object:
        """Return the value without places, and without how it is known unless that counts."""
        kind = type(value)
        # A device has millions of values: the commonest types come first.
        if kind in _PLAIN:
            return value
        if isinstance(value, (Stated, Default)):
            said = self.of(value.value)
            return (kind.__name__, said) if self._known_how else said
        if isinstance(value, Source):
            return None
        if isinstance(value, (tuple, list)):
            return tuple([self.of(one) for one in value])
        if isinstance(value, Unknown):
            return "unknown"
        if isinstance(value, Enum):
            return value
        if isinstance(value, Port):
            return value.name, value.texts, self.of(value.values)
        if id(value) in self._done:
            return self._done[id(value)]
        if isinstance(value, Mapping):
            return tuple([(key, self.of(one)) for key, one in value.items()])
        if kind not in self._fields:
            if not is_dataclass(kind):
                return value
            self._fields[kind] = field_names(kind)
        made = self._done[id(value)] = (
            kind.__name__,
            *[self.of(getattr(value, name)) for name in self._fields[kind]],
        )
        return made

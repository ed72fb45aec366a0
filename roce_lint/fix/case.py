"""One place of a finding with everything that a remedy needs to know of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property

from roce_lint.fabric.fabric import Fabric
from roce_lint.fix.edit import Edit
from roce_lint.fix.json_text import JsonText
from roce_lint.fix.tree import ConfigTree
from roce_lint.judge.finding import Finding, FindingPlace
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Fact, Source, Stated, Unknown, known
from roce_lint.model.qos import Queue
from roce_lint.values import dataclass

_OBJECT = re.compile(r"(?P<port>.*?)(?:/(?P<part>priority|queue|DSCP) (?P<number>\d+))?(?: - .*)?")


class Workshop:
    """The fabric that is fixed: its facts, and the text of every file by path."""

    def __init__(self, fabric: Fabric, texts: Mapping[str, str]) -> None:
        self.fabric = fabric
        self.texts = texts

    @cached_property
    def devices(self) -> Mapping[str, Device]:
        """Return every device by name."""
        return {device.name: device for device in self.fabric.devices}

    @cached_property
    def _trees(self) -> dict[str, ConfigTree]:
        return {}

    def tree(self, path: str) -> ConfigTree:
        """Return the lines of a file as a tree."""
        if path not in self._trees:
            self._trees[path] = ConfigTree(self.texts[path])
        return self._trees[path]

    @cached_property
    def _databases(self) -> dict[str, JsonText | None]:
        return {}

    def json(self, path: str) -> JsonText | None:
        """Return a file as JSON with its places; None for one that is no JSON object."""
        if path not in self._databases:
            try:
                self._databases[path] = JsonText(path, self.texts[path])
            except (ValueError, RecursionError):
                self._databases[path] = None
        return self._databases[path]

    def line(self, source: Source) -> str:
        """Return the line at a place without its indentation; empty where there is none."""
        lines = self.tree(source.file).lines if source.file in self.texts else ()
        return lines[source.line - 1].strip() if 0 < source.line <= len(lines) else ""

    @property
    def lossless(self) -> frozenset[int]:
        """Return the priorities that the fabric means to be lossless."""
        return known(self.fabric.design.lossless_priorities, frozenset())


@dataclass(frozen=True, slots=True)
class Case:
    """A finding at one of its places. `number` is the priority, queue or code point of its object, -1 for none."""

    finding: Finding
    place: FindingPlace
    shop: Workshop

    @property
    def device(self) -> Device:
        """Return the device of the place."""
        return self.shop.devices[self.place.device]

    @property
    def tree(self) -> ConfigTree:
        """Return the lines of the file."""
        return self.shop.tree(self.place.path)

    @property
    def line(self) -> str:
        """Return the line of the place without its indentation; empty for a whole file."""
        return self.tree.text(self.place.line) if self.place.line else ""

    @property
    def number(self) -> int:
        """Return the priority, queue or code point, -1 for none."""
        found = _OBJECT.fullmatch(self.place.object)
        return int(found["number"]) if found and found["number"] else -1

    @property
    def port(self) -> Port | None:
        """Return the port of the place, None for a whole device."""
        found = _OBJECT.fullmatch(self.place.object)
        name = found["port"] if found else self.place.object
        return next((port for port in self.device.ports if port.name == name), None)

    def insert(self, line: int, *texts: str) -> Edit:
        """Return an edit that adds lines behind a line; they are indented already."""
        old = self.tree.lines[line - 1]
        return Edit(self.place.path, line, old, old, texts)

    def replace(self, line: int, text: str) -> Edit:
        """Return an edit that replaces a line; `text` takes over its indentation."""
        return Edit(self.place.path, line, self.tree.lines[line - 1], self.tree.indent(line) + text)

    def insert_below(self, head: int, *commands: str) -> Edit:
        """Return an edit that adds commands to a block of EOS or NX-OS, beside others of their kind."""
        indent = self.tree.child_indent(head)
        return self.insert(self.tree.place_below(head, commands[0]), *(indent + command for command in commands))


@dataclass(frozen=True, slots=True)
class Draft:
    """What would fix a case. `unsafe` says why it is only shown; empty where it may be applied once it is proven.

    `origin` tells where values come from that the device itself does not have.
    """

    edits: tuple[Edit, ...]
    title: str
    origin: str = ""
    unsafe: str = ""


Maker = Callable[[Case], Draft | None]
"""Makes a draft for a case, or nothing where it does not apply."""


def lossless_class(port: Port, wanted: frozenset[int]) -> str:
    """Return the only class of a port that pauses for a priority that is meant to be lossless; empty for several."""
    names = {
        item.name
        for item in port.qos.classes
        if not isinstance(item.pause_priorities, Unknown) and item.pause_priorities.value & wanted
    }
    return names.pop() if len(names) == 1 else ""


def curve_of_likes(case: Case) -> tuple[str, str]:
    """Return the line by which every other queue of this number and speed marks, and its place; empty for several.

    Queues of the same system, of ports of the same speed, whose curve rises; those that the finding itself is about do
    not count.
    """
    port = case.port
    if port is None or isinstance(port.speed_gbps, Unknown):
        return "", ""
    found: dict[tuple[object, ...], Source] = {}
    for device in case.shop.fabric.devices:
        for other in device.ports if device.os == case.device.os else ():
            if known(other.speed_gbps, 0) != port.speed_gbps.value:
                continue
            for queue in other.qos.queues:
                if queue.index == case.number and _rises(queue) and queue.ecn_kmin_bytes.source != _place(case):
                    found.setdefault(_curve(queue), queue.ecn_kmin_bytes.source)
    if len(found) != 1:
        return "", ""
    source = next(iter(found.values()))
    return case.shop.line(source), f"{source.file}:{source.line}"


def _place(case: Case) -> Source:
    return Source(case.place.path, case.place.line, case.place.end_line)


def _rises(queue: Queue) -> bool:
    low, high, most = queue.ecn_kmin_bytes, queue.ecn_kmax_bytes, queue.ecn_pmax_percent
    if not (isinstance(low, Stated) and isinstance(high, Stated) and isinstance(most, Stated)):
        return False
    return 0 < low.value <= high.value and most.value > 0


def _curve(queue: Queue) -> tuple[object, ...]:
    facts: tuple[Fact[object], ...] = (
        queue.ecn_kmin_bytes,
        queue.ecn_kmax_bytes,
        queue.ecn_pmax_percent,
        queue.ecn_averaging_weight,
    )
    return tuple(None if isinstance(fact, Unknown) else fact.value for fact in facts)

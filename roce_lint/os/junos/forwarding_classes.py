"""Forwarding classes: their queues, which of them lose nothing, and the priority of their pauses."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.qos_tables import QosMap
from roce_lint.os.junos import defaults
from roce_lint.os.junos.family import JunosFamily
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

LAST_UNICAST_QUEUE = 7
_MOST_LOSSLESS = 6
"""Source: Juniper, Defining CoS Forwarding Classes (QFX Series): at most six lossless classes."""
_LAST_QUEUE = 11
"""Source: Juniper, Defining CoS Forwarding Classes (QFX Series): queues 0 to 7 unicast, 8 to 11 multicast."""
_QUEUES = {name: queue.value for name, queue in defaults.CLASS_QUEUE.items()}


@dataclass(frozen=True, slots=True)
class CosClass:
    """One class: `pause_priority` is that of the frames in which DSCP-based PFC pauses, None where no line says it."""

    name: str
    source: Source
    queue: Fact[int]
    is_lossless: Fact[bool]
    pause_priority: Fact[int] | None

    @property
    def is_multicast(self) -> bool:
        """Say whether the class has a queue of multicast, which no classifier of unicast leads to."""
        return known(self.queue, 0) > LAST_UNICAST_QUEUE


class ForwardingClasses:
    """The classes of a device: those that it states, and of the system's own those whose queues are not taken."""

    def __init__(self, cos: Node, family: JunosFamily, whole: Source, diagnostics: LeafDiagnostics) -> None:
        """Take what stands below `class-of-service`."""
        self._diagnostics = diagnostics
        block = cos.at("forwarding-classes")
        self.place = block.source if cos.has("forwarding-classes") else whole
        stated = {entry.key: self._class(entry) for entry in block.entries("class")}
        for entry in block.entries("queue"):
            found = self._class_of_queue(entry)
            stated.setdefault(found.name, found)
        self.stated: Mapping[str, CosClass] = stated
        taken = {one.queue.value for one in stated.values() if not isinstance(one.queue, Unknown)}
        self.by_name: dict[str, CosClass] = {
            name: _built_in(name, family, self.place)
            for name, number in _QUEUES.items()
            if number not in taken and name not in stated
        } | stated
        self.known_names = frozenset(self.by_name) | frozenset(_QUEUES)
        self.names = tuple(sorted(name for name, one in self.by_name.items() if not one.is_multicast))
        self.of_queues: Mapping[int, tuple[str, ...]] = {
            number: tuple(name for name in self.names if self.queue(name) == number)
            for number in range(LAST_UNICAST_QUEUE + 1)
        }
        """The names of the classes of each queue of unicast."""
        self.queue_of = QosMap("forwarding-classes", self.place, {n: one.queue for n, one in self.by_name.items()})
        self._check()

    def _class(self, entry: Node) -> CosClass:
        queue = self._diagnostics.integer(
            entry, "queue-num", Unknown(f"class {entry.key} has no queue-num", entry.first_line), 0, _LAST_QUEUE
        )
        if not entry.has("queue-num"):
            self._diagnostics.refused(f"class {entry.key}", "it has no queue-num", entry.first_line)
        entry.take("priority")
        flag = entry.take("no-loss")
        lossless: Fact[bool] = (
            Stated(True, flag.first_line) if flag.line else defaults.LOSSY_CLASS.at(entry.place_of("no-loss"))
        )
        priority = entry.get("pfc-priority")
        number = (
            self._diagnostics.integer(entry, "pfc-priority", defaults.NO_NUMBER, 0, 7) if priority is not None else None
        )
        return CosClass(entry.key, entry.first_line, queue, lossless, number)

    def _class_of_queue(self, entry: Node) -> CosClass:
        """Return the class of `queue N NAME`, the older form, which has no `no-loss`."""
        name = entry.take("class-name")
        entry.take("priority")
        number = int(entry.key) if entry.key.isdecimal() and len(entry.key) < 4 else -1
        queue: Fact[int] = Stated(number, entry.first_line)
        if not 0 <= number <= _LAST_QUEUE:
            because = f"{entry.key!r} is no queue from 0 to {_LAST_QUEUE}"
            self._diagnostics.refused(f"forwarding-classes queue {entry.key}", because, entry.first_line)
            queue = Unknown(because, entry.first_line)
        lossy = defaults.LOSSY_CLASS.at(entry.first_line)
        return CosClass(name.value or entry.key, entry.first_line, queue, lossy, None)

    def _check(self) -> None:
        """Report classes that the device does not commit: too many lossless ones, or two kinds on one queue."""
        lossless = [one for one in self.stated.values() if isinstance(one.is_lossless, Stated)]
        if len(lossless) > _MOST_LOSSLESS:
            last = lossless[_MOST_LOSSLESS]
            because = f"at most {_MOST_LOSSLESS} classes can be no-loss"
            self._diagnostics.refused(f"class {last.name} no-loss", because, last.is_lossless.source)
        first: dict[int, CosClass] = {}
        for one in self.stated.values():
            if isinstance(one.queue, Unknown):
                continue
            other = first.setdefault(one.queue.value, one)
            if isinstance(one.is_lossless, Stated) != isinstance(other.is_lossless, Stated):
                is_not = "" if isinstance(other.is_lossless, Stated) else "not "
                because = f"class {other.name} of the same queue is {is_not}no-loss"
                self._diagnostics.refused(f"class {one.name} queue-num {one.queue.value}", because, one.source)
            elif one.queue.value > LAST_UNICAST_QUEUE and isinstance(one.is_lossless, Stated):
                because = f"queue {one.queue.value} is a multicast queue, whose classes cannot be no-loss"
                self._diagnostics.refused(f"class {one.name} no-loss", because, one.queue.source)

    def of_queue(self, number: int, place: Source) -> Fact[str]:
        """Return the class of a queue, for what no classifier assigns; the one stated first."""
        for one in self.by_name.values():
            if not isinstance(one.queue, Unknown) and one.queue.value == number and one.name in self.stated:
                return Default(one.name, place, defaults.UNLISTED.reason)
        return defaults.BEST_EFFORT.at(place)

    def resolve(self, name: str, at: Node) -> Fact[str]:
        """Return a class by the name that a line gives; one that is defined nowhere is reported."""
        if name in self.by_name:
            return Stated(name, at.first_line)
        if name in _QUEUES:
            because = f"whether the class {name} of the system stays beside one that has its queue is not documented"
            return Unknown(because, at.first_line)
        self._diagnostics.undefined("forwarding class", name, at.first_line)
        return Unknown(f"the forwarding class {name} is not defined", at.first_line)

    def current_name(self, name: str) -> str:
        """Return the name that the queue of one of the system's own classes has here."""
        if name in self.by_name or name not in _QUEUES:
            return name
        of_queue = (one for one in self.stated.values() if known(one.queue, -1) == _QUEUES[name])
        return next((one.name for one in of_queue), name)

    def queue(self, name: str) -> int:
        """Return the queue of a class, -1 where it is not known."""
        found = self.by_name.get(name)
        return -1 if found is None else known(found.queue, -1)


def _built_in(name: str, family: JunosFamily, place: Source) -> CosClass:
    lossless: Fact[bool] = defaults.LOSSY_CLASS.at(place)
    if name in defaults.LOSSLESS_CLASSES:
        lossless = defaults.LOSSLESS_BY_DEFAULT.at(place)
        if family is not JunosFamily.CLASSIC:
            lossless = Unknown(f"whether {name} is no-loss by default on this system is not documented", place)
    return CosClass(name, place, defaults.CLASS_QUEUE[name].at(place), lossless, None)

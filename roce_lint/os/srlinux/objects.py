"""Queues, pfc-queues and forwarding classes: the names that every other part of `/qos` refers to."""

from __future__ import annotations

from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Stated, Unknown
from roce_lint.os.srlinux.chassis import Generation
from roce_lint.os.srlinux.names import reserved_class_index, reserved_pfc_queue_index, reserved_queue_index
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import ABSENT, Node
from roce_lint.values import dataclass

QUEUE_COUNT = 8


@dataclass(frozen=True, slots=True)
class ForwardingClass:
    """A configured forwarding class: the index of its egress queue, and where it is configured."""

    name: str
    queue: Fact[int]
    source: Source


class QosObjects:
    """The named queues and classes of one device; asking for an undefined one reports that."""

    def __init__(self, qos: Node, generation: Generation, diagnostics: LeafDiagnostics) -> None:
        self._diagnostics = diagnostics
        self._defaults_exist = generation.default_names_exist
        queues = qos.at("queues")
        queues.at("queue-depth-sampling").pass_over()
        self.queues = {entry.key: self._index(entry) for entry in queues.entries("queue")}
        for entry in queues.entries("queue"):
            self._check_reserved(entry)
        self.pfc_queues = {entry.key: self._index(entry) for entry in queues.entries("pfc-queue")}
        classes = qos.select("forwarding-classes/forwarding-class")
        self._shared = self._shared_queues({_unicast_queue(entry).value for entry in classes})
        self.classes = {entry.key: self._class(entry) for entry in classes}

    def queue_index(self, leaf_value: str, source: Source) -> Fact[int]:
        """Return the index of an egress queue that `source` refers to."""
        index = self.queues.get(leaf_value)
        if index is not None:
            return index
        number = reserved_queue_index(leaf_value)
        if number < 0 or not self._defaults_exist:
            self._diagnostics.undefined("queue", leaf_value, source)
        if number < 0:
            return Unknown(f"the queue {leaf_value} is not configured", source)
        return Default(number, source, f"{leaf_value} is a reserved name of queue {number} (srl_nokia-qos YANG)")

    def pfc_queue_index(self, name: str, source: Source) -> Fact[int]:
        """Return the index of a pfc-queue that `source` refers to."""
        index = self.pfc_queues.get(name)
        if index is not None:
            return index
        self._diagnostics.undefined("pfc-queue", name, source)
        number = reserved_pfc_queue_index(name)
        if number < 0:
            return Unknown(f"the pfc-queue {name} is not configured", source)
        return Default(number, source, f"{name} is a reserved name of pfc-queue {number} (srl_nokia-qos YANG 25.3.1)")

    def use_class(self, name: str, source: Source) -> None:
        """Report an undefined forwarding class that `source` refers to."""
        reserved = reserved_class_index(name) >= 0
        if name not in self.classes and not (reserved and self._defaults_exist):
            self._diagnostics.undefined("forwarding class", name, source)

    def class_queue(self, name: str, otherwise: Source) -> Fact[int]:
        """Return the egress queue of a forwarding class; `otherwise` is the place where it would be configured."""
        known = self.classes.get(name)
        if known is not None:
            return known.queue
        number = reserved_class_index(name)
        if number < 0:
            return Unknown(f"the forwarding class {name} is not configured", otherwise)
        return Default(number, otherwise, f"{name} is a reserved name and uses queue {number} (srl_nokia-qos YANG)")

    def _index(self, entry: Node) -> Fact[int]:
        absent = Unknown(f"{entry.name} {entry.key} has no queue-index", entry.source)
        return self._diagnostics.integer(entry, "queue-index", absent, 0, 11)

    def _class(self, entry: Node) -> ForwardingClass:
        output = entry.at("output")
        for name in ("multicast-queue", "unicast-queue", "queue"):
            if output.has(name):
                output.children[name].accounted = True
        chosen = _unicast_queue(entry)
        if not chosen.line:
            reserved = reserved_class_index(entry.key)
            if reserved >= 0 and self._defaults_exist:
                because = f"{entry.key} uses unicast-{reserved} (srl_nokia-qos YANG 23.10)"
                return ForwardingClass(entry.key, Default(reserved, entry.source, because), entry.source)
            because = f"the forwarding class {entry.key} has no unicast-queue"
            return ForwardingClass(entry.key, Unknown(because, entry.source), entry.source)
        index = self.queue_index(chosen.value, chosen.source)
        if isinstance(index, Stated):
            index = Stated(index.value, index.source if chosen.value in self._shared else chosen.source)
        return ForwardingClass(entry.key, index, entry.source)

    def index_at(self, index: int) -> Source:
        """Return the line that gives a queue this index, nowhere unless there is exactly one."""
        places = [fact.source for fact in self.queues.values() if isinstance(fact, Stated) and fact.value == index]
        return places[0] if len(places) == 1 else NOWHERE

    def _shared_queues(self, used: set[str]) -> frozenset[str]:
        """Return the queues that classes use and that have one index together, and report the later ones."""
        names: dict[int, list[str]] = {}
        for name, index in self.queues.items():
            if name in used and isinstance(index, Stated):
                names.setdefault(index.value, []).append(name)
        for number, (first, *others) in names.items():
            for other in others:
                because = f"queue {first} has index {number} as well: the chip has one queue of it"
                self._diagnostics.not_read(because, self.queues[other].source)
        return frozenset(name for same in names.values() if len(same) > 1 for name in same)

    def _check_reserved(self, entry: Node) -> None:
        """Report a system's own queue name with another index than its own; pfc-queues so named are refused."""
        own, index = reserved_queue_index(entry.key), self.queues[entry.key]
        if own >= 0 and isinstance(index, Stated) and index.value != own:
            because = f"{entry.key} is the system's own name of queue {own}: which of the two holds is not published"
            self._diagnostics.not_read(because, index.source)


def _unicast_queue(entry: Node) -> Node:
    """Return the leaf that names the queue of a forwarding class, with line 0 where there is none."""
    output = entry.at("output")
    return output.get("unicast-queue") or output.get("queue") or ABSENT

"""ClassifierTables: which forwarding class a code point gets, in maps that units and ports bind by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import DSCP_COUNT
from roce_lint.model.qos_tables import QosMap
from roce_lint.os.junos import defaults
from roce_lint.os.junos.code_points import BITS, CodePoints
from roce_lint.os.junos.forwarding_classes import ForwardingClasses
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

ForwardingMap: TypeAlias = QosMap[int, str] | Unknown
"""The forwarding class of each marking, or why none is known."""
DEFAULT = "default"
"""The name of the system's own classifier of a kind."""
_SIZES = {kind: 2**bits for kind, bits in BITS.items()}
_OTHER_KINDS = ("exp", "ieee-802.1ad")


@dataclass(frozen=True, eq=False, slots=True)
class Classifier:
    """One classifier: the classes of its code points, and the loss priorities that it gives to those of a class."""

    map: QosMap[int, str]
    loss_priorities: Mapping[str, frozenset[str]]


class ClassifierTables:
    """The classifiers of a device by kind and name."""

    def __init__(
        self, cos: Node, classes: ForwardingClasses, points: CodePoints, whole: Source, diagnostics: LeafDiagnostics
    ) -> None:
        """Take what stands below `class-of-service`."""
        self._classes = classes
        self._points = points
        self._diagnostics = diagnostics
        self._whole = whole
        block = cos.at("classifiers")
        self.blocks = {(kind, entry.key): entry for kind in BITS for entry in block.entries(kind)}
        for kind in _OTHER_KINDS:
            for entry in block.entries(kind):
                entry.pass_over()
        self._made: dict[tuple[str, str, Source], Classifier] = {}
        for kind, name in self.blocks:
            self.get(kind, name, whole)

    def get(self, kind: str, name: str, place: Source) -> Classifier | None:
        """Return a classifier, or the system's own by the name `default`; None where it is not defined.

        `place` is the line that binds it, where the entries of the system's own stand.
        """
        block = self.blocks.get((kind, name))
        key = (kind, name, self._whole if block is not None else place)
        if key not in self._made:
            if block is not None:
                self._made[key] = self._read(kind, block, frozenset({name}))
            elif name == DEFAULT:
                self._made[key] = self._own(kind, place)
            else:
                return None
        return self._made[key]

    def loss_priorities(self, name: str) -> frozenset[str]:
        """Return the loss priorities that any classifier of the file gives to a class."""
        made = (self._made[kind, one, self._whole] for kind, one in self.blocks)
        return frozenset().union(*(one.loss_priorities.get(name, frozenset()) for one in made))

    @property
    def dscp_maps(self) -> list[QosMap[int, str]]:
        """Return the maps of all DSCP classifiers of the file."""
        return [self._made[kind, name, self._whole].map for kind, name in self.blocks if kind == "dscp"]

    def _own(self, kind: str, place: Source) -> Classifier:
        """Return the default classifier of the system, with its classes by the names that their queues have here."""
        size, reason = _SIZES[kind], defaults.DEFAULT_CLASSIFIERS.reason
        others = {"ieee-802.1": defaults.DEFAULT_PCP, "inet-precedence": defaults.DEFAULT_PRECEDENCE}.get(
            kind, defaults.DEFAULT_DSCP
        )
        names = {number: self._classes.current_name(others.get(number, "best-effort")) for number in range(size)}
        return Classifier(
            QosMap(
                f"the default {kind} classifier", place, {n: Default(one, place, reason) for n, one in names.items()}
            ),
            {one: frozenset({"low"}) for one in names.values()},
        )

    def _read(self, kind: str, block: Node, above: frozenset[str]) -> Classifier:
        found: dict[int, Fact[str]] = {}
        priorities: dict[str, set[str]] = {}
        for entry in block.entries("forwarding-class"):
            named = self._classes.resolve(entry.key, entry)
            for level in entry.entries("loss-priority"):
                leaf = level.take("code-points")
                for word in leaf.values:
                    place = leaf.line_of(word)
                    number = self._points.number(kind, word, place)
                    if number is None:
                        continue
                    fact: Fact[str] = named if isinstance(named, Unknown) else Stated(named.value, place)
                    known = found.get(number)
                    if known is not None and not isinstance(known, Unknown):
                        fact = self._twice(kind, block, number, known, fact)
                    found[number] = fact
                    if not isinstance(named, Unknown):
                        priorities.setdefault(named.value, set()).add(level.key)
        unlisted = self._unlisted(kind, block, above, found, priorities)
        loss = {name: frozenset(levels) for name, levels in priorities.items()}
        return Classifier(QosMap(f"classifiers {kind} {block.key}", block.first_line, found, unlisted), loss)

    def _twice(
        self, kind: str, block: Node, number: int, first: Stated[str] | Default[str], second: Fact[str]
    ) -> Fact[str]:
        """Return the class of a code point that a classifier lists for two; which of them wins is not documented."""
        if not isinstance(second, Unknown) and first.value == second.value:
            return first
        because = f"classifiers {kind} {block.key} lists code point {number} for two forwarding classes"
        self._diagnostics.not_read(because, second.source, concerns_qos=True)
        return Unknown(because, second.source)

    def _unlisted(
        self,
        kind: str,
        block: Node,
        above: frozenset[str],
        found: dict[int, Fact[str]],
        priorities: dict[str, set[str]],
    ) -> Fact[str]:
        """Return what code points get that nobody lists, once those of an imported classifier are taken over."""
        leaf = block.take("import")
        if leaf.line:
            imported = self._imported(kind, leaf, above)
            if imported is None:
                return Unknown(f"the {kind} classifier {leaf.value}, which is imported, is not known", leaf.first_line)
            for number in range(_SIZES[kind]):
                if number not in found:
                    found[number] = imported.map.at(number, "code point")
            for name, levels in imported.loss_priorities.items():
                priorities.setdefault(name, set()).update(levels)
        return self._classes.of_queue(0, block.removed_below() or block.first_line)

    def _imported(self, kind: str, leaf: Node, above: frozenset[str]) -> Classifier | None:
        block = self.blocks.get((kind, leaf.value))
        if block is not None:
            return None if leaf.value in above else self._read(kind, block, above | {leaf.value})
        if leaf.value == DEFAULT:
            return self._own(kind, leaf.first_line)
        self._diagnostics.undefined(f"{kind} classifier", leaf.value, leaf.first_line)
        return None


assert _SIZES["dscp"] == DSCP_COUNT

"""Rewrite rules: the DSCP with which packets of a class leave."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.qos_tables import QosMap
from roce_lint.os.junos.code_points import BITS, CodePoints
from roce_lint.os.junos.forwarding_classes import ForwardingClasses
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

_LEVELS = ("low", "medium-low", "medium-high", "high")
_OTHER_KINDS = ("exp", "ieee-802.1ad")


class RewriteRules:
    """The rewrite rules of a device by kind and name; those of DSCP as maps from class to DSCP."""

    def __init__(self, cos: Node, classes: ForwardingClasses, points: CodePoints, diagnostics: LeafDiagnostics) -> None:
        """Take what stands below `class-of-service`."""
        self._classes = classes
        self._points = points
        self._diagnostics = diagnostics
        block = cos.at("rewrite-rules")
        self.blocks = {(kind, entry.key): entry for kind in BITS for entry in block.entries(kind)}
        for kind in _OTHER_KINDS:
            for entry in block.entries(kind):
                entry.pass_over()
        self.maps = {key: self._read(*key, entry) for key, entry in self.blocks.items()}

    def _read(self, kind: str, name: str, block: Node) -> QosMap[str, int]:
        found: dict[str, Fact[int]] = {}
        for entry in block.entries("forwarding-class"):
            named = self._classes.resolve(entry.key, entry)
            levels = {level.key: level.take("code-point") for level in entry.entries("loss-priority")}
            numbers = {
                key: self._points.number(kind, leaf.value, leaf.first_line) for key, leaf in levels.items() if leaf.line
            }
            first = next((level for level in _LEVELS if level in numbers), None)
            if isinstance(named, Unknown) or first is None:
                continue
            number = numbers[first]
            if number is not None:
                found[named.value] = Stated(number, levels[first].first_line)
        imported = block.take("import")
        unlisted: Fact[int] | None = None
        if imported.line:
            other = self.blocks.get((kind, imported.value))
            if other is not None and other is not block:
                found = {**dict(self._read(kind, imported.value, other).entries), **found}
            else:
                because = f"what the rewrite rules {imported.value} give the class is not published"
                unlisted = Unknown(because, imported.first_line)
        return QosMap(f"rewrite-rules {kind} {name}", block.first_line, found, unlisted)

"""Structures of class-of-service by kind: what is defined, what uses it, what is missing and what lies unused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from roce_lint.model.device import IdleDefinition
from roce_lint.model.fact import Unknown
from roce_lint.model.terms import QosPart
from roce_lint.os.junos.code_points import BITS
from roce_lint.os.junos.cos_bindings import CosBindings, CosBound
from roce_lint.os.references import PORT, Structure, StructureDefinition, StructureKind, StructureUse, unused
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import replace

_DEFAULT = frozenset(("default",))
_CLASSIFIES = frozenset((QosPart.CLASSIFICATION,))
_SERVES = frozenset((QosPart.SCHEDULING, QosPart.ECN))
PROFILE = "congestion-notification-profile"
MAP = "scheduler-map"
SCHEDULER = "scheduler"
DROP_PROFILE = "drop-profile"
TRAFFIC = "traffic-control-profile"
CLASS_SET = "forwarding-class-set"
FILTER = "firewall filter"
KINDS = {
    kind.word: kind
    for kind in (
        StructureKind(PROFILE, frozenset((QosPart.PAUSE, QosPart.BUFFER, QosPart.WATCHDOG))),
        StructureKind(MAP, _SERVES),
        StructureKind(SCHEDULER, _SERVES),
        StructureKind(DROP_PROFILE, frozenset((QosPart.ECN,))),
        StructureKind(TRAFFIC, _SERVES),
        StructureKind(CLASS_SET, _SERVES),
        StructureKind("forwarding class", _CLASSIFIES),
        StructureKind(FILTER, _CLASSIFIES),
        *(StructureKind(f"{kind} classifier", _CLASSIFIES, _DEFAULT) for kind in BITS),
        *(StructureKind(f"{kind} rewrite rules", _CLASSIFIES, _DEFAULT) for kind in BITS),
    )
}
_SLOTS = {
    "congestion-notification-profile": PROFILE,
    "scheduler-map": MAP,
    "output-traffic-control-profile": TRAFFIC,
    "forwarding-class": "forwarding class",
    **{f"classifiers {kind}": f"{kind} classifier" for kind in BITS},
    **{f"rewrite-rules {kind}": f"{kind} rewrite rules" for kind in BITS},
}


class CosReferences:
    """What refers to what below `class-of-service`."""

    def __init__(self, cos: Node, classes: frozenset[str], bindings: CosBindings, diagnostics: LeafDiagnostics) -> None:
        """Take what stands there, the names of all forwarding classes, and the stanzas of interfaces."""
        self._diagnostics = diagnostics
        self._definitions: dict[str, list[StructureDefinition]] = {
            PROFILE: [
                StructureDefinition(one.key, one.first_line, pauses=one.has("input")) for one in cos.entries(PROFILE)
            ],
            **{word: _definitions(cos.entries(path)) for word, path in _PATHS.items()},
            **{f"{kind} classifier": _definitions(cos.at("classifiers").entries(kind)) for kind in BITS},
            **{f"{kind} rewrite rules": _definitions(cos.at("rewrite-rules").entries(kind)) for kind in BITS},
            "forwarding class": [StructureDefinition(name, diagnostics.whole_file) for name in sorted(classes)],
        }
        self._defined = {word: {one.name for one in listed} for word, listed in self._definitions.items()}
        self._members = {
            one.key: frozenset(entry.key for entry in one.entries("class"))
            for one in cos.entries("forwarding-class-sets")
        }
        self.uses: list[StructureUse] = []
        for use in (*self._inner(cos), *_of_stanzas(bindings)):
            self._enter(use)

    def _enter(self, use: StructureUse) -> None:
        self.uses.append(use)
        kind = KINDS[use.kind]
        if use.name not in self._defined[use.kind] and use.name not in kind.built_in:
            self._diagnostics.undefined(use.kind, use.name, use.place)

    def _inner(self, cos: Node) -> Iterator[StructureUse]:
        """Yield what structures of class-of-service use themselves."""
        for one in cos.entries("scheduler-maps"):
            owner: Structure = (MAP, one.key)
            for entry in one.entries("forwarding-class"):
                yield StructureUse("forwarding class", entry.key, entry.first_line, owner)
                leaf = entry.take("scheduler")
                if leaf.line:
                    yield StructureUse(SCHEDULER, leaf.value, leaf.first_line, owner)
        for one in cos.entries("schedulers"):
            for entry in one.entries("drop-profile-map"):
                leaf = entry.take("drop-profile")
                if leaf.line:
                    yield StructureUse(DROP_PROFILE, leaf.value, leaf.first_line, (SCHEDULER, one.key))
        for one in cos.entries("traffic-control-profiles"):
            leaf = one.take("scheduler-map")
            if leaf.line:
                yield StructureUse(MAP, leaf.value, leaf.first_line, (TRAFFIC, one.key))
        for one in cos.entries("forwarding-class-sets"):
            for entry in one.entries("class"):
                yield StructureUse("forwarding class", entry.key, entry.first_line, (CLASS_SET, one.key))
        for group, word in (("classifiers", "classifier"), ("rewrite-rules", "rewrite rules")):
            for kind in BITS:
                for one in cos.at(group).entries(kind):
                    # Undefined classes are reported where they are resolved.
                    self.uses += (
                        StructureUse("forwarding class", entry.key, entry.first_line, (f"{kind} {word}", one.key))
                        for entry in one.entries("forwarding-class")
                    )
                    leaf = one.take("import")
                    if leaf.line:
                        yield StructureUse(f"{kind} {word}", leaf.value, leaf.first_line, (f"{kind} {word}", one.key))

    def members(self, name: str) -> frozenset[str]:
        """Return the forwarding classes of a forwarding-class-set."""
        return self._members.get(name, frozenset())

    def use(self, port: str, held: Iterable[CosBound]) -> None:
        """Enter what a port has from the stanzas that reach it."""
        for one in held:
            for slot, fact in one.slots.items():
                word = _SLOTS.get(slot)
                if word is not None and not isinstance(fact, Unknown):
                    self.uses.append(StructureUse(word, fact.value, fact.source, (PORT, port)))
            for name, fact in one.class_sets.items():
                if not isinstance(fact, Unknown):
                    self.uses.append(StructureUse(CLASS_SET, name, fact.source, (PORT, port)))
                    self.uses.append(StructureUse(TRAFFIC, fact.value, fact.source, (PORT, port)))

    def idle(self) -> tuple[IdleDefinition, ...]:
        """Return what is defined and used by nothing; forwarding classes exist without being used."""
        found: list[IdleDefinition] = []
        for word, listed in self._definitions.items():
            if word != "forwarding class":
                used = {use.name for use in self.uses if use.kind == word}
                found += [self._beside_others(word, one) for one in unused(KINDS[word], listed, used)]
        return tuple(found)

    def _beside_others(self, word: str, idle: IdleDefinition) -> IdleDefinition:
        """Return a definition; a classifier of one kind is left over where one of another kind is bound."""
        ending = word.rpartition(" ")[2]
        others = any(use.kind != word and use.kind.endswith(ending) for use in self.uses) if " " in word else False
        return replace(idle, others_are_bound=True) if others else idle


_PATHS = {
    MAP: "scheduler-maps",
    SCHEDULER: "schedulers",
    DROP_PROFILE: "drop-profiles",
    TRAFFIC: "traffic-control-profiles",
    CLASS_SET: "forwarding-class-sets",
}


def _definitions(entries: Iterable[Node]) -> list[StructureDefinition]:
    return [StructureDefinition(one.key, one.first_line) for one in entries]


def _of_stanzas(bindings: CosBindings) -> Iterator[StructureUse]:
    for stanza in bindings.stanzas:
        for slots in (stanza.slots, *stanza.units.values()):
            for slot, stated in slots.items():
                if slot in _SLOTS:
                    yield StructureUse(_SLOTS[slot], stated.value, stated.source, _NOBODY)
        for name, stated in stanza.class_sets.items():
            yield StructureUse(CLASS_SET, name, stated.source, _NOBODY)
            yield StructureUse(TRAFFIC, stated.value, stated.source, _NOBODY)


_NOBODY: Structure = ("stanza", "")
"""Who uses what a stanza names: the ports that it reaches are entered as they are read."""

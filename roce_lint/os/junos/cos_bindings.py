"""What `class-of-service interfaces` binds to a port: its own stanza, those of wildcards, and its units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import translate

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.text.tree import Node
from roce_lint.values import dataclass, field

_MARKS = frozenset("*?[")
_PORT_LEAVES = (
    "congestion-notification-profile", "scheduler-map", "forwarding-class", "dedicated-buffer-profile",
    "input-scheduler-map", "decn-profile",
)  # fmt: skip
_KINDS = ("dscp", "dscp-ipv6", "ieee-802.1", "inet-precedence", "ieee-802.1ad", "exp")
_NAME_LEAVES = ("classifier-name", "rewrite-rule-name")
_UNIT_SLOTS = tuple(f"{group} {kind}" for group in ("classifiers", "rewrite-rules") for kind in _KINDS)
UNDOCUMENTED = "whether {} still holds beside {} is not documented"


@dataclass(frozen=True, eq=False, slots=True)
class Stanza:
    """What one stanza binds: names by slot, such as `classifiers dscp`, each with its line.

    `removed` and `removed_units` have the lines that take slots and units away.
    """

    name: str
    source: Source
    slots: Mapping[str, Stated[str]]
    units: Mapping[str, Mapping[str, Stated[str]]]
    class_sets: Mapping[str, Stated[str]]
    removed: Mapping[str, Source]
    removed_units: Mapping[str, Mapping[str, Source]]


@dataclass(frozen=True, slots=True)
class CosBound:
    """What holds for one port or unit: names by slot; Unknown where two stanzas say different things.

    `is_own`: a stanza names the port itself, and not by a wildcard alone. `removed`: the lines that take slots away.
    """

    place: Source | None
    slots: Mapping[str, Fact[str]]
    class_sets: Mapping[str, Fact[str]]
    is_own: bool = False
    removed: Mapping[str, Source] = field(default_factory=dict)

    def get(self, slot: str) -> Fact[str] | None:
        """Return what a slot binds, None where nothing does."""
        return self.slots.get(slot)

    def removed_at(self, *slots: str) -> Source | None:
        """Return the line that takes the first of some slots away, None where none ever was there."""
        return next((self.removed[slot] for slot in slots if slot in self.removed), None)


class CosBindings:
    """The stanzas of a device, and what holds for its ports."""

    def __init__(self, root: Node) -> None:
        """Take the tree of a configuration."""
        self._exact: dict[str, Stanza] = {}
        self._wild: list[tuple[re.Pattern[str], Stanza]] = []
        cos = root.at("class-of-service")
        block = cos.at("interfaces")
        removed = block.removed_entries("interface")
        self._every_removed = block.removed_at("interface") or cos.removed_at("interfaces")
        self._removed = {keys[0]: place for keys, place in removed if not is_wild(keys[0])}
        self._wild_removed = [(_pattern(keys[0]), place) for keys, place in removed if is_wild(keys[0])]
        for entry in block.entries("interface"):
            stanza = _stanza(entry)
            if is_wild(entry.key):
                self._wild.append((_pattern(entry.key), stanza))
            else:
                self._exact[entry.key] = stanza
        for entry in block.entries("interface-set"):
            entry.pass_over()

    @property
    def stanzas(self) -> Iterator[Stanza]:
        """Yield every stanza."""
        yield from dict.fromkeys(self._exact.values())
        yield from (one for _, one in self._wild)

    def removed_at(self, name: str) -> Source | None:
        """Return the line that takes the stanza of a port away, or all of them; None where it had none."""
        gone = self._removed.get(name) or self._every_removed
        return gone or next((place for pattern, place in self._wild_removed if pattern.fullmatch(name)), None)

    def of_port(self, name: str) -> tuple[Stanza, ...]:
        """Return the stanzas that reach a port, its own first."""
        own = self._exact.get(name)
        wild = [one for pattern, one in self._wild if pattern.fullmatch(name)]
        return (own, *wild) if own is not None else tuple(wild)


def bound(stanzas: tuple[Stanza, ...]) -> CosBound:
    """Return what stanzas bind to the port itself.

    Whether a port's own stanza takes the place of one with a wildcard or is added to it is not documented: what the
    first alone says holds in both cases, and what only another says is unknown.
    """
    slots = _merged([(one.name, one.slots) for one in stanzas])
    class_sets = _merged([(one.name, one.class_sets) for one in stanzas])
    is_own = bool(stanzas) and not is_wild(stanzas[0].name)
    removed = {slot: place for one in reversed(stanzas) for slot, place in one.removed.items()}
    return CosBound(stanzas[0].source if stanzas else None, slots, class_sets, is_own, removed)


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(translate("*" if name == "all" else name.strip("<>")))


def is_wild(name: str) -> bool:
    """Say whether the name of a stanza stands for several ports."""
    return name == "all" or bool(_MARKS & set(name))


def bound_to_unit(stanzas: tuple[Stanza, ...], unit: str) -> CosBound:
    """Return what stanzas bind to a unit, in its own part and in that of `unit *`."""
    layers: list[tuple[str, Mapping[str, Stated[str]]]] = []
    removed: dict[str, Source] = {}
    for one in stanzas:
        for key in (unit, "*"):
            if key in one.units:
                layers.append((f"{one.name} unit {key}", one.units[key]))
            removed |= one.removed_units.get(key, {})
    return CosBound(stanzas[0].source if stanzas else None, _merged(layers), {}, removed=removed)


def _merged(layers: Iterable[tuple[str, Mapping[str, Stated[str]]]]) -> dict[str, Fact[str]]:
    layers = list(layers)
    found: dict[str, Fact[str]] = {}
    for index, (name, slots) in enumerate(layers):
        for slot, stated in slots.items():
            if slot in found:
                continue
            found[slot] = stated
            if index:
                because = UNDOCUMENTED.format(f"`{slot} {stated.value}` of {name}", f"the stanza of {layers[0][0]}")
                found[slot] = Unknown(because, stated.source)
    return found


def _stanza(entry: Node) -> Stanza:
    slots = dict(_slots(entry))
    for leaf in ("output-traffic-control-profile", "input-traffic-control-profile"):
        profile = entry.at(leaf).take("profile-name")
        if profile.line:
            slots[leaf] = Stated(profile.value, profile.first_line)
    units = {one.key: dict(_slots(one)) for one in entry.entries("unit")}
    removed_units = {one.key: _removed(one) for one in entry.entries("unit")}
    for keys, gone in entry.removed_entries("unit"):
        removed_units[keys[0]] = dict.fromkeys(_UNIT_SLOTS, gone)
    if (every := entry.removed_at("unit")) is not None:
        removed_units |= dict.fromkeys(("*", "0"), dict.fromkeys(_UNIT_SLOTS, every))
    sets: dict[str, Stated[str]] = {}
    for one in entry.entries("forwarding-class-set"):
        profile = one.at("output-traffic-control-profile").take("profile-name")
        if profile.line:
            sets[one.key] = Stated(profile.value, profile.first_line)
    entry.at("multi-destination").pass_over()
    return Stanza(entry.key, entry.source, slots, units, sets, _removed(entry), removed_units)


def _removed(block: Node) -> dict[str, Source]:
    """Return the lines that take slots of a stanza, or of one of its units, away."""
    found = {name: gone for name in _PORT_LEAVES if (gone := block.removed_at(name)) is not None}
    for group in ("classifiers", "rewrite-rules"):
        for kind in _KINDS:
            inner = block.get(group)
            gone = inner.removed_at(kind) if inner is not None else block.removed_at(group)
            if gone is not None:
                found[f"{group} {kind}"] = gone
    return found


def _slots(block: Node) -> Iterator[tuple[str, Stated[str]]]:
    for name in _PORT_LEAVES:
        leaf = block.take(name)
        if leaf.line:
            yield name, Stated(leaf.value, leaf.first_line)
    rate = block.at("shaping-rate")
    for name in ("rate", "percent"):
        leaf = rate.take(name)
        if leaf.line:
            yield f"shaping-rate {name}", Stated(leaf.value, leaf.first_line)
    for group in ("classifiers", "rewrite-rules"):
        inner = block.at(group)
        for kind in _KINDS:
            node = inner.get(kind)
            if node is None:
                continue
            if node.is_list:
                for entry in node.children.values():
                    entry.pass_over()
                    yield f"{group} {kind}", Stated(entry.key, entry.first_line)
                    break
                continue
            node.take("vlan-tag")
            for one in _NAME_LEAVES:
                named = node.take(one)
                if named.line:
                    yield f"{group} {kind}", Stated(named.value, named.first_line)

"""Protection that the base had and the new state has not: it fails the gate, unless it was accepted before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from fnmatch import fnmatchcase

from roce_lint.errors import RoceLintError
from roce_lint.fabric.design import NO_ROCE, Design
from roce_lint.fabric.domain import roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.gate.meaning.change import Change, ChangedPlace, Direction, FactChange, Placed, gathered
from roce_lint.gate.meaning.fabric import compare_fabrics
from roce_lint.judge.finding import Finding, FindingPlace, SuppressionKind
from roce_lint.judge.rule import Rule
from roce_lint.judge.suppressions import Suppressions
from roce_lint.judge.waiver import Waiver
from roce_lint.model.device import UnreadLine
from roce_lint.model.domain_choice import PortPatterns
from roce_lint.model.fact import Source, known
from roce_lint.model.logic import is_false
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.undoing_lines import may_undo
from roce_lint.values import dataclass, replace

_OF_DESIGN = "design.lossless_priorities"
_LINE = "line.not_applied"
_EFFECT = "protection.effect"
WITHOUT_EFFECT = frozenset(
    {
        "marking-above-any-buffer",
        "watchdog-acts-too-late",
        "watchdog-only-notifies",
    }
)
"""Rules that say of protection which is configured that it never acts: it is gone as if it were not configured."""
_RULES: Mapping[str, tuple[str, ...]] = {
    "device": ("intended-device-missing",),
    "device.platform": (),
    _LINE: ("config-line-not-understood", "qos-line-not-understood"),
    _EFFECT: ("ecn", "wd"),
    "link": ("intended-cable-missing",),
    "nic": ("intended-port-missing", "nic"),
    "nic.notification_enabled": ("nic",),
    "nic.reaction_enabled": ("nic",),
    "port": ("intended-port-missing",),
    "port.enabled": ("intended-port-missing",),
    "port.pfc_priorities": ("pfc",),
    "port.pfc_mode": ("pfc",),
    "priority.honours_pause": ("pfc",),
    "class.pause_priorities": ("pfc", "cls"),
    "port.traffic_class_by_dscp": ("cls",),
    "queue.ecn_enabled": ("ecn",),
    "watchdog.enabled": ("wd",),
    "watchdog.gaps": ("wd",),
    "watchdog.recovers": ("wd",),
    "priority.headroom_bytes": ("buf",),
    "buffer.headroom_pool_bytes": ("buf",),
    "port.domain": ("pfc",),
    _OF_DESIGN: (),
    "isolation.partitions": ("ib",),
}
"""Facts whose loss takes protection away, and the rules or families of which a waiver accepts that."""
_PART = lazy_pattern(r"/(?:queue|priority|DSCP) .*")
REMOVAL_FACTS = frozenset(_RULES)


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What accepts removals. `names`: patterns of devices, or of a device and a port with a blank between them.

    `suppressions` and `rules` are those of the base, `intent` is its intent; None where it has none.
    """

    names: tuple[str, ...]
    suppressions: Suppressions | None
    rules: Sequence[Rule]
    intent: IntentOfBase | None = None

    def covers(self, change: Change, spot: ChangedPlace) -> bool:
        """Return whether the removal of one thing at one place was accepted."""
        names = (spot.device or "fabric", f"{spot.device} {spot.object}".strip())
        if any(fnmatchcase(name, pattern) for pattern in self.names for name in names):
            return True
        return self._is_waived(change, spot) or (self.intent is not None and self.intent.asks_for(change, spot))

    def _is_waived(self, change: Change, spot: ChangedPlace) -> bool:
        if self.suppressions is None:
            return False
        wanted = _RULES[change.fact]
        rules = [rule for rule in self.rules if rule.id in wanted or rule.family in wanted]
        place = FindingPlace(spot.old.file, spot.old.line, spot.old.end_line, spot.device, spot.object)
        return any(
            waiver.covers(place) and any(waiver.names(rule) for rule in rules) for waiver in self._waivers_in_force()
        )

    def _waivers_in_force(self) -> Iterable[Waiver]:
        if self.suppressions is None:
            return ()
        today = self.suppressions.today
        kinds = (SuppressionKind.WAIVER, SuppressionKind.SETTINGS)
        return (one for one in self.suppressions.waivers if one.kind in kinds and one.expires >= today)


@dataclass(frozen=True, slots=True)
class IntentOfBase:
    """What the intent of the base describes, and which of it the new state lacks, by fact, device and port."""

    ports: Mapping[str, frozenset[str]]
    lacking: frozenset[tuple[str, str, str]]

    def asks_for(self, change: Change, spot: ChangedPlace) -> bool:
        """Return whether the intent has no such device, or has the device and its port without that protection."""
        if spot.device not in self.ports:
            return bool(spot.device)
        if change.fact == "device" or (spot.object and spot.object not in self.ports[spot.device]):
            return False
        return (change.fact, spot.device, spot.object) not in self.lacking


def intent_of_base(intended: Callable[[], Fabric] | None, new: Fabric) -> IntentOfBase | None:
    """Return what the intent of the base says of the new state; None where there is none, or it cannot be rendered."""
    if intended is None:
        return None
    try:
        wanted = intended()
    except RoceLintError:
        return None
    lacking = {
        (change.fact, spot.device, spot.object)
        for change in compare_fabrics(wanted, new).changes
        if is_removal(change)
        for spot in change.spots
    }
    ports = {device.name: frozenset(port.name for port in device.ports) for device in wanted.devices}
    return IntentOfBase(ports, frozenset(lacking))


def is_removal(change: Change) -> bool:
    """Say whether a change takes protection away that was there before."""
    return change.direction is Direction.WORSE and change.fact in REMOVAL_FACTS


def failing_removals(
    changes: Iterable[Change], acceptance: Acceptance, inside: Mapping[str, Set[str]]
) -> tuple[Change, ...]:
    """Return the changes with those marked as failing that take protection away and that nothing accepts.

    `inside` are the RoCE ports of the base by the new names of their devices: of ports that are shut down, and devices
    whose model is no longer known, these alone matter. What the design of the fabric loses by removals that are all
    accepted is accepted with them.
    """
    every = [(change, spot) for change in changes for spot in change.spots]
    removed = [one for one in every if is_removal(one[0]) and one[0].fact != _OF_DESIGN and _matters(*one, inside)]
    refused = {one for one in removed if not acceptance.covers(*one)}
    is_explained = bool(removed) and not refused
    placed: list[Placed] = []
    for change, spot in every:
        of_design = change.fact == _OF_DESIGN and is_removal(change)
        lost = of_design and not (is_explained or acceptance.covers(change, spot))
        fails = change.fails or lost or (change, spot) in refused
        words = change.fact, change.text, change.before, change.after
        result = FactChange(*words, spot.old, spot.new, change.direction)
        placed.append(Placed(spot.device, spot.object, result, fails))
    return gathered(placed)


def _matters(change: Change, spot: ChangedPlace, inside: Mapping[str, Set[str]]) -> bool:
    if change.fact == "port.enabled":
        return spot.object in inside.get(spot.device, ())
    return change.fact != "device.platform" or bool(inside.get(spot.device))


def inside_before(old: Fabric, renamed: Mapping[str, str]) -> Mapping[str, frozenset[str]]:
    """Return the ports that RoCE crossed before, by the names that their devices have now."""
    return {renamed.get(name, name): ports for name, ports in roce_domain(old).inside.items()}


def unapplied_lines(unread: Iterable[UnreadLine]) -> tuple[Change, ...]:
    """Return the new lines that may take back what others say, and that were not applied."""
    return gathered(
        Placed(
            line.device,
            "",
            FactChange(
                _LINE,
                f"`{line.text.strip()}` may take back other lines and was not applied: {line.because}",
                *("absent", "present", line.source, line.source, Direction.WORSE),
            ),
        )
        for line in unread
        if may_undo(line.text)
    )


def lost_effects(new: Iterable[Finding]) -> tuple[Change, ...]:
    """Return the new findings that protection which is configured never acts."""
    return gathered(
        Placed(
            place.device,
            _PART.sub("", place.object),
            FactChange(
                _EFFECT,
                f"{finding.message} ({finding.rule})",
                *("in force", "without effect", source, source, Direction.WORSE),
            ),
        )
        for finding in new
        if finding.rule in WITHOUT_EFFECT
        for place in finding.places
        for source in (Source(place.path, place.line, place.end_line),)
    )


def left_domain(old: Fabric, new: Fabric, renamed: Mapping[str, str]) -> tuple[Change, ...]:
    """Return the ports that RoCE crossed before and does not now, although they are there and not shut down."""
    if old.devices == new.devices and old.domain == new.domain and old.links == new.links:
        return ()
    before, after = roce_domain(old), roce_domain(new)
    devices = {device.name: device for device in new.devices}
    placed = []
    for device in old.devices:
        name = renamed.get(device.name, device.name)
        if name not in devices or not before.inside[device.name] - after.inside[name]:
            continue
        old_ports = {port.name: port for port in device.ports}
        for port in devices[name].ports:
            if port.name in after.inside[name] or port.name not in before.inside[device.name] or is_false(port.enabled):
                continue
            because = new.domain.leaves_out(devices[name], port)
            text = f"left the RoCE domain{f': {because}' if because else ''}"
            places = old_ports[port.name].source, port.source
            change = FactChange("port.domain", text, "inside", "outside", *places, Direction.WORSE)
            placed.append(Placed(name, port.name, change))
    return gathered(placed)


def in_domain_all_the_same(new: Fabric) -> Fabric:
    """Return a state without the patterns of the settings that leave ports out of the RoCE domain."""
    return replace(new, domain=replace(new.domain, exclude=PortPatterns()))


def kept_design(old: Design, new: Design) -> Design:
    """Return the design by which a change is measured: that of the base where the change would lose something of it.

    What is inferred anew from a state without PFC asks for none.
    """
    profile = known(old.profile, NO_ROCE)
    loses = known(old.lossless_priorities, frozenset()) - known(new.lossless_priorities, frozenset())
    loses |= known(old.roce_dscps, frozenset()) - known(new.roce_dscps, frozenset())
    return old if profile != NO_ROCE and (loses or profile != known(new.profile, NO_ROCE)) else new

"""The section `topology` of an intent, and what single switches differ in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from roce_lint.intent.model_topology import Cables, TopologyKind
from roce_lint.intent.plan import FabricPlan
from roce_lint.intent.quantity import Ratio, parse_ratio
from roce_lint.learn.models import Model, speed_of
from roce_lint.learn.names import pattern_of
from roce_lint.learn.observed import TIERS, Observed, ObservedCable, ObservedHost
from roce_lint.learn.usual import usual
from roce_lint.model.device import Device
from roce_lint.model.fact import Stated
from roce_lint.model.terms import Role
from roce_lint.platforms.catalog import switch
from roce_lint.values import dataclass

IntentSection = dict[str, object]
TIER_KEYS = {Role.LEAF: "leaves", Role.SPINE: "spines", Role.SUPER_SPINE: "super_spines"}
_LENGTH_KEYS = (("host", None), ("fabric", Role.LEAF), ("super_spine", Role.SPINE))
"""The keys of lengths, and the tier of the lower end of such cables: None for hosts."""


@dataclass(frozen=True, slots=True)
class Rails:
    """A rail-optimised fabric: the leaves unit by unit, each with one leaf for every rail."""

    number: int
    leaves: tuple[str, ...]


def topology_section(observed: Observed, models: Mapping[str, Model], rails: Rails | None) -> IntentSection:
    """Return the shape of the fabric; platforms, releases and lengths as most have them."""
    leaves, spines, tops = (observed.tiers[role] for role in TIERS)
    kind = TopologyKind.THREE_TIER if tops else TopologyKind.RAIL_OPTIMISED if rails else TopologyKind.CLOS
    pods = max((observed.pods[one.name] for one in (*leaves, *spines)), default=1) if tops else 1
    section: IntentSection = {"kind": kind.value}
    if pods > 1:
        section["pods"] = pods
    if rails is not None:
        section["rails"] = rails.number
    for role in TIERS:
        if observed.tiers[role]:
            names = ordered(observed, role, rails)
            section[TIER_KEYS[role]] = _tier(observed, models, role, names, pods, rails.number if rails else 1)
    lengths = _lengths(observed)
    if lengths:
        section["cables"] = lengths
    return section


def ordered(observed: Observed, role: Role, rails: Rails | None) -> tuple[str, ...]:
    """Return the names of the switches of a tier in the order of the plan."""
    if role is Role.LEAF and rails is not None:
        return rails.leaves
    return tuple(device.name for device in observed.tiers[role])


def _tier(
    observed: Observed, models: Mapping[str, Model], role: Role, names: Sequence[str], pods: int, rails: int
) -> IntentSection:
    devices = {device.name: device for device in observed.tiers[role]}
    per_pod = len(names) // pods if role is not Role.SUPER_SPINE else len(names)
    platform, release = _usual_kind(tuple(devices.values()), models)
    section: IntentSection = {"count": per_pod, "platform": platform[0]}
    if platform[1]:
        section["system"] = platform[1]
    if release:
        section["release"] = release
    numbers = [{"n": number, "pod": observed.pods[name]} for number, name in enumerate(names, 1)]
    if role is Role.LEAF and rails > 1:
        numbers = [one | {"rack": (one["n"] - 1) // rails + 1, "rail": (one["n"] - 1) % rails + 1} for one in numbers]
    pattern = pattern_of(names, numbers)
    if pattern and pattern != f"{role.value}-{{n}}":
        section["name"] = pattern
    elif not pattern:
        section["names"] = list(names)
    uplinks = _uplinks(observed, models, role)
    return section | uplinks | (_peer_links(observed, models, uplinks) if role is Role.LEAF else {})


def _uplinks(observed: Observed, models: Mapping[str, Model], role: Role) -> IntentSection:
    """Return how many cables lead to each switch above, and their speed, as most have them."""
    cables = [cable for cable in observed.cables if observed.role_of[cable.lower.device] is role]
    if not cables:
        return _planes(observed) if role is Role.SUPER_SPINE else {}
    number = usual(Counter((cable.lower.device, cable.upper.device) for cable in cables).values())
    speed = usual_speed(observed, models, cables)
    section: IntentSection = {}
    if number != 1:
        section["uplinks_per_spine" if role is Role.LEAF else "uplinks_per_super_spine"] = number
    if speed:
        section["uplink_speed"] = f"{speed}G"
    return section


def usual_speed(observed: Observed, models: Mapping[str, Model], cables: Sequence[ObservedCable]) -> int | None:
    """Return the commonest speed of cables in Gbit/s; None where none is known."""
    return usual(speed for cable in cables if (speed := speed_of(observed, models, cable)))


def _peer_links(observed: Observed, models: Mapping[str, Model], uplinks: IntentSection) -> IntentSection:
    """Return how many cables join the leaves of a pair, and their speed if not that of the uplinks."""
    cables = observed.peer_cables
    number = usual(Counter(cable.lower.device for cable in cables).values())
    if not number:
        return {}
    speed = usual_speed(observed, models, cables)
    section: IntentSection = {"peer_links": number}
    if speed and f"{speed}G" != uplinks.get("uplink_speed"):
        section["peer_link_speed"] = f"{speed}G"
    return section


def _planes(observed: Observed) -> IntentSection:
    """Return the number of planes: 1 unless every spine reaches its share of the super-spines only."""
    tops = len(observed.tiers[Role.SUPER_SPINE])
    reached = usual(
        len({cable.upper.device for cable in observed.cables if cable.lower.device == spine.name})
        for spine in observed.tiers[Role.SPINE]
    )
    return {} if not reached or reached == tops or tops % reached else {"planes": tops // reached}


def _usual_kind(devices: Sequence[Device], models: Mapping[str, Model]) -> tuple[tuple[str, str], str]:
    platform = usual(model_words(models[device.name]) for device in devices)
    assert platform is not None
    alike = [device for device in devices if model_words(models[device.name]) == platform]
    return platform, usual(release_of(device) for device in alike) or ""


def model_words(model: Model) -> tuple[str, str]:
    """Return model and system as an intent names them; the system is empty where the model's maker decides it."""
    platform = model.platform
    return platform.model, "" if switch(platform.model).id == platform.id else platform.os


def release_of(device: Device) -> str:
    """Return the release that a configuration states, else an empty text."""
    return device.release.value if isinstance(device.release, Stated) else ""


def device_wishes(observed: Observed, models: Mapping[str, Model]) -> dict[str, IntentSection]:
    """Return platform, system and release of the switches that are not like most of their tier."""
    found: dict[str, IntentSection] = {}
    for role in TIERS:
        devices = observed.tiers[role]
        if not devices:
            continue
        (platform, system), release = _usual_kind(devices, models)
        for device in devices:
            own_platform, own_system = model_words(models[device.name])
            own_release = release_of(device)
            section: IntentSection = {}
            differs = (own_platform, own_system) != (platform, system)
            if differs:
                section["platform"] = own_platform
                if own_system:
                    section["system"] = own_system
            if own_release and (differs or own_release != release):
                section["release"] = own_release
            if section:
                found[device.name] = section
    return found


def _lengths(observed: Observed) -> IntentSection:
    defaults = Cables()
    section: IntentSection = {}
    for key, role in _LENGTH_KEYS:
        length = usual_length(cables_of(observed, role))
        if length is not None and length != getattr(defaults, key):
            section[key] = f"{length} m"
    length = usual_length(observed.peer_cables)
    if length is not None and length != defaults.peer:
        section["peer"] = f"{length} m"
    return section


def cables_of(observed: Observed, lower: Role | None) -> tuple[ObservedCable, ...]:
    """Return the cables whose lower end is a switch of this tier, those of hosts for None."""
    if lower is None:
        return observed.host_cables
    return tuple(cable for cable in observed.cables if observed.role_of[cable.lower.device] is lower)


def usual_length(cables: Sequence[ObservedCable]) -> int | None:
    """Return the commonest length in metres; None where no input states any."""
    return usual(cable.length_m for cable in cables if cable.length_m is not None)


def rails_of(observed: Observed) -> Rails | None:
    """Return the rails where NIC i of every host is on a leaf of its own, in groups of leaves that share no host."""
    units: dict[tuple[str, ...], int] = {}
    for host in observed.hosts:
        units.setdefault(_leaves_of(observed, host), 0)
    lengths = {len(unit) for unit in units}
    leaves = [leaf for unit in sorted(units, key=lambda unit: _position(observed, unit)) for leaf in unit]
    named = {device.name for device in observed.tiers[Role.LEAF]}
    if len(lengths) != 1 or lengths == {1} or observed.tiers[Role.SUPER_SPINE]:
        return None
    if len(leaves) != len(set(leaves)) or set(leaves) != named:
        return None
    if any(len(unit) != len(set(unit)) for unit in units):
        return None
    return Rails(lengths.pop(), tuple(leaves))


def _leaves_of(observed: Observed, host: ObservedHost) -> tuple[str, ...]:
    """Return the leaf of each NIC of a host that is in no bond; bonds and NICs without RoCE are apart from rails."""
    ends = (nic.cable.upper for nic in host.nics if not observed.is_without_roce(host, nic))
    return tuple(end.device for end in ends if observed.switching_port(end) == end.port)


def _position(observed: Observed, unit: Sequence[str]) -> list[int]:
    order = {device.name: number for number, device in enumerate(observed.tiers[Role.LEAF])}
    return [order[name] for name in unit]


def worst_ratio(plan: FabricPlan) -> str:
    """Return the largest ratio of bandwidth below a switch to that above it; empty where there is never more below."""
    below: Counter[str] = Counter()
    above: Counter[str] = Counter()
    for link in plan.links:
        if link.is_peer_link:
            continue
        below[link.upper.device] += link.speed_gbps
        if not link.to_host:
            above[link.lower.device] += link.speed_gbps
    worst = max((Fraction(below[name], above[name]) for name in above), default=Fraction(1))
    shown = str(Ratio(worst))
    return shown if worst > 1 and parse_ratio(shown).down_per_up >= worst else ""

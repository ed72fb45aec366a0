"""From counts to switches and the cables between them."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.errors import PlatformError
from roce_lint.intent.explain import did_you_mean_device
from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.model import Intent
from roce_lint.intent.model_topology import LeafTier, SpineTier, Tier, Topology, TopologyKind
from roce_lint.intent.model_types import has_field, number_pattern
from roce_lint.intent.plan import StatedHeadroom, StatedMarking
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import Fec, Role
from roce_lint.platforms.catalog import switch
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.values import dataclass

TIER_KEYS = {Role.LEAF: "leaves", Role.SPINE: "spines", Role.SUPER_SPINE: "super_spines"}
MAX_DEVICES = 20_000
MAX_CABLES = 500_000


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch before it has ports and addresses; `at` is the key that asks for it.

    `first_uplink`: number of the cage of its first uplink, 0 for the last ones.
    """

    name: str
    role: Role
    pod: int
    number: int
    platform: SwitchPlatform
    release: str
    at: YamlPath
    first_uplink: int = 0


@dataclass(frozen=True, slots=True)
class PlannedCable:
    """A cable before its ends have ports. `lower_nic` is the NIC's name on a host, empty on a switch.

    `parallel` counts the cables between the same two devices from 0. `fec` is the system's own where it is None.
    `is_peer_link`: between the two leaves of a pair; `is_external`: to a router outside. `headroom` is None where it is
    worked out, `dcbx` where the hosts decide, `mtu_bytes` 0 and `marking` None where they are those of the fabric.
    """

    lower: str
    lower_nic: str
    upper: str
    parallel: int
    speed_gbps: int
    length_m: int
    fec: Fec | None = None
    is_peer_link: bool = False
    headroom: StatedHeadroom | None = None
    dcbx: bool | None = None
    mtu_bytes: int = 0
    marking: StatedMarking | None = None
    is_external: bool = False


def expand_switches(intent: Intent, faults: IntentFaults) -> tuple[Switch, ...]:
    """Return the switches from the top tier down; those of an unknown platform are complained about and left out."""
    found: list[Switch] = []
    platforms: dict[tuple[str, str], SwitchPlatform] = {}
    for role, tier, pod, number in _numbered(intent.topology):
        name = _switch_name(intent, role, tier, pod, number)
        wish = intent.devices.get(name)
        own_platform = wish.platform if wish is not None else None
        own_system = wish.system if wish is not None else None
        differs = bool(own_platform or own_system)
        # A release and a system of the tier are those of its model.
        release = (wish.release if wish else None) or ("" if differs else tier.release) or ""
        at: YamlPath = ("devices", name) if differs else ("topology", TIER_KEYS[role])
        asked = (own_platform or tier.platform, own_system or ("" if own_platform else tier.system) or "")
        try:
            platform = platforms[asked] = platforms.get(asked) or switch(*asked)
        except PlatformError as error:
            faults.refuse((*at, "platform"), str(error))
            continue
        first_uplink = tier.first_uplink if isinstance(tier, (LeafTier, SpineTier)) else None
        found.append(Switch(name, role, pod, number, platform, release, at, first_uplink or 0))
    return tuple(found)


def _switch_name(intent: Intent, role: Role, tier: Tier, pod: int, number: int) -> str:
    if number <= len(tier.names):
        return tier.names[number - 1]
    pattern = tier.name or f"{role.value}-{{n}}"
    if not isinstance(tier, LeafTier):
        return number_pattern(pattern, n=number, pod=pod)
    rails = rails_of(intent) or 1
    rack = (number - 1) // (tier.per_rack or rails) + 1
    return number_pattern(pattern, n=number, pod=pod, rack=rack, rail=(number - 1) % rails + 1)


def check_devices(intent: Intent, faults: IntentFaults) -> None:
    """Complain about the keys of `devices` that name no switch of the fabric."""
    names = [_switch_name(intent, *numbered) for numbered in _numbered(intent.topology)]
    for name in sorted(intent.devices.keys() - set(names)):
        faults.refuse(("devices", name), f"no switch is called {name!r}{did_you_mean_device(name, names)}")


def check_shape(intent: Intent, faults: IntentFaults) -> bool:
    """Complain about tiers that the kind of topology lacks or must have; return whether it can be expanded."""
    topology = intent.topology
    kind = topology.kind
    before = faults.error_count
    three = kind is TopologyKind.THREE_TIER
    if three and topology.super_spines is None:
        faults.refuse(("topology",), "a three-tier topology needs super_spines; or use kind: clos")
    if not three and topology.super_spines is not None:
        faults.refuse(("topology", "super_spines"), f"{kind.value} has no super-spines; use kind: three-tier")
    if not three and topology.pods != 1:
        faults.refuse(("topology", "pods"), f"{kind.value} has one pod; use kind: three-tier for {topology.pods}")
    is_alone = topology.leaves.count == 1 or (topology.leaves.count == 2 and topology.leaves.peer_links)
    if topology.spines is None and kind is not TopologyKind.RAIL_OPTIMISED and not is_alone:
        faults.refuse(("topology",), f"{topology.leaves.count} leaves need spines to reach each other")
    _check_given_names(topology, faults)
    _check_planes(topology, faults)
    _check_rails(intent, faults)
    _check_size(intent, faults)
    return faults.error_count == before


def rails_of(intent: Intent) -> int:
    """Return the number of rails: as given, else the NICs of the first host group with RoCE and without a bond.

    It is 0 without rails.
    """
    if intent.topology.kind is not TopologyKind.RAIL_OPTIMISED:
        return 0
    given = intent.topology.rails
    return given or next((group.nics for group in intent.hosts if group.is_in_rails), intent.hosts[0].nics)


def _check_given_names(topology: Topology, faults: IntentFaults) -> None:
    pods = {"leaves": topology.pods, "spines": topology.pods, "super_spines": 1}
    for key, times in pods.items():
        tier: Tier | None = getattr(topology, key)
        if tier is None:
            continue
        at: YamlPath = ("topology", key)
        wanted = times * tier.count
        if tier.names and len(tier.names) != wanted:
            faults.refuse((*at, "names"), f"{len(tier.names)} names are given for {wanted} switches")
        if tier.names and tier.name:
            faults.refuse((*at, "name"), "names are given one by one already; leave one of the two out")
        for field in ("rack", "rail", "nic") if key != "leaves" else ("nic",):
            if has_field(tier.name or "", field):
                faults.refuse((*at, "name"), f"{{{field}}} says nothing about {key}; {{n}} and {{pod}} do")


def _check_planes(topology: Topology, faults: IntentFaults) -> None:
    tier, spines = topology.super_spines, topology.spines
    if tier is None or spines is None or tier.planes == 1:
        return
    at: YamlPath = ("topology", "super_spines", "planes")
    if tier.planes != spines.count:
        faults.refuse(at, f"{tier.planes} planes need {tier.planes} spines in a pod, not {spines.count}")
    if tier.count % tier.planes:
        faults.refuse(at, f"{tier.count} super-spines cannot be divided into {tier.planes} equal planes")


def _check_rails(intent: Intent, faults: IntentFaults) -> None:
    topology, rails = intent.topology, rails_of(intent)
    if not rails:
        if topology.rails is not None:
            message = f"{topology.kind.value} has no rails; use kind: rail-optimised"
            faults.refuse(("topology", "rails"), message)
        return
    for index, group in enumerate(intent.hosts):
        if group.nics != rails and group.is_in_rails:
            message = (
                f"hosts have {group.nics} NICs but the fabric has {rails} rails; each rail takes one NIC of a host"
            )
            faults.refuse(("hosts", index, "nics"), message)
    if topology.leaves.count % rails:
        message = (
            f"{topology.leaves.count} leaves cannot serve {rails} rails; their number must be a multiple of {rails}"
        )
        faults.refuse(("topology", "leaves", "count"), message)


def _check_size(intent: Intent, faults: IntentFaults) -> None:
    topology = intent.topology
    leaves, spines, tops = topology.leaves, topology.spines, topology.super_spines
    devices = topology.pods * (leaves.count + (spines.count if spines else 0)) + (tops.count if tops else 0)
    if devices > MAX_DEVICES:
        faults.refuse(("topology",), f"the fabric would have {devices} switches; at most {MAX_DEVICES} are planned")
    cables = sum(group.count * one.nics for group in intent.hosts for one in group.nic_sets())
    if spines is not None:
        cables += topology.pods * leaves.count * (spines.count * leaves.uplinks_per_spine + leaves.peer_links)
        if tops is not None:
            cables += topology.pods * spines.count * tops.count * spines.uplinks_per_super_spine // tops.planes
    if cables > MAX_CABLES:
        faults.refuse(("topology",), f"the fabric would have {cables} cables; at most {MAX_CABLES} are planned")


def _numbered(topology: Topology) -> Iterator[tuple[Role, Tier, int, int]]:
    """Yield role, tier, pod and number of every switch, from the top tier down."""
    if topology.super_spines is not None:
        for number in range(topology.super_spines.count):
            yield Role.SUPER_SPINE, topology.super_spines, 0, number + 1
    below: tuple[tuple[Role, Tier | None], ...] = ((Role.SPINE, topology.spines), (Role.LEAF, topology.leaves))
    for role, tier in below:
        if tier is not None:
            for index in range(topology.pods * tier.count):
                yield role, tier, index // tier.count + 1, index + 1


def expand_fabric_cables(topology: Topology, switches: tuple[Switch, ...]) -> tuple[PlannedCable, ...]:
    """Return the cables between tiers: leaf by leaf, then spine by spine."""
    leaves = [one for one in switches if one.role is Role.LEAF]
    spines = [one for one in switches if one.role is Role.SPINE]
    tops = [one for one in switches if one.role is Role.SUPER_SPINE]
    cables: list[PlannedCable] = []
    for leaf in leaves:
        for spine in spines:
            if leaf.pod == spine.pod:
                cables += _parallel(
                    leaf, spine, topology.leaves.uplinks_per_spine, topology.leaves.uplink_speed, topology.cables.fabric
                )
    if topology.spines is None or topology.super_spines is None:
        return tuple(cables)
    planes = topology.super_spines.planes
    for spine in spines:
        plane = (spine.number - 1) % topology.spines.count if planes > 1 else 0
        for top in tops:
            if (top.number - 1) * planes // topology.super_spines.count == plane:
                count, speed = topology.spines.uplinks_per_super_spine, topology.spines.uplink_speed
                cables += _parallel(spine, top, count, speed, topology.cables.super_spine)
    return tuple(cables)


def _parallel(lower: Switch, upper: Switch, count: int, speed_gbps: int, length_m: int) -> list[PlannedCable]:
    return [PlannedCable(lower.name, "", upper.name, number, speed_gbps, length_m) for number in range(count)]

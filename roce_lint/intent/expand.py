"""Expand an intent into a fabric plan: every device, cable, port and address, or everything that speaks against it.

Contradictions about NICs that RoCE does not run over.

Compare the bandwidth below a switch with that above it, and with what the intent declares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from roce_lint.errors import Problem
from roce_lint.intent.check_classes import check_classes, check_sizes
from roce_lint.intent.check_headroom import check_headroom
from roce_lint.intent.check_platforms import check_alpha, check_platforms, check_timers
from roce_lint.intent.check_tenants import check_tenants
from roce_lint.intent.expand_addresses import (
    AddressPair,
    check_pools,
    plan_link_addresses,
    plan_loopbacks,
    plan_peer_addresses,
    plan_second_addresses,
)
from roce_lint.intent.expand_asns import plan_asns
from roce_lint.intent.expand_bonds import bond_of_nics, check_bonds, plan_bonds, with_addresses
from roce_lint.intent.expand_external import external_cables, plan_externals
from roce_lint.intent.expand_hosts import expand_host_cables, expand_hosts
from roce_lint.intent.expand_pairs import check_pairs, leaf_pairs, peer_cables, plan_pairs
from roce_lint.intent.expand_ports import ChosenPorts, assign_all_ports, breakout_of, lane_of
from roce_lint.intent.expand_topology import (
    PlannedCable,
    Switch,
    check_devices,
    check_shape,
    expand_fabric_cables,
    expand_switches,
)
from roce_lint.intent.faults import IntentFaults, named
from roce_lint.intent.link_entries import apply_link_wishes, check_links
from roce_lint.intent.model import Intent
from roce_lint.intent.model_hosts import path_of_set
from roce_lint.intent.own_platforms import define_own_platforms
from roce_lint.intent.plan import UNBRIDGED, DevicePlan, FabricPlan, HostPlan, LinkEndPlan, LinkPlan, StatedHeadroom
from roce_lint.intent.plan_tenants import plan_tenants
from roce_lint.intent.quantity import Ratio
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import Role
from roce_lint.values import replace

NON_BLOCKING = Ratio(Fraction(1))


def check_oversubscription(
    intent: Intent, switches: tuple[Switch, ...], cables: tuple[PlannedCable, ...], faults: IntentFaults
) -> None:
    """Complain about a declaration that the numbers do not bear out; warn of oversubscription that nobody declared."""
    topology = intent.topology
    declared = topology.oversubscription
    at: YamlPath = ("topology", "non_blocking" if topology.non_blocking else "oversubscription")
    if topology.non_blocking:
        if declared is not None and declared != NON_BLOCKING:
            message = f"non_blocking and oversubscription {declared} contradict each other; keep one of them"
            faults.refuse(("topology", "oversubscription"), message)
        declared = NON_BLOCKING
    below, above = _bandwidth(cables)
    for role in (Role.LEAF, Role.SPINE):
        members = [one.name for one in switches if one.role is role and one.name in above and one.name in below]
        if not members:
            continue
        worst = max(members, key=lambda name: Fraction(below[name], above[name]))
        ratio = Ratio(Fraction(below[worst], above[worst]))
        equal = [name for name in members if Fraction(below[name], above[name]) == ratio.down_per_up]
        numbers = f"{named(equal)}: {below[worst]}G down and {above[worst]}G up is {ratio}"
        _compare(role, ratio, declared, at, numbers, faults)


def _compare(
    role: Role, ratio: Ratio, declared: Ratio | None, at: YamlPath, numbers: str, faults: IntentFaults
) -> None:
    if declared is None:
        if ratio.down_per_up > 1:
            message = f"{numbers}, oversubscribed; declare oversubscription: {ratio} if that is meant"
            faults.warn(("topology",), message)
    elif ratio.down_per_up > declared.down_per_up:
        words = "non-blocking" if declared == NON_BLOCKING else str(declared)
        faults.refuse(at, f"declared {words}, but {numbers}; add uplinks, use faster ones, or declare {ratio}")
    elif role is Role.LEAF and ratio.down_per_up < declared.down_per_up and declared != NON_BLOCKING:
        faults.warn(at, f"declared {declared}, but {numbers}; the fabric is better than that")


def _bandwidth(cables: tuple[PlannedCable, ...]) -> tuple[dict[str, int], dict[str, int]]:
    """Return the bandwidth in Gb/s below and above each switch."""
    below: dict[str, int] = {}
    above: dict[str, int] = {}
    for cable in cables:
        if cable.is_peer_link:
            continue
        below[cable.upper] = below.get(cable.upper, 0) + cable.speed_gbps
        if not cable.lower_nic:
            above[cable.lower] = above.get(cable.lower, 0) + cable.speed_gbps
    return below, above


def check_without_roce(intent: Intent, links: Sequence[LinkPlan], faults: IntentFaults) -> None:
    """Complain about PFC that is announced to NICs without RoCE, by their group or on one link."""
    announced = [
        path_of_set(index, position)
        for index, group in enumerate(intent.hosts)
        for position, one in enumerate(group.nic_sets())
        if one.dcbx and not one.roce
    ]
    for at in announced:
        message = "PFC is not announced to NICs without RoCE; leave `dcbx` or `roce: false` out"
        faults.refuse((*at, "dcbx"), message)
    for link in links if not announced else ():
        if link.dcbx and not link.roce:
            message = f"PFC is not announced to {link.lower.device} {link.lower.port}, which has no RoCE"
            faults.refuse(("links",), f"{message}; leave `dcbx` out")


def expand(intent: Intent) -> tuple[FabricPlan, tuple[Problem, ...]]:
    """Return the fabric that `intent` asks for, and warnings about it. The same intent gives the same plan.

    Raises IntentError with every contradiction and its place.
    """
    faults = IntentFaults(intent)
    plan = expand_into(intent, faults)
    return plan, faults.warnings


def expand_into(intent: Intent, faults: IntentFaults) -> FabricPlan:
    """Return the fabric that `intent` asks for; warnings go to `faults`.

    Raises IntentError with every contradiction, those that were in `faults` before included.
    """
    define_own_platforms(intent, faults)
    check_classes(intent, faults)
    check_tenants(intent, faults)
    check_pools(intent, faults)
    check_sizes(intent, faults)
    if not check_shape(intent, faults):
        faults.raise_errors()
    check_devices(intent, faults)
    before = faults.error_count
    switches = expand_switches(intent, faults)
    hosts = expand_hosts(intent, faults)
    _check_names(intent, switches, hosts, faults)
    everything_known = faults.error_count == before
    check_platforms(intent, switches, faults)
    check_timers(intent, switches, faults)
    check_alpha(intent, switches, faults)
    # Cables, ports and addresses make sense only for devices that are known and distinguished.
    if not everything_known:
        faults.raise_errors()
    plan = _plan(intent, switches, hosts, faults)
    faults.raise_errors()
    return plan


def _plan(
    intent: Intent, switches: tuple[Switch, ...], hosts: tuple[HostPlan, ...], faults: IntentFaults
) -> FabricPlan:
    fabric_cables = expand_fabric_cables(intent.topology, switches) + peer_cables(intent.topology, switches)
    host_cables = expand_host_cables(intent, switches, hosts, faults)
    names = [one.name for one in switches] + [host.name for host in hosts]
    wished = apply_link_wishes(intent, fabric_cables + host_cables, names, faults)
    cables = wished.cables
    fabric_cables, host_cables = cables[: len(fabric_cables)], cables[len(fabric_cables) :]
    check_oversubscription(intent, switches, cables, faults)
    outside, outside_pins = external_cables(intent, switches, names, faults)
    ports = assign_all_ports(switches, (*cables, *outside), wished.pins | outside_pins, faults)
    numbers = plan_asns(intent, switches, faults)
    externals = plan_externals(intent, outside, switches, ports, numbers, faults)
    loopbacks = plan_loopbacks(intent, switches, faults)
    check_pairs(intent, switches, faults)
    check_bonds(intent, switches, host_cables, hosts, faults)
    bonds = plan_bonds(intent, switches, host_cables, hosts)
    pairs, leaf_vlans = plan_link_addresses(intent, switches, wished, host_cables, hosts, bonds, faults)
    second = plan_second_addresses(intent, host_cables, hosts, faults)
    of_topology = leaf_pairs(intent.topology, switches)
    peers = plan_peer_addresses(intent, pairs, len(of_topology), faults)
    faults.raise_errors()
    devices = tuple(
        DevicePlan(
            one.name, one.role, one.pod, one.number, one.platform, one.release, numbers[one.name], *loopbacks[one.name]
        )
        for one in switches
    )
    gateways = {(one.leaf, one.vlan): one.gateway for one in leaf_vlans}
    bonds, pairs = with_addresses(bonds, host_cables, pairs)
    bundles = {nic: bond.number for nic, bond in bond_of_nics(bonds).items()}
    nics = {(host.name, nic.netdev): (host.group, nic.nic_set) for host in hosts for nic in host.nics}
    links = tuple(
        _as_its_nic(
            intent, replace(_with_second(one, second.get(cable)), bundle=bundles.get(nic, 0)), cable, *nics[nic]
        )
        if (nic := (cable.lower, cable.lower_nic)) in nics
        else replace(one, headroom=cable.headroom, mtu_bytes=cable.mtu_bytes, marking=cable.marking)
        for one, cable in zip(_links(intent, cables, switches, hosts, ports, pairs, gateways), cables, strict=True)
    )
    check_without_roce(intent, links, faults)
    check_headroom(intent, switches, links, faults)
    check_links(intent, wished.cables, faults)
    tenants = plan_tenants(intent)
    joined = plan_pairs(of_topology, peers, leaf_vlans)
    return FabricPlan(intent.name, intent.design, devices, hosts, links, tenants, leaf_vlans, bonds, joined, externals)


def _with_second(link: LinkPlan, addresses: AddressPair | None) -> LinkPlan:
    """Return the link with addresses of IPv6 beside those that it has."""
    if addresses is None:
        return link
    lower, upper = (
        replace(end, second_address=one) for end, one in zip((link.lower, link.upper), addresses, strict=True)
    )
    return replace(link, lower=lower, upper=upper)


def _as_its_nic(intent: Intent, link: LinkPlan, cable: PlannedCable, host_group: int, nic_set: int) -> LinkPlan:
    """Return the link to a NIC with what the set of the NIC says, unless an entry of `links` says otherwise."""
    wish = intent.hosts[host_group].nic_sets()[nic_set]
    of_set = (
        StatedHeadroom(wish.headroom, (*path_of_set(host_group, nic_set), "headroom"))
        if wish.headroom is not None
        else None
    )
    dcbx = wish.dcbx if cable.dcbx is None else cable.dcbx
    return replace(
        link,
        dcbx=dcbx,
        roce=wish.roce,
        headroom=cable.headroom or of_set,
        mtu_bytes=cable.mtu_bytes,
        marking=cable.marking,
    )


def _links(
    intent: Intent,
    cables: tuple[PlannedCable, ...],
    switches: tuple[Switch, ...],
    hosts: tuple[HostPlan, ...],
    ports: ChosenPorts,
    pairs: Mapping[PlannedCable, AddressPair],
    leaf_gateways: Mapping[tuple[str, int], str],
) -> tuple[LinkPlan, ...]:
    platform = {one.name: one.platform for one in switches}
    vlans = {(host.name, one.netdev): one.vlan for host in hosts for one in host.nics}
    gateways = {segment.vlan: segment.gateway for tenant in intent.tenants for segment in tenant.segments}
    links: list[LinkPlan] = []
    for cable in cables:
        ends: list[LinkEndPlan] = []
        for device, address in zip((cable.lower, cable.upper), pairs[cable], strict=True):
            port = ports.get((device, cable))
            if port is None:
                ends.append(LinkEndPlan(device, cable.lower_nic, 0, 0, "", address))
            else:
                lane = lane_of(platform[device], port)
                ends.append(LinkEndPlan(device, port.name, port.cage.cage, lane, breakout_of(port), address))
        to_host = bool(cable.lower_nic)
        vlan = vlans[cable.lower, cable.lower_nic] if to_host else UNBRIDGED
        gateway = gateways.get(vlan) or leaf_gateways.get((cable.upper, vlan)) or ends[1].address
        gateway = gateway.partition("/")[0] if to_host else ""
        links.append(
            LinkPlan(
                ends[0],
                ends[1],
                to_host,
                cable.speed_gbps,
                cable.length_m,
                vlan,
                gateway,
                cable.fec,
                is_peer_link=cable.is_peer_link,
            )
        )
    return tuple(links)


def _check_names(
    intent: Intent, switches: tuple[Switch, ...], hosts: tuple[HostPlan, ...], faults: IntentFaults
) -> None:
    # Files are named after devices, and some file systems do not tell upper from lower case.
    counted = Counter(name.casefold() for name in [one.name for one in switches] + [one.name for one in hosts])
    for one in switches:
        if counted[one.name.casefold()] > 1:
            message = f"several devices would be called {one.name!r}; put {{n}} into the name and keep the tiers apart"
            faults.refuse((*one.at, "name"), message)
    for host in hosts:
        if counted[host.name.casefold()] > 1:
            message = f"several devices would be called {host.name!r}; give each host a name of its own, or"
            message = f"{message} list further NICs of the same hosts in `more_nics`"
            listed = intent.hosts[host.group].names
            at = ("names", len(listed) - 1 - listed[::-1].index(host.name)) if host.name in listed else ("name",)
            faults.refuse(("hosts", host.group, *at), message)

"""Pairs of leaves that act as one switch towards bonds of hosts (MLAG, vPC): their links, and what they share."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.intent.expand_topology import PlannedCable, Switch
from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.model import Intent
from roce_lint.intent.model_hosts import path_of_set
from roce_lint.intent.model_topology import Topology
from roce_lint.intent.plan import BondPlan, HostPlan, LeafVlanPlan, PairPlan
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import BondKind, Role
from roce_lint.os.registry import behaviour_of, switch_os

PEER_VLAN = 3967
"""The VLAN in which two leaves talk to each other: the last one that NX-OS does not reserve for itself.

Source: Cisco Nexus 9000 Series NX-OS Layer 2 Switching Configuration Guide, "Configuring VLANs": 3968 to 4095.
"""

_AT: YamlPath = ("topology", "leaves", "peer_links")


def leaf_pairs(topology: Topology, switches: Sequence[Switch]) -> tuple[tuple[Switch, Switch], ...]:
    """Return the leaves that are connected to each other, two by two within a pod; none without peer links."""
    leaves = [one for one in switches if one.role is Role.LEAF] if topology.leaves.peer_links else []
    return tuple(zip(leaves[::2], leaves[1::2], strict=False))


def peer_cables(topology: Topology, switches: Sequence[Switch]) -> tuple[PlannedCable, ...]:
    """Return the cables between the leaves of each pair; the first leaf is the lower end."""
    tier, length_m = topology.leaves, topology.cables.peer
    speed_gbps = tier.peer_link_speed or tier.uplink_speed
    return tuple(
        PlannedCable(first.name, "", second.name, number, speed_gbps, length_m, is_peer_link=True)
        for first, second in leaf_pairs(topology, switches)
        for number in range(tier.peer_links)
    )


def check_pairs(intent: Intent, switches: Sequence[Switch], faults: IntentFaults) -> None:
    """Complain about leaves that cannot be paired, and about bonds that need a pair where there is none."""
    tier = intent.topology.leaves
    groups = [(index, group) for index, group in enumerate(intent.hosts)]
    for index, group in groups if not tier.peer_links else ():
        for position, one in enumerate(group.nic_sets()):
            if one.bond is BondKind.LEAF_PAIR:
                faults.refuse(
                    (*path_of_set(index, position), "bond"),
                    "the leaves of a pair are not connected; set `topology.leaves.peer_links`",
                )
    if not tier.peer_links:
        return
    if tier.count % 2:
        faults.refuse(_AT, f"peer links join leaves two by two, and there are {tier.count} in a pod")
        return
    if intent.tenants:
        message = "no source was found for every line of tunnels that end at two leaves with peer links"
        faults.refuse(_AT, f"{message}; let bonds of tenants end at two leaves by `bond: esi`, without peer links")
    for first, second in leaf_pairs(intent.topology, switches):
        if behaviour_of(first.platform.os).pair_needs_management and intent.management is None:
            message = (
                f"{first.name} and {second.name} need a keepalive beside their peer links, by management addresses"
            )
            faults.refuse(_AT, f"{message}; add a `management` section")
            return
        for leaf in (first, second):
            if BondKind.LEAF_PAIR not in behaviour_of(leaf.platform.os).host_bonds:
                known = sorted(one.value for one in behaviour_of(leaf.platform.os).host_bonds)
                ways = " or ".join(f"`bond: {one}`" for one in known)
                message = (
                    f"{leaf.name}: no source shows how two leaves of {switch_os(leaf.platform.os).label} act as one"
                )
                advice = f"end bonds otherwise ({ways}), or route both ports of a host"
                faults.refuse(_AT, f"{message}; leave `peer_links` out and {advice}")
                return
        if first.platform.id != second.platform.id or first.platform.os != second.platform.os:
            message = f"{first.name} and {second.name} are a pair, and are {first.platform.model} and"
            faults.refuse(_AT, f"{message} {second.platform.model}; both have to be of one model and system")
    for index, group in groups:
        for position, one in enumerate(group.nic_sets()):
            if PEER_VLAN in (one.leaf_vlan or ()):
                at = (*path_of_set(index, position), "leaf_vlan")
                faults.refuse(at, f"VLAN {PEER_VLAN} is that between the leaves of a pair; choose another one")


def shared_vlans(bonds: Sequence[BondPlan], hosts: Sequence[HostPlan]) -> dict[tuple[str, int], tuple[str, ...]]:
    """Return the VLANs that a bond brings to both leaves of a pair: by leaf and VLAN, the two leaves."""
    vlans = {(host.name, nic.netdev): nic.vlan for host in hosts for nic in host.nics}
    return {
        (leaf, vlans[one.host, one.members[0]]): one.leaves
        for one in bonds
        if one.kind is BondKind.LEAF_PAIR
        for leaf in one.leaves
    }


def plan_pairs(
    pairs: Sequence[tuple[Switch, Switch]],
    addresses: Sequence[tuple[str, str]],
    leaf_vlans: Sequence[LeafVlanPlan],
) -> tuple[PairPlan, ...]:
    """Return the pairs, numbered from 1, with the addresses of their first and second leaf."""
    shared: dict[str, list[int]] = {}
    for one in leaf_vlans:
        if one.address:
            shared.setdefault(one.leaf, []).append(one.vlan)
    return tuple(
        PairPlan(number, (first.name, second.name), own, tuple(sorted(shared.get(first.name, ()))))
        for number, ((first, second), own) in enumerate(zip(pairs, addresses, strict=True), 1)
    )

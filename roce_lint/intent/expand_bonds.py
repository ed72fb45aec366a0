"""Bonds of hosts: which leaves they end at, their numbers there, and what speaks against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.intent.expand_topology import PlannedCable, Switch
from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.model import Intent
from roce_lint.intent.model_hosts import NicSet, path_of_set
from roce_lint.intent.plan import BondPlan, HostPlan
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import BondKind, Role
from roce_lint.os.registry import behaviour_of, switch_os
from roce_lint.text.natural_order import natural_order
from roce_lint.values import replace

BOND_MEMBERS = 2
"""RoCE over a bond: the two ports of one adapter and no others. Source: Linux commit 7907f23adc18, mlx5 RoCE LAG."""

BOND_DEVICE = "mlx5_bond_0"
"""The RDMA device in place of those of the two ports. Source: NVIDIA, "RoCE over LAG" for ConnectX-4 and later."""


def leaf_units(group: NicSet, leaves: Sequence[Switch], rails: int) -> list[tuple[str, ...]]:
    """Return the leaves that a host of a group connects to together: one, a pair of neighbours, or those of all rails.

    Pairs are the first and second leaf of a pod, the third and fourth, and so on.
    """
    size = rails or 1
    if group.bond is not None:
        size = 1 if group.bond is BondKind.ONE_LEAF else 2
    pods: dict[int, list[str]] = {}
    for one in leaves:
        pods.setdefault(one.pod if size == 2 and group.bond else 0, []).append(one.name)
    return [
        tuple(names[start : start + size])
        for names in pods.values()
        for start in range(0, len(names), size)
        if start + size <= len(names)
    ]


def check_bonds(
    intent: Intent,
    switches: Sequence[Switch],
    cables: Sequence[PlannedCable],
    hosts: Sequence[HostPlan],
    faults: IntentFaults,
) -> None:
    """Complain about bonds that no adapter, VLAN or switch can have."""
    extended = {segment.vlan for tenant in intent.tenants for segment in tenant.segments}
    systems = {one.name: one.platform.os for one in switches}
    ends = _leaf_of_nics(cables)
    for index, group in enumerate(intent.hosts):
        members = [host for host in hosts if host.group == index]
        for position, one in enumerate(group.nic_sets()):
            nics = [(host.name, nic) for host in members for nic in host.nics if nic.nic_set == position]
            if one.bond is not None and nics:
                at: YamlPath = (*path_of_set(index, position), "bond")
                _check_members(one, {nic.vlan for _, nic in nics}, extended, at, faults)
                reached = [ends[host, nic.netdev] for host, nic in nics if (host, nic.netdev) in ends]
                for system in dict.fromkeys(systems[leaf] for leaf in reached):
                    _check_system(one.bond, system, at, faults)


def _check_members(group: NicSet, vlans: set[int], extended: set[int], at: YamlPath, faults: IntentFaults) -> None:
    if group.nics != BOND_MEMBERS:
        message = f"a bond joins the two ports of one adapter, and these hosts have {group.nics} NICs"
        faults.refuse(at, f"{message}: only there RoCE goes over a bond; put others into a group of their own")
    if len(vlans) > 1:
        faults.refuse(at, f"the ports of a bond are in one VLAN, not in {' and '.join(map(str, sorted(vlans)))}")
    elif vlans == {0}:
        faults.refuse(at, "a bond needs a VLAN: `leaf_vlan`, or that of a tenant's segment")
    elif group.bond is BondKind.LEAF_PAIR and vlans & extended:
        faults.refuse(at, "a bond to a pair of leaves is in a `leaf_vlan`; in a tenant, use `bond: esi`")
    elif group.bond in (BondKind.ESI, BondKind.ACTIVE_BACKUP) and not vlans <= extended:
        message = f"VLAN {min(vlans)} ends at each leaf, and a bond to two leaves needs one that both have"
        faults.refuse(at, f"{message}: a tenant's segment")
    if group.bond_name in group.netdev:
        faults.refuse((*at[:-1], "bond_name"), f"{group.bond_name!r} is the name of a NIC already")


def _check_system(kind: BondKind, system: str, at: YamlPath, faults: IntentFaults) -> None:
    known = behaviour_of(system).host_bonds
    if kind.is_lag and kind not in known:
        ways = " or ".join(sorted(one.value for one in known)) or "none"
        message = f"no source shows how a bond of kind {kind.value} ends at {switch_os(system).label}"
        faults.refuse(at, f"{message}; kinds that are known there: {ways}")


def plan_bonds(
    intent: Intent, switches: Sequence[Switch], cables: Sequence[PlannedCable], hosts: Sequence[HostPlan]
) -> tuple[BondPlan, ...]:
    """Return the bonds of all hosts, without addresses; a LAG has one number at all its leaves, by the host's name."""
    numbers = {one.name: one.number for one in switches if one.role is Role.LEAF}
    ends = _leaf_of_nics(cables)
    used = dict.fromkeys(numbers, 0)
    bonds = []
    for host in sorted(hosts, key=lambda one: natural_order(one.name)):
        for position, one in enumerate(intent.hosts[host.group].nic_sets()):
            members = tuple(nic.netdev for nic in host.nics if nic.nic_set == position)
            leaves = tuple(dict.fromkeys(ends[host.name, nic] for nic in members if (host.name, nic) in ends))
            if one.bond is None or not leaves:
                continue
            number = 1 + max(used[leaf] for leaf in leaves) if one.bond.is_lag else 0
            used |= dict.fromkeys(leaves if one.bond.is_lag else (), number)
            first = min(numbers[leaf] for leaf in leaves)
            shared = f"02{first:06x}{number:04x}" if one.bond is BondKind.ESI else ""
            bonds.append(BondPlan(host.name, one.bond_name, members, one.bond, number, leaves, shared, ""))
    return tuple(bonds)


def _leaf_of_nics(cables: Sequence[PlannedCable]) -> dict[tuple[str, str], str]:
    """Return the leaf at which each NIC ends, by its host and its name."""
    return {(cable.lower, cable.lower_nic): cable.upper for cable in cables}


def bond_of_nics(bonds: Sequence[BondPlan]) -> dict[tuple[str, str], BondPlan]:
    """Return the bond of each NIC that is in one, by its host and its name."""
    return {(one.host, member): one for one in bonds for member in one.members}


def with_addresses(
    bonds: Sequence[BondPlan], cables: Sequence[PlannedCable], pairs: Mapping[PlannedCable, tuple[str, str]]
) -> tuple[tuple[BondPlan, ...], dict[PlannedCable, tuple[str, str]]]:
    """Return the bonds with the addresses that were planned for their first cables, and the pairs without these."""
    of_bond = bond_of_nics(bonds)
    addresses: dict[tuple[str, str], str] = {}
    freed = dict(pairs)
    for cable in cables:
        bond = of_bond.get((cable.lower, cable.lower_nic))
        if bond is not None:
            addresses.setdefault((bond.host, bond.name), pairs[cable][0])
            freed[cable] = ("", "")
    return tuple(replace(one, address=addresses.get((one.host, one.name), "")) for one in bonds), freed


def first_cables(cables: Sequence[PlannedCable], bonds: Sequence[BondPlan]) -> list[PlannedCable]:
    """Return the cables that take an address of their own: all but the further ones of a bond."""
    of_bond = bond_of_nics(bonds)
    seen: set[tuple[str, str]] = set()
    found = []
    for cable in cables:
        bond = of_bond.get((cable.lower, cable.lower_nic))
        taking = (cable.lower, bond.name if bond is not None else cable.lower_nic)
        if taking not in seen:
            found.append(cable)
        seen.add(taking)
    return found

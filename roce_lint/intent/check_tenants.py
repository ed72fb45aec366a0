"""Contradictions among tenants, their segments and the hosts in them."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator

from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.model import Intent
from roce_lint.intent.model_hosts import NicSet, Segment, path_of_set
from roce_lint.intent.plan import SegmentPlan
from roce_lint.intent.plan_tenants import plan_tenants
from roce_lint.intent.view import TWO_OCTETS, distinguished_by
from roce_lint.intent.yaml_positions import YamlPath


def check_tenants(intent: Intent, faults: IntentFaults) -> None:
    """Complain about VLANs, VNIs and names used twice, unusable gateways, and VLANs that no overlay extends."""
    _check_numbers(intent, faults)
    extended = {segment.vlan for tenant in intent.tenants for segment in tenant.segments}
    for at_set, group in _nic_sets(intent):
        if group.vlan is not None and group.vlan not in extended:
            message = (
                f"VLAN {group.vlan} ends at each leaf, because the links between switches are routed: hosts behind"
                f" different leaves would not reach each other. Add a tenant with a segment for VLAN {group.vlan}"
                " (VXLAN), leave `vlan` out to route every NIC, or let each leaf route it (`leaf_vlan`)"
            )
            faults.refuse((*at_set, "vlan"), message)
    _check_leaf_vlans(intent, faults)
    used = {one.vlan for _, one in _nic_sets(intent)}
    for at, segment, _ in _segments(intent):
        _check_gateway(at, segment.gateway, faults)
        if not segment.hosts and segment.vlan not in used:
            message = f"no host is in VLAN {segment.vlan}; name hosts here, or the VLAN in a host group"
            faults.warn((*at, "vlan"), message)


def _check_leaf_vlans(intent: Intent, faults: IntentFaults) -> None:
    taken = {one.vlan: f"segment {one.name}" for tenant in plan_tenants(intent) for one in tenant.segments}
    taken |= {tenant.l3_vlan: f"the routing of {tenant.name}" for tenant in plan_tenants(intent)}
    for at_set, group in _nic_sets(intent):
        vlans = group.leaf_vlan or ()
        at: YamlPath = (*at_set, "leaf_vlan")
        if len(vlans) not in (0, 1, group.nics):
            faults.refuse(at, f"{len(vlans)} VLANs are given for {group.nics} NICs; give one, or one for each")
        for vlan in vlans:
            if vlan in taken:
                faults.refuse(at, f"VLAN {vlan} is used by {taken[vlan]} already")


def _nic_sets(intent: Intent) -> Iterator[tuple[YamlPath, NicSet]]:
    for index, group in enumerate(intent.hosts):
        for position, one in enumerate(group.nic_sets()):
            yield path_of_set(index, position), one


def _check_numbers(intent: Intent, faults: IntentFaults) -> None:
    vlans: dict[int, str] = {}
    vnis: dict[int, str] = {}
    names: set[str] = set()
    for number, tenant in enumerate(plan_tenants(intent)):
        if tenant.name in names:
            faults.refuse(("tenants", number, "name"), f"there are two tenants called {tenant.name!r}")
        names.add(tenant.name)
        # A routing VLAN or VNI that was counted on stands at the tenant itself.
        _once(vlans, tenant.l3_vlan, f"the routing of {tenant.name}", "VLAN", ("tenants", number, "l3_vlan"), faults)
        _once(vnis, tenant.l3_vni, f"the routing of {tenant.name}", "VNI", ("tenants", number, "l3_vni"), faults)
    for at, segment, plan in _segments(intent):
        fresh = plan.vlan not in vlans
        _once(vlans, plan.vlan, f"segment {plan.name}", "VLAN", (*at, "vlan"), faults)
        if fresh or segment.vni is not None:
            # the VNI that a VLAN gives by itself collides whenever the VLAN does
            _once(vnis, plan.vni, f"segment {plan.name}", "VNI", (*at, "vni"), faults)
    for at, _, plan in _segments(intent):
        number = distinguished_by(plan.vni, plan.vlan)
        if number != plan.vni and number in vnis:
            message = (
                f"route distinguishers hold VLAN {plan.vlan} instead of VNI {plan.vni}, which is above {TWO_OCTETS}"
            )
            faults.refuse((*at, "vni"), f"{message}; {plan.vlan} is the VNI of {vnis[number]} already")


def _once(seen: dict[int, str], number: int, what: str, kind: str, at: YamlPath, faults: IntentFaults) -> None:
    if number in seen:
        faults.refuse(at, f"{kind} {number} of {what} is used by {seen[number]} already")
    seen.setdefault(number, what)


def _check_gateway(at: YamlPath, gateway: str, faults: IntentFaults) -> None:
    interface = ipaddress.IPv4Interface(gateway)
    if interface.network.prefixlen > 30:
        faults.refuse((*at, "gateway"), f"{gateway} leaves no address for a NIC; use a /30 or larger")
    elif interface.ip in (interface.network.network_address, interface.network.broadcast_address):
        first = next(interface.network.hosts())
        message = f"{gateway} is no host address; did you mean {first}/{interface.network.prefixlen}?"
        faults.refuse((*at, "gateway"), message)


def _segments(intent: Intent) -> Iterator[tuple[YamlPath, Segment, SegmentPlan]]:
    for number, (tenant, plan) in enumerate(zip(intent.tenants, plan_tenants(intent), strict=True)):
        for index, segment in enumerate(tenant.segments):
            yield ("tenants", number, "segments", index), segment, plan.segments[index]

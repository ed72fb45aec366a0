"""The LAGs of a leaf: bonds of hosts, and the links to the other leaf of its pair."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from roce_lint.intent.expand_pairs import PEER_VLAN
from roce_lint.intent.plan import DevicePlan, FabricPlan
from roce_lint.intent.view import ManagementView, PortPurpose, SwitchPortView
from roce_lint.intent.view_lag import BundleView, PairView
from roce_lint.model.terms import BondKind
from roce_lint.values import replace

PEER_BUNDLE = 1000
"""Number of the LAG between the leaves of a pair, out of the way of those of hosts, which count from 1."""


def lags_of_hosts(plan: FabricPlan, leaf: str, ports: Sequence[SwitchPortView]) -> tuple[BundleView, ...]:
    """Return the LAGs of a leaf by number."""
    found = []
    for bond in plan.bonds:
        if leaf in bond.leaves and bond.kind.is_lag:
            members = [port for port in ports if port.bundle == bond.number]
            first = members[0]
            found.append(
                BundleView(
                    number=bond.number,
                    description=f"{bond.host} {bond.name}",
                    members=tuple(sorted((port.name for port in members), key=port_key)),
                    vlan=first.vlan,
                    ip_mtu_bytes=first.ip_mtu_bytes,
                    profile=first.profile,
                    system_id=bond.system_id,
                    spans_pair=bond.kind is BondKind.LEAF_PAIR,
                )
            )
    return tuple(sorted(found, key=lambda one: one.number))


def pair_of(
    plan: FabricPlan, leaf: str, devices: dict[str, DevicePlan], ports: Sequence[SwitchPortView]
) -> tuple[PairView, ...]:
    """Return the pair that a leaf belongs to, without what management says of it."""
    members = [port for port in ports if port.purpose is PortPurpose.PEER]
    found = []
    for pair in plan.pairs if members else ():
        if leaf in pair.leaves:
            own = pair.leaves.index(leaf)
            peer = devices[pair.leaves[1 - own]]
            found.append(
                PairView(
                    domain=pair.number,
                    peer=peer.name,
                    peer_asn=peer.asn,
                    vlan=PEER_VLAN,
                    address=pair.addresses[own],
                    peer_address=bare_address(pair.addresses[1 - own]),
                    bundle=PEER_BUNDLE,
                    members=tuple(sorted((port.name for port in members), key=port_key)),
                    ip_mtu_bytes=members[0].ip_mtu_bytes,
                    profile=members[0].profile,
                    host_vlans=pair.vlans,
                )
            )
    return tuple(found)


def with_keepalive(
    pair: tuple[PairView, ...], leaf: str, managed: Mapping[str, tuple[ManagementView, ...]]
) -> tuple[PairView, ...]:
    """Return the pair of a leaf with the management addresses by which both notice that the other is alive."""
    return (
        tuple(
            replace(
                one,
                keepalive=bare_address(own.address),
                peer_keepalive=bare_address(other.address),
                keepalive_vrf=own.vrf,
            )
            for one in pair
            for own, other in zip(managed[leaf], managed[one.peer], strict=True)
        )
        if managed
        else pair
    )


def bare_address(address: str) -> str:
    """Return an address without its prefix length."""
    return address.partition("/")[0]


def port_key(name: str) -> tuple[int, ...]:
    """Return the numbers in a port's name, which sort as the front panel does."""
    return tuple(int(number) for number in re.findall(r"\d+", name))

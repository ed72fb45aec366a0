"""What a host's files say: marking, PFC, DCQCN and the addresses of its NICs."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterator

from roce_lint.intent.check_classes import path_mtu_bytes
from roce_lint.intent.classes import ECN_PROFILES, class_views
from roce_lint.intent.model import Intent
from roce_lint.intent.model_addressing import HostAddresses
from roce_lint.intent.model_roce import Profile
from roce_lint.intent.plan import BondPlan, FabricPlan, HostPlan, LinkPlan
from roce_lint.intent.view import ClassPurpose, ClassView
from roce_lint.intent.view_host import AddressView, BondView, DcqcnView, HostView, NicView, RouteView

ECT_0 = 0b10
"""ECN-capable transport, the lower two bits of the ToS byte (RFC 3168): without it a switch drops and does not mark."""


FIRST_TABLE = 101
"""Routing table of the first NIC, and the priority of its rule; 253 to 255 are taken by Linux."""


def reached_prefixes(plan: FabricPlan) -> tuple[str, ...]:
    """Return the prefixes that hosts route into the fabric: the smallest ones that hold what it has, not whole pools.

    One holds the links of NICs that are routed on their own, for each family; another the VLANs that leaves route,
    which lie at the other end of the pool.
    """
    ends = [link.upper for link in plan.links if link.to_host and not link.vlan]
    sets = (
        [one.address for one in ends if "." in one.address],
        [vlan.gateway for vlan in plan.leaf_vlans],
        [address for one in ends for address in (one.address, one.second_address) if ":" in address],
    )
    return tuple(_smallest_prefix(addresses) for addresses in sets if addresses)


def _smallest_prefix(addresses: list[str]) -> str:
    networks = [ipaddress.ip_interface(one).network for one in addresses]
    first = min(int(one.network_address) for one in networks)
    last = max(int(one.broadcast_address) for one in networks)
    bits = (first ^ last).bit_length()
    return str(type(networks[0])((first >> bits << bits, networks[0].max_prefixlen - bits)))


def host_view(
    intent: Intent,
    host: HostPlan,
    links: tuple[LinkPlan, ...],
    bonds: tuple[BondPlan, ...],
    reached: tuple[str, ...],
) -> HostView:
    """Return everything that the templates of one host print; `reached` are the prefixes of all routed hosts."""
    classes = class_views(intent)
    cnp = intent.roce.cnp
    transport = intent.roce.transport
    paused = {one.priority for one in classes if one.lossless}
    return HostView(
        name=host.name,
        nic_platforms=tuple(
            dict.fromkeys(one.platform.id for one in host.nics if intent.hosts[host.group].nic_sets()[one.nic_set].roce)
        ),
        network=intent.hosts[host.group].network.value,
        management_interface=intent.hosts[host.group].management_interface or "",
        nics=_nics(intent, host, links, bonds, reached),
        classes=classes,
        roce_tos=_roce_dscp(intent, classes) * 4 + ECT_0,
        pfc_priorities=tuple(int(priority in paused) for priority in range(8)),
        cnp_dscp=cnp.dscp,
        cnp_priority=cnp.priority,
        dcqcn=dcqcn_view(intent),
        roce_path_mtu_bytes=path_mtu_bytes(intent),
        ack_timeout_exponent=transport.ack_timeout_exponent,
        retry_count=transport.retry_count,
        qps_per_connection=transport.qps_per_connection,
        bonds=tuple(_bond(intent, host, links, one, reached) for one in bonds),
        spectrum_x=intent.design is Profile.SPECTRUM_X,
        roce_family="ipv6" if intent.addressing.host_addresses is HostAddresses.IPV6 else "ipv4",
    )


def _roce_dscp(intent: Intent, classes: tuple[ClassView, ...]) -> int:
    """Return the DSCP that applications mark: the first one of the first class, in the order of the intent."""
    given = intent.roce.classes
    return given[0].dscp[0] if given else next(one.dscps[0] for one in classes if one.purpose is ClassPurpose.ROCE)


def dcqcn_view(intent: Intent) -> DcqcnView:
    """Return the congestion control of the NICs; on unless the profile marks nothing or the intent says otherwise."""
    wish = intent.roce.dcqcn
    return DcqcnView(
        enabled=intent.design in ECN_PROFILES if wish.enabled == "auto" else wish.enabled,
        min_time_between_cnps_us=wish.min_time_between_cnps,
        alpha_update_period_us=wish.alpha_update_period,
        alpha_weight_of_1024=wish.alpha_weight,
        rate_reduce_period_us=wish.rate_reduce_period,
        increase_timer_us=wish.increase_timer,
        increase_byte_counter_bytes=wish.increase_byte_counter,
        fast_recovery_stages=wish.fast_recovery_stages,
        additive_increase_mbps=wish.additive_increase_mbps,
        hyper_increase_mbps=wish.hyper_increase_mbps,
        min_rate_mbps=wish.min_rate_mbps,
    )


def _bond(
    intent: Intent, host: HostPlan, links: tuple[LinkPlan, ...], bond: BondPlan, reached: tuple[str, ...]
) -> BondView:
    first = next(link for link in links if link.lower.port in bond.members)
    table = FIRST_TABLE + next(one.number for one in host.nics if one.netdev in bond.members)
    addresses = (_address(intent, first, bond.address, first.gateway, table, reached),)
    return BondView(bond.name, bond.members, intent.mtu.hosts, addresses, is_lag=bond.kind.is_lag)


def _nics(
    intent: Intent,
    host: HostPlan,
    links: tuple[LinkPlan, ...],
    bonds: tuple[BondPlan, ...],
    reached: tuple[str, ...],
) -> tuple[NicView, ...]:
    by_netdev = {link.lower.port: link for link in links}
    bond_names = {member: bond.name for bond in bonds for member in bond.members}
    subnets = Counter(_subnet(link.lower.address) for link in links if link.lower.address)
    views: list[NicView] = []
    for one in host.nics:
        link = by_netdev[one.netdev]
        bond = bond_names.get(one.netdev, "")
        views.append(
            NicView(
                netdev=one.netdev,
                rdma_device=one.rdma_device if link.roce else "",
                speed_gbps=link.speed_gbps,
                ip_mtu_bytes=link.mtu_bytes or intent.mtu.hosts,
                addresses=() if bond else tuple(_addresses(intent, link, FIRST_TABLE + one.number, reached)),
                rail=one.rail,
                cable_length_m=link.length_m,
                peer_device=link.upper.device,
                peer_port=link.upper.port,
                shares_subnet=not bond and subnets[_subnet(link.lower.address)] > 1,
                bond=bond,
                nic_set=one.nic_set,
                roce=link.roce,
                driver=one.platform.driver,
                platform=one.platform.id,
            )
        )
    return tuple(views)


def _addresses(intent: Intent, link: LinkPlan, table: int, reached: tuple[str, ...]) -> Iterator[AddressView]:
    yield _address(intent, link, link.lower.address, link.gateway, table, reached)
    if link.lower.second_address:
        gateway = link.upper.second_address.partition("/")[0]
        yield _address(intent, link, link.lower.second_address, gateway, table, reached)


def _address(
    intent: Intent, link: LinkPlan, address: str, gateway: str, table: int, reached: tuple[str, ...]
) -> AddressView:
    interface = ipaddress.ip_interface(address)
    return AddressView(
        address=address,
        family=f"ipv{interface.version}",
        gateway=gateway,
        source=str(interface.ip),
        source_prefix=f"{interface.ip}/{interface.max_prefixlen}",
        table=table,
        routes=_routes(intent, link, address, gateway, table, reached),
    )


def _subnet(address: str) -> str:
    return str(ipaddress.ip_interface(address).network)


def _routes(
    intent: Intent, link: LinkPlan, address: str, gateway: str, table: int, reached: tuple[str, ...]
) -> tuple[RouteView, ...]:
    """Return the routes of an address: for packets from it in a table of its own, for others in the main one.

    The NICs of a routed fabric reach all others by their leaf; the first one that is up serves other packets.
    A bridged NIC reaches its segment directly, and the other segments of its tenant by the gateway.
    """
    fabric = tuple(one for one in reached if (":" in one) == (":" in address))
    prefixes = (_segments(intent, link.vlan) or fabric) if link.vlan else fabric
    others = tuple(one for one in prefixes if one != _subnet(address))
    own = (RouteView(_subnet(address), "", table, 0),) if link.vlan or not others else ()
    by_leaf = tuple(RouteView(prefix, gateway, table, 0) for prefix in others)
    main = tuple(RouteView(prefix, gateway, 0, table) for prefix in others)
    return own + by_leaf + main


def _segments(intent: Intent, vlan: int) -> tuple[str, ...]:
    """Return the subnets of the tenant that a VLAN belongs to; none for a VLAN that its leaf routes."""
    tenant = next((one for one in intent.tenants if any(segment.vlan == vlan for segment in one.segments)), None)
    segments = tenant.segments if tenant is not None else ()
    return tuple(str(ipaddress.IPv4Interface(segment.gateway).network) for segment in segments)

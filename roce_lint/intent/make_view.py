"""Make the views that templates print: one for each switch and host of an intent.

How BGP sessions between switches are guarded: keys, limits, BFD, and what they may carry.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from ipaddress import ip_address, ip_interface, ip_network

from roce_lint.errors import Problem
from roce_lint.intent.check_classes import check_rendered, fabric_mtu_bytes, host_port_mtu_bytes
from roce_lint.intent.check_headroom import check_shared_headroom
from roce_lint.intent.check_models import Places, check_models, check_views
from roce_lint.intent.classes import LOSSLESS_PROFILES, class_views, trimming_view
from roce_lint.intent.expand import expand_into
from roce_lint.intent.expand_addresses import hosts_have_ipv6
from roce_lint.intent.faults import IntentFaults
from roce_lint.intent.make_hosts import host_view, reached_prefixes
from roce_lint.intent.make_lags import PEER_BUNDLE, bare_address, lags_of_hosts, pair_of, port_key, with_keepalive
from roce_lint.intent.make_qos import port_groups, qos_profiles
from roce_lint.intent.model import Intent
from roce_lint.intent.model_roce import Profile
from roce_lint.intent.plan import BondPlan, DevicePlan, ExternalPlan, FabricPlan, LinkPlan
from roce_lint.intent.plan_extra import check_extras, extra_lines, port_extras
from roce_lint.intent.plan_management import management_views
from roce_lint.intent.view import (
    BgpGuardView,
    ExternalView,
    FabricPrefixView,
    HardeningView,
    ManagementView,
    OverlayPeerView,
    PortPurpose,
    SwitchPortView,
    SwitchView,
    TenantView,
    VlanView,
    WatchdogView,
)
from roce_lint.intent.view_host import HostView
from roce_lint.intent.watchdog import WatchdogTrouble, plan_watchdog
from roce_lint.model.terms import PathChoice, Role, WatchdogAction
from roce_lint.platforms.interface_names import cage_name, cages_of
from roce_lint.tuning.pause import qp_retry_budget_ms
from roce_lint.values import dataclass, replace


def path_choice(intent: Intent) -> PathChoice:
    """Return what the intent says; where it says nothing, only designs with PFC are balanced by load."""
    if intent.design is Profile.SPECTRUM_X:
        return PathChoice.DYNAMIC
    without = intent.load_balancing is PathChoice.AUTO and intent.design not in LOSSLESS_PROFILES
    return PathChoice.STATIC if without else intent.load_balancing


def bgp_guard(intent: Intent, faults: IntentFaults) -> BgpGuardView:
    """Return what guards the sessions; a BFD interval of broken milliseconds is complained about."""
    wish = intent.bgp
    if wish.bfd.interval % 1000 or not wish.bfd.interval:
        faults.refuse(("bgp", "bfd", "interval"), f"is {wish.bfd.interval} us; write whole milliseconds from 1 on")
    name = wish.password or ""
    return BgpGuardView(
        maximum_prefixes=wish.maximum_prefixes or 0,
        password=f"${{{name}}}" if name else "",
        password_name=name,
        ttl_security=wish.ttl_security,
        bfd_interval_ms=wish.bfd.interval // 1000 if wish.bfd.enabled else 0,
        bfd_multiplier=wish.bfd.multiplier,
    )


def session_prefixes(intent: Intent, plan: FabricPlan) -> tuple[FabricPrefixView, ...]:
    """Return everything that switches announce in the underlay: loopbacks, tunnel ends and links to hosts."""
    if not intent.bgp.prefix_filter:
        return ()
    pools = intent.addressing
    single = ip_network(pools.loopbacks).max_prefixlen
    blocks: set[tuple[str, int]] = {(pools.loopbacks, single)} | ({(pools.vteps, single)} if intent.tenants else set())
    for one in plan.devices:
        if ip_address(one.loopback) not in ip_network(pools.loopbacks):
            blocks.add((f"{one.loopback}/{single}", single))
    for link in plan.links:
        for address in (link.upper.address, link.upper.second_address) if link.to_host else ():
            if address:
                pool = pools.hosts_ipv6 if ":" in address else pools.hosts
                blocks.add((pool, ip_interface(address).network.prefixlen))
    for vlan in plan.leaf_vlans:
        blocks.add((pools.hosts, ip_interface(vlan.gateway).network.prefixlen))
    blocks |= {(prefix, ip_network(prefix).prefixlen) for one in plan.externals for prefix in one.accepted}
    return tuple(FabricPrefixView(block, length) for block, length in sorted(blocks))


@dataclass(frozen=True, slots=True)
class FabricViews:
    """Everything that an intent renders to; switches from the top tier down, hosts in the order of their groups.

    `links` are the cables by name, for the cabling plan. `warnings` are what the intent may not have meant. `places`
    says where the intent asks for what a switch turns out not to take.
    """

    name: str
    profile: str
    switches: tuple[SwitchView, ...]
    hosts: tuple[HostView, ...]
    links: tuple[LinkPlan, ...]
    warnings: tuple[Problem, ...]
    places: Places


def make_views(intent: Intent) -> FabricViews:
    """Return the views of all switches and hosts of `intent`. Equal intents give equal views.

    Raises IntentError with every contradiction and its place.
    """
    faults = IntentFaults(intent)
    check_rendered(intent, faults)
    plan = expand_into(intent, faults)
    check_models(intent, plan.devices, faults)
    if intent.hardening.sflow is not None and intent.management is None:
        faults.refuse(("hardening", "sflow"), "samples leave over the management network; add a `management` section")
    links = plan.links_of()
    devices = {device.name: device for device in plan.devices}
    bonds: dict[str, tuple[BondPlan, ...]] = {}
    for one in plan.bonds:
        bonds[one.host] = (*bonds.get(one.host, ()), one)
    ends = _tunnel_ends(plan)
    managed = management_views(intent, plan.devices, faults)
    check_extras(intent, plan.devices, faults)
    switches = tuple(
        _with_extras(
            intent,
            device,
            _switch_view(intent, plan, device, links.get(device.name, ()), devices, ends, faults),
            managed,
            faults,
        )
        for device in plan.devices
    )
    guard, prefixes, choice = bgp_guard(intent, faults), session_prefixes(intent, plan), path_choice(intent)
    switches = tuple(replace(one, bgp_guard=guard, session_prefixes=prefixes, path_choice=choice) for one in switches)
    _check_storm(intent, switches, faults)
    check_shared_headroom(plan, switches, faults)
    # What a system cannot take as it is follows only for a system that takes the release and the model.
    faults.raise_errors()
    places = Places(intent, devices)
    check_views(places, switches, faults)
    faults.raise_errors()
    reached = reached_prefixes(plan)
    hosts = (host_view(intent, host, links[host.name], bonds.get(host.name, ()), reached) for host in plan.hosts)
    return FabricViews(
        name=plan.name,
        profile=plan.profile.value,
        switches=switches,
        hosts=tuple(hosts),
        links=plan.links,
        warnings=faults.warnings,
        places=places,
    )


def _with_extras(
    intent: Intent,
    device: DevicePlan,
    view: SwitchView,
    managed: Mapping[str, tuple[ManagementView, ...]],
    faults: IntentFaults,
) -> SwitchView:
    """Return the view with its management and the lines of the user's own."""
    ports = [port.name for port in view.ports]
    return replace(
        view,
        management=managed.get(device.name, ()),
        pair=with_keepalive(view.pair, device.name, managed),
        alpha=intent.roce.alpha or "",
        drained=device.name in intent.devices and intent.devices[device.name].drained,
        extra=extra_lines(intent, device),
        port_extra=port_extras(intent, device, ports, faults),
    )


def _switch_view(
    intent: Intent,
    plan: FabricPlan,
    device: DevicePlan,
    links: tuple[LinkPlan, ...],
    devices: dict[str, DevicePlan],
    ends: frozenset[str],
    faults: IntentFaults,
) -> SwitchView:
    group_of = port_groups(device, tuple(link for link in links if link.roce))
    groups = tuple(dict.fromkeys(group_of.values()))
    profile_of = {link: group_of[link].profile_name if link.roce else "" for link in links}
    ports = [_port_view(intent, device, link, devices, profile) for link, profile in profile_of.items()]
    outside = [one for one in plan.externals if one.device == device.name]
    ports += [_external_port(one) for one in outside]
    of_hosts = [port for port in ports if port.purpose is PortPurpose.HOST]
    routed = [one for port in of_hosts for one in (port.address, port.second_address) if one]
    hardening = _hardening(intent, device, ports)
    leaf_vlans = tuple(
        VlanView(one.vlan, 0, f"leaf-{one.vlan}", one.gateway, one.address)
        for one in plan.leaf_vlans
        if one.leaf == device.name
    )
    return SwitchView(
        name=device.name,
        os=device.platform.os,
        role=device.role,
        platform=device.platform.id,
        release=device.release,
        asn=device.asn,
        router_id=device.loopback,
        loopback=f"{device.loopback}/32",
        vtep_loopback=f"{device.vtep}/32" if device.vtep else "",
        mtu_bytes=max(
            fabric_mtu_bytes(intent),
            host_port_mtu_bytes(intent) if device.role is Role.LEAF else 0,
            *(link.mtu_bytes for link in links),
            *(one.mtu_bytes for one in outside),
        ),
        maximum_paths=maximum_paths(device, links, devices),
        loopback_pool=intent.addressing.loopbacks,
        host_pool=intent.addressing.hosts,
        host_pool_ipv6=intent.addressing.hosts_ipv6 if hosts_have_ipv6(intent) else "",
        gateway_mac=intent.addressing.gateway_mac,
        hardening=hardening,
        externals=tuple(_external(one) for one in outside),
        lossless_profile=intent.design in LOSSLESS_PROFILES,
        classes=class_views(intent),
        profiles=qos_profiles(intent, device, groups, faults) if groups else (),
        watchdog=_watchdog_view(intent, device),
        ports=tuple(sorted(ports, key=lambda port: port_key(port.name))),
        tenants=_tenant_views(plan, links) if device.vtep else (),
        overlay_peers=_overlay_peers(device, links, devices, ends),
        host_prefixes=tuple(
            str(ip_interface(one).network) for one in (*routed, *(vlan.gateway for vlan in leaf_vlans))
        ),
        leaf_vlans=leaf_vlans,
        bundles=lags_of_hosts(plan, device.name, ports),
        pair=pair_of(plan, device.name, devices, ports),
        trimming=trimming_view(intent),
    )


def _external(one: ExternalPlan) -> ExternalView:
    label = "EXT-" + re.sub("[^A-Z0-9]", "-", one.name.upper())
    return ExternalView(one.name, label, one.neighbor, one.asn, one.announced, one.accepted)


def _external_port(one: ExternalPlan) -> SwitchPortView:
    """Return the port to a router outside, which has no RoCE and whose session is none of the fabric."""
    return SwitchPortView(
        name=one.port,
        cage=one.cage,
        lane=one.lane,
        breakout=one.breakout,
        purpose=PortPurpose.EXTERNAL,
        speed_gbps=one.speed_gbps,
        description=one.name,
        peer_device=one.name,
        peer_port="",
        cable_length_m=0,
        ip_mtu_bytes=one.mtu_bytes,
        address=one.address,
        peer_address="",
        peer_asn=0,
        vlan=0,
        profile="",
    )


def _hardening(intent: Intent, device: DevicePlan, ports: Sequence[SwitchPortView]) -> HardeningView:
    """Return what protects a switch; ports of spanning tree are those that bridge to hosts."""
    wish = intent.hardening
    is_bridging = any(port.vlan and port.purpose is PortPurpose.HOST for port in ports)
    used = {port.cage for port in ports}
    cages = cages_of(device.platform) if wish.shut_unused else ()
    return HardeningView(
        edge_ports=wish.edge_ports and is_bridging,
        recovery_seconds=wish.recovery_seconds,
        control_plane=wish.control_plane,
        broadcast_percent=wish.broadcast if wish.broadcast is not None and is_bridging else 0,
        sflow_collectors=wish.sflow.collectors if wish.sflow else (),
        sflow_sample=wish.sflow.sample if wish.sflow else 0,
        unused_ports=tuple(cage_name(device.platform, cage) for cage in cages if cage.cage not in used),
    )


def _port_view(
    intent: Intent, device: DevicePlan, link: LinkPlan, devices: dict[str, DevicePlan], profile: str
) -> SwitchPortView:
    own, peer = link.end_on(device.name), link.other_end(device.name)
    neighbour = devices.get(peer.device)
    purpose = PortPurpose.PEER if link.is_peer_link else PortPurpose.FABRIC
    return SwitchPortView(
        name=own.port,
        cage=own.cage,
        lane=own.lane,
        breakout=own.breakout,
        purpose=PortPurpose.HOST if link.to_host else purpose,
        speed_gbps=link.speed_gbps,
        description=f"{peer.device} {peer.port}",
        peer_device=peer.device,
        peer_port=peer.port,
        cable_length_m=link.length_m,
        ip_mtu_bytes=link.mtu_bytes or (host_port_mtu_bytes(intent) if link.to_host else fabric_mtu_bytes(intent)),
        address=own.address,
        peer_address="" if link.vlan else bare_address(peer.address),
        peer_asn=neighbour.asn if neighbour is not None and not link.is_peer_link else 0,
        vlan=link.vlan,
        profile=profile,
        unnumbered=_is_unnumbered(own.address, link),
        fec=link.fec,
        over_ipv6=not link.to_host and (":" in own.address or _is_unnumbered(own.address, link)),
        second_address=own.second_address,
        bundle=PEER_BUNDLE if link.is_peer_link else link.bundle,
        dcbx=link.dcbx,
    )


def _is_unnumbered(address: str, link: LinkPlan) -> bool:
    return not (address or link.vlan or link.is_peer_link)


def maximum_paths(device: DevicePlan, links: tuple[LinkPlan, ...], devices: dict[str, DevicePlan]) -> int:
    """Return how many equal-cost next hops a destination can have: uplinks, or links down to one pod or leaf."""
    links = tuple(link for link in links if not link.is_peer_link)
    upwards = sum(1 for link in links if link.lower.device == device.name)
    downwards: dict[tuple[Role, int], int] = {}
    for link in links:
        below = devices.get(link.lower.device)
        if link.upper.device == device.name and below is not None:
            key = (below.role, below.pod if below.role is Role.SPINE else below.number)
            downwards[key] = downwards.get(key, 0) + 1
    return max(1, upwards, *downwards.values())


def _watchdog_view(intent: Intent, device: DevicePlan) -> WatchdogView:
    found = plan_watchdog(intent, device.platform)
    # expand() has refused every intent whose timers a platform does not accept
    return WatchdogView(False, 0, 0, 0, WatchdogAction.DROP) if isinstance(found, WatchdogTrouble) else found


def _tenant_views(plan: FabricPlan, links: tuple[LinkPlan, ...]) -> tuple[TenantView, ...]:
    """Return the tenants that have a NIC on this device, with those of their segments that do."""
    here = {link.vlan for link in links if link.vlan}
    views: list[TenantView] = []
    for tenant in plan.tenants:
        vlans = tuple(VlanView(one.vlan, one.vni, one.name, one.gateway) for one in tenant.segments if one.vlan in here)
        if vlans:
            views.append(TenantView(tenant.name, tenant.l3_vni, tenant.l3_vlan, vlans))
    return tuple(views)


def _tunnel_ends(plan: FabricPlan) -> frozenset[str]:
    """Return the leaves with a host of a tenant: no tunnel ends at another one, and it learns no routes of EVPN."""
    extended = {segment.vlan for tenant in plan.tenants for segment in tenant.segments}
    return frozenset(link.upper.device for link in plan.links if link.vlan in extended) if extended else frozenset()


def _overlay_peers(
    device: DevicePlan, links: tuple[LinkPlan, ...], devices: dict[str, DevicePlan], ends: frozenset[str]
) -> tuple[OverlayPeerView, ...]:
    """Return an EVPN session with each neighbouring switch, once however many links there are."""
    names = dict.fromkeys(link.other_end(device.name).device for link in links if not link.to_host)
    peers = [devices[name] for name in names]
    if not ends or (device.role is Role.LEAF and device.name not in ends):
        return ()
    return tuple(
        OverlayPeerView(peer.name, peer.loopback, peer.asn)
        for peer in peers
        if peer.role is not Role.LEAF or peer.name in ends
    )


def _check_storm(intent: Intent, switches: tuple[SwitchView, ...], faults: IntentFaults) -> None:
    transport = intent.roce.transport
    timeout, retries = transport.ack_timeout_exponent, transport.retry_count
    budget_ms = qp_retry_budget_ms(timeout, retries)
    for watchdog in dict.fromkeys(one.watchdog for one in switches if one.watchdog.enabled):
        needed_ms = watchdog.detection_ms + watchdog.recovery_ms + watchdog.polling_ms
        if needed_ms >= budget_ms / 2:
            message = (
                f"queue pairs give up after {budget_ms:.0f} ms (timeout {timeout}, {retries} retries), and the watchdog"
                f" needs {needed_ms:.0f} ms to end a pause storm; raise the timeout or shorten the watchdog"
            )
            faults.warn(("roce", "transport"), message)

"""What an EOS template prints beyond the switch view: EOS names, units, order and limits.

EOS: BGP of a switch view: peer groups, neighbours, what is announced (RFC 7938, RFC 7432).
"""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchView
from roce_lint.model.terms import Role
from roce_lint.os.contract import Printer
from roce_lint.os.eos.limits import balances_dynamically, counts_ecn, hashes_queue_pairs
from roce_lint.os.eos.view_ports import EosBundle, EosPort, EosSvi, eos_bundles, eos_ports, eos_svis
from roce_lint.os.eos.view_qos import (
    EosDscpMap,
    EosMmu,
    EosQosProfile,
    EosWatchdog,
    dscp_maps,
    mmu_profile,
    qos_profiles,
    queue_keyword,
    watchdog_lines,
)
from roce_lint.os.industry_cli.view_bgp import (
    BgpSession,
    PrefixList,
    announced_prefixes,
    by_address,
    of_exact_length,
    overlay_sessions,
    session_filter,
    session_maps,
    underlay_sessions,
)
from roce_lint.platforms.platform import Feature, Platform, SwitchPlatform
from roce_lint.values import dataclass

OVERLAY_GROUP = "EVPN-OVERLAY"
PEER_GROUP = "PEER-LEAF"


@dataclass(frozen=True, slots=True)
class EosPeerGroup:
    """A peer group of the underlay: whether BFD watches its sessions, and whether their next hops are IPv6.

    `import_map` and `export_map` are empty where it takes or gives every route.
    """

    name: str
    has_bfd: bool
    over_ipv6: bool
    import_map: str
    export_map: str


@dataclass(frozen=True, slots=True)
class EosRouting:
    """Everything of `router bgp` that requires computation. `groups` are the underlay's peer groups in use."""

    groups: tuple[EosPeerGroup, ...]
    neighbors: tuple[BgpSession, ...]
    prefix_lists: tuple[PrefixList, ...]
    session_filter: tuple[PrefixList, ...]
    announces_unchanged_next_hop: bool
    over_ipv6: bool


def eos_routing(view: SwitchView) -> EosRouting:
    """Return sessions over every routed link whose peer has an AS number, and to the overlay's peers."""
    over_ipv6 = any(port.over_ipv6 for port in view.ports)
    underlay = underlay_sessions(view, "_")
    peers = [BgpSession(one.peer_address, PEER_GROUP, one.peer_asn, f"{one.peer}_Vlan{one.vlan}") for one in view.pair]
    names = sorted({session.group for session in (*underlay, *peers)})
    return EosRouting(
        over_ipv6=over_ipv6,
        groups=tuple(
            EosPeerGroup(
                name,
                name != PEER_GROUP,
                over_ipv6 and name != PEER_GROUP,
                *session_maps(view, to_peer=name == PEER_GROUP),
            )
            for name in names
        ),
        neighbors=tuple(sorted((*underlay, *peers, *overlay_sessions(view, OVERLAY_GROUP)), key=by_address)),
        prefix_lists=announced_prefixes(view, of_exact_length, f"{view.loopback_pool} eq 32"),
        session_filter=session_filter(view, of_exact_length),
        # A switch that only hands EVPN routes on must leave the next hop, the tunnel's end, as it is.
        announces_unchanged_next_hop=bool(view.overlay_peers) and view.role is not Role.LEAF,
    )


WITH_LONG_START = ("7280", "7500", "7800")
"""Families with Jericho, which take longer to load routes."""
RELOAD_DELAYS_S = {False: (300, 330), True: (900, 1020)}
"""After which time the ports of an MLAG, and the other ports, come up. Source: Arista AVD, platform_settings."""


@dataclass(frozen=True, slots=True)
class EosView:
    """Final values for the templates in `templates/eos`.

    `mmu` and `watchdog` have one entry or none. `no_drop_priorities` is empty on a fabric without PFC.
    """

    device_comment: str
    queue_keyword: str
    counts_ecn: bool
    counts_ecn_in_hardware: bool
    balances_dynamically: bool
    hashes_queue_pairs: bool
    bridged: bool
    shares_gateway: bool
    virtual_router_mac: str
    reload_delay_s: tuple[int, int]
    no_drop_priorities: tuple[int, ...]
    traffic_classes: tuple[int, ...]
    profiles: tuple[EosQosProfile, ...]
    dscp_maps: tuple[EosDscpMap, ...]
    mmu: tuple[EosMmu, ...]
    watchdog: tuple[EosWatchdog, ...]
    bundles: tuple[EosBundle, ...]
    ports: tuple[EosPort, ...]
    svis: tuple[EosSvi, ...]
    routing: EosRouting


def eos_view(view: SwitchView, platform: Platform) -> EosView:
    """Return the printable values of an EOS switch.

    Raises PlatformError when the platform is no EOS switch, or lacks what the view asks of it.
    """
    if not isinstance(platform, SwitchPlatform):
        raise PlatformError(f"{platform.id} is a network adapter; an Arista switch is wanted for {view.name}")
    if view.tenants and not platform.supports(Feature.VXLAN_OUTER_DSCP):
        raise PlatformError(
            f"{platform.id}: no source says that it copies DSCP and ECN into and out of a tunnel, which RoCE of "
            f"{view.name}'s tenants needs; choose another platform or no tenants"
        )
    release = f", EOS-{view.release}" if view.release else ""
    marks = any(queue.ecn_enabled for profile in view.profiles for queue in profile.queues)
    lossless = view.lossless_profile
    return EosView(
        device_comment=f"{view.name} ({platform.model}{release})",
        queue_keyword=queue_keyword(platform),
        counts_ecn=counts_ecn(platform, view.release),
        counts_ecn_in_hardware=marks and platform.supports(Feature.ECN_GLOBAL_COUNTER_FEATURE),
        balances_dynamically=balances_dynamically(view, platform),
        hashes_queue_pairs=hashes_queue_pairs(view, platform),
        bridged=any(port.vlan for port in view.ports) or bool(view.tenants or view.pair),
        shares_gateway=bool(view.tenants) or any(one.address for one in view.leaf_vlans),
        virtual_router_mac=view.gateway_mac,
        reload_delay_s=RELOAD_DELAYS_S[platform.family.startswith(WITH_LONG_START)],
        no_drop_priorities=tuple(sorted(entry.priority for entry in view.classes if entry.lossless))
        if lossless
        else (),
        traffic_classes=tuple(sorted({entry.priority for entry in view.classes})),
        profiles=qos_profiles(view, platform),
        dscp_maps=dscp_maps(view.classes),
        mmu=mmu_profile(view, platform),
        watchdog=watchdog_lines(view.watchdog, platform) if lossless else (),
        bundles=eos_bundles(view),
        ports=eos_ports(view, platform),
        svis=eos_svis(view),
        routing=eos_routing(view),
    )


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return path and text of the start-up configuration, and in the form `avd` of AVD's structured one for QoS."""
    eos = eos_view(view, platform)
    config = (f"configs/{view.name}.cfg", printer("eos/device.j2", {"view": view, "eos": eos}))
    if form != "avd":
        return (config,)
    # Few want it, and it needs YAML.
    from roce_lint.os.eos.avd import avd_file

    return (config, avd_file(view, eos))

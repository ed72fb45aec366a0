"""What an NX-OS template prints beyond the switch view: NX-OS names, units, order and limits.

NX-OS: interfaces of a switch view, in the order and with the keywords in which the device prints them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from roce_lint.errors import PlatformError
from roce_lint.intent.make_lags import bare_address, port_key
from roce_lint.intent.view import PortPurpose, SwitchPortView, SwitchView
from roce_lint.model.terms import Fec, PathChoice
from roce_lint.os.contract import Printer
from roce_lint.os.nxos.dialect import NxosDialect
from roce_lint.os.nxos.limits import balances_dynamically
from roce_lint.os.nxos.view_qos import (
    NxosClass,
    NxosEgressPolicy,
    NxosIngressPolicy,
    NxosNetworkClass,
    classes,
    egress_policies,
    ingress_policies,
    network_classes,
    system_egress,
)
from roce_lint.os.nxos.view_routing import ANNOUNCED_TAG, NxosRouting, routing
from roce_lint.os.nxos.view_watchdog import watchdog_lines, watchdog_port_line
from roce_lint.platforms.datum import Range, value_or
from roce_lint.platforms.platform import Platform, SwitchPlatform
from roce_lint.text.counting import spans
from roce_lint.values import dataclass

_FEC = {Fec.REED_SOLOMON: "rs-fec", Fec.FIRE_CODE: "fc-fec", Fec.OFF: "off"}
"""`fec` of an interface. Source: Cisco-NX-OS-device YANG, fecMode."""

JUMBO_MTU_BYTES = 9216
"""The only MTU besides 1500 that a switched port accepts (system jumbo MTU, Nexus 9000 interfaces guide)."""

VXLAN_OVERHEAD_BYTES = 50
"""Outer IPv4, UDP and VXLAN headers and the inner Ethernet header (RFC 7348)."""

QueuingPolicies: TypeAlias = tuple[Mapping[str, str], Mapping[str, str]]
"""The names of the queuing policies out and in, by profile."""


@dataclass(frozen=True, slots=True)
class NxosBreakout:
    """Ports of one module that are split in the same way: `interface breakout module M port LIST map MAP`."""

    module: int
    ports: str
    map: str


@dataclass(frozen=True, slots=True)
class NxosPort:
    """One Ethernet interface.

    `speed_mbps` is 0 where the breakout states the speed. Addresses are empty and `vlan` not 0 on a switched port; they
    end in a tag where BGP announces them. `over_ipv6`: IPv4 routes have IPv6 next hops there. `egress` and `ingress`
    are queuing policies of this port alone; members of a channel have the policies of the channel.
    """

    name: str
    description: str
    speed_mbps: int
    mtu_bytes: int
    vlan: int
    ipv4_address: str
    ipv6_address: str
    unnumbered: bool
    over_ipv6: bool
    fec: str
    has_session: bool
    egress: str
    ingress: str
    bundle: int
    dcbx: bool
    trunk_vlans: str
    roce: bool


@dataclass(frozen=True, slots=True)
class NxosBundle:
    """One port-channel to a host or to the other leaf of a pair; policies as in `NxosPort`, and those of its members.

    `vpc` is what follows the keyword: a number, or `peer-link` for the one with `trunk_vlans` and no `vlan`.
    """

    number: int
    description: str
    mtu_bytes: int
    vlan: int
    egress: str
    ingress: str
    trunk_vlans: str = ""
    vpc: str = ""
    roce: bool = True
    dcbx: bool = False


@dataclass(frozen=True, slots=True)
class NxosSvi:
    """A VLAN interface: the gateway of a segment, or the one that routes between leaves.

    One that the leaf routes alone is in no VRF, and its address ends in the tag of what BGP announces. `standby` is the
    gateway that the leaves of a pair share, empty where the address is that.
    """

    vlan: int
    vrf: str
    mtu_bytes: int
    address: str
    is_gateway: bool
    standby: str = ""


def breakouts(view: SwitchView) -> tuple[NxosBreakout, ...]:
    """Return the split cages, those that are split alike together, by number of the first cage."""
    found: dict[tuple[int, str], set[int]] = {}
    for port in view.ports:
        if port.breakout:
            count, _, speed = port.breakout.lower().partition("x")
            module = port_key(port.name)[0]
            found.setdefault((module, f"{speed}-{count}x"), set()).add(port.cage)
    return tuple(
        NxosBreakout(module, _list(cages), word)
        for (module, word), cages in sorted(found.items(), key=lambda item: (item[0][0], min(item[1])))
    )


def ports(view: SwitchView, platform: SwitchPlatform, own: QueuingPolicies) -> tuple[NxosPort, ...]:
    """Return the ports in numeric order. Raises PlatformError for an MTU that the device does not accept."""
    largest = max((port.ip_mtu_bytes for port in view.ports), default=0)
    if largest > value_or(platform.mtu.port_bytes, Range(0, JUMBO_MTU_BYTES)).maximum:
        raise PlatformError(f"{platform.id} takes an MTU of at most {JUMBO_MTU_BYTES} bytes, not {largest}")
    egress, ingress = own
    return tuple(
        NxosPort(
            name=port.name,
            description=port.description,
            speed_mbps=0 if port.breakout else port.speed_gbps * 1000,
            mtu_bytes=JUMBO_MTU_BYTES if port.vlan or port.bundle else port.ip_mtu_bytes,
            vlan=port.vlan,
            ipv4_address=_tagged(port.ipv4_address, port),
            ipv6_address=_tagged(port.ipv6_address, port),
            unnumbered=port.unnumbered,
            over_ipv6=port.over_ipv6,
            fec=_FEC[port.fec] if port.fec else "",
            has_session=bool(port.peer_asn),
            egress="" if port.bundle else egress.get(port.profile, ""),
            ingress="" if port.bundle else ingress.get(port.profile, ""),
            bundle=port.bundle,
            dcbx=port.dcbx,
            trunk_vlans=_trunk_vlans(view) if port.purpose is PortPurpose.PEER else "",
            roce=bool(port.profile),
        )
        for port in sorted(view.ports, key=lambda port: port_key(port.name))
    )


def bundles(view: SwitchView, own: QueuingPolicies) -> tuple[NxosBundle, ...]:
    """Return the port-channels by number."""
    egress, ingress = own
    to_hosts = [
        NxosBundle(
            number=one.number,
            description=one.description,
            mtu_bytes=JUMBO_MTU_BYTES,
            vlan=one.vlan,
            egress=egress.get(one.profile, ""),
            ingress=ingress.get(one.profile, ""),
            vpc=str(one.number) if one.spans_pair else "",
            roce=bool(one.profile),
            dcbx=any(port.dcbx for port in view.ports if port.name in one.members),
        )
        for one in view.bundles
    ]
    to_peers = [
        NxosBundle(
            number=one.bundle,
            description=f"{one.peer} port-channel{one.bundle}",
            mtu_bytes=JUMBO_MTU_BYTES,
            vlan=0,
            egress=egress.get(one.profile, ""),
            ingress=ingress.get(one.profile, ""),
            trunk_vlans=_trunk_vlans(view),
            vpc="peer-link",
        )
        for one in view.pair
    ]
    return (*to_hosts, *to_peers)


def _trunk_vlans(view: SwitchView) -> str:
    return ",".join(str(vlan) for one in view.pair for vlan in (*one.host_vlans, one.vlan))


def own_policies(
    view: SwitchView, platform: SwitchPlatform, dialect: NxosDialect, policies: tuple[NxosEgressPolicy, ...]
) -> QueuingPolicies:
    """Return the queuing policies out and in of the profiles that have others than the switch as a whole."""
    for_all = system_egress(view, policies)
    egress = {name: policy.name for policy in policies for name in policy.profiles if policy.name != for_all}
    return egress, {policy.profile: policy.name for policy in ingress_policies(view, platform, dialect)}


def svis(view: SwitchView) -> tuple[NxosSvi, ...]:
    """Return the VLAN interfaces of all tenants by VLAN; packets must still fit the underlay inside a tunnel."""
    inside_bytes = view.mtu_bytes - VXLAN_OVERHEAD_BYTES
    made = []
    for tenant in view.tenants:
        made.append(NxosSvi(tenant.l3_vlan, tenant.name, inside_bytes, "", False))
        for segment in tenant.vlans:
            if segment.gateway:
                on_ports = [port.ip_mtu_bytes for port in view.ports if port.vlan == segment.vlan]
                mtu_bytes = min([inside_bytes, *on_ports])
                made.append(NxosSvi(segment.vlan, tenant.name, mtu_bytes, segment.gateway, True))
    for segment in view.leaf_vlans:
        mtu_bytes = min(port.ip_mtu_bytes for port in view.ports if port.vlan == segment.vlan)
        own, standby = segment.address or segment.gateway, bare_address(segment.gateway) if segment.address else ""
        made.append(NxosSvi(segment.vlan, "", mtu_bytes, f"{own} tag {ANNOUNCED_TAG}", False, standby))
    made += [NxosSvi(one.vlan, "", one.ip_mtu_bytes, one.address, False) for one in view.pair]
    return tuple(sorted(made, key=lambda svi: svi.vlan))


def _tagged(address: str, port: SwitchPortView) -> str:
    return f"{address} tag {ANNOUNCED_TAG}" if address and port.purpose is PortPurpose.HOST else address


def _list(numbers: set[int]) -> str:
    """Return `1-3,7` for 1, 2, 3 and 7."""
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in spans(numbers))


def dotted_mac(mac: str) -> str:
    """Return a MAC address as NX-OS writes it, such as 0200.0000.0099."""
    digits = mac.replace(":", "")
    return ".".join((digits[:4], digits[4:8], digits[8:]))


@dataclass(frozen=True, slots=True)
class NxosView:
    """Final values for the templates in `templates/nxos`.

    `version` is empty without a release. `watchdog` holds global lines, `watchdog_on_port` the line of each
    port, empty without a watchdog. `system_egress` is the name of the queuing policy of most ports.
    """

    version: str
    features: tuple[str, ...]
    anycast_gateway_mac: str
    network_classes: tuple[NxosNetworkClass, ...]
    classes: tuple[NxosClass, ...]
    default_group: int
    egress_policies: tuple[NxosEgressPolicy, ...]
    ingress_policies: tuple[NxosIngressPolicy, ...]
    system_egress: str
    pfc_mode: str
    watchdog: tuple[str, ...]
    watchdog_on_port: str
    breakouts: tuple[NxosBreakout, ...]
    vlan_ids: str
    dlb_interfaces: str
    unnumbered: bool
    bundles: tuple[NxosBundle, ...]
    ports: tuple[NxosPort, ...]
    svis: tuple[NxosSvi, ...]
    routing: NxosRouting


def nxos_view(view: SwitchView, platform: Platform) -> NxosView:
    """Return the printable values of a Nexus 9000.

    Raises PlatformError when the platform is no NX-OS switch, or does not accept what the view asks of it.
    """
    if not isinstance(platform, SwitchPlatform) or not isinstance(platform.dialect, NxosDialect):
        raise PlatformError(f"{platform.id} does not run NX-OS; a Nexus 9000 is wanted for {view.name}")
    dialect = platform.dialect
    egress = egress_policies(view, platform)
    own = own_policies(view, platform, dialect, egress)
    watched = view.lossless_profile and view.watchdog.enabled
    return NxosView(
        version=view.release,
        features=_features(view),
        anycast_gateway_mac=dotted_mac(view.gateway_mac) if any(svi.is_gateway for svi in svis(view)) else "",
        network_classes=network_classes(view, platform, dialect),
        classes=classes(view),
        default_group=next((entry.priority for entry in view.classes if not entry.dscps), 0),
        egress_policies=egress,
        ingress_policies=ingress_policies(view, platform, dialect),
        system_egress=system_egress(view, egress),
        pfc_mode="on" if view.lossless_profile else "off",
        watchdog=watchdog_lines(view.watchdog, platform, dialect) if watched else (),
        watchdog_on_port=watchdog_port_line(view.watchdog, platform) if watched else "",
        breakouts=breakouts(view),
        vlan_ids=",".join(str(number) for number in _vlan_ids(view)),
        unnumbered=any(port.unnumbered for port in view.ports),
        dlb_interfaces=_dlb_interfaces(view, platform),
        bundles=bundles(view, own),
        ports=ports(view, platform, own),
        svis=svis(view),
        routing=routing(view),
    )


def _features(view: SwitchView) -> tuple[str, ...]:
    """Return the `feature` words in the order in which the device prints them."""
    vlans = ("interface-vlan",) if view.tenants or view.leaf_vlans or view.pair else ()
    overlay = (*vlans, "vn-segment-vlan-based") if view.tenants else vlans
    tunnels = ("nv overlay",) if view.overlay_peers else ()
    bfd = ("bfd",) if view.bgp_guard.bfd_interval_ms else ()
    standby = ("hsrp",) if any(one.address for one in view.leaf_vlans) else ()
    lacp = ("lacp",) if view.bundles or view.pair else ()
    pair = ("vpc",) if view.pair else ()
    return ("bgp", *overlay, *standby, *lacp, *pair, "lldp", *bfd, *tunnels)


def _dlb_interfaces(view: SwitchView, platform: SwitchPlatform) -> str:
    """Return the ports between switches among which flowlets are moved; empty for a switch that cannot, or need not.

    It takes a reload, so that it has to be asked for.
    """
    if view.path_choice is not PathChoice.DYNAMIC or not balances_dynamically(platform, view.release):
        return ""
    names = (port.name for port in view.ports if port.purpose is PortPurpose.FABRIC)
    return ",".join(name.replace("Ethernet", "Eth") for name in names)


def _vlan_ids(view: SwitchView) -> tuple[int, ...]:
    numbers = {segment.vlan for tenant in view.tenants for segment in tenant.vlans}
    numbers |= {tenant.l3_vlan for tenant in view.tenants}
    numbers |= {port.vlan for port in view.ports if port.vlan}
    numbers |= {one.vlan for one in view.pair}
    return tuple(sorted(numbers | {1})) if numbers else ()


def render(printer: Printer, view: SwitchView, platform: SwitchPlatform, form: str) -> tuple[tuple[str, str], ...]:
    """Return path and text of the start-up configuration; there is one form."""
    values = {"view": view, "nxos": nxos_view(view, platform)}
    return ((f"configs/{view.name}.cfg", printer("nxos/device.j2", values)),)

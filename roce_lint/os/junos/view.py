"""What the templates of Junos print beyond the switch view: interfaces, overlay, BGP and its policies."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_interface, ip_network

from roce_lint.errors import PlatformError
from roce_lint.intent.make_lags import bare_address, port_key
from roce_lint.intent.view import PortPurpose, SwitchPortView, SwitchView
from roce_lint.model.terms import Fec, PathChoice, Role
from roce_lint.os.industry_cli.view_bgp import (
    FABRIC_GROUP,
    BgpSession,
    PrefixList,
    announced_prefixes,
    by_address,
    overlay_sessions,
    session_filter,
    underlay_sessions,
)
from roce_lint.os.junos.family import EVOLVED_FAMILIES
from roce_lint.os.junos.interfaces import HEADER_BYTES
from roce_lint.platforms.layout import PortMode
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.values import dataclass

LARGEST_MTU = 9216
"""Source: Junos CLI reference, mtu, for QFX5000 switches; it counts the Ethernet header."""
VXLAN_OVERHEAD_BYTES = 50
"""Outer IPv4, UDP and VXLAN headers and the inner Ethernet header (RFC 7348)."""
OVERLAY_GROUP = "OVERLAY"
_FEC = {Fec.REED_SOLOMON: "fec91", Fec.FIRE_CODE: "fec74", Fec.OFF: "none"}
ECMP_WIDTHS = (16, 32, 64, 128)
"""What maximum-ecmp of the chassis takes of use to a fabric. Source: Juniper YANG 24.4R1, chassis maximum-ecmp."""
DEFAULT_WIDTH = 16
_BALANCED_FAMILIES = frozenset(("QFX5240",))
"""Source: Juniper's validated design for AI back ends, which has ecmp-dlb on QFX5240."""


@dataclass(frozen=True, slots=True)
class JunosInterface:
    """One interface of a cage, or a bundle. `speed` is empty where it has that of its cage; `vlan` is a name."""

    name: str
    description: str
    mtu_bytes: int
    fec: str
    bundle: str
    vlan: str
    addresses: tuple[tuple[str, str], ...]
    unnumbered: bool


@dataclass(frozen=True, slots=True)
class JunosBundle:
    """A bundle of links to one host; `esi` and `system_id` name its Ethernet segment."""

    name: str
    esi: str
    system_id: str


@dataclass(frozen=True, slots=True)
class JunosSpeed:
    """How a cage is set: on Evolved at the interface, else at the port of the chassis."""

    cage: int
    name: str
    channels: int
    speed: str


@dataclass(frozen=True, slots=True)
class JunosVlan:
    """One VLAN; `vni` is 0 where it ends at the leaf. `address` is that of its irb, empty if there is none."""

    name: str
    vlan: int
    vni: int
    route_target: str
    address: str
    shared: str
    mtu_bytes: int


@dataclass(frozen=True, slots=True)
class JunosGroup:
    """One BGP group of the underlay; `asn` is that of its peers where interfaces find them, 0 else."""

    name: str
    is_unnumbered: bool
    asn: int
    sessions: tuple[BgpSession, ...]


@dataclass(frozen=True, slots=True)
class JunosPrefixes:
    """One term of a policy: route filters of one address family."""

    term: str
    family: str
    filters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JunosView:
    """Final values for the templates in `templates/junos`."""

    model: str
    evolved: bool
    speeds: tuple[JunosSpeed, ...]
    interfaces: tuple[JunosInterface, ...]
    bundles: tuple[JunosBundle, ...]
    vlans: tuple[JunosVlan, ...]
    switched: tuple[str, ...]
    instance_target: str
    loopbacks: tuple[tuple[str, bool], ...]
    loopback_address: str
    groups: tuple[JunosGroup, ...]
    overlay: tuple[BgpSession, ...]
    families: tuple[str, ...]
    announced: tuple[JunosPrefixes, ...]
    filtered: tuple[JunosPrefixes, ...]
    keeps_next_hop: bool
    ecmp: int
    anycast_mac: str
    balances_by_load: bool
    management_interface: str
    extra: tuple[str, ...]


def junos_view(view: SwitchView, platform: SwitchPlatform) -> JunosView:
    """Return the printable values. Raises PlatformError where the platform lacks what the view asks for."""
    evolved = platform.family in EVOLVED_FAMILIES
    ports = sorted(view.ports, key=lambda port: port_key(port.name))
    return JunosView(
        model=platform.model,
        evolved=evolved,
        speeds=tuple(_speeds(ports, platform)),
        interfaces=(*map(_interface, ports), *_bundle_interfaces(view)),
        bundles=tuple(_bundles(view)),
        vlans=tuple(sorted(_vlans(view), key=lambda one: one.vlan)),
        switched=tuple(_switched(view)),
        instance_target="" if not view.tenants else view.tenants[0].route_target,
        loopbacks=tuple(_loopbacks(view)),
        loopback_address=bare_address(view.loopback),
        groups=tuple(_groups(view)),
        overlay=tuple(sorted(overlay_sessions(view, OVERLAY_GROUP), key=by_address)),
        families=("inet", "inet6") if view.host_pool_ipv6 else ("inet",),
        announced=tuple(_announced(view)),
        filtered=tuple(_filtered(view)),
        keeps_next_hop=bool(view.overlay_peers) and view.role is not Role.LEAF,
        ecmp=_ecmp(view),
        anycast_mac=view.gateway_mac,
        balances_by_load=_balances_by_load(view, platform),
        management_interface="re0:mgmt-0" if evolved else "em0",
        extra=tuple(_extra(view)),
    )


def media_mtu(ip_mtu_bytes: int) -> int:
    """Return the MTU of an interface that carries packets of a size."""
    return min(ip_mtu_bytes + HEADER_BYTES, LARGEST_MTU)


# Interfaces


def _speeds(ports: list[SwitchPortView], platform: SwitchPlatform) -> Iterator[JunosSpeed]:
    """Yield the cages that are broken out, or slower than they are by themselves, each once."""
    seen: set[int] = set()
    for port in ports:
        if port.cage in seen:
            continue
        seen.add(port.cage)
        mode = _mode(port, platform)
        fastest = _fastest(port.cage, platform)
        if mode is None or (not port.breakout and port.speed_gbps == fastest):
            continue
        name = port.name.partition(":")[0]
        yield JunosSpeed(port.cage, name, mode.children if port.breakout else 1, f"{port.speed_gbps}g")


def _mode(port: SwitchPortView, platform: SwitchPlatform) -> PortMode | None:
    children = int(port.breakout.partition("x")[0]) if port.breakout else 1
    fitting = (
        mode
        for group in platform.cage_groups
        if port.cage in group.cages
        for mode in group.modes
        if (mode.children, mode.speed_gbps) == (children, port.speed_gbps)
    )
    return max(fitting, key=lambda mode: mode.lanes, default=None)


def _fastest(cage: int, platform: SwitchPlatform) -> int:
    speeds = [mode.speed_gbps for group in platform.cage_groups if cage in group.cages for mode in group.modes]
    return max(speeds, default=0)


def _interface(port: SwitchPortView) -> JunosInterface:
    addresses = (("inet", port.ipv4_address), ("inet6", port.ipv6_address))
    return JunosInterface(
        name=port.name,
        description=port.description,
        mtu_bytes=0 if port.bundle else media_mtu(port.ip_mtu_bytes),
        fec=_FEC[port.fec] if port.fec else "",
        bundle=f"ae{port.bundle}" if port.bundle else "",
        vlan=f"V{port.vlan}" if port.vlan and not port.bundle else "",
        addresses=tuple(one for one in addresses if one[1]),
        unnumbered=port.unnumbered,
    )


def _bundle_interfaces(view: SwitchView) -> Iterator[JunosInterface]:
    for one in view.bundles:
        yield JunosInterface(
            f"ae{one.number}", one.description, media_mtu(one.ip_mtu_bytes), "", "", f"V{one.vlan}", (), False
        )


def _bundles(view: SwitchView) -> Iterator[JunosBundle]:
    for one in view.bundles:
        octets = [one.system_id[start : start + 2] for start in range(0, len(one.system_id), 2)]
        esi = ":".join(("00", *octets, "00", "00", "00")) if octets else ""
        yield JunosBundle(f"ae{one.number}", esi, ":".join(octets))


def _loopbacks(view: SwitchView) -> Iterator[tuple[str, bool]]:
    """Yield the addresses of lo0.0; tunnels begin at its primary one."""
    yield view.loopback, False
    if view.vtep_loopback:
        yield view.vtep_loopback, True


def _vlans(view: SwitchView) -> Iterator[JunosVlan]:
    for tenant in view.tenants:
        for segment in tenant.vlans:
            on_ports = [port.ip_mtu_bytes for port in view.ports if port.vlan == segment.vlan]
            mtu = min([view.mtu_bytes - VXLAN_OVERHEAD_BYTES, *on_ports])
            yield JunosVlan(
                f"V{segment.vlan}", segment.vlan, segment.vni, segment.route_target, segment.gateway, tenant.name, mtu
            )
    for segment in view.leaf_vlans:
        mtu = min([view.mtu_bytes, *(port.ip_mtu_bytes for port in view.ports if port.vlan == segment.vlan)])
        yield JunosVlan(f"V{segment.vlan}", segment.vlan, 0, "", segment.gateway, "", mtu)


def _switched(view: SwitchView) -> Iterator[str]:
    """Yield the units that are in VLANs with a VNI."""
    numbers = {segment.vlan for tenant in view.tenants for segment in tenant.vlans}
    yield from (f"{port.name}.0" for port in view.ports if port.vlan in numbers and not port.bundle)
    yield from (f"ae{one.number}.0" for one in view.bundles if one.vlan in numbers)


# Routing


def _ecmp(view: SwitchView) -> int:
    """Return what maximum-ecmp has to be set to, 0 where the system's own width is enough."""
    if view.maximum_paths <= DEFAULT_WIDTH:
        return 0
    return next((width for width in ECMP_WIDTHS if width >= view.maximum_paths), ECMP_WIDTHS[-1])


def _balances_by_load(view: SwitchView, platform: SwitchPlatform) -> bool:
    """Say whether flowlets go where there is least load; by itself where Juniper's validated design has it."""
    designed = platform.family in _BALANCED_FAMILIES and view.lossless_profile
    return view.path_choice is PathChoice.DYNAMIC or (view.path_choice is PathChoice.AUTO and designed)


def _groups(view: SwitchView) -> Iterator[JunosGroup]:
    sessions = underlay_sessions(view, ":")
    for name in sorted({one.group for one in sessions}):
        numbered = tuple(one for one in sessions if one.group == name and not one.interface)
        if numbered:
            yield JunosGroup(name, False, 0, numbered)
        found = [one for one in sessions if one.group == name and one.interface]
        for asn in sorted({one.asn for one in found}):
            yield JunosGroup(f"{name}-{asn}", True, asn, tuple(one for one in found if one.asn == asn))


def _announced(view: SwitchView) -> Iterator[JunosPrefixes]:
    loopbacks = f"{view.loopback_pool} prefix-length-range /32-/32"
    for one in sorted(announced_prefixes(view, _of_length, loopbacks), key=lambda found: found.sequence):
        yield from _terms(one)


def _filtered(view: SwitchView) -> Iterator[JunosPrefixes]:
    for one in session_filter(view, _of_length):
        yield from _terms(one)


def _terms(one: PrefixList) -> Iterator[JunosPrefixes]:
    """Yield terms with the filters of a list, in none of which a prefix stands twice."""
    terms: list[dict[str, str]] = []
    for entry in map(_exact, one.entries):
        prefix = entry.partition(" ")[0]
        term = next((found for found in terms if prefix not in found), None)
        if term is None:
            term = {}
            terms.append(term)
        term[prefix] = entry
    family = "inet6" if one.family == "ipv6" else "inet"
    for number, term in enumerate(terms, 1):
        name = f"{one.name}-{number}" if len(terms) > 1 else one.name
        yield JunosPrefixes(name, family, tuple(term.values()))


def _of_length(block: str, length: int) -> str:
    if ip_network(block).prefixlen == length:
        return f"{block} exact"
    return f"{block} prefix-length-range /{length}-/{length}"


def _exact(entry: str) -> str:
    """Return a filter with its kind: a bare address of an interface stands for its network."""
    return entry if " " in entry else f"{ip_interface(entry).network} exact"


def _extra(view: SwitchView) -> Iterator[str]:
    yield from view.extra
    for one in view.port_extra:
        yield from (f"set interfaces {one.port} {line}" for line in one.lines)


def refuse_what_is_missing(view: SwitchView) -> None:
    """Raise PlatformError for what no source shows the lines of."""
    if view.pair:
        raise PlatformError("pairs of leaves with peer links (MC-LAG) are not written for Junos; attach hosts by ESI")
    if view.bgp_guard.password and any(port.unnumbered for port in view.ports):
        raise PlatformError("no source shows a password on sessions that Junos finds by their interface")
    if any(port.purpose is PortPurpose.PEER for port in view.ports):
        raise PlatformError("peer links are not written for Junos")


__all__ = ["FABRIC_GROUP", "JunosView", "junos_view"]

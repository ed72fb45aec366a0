"""What the templates of Cumulus Linux print beyond the switch view: words of the release, QoS, ports, BGP."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ipaddress import ip_network

from roce_lint.intent.make_lags import bare_address, port_key
from roce_lint.intent.view import ClassPurpose, PortPurpose, QosProfileView, SwitchPortView, SwitchView
from roce_lint.model.terms import Fec, PathChoice, Role
from roce_lint.os.cumulus.grammar import is_from
from roce_lint.os.cumulus.limits import release_of
from roce_lint.os.cumulus.settings import spans
from roce_lint.os.industry_cli.view_bgp import (
    BgpSession,
    PrefixList,
    announced_prefixes,
    by_address,
    overlay_sessions,
    session_filter,
    session_maps,
    underlay_sessions,
)
from roce_lint.platforms.layout import PortMode
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.values import dataclass

OVERLAY_GROUP = "OVERLAY"
BRIDGE = "br_default"
VXLAN_OVERHEAD_BYTES = 50
"""Outer IPv4, UDP and VXLAN headers and the inner Ethernet header (RFC 7348)."""
_FEC = {Fec.REED_SOLOMON: "rs", Fec.FIRE_CODE: "baser", Fec.OFF: "off"}
_ALPHAS = {
    "1": "alpha_1",
    **{f"1/{2**n}": f"alpha_1_{2**n}" for n in range(1, 8)},
    **{str(2**n): f"alpha_{2**n}" for n in range(1, 7)},
}
_MODE_DSCPS = {"roce": range(24, 32), "cnp": range(48, 56)}
_DSCPS, _PRIORITIES = 64, 8


@dataclass(frozen=True, slots=True)
class ReleaseWords:
    """How a release calls things: `on` and `off` of the key `switch`; `on` and `off` beside other keys."""

    release: str
    switch: str
    on: str
    off: str
    ip: str
    ipv6: str
    vrf: str
    vrr_state: str
    is_new: bool
    has_system_syslog: bool
    has_tacacs_by_name: bool


@dataclass(frozen=True, slots=True)
class CumulusQueue:
    """One traffic class of a profile."""

    index: int
    mode: str
    bw_percent: int
    ecn_enabled: bool
    kmin: int
    kmax: int
    probability: int


@dataclass(frozen=True, slots=True)
class CumulusProfile:
    """The profiles of all ports of one speed and purpose."""

    name: str
    cable_length_m: int
    queues: tuple[CumulusQueue, ...]


@dataclass(frozen=True, slots=True)
class CumulusInterface:
    """One interface that is no SVI. `profile` is empty where its bond has the QoS, or no RoCE runs."""

    name: str
    description: str
    mtu_bytes: int
    speed: str
    fec: str
    vlan: int
    addresses: tuple[tuple[str, str], ...]
    unnumbered: bool
    profile: str
    watched: bool
    sprays: bool
    declines: bool
    trimmed_queues: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bond:
    """A bond to a host, or of the peer links; `segment` is the discriminator of its Ethernet segment, 0 for none."""

    name: str
    members: tuple[str, ...]
    description: str
    mtu_bytes: int
    vlan: int
    profile: str
    declines: bool
    mlag: int
    segment: int
    mac_address: str


@dataclass(frozen=True, slots=True)
class Svi:
    """The gateway of a VLAN; `shared` is the address that other switches have too."""

    vlan: int
    vrf: str
    mtu_bytes: int
    address: str
    shared: str


@dataclass(frozen=True, slots=True)
class Prefix:
    """One entry of a prefix list; lengths are empty where they are that of the prefix."""

    list: str
    type: str
    rule: int
    prefix: str
    min_len: str
    max_len: str


@dataclass(frozen=True, slots=True)
class CumulusView:
    """Final values for the templates in `templates/cumulus`."""

    words: ReleaseWords
    model: str
    is_mode: bool
    mapping: tuple[tuple[str, int], ...]
    pcps: tuple[tuple[str, int], ...]
    lossless: tuple[int, ...]
    alpha: str
    profiles: tuple[CumulusProfile, ...]
    robustness: int
    breakouts: tuple[tuple[str, str, str], ...]
    interfaces: tuple[CumulusInterface, ...]
    bonds: tuple[Bond, ...]
    svis: tuple[Svi, ...]
    vlans: tuple[tuple[int, int], ...]
    groups: tuple[str, ...]
    sessions: tuple[BgpSession, ...]
    families: tuple[str, ...]
    prefixes: tuple[Prefix, ...]
    filters: tuple[PrefixList, ...]
    announced: tuple[PrefixList, ...]
    own_filters: tuple[PrefixList, ...]
    maps: tuple[str, str]
    maps_to_peer: tuple[str, str]
    declines: bool
    keeps_next_hop: bool
    pair_mac: str
    extra: tuple[str, ...]
    sprays: bool


def words_of(release: str) -> ReleaseWords:
    """Return the words of a release. Raises PlatformError for one without a published model."""
    number = release_of(release)
    new = is_from(number, "5.15")
    return ReleaseWords(
        release=number,
        switch="state" if new else "enable",
        on="enabled" if new else "on",
        off="disabled" if new else "off",
        ip="ipv4" if new else "ip",
        ipv6="ipv6" if new else "ip",
        vrf="vrf" if new else "ip vrf",
        vrr_state="vrr-state" if new else "state",
        is_new=new,
        has_system_syslog=is_from(number, "5.13"),
        has_tacacs_by_name=is_from(number, "5.12"),
    )


def cumulus_view(view: SwitchView, platform: SwitchPlatform) -> CumulusView:
    """Return the printable values. Raises PlatformError where the platform lacks what the view asks for."""
    words = words_of(view.release)
    is_mode = equals_mode(view)
    underlay = underlay_sessions(view, " ")
    sprays = view.path_choice is PathChoice.DYNAMIC
    lists = (*session_filter(view, _entry), *announced_prefixes(view, _entry, f"{view.loopback_pool} 32"))
    return CumulusView(
        words=words,
        model=platform.model,
        is_mode=is_mode,
        mapping=_mapping(view),
        pcps=_pcps(view),
        lossless=tuple(one.priority for one in view.classes if one.lossless),
        alpha=_ALPHAS.get(view.alpha, ""),
        profiles=tuple(map(_profile, view.profiles)),
        robustness=max(1, view.watchdog.detection_ms // max(1, view.watchdog.polling_ms)),
        breakouts=_breakouts(view, platform),
        interfaces=tuple(_interfaces(view, words, is_mode=is_mode, sprays=sprays)),
        bonds=tuple(_bonds(view, is_mode=is_mode)),
        svis=tuple(sorted(_svis(view), key=lambda one: one.vlan)),
        vlans=_vlans(view),
        groups=tuple(sorted({session.group for session in underlay})),
        sessions=tuple(sorted((*underlay, *overlay_sessions(view, OVERLAY_GROUP)), key=by_address)),
        families=("ipv4-unicast", "ipv6-unicast") if view.host_pool_ipv6 else ("ipv4-unicast",),
        prefixes=tuple(prefix for one in lists for prefix in _prefixes(one)),
        filters=session_filter(view, _entry),
        announced=tuple(sorted(announced_prefixes(view, _entry, ""), key=lambda one: one.sequence)),
        own_filters=session_filter(view, _entry)[:1],
        maps=session_maps(view, to_peer=False),
        maps_to_peer=session_maps(view, to_peer=True),
        declines=any(not port.profile for port in view.ports),
        keeps_next_hop=bool(view.overlay_peers) and view.role is not Role.LEAF,
        pair_mac="".join(f"44:38:39:ff:{one.domain >> 8 & 255:02x}:{one.domain & 255:02x}" for one in view.pair),
        extra=tuple(_extra(view)),
        sprays=sprays,
    )


# QoS


def equals_mode(view: SwitchView) -> bool:
    """Say whether `qos roce` in mode lossless does all that the view asks for, so that nothing else is written."""
    wanted = {
        ClassPurpose.ROCE: (3, True, False),
        ClassPurpose.CNP: (6, False, True),
        ClassPurpose.BEST_EFFORT: (0, False, False),
    }
    for one in view.classes:
        dscps = _MODE_DSCPS.get(one.purpose.value, range(0))
        if (one.priority, one.lossless, one.strict) != wanted[one.purpose] or not set(one.dscps) <= set(dscps):
            return False
        if not one.strict and one.bandwidth_percent != 50:
            return False
    queues = [queue for profile in view.profiles for queue in profile.queues if queue.lossless]
    curves = {(one.ecn_kmin_bytes, one.ecn_kmax_bytes, one.ecn_pmax_percent) for one in queues}
    return (
        {one.purpose for one in view.classes} == set(wanted)
        and curves == {(150_000, 1_500_000, 100)}
        and all(profile.cable_length_m <= 100 for profile in view.profiles)
        and not view.alpha
    )


def _mapping(view: SwitchView) -> tuple[tuple[str, int], ...]:
    """Return all code points as lists, with the switch priority of each list."""
    chosen = {dscp: one.priority for one in view.classes for dscp in one.dscps}
    rest = next((one.priority for one in view.classes if one.purpose is ClassPurpose.BEST_EFFORT), 0)
    by_priority: dict[int, list[int]] = {}
    for dscp in range(_DSCPS):
        by_priority.setdefault(chosen.get(dscp, rest), []).append(dscp)
    return tuple((spans(by_priority[one]), one) for one in sorted(by_priority))


def _pcps(view: SwitchView) -> tuple[tuple[str, int], ...]:
    named = {one.priority for one in view.classes}
    by_priority: dict[int, list[int]] = {}
    for pcp in range(_PRIORITIES):
        by_priority.setdefault(pcp if pcp in named else 0, []).append(pcp)
    return tuple((spans(by_priority[one]), one) for one in sorted(by_priority))


def _profile(profile: QosProfileView) -> CumulusProfile:
    return CumulusProfile(
        profile.name,
        max(1, profile.cable_length_m),
        tuple(
            CumulusQueue(
                one.index,
                "strict" if one.strict else "dwrr",
                one.bandwidth_percent,
                one.ecn_enabled,
                one.ecn_kmin_bytes,
                one.ecn_kmax_bytes,
                one.ecn_pmax_percent,
            )
            for one in profile.queues
        ),
    )


# Interfaces


def _breakouts(view: SwitchView, platform: SwitchPlatform) -> tuple[tuple[str, str, str], ...]:
    """Return cages with their breakout and the lanes of each port."""
    found: dict[int, tuple[str, str, str]] = {}
    for port in view.ports:
        mode = _mode(port, platform) if port.breakout else None
        if mode is not None:
            found[port.cage] = (f"swp{port.cage}", f"{mode.children}x", str(mode.lanes))
    return tuple(found[cage] for cage in sorted(found))


def _mode(port: SwitchPortView, platform: SwitchPlatform) -> PortMode | None:
    children = int(port.breakout.partition("x")[0])
    fitting = [
        mode
        for group in platform.cage_groups
        if port.cage in group.cages
        for mode in group.modes
        if (mode.children, mode.speed_gbps) == (children, port.speed_gbps)
    ]
    return max(fitting, key=lambda mode: mode.lanes, default=None)


def _interfaces(view: SwitchView, words: ReleaseWords, *, is_mode: bool, sprays: bool) -> Iterator[CumulusInterface]:
    for port in sorted(view.ports, key=lambda port: port_key(port.name)):
        addresses = ((words.ip, port.ipv4_address), (words.ipv6, port.ipv6_address))
        yield CumulusInterface(
            name=port.name,
            description=port.description,
            mtu_bytes=port.ip_mtu_bytes,
            speed=f"{port.speed_gbps}G",
            fec=_FEC[port.fec] if port.fec else "",
            vlan=0 if port.bundle else port.vlan,
            addresses=tuple(one for one in addresses if one[1]),
            unnumbered=port.unnumbered,
            profile="" if is_mode or port.bundle else port.profile,
            watched=bool(port.profile) and view.watchdog.enabled and view.lossless_profile,
            sprays=sprays and port.purpose is PortPurpose.FABRIC,
            declines=not port.profile and not port.bundle,
            trimmed_queues=tuple(queue for one in view.trimming if port.profile for queue in one.data_queues),
        )


def _bonds(view: SwitchView, *, is_mode: bool) -> Iterator[Bond]:
    for one in view.bundles:
        pairs = ":".join(one.system_id[start : start + 2] for start in range(0, len(one.system_id), 2))
        yield Bond(
            name=f"bond{one.number}",
            members=one.members,
            description=one.description,
            mtu_bytes=one.ip_mtu_bytes,
            vlan=one.vlan,
            profile="" if is_mode else one.profile,
            declines=not one.profile,
            mlag=one.number if one.spans_pair else 0,
            segment=int(one.system_id[6:] or "0", 16),
            mac_address=pairs,
        )
    for pair in view.pair:
        profile = "" if is_mode else pair.profile
        yield Bond(
            "peerlink", pair.members, f"peer link to {pair.peer}", pair.ip_mtu_bytes, 0, profile, False, 0, 0, ""
        )


def _svis(view: SwitchView) -> Iterator[Svi]:
    for tenant in view.tenants:
        for segment in tenant.vlans:
            on_ports = [port.ip_mtu_bytes for port in view.ports if port.vlan == segment.vlan]
            mtu = min([view.mtu_bytes - VXLAN_OVERHEAD_BYTES, *on_ports])
            yield Svi(segment.vlan, tenant.name, mtu, "", segment.gateway)
    for segment in view.leaf_vlans:
        mtu = min(port.ip_mtu_bytes for port in view.ports if port.vlan == segment.vlan)
        own, gateway = segment.address, segment.gateway
        yield Svi(segment.vlan, "", mtu, own or gateway, gateway if own else "")
    for pair in view.pair:
        yield Svi(pair.vlan, "", pair.ip_mtu_bytes, pair.address, "")


def _vlans(view: SwitchView) -> tuple[tuple[int, int], ...]:
    """Return the VLANs of the bridge with their VNIs, 0 for none."""
    found = {port.vlan: 0 for port in view.ports if port.vlan} | {one.vlan: 0 for one in view.bundles if one.vlan}
    found |= {one.vlan: 0 for one in view.leaf_vlans} | {pair.vlan: 0 for pair in view.pair}
    found |= {one.vlan: one.vni for tenant in view.tenants for one in tenant.vlans}
    return tuple(sorted(found.items()))


# Routing


def _entry(pool: str, length: int) -> str:
    return f"{pool} {length}"


def _prefixes(one: PrefixList) -> Iterator[Prefix]:
    for number, entry in enumerate(one.entries, 1):
        prefix, _, length = entry.partition(" ")
        own = str(ip_network(prefix, strict=False).prefixlen)
        same = not length or length == own
        loopbacks = one.name == "PL-LOOPBACKS"
        low = "" if same else length
        yield Prefix(
            one.name,
            "ipv6" if ":" in prefix else "ipv4",
            10 * number,
            str(ip_network(prefix, strict=False)) if loopbacks else prefix,
            low,
            low,
        )


def _extra(view: SwitchView) -> Iterable[str]:
    yield from view.extra
    for one in view.port_extra:
        yield from (f"nv set interface {one.port} {line}" for line in one.lines)


def gateway_of(address: str) -> str:
    """Return an address without its length."""
    return bare_address(address)

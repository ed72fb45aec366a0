"""EOS: interfaces of a switch view, in the order and with the keywords in which the device prints them."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.make_lags import bare_address, port_key
from roce_lint.intent.view import SwitchPortView, SwitchView
from roce_lint.model.terms import Fec
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.values import dataclass

_ERROR_CORRECTION = {Fec.REED_SOLOMON: "reed-solomon", Fec.FIRE_CODE: "fire-code", Fec.OFF: ""}
"""`error-correction encoding`. Source: Arista AVD schema; no source shows how it is turned off."""

VXLAN_OVERHEAD_BYTES = 50
"""Outer IPv4, UDP and VXLAN headers and the inner Ethernet header (RFC 7348)."""


@dataclass(frozen=True, slots=True)
class EosPort:
    """One Ethernet interface. `speed` is what follows the keyword; `vlan` is 0 on a routed port."""

    name: str
    description: str
    mtu_bytes: int
    speed: str
    vlan: int
    ipv4_address: str
    ipv6_address: str
    unnumbered: bool
    error_correction: str
    profile: str
    bundle: int
    dcbx: bool


@dataclass(frozen=True, slots=True)
class EosBundle:
    """One Port-Channel to a host; the last three are of its Ethernet segment, empty where it has none.

    `mlag` is its number at both leaves of a pair, 0 where it ends at one.
    """

    number: int
    description: str
    mtu_bytes: int
    vlan: int
    profile: str
    mlag: int
    identifier: str
    route_target: str
    system_id: str


@dataclass(frozen=True, slots=True)
class EosSvi:
    """The gateway of one VLAN: of a tenant, the same on all leaves, or of this leaf or its pair, which has no VRF.

    `address` is the leaf's own beside a gateway that a pair shares, else empty.
    """

    vlan: int
    name: str
    vrf: str
    mtu_bytes: int
    gateway: str
    address: str = ""


def eos_ports(view: SwitchView, platform: SwitchPlatform) -> tuple[EosPort, ...]:
    """Return the ports in numeric order. Raises PlatformError for a speed that a cage cannot do."""
    return tuple(
        EosPort(
            name=port.name,
            description=port.description,
            mtu_bytes=port.ip_mtu_bytes,
            speed=speed_words(port, platform),
            vlan=port.vlan,
            ipv4_address=port.ipv4_address,
            ipv6_address=port.ipv6_address,
            unnumbered=port.unnumbered,
            error_correction=_ERROR_CORRECTION[port.fec] if port.fec else "",
            profile=port.profile,
            bundle=port.bundle,
            dcbx=port.dcbx,
        )
        for port in sorted(view.ports, key=lambda port: port_key(port.name))
    )


def eos_bundles(view: SwitchView) -> tuple[EosBundle, ...]:
    """Return the Port-Channels by number.

    An Ethernet segment is named by the LACP system id that its leaves share, which is also its route target, as other
    systems derive it by themselves (RFC 7432, sections 5 and 7.6).
    """
    return tuple(
        EosBundle(
            number=one.number,
            description=one.description,
            mtu_bytes=one.ip_mtu_bytes,
            vlan=one.vlan,
            profile=one.profile,
            mlag=one.number if one.spans_pair else 0,
            identifier=":".join(_cut(f"00{one.system_id}000000", 4)) if one.system_id else "",
            route_target=":".join(_cut(one.system_id, 2)),
            system_id=".".join(_cut(one.system_id, 4)),
        )
        for one in view.bundles
    )


def _cut(digits: str, length: int) -> list[str]:
    return [digits[start : start + length] for start in range(0, len(digits), length)]


def speed_words(port: SwitchPortView, platform: SwitchPlatform) -> str:
    """Return `400g-8` for a port of 400 Gb/s on eight lanes, or `forced 40gfull` for the speeds below 50 Gb/s.

    Raises PlatformError when the cage has no mode of this speed and breakout.
    """
    children = int(port.breakout.partition("x")[0]) if port.breakout else 1
    for group in platform.cage_groups:
        for mode in group.modes_of(port.cage) if port.cage in group.cages else ():
            if mode.children == children and mode.speed_gbps == port.speed_gbps:
                if port.speed_gbps >= 50:
                    return f"{port.speed_gbps}g-{mode.lanes}"
                return "forced 10000full" if port.speed_gbps == 10 else f"forced {port.speed_gbps}gfull"
    wanted = f"{port.breakout or '1x'} at {port.speed_gbps} Gb/s"
    raise PlatformError(f"{platform.id}: cage {port.cage} of {port.name} cannot be used as {wanted}")


def eos_svis(view: SwitchView) -> tuple[EosSvi, ...]:
    """Return the gateways of all tenants by VLAN; packets must still fit the underlay inside a tunnel."""
    made = []
    for tenant in view.tenants:
        for segment in tenant.vlans:
            if segment.gateway:
                on_ports = [port.ip_mtu_bytes for port in view.ports if port.vlan == segment.vlan]
                mtu_bytes = min([view.mtu_bytes - VXLAN_OVERHEAD_BYTES, *on_ports])
                made.append(EosSvi(segment.vlan, segment.name, tenant.name, mtu_bytes, segment.gateway))
    for segment in view.leaf_vlans:
        mtu_bytes = min(port.ip_mtu_bytes for port in view.ports if port.vlan == segment.vlan)
        shared, gateway = bool(segment.address), segment.gateway
        gateway = bare_address(gateway) if shared else gateway
        made.append(EosSvi(segment.vlan, segment.name, "", mtu_bytes, gateway, segment.address))
    return tuple(sorted(made, key=lambda svi: svi.vlan))

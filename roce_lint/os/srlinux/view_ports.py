"""SR Linux: interfaces of a switch view, with the breakouts and MTUs that they need."""

from __future__ import annotations

from roce_lint.errors import PlatformError
from roce_lint.intent.make_lags import port_key
from roce_lint.intent.view import SwitchPortView, SwitchView
from roce_lint.model.terms import Fec
from roce_lint.os.srlinux.dialect import SrlDialect
from roce_lint.platforms.datum import SourcedValue, value_or
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.values import dataclass

FRAME_OVERHEAD_BYTES = 18
"""Ethernet header and one VLAN tag; the port MTU leaves out the frame check sequence (srl_nokia-interfaces YANG)."""

_FEC = {Fec.REED_SOLOMON: "rs-528", Fec.FIRE_CODE: "base-r", Fec.OFF: "disabled"}
"""`fec-option` (srl_nokia-interfaces YANG 25.3.1)."""

HEADER_BYTES = 14
LEAST_PORT_MTU_BYTES = 1500


@dataclass(frozen=True, slots=True)
class SrlBreakout:
    """A split cage: the parent interface, how many children, and their speed (`100G`)."""

    interface: str
    count: int
    speed: str


@dataclass(frozen=True, slots=True)
class SrlPort:
    """One Ethernet interface with its subinterface 0.

    `description` is quoted for the command line. `speed` is empty where the breakout states it. Addresses are empty
    on a bridged port. `l2_mtu_bytes` is 0 on a chassis whose subinterfaces all have that of the system. `bindings`
    names the entry of the profile in `SrlQos.profiles`.
    """

    name: str
    description: str
    speed: str
    mtu_bytes: int
    l2_mtu_bytes: int
    ip_mtu_bytes: int
    ipv4_address: str
    ipv6_address: str
    bridged: bool
    unnumbered: bool
    fec: str
    profile: str
    lag: str


@dataclass(frozen=True, slots=True)
class SrlLag:
    """One LAG to a host. `esi` and `system_id` name its Ethernet segment, empty where it ends at this switch alone."""

    name: str
    number: int
    description: str
    mtu_bytes: int
    l2_mtu_bytes: int
    profile: str
    esi: str
    system_id: str


@dataclass(frozen=True, slots=True)
class SrlLoopback:
    """A loopback subinterface with its address; `system0` is where VXLAN tunnels end."""

    interface: str
    address: str


def quoted(text: str) -> str:
    """Return a text in double quotes, as the command line wants a string with blanks."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def srl_breakouts(view: SwitchView) -> tuple[SrlBreakout, ...]:
    """Return the split cages in order of the panel."""
    found: dict[str, SrlBreakout] = {}
    for port in view.ports:
        if port.breakout:
            parent = port.name.rpartition("/")[0]
            count, _, speed = port.breakout.lower().partition("x")
            found[parent] = SrlBreakout(parent, int(count), speed.upper())
    return tuple(found[name] for name in sorted(found, key=port_key))


def srl_ports(view: SwitchView, platform: SwitchPlatform) -> tuple[SrlPort, ...]:
    """Return the ports in order of the panel. Raises PlatformError for an MTU that the chassis does not carry."""
    return tuple(_port(view, port, platform) for port in sorted(view.ports, key=lambda one: port_key(one.name)))


def _port(view: SwitchView, port: SwitchPortView, platform: SwitchPlatform) -> SrlPort:
    mtu_bytes = port_mtu_bytes(view, port.ip_mtu_bytes, platform)
    return SrlPort(
        name=port.name,
        description=quoted(port.description),
        speed="" if port.breakout else f"{port.speed_gbps}G",
        mtu_bytes=mtu_bytes,
        l2_mtu_bytes=mtu_bytes if _has_l2_mtu(platform) else 0,
        ip_mtu_bytes=port.ip_mtu_bytes,
        ipv4_address=port.ipv4_address,
        ipv6_address=port.ipv6_address,
        bridged=bool(port.vlan),
        unnumbered=port.unnumbered,
        fec=_FEC[port.fec] if port.fec else "",
        profile=port.profile,
        lag=f"lag{port.bundle}" if port.bundle else "",
    )


def srl_lags(view: SwitchView, platform: SwitchPlatform) -> tuple[SrlLag, ...]:
    """Return the LAGs by number.

    An Ethernet segment is named by the LACP system id that its leaves share (RFC 7432, section 5).
    """
    found = []
    for one in view.bundles:
        mtu_bytes = port_mtu_bytes(view, one.ip_mtu_bytes, platform)
        octets = [one.system_id[start : start + 2] for start in range(0, len(one.system_id), 2)]
        found.append(
            SrlLag(
                name=f"lag{one.number}",
                number=one.number,
                description=quoted(one.description),
                mtu_bytes=mtu_bytes,
                l2_mtu_bytes=mtu_bytes if _has_l2_mtu(platform) else 0,
                profile=one.profile,
                esi=":".join(("00", *octets, "00", "00", "00")) if octets else "",
                system_id=":".join(octets).upper(),
            )
        )
    return tuple(found)


def bridged_subinterfaces(view: SwitchView, vlan: int) -> tuple[str, ...]:
    """Return the subinterfaces of hosts in a VLAN; the ports of a LAG are in it as one."""
    alone = [port.name for port in view.ports if port.vlan == vlan and not port.bundle]
    return tuple(f"{name}.0" for name in (*alone, *(f"lag{one.number}" for one in view.bundles if one.vlan == vlan)))


def _has_l2_mtu(platform: SwitchPlatform) -> bool:
    """Say whether a bridged subinterface takes an MTU. Source: feature lists of 25.3.1, config-sub-if-l2-mtu."""
    dialect = platform.dialect
    chassis = value_or(dialect.validator_chassis, "") if isinstance(dialect, SrlDialect) else ""
    return not chassis.startswith("7220-IXR-H")


def port_mtu_bytes(view: SwitchView, ip_mtu_bytes: int, platform: SwitchPlatform) -> int:
    """Return the port MTU that carries IP packets of `ip_mtu_bytes`; a VLAN tag more where there is room for it."""
    limits = platform.mtu.port_bytes
    wanted = max(LEAST_PORT_MTU_BYTES, ip_mtu_bytes + FRAME_OVERHEAD_BYTES)
    if isinstance(limits, SourcedValue):
        if ip_mtu_bytes + HEADER_BYTES > limits.value.maximum:
            raise PlatformError(
                f"{view.name}: {platform.model} carries frames of {limits.value.maximum} bytes, too few for IP packets"
                f" of {ip_mtu_bytes}; lower the MTU"
            )
        wanted = min(wanted, limits.value.maximum)
    return wanted


def srl_loopbacks(view: SwitchView) -> tuple[SrlLoopback, ...]:
    """Return the loopbacks: VXLAN always starts from system0, so that the routing loopback moves to lo0 beside it.

    Source: srl_nokia-tunnel-interfaces YANG 25.3.1, egress source-ip use-system-ipv4-address.
    """
    if view.vtep_loopback:
        return (SrlLoopback("lo0", view.loopback), SrlLoopback("system0", view.vtep_loopback))
    return (SrlLoopback("system0", view.loopback),)

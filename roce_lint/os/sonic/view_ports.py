"""SONiC: the ports of a whole switch, those without a cable too: PORT, BREAKOUT_CFG, INTERFACE, DEVICE_NEIGHBOR."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchPortView, SwitchView
from roce_lint.os.sonic.dialect import SonicCages, SonicDialect, SonicPorts
from roce_lint.os.sonic.names import FEC_WORDS
from roce_lint.platforms.datum import SourcedValue
from roce_lint.platforms.layout import CageGroup, CageId, PortMode, parse_mode
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.values import dataclass

Table = dict[str, dict[str, str]]
"""Rows of a table of config_db by key."""

UNUSED_MTU = "9100"
FEC_FROM_GBPS = 100
LETTERS = "abcdefgh"


@dataclass(frozen=True, slots=True)
class SonicCage:
    """One cage in the mode that it is used in; `ports` are those with a cable, by child from 0."""

    number: int
    index: int
    interface: int
    first_lane: int
    lanes: int
    mode: PortMode
    breakout: str
    alias: str
    fec: str
    ports: tuple[tuple[int, SwitchPortView], ...]

    def name(self, child: int) -> str:
        """Return the name of a child."""
        return f"Ethernet{self.interface + child * self.mode.lanes}"


def sonic_cages(view: SwitchView, platform: SwitchPlatform) -> tuple[SonicCage, ...]:
    """Return all cages of the box in order. Raises PlatformError for a platform without a table of lanes."""
    ports = sku_ports(platform)
    if ports is None:
        raise PlatformError(f"{view.name}: no table says which lanes the ports of {platform.model} have")
    by_cage: dict[int, list[SwitchPortView]] = {}
    for port in view.ports:
        by_cage.setdefault(port.cage, []).append(port)
    found: list[SonicCage] = []
    for group, cages in zip(platform.cage_groups, ports.groups, strict=True):
        for place, number in enumerate(group.cages):
            index = number - 1 + ports.first_index
            found.append(_cage(group, cages, place, index, by_cage.get(number, [])))
    return tuple(found)


def _cage(group: CageGroup, cages: SonicCages, place: int, index: int, ports: list[SwitchPortView]) -> SonicCage:
    mode = _mode(group, ports[0]) if ports else parse_mode(cages.usual_mode)
    number_of = {cages.interfaces[place] + child * mode.lanes: child for child in range(mode.children)}
    return SonicCage(
        number=group.cages[place],
        index=index,
        interface=cages.interfaces[place],
        first_lane=cages.first_lanes[place],
        lanes=group.lanes,
        mode=mode,
        breakout=dict(cages.breakouts)[str(mode)],
        alias=dict(cages.aliases).get(str(mode.children), ""),
        fec=cages.fec if mode.speed_gbps >= FEC_FROM_GBPS else "",
        ports=tuple(sorted((number_of[int(port.name.removeprefix("Ethernet"))], port) for port in ports)),
    )


def _mode(group: CageGroup, port: SwitchPortView) -> PortMode:
    """Return the mode in which a port was planned: the one of its children and speed with the fewest lanes."""
    children = int(port.breakout.partition("x")[0]) if port.breakout else 1
    return min(mode for mode in group.modes if (mode.children, mode.speed_gbps) == (children, port.speed_gbps))


def port_tables(view: SwitchView, cages: tuple[SonicCage, ...]) -> dict[str, Table]:
    """Return PORT and BREAKOUT_CFG of all cages, and what belongs to ports with a cable."""
    ports: Table = {}
    for cage in cages:
        used = dict(cage.ports)
        for child in range(cage.mode.children):
            ports[cage.name(child)] = dict(_port_fields(cage, child, used.get(child)))
    routed: Table = {}
    for port in view.ports:
        if port.address:
            addresses = filter(None, (port.address, port.second_address))
            routed |= {port.name: {}} | {f"{port.name}|{address}": {} for address in addresses}
        elif port.unnumbered:
            routed[port.name] = {"ipv6_use_link_local_only": "enable"}
    loopbacks = {"Loopback0": view.loopback, "Loopback1": view.vtep_loopback}
    return {
        "PORT": ports,
        "BREAKOUT_CFG": {cage.name(0): {"brkout_mode": cage.breakout} for cage in cages},
        "INTERFACE": routed,
        "LOOPBACK_INTERFACE": {
            key: {} for name, address in loopbacks.items() if address for key in (name, f"{name}|{address}")
        },
        "DEVICE_NEIGHBOR": {
            port.name: {"name": port.peer_device, "port": port.peer_port} for port in view.ports if port.peer_port
        },
    }


def _port_fields(cage: SonicCage, child: int, port: SwitchPortView | None) -> Iterator[tuple[str, str]]:
    first = cage.first_lane + child * cage.mode.lanes
    yield "admin_status", "up" if port else "down"
    if cage.alias:
        lane = 1 + child * (cage.lanes // cage.mode.children)
        yield "alias", cage.alias.format(cage=cage.number, lane=lane, child=child + 1, letter=LETTERS[child])
    if port:
        yield "description", port.description
    if port and port.fec:
        yield "fec", FEC_WORDS[port.fec]
    elif cage.fec:
        yield "fec", cage.fec
    yield "index", str(cage.index)
    yield "lanes", ",".join(str(first + lane) for lane in range(cage.mode.lanes))
    yield "mtu", str(port.ip_mtu_bytes) if port else UNUSED_MTU
    yield "pfc_asym", "off"
    yield "speed", str(1000 * cage.mode.speed_gbps)


def interface(platform: SwitchPlatform, cage: CageId, group: CageGroup, mode: PortMode, child: int) -> str:
    """Return the name of a child of a cage: that of the cage plus the lanes before it, `Ethernet12`."""
    ports = sku_ports(platform)
    if ports is None:
        return f"Ethernet{(cage.cage - 1) * group.lanes + child * mode.lanes}"
    cages = ports.groups[platform.cage_groups.index(group)]
    return f"Ethernet{cages.interfaces[group.cages.index(cage.cage)] + child * mode.lanes}"


def sku_ports(platform: SwitchPlatform) -> SonicPorts | None:
    """Return what the hardware SKU says of ports; None for a platform without such a table."""
    dialect = platform.dialect
    if not isinstance(dialect, SonicDialect) or not isinstance(dialect.ports, SourcedValue):
        return None
    found = dialect.ports.value
    fits = [len(one.interfaces) for one in found.groups] == [len(one.cages) for one in platform.cage_groups]
    return found if fits else None


def speed(mode: PortMode) -> str:
    """Return the speed in Mb/s: `400000`. Source: sonic-port YANG, speed."""
    return str(mode.speed_gbps * 1000)


def breakout(mode: PortMode) -> str:
    """Return number and speed: `4x100G`. Source: hwsku.json and BREAKOUT_CFG."""
    return f"{mode.children}x{mode.speed_gbps}G"

"""Give both ends of every cable a port: those that the intent names first, the others by the platform's order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from roce_lint.errors import PlatformError
from roce_lint.intent.complaints import Complaints, named
from roce_lint.intent.expand_topology import Cable, Switch
from roce_lint.intent.link_wishes import Pin
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import Role
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.ports import (
    CageId,
    PortAssignment,
    PortDemand,
    PortMode,
    Purpose,
    assign_ports,
    cages_of,
    group_of,
)
from roce_lint.platforms.ports import interface_name as name_of_interface
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class PortChoice:
    """A port of a switch: its name, its cage, and how the cage is used."""

    name: str
    cage: CageId
    mode: PortMode
    child: int


Ports = dict[tuple[str, Cable], PortChoice]


def assign_all_ports(
    switches: tuple[Switch, ...],
    cables: tuple[Cable, ...],
    pins: Mapping[tuple[str, Cable], Pin],
    complaints: Complaints,
) -> Ports:
    """Return a port for each cable end on a switch; a switch that cannot serve its cables is complained about."""
    on_device: dict[str, list[Cable]] = {one.name: [] for one in switches}
    for cable in cables:
        for device in (cable.lower, cable.upper):
            if device in on_device:
                on_device[device].append(cable)
    ports: Ports = {}
    # A tier is many equal switches: what one of them gets, the others get as well.
    equal: dict[tuple[str, tuple[PortDemand, ...]], PortAssignment] = {}
    refused: dict[tuple[YamlPath, str], list[str]] = {}
    for one in switches:
        try:
            found = _assign(one, on_device[one.name], equal)
        except PlatformError as error:
            refused.setdefault((_blamed(one, str(error)), str(error)), []).append(one.name)
            continue
        _pin(one, found, pins, complaints)
        ports.update({(one.name, cable): port for cable, port in found.items()})
    for (at, message), names in refused.items():
        complaints.refuse(at, f"{named(names)}: {message}")
    return ports


def _blamed(one: Switch, message: str) -> YamlPath:
    if one.role is Role.LEAF and "(host)" in message and "(uplink)" not in message:
        return ("hosts",)
    return one.at


def _assign(
    one: Switch, cables: list[Cable], equal: dict[tuple[str, tuple[PortDemand, ...]], PortAssignment]
) -> dict[Cable, PortChoice]:
    groups: dict[tuple[Purpose, int], list[Cable]] = {}
    for cable in cables:
        groups.setdefault((_purpose(one, cable), cable.speed_gbps), []).append(cable)
    order = (Purpose.HOST, Purpose.DOWNLINK, Purpose.UPLINK)
    keys = sorted(groups, key=lambda key: (order.index(key[0]), key[1]))
    demands = tuple(PortDemand(speed, len(groups[purpose, speed]), purpose) for purpose, speed in keys)
    assignment = equal.get((one.platform.id, demands))
    if assignment is None:
        assignment = equal[one.platform.id, demands] = assign_ports(one.platform, demands)
    return {
        cable: PortChoice(port.name, port.cage, port.mode, port.child)
        for key, ports in zip(keys, assignment.demands, strict=True)
        for cable, port in zip(groups[key], ports, strict=True)
    }


def _purpose(one: Switch, cable: Cable) -> Purpose:
    if cable.lower == one.name:
        return Purpose.UPLINK
    return Purpose.HOST if cable.lower_nic else Purpose.DOWNLINK


def _pin(
    one: Switch, ports: dict[Cable, PortChoice], pins: Mapping[tuple[str, Cable], Pin], complaints: Complaints
) -> None:
    """Move the cables that have a pin on this switch to the named port; a cable that was there takes the old one."""
    held: dict[str, Pin] = {}
    for cable in list(ports):
        pin = pins.get((one.name, cable))
        if pin is None:
            continue
        if pin.port in held:
            complaints.refuse(pin.at, f"{one.name} port {pin.port} is used twice: also in {_entry(held[pin.port])}")
            continue
        held[pin.port] = pin
        wanted = _port_called(one.platform, pin.port, cable.speed_gbps)
        if isinstance(wanted, str):
            complaints.refuse(pin.at, wanted)
            continue
        holder = next((other for other, port in ports.items() if port.name == pin.port), None)
        if holder is not None and holder.speed_gbps == cable.speed_gbps:
            ports[holder], ports[cable] = ports[cable], ports[holder]
            continue
        rival = _rival(one.platform, wanted, ports.values())
        if rival:
            message = f"{one.name} {rival}, so that there is no port {pin.port} of {cable.speed_gbps}G"
            complaints.refuse(pin.at, f"{message}; choose a port of a free cage")
            continue
        ports[cable] = wanted


def _rival(platform: SwitchPlatform, wanted: PortChoice, ports: Iterable[PortChoice]) -> str:
    """Return how the other ports keep the wanted one from being there, or an empty text."""
    for port in ports:
        if port.cage == wanted.cage and port.mode != wanted.mode:
            return f"cage {wanted.cage.cage} is used as {port.mode}"
        for upper, lower in ((port, wanted), (wanted, port)):
            takes_lower = upper.mode.is_breakout and group_of(platform, upper.cage).breakout_takes_lower
            if takes_lower and lower.cage == replace(upper.cage, cage=upper.cage.cage - 1):
                return f"cage {upper.cage.cage} is broken out, which takes cage {lower.cage.cage} away"
    return ""


def _entry(pin: Pin) -> str:
    return f"links[{pin.at[1]}]"


def _port_called(platform: SwitchPlatform, name: str, speed_gbps: int) -> PortChoice | str:
    """Return the port called `name` that runs at `speed_gbps`, or why there is none."""
    speeds: set[int] = set()
    for cage in cages_of(platform):
        for mode in group_of(platform, cage).modes_of(cage.cage):
            for child in range(mode.children):
                if name_of_interface(platform, cage, mode, child).lower() == name.lower():
                    speeds.add(mode.speed_gbps)
                    if mode.speed_gbps == speed_gbps:
                        return PortChoice(name_of_interface(platform, cage, mode, child), cage, mode, child)
    if speeds:
        offered = ", ".join(f"{speed}G" for speed in sorted(speeds))
        return f"{platform.model} port {name} cannot run at {speed_gbps}G; it offers {offered}"
    first, last = cages_of(platform)[0], cages_of(platform)[-1]
    example = name_of_interface(platform, first, group_of(platform, first).native)
    final = name_of_interface(platform, last, group_of(platform, last).native)
    return f"{platform.model} has no port {name}; its ports are called {example} to {final}"


def lane_of(platform: SwitchPlatform, port: PortChoice) -> int:
    """Return the number that the port has within its cage as the OS prints it, 0 for an unbroken cage."""
    if not port.mode.is_breakout:
        return 0
    found = re.search(r"(\d+)$", port.name)
    return int(found[1]) if found else port.child + 1


def breakout_of(port: PortChoice) -> str:
    """Return the cage's breakout such as `4x100G`, empty for an unbroken cage."""
    return f"{port.mode.children}x{port.mode.speed_gbps}G" if port.mode.is_breakout else ""

"""Give both ends of every cable a port: those that the intent names first, the others by the platform's order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from roce_lint.errors import PlatformError
from roce_lint.facts.terms import Role
from roce_lint.intent.complaints import Complaints, named
from roce_lint.intent.expand_topology import TIER_KEYS, Cable, Switch
from roce_lint.intent.explain import did_you_mean
from roce_lint.intent.model import Intent
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.ports import CageId, PortDemand, PortMode, Purpose, assign_ports, cages_of, group_of
from roce_lint.platforms.ports import interface_name as name_of_interface


@dataclass(frozen=True, slots=True)
class PortChoice:
    """A port of a switch: its name, its cage, and how the cage is used."""

    name: str
    cage: CageId
    mode: PortMode
    child: int


@dataclass(frozen=True, slots=True)
class Pin:
    """A port that the intent names for one end of a cable."""

    device: str
    port: str
    at: YamlPath


Ports = dict[tuple[str, Cable], PortChoice]


def apply_link_wishes(
    intent: Intent, cables: tuple[Cable, ...], names: Iterable[str], complaints: Complaints
) -> tuple[tuple[Cable, ...], dict[tuple[str, Cable], Pin]]:
    """Return the cables with the lengths that `links` gives them, and the ports that it names.

    An entry with a port speaks of the next cable between the two devices, one without of all of them.
    """
    known = tuple(names)
    between: dict[frozenset[str], list[int]] = {}
    for index, cable in enumerate(cables):
        between.setdefault(frozenset((cable.lower, cable.upper)), []).append(index)
    changed = list(cables)
    pinned: dict[int, list[Pin]] = {}
    used: dict[frozenset[str], int] = {}
    for number, wish in enumerate(intent.links):
        at: YamlPath = ("links", number)
        ends = [(key, *_split(end)) for key, end in (("a", wish.a), ("b", wish.b))]
        unknown = [(key, device) for key, device, _ in ends if device not in known]
        for key, device in unknown:
            complaints.refuse((*at, key), f"no device is called {device!r}{did_you_mean(device, known)}")
        if unknown:
            continue
        pair = frozenset(device for _, device, _ in ends)
        chosen = _chosen(ends, between.get(pair, []), used, cables, at, complaints)
        for index in chosen:
            if wish.length is not None:
                changed[index] = replace(changed[index], length_m=wish.length)
            pins = [Pin(device, port, (*at, key)) for key, device, port in ends if port]
            pinned.setdefault(index, []).extend(pins)
    pins_of = {(pin.device, changed[index]): pin for index, pins in pinned.items() for pin in pins}
    return tuple(changed), pins_of


def _split(end: str) -> tuple[str, str]:
    device, _, port = end.partition(":")
    return device, port


def _chosen(
    ends: list[tuple[str, str, str]],
    candidates: list[int],
    used: dict[frozenset[str], int],
    cables: tuple[Cable, ...],
    at: YamlPath,
    complaints: Complaints,
) -> list[int]:
    """Return which cables one entry of `links` speaks of."""
    (_, first, first_port), (_, second, second_port) = ends
    if not candidates:
        complaints.refuse(
            at, f"the topology has no link between {first} and {second}; links only changes what is there"
        )
        return []
    for key, device, port in ends:
        nics = {cables[index].lower_nic for index in candidates if cables[index].lower == device}
        if port and nics != {""} and nics:
            candidates = [index for index in candidates if cables[index].lower_nic == port]
            if not candidates:
                message = f"{device} has no NIC {port!r} towards {second if key == 'a' else first}"
                complaints.refuse((*at, key), f"{message}{did_you_mean(port, sorted(nics))}")
            return candidates
    if not first_port and not second_port:
        return candidates
    pair = frozenset((first, second))
    position = used.get(pair, 0)
    used[pair] = position + 1
    if position >= len(candidates):
        message = (
            f"{first} and {second} have {len(candidates)} links, and this is entry {position + 1} that names a port"
        )
        complaints.refuse(at, message)
        return []
    return [candidates[position]]


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
    refused: dict[tuple[YamlPath, str], list[str]] = {}
    for one in switches:
        try:
            found = _assign(one, on_device[one.name])
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
    return ("topology", TIER_KEYS[one.role])


def _assign(one: Switch, cables: list[Cable]) -> dict[Cable, PortChoice]:
    groups: dict[tuple[Purpose, int], list[Cable]] = {}
    for cable in cables:
        groups.setdefault((_purpose(one, cable), cable.speed_gbps), []).append(cable)
    order = (Purpose.HOST, Purpose.DOWNLINK, Purpose.UPLINK)
    keys = sorted(groups, key=lambda key: (order.index(key[0]), key[1]))
    demands = [PortDemand(speed, len(groups[purpose, speed]), purpose) for purpose, speed in keys]
    assignment = assign_ports(one.platform, demands)
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
        rival = next((port for port in ports.values() if port.cage == wanted.cage and port.mode != wanted.mode), None)
        if rival is not None:
            message = f"{one.name} cage {wanted.cage.cage} is used as {rival.mode}, which has no port {pin.port}"
            complaints.refuse(pin.at, f"{message} of {cable.speed_gbps}G; choose a port of a free cage")
            continue
        ports[cable] = wanted


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

"""Give both ends of every cable a port: those that the intent names first, the others by the platform's order."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Set
from functools import cached_property, lru_cache

from roce_lint.errors import PlatformError
from roce_lint.intent.expand_topology import PlannedCable, Switch
from roce_lint.intent.faults import IntentFaults, named
from roce_lint.intent.link_entries import Pin
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import Role
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.ports import (
    CageId,
    LinkPurpose,
    PortDemand,
    PortMode,
    assign_ports,
    cage_name,
    cages_of,
    group_of,
    interface_name,
)
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class PortChoice:
    """A port of a switch: its name, its cage, and how the cage is used."""

    name: str
    cage: CageId
    mode: PortMode
    child: int


ChosenPorts = dict[tuple[str, PlannedCable], PortChoice]


def assign_all_ports(
    switches: tuple[Switch, ...],
    cables: tuple[PlannedCable, ...],
    pins: Mapping[tuple[str, PlannedCable], Pin],
    faults: IntentFaults,
) -> ChosenPorts:
    """Return a port for each cable end on a switch; a switch that cannot serve its cables is complained about."""
    on_device: dict[str, list[PlannedCable]] = {one.name: [] for one in switches}
    for cable in cables:
        for device in (cable.lower, cable.upper):
            if device in on_device:
                on_device[device].append(cable)
    ports: ChosenPorts = {}
    refused: dict[tuple[YamlPath, str], list[str]] = {}
    for one in switches:
        try:
            found = _assign(one, on_device[one.name])
        except PlatformError as error:
            refused.setdefault((_blamed(one, str(error)), str(error)), []).append(one.name)
            continue
        if pins:
            _pin(one, found, pins, _port_names(one.platform), faults)
        ports.update({(one.name, cable): port for cable, port in found.items()})
    for (at, message), names in refused.items():
        faults.refuse(at, f"{named(names)}: {message}")
    return ports


def _blamed(one: Switch, message: str) -> YamlPath:
    if one.role is Role.LEAF and "(host)" in message and "(uplink)" not in message:
        return ("hosts",)
    return one.at


def _assign(one: Switch, cables: list[PlannedCable]) -> dict[PlannedCable, PortChoice]:
    groups: dict[tuple[LinkPurpose, int], list[PlannedCable]] = {}
    for cable in cables:
        groups.setdefault((_purpose(one, cable), cable.speed_gbps), []).append(cable)
    order = (LinkPurpose.HOST, LinkPurpose.DOWNLINK, LinkPurpose.UPLINK)
    keys = sorted(groups, key=lambda key: (order.index(key[0]), key[1]))
    demands = tuple(
        PortDemand(speed, len(groups[key]), purpose, one.first_uplink if purpose is LinkPurpose.UPLINK else 0)
        for key in keys
        for purpose, speed in (key,)
    )
    assignment = assign_ports(one.platform, demands)
    return {
        cable: PortChoice(port.name, port.cage, port.mode, port.child)
        for key, ports in zip(keys, assignment.demands, strict=True)
        for cable, port in zip(groups[key], ports, strict=True)
    }


def _purpose(one: Switch, cable: PlannedCable) -> LinkPurpose:
    if cable.lower == one.name or cable.is_peer_link or cable.is_external:
        return LinkPurpose.UPLINK
    return LinkPurpose.HOST if cable.lower_nic else LinkPurpose.DOWNLINK


def _pin(
    one: Switch,
    ports: dict[PlannedCable, PortChoice],
    pins: Mapping[tuple[str, PlannedCable], Pin],
    names: _PortNames,
    faults: IntentFaults,
) -> None:
    """Move the cables that have a pin on this switch to the named port; a cable that was there takes the old one."""
    pinned = {cable: pins[one.name, cable] for cable in ports if (one.name, cable) in pins}
    # All that are to be moved leave their ports first: none of them is in the way of another.
    planned = {cable: ports.pop(cable) for cable in pinned}
    asked = {pin.port.lower() for pin in pinned.values()}
    held: dict[str, Pin] = {}
    for cable, pin in pinned.items():
        modes = [port.mode for port in (*ports.values(), planned[cable])]
        wanted = names.port(pin.port, cable.speed_gbps, asked, modes)
        if pin.port in held:
            faults.refuse(pin.at, f"{one.name} port {pin.port} is used twice: also in {_entry(held[pin.port])}")
        elif isinstance(wanted, str):
            faults.refuse(pin.at, wanted)
        else:
            _move(one, ports, cable, wanted, planned[cable], pin, faults)
        held.setdefault(pin.port, pin)


def _move(
    one: Switch,
    ports: dict[PlannedCable, PortChoice],
    cable: PlannedCable,
    wanted: PortChoice,
    old: PortChoice,
    pin: Pin,
    faults: IntentFaults,
) -> None:
    """Put a cable on its port; one that nobody pinned makes room, if its speed is that of the port left free."""
    holder = next((other for other, port in ports.items() if port.name == wanted.name), None)
    others = [port for other, port in ports.items() if other is not holder]
    if (
        holder is not None
        and holder.speed_gbps == cable.speed_gbps
        and not _rival(one.platform, old, (*others, wanted))
    ):
        ports[holder] = old
    rival = _rival(one.platform, wanted, ports.values()) or _taken(wanted, ports)
    if rival:
        message = f"{one.name} {rival}, so that there is no port {pin.port} of {cable.speed_gbps}G"
        faults.refuse(pin.at, f"{message}; choose a port of a free cage")
        return
    ports[cable] = wanted


def _taken(wanted: PortChoice, ports: Mapping[PlannedCable, PortChoice]) -> str:
    """Return who has the wanted port and cannot leave it, or an empty text."""
    holder = next((other for other, port in ports.items() if port.name == wanted.name), None)
    return f"port {wanted.name} is that of the cable to {holder.lower} {holder.upper}" if holder is not None else ""


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


class _PortNames:
    """The ways in which each port of a model can come about, by its name; worked out when it is first asked for."""

    def __init__(self, platform: SwitchPlatform) -> None:
        self._platform = platform

    @cached_property
    def _uses(self) -> Mapping[str, list[tuple[PortChoice, frozenset[str]]]]:
        found: dict[str, list[tuple[PortChoice, frozenset[str]]]] = {}
        for cage in cages_of(self._platform):
            for mode in group_of(self._platform, cage).modes_of(cage.cage):
                names = [interface_name(self._platform, cage, mode, child) for child in range(mode.children)]
                beside = frozenset(name.lower() for name in names)
                for child, name in enumerate(names):
                    found.setdefault(name.lower(), []).append((PortChoice(name, cage, mode, child), beside))
        return found

    def port(self, name: str, speed_gbps: int, pinned: Set[str], modes: Container[PortMode]) -> PortChoice | str:
        """Return the port of this name and speed, or why there is none.

        Of several ways to use its cage it is the one in which most of the `pinned` names exist, best one of `modes`.
        """
        uses = self._uses.get(name.lower(), [])
        fitting = [use for use in uses if use[0].mode.speed_gbps == speed_gbps]
        if fitting:
            return min(fitting, key=lambda use: (-len(pinned & use[1]), use[0].mode not in modes))[0]
        model = self._platform.model
        if uses:
            offered = ", ".join(f"{speed}G" for speed in sorted({choice.mode.speed_gbps for choice, _ in uses}))
            return f"{model} port {name} cannot run at {speed_gbps}G; it offers {offered}"
        first, last = cages_of(self._platform)[0], cages_of(self._platform)[-1]
        example, final = cage_name(self._platform, first), cage_name(self._platform, last)
        return f"{model} has no port {name}; its ports are called {example} to {final}"


@lru_cache(maxsize=64)
def _port_names(platform: SwitchPlatform) -> _PortNames:
    return _PortNames(platform)


def lane_of(platform: SwitchPlatform, port: PortChoice) -> int:
    """Return the number that the port has within its cage as the OS prints it, 0 for an unbroken cage."""
    if not port.mode.is_breakout:
        return 0
    found = re.search(r"(\d+)$", port.name)
    return int(found[1]) if found else port.child + 1


def breakout_of(port: PortChoice) -> str:
    """Return the cage's breakout such as `4x100G`, empty for an unbroken cage."""
    return f"{port.mode.children}x{port.mode.speed_gbps}G" if port.mode.is_breakout else ""

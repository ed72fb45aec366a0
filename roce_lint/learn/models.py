"""The model of each switch: as its configuration states it, as the user says, or the first that has its ports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache

from roce_lint.errors import PlatformError, UsageError
from roce_lint.intent.quantity import KNOWN_SPEEDS_GBPS
from roce_lint.learn.observed import Observed, ObservedCable
from roce_lint.model.device import Device
from roce_lint.model.fact import Unknown, known
from roce_lint.platforms.catalog import is_in_catalogue, platforms, switch
from roce_lint.platforms.platform import Feature, SwitchPlatform
from roce_lint.platforms.ports import PortMode, cages_of, group_of, interface_name
from roce_lint.text.natural_order import natural_order
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Model:
    """The model of a switch; `assumed` where no input names it. `modes` has how a port of each name is used."""

    platform: SwitchPlatform
    assumed: bool
    modes: Mapping[str, tuple[PortMode, ...]]


@dataclass(frozen=True, slots=True)
class WishedModel:
    """A model that the user names for switches whose names match a pattern."""

    pattern: str
    model: str


@dataclass(frozen=True, slots=True)
class Needs:
    """What a model has to have: ports, each with its speed (0 where none is stated), and tunnels if there are any."""

    system: str
    ports: tuple[tuple[str, int], ...]
    tunnels: bool


def models_of(observed: Observed, wished: Sequence[WishedModel] = ()) -> dict[str, Model]:
    """Return the model of every switch.

    Raises UsageError for a switch whose configuration names no model where no known one has its ports.
    """
    chosen: dict[Needs, SwitchPlatform] = {}
    found: dict[str, Model] = {}
    needed = needs_of(observed)
    for device in observed.switches:
        stated = _stated_platform(device, wished)
        needs = needed[device.name]
        platform = stated or chosen.get(needs)
        if platform is None:
            platform = chosen[needs] = _fitting(device, needs)
        found[device.name] = Model(platform, stated is None, port_modes(platform))
    return found


def needs_of(observed: Observed) -> dict[str, Needs]:
    """Return what each switch needs of its model."""
    ports: dict[str, set[tuple[str, int]]] = {device.name: set() for device in observed.switches}
    for cable in observed.every_cable:
        speed = stated_speed(observed, cable)
        for end in (cable.lower, cable.upper):
            if end.device in ports:
                ports[end.device].add((end.port, speed))
    return {
        device.name: Needs(device.os, tuple(sorted(ports[device.name])), bool(device.routing.tunnels))
        for device in observed.switches
    }


def _stated_platform(device: Device, wished: Iterable[WishedModel]) -> SwitchPlatform | None:
    for wish in wished:
        if fnmatchcase(device.name, wish.pattern):
            try:
                return switch(wish.model, device.os)
            except PlatformError as error:
                raise UsageError(f"--platform {wish.pattern}={wish.model}: {error}") from None
    if isinstance(device.platform, Unknown) or not is_in_catalogue(device.platform.value):
        return None
    try:
        return switch(device.platform.value, device.os)
    except PlatformError:
        return None


def _fitting(device: Device, needs: Needs) -> SwitchPlatform:
    """Return the first of the models that fit. Raises UsageError where none does."""
    found = fitting_models(needs)
    if found:
        return found[0]
    every = [one.model for one in platforms() if isinstance(one, SwitchPlatform) and one.os == device.os]
    port = max(needs.ports, default=("", 0), key=lambda port: natural_order(port[0]))
    example = f", such as {port[0]}{f' of {port[1]}G' if port[1] else ''}" if port[0] else ""
    raise UsageError(
        f"{device.name}: no file names its model, and no known {device.os} model has its ports{example};"
        f" name it with --platform {device.name}=MODEL; known are {', '.join(every)}"
    )


def fitting_models(needs: Needs) -> list[SwitchPlatform]:
    """Return the models of a system that have what is needed: those that can do PFC first, the smaller first."""
    every = [one for one in platforms() if isinstance(one, SwitchPlatform) and one.os == needs.system]
    found = [one for one in every if _has(one, needs)]
    return sorted(
        found,
        key=lambda one: (
            needs.tunnels and not (one.supports(Feature.EVPN) and one.supports(Feature.VXLAN)),
            not one.supports(Feature.PFC),
            len(cages_of(one)),
        ),
    )


def _has(platform: SwitchPlatform, needs: Needs) -> bool:
    modes = port_modes(platform)
    return all(
        name in modes and (not speed or any(mode.speed_gbps == speed for mode in modes[name]))
        for name, speed in needs.ports
    )


@cache
def port_modes(platform: SwitchPlatform) -> dict[str, tuple[PortMode, ...]]:
    """Return how each port of a model can be used, by its name; the cage's own mode comes first."""
    found: dict[str, tuple[PortMode, ...]] = {}
    for cage in cages_of(platform):
        group = group_of(platform, cage)
        modes = group.modes_of(cage.cage)
        for mode in sorted(modes, key=lambda one: one != group.native):
            for child in range(mode.children):
                name = interface_name(platform, cage, mode, child)
                found[name] = (*found.get(name, ()), mode)
    return found


def fits(observed: Observed, models: Mapping[str, Model], cable: ObservedCable) -> bool:
    """Say whether an intent can name the cable: its speed is one of Ethernet, and its switches have such ports."""
    speed = speed_of(observed, models, cable)
    switches = [end for end in (cable.lower, cable.upper) if end.device in models]
    return speed in KNOWN_SPEEDS_GBPS and all(
        any(mode.speed_gbps == speed for mode in models[end.device].modes.get(end.port, ())) for end in switches
    )


def stated_speed(observed: Observed, cable: ObservedCable) -> int:
    """Return the speed of a cable as a port or an input states it; 0 if none does."""
    for end in (cable.upper, cable.lower):
        port = observed.ports.get(end)
        if port is not None and (speed := known(port.speed_gbps, 0)):
            return speed
    return known(cable.link.speed_gbps, 0) if cable.link is not None else 0


def speed_of(observed: Observed, models: Mapping[str, Model], cable: ObservedCable) -> int:
    """Return the speed of a cable: as it is stated, else that of the port's cage by itself; 0 if neither is known."""
    if speed := stated_speed(observed, cable):
        return speed
    for end in (cable.upper, cable.lower):
        modes = models[end.device].modes.get(end.port, ()) if end.device in models else ()
        if modes:
            return modes[0].speed_gbps
    return 0

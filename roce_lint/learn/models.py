"""The model of each switch: as its configuration states it, as the user says, or the first that has its ports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

from roce_lint.errors import PlatformError, UsageError
from roce_lint.learn.observed import Observed, ObservedCable
from roce_lint.model.device import Device
from roce_lint.model.fact import Unknown, known
from roce_lint.platforms.catalog import platforms, switch
from roce_lint.platforms.platform import Feature, SwitchPlatform
from roce_lint.platforms.ports import PortMode, cages_of, group_of, interface_name
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


def models_of(observed: Observed, wished: Sequence[WishedModel] = ()) -> dict[str, Model]:
    """Return the model of every switch.

    Raises UsageError for a switch whose configuration names no model where no known one has its ports.
    """
    chosen: dict[tuple[str, tuple[str, ...]], SwitchPlatform] = {}
    modes: dict[str, Mapping[str, tuple[PortMode, ...]]] = {}
    found: dict[str, Model] = {}
    needed: dict[str, list[str]] = {}
    for end in (end for cable in observed.every_cable for end in (cable.lower, cable.upper)):
        needed.setdefault(end.device, []).append(end.port)
    for device in observed.switches:
        told = _told(device, wished)
        key = device.os, tuple(sorted(needed.get(device.name, ())))
        platform = told or chosen.get(key)
        if platform is None:
            platform = chosen[key] = _fitting(device, key[1])
        if platform.id not in modes:
            modes[platform.id] = port_modes(platform)
        found[device.name] = Model(platform, told is None, modes[platform.id])
    return found


def _told(device: Device, wished: Iterable[WishedModel]) -> SwitchPlatform | None:
    for wish in wished:
        if fnmatchcase(device.name, wish.pattern):
            try:
                return switch(wish.model, device.os)
            except PlatformError as error:
                raise UsageError(f"--platform {wish.pattern}={wish.model}: {error}") from None
    if isinstance(device.platform, Unknown):
        return None
    try:
        return switch(device.platform.value, device.os)
    except PlatformError:
        return None


def _fitting(device: Device, ports: Sequence[str]) -> SwitchPlatform:
    """Return the smallest model of the system that has all the ports, one that can do PFC before others."""
    best: list[tuple[bool, int, int, SwitchPlatform]] = []
    every = [one for one in platforms() if isinstance(one, SwitchPlatform) and one.os == device.os]
    for number, platform in enumerate(every):
        if set(ports) <= port_modes(platform).keys():
            best.append((not platform.supports(Feature.PFC), len(cages_of(platform)), number, platform))
    if best:
        return min(best, key=lambda one: one[:3])[3]
    example = f", such as {ports[0]}" if ports else ""
    known_models = ", ".join(one.model for one in every)
    raise UsageError(
        f"{device.name}: no file names its model, and no known {device.os} model has its ports{example};"
        f" name it with --platform {device.name}=MODEL; known are {known_models}"
    )


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


def speed_of(observed: Observed, models: Mapping[str, Model], cable: ObservedCable) -> int:
    """Return the speed of a cable: as a port or an input states it, else that of the port's cage; 0 if none does."""
    for end in (cable.upper, cable.lower):
        port = observed.ports.get(end)
        if port is not None and (speed := known(port.speed_gbps, 0)):
            return speed
    if cable.link is not None and (speed := known(cable.link.speed_gbps, 0)):
        return speed
    for end in (cable.upper, cable.lower):
        modes = models[end.device].modes.get(end.port, ()) if end.device in models else ()
        if modes:
            return modes[0].speed_gbps
    return 0

"""Interface names and speed keywords, in the spelling of each operating system."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from roce_lint.errors import PlatformError
from roce_lint.os.registry import switch_os
from roce_lint.platforms.layout import CageGroup, CageId, PortMode
from roce_lint.platforms.platform import SwitchPlatform


def cages_of(platform: SwitchPlatform) -> tuple[CageId, ...]:
    """Return every cage of the platform, by slot and number."""
    return tuple(
        CageId(slot, cage)
        for slot in platform.chassis.slots
        for cage in sorted(cage for group in platform.cage_groups for cage in group.cages)
    )


def group_of(platform: SwitchPlatform, cage: CageId) -> CageGroup:
    """Return the group that holds `cage`. Raises PlatformError when the platform has no such cage."""
    if cage.slot in platform.chassis.slots:
        for group in platform.cage_groups:
            if cage.cage in group.cages:
                return group
    numbers = [one.cage for one in cages_of(platform)]
    slots = platform.chassis.slots
    raise PlatformError(
        f"{platform.model} has no cage {cage.cage} in slot {cage.slot};"
        f" cages are {min(numbers)} to {max(numbers)}, slots {min(slots)} to {max(slots)}"
    )


def interface_name(platform: SwitchPlatform, cage: CageId, mode: PortMode, child: int = 0) -> str:
    """Return the name of interface number `child` (from 0) of `cage` when the cage is used as `mode`.

    Raises PlatformError for a cage, a mode or a child that does not exist.
    """
    group = group_of(platform, cage)
    if mode not in group.modes_of(cage.cage):
        allowed = ", ".join(str(one) for one in group.modes_of(cage.cage))
        raise PlatformError(f"{platform.model} cage {cage.cage} cannot be used as {mode}; it can be {allowed}")
    if not 0 <= child < mode.children:
        raise PlatformError(f"{mode} has interfaces 0 to {mode.children - 1}, not {child}")
    return switch_os(platform.os).port_names.interface(platform, cage, group, mode, child)


def cage_name(platform: SwitchPlatform, cage: CageId) -> str:
    """Return the name of the cage as a whole: the parent of its breakout children, or the first of them."""
    return interface_name(platform, cage, group_of(platform, cage).native)


def port_names(platform: SwitchPlatform, modes: Mapping[CageId, PortMode] = MappingProxyType({})) -> tuple[str, ...]:
    """Return the names of all interfaces in order; cages without an entry in `modes` are used natively."""
    names: list[str] = []
    for cage in cages_of(platform):
        mode = modes.get(cage, group_of(platform, cage).native)
        names.extend(interface_name(platform, cage, mode, child) for child in range(mode.children))
    return tuple(names)


def speed_keyword(os: str, mode: PortMode) -> str:
    """Return the word that sets the speed of an interface used as `mode`."""
    return switch_os(os).port_names.speed(mode)


def breakout_keyword(platform: SwitchPlatform, mode: PortMode) -> str:
    """Return the word that names a breakout into ports used as `mode`."""
    return switch_os(platform.os).port_names.breakout(mode)

"""Interface names and speed keywords, in the spelling of each operating system."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from roce_lint.errors import PlatformError
from roce_lint.platforms.layout import CageGroup, FixedChassis, PortMode
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True, order=True)
class CageId:
    """One cage: the slot of its line card (1 in a fixed box) and the number on the front panel."""

    slot: int
    cage: int


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

    EOS numbers the children by their first lane (`Ethernet1/1`, `/3`, `/5`, `/7` for 4x100g-2), also when there is
    only one (`Ethernet1/1`), except in a one-lane cage (`Ethernet33`). NX-OS and SR Linux count them from 1
    (`Ethernet1/1/2`, `ethernet-1/1/2`) and leave the number out for an unbroken cage.
    Raises PlatformError for a cage, a mode or a child that does not exist.
    """
    group = group_of(platform, cage)
    if mode not in group.modes_of(cage.cage):
        allowed = ", ".join(str(one) for one in group.modes_of(cage.cage))
        raise PlatformError(f"{platform.model} cage {cage.cage} cannot be used as {mode}; it can be {allowed}")
    if not 0 <= child < mode.children:
        raise PlatformError(f"{mode} has interfaces 0 to {mode.children - 1}, not {child}")
    if platform.os == "eos":
        return _eos_name(platform, cage, group, 1 + child * mode.lanes)
    if platform.os == "nxos":
        return f"Ethernet{cage.slot}/{cage.cage}" + (f"/{child + 1}" if mode.is_breakout else "")
    return f"ethernet-{cage.slot}/{cage.cage}" + (f"/{child + 1}" if mode.is_breakout else "")


def cage_name(platform: SwitchPlatform, cage: CageId) -> str:
    """Return the name of the cage as a whole: the parent of its breakout children, or the first of them on EOS."""
    return interface_name(platform, cage, group_of(platform, cage).native)


def port_names(platform: SwitchPlatform, modes: Mapping[CageId, PortMode] = MappingProxyType({})) -> tuple[str, ...]:
    """Return the names of all interfaces in order; cages without an entry in `modes` are used natively."""
    names: list[str] = []
    for cage in cages_of(platform):
        mode = modes.get(cage, group_of(platform, cage).native)
        names.extend(interface_name(platform, cage, mode, child) for child in range(mode.children))
    return tuple(names)


def speed_keyword(os: str, mode: PortMode) -> str:
    """Return the word that sets the speed of an interface used as `mode`.

    EOS writes speed and lanes from 50G on (`400g-8`, `50g-1`), below only the speed (`25g`); NX-OS Mb/s (`400000`);
    SR Linux `400G`. Sources: Arista AVD schema (interface speed), Cisco-NX-OS-device YANG (l1 speed set),
    srl_nokia-interfaces YANG (port-speed).
    """
    if os == "eos":
        return f"{mode.speed_gbps}g" if mode.speed_gbps < 50 else f"{mode.speed_gbps}g-{mode.lanes}"
    if os == "nxos":
        return str(mode.speed_gbps * 1000)
    return f"{mode.speed_gbps}G"


def breakout_keyword(platform: SwitchPlatform, mode: PortMode) -> str:
    """Return the word that names a breakout: NX-OS `100g-4x`, SR Linux `4x100G`, EOS the speed of a child.

    NX-OS wants it in `interface breakout module 1 port 1 map 100g-4x`; SR Linux as two leaves of `breakout-mode`;
    EOS has no breakout command, the speed set on the first lane makes the others appear.
    """
    if platform.os == "nxos":
        return f"{mode.speed_gbps}g-{mode.children}x"
    if platform.os == "srlinux":
        return f"{mode.children}x{mode.speed_gbps}G"
    return speed_keyword(platform.os, mode)


def _eos_name(platform: SwitchPlatform, cage: CageId, group: CageGroup, lane: int) -> str:
    slot = "" if isinstance(platform.chassis, FixedChassis) else f"{cage.slot}/"
    return f"Ethernet{slot}{cage.cage}" + (f"/{lane}" if group.lanes > 1 else "")

"""How Cisco NX-OS names ports and their speeds."""

from __future__ import annotations

from roce_lint.platforms.layout import CageGroup, CageId, PortMode
from roce_lint.platforms.platform import SwitchPlatform


def interface(platform: SwitchPlatform, cage: CageId, group: CageGroup, mode: PortMode, child: int) -> str:
    """Return the name of a child of a cage, counted from 1 (`Ethernet1/1/2`); an unbroken cage has no such number."""
    return f"Ethernet{cage.slot}/{cage.cage}" + (f"/{child + 1}" if mode.is_breakout else "")


def speed(mode: PortMode) -> str:
    """Return the speed in Mb/s: `400000`. Source: Cisco-NX-OS-device YANG, l1 speed set."""
    return str(mode.speed_gbps * 1000)


def breakout(mode: PortMode) -> str:
    """Return the word of `interface breakout module 1 port 1 map 100g-4x`."""
    return f"{mode.speed_gbps}g-{mode.children}x"

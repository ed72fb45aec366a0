"""How Cumulus Linux names ports, their speeds and breakouts."""

from __future__ import annotations

from roce_lint.platforms.layout import CageGroup, CageId, PortMode
from roce_lint.platforms.platform import SwitchPlatform


def interface(platform: SwitchPlatform, cage: CageId, group: CageGroup, mode: PortMode, child: int) -> str:
    """Return the name of a child of a cage, counted from 0 (`swp1s0`); an unbroken cage has no such number."""
    return f"swp{cage.cage}" + (f"s{child}" if mode.is_breakout else "")


def speed(mode: PortMode) -> str:
    """Return the speed: `400G`. Source: NVUE, interface link speed."""
    return f"{mode.speed_gbps}G"


def breakout(mode: PortMode) -> str:
    """Return the number of ports: `4x`. Source: NVUE, interface link breakout."""
    return f"{mode.children}x"

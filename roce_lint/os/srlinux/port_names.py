"""How Nokia SR Linux names ports and their speeds."""

from __future__ import annotations

from roce_lint.platforms.layout import CageGroup, CageId, PortMode
from roce_lint.platforms.platform import SwitchPlatform


def interface(platform: SwitchPlatform, cage: CageId, group: CageGroup, mode: PortMode, child: int) -> str:
    """Return the name of a child of a cage, counted from 1 (`ethernet-1/1/2`); an unbroken cage has no such number."""
    return f"ethernet-{cage.slot}/{cage.cage}" + (f"/{child + 1}" if mode.is_breakout else "")


def speed(mode: PortMode) -> str:
    """Return the speed: `400G`. Source: srl_nokia-interfaces YANG, port-speed."""
    return f"{mode.speed_gbps}G"


def breakout(mode: PortMode) -> str:
    """Return number and speed, `4x100G`; in the configuration they are two leaves of `breakout-mode`."""
    return f"{mode.children}x{mode.speed_gbps}G"

"""How Junos names ports, their speeds and breakouts."""

from __future__ import annotations

from roce_lint.platforms.layout import CageGroup, CageId, PortMode
from roce_lint.platforms.platform import SwitchPlatform

_OF_SPEED = {1: "ge", 10: "xe"}


def interface(platform: SwitchPlatform, cage: CageId, group: CageGroup, mode: PortMode, child: int) -> str:
    """Return the name of a child of a cage, counted from 0 (`et-0/0/1:0`); an unbroken cage has no such number.

    Source: Junos, interface naming; ports of 10 Gb/s are called xe.
    """
    kind = _OF_SPEED.get(mode.speed_gbps, "et")
    return f"{kind}-0/0/{cage.cage}" + (f":{child}" if mode.is_breakout else "")


def speed(mode: PortMode) -> str:
    """Return the speed: `400g`. Source: Juniper YANG, interfaces speed."""
    return f"{mode.speed_gbps}g"


def breakout(mode: PortMode) -> str:
    """Return number and speed, `4x100g`; in the configuration they are two statements."""
    return f"{mode.children}x{mode.speed_gbps}g"

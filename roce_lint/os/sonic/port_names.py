"""How SONiC names ports and their speeds."""

from __future__ import annotations

from roce_lint.platforms.layout import CageGroup, CageId, PortMode
from roce_lint.platforms.platform import SwitchPlatform


def interface(platform: SwitchPlatform, cage: CageId, group: CageGroup, mode: PortMode, child: int) -> str:
    """Return the name of a child of a cage: `Ethernet8` for the second cage of eight lanes."""
    per_child = group.lanes // max(mode.children, 1)
    return f"Ethernet{(cage.cage - 1) * group.lanes + child * per_child}"


def speed(mode: PortMode) -> str:
    """Return the speed in Mb/s: `400000`. Source: sonic-port YANG, speed."""
    return str(mode.speed_gbps * 1000)


def breakout(mode: PortMode) -> str:
    """Return number and speed: `4x100G`. Source: hwsku.json and BREAKOUT_CFG."""
    return f"{mode.children}x{mode.speed_gbps}G"

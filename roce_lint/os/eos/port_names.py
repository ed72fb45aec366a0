"""How Arista EOS names ports and their speeds."""

from __future__ import annotations

from roce_lint.platforms.layout import CageGroup, CageId, FixedChassis, PortMode
from roce_lint.platforms.platform import SwitchPlatform


def interface(platform: SwitchPlatform, cage: CageId, group: CageGroup, mode: PortMode, child: int) -> str:
    """Return the name of a child of a cage: it is numbered by its first lane.

    `Ethernet1/1`, `/3`, `/5`, `/7` for 4x100g-2; also where there is only one (`Ethernet1/1`), except in a one-lane
    cage (`Ethernet33`).
    """
    slot = "" if isinstance(platform.chassis, FixedChassis) else f"{cage.slot}/"
    return f"Ethernet{slot}{cage.cage}" + (f"/{1 + child * mode.lanes}" if group.lanes > 1 else "")


def speed(mode: PortMode) -> str:
    """Return speed and lanes from 50G on (`400g-8`, `50g-1`), below only the speed (`25g`).

    There is no command for a breakout: the speed of the first lane makes the others appear.
    Source: Arista AVD schema, interface speed.
    """
    return f"{mode.speed_gbps}g" if mode.speed_gbps < 50 else f"{mode.speed_gbps}g-{mode.lanes}"

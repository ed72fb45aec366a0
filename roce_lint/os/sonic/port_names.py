"""How SONiC names ports and their speeds."""

from __future__ import annotations

from roce_lint.os.sonic.dialect import SonicDialect, SonicPorts
from roce_lint.platforms.datum import Known
from roce_lint.platforms.layout import CageGroup, CageId, PortMode
from roce_lint.platforms.platform import SwitchPlatform


def interface(platform: SwitchPlatform, cage: CageId, group: CageGroup, mode: PortMode, child: int) -> str:
    """Return the name of a child of a cage: that of the cage plus the lanes before it, `Ethernet12`."""
    ports = sku_ports(platform)
    if ports is None:
        return f"Ethernet{(cage.cage - 1) * group.lanes + child * mode.lanes}"
    cages = ports.groups[platform.cage_groups.index(group)]
    return f"Ethernet{cages.interfaces[group.cages.index(cage.cage)] + child * mode.lanes}"


def sku_ports(platform: SwitchPlatform) -> SonicPorts | None:
    """Return what the hardware SKU says of ports; None for a platform without such a table."""
    dialect = platform.dialect
    if not isinstance(dialect, SonicDialect) or not isinstance(dialect.ports, Known):
        return None
    found = dialect.ports.value
    fits = [len(one.interfaces) for one in found.groups] == [len(one.cages) for one in platform.cage_groups]
    return found if fits else None


def speed(mode: PortMode) -> str:
    """Return the speed in Mb/s: `400000`. Source: sonic-port YANG, speed."""
    return str(mode.speed_gbps * 1000)


def breakout(mode: PortMode) -> str:
    """Return number and speed: `4x100G`. Source: hwsku.json and BREAKOUT_CFG."""
    return f"{mode.children}x{mode.speed_gbps}G"

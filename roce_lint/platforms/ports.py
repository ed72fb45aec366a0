"""Ports of a platform: their names, and which of them a fabric uses for what."""

from __future__ import annotations

from roce_lint.platforms.assignment import (
    AssignedPort,
    CageBreakout,
    LinkPurpose,
    PortAssignment,
    PortDemand,
    assign_ports,
    capacity,
)
from roce_lint.platforms.interface_names import (
    breakout_keyword,
    cage_name,
    cages_of,
    group_of,
    interface_name,
    port_names,
    speed_keyword,
)
from roce_lint.platforms.layout import CageGroup, CageId, PortMode, parse_mode

__all__ = [
    "AssignedPort",
    "CageBreakout",
    "CageGroup",
    "CageId",
    "LinkPurpose",
    "PortAssignment",
    "PortDemand",
    "PortMode",
    "assign_ports",
    "breakout_keyword",
    "cage_name",
    "cages_of",
    "capacity",
    "group_of",
    "interface_name",
    "parse_mode",
    "port_names",
    "speed_keyword",
]

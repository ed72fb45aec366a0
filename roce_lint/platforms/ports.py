"""Ports of a platform: their names, and which of them a fabric uses for what.

Give every demanded link a concrete interface.

Hosts and downlinks take cages from the first one up, uplinks and peer links from the last one down or from a given one
up, so that adding a link on either side moves none of the others. For one demand the cages are tried in the order of
the bandwidth they waste: an unbroken cage of exactly that speed, then breakouts that fill the cage, then unbroken cages
run slower or breakouts that leave lanes dark. Demands are served in the order given; when that does not fit, once more
with the fastest first, because slow links can be served by more cages than fast ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache

from roce_lint.errors import PlatformError
from roce_lint.platforms.datum import SourcedValue
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
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.values import dataclass


class LinkPurpose(Enum):
    """What a link is for; hosts and downlinks fill the panel from the left, uplinks and peers from the right."""

    HOST = "host"
    DOWNLINK = "downlink"
    UPLINK = "uplink"
    PEER = "peer"

    @property
    def from_first(self) -> bool:
        """Return whether ports for this purpose begin at the first cage."""
        return self in (LinkPurpose.HOST, LinkPurpose.DOWNLINK)


@dataclass(frozen=True, slots=True)
class PortDemand:
    """So many links of one speed for one purpose.

    `first_cage`: number of the cage from which on they are taken upwards, before those below it; 0 for the usual side.
    """

    speed_gbps: int
    count: int
    purpose: LinkPurpose
    first_cage: int = 0


@dataclass(frozen=True, slots=True)
class AssignedPort:
    """One interface that was given to a link; `child` counts from 0 within the cage."""

    name: str
    cage: CageId
    mode: PortMode
    child: int
    speed_gbps: int
    speed_keyword: str
    purpose: LinkPurpose


@dataclass(frozen=True, slots=True)
class CageBreakout:
    """A cage that has to be split; `parent_name` is the interface it replaces, `children` all that appear."""

    cage: CageId
    parent_name: str
    mode: PortMode
    keyword: str
    children: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PortAssignment:
    """The interfaces of each demand, in the order of the demands, and the cages that are split for them."""

    demands: tuple[tuple[AssignedPort, ...], ...]
    breakouts: tuple[CageBreakout, ...]

    @property
    def ports(self) -> tuple[AssignedPort, ...]:
        """Return the interfaces of all demands, one after the other."""
        return tuple(port for ports in self.demands for port in ports)


@lru_cache(maxsize=1024)
def assign_ports(platform: SwitchPlatform, demands: tuple[PortDemand, ...]) -> PortAssignment:
    """Return an interface for every demanded link; the same demands always give the same interfaces.

    Raises PlatformError that says how many ports of which speed are there when the demands do not fit.
    """
    last = max(cage.cage for cage in cages_of(platform))
    for demand in demands:
        if demand.first_cage > last:
            raise PlatformError(f"{platform.model} has no cage {demand.first_cage}; the last one is {last}")
        if demand.count < 0:
            raise PlatformError(f"{demand.count} {demand.purpose.value} ports are demanded; a count is 0 or more")
        if demand.count and not ways_at(platform, demand.speed_gbps):
            raise PlatformError(_explain_speed(platform, demand))
    given = range(len(demands))
    fastest_first = sorted(given, key=lambda n: -demands[n].speed_gbps)
    for order in (given, fastest_first):
        panel = _Panel(platform)
        found = {n: panel.take(demands[n]) for n in order}
        if all(len(found[n]) == demands[n].count for n in given) and panel.interfaces_fit():
            return PortAssignment(tuple(tuple(found[n]) for n in given), panel.breakouts())
    raise PlatformError(_explain_lack(platform, demands))


@lru_cache(maxsize=1024)
def ways_at(platform: SwitchPlatform, speed_gbps: int) -> tuple[tuple[CageId, PortMode], ...]:
    """Return every (cage, mode) that gives interfaces of `speed_gbps`, the least wasteful first, then by cage."""
    ways = [
        (_waste_gbps(platform, cage, mode), mode.children, cage, mode)
        for cage in cages_of(platform)
        for mode in group_of(platform, cage).modes_of(cage.cage)
        if mode.speed_gbps == speed_gbps
    ]
    return tuple((cage, mode) for _, _, cage, mode in sorted(ways))


def _in_order(ways: Iterable[tuple[CageId, PortMode]], demand: PortDemand) -> Sequence[tuple[CageId, PortMode]]:
    if demand.first_cage:
        return sorted(ways, key=lambda way: (way[0].cage < demand.first_cage, way[0]))
    return sorted(ways, reverse=not demand.purpose.from_first)


def capacity(platform: SwitchPlatform, speed_gbps: int) -> int:
    """Return how many interfaces of `speed_gbps` the empty platform can offer at most."""
    best: dict[CageId, int] = {}
    for cage, mode in ways_at(platform, speed_gbps):
        best[cage] = max(best.get(cage, 0), mode.children)
    for cage, mode in ways_at(platform, speed_gbps):
        lower = CageId(cage.slot, cage.cage - 1)
        if mode.is_breakout and group_of(platform, cage).breakout_takes_lower and best.get(lower):
            best[lower] = 0
    total = sum(best.values())
    limit = platform.max_interfaces
    return min(total, limit.value) if isinstance(limit, SourcedValue) else total


def _waste_gbps(platform: SwitchPlatform, cage: CageId, mode: PortMode) -> Fraction:
    """Return the bandwidth that stays dark for each interface of a cage used as `mode`."""
    return Fraction(group_of(platform, cage).bandwidth_gbps - mode.children * mode.speed_gbps, mode.children)


class _Panel:
    """The front panel while it fills up: which cages are free, how the others are used, which children are left."""

    def __init__(self, platform: SwitchPlatform) -> None:
        self._platform = platform
        self._free = set(cages_of(platform))
        self._modes: dict[CageId, PortMode] = {}
        self._left: dict[CageId, list[int]] = {}
        self._from_first: dict[CageId, bool] = {}

    def take(self, demand: PortDemand) -> list[AssignedPort]:
        """Return as many interfaces for `demand` as there are, at most its count."""
        taken: list[AssignedPort] = []
        self._take_left_over(demand, taken, same_side=True)
        ways = ways_at(self._platform, demand.speed_gbps)
        for _, rank in itertools.groupby(ways, key=lambda way: (_waste_gbps(self._platform, *way), way[1])):
            for cage, mode in _in_order(rank, demand):
                if len(taken) < demand.count and self._can_open(cage, mode):
                    self._open(cage, mode, demand.purpose)
                    self._take_children(cage, demand, taken)
        self._take_left_over(demand, taken, same_side=False)
        return taken

    def interfaces_fit(self) -> bool:
        """Return whether the chip can drive all interfaces of the used cages."""
        limit = self._platform.max_interfaces
        return not isinstance(limit, SourcedValue) or sum(mode.children for mode in self._modes.values()) <= limit.value

    def breakouts(self) -> tuple[CageBreakout, ...]:
        """Return the split cages in the order of the panel."""
        return tuple(
            CageBreakout(
                cage,
                cage_name(self._platform, cage),
                mode,
                breakout_keyword(self._platform, mode),
                tuple(interface_name(self._platform, cage, mode, child) for child in range(mode.children)),
            )
            for cage, mode in sorted(self._modes.items())
            if mode.is_breakout
        )

    def _take_left_over(self, demand: PortDemand, taken: list[AssignedPort], *, same_side: bool) -> None:
        for cage, mode in list(self._modes.items()):
            on_this_side = self._from_first[cage] is demand.purpose.from_first
            if mode.speed_gbps == demand.speed_gbps and on_this_side is same_side:
                self._take_children(cage, demand, taken)

    def _take_children(self, cage: CageId, demand: PortDemand, taken: list[AssignedPort]) -> None:
        mode = self._modes[cage]
        while self._left[cage] and len(taken) < demand.count:
            child = self._left[cage].pop(0)
            taken.append(
                AssignedPort(
                    interface_name(self._platform, cage, mode, child),
                    cage,
                    mode,
                    child,
                    mode.speed_gbps,
                    speed_keyword(self._platform.os, mode),
                    demand.purpose,
                )
            )

    def _can_open(self, cage: CageId, mode: PortMode) -> bool:
        lower = CageId(cage.slot, cage.cage - 1)
        return cage in self._free and not (self._takes_lower(cage, mode) and lower in self._modes)

    def _open(self, cage: CageId, mode: PortMode, purpose: LinkPurpose) -> None:
        self._free.discard(cage)
        if self._takes_lower(cage, mode):
            self._free.discard(CageId(cage.slot, cage.cage - 1))
        self._modes[cage] = mode
        self._left[cage] = list(range(mode.children))
        self._from_first[cage] = purpose.from_first

    def _takes_lower(self, cage: CageId, mode: PortMode) -> bool:
        return mode.is_breakout and group_of(self._platform, cage).breakout_takes_lower


def _explain_speed(platform: SwitchPlatform, demand: PortDemand) -> str:
    speeds = {mode.speed_gbps for group in platform.cage_groups for mode in group.modes}
    offered = ", ".join(f"{speed}G" for speed in sorted(speeds))
    return f"{platform.model} has no {demand.speed_gbps}G ports ({demand.purpose.value}); it offers {offered}"


def _explain_lack(platform: SwitchPlatform, demands: Sequence[PortDemand]) -> str:
    wanted = " and ".join(f"{d.count} x {d.speed_gbps}G ({d.purpose.value})" for d in demands if d.count)
    panel = ", ".join(
        f"{len(group.cages) * len(platform.chassis.slots)} {group.connector} cages of {group.bandwidth_gbps}G"
        for group in platform.cage_groups
    )
    alone = ", ".join(
        f"{capacity(platform, speed)} x {speed}G" for speed in sorted({d.speed_gbps for d in demands if d.count})
    )
    limit = platform.max_interfaces
    driven = f", and drives {limit.value} interfaces" if isinstance(limit, SourcedValue) else ""
    return f"{platform.model} cannot serve {wanted}: it has {panel}{driven}; for one speed alone at most {alone}"


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

"""The front panel: groups of equal cages, and the ways in which one cage can be used."""

from __future__ import annotations

import re

from roce_lint.platforms.datum import Certainty
from roce_lint.values import dataclass

_MODE = re.compile(r"(?P<children>[1-9]\d?)x(?P<speed>[1-9]\d{0,3})g-(?P<lanes>[1-9]\d?)")


@dataclass(frozen=True, slots=True, order=True)
class CageId:
    """One cage: the slot of its line card (1 in a fixed box) and the number on the front panel."""

    slot: int
    cage: int


@dataclass(frozen=True, slots=True, order=True)
class PortMode:
    """One way to use a cage: `children` interfaces of `speed_gbps`, each on `lanes` electrical lanes.

    One child means that the cage is not broken out. `str` gives the form of the data files: `4x100g-2`.
    """

    children: int
    speed_gbps: int
    lanes: int

    @property
    def is_breakout(self) -> bool:
        """Return whether the cage is split into several interfaces."""
        return self.children > 1

    def __str__(self) -> str:
        """Return the form used in the data files, such as `4x100g-2`."""
        return f"{self.children}x{self.speed_gbps}g-{self.lanes}"


def parse_mode(text: str) -> PortMode:
    """Read `4x100g-2` (children, Gb/s, lanes per child). Raises ValueError for anything else."""
    found = _MODE.fullmatch(text)
    if not found:
        raise ValueError(f"{text!r} is not a port mode; write children x speed g - lanes, such as 4x100g-2")
    return PortMode(int(found["children"]), int(found["speed"]), int(found["lanes"]))


@dataclass(frozen=True, slots=True)
class CageGroup:
    """Consecutive or listed cages that are alike.

    `modes` has the native use first, the one that uses the whole bandwidth; on a cage built for two ports it is a
    breakout. `cages` are the numbers printed on the front panel. `breakout_cages` are those
    that can be split, `breakout_takes_lower` says that splitting a cage makes the next lower one unusable.
    """

    cages: tuple[int, ...]
    connector: str
    lanes: int
    modes: tuple[PortMode, ...]
    breakout_cages: tuple[int, ...]
    breakout_takes_lower: bool
    source: str
    certainty: Certainty

    @property
    def native(self) -> PortMode:
        """Return the use the cage was built for."""
        return self.modes[0]

    def modes_of(self, cage: int) -> tuple[PortMode, ...]:
        """Return the modes that this very cage allows."""
        if cage in self.breakout_cages:
            return self.modes
        return tuple(mode for mode in self.modes if not mode.is_breakout)

    @property
    def bandwidth_gbps(self) -> int:
        """Return what the cage carries when all of it is used."""
        return self.native.children * self.native.speed_gbps


@dataclass(frozen=True, slots=True)
class FixedChassis:
    """A box whose ports are built in; its interfaces are numbered without, or with a constant, slot."""

    slots: tuple[int, ...] = (1,)


@dataclass(frozen=True, slots=True)
class ModularChassis:
    """A chassis with line cards; the catalogue describes it with `line_card` in every slot."""

    slots: tuple[int, ...]
    line_card: str
    source: str
    certainty: Certainty


Chassis = FixedChassis | ModularChassis

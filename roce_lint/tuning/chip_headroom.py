"""Headroom of a chip where no table has the speed or the cable: a formula, fitted to the tables that exist."""

from __future__ import annotations

import math
from fractions import Fraction

from roce_lint.tuning.arguments import require_not_negative, require_positive
from roce_lint.values import dataclass

CABLE_NS_PER_M = 10
"""Both ways, 5 ns/m each. Source: group index of silica fibre; the tables of Broadcom chips fit 200e6 m/s."""


@dataclass(frozen=True, slots=True)
class ChipFormula:
    """`waste * (frames + rate * (response + cable))`, the constants of one family of chips.

    `waste` is buffer over wire for the frames in flight, `frames_bytes` what cannot be stopped any more (the own and
    the peer's jumbo frame), `response_ns` the making of the pause, the coding of both ends and the peer's reaction.
    `error` says how far the formula lies from the published tables of the family.
    """

    family: str
    waste: Fraction
    frames_bytes: int
    response_ns: int
    error: str


@dataclass(frozen=True, slots=True)
class ChipTerms:
    """The terms of the sum in bytes on the wire, and their total in the buffer."""

    frames_bytes: int
    response_bytes: int
    cable_bytes: int
    xoff_bytes: int


_SMALL_FRAMES_ERROR = "median 2 %, at most 14 %, from 100G on; one vendor's tables lie up to 45 % below it"
_JERICHO_ERROR = "at most 1.1 %"


def small_frames(family: str, cell_bytes: int) -> ChipFormula:
    """Return the formula of chips for which vendors count 64-byte frames, each in a cell of its own."""
    return ChipFormula(family, Fraction(cell_bytes, 84), 19_200, 2_100, _SMALL_FRAMES_ERROR)


FORMULAS = {
    one.family: one
    for one in (
        small_frames("Tomahawk 4", 254),
        small_frames("Tomahawk 5", 254),
        small_frames("Tomahawk 6", 420),
        small_frames("Trident 4", 318),
        ChipFormula("Tomahawk 3", Fraction("1.32"), 24_100, 2_170, "0.1 % of one vendor's table"),
        ChipFormula("Tomahawk 2", Fraction("2.46"), 10_951, 3_270, "at most 5 % of one vendor's table"),
        ChipFormula("Trident 3", Fraction("3.01"), 11_058, 3_160, "at most 7 % of one vendor's table"),
        ChipFormula("Jericho 2", Fraction("1.33"), 31_400, 1_100, _JERICHO_ERROR),
        ChipFormula("Jericho 2C+", Fraction("1.33"), 31_400, 1_100, _JERICHO_ERROR),
        ChipFormula("Qumran 3D", Fraction("1.33"), 31_400, 1_100, _JERICHO_ERROR),
    )
}
"""Fitted to the tables of SONiC's sonic-buildimage; cell sizes of Broadcom chips are themselves inferred from them."""

UNKNOWN_CHIP = ChipFormula("", Fraction(2), 19_200, 2_100, "not known, since no table is published for the chip")
"""Response and frames of the chips that are known; a waste of 2, the median of published tables over the IEEE floor."""


def chip_terms(formula: ChipFormula, speed_gbps: float, length_m: float) -> ChipTerms:
    """Return the headroom of a port by the formula, and what it is made of.

    Raises ValueError for a speed that is not positive or a negative length.
    """
    require_positive("speed_gbps", speed_gbps)
    require_not_negative("length_m", length_m)
    response = Fraction(speed_gbps) * formula.response_ns / 8
    cable = Fraction(speed_gbps) * CABLE_NS_PER_M * Fraction(length_m) / 8
    total = formula.waste * (formula.frames_bytes + response + cable)
    return ChipTerms(formula.frames_bytes, math.ceil(response), math.ceil(cable), math.ceil(total))

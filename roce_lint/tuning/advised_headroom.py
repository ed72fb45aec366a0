"""The headroom to configure: the published number where there is one, else the formula of the chip, else an estimate.

`tune`, `render` and the advice of rules all take it from here, so that one cable has one number.

Headroom of a chip where no table has the speed or the cable: a formula, fitted to the tables that exist.
"""

from __future__ import annotations

import functools
import math
from enum import Enum
from fractions import Fraction

from roce_lint.tuning.arguments import require_not_negative, require_positive
from roce_lint.tuning.headroom import cell_factor, certain_floor_bytes, ieee_floor_bytes, round_up_to_cells
from roce_lint.tuning.published_headroom import SOURCE, PublishedTable, chips, published_tables, tables_of
from roce_lint.tuning.receipt import Receipt, Term
from roce_lint.tuning.spectrum_headroom import SPECTRUM, SpectrumPort, spectrum_headroom
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


SPECTRUM_FRAME_BYTES, SPECTRUM_LOSSLESS_BYTES = 9216, 4096
"""Frames that the newer Spectrum tables of SONiC count: port MTU and lossless MTU."""


USUAL_SHORTEST_M = 5
"""The shortest cable of most tables."""


SMALL_FRAMES_MARGIN = 1.15
"""The formula for 64-byte frames lies within this factor of the tables that count them."""


class Basis(Enum):
    """Where an advised headroom comes from; from the strongest to the weakest."""

    OWN_TABLE = "published for this model"
    CHIP_TABLE = "published for other switches with this chip"
    CHIP_FORMULA = "formula fitted to published tables of the chip"
    ESTIMATE = "estimate"
    IEEE_FLOOR = "IEEE floor"


@dataclass(frozen=True, slots=True)
class Hardware:
    """What headroom depends on: the chip as tables name it, the id of the model, the cell; empty and 0 if unknown."""

    chip: str = ""
    model: str = ""
    cell_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Advice:
    """Headroom of one lossless priority of one port, where it comes from, and the floors below it.

    The port resumes `xon_offset_bytes` below the pause threshold. `published_bytes` are the smallest and the largest
    number that is published for the chip at that speed and cable (of an unknown chip: for all), 0 and 0 where none is.
    """

    xoff_bytes: int
    xon_offset_bytes: int
    basis: Basis
    because: str
    terms: tuple[Term, ...]
    ieee_floor_bytes: int
    certain_floor_bytes: int
    published_bytes: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Found:
    xoff: Fraction
    basis: Basis
    because: str
    terms: tuple[Term, ...] = ()
    is_final: bool = False
    """The number is one that somebody else computed, and is not rounded up to cells."""


def chip_named(text: str) -> str:
    """Return the chip with tables that `text` names: "Tomahawk 5" for "Broadcom Tomahawk 5 (BCM78900)".

    Empty for a chip without tables.
    """
    bare = text.replace(" ", "").replace("-", "").lower()
    return next((chip for chip in chips() if chip.replace(" ", "").replace("-", "").lower() in bare), "")


def advise_headroom(
    hardware: Hardware, speed_gbps: float, length_m: float, port_mtu_bytes: int, lossless_mtu_bytes: int
) -> Advice:
    """Return the headroom to configure for a port, never less than the IEEE floor.

    The frame sizes count for the floors and the resume point; published numbers are for jumbo frames of about 9216
    bytes. Raises ValueError for negative arguments, an unknown speed, or a lossless MTU above the port's.
    """
    if lossless_mtu_bytes > port_mtu_bytes:
        raise ValueError(f"lossless_mtu_bytes is {lossless_mtu_bytes}, above port_mtu_bytes {port_mtu_bytes}")
    floor = ieee_floor_bytes(speed_gbps, length_m, port_mtu_bytes, lossless_mtu_bytes)
    found = _found(hardware, speed_gbps, length_m)
    if found.xoff < floor:
        because = f"{found.because}: {math.ceil(found.xoff)} bytes, below the IEEE floor, which counts instead"
        found = _Found(Fraction(floor), Basis.IEEE_FLOOR, because, found.terms)
    cell = hardware.cell_bytes or 1
    is_final = found.is_final and found.xoff.denominator == 1
    return Advice(
        xoff_bytes=int(found.xoff) if is_final else round_up_to_cells(found.xoff, cell),
        xon_offset_bytes=round_up_to_cells(2 * lossless_mtu_bytes, cell),
        basis=found.basis,
        because=found.because,
        terms=found.terms,
        ieee_floor_bytes=floor,
        certain_floor_bytes=certain_floor_bytes(speed_gbps, length_m, port_mtu_bytes, lossless_mtu_bytes),
        published_bytes=_published_range(hardware.chip, speed_gbps, length_m),
    )


@functools.lru_cache(maxsize=4096)
def _found(hardware: Hardware, speed_gbps: float, length_m: float) -> _Found:
    """Return the strongest number for a port, before any floor."""
    tables = tables_of(hardware.chip, speed_gbps)
    own = tuple(table for table in tables if hardware.model in table.models)
    if any(table.covers(length_m) for table in own):
        return _largest(own, length_m, Basis.OWN_TABLE)
    own_by_cable = tuple(table for table in own if table.depends_on_cable)
    if own_by_cable:
        return _extended(own_by_cable, length_m)
    generation = hardware.chip.removeprefix("Spectrum-")
    if generation != hardware.chip:
        return _spectrum(int(generation), speed_gbps, length_m)
    return _not_less_than(_of_chip(hardware, tables, speed_gbps, length_m), own)


def _of_chip(hardware: Hardware, tables: tuple[PublishedTable, ...], speed_gbps: float, length_m: float) -> _Found:
    """Return the number of other switches with the chip, or that of its formula."""
    by_cable = tuple(table for table in tables if table.depends_on_cable)
    for candidates in (by_cable, tables):
        if any(table.covers(length_m) for table in candidates):
            return _largest(candidates, length_m, Basis.CHIP_TABLE)
    return _extended(by_cable, length_m) if by_cable else _by_formula(hardware, speed_gbps, length_m)


def _largest(tables: tuple[PublishedTable, ...], length_m: float, basis: Basis) -> _Found:
    """Return the largest number of the tables that have a cable of that length, and a shorter one if any has."""
    best = max(_applicable(tables, length_m), key=lambda table: table.bytes_at(length_m))
    terms = tuple(
        Term(f"published at {metres:g} m", size, "bytes", best.name) for metres, size in _around(best, length_m)
    )
    return _Found(best.bytes_at(length_m), basis, f"{basis.value}: {best.name}", terms, is_final=True)


def _applicable(tables: tuple[PublishedTable, ...], length_m: float) -> tuple[PublishedTable, ...]:
    """Return the tables that reach as far; those that begin with longer cables only where no other does."""
    covering = tuple(table for table in tables if table.covers(length_m))
    close = tuple(table for table in covering if table.rows[0][0] <= max(length_m, USUAL_SHORTEST_M))
    return close or covering


def _around(table: PublishedTable, length_m: float) -> tuple[tuple[float, int], ...]:
    """Return the rows of a table that decide about a cable: its own, or those around it."""
    longer = next(row for row in table.rows if row[0] >= length_m)
    shorter = [row for row in table.rows if row[0] < length_m]
    return (longer,) if longer[0] == length_m or not shorter else (shorter[-1], longer)


def _extended(tables: tuple[PublishedTable, ...], length_m: float) -> _Found:
    """Return what the table of the longest cable gives, continued as its last two rows rise."""
    best = max(tables, key=lambda table: (table.longest_m, table.rows[-1][1]))
    (shorter_m, shorter), (longest_m, longest) = best.rows[-2:]
    rise = Fraction(longest - shorter) / (Fraction(longest_m) - Fraction(shorter_m))
    more = math.ceil(rise * (Fraction(length_m) - Fraction(longest_m)))
    terms = (
        Term(f"published at {longest_m:g} m", longest, "bytes", best.name),
        Term(
            "more cable",
            more,
            "bytes",
            f"{length_m - longest_m:g} m at {float(rise):.4g} bytes a metre, as the last rows",
        ),
    )
    because = f"{best.name} up to {longest_m:g} m, continued in proportion to the cable"
    return _Found(Fraction(longest + more), Basis.CHIP_FORMULA, because, terms)


def _by_formula(hardware: Hardware, speed_gbps: float, length_m: float) -> _Found:
    formula = FORMULAS.get(hardware.chip, UNKNOWN_CHIP)
    if not formula.family and hardware.cell_bytes:
        waste = cell_factor(hardware.cell_bytes)
        formula = ChipFormula("", waste, formula.frames_bytes, formula.response_ns, formula.error)
    parts = chip_terms(formula, speed_gbps, length_m)
    terms = (
        Term("frames", parts.frames_bytes, "bytes", "own and peer's jumbo frame, PFC frame, gaps"),
        Term("response", parts.response_bytes, "bytes", f"{formula.response_ns / 1000:g} us of both ends"),
        Term("cable", parts.cable_bytes, "bytes", f"round trip, {CABLE_NS_PER_M} ns/m"),
        Term("buffer per byte", float(formula.waste), "", "cells that are not full"),
    )
    basis = Basis.CHIP_FORMULA if formula.family else Basis.ESTIMATE
    because = f"{basis.value}; its error is {formula.error}"
    return _Found(Fraction(parts.xoff_bytes), basis, because, terms)


def _spectrum(generation: int, speed_gbps: float, length_m: float) -> _Found:
    port = SpectrumPort(
        SPECTRUM[generation],
        speed_gbps,
        length_m,
        port_mtu_bytes=SPECTRUM_FRAME_BYTES,
        lossless_mtu_bytes=SPECTRUM_LOSSLESS_BYTES,
    )
    because = "formula that SONiC computes this chip's headroom with, half of the packets small"
    return _Found(Fraction(spectrum_headroom(port).xoff_bytes), Basis.CHIP_FORMULA, because, is_final=True)


def _not_less_than(found: _Found, own: tuple[PublishedTable, ...]) -> _Found:
    """Return a number, or the one that the model's own tables have for a shorter cable where that is larger."""
    best = max(own, key=lambda table: table.rows[-1][1], default=None)
    if best is None or best.rows[-1][1] <= found.xoff:
        return found
    length, size = best.rows[-1]
    term = Term(f"published at {length:g} m", size, "bytes", best.name)
    return _Found(
        Fraction(size),
        Basis.OWN_TABLE,
        f"{Basis.OWN_TABLE.value} and shorter cables: {best.name}",
        (term,),
        is_final=True,
    )


@functools.lru_cache(maxsize=4096)
def _published_range(chip: str, speed_gbps: float, length_m: float) -> tuple[int, int]:
    """Return the smallest and the largest published number of a chip, or of all chips where `chip` is empty."""
    tables = tables_of(chip, speed_gbps) if chip else tuple(t for t in published_tables() if t.speed_gbps == speed_gbps)
    sizes = [table.bytes_at(length_m) for table in _applicable(tables, length_m)]
    return (math.ceil(min(sizes)), math.ceil(max(sizes))) if sizes else (0, 0)


def headroom_receipt(
    hardware: Hardware, speed_gbps: float, length_m: float, port_mtu_bytes: int, lossless_mtu_bytes: int
) -> Receipt:
    """Return `advise_headroom` with what it is made of; results are `xoff_bytes` and `xon_offset_bytes`.

    Raises ValueError as `advise_headroom` does.
    """
    advice = advise_headroom(hardware, speed_gbps, length_m, port_mtu_bytes, lossless_mtu_bytes)
    return Receipt(
        title=f"Headroom of one lossless priority: {speed_gbps:g} Gb/s, {length_m:g} m",
        terms=advice.terms,
        result=(
            Term("xoff_bytes", advice.xoff_bytes, "bytes", advice.because),
            Term("xon_offset_bytes", advice.xon_offset_bytes, "bytes", "resume this far below the xoff threshold"),
        ),
        margin=(
            Term("above IEEE floor", advice.xoff_bytes - advice.ieee_floor_bytes, "bytes", "802.1Q, full cells"),
            Term("above certain loss", advice.xoff_bytes - advice.certain_floor_bytes, "bytes", "cable and two frames"),
            *_compared(advice),
        ),
        assumptions=(*_assumptions(hardware, advice), *_small_frames(hardware, advice, speed_gbps, length_m)),
        sources=(
            SOURCE,
            "IEEE 802.3 clause 31B.3.7 and IEEE 802.1Q annex on PFC, for the floor",
            "DCQCN, SIGCOMM 2015, section 4 (resume two MTU below the xoff threshold)",
        ),
    )


def _compared(advice: Advice) -> tuple[Term, ...]:
    low, high = advice.published_bytes
    if not high:
        return ()
    whose = "other chips" if advice.basis is Basis.ESTIMATE else "the chip"
    how = f"{low:,} to {high:,} for {whose} at this speed and cable; others differ"
    return (Term("to the highest published", advice.xoff_bytes - high, "bytes", how),)


def _small_frames(hardware: Hardware, advice: Advice, speed_gbps: float, length_m: float) -> tuple[str, ...]:
    """Say what frames of 64 bytes alone would need, where the advice is clearly less and the cell is known."""
    formula = small_frames(hardware.chip, hardware.cell_bytes)
    needed = chip_terms(formula, speed_gbps, length_m).xoff_bytes
    if advice.xoff_bytes * SMALL_FRAMES_MARGIN >= needed:
        return ()
    return (f"most frames are large; if all had 64 bytes, about {needed:,} bytes would be needed",)


def _assumptions(hardware: Hardware, advice: Advice) -> tuple[str, ...]:
    frames = "jumbo frames of about 9216 bytes, as the published tables count"
    path = "no MACsec, gearbox or slow transceiver in the path"
    if advice.basis is Basis.ESTIMATE:
        chip = "the switch model is not known" if not hardware.model else "no headroom is published for this chip"
        return (f"{chip}: frames and response of chips that are published, buffer cells half full", path)
    return (frames, path)

"""Thresholds as a picture: the marking curve of a queue against xoff and headroom, and sums of bytes as bars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.report.printable import printable
from roce_lint.tuning.receipt import format_value
from roce_lint.values import dataclass

CHART_STYLE = """
.chart { --ink: #1c2733; --faint: #5b6b7a; --paper: #ffffff; --line: #90a0ae; --box: #eef2f5; --curve: #1565c0;
  --xoff: #c62828; --room: #f6c6c6; --part: #bcd7f2; font: 12px system-ui, "DejaVu Sans", Arial, sans-serif; }
@media (prefers-color-scheme: dark) { .chart { --ink: #e6edf3; --faint: #9fb0bf; --paper: #11181f; --line: #5d7080;
  --box: #22303c; --curve: #6cb6ff; --xoff: #ff6b6b; --room: #5b2a2e; --part: #234a70; } }
.chart .paper { fill: var(--paper); }
.chart text { fill: var(--ink); } .chart .faint { fill: var(--faint); } .chart .title { font-weight: bold; }
.chart .axis { stroke: var(--line); fill: none; } .chart .guide { stroke: var(--line); stroke-dasharray: 2 3; }
.chart .curve { fill: none; stroke: var(--curve); stroke-width: 2.5; }
.chart .xoff { stroke: var(--xoff); stroke-width: 2; fill: none; } .chart text.xoff { fill: var(--xoff); stroke: none; }
.chart .room { fill: var(--room); } .chart .part { fill: var(--part); stroke: var(--paper); }
.chart .stage { fill: var(--box); stroke: var(--line); stroke-width: 1.5; }
.chart .default { stroke-dasharray: 5 3; } .chart .unknown { stroke-dasharray: 1 3; fill: none; }
.chart .arrow { stroke: var(--line); stroke-width: 1.5; fill: none; } .chart .head { fill: var(--line); }
"""
"""Colours for light and dark screens; what is a default or not known differs in the line around it, too."""

WIDTH = 600
_LEFT = 56
_RIGHT = 20
_LETTER = 6.4
"""Width of a letter of 12 px, a little more than usual fonts take."""


@dataclass(frozen=True, slots=True)
class Guide:
    """A threshold on the axis of bytes: its name, its value, and whether it is an xoff threshold."""

    name: str
    value: Fact[int]
    is_xoff: bool = False


def svg(height: float, title: str, parts: Iterable[str], *, alone: bool = False) -> str:
    """Return a picture of the usual width; `alone`: a file of its own, with its style."""
    style = f"<style>{CHART_STYLE}</style>" if alone else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-label="{label(title)}">{style}<rect class="paper" width="{WIDTH}" height="{height:.0f}"/>'
        f"{''.join(parts)}</svg>"
    )


def label(words: str) -> str:
    """Return words escaped for SVG."""
    return escape(printable(words))


def size(value: float) -> str:
    """Return bytes as people say them, in units of 1000."""
    for unit, worth in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if abs(value) >= worth:
            return f"{value / worth:.4g} {unit}"
    return f"{value:.0f} bytes"


def size_text(fact: Fact[int]) -> str:
    """Return a size as it is known: a default in brackets, a question mark for what is not known."""
    match fact:
        case Stated(value, _):
            return size(value)
        case Default(value, _, _):
            return f"[{size(value)}]"
        case Unknown():
            return "?"


def words_at(
    x: float, y: float, words: str, kind: str = "", anchor: str = "start", because: str = "", width: int = 0
) -> str:
    """Return text at a place, set to fill a width if one is given; `because` is shown when it is pointed at."""
    hint = f"<title>{label(because)}</title>" if because else ""
    marked = f' class="{kind}"' if kind else ""
    fitted = f' textLength="{width}" lengthAdjust="spacingAndGlyphs"' if width else ""
    return f'<text{marked} x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}"{fitted}>{label(words)}{hint}</text>'


def wrapped(words: str, columns: int = 88) -> list[str]:
    """Return words in lines of at most so many letters."""
    # Most reports hold no pictures.
    import textwrap

    return textwrap.wrap(printable(words), columns)


def because_of(fact: Fact[object]) -> str:
    """Return why a fact is what it is, empty where a line states it."""
    match fact:
        case Default(_, _, because):
            return f"Default: {because}"
        case Unknown(because, _):
            return f"Not known: {because}"
        case Stated():
            return ""


_BREAK_FROM = 3
"""So many times Kmax, an xoff threshold would press the curve against the axis: the axis is broken between them."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Bytes from left to right; behind `break_at` (0: nowhere) it goes on at `again_at`, in another scale."""

    end: float
    break_at: float = 0
    again_at: float = 0

    @property
    def gap(self) -> float:
        """Return where the line is broken."""
        return _LEFT + 0.66 * (WIDTH - _LEFT - _RIGHT)

    def across(self, value: float) -> float:
        """Return the place of a value."""
        wide = WIDTH - _LEFT - _RIGHT
        if not self.break_at:
            return _LEFT + wide * value / self.end
        if value <= self.break_at:
            return _LEFT + 0.64 * wide * value / self.break_at
        return _LEFT + 0.68 * wide + 0.32 * wide * (value - self.again_at) / (self.end - self.again_at)


def _axis(furthest: float, kmax: Fact[int], xoff: float, room: float) -> Axis:
    bend = 0 if isinstance(kmax, Unknown) else kmax.value
    span = room or xoff * 0.2
    if bend and xoff > _BREAK_FROM * bend and furthest <= xoff + room and xoff - span > 1.3 * bend:
        return Axis(xoff + 1.5 * span, 1.3 * bend, xoff - span)
    return Axis(furthest * 1.12)


def curve_chart(
    top: float, curve: tuple[Fact[int], Fact[int], Fact[float]], guides: Sequence[Guide], headroom: Fact[int]
) -> tuple[list[str], float]:
    """Return the marking curve (Kmin, Kmax, Pmax) with thresholds on one axis of bytes, and the height it takes.

    Behind the xoff threshold stands the headroom. What is not known is left out here, and named by the caller.
    """
    kmin, kmax, pmax = curve
    bounds = [Guide("Kmin", kmin), Guide("Kmax", kmax), *guides]
    placed = [(guide, guide.value.value) for guide in bounds if not isinstance(guide.value, Unknown)]
    xoff = next((value for guide, value in placed if guide.is_xoff), 0)
    room = headroom.value if xoff and not isinstance(headroom, Unknown) else 0
    axis = _axis(max([value for _, value in placed] + [xoff + room, 1]), kmax, xoff, room)
    base, high = top + 130, 110.0
    parts = []
    if room:
        wide = max(axis.across(xoff + room) - axis.across(xoff), 3)
        parts.append(
            f'<rect class="room" x="{axis.across(xoff):.1f}" y="{base - high:.0f}" width="{wide:.1f}" '
            f'height="{high:.0f}"><title>Headroom {size(room)}</title></rect>'
        )
    parts.append(f'<path class="axis" d="M{_LEFT} {base - high - 6:.0f}V{base:.0f}H{WIDTH - _RIGHT}"/>')
    parts.append(words_at(_LEFT - 6, base - high + 4, "100 %", "faint", "end"))
    parts.append(words_at(_LEFT - 6, base, "0", "faint", "end"))
    if not any(isinstance(fact, Unknown) for fact in curve):
        parts += _curve(kmin, kmax, pmax, axis, base, high)
    parts += _gap(axis, base, high)
    for guide, value in placed:
        kind = "xoff" if guide.is_xoff else "guide"
        parts.append(f'<path class="{kind}" d="M{axis.across(value):.1f} {base - high - 6:.0f}V{base + 5:.0f}"/>')
    rows = _labels([(axis.across(value), guide) for guide, value in placed])
    parts += [
        words_at(x, base + 19 + 15 * row, words, "xoff" if guide.is_xoff else "", "start", because_of(guide.value))
        for x, row, words, guide in rows
    ]
    return parts, base + 24 + 15 * max((row for _, row, _, _ in rows), default=0) - top


def _gap(axis: Axis, base: float, high: float) -> Iterator[str]:
    """Yield what breaks the lines where the scale changes."""
    if axis.break_at:
        x = axis.gap
        yield f'<rect class="paper" x="{x - 4:.0f}" y="{base - high - 8:.0f}" width="8" height="{high + 14:.0f}"/>'
        for at in (base, base - high):
            yield f'<path class="axis" d="M{x - 7:.0f} {at + 5:.0f}l6 -10M{x + 1:.0f} {at + 5:.0f}l6 -10"/>'


def _curve(kmin: Fact[int], kmax: Fact[int], pmax: Fact[float], axis: Axis, base: float, high: float) -> Iterator[str]:
    """Yield the curve: nothing below Kmin, Pmax at Kmax, all above it; and Pmax at its height."""
    low, far, share = known(kmin, 0), known(kmax, 0), known(pmax, 0.0)
    if low > far:
        # No curve at all: a rule says so, and a line backwards would look like one.
        return
    at = base - high * share / 100
    rise = f"H{axis.across(low):.1f}L{axis.across(far):.1f} {at:.1f}V{base - high:.1f}"
    yield (
        f'<path class="curve" d="M{axis.across(0):.1f} {base:.1f}{rise}H{WIDTH - _RIGHT}">'
        "<title>Marking probability by queue depth</title></path>"
    )
    if 8 < high * share / 100 < high - 8:
        yield words_at(_LEFT - 6, at + 4, f"{share:g} %", "faint", "end")


def _labels(places: Sequence[tuple[float, Guide]]) -> list[tuple[float, int, str, Guide]]:
    """Return where the name of each threshold stands: below the axis, in as many rows as keep them apart."""
    ends: list[float] = []
    found = []
    for x, guide in sorted(places, key=lambda place: place[0]):
        words = f"{guide.name} {size_text(guide.value)}"
        wide = len(words) * _LETTER
        left = min(max(x - wide / 2, 4), WIDTH - wide - 4)
        row = next((number for number, end in enumerate(ends) if end < left), len(ends))
        ends[row : row + 1] = [left + wide + 8]
        found.append((left, row, words, guide))
    return found


@dataclass(frozen=True, slots=True)
class BarPart:
    """One part of a bar, in bytes."""

    name: str
    value: float


def sum_bar(top: float, title: str, parts: Sequence[BarPart], marks: Sequence[BarPart] = ()) -> tuple[list[str], float]:
    """Return parts one behind the other on a scale of bytes, marks at their places, a list, and the height it takes."""
    whole = sum(part.value for part in parts)
    scale = (WIDTH - 2 * _RIGHT) / (max([whole, *(mark.value for mark in marks)]) * 1.02 or 1)
    drawn = [words_at(_RIGHT, top + 14, title, "title")]
    x = float(_RIGHT)
    for number, part in enumerate(parts, 1):
        wide = part.value * scale
        drawn.append(
            f'<rect class="part" x="{x:.1f}" y="{top + 24:.0f}" width="{max(wide, 1):.1f}" height="28">'
            f"<title>{label(f'{part.name}: {format_value(part.value)} bytes')}</title></rect>"
        )
        if wide > 24:
            drawn.append(words_at(x + 8, top + 42, str(number)))
        x += wide
    for letter, mark in zip("abcdefgh", marks, strict=False):
        at = _RIGHT + mark.value * scale
        drawn.append(f'<path class="xoff" d="M{at:.1f} {top + 20:.0f}V{top + 56:.0f}"/>')
        drawn.append(words_at(at + 4, top + 42, letter, "xoff"))
    y = top + 72
    for number, part in enumerate(parts, 1):
        drawn.append(words_at(_RIGHT, y, f"{number} = {part.name}: {format_value(round(part.value))} bytes"))
        y += 16
    for letter, mark in zip("abcdefgh", marks, strict=False):
        drawn.append(words_at(_RIGHT, y, f"{letter} = {mark.name}: {format_value(round(mark.value))} bytes", "xoff"))
        y += 16
    return drawn, y - top

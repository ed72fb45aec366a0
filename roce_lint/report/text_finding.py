"""One finding as lines for a person: what is wrong, the line, the other end of the cable, why, and the remedy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, takewhile, zip_longest

from roce_lint.judge.finding import CAUSED, Finding, FindingPlace
from roce_lint.judge.rule import Severity
from roce_lint.report.cable_ends import CableEnds
from roce_lint.report.findings_by_line import joined_names
from roce_lint.report.material import Material, quote_lines
from roce_lint.report.printable import columns, cut, printable
from roce_lint.text.counting import counted
from roce_lint.values import dataclass

PLACES_SHOWN = 5
RELATED_SHOWN = 12
STEPS_SHOWN = 12
CODES_SHOWN = 8
"""A report for reading names a few places and counts the rest; JSON has them all."""
FIX_LINES_SHOWN = 4
MOST_FIX_LINES = 60
_LINES_SHOWN = 6
_LONGEST_LINE = 160
_TAB = 4

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line; `style` is a rich style, empty for plain."""

    text: str
    style: str = ""


StyledLine = tuple[Span, ...]


def _wrapped(text: str, width: int) -> list[str]:
    # Only terminals have a width.
    import textwrap

    return textwrap.wrap(text, width, break_on_hyphens=False)


@dataclass(frozen=True, slots=True)
class FindingWriter:
    """Writes findings with their lines; `width` 0 leaves lines as they are."""

    quoted: Mapping[tuple[str, int], str]
    ends: CableEnds
    width: int

    @classmethod
    def of(cls, findings: Sequence[Finding], material: Material, width: int) -> FindingWriter:
        """Return a writer that has looked up the lines that these findings show."""
        ends = CableEnds.of(findings, material)
        return cls(quote_lines(material.texts, lines_shown(findings, ends)), ends, width)

    def brief(self, findings: Sequence[Finding]) -> Iterator[StyledLine]:
        """Yield the lines of findings of one rule with one remedy: where, why, the fix, and how many follow from it."""
        first = findings[0]
        yield from self._heading(first)
        if len(findings) == 1:
            yield from self._paragraph("", f"{joined_names(_in_first_file(first), 1)}: {first.message}".lstrip(": "))
            yield from self._lines_at_issue(first, with_carets=False)
        for finding in findings[:PLACES_SHOWN] if len(findings) > 1 else ():
            names = joined_names(finding.places, 1)
            yield from self._paragraph(
                "", f"{_spot(finding.place.path, finding.place.line)}: {names}: {finding.message}"
            )
        yield from _rest(len(findings) - PLACES_SHOWN)
        yield from self._paragraph("why: ", first.why)
        yield from _fix(first, FIX_LINES_SHOWN)
        yield from self._way(first)
        if len(findings) == 1:
            yield from self._places(first.places[len(_in_first_file(first)) :], fewest=1)
        if first.consequences or first.waiting:
            yield from self._paragraph("", _what_depends(first))

    def line(self, findings: Sequence[Finding]) -> StyledLine:
        """Return one line on findings of one rule with one remedy."""
        first = findings[0]
        names = joined_names([place for finding in findings for place in finding.places], 1)
        more = f" ({len(findings)} findings)" if len(findings) > 1 else ""
        text = printable(f"{names}: {first.message}{more}".lstrip(": "))
        room = (self.width or _LONGEST_LINE) - 20
        return (
            Span(f"  {first.severity.value:<8}", _STYLES[first.severity]),
            Span(f"{first.code:<9} {cut(text, max(room, 20))}"),
        )

    def _heading(self, finding: Finding) -> Iterator[StyledLine]:
        spot = _spot(finding.place.path, finding.place.line)
        yield (
            Span(f"{spot}: ", "bold"),
            Span(finding.severity.value, _STYLES[finding.severity]),
            Span(f" {finding.code} {finding.rule}"),
        )

    def block(self, finding: Finding) -> Iterator[StyledLine]:
        """Yield the lines of one finding, with all that is known of it."""
        yield from self._heading(finding)
        yield from self._paragraph("", _named(finding.place, finding.message))
        yield from self._lines_at_issue(finding)
        yield from self._paragraph("why: ", finding.why)
        yield from _fix(finding)
        yield from self._way(finding)
        for related in finding.related[:RELATED_SHOWN]:
            yield from self._paragraph("see: ", f"{_spot(related.path, related.line)}: {related.message}")
        yield from _rest(len(finding.related) - RELATED_SHOWN)
        yield from self._places(finding.places)
        if finding.waiting:
            yield from self._paragraph("", waiting_line(finding))

    def _paragraph(self, label: str, text: str) -> Iterator[StyledLine]:
        """Yield text behind its label, wrapped below itself."""
        shown = printable(text)
        room = self.width - 2 - len(label)
        lines = _wrapped(shown, room) if self.width else [shown]
        for index, line in enumerate(lines or [""]):
            start = f"  {label}" if index == 0 else " " * (2 + len(label))
            yield (Span(start + line),) if not label else (Span(start, "dim"), Span(line))

    def _way(self, finding: Finding) -> Iterator[StyledLine]:
        for number, step in enumerate(finding.steps[:STEPS_SHOWN], 1):
            words = f"{number}. {_spot(step.path, step.line)}: {step.message}"
            yield from self._paragraph("way: " if number == 1 else "     ", words)
        yield from _rest(len(finding.steps) - STEPS_SHOWN)

    def _lines_at_issue(self, finding: Finding, *, with_carets: bool = True) -> Iterator[StyledLine]:
        """Yield the line where to fix, and beside or below it the line at the other end of the cable."""
        here = self._excerpt(finding.place.path, finding.place.line, _STYLES[finding.severity])
        here = here if with_carets else here[:1]
        end = self.ends.other_end(finding)
        if end is None:
            yield from here
            return
        title = (Span(f"  the other end, {printable(str(end.port))}, {_spot(end.path, end.line)}", "dim"),)
        excerpt = self._excerpt(end.path, end.line, "cyan")
        there = [title, *(excerpt if with_carets else excerpt[:1])]
        left = max((_length(line) for line in here), default=0)
        right = max(_length(line) for line in there)
        if here and self.width >= left + 3 + right:
            beside: list[StyledLine] = [(), *here]
            for one, other in zip_longest(beside, there, fillvalue=()):
                yield (*one, Span(" " * (left + 3 - _length(one))), *other)
            return
        yield from (*here, *there)

    def _excerpt(self, path: str, line: int, style: str) -> list[StyledLine]:
        """Return a line of a file with its number, and carets below what it says; nothing if it is not at hand."""
        raw = self.quoted.get((path, line), "").expandtabs(_TAB).rstrip()
        if not raw.strip():
            return []
        indent = len(raw) - len(raw.lstrip())
        room = (self.width or _LONGEST_LINE) - 12
        text = cut(printable(raw[: room + indent + _LONGEST_LINE].lstrip()), max(room - min(indent, room // 2), 20))
        margin = " " * min(indent, room // 2)
        return [
            (Span(f"  {line:>6} | ", "dim"), Span(margin + text)),
            (Span("         | ", "dim"), Span(margin + "^" * columns(text), style)),
        ]

    def _places(self, places: Sequence[FindingPlace], *, fewest: int = 2) -> Iterator[StyledLine]:
        """Yield where else the finding holds, one line for each device; nothing for fewer places than `fewest`."""
        if len(places) < fewest:
            return
        groups = [tuple(group) for _, group in groupby(places, key=lambda place: (place.path, place.device))]
        for group in groups[:PLACES_SHOWN]:
            lines = list(dict.fromkeys(place.line for place in group))
            others = ", ".join(str(line) for line in lines[1:_LINES_SHOWN])
            more = ", ..." if len(lines) > _LINES_SHOWN else ""
            spot = _spot(group[0].path, group[0].line) + (f" ({others}{more})" if others else "")
            yield from self._paragraph("at:  ", f"{spot}: {joined_names(group, PLACES_SHOWN)}")
        yield from _rest(sum(len(group) for group in groups[PLACES_SHOWN:]))


def _what_depends(finding: Finding) -> str:
    """Return how many other findings follow from one, and how many checks cannot be made before it is fixed."""
    followers = [one.message.removeprefix(CAUSED).split()[0] for one in finding.consequences]
    parts = []
    if followers:
        verb = "follows" if len(followers) == 1 else "follow"
        codes = ", ".join(dict.fromkeys(followers))
        parts.append(f"{counted(len(followers), 'other finding')} {verb} from it ({codes})")
    waiting = len({check.code for check in finding.waiting} - set(followers))
    if waiting:
        parts.append(f"{counted(waiting, 'check')} {'waits' if waiting == 1 else 'wait'} for it")
    return f"fix this first: {' and '.join(parts)}"


def _fix(finding: Finding, most: int = MOST_FIX_LINES) -> Iterator[StyledLine]:
    """Yield the fix; where few lines are shown, where its values come from is left out."""
    lines = [line for line in finding.fix.splitlines() if most == MOST_FIX_LINES or not line.startswith("(as ")]
    for index, line in enumerate(lines[:most]):
        yield Span("  fix: " if index == 0 else "       ", "dim"), Span(printable(line))
    if len(lines) > most:
        yield (Span(f"       and {len(lines) - most} more lines", "dim"),)


def _in_first_file(finding: Finding) -> tuple[FindingPlace, ...]:
    """Return the places up to the first in another file or on another device."""
    first = finding.place
    return tuple(takewhile(lambda one: (one.path, one.device) == (first.path, first.device), finding.places))


def waiting_line(finding: Finding) -> str:
    """Return how many checks wait for a fault to be fixed, and the codes of the first of them."""
    codes = [check.code for check in finding.waiting]
    named = ", ".join(codes[:CODES_SHOWN]) + (", ..." if len(codes) > CODES_SHOWN else "")
    return f"fix this first: {counted(len(codes), 'check')} {'waits' if len(codes) == 1 else 'wait'} for it ({named})"


def lines_shown(findings: Iterable[Finding], ends: CableEnds) -> set[tuple[str, int]]:
    """Return the lines that are quoted: the first place of each finding, and the other end of its cable."""
    wanted: set[tuple[str, int]] = set()
    for finding in findings:
        if not concerns_file(finding.place):
            wanted.add((finding.place.path, finding.place.line))
        end = ends.other_end(finding)
        if end is not None:
            wanted.add((end.path, end.line))
    return wanted


def concerns_file(place: FindingPlace) -> bool:
    """Return whether a place is a whole device: it stands at line 1, which says nothing about it."""
    return place.line <= 1 and not place.object


def _named(place: FindingPlace, message: str) -> str:
    """Return the message with the name of what it is about."""
    name = " ".join(part for part in (place.device, place.object) if part)
    return f"{name}: {message}" if name else message


def _rest(count: int) -> Iterator[StyledLine]:
    """Yield how many more there are, if any."""
    if count > 0:
        yield (Span(f"       and {count} more", "dim"),)


def _spot(path: str, line: int) -> str:
    """Return `path:line`, or the path alone for a whole file."""
    return printable(f"{path}:{line}" if line else path or "(no file)")


def _length(line: StyledLine) -> int:
    return sum(columns(span.text) for span in line)

"""The report for a person at a terminal: one block for each finding, then a summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TextIO

from roce_lint.lint.finding import DomainInForce, ExcuseKind, Finding, Place, Report
from roce_lint.lint.rule import Severity
from roce_lint.report.material import NOTHING_MORE, Material
from roce_lint.report.printable import printable

PLACES_SHOWN = 5
RELATED_SHOWN = 5
STEPS_SHOWN = 12
"""A report for reading names a few places and counts the rest; JSON has them all."""

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line; `style` is a rich style, empty for plain."""

    text: str
    style: str = ""


def text_report(report: Report, material: Material = NOTHING_MORE) -> str:
    """Return the report as plain text with a newline at its end."""
    return "".join("".join(span.text for span in line) + "\n" for line in report_lines(report))


def print_report(report: Report, stream: TextIO, material: Material = NOTHING_MORE) -> None:
    """Write the report, in colour when the stream is a terminal."""
    if not stream.isatty():
        stream.write(text_report(report))
        return
    from rich.console import Console  # 40 ms, needed at a terminal only
    from rich.text import Text

    console = Console(file=stream, highlight=False, soft_wrap=True)
    for line in report_lines(report):
        console.print(Text.assemble(*((span.text, span.style) for span in line)))


def report_lines(report: Report) -> Iterator[tuple[Span, ...]]:
    """Yield the lines of the report as styled pieces; no piece holds a control character."""
    for finding in report.open_findings:
        yield from _finding(finding)
        yield ()
    for problem in sorted(report.inputs.unreadable, key=str):
        yield Span("cannot be read: ", "bold red"), Span(printable(str(problem)))
    yield from _undecided(report)
    if report.profile.id:
        yield (Span(printable(f"Profile: {report.profile.id} ({report.profile.name}), {report.profile.how}")),)
    if report.domain.ports:
        yield (Span(printable(domain_line(report.domain))),)
    yield (Span(summary_line(report), "bold"),)


def domain_line(domain: DomainInForce) -> str:
    """Return how many ports RoCE crosses, and who says so."""
    return f"RoCE domain: {domain.inside} of {_plural(domain.ports, 'port')}, {domain.how}"


def summary_line(report: Report) -> str:
    """Return the counts in one sentence."""
    findings = ", ".join(_plural(report.count(severity), severity.value) for severity in Severity)
    waived = report.excused(ExcuseKind.WAIVER, ExcuseKind.TOKEN, ExcuseKind.SETTINGS)
    known = report.excused(ExcuseKind.BASELINE)
    asides = [
        f"{waived} waived" if waived else "",
        f"{known} in the baseline" if known else "",
        f"{report.undetermined} undetermined" if report.undetermined else "",
        f"{_plural(len(report.unread), 'line')} not understood" if report.unread else "",
        f"{_plural(len(report.inputs.skipped), 'file')} skipped" if report.inputs.skipped else "",
        f"{_plural(len(report.inputs.unreadable), 'file')} not readable" if report.inputs.unreadable else "",
    ]
    aside = ", ".join(part for part in asides if part)
    seen = f"{_plural(len(report.inputs.devices), 'device')} in {_plural(len(report.inputs.files), 'file')}"
    return f"{seen}: {findings}" + (f" ({aside})" if aside else "")


def _plural(count: int, noun: str) -> str:
    """Return `1 file` or `2 files`; info has no plural."""
    return f"{count} {noun}" if count == 1 or noun == Severity.INFO.value else f"{count} {noun}s"


def _finding(finding: Finding) -> Iterator[tuple[Span, ...]]:
    """Yield the block of one finding."""
    spot = _spot(finding.place.path, finding.place.line)
    yield (
        Span(f"{spot}: ", "bold"),
        Span(finding.severity.value, _STYLES[finding.severity]),
        Span(f" {finding.code} {finding.rule}"),
    )
    yield (Span(f"  {printable(_named(finding.place, finding.message))}"),)
    yield Span("  why: ", "dim"), Span(printable(finding.why))
    for index, line in enumerate(finding.fix.splitlines()):
        yield Span("  fix: " if index == 0 else "       ", "dim"), Span(printable(line))
    for number, step in enumerate(finding.steps[:STEPS_SHOWN], 1):
        words = f"{number}. {_spot(step.path, step.line)}: {step.message}"
        yield Span("  way: " if number == 1 else "       ", "dim"), Span(printable(words))
    yield from _rest(len(finding.steps) - STEPS_SHOWN)
    for related in finding.related[:RELATED_SHOWN]:
        spot = _spot(related.path, related.line)
        yield Span("  see: ", "dim"), Span(printable(f"{spot}: {related.message}"))
    yield from _rest(len(finding.related) - RELATED_SHOWN)
    yield from _places(finding.places)


def _named(place: Place, message: str) -> str:
    """Return the message with the name of what it is about."""
    name = " ".join(part for part in (place.device, place.object) if part)
    return f"{name}: {message}" if name else message


def _places(places: Sequence[Place]) -> Iterator[tuple[Span, ...]]:
    """Yield where else the finding holds; places that one line settles are told together."""
    if len(places) < 2:
        return
    spots = [(spot, tuple(group)) for spot, group in groupby(places, key=lambda place: (place.path, place.line))]
    shown = 0
    for (path, line), group in spots[:PLACES_SHOWN]:
        names = [" ".join(part for part in (place.device, place.object) if part) for place in group]
        more = f" and {len(names) - PLACES_SHOWN} more" if len(names) > PLACES_SHOWN else ""
        text = f"{_spot(path, line)}: {', '.join(names[:PLACES_SHOWN])}{more}"
        yield Span("  at:  ", "dim"), Span(printable(text))
        shown += len(group)
    yield from _rest(len(places) - shown)


def _rest(count: int) -> Iterator[tuple[Span, ...]]:
    """Yield how many more there are, if any."""
    if count > 0:
        yield (Span(f"       and {count} more", "dim"),)


def _spot(path: str, line: int) -> str:
    """Return `path:line`, or the path alone for a whole file."""
    return printable(f"{path}:{line}" if line else path or "(no file)")


def _undecided(report: Report) -> Iterator[tuple[Span, ...]]:
    """Yield how often each rule could not tell, and how often it was left out because of a worse fault."""
    for coverage in report.coverage:
        parts = []
        if coverage.undetermined:
            parts.append(f"could not tell for {coverage.undetermined} of {coverage.judged}")
        if coverage.suppressed:
            parts.append(f"{coverage.suppressed} of {coverage.judged} rest on another fault")
        if parts:
            yield (Span(f"{coverage.code} {coverage.rule}: {', '.join(parts)}", "dim"),)

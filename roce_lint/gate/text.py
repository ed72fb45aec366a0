"""The verdict for a person at a terminal: meaning first, then findings, then a line that sums it up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from roce_lint.gate.cost import cost_lines
from roce_lint.gate.meaning.change import Change, ChangedPlace, Direction
from roce_lint.gate.verdict import GateVerdict
from roce_lint.judge.finding import Finding, in_reading_order
from roce_lint.judge.rule import Severity
from roce_lint.model.fact import Source
from roce_lint.report.printable import printable, printable_line
from roce_lint.report.terminal import wants_color
from roce_lint.report.text_finding import Span, StyledLine
from roce_lint.text.counting import counted

SPOTS_SHOWN = 4
FINDINGS_SHOWN = 50
"""A report for reading names a few places and counts the rest; JSON has them all."""


_MARKS = {Direction.WORSE: ("-", "red"), Direction.BETTER: ("+", "green"), Direction.OTHER: ("~", "yellow")}
_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}


def verdict_text(verdict: GateVerdict) -> str:
    """Return the verdict as plain text with a newline at its end."""
    return "".join(printable_line("".join(span.text for span in line)) + "\n" for line in verdict_lines(verdict))


def print_verdict(verdict: GateVerdict, stream: TextIO) -> None:
    """Write the verdict, in colour when the stream is a terminal."""
    if not wants_color(stream):
        stream.write(verdict_text(verdict))
        return
    from rich.console import Console  # 40 ms, needed at a terminal only
    from rich.text import Text

    console = Console(file=stream, highlight=False, soft_wrap=True, force_terminal=True)
    for line in verdict_lines(verdict):
        console.print(Text.assemble(*((span.text, span.style) for span in line)))


def verdict_lines(verdict: GateVerdict) -> Iterator[StyledLine]:
    """Yield the lines of the verdict as styled pieces; no piece holds a control character."""
    yield (
        Span(f"{printable(verdict.base.label)} -> {printable(verdict.head.label)}", "bold"),
        Span(f": {files_line(verdict)}"),
    )
    yield ()
    yield from _meaning(verdict)
    yield from _new(verdict)
    yield from _listed("Fixed", verdict.findings.fixed)
    yield from _listed("Suppressed in this change", verdict.findings.silenced, with_suppression=True)
    yield from _weakening(verdict)
    for cost in verdict.cost:
        heading, *lines = cost_lines(cost)
        yield (Span(printable(heading), "bold"),)
        for line in lines:
            yield (Span(printable(line)),)
    for problem in verdict.unreadable:
        yield Span("cannot be read: ", "bold red"), Span(printable(str(problem)))
    for problem in verdict.not_evaluated:
        yield Span("not evaluated: ", "bold red"), Span(printable(str(problem)))
    for problem in verdict.unreadable_before:
        text = f"{problem} (in {verdict.base.label}; what it describes counts as new)"
        yield Span("could not be read before: ", "bold yellow"), Span(printable(text))
    for problem in verdict.notes:
        yield Span("note: ", "bold"), Span(printable(str(problem)))
    yield (Span(printable(f"Profile: {verdict.profile}; settings and rules of {verdict.measured_by}")),)
    yield (Span(summary_line(verdict), "bold"),)


def files_line(verdict: GateVerdict) -> str:
    """Return how many files differ, in words."""
    files = verdict.files
    parts = [
        f"{count} {word}"
        for count, word in (
            (len(files.changed), "changed"),
            (len(files.added), "added"),
            (len(files.removed), "removed"),
            (len(files.moved), "moved"),
        )
        if count
    ]
    return f"files: {', '.join(parts)}" if parts else "no file differs"


def summary_line(verdict: GateVerdict) -> str:
    """Return the verdict in one sentence."""
    words = {
        "passed": "PASSED",
        "failed": "FAILED",
        "incomplete": "INCOMPLETE: a file of the new state was not read",
    }
    new = ", ".join(
        counted(sum(finding.severity is severity for finding in verdict.findings.new), f"new {severity.value}")
        for severity in Severity
    )
    opened = len(verdict.failing_changes) - len(verdict.removals)
    isolation = f", {counted(opened, 'isolation opened', 'isolation opened')}" if opened else ""
    places = sum(len(change.spots) for change in verdict.removals)
    isolation += f", protection removed at {counted(places, 'place')}" if places else ""
    lost = f", {counted(len(verdict.not_evaluated), 'file')} no longer evaluated" if verdict.not_evaluated else ""
    fixed = f"{len(verdict.findings.fixed)} fixed"
    kept = f"{counted(verdict.findings.kept, 'place')} with findings as before"
    meaning = counted(len(verdict.changes), "change") + " of meaning"
    worse = f"{new}{isolation}{lost}"
    return f"{words[verdict.outcome]}: {worse}; {fixed}; {kept}; {meaning} (fails on {verdict.fail_on.value})"


def spots_text(spots: Sequence[ChangedPlace], most: int = SPOTS_SHOWN) -> str:
    """Return where a change holds: `leaf-1 Ethernet1, Ethernet2 and 30 more; leaf-2 Ethernet1`."""
    by_device: dict[str, list[str]] = {}
    for spot in spots:
        by_device.setdefault(spot.device, []).append(spot.object)
    parts = []
    for device, objects in list(by_device.items())[:most]:
        named = [name for name in objects if name]
        more = f" and {len(named) - most} more" if len(named) > most else ""
        parts.append(" ".join(part for part in (device, ", ".join(named[:most]) + more) if part))
    rest = f"; and {counted(len(by_device) - most, 'more device')}" if len(by_device) > most else ""
    return "; ".join(part for part in parts if part) + rest


def source_text(source: Source) -> str:
    """Return `file:line`, or the file alone."""
    return f"{source.file}:{source.line}" if source.line else source.file


def change_text(change: Change) -> str:
    """Return a change in one line, without its file."""
    spots = spots_text(change.spots)
    return f"{spots}: {change.text}" if spots else change.text


def _meaning(verdict: GateVerdict) -> Iterator[StyledLine]:
    if not verdict.changes and not verdict.unread:
        words = "No change of meaning" + (": nothing that the linter reads changed" if verdict.files.count else "")
        yield (Span(words, "bold"),)
        yield ()
        return
    if verdict.changes:
        yield (Span("What changed in meaning", "bold"),)
    for change in verdict.changes:
        mark, style = _MARKS[change.direction]
        place = source_text(change.spots[0].new)
        yield (
            Span(f"  {'!' if change.fails else mark} ", style),
            Span(printable(change_text(change))),
            Span(f"  [{printable(place)}]" if place else "", "dim"),
        )
    if verdict.unread:
        yield (Span(f"{counted(len(verdict.unread), 'new line')} not understood, whose meaning is not known", "bold"),)
        for line in verdict.unread[:FINDINGS_SHOWN]:
            yield Span("  ? ", "yellow"), Span(printable(f"{source_text(line.source)}: {line.text.strip()}"))
    yield ()


def _new(verdict: GateVerdict) -> Iterator[StyledLine]:
    if not verdict.findings.new:
        return
    yield (Span("New findings", "bold"),)
    for finding in in_reading_order(verdict.findings.new)[:FINDINGS_SHOWN]:
        yield from finding_lines(finding)
    if len(verdict.findings.new) > FINDINGS_SHOWN:
        yield (Span(f"  and {len(verdict.findings.new) - FINDINGS_SHOWN} more", "dim"),)
    yield ()


def finding_lines(finding: Finding) -> Iterator[StyledLine]:
    """Yield a finding in a few lines: where, what, why and the remedy."""
    place = finding.place
    where = f"{place.path}:{place.line}" if place.line else place.path
    yield (
        Span(f"  {printable(where)}: ", "bold"),
        Span(finding.severity.value, _STYLES[finding.severity]),
        Span(f" {finding.code} {finding.rule}"),
    )
    name = " ".join(part for part in (place.device, place.object) if part)
    yield (Span(printable(f"    {name}: {finding.message}" if name else f"    {finding.message}")),)
    yield Span("    why: ", "dim"), Span(printable(finding.why))
    for index, line in enumerate(finding.fix.splitlines()):
        yield Span("    fix: " if index == 0 else "         ", "dim"), Span(printable(line))
    if len(finding.places) > 1:
        others = finding.places[1 : SPOTS_SHOWN + 1]
        names = ", ".join(f"{one.device} {one.object}".strip() for one in others)
        more = f" and {len(finding.places) - SPOTS_SHOWN - 1} more" if len(finding.places) > SPOTS_SHOWN + 1 else ""
        yield Span("    at:  ", "dim"), Span(printable(f"{names}{more}"))


def suppression_text(finding: Finding) -> str:
    """Return by what a finding is suppressed, with the place; empty where it is not."""
    suppression = finding.suppression
    return (
        f" [{suppression.kind.value} {suppression.path}:{suppression.line}: {suppression.reason}]"
        if suppression
        else ""
    )


def _listed(title: str, findings: Sequence[Finding], *, with_suppression: bool = False) -> Iterator[StyledLine]:
    if not findings:
        return
    yield (Span(title, "bold"),)
    for finding in findings[:FINDINGS_SHOWN]:
        yield (Span(printable(f"  {finding_line(finding)}{suppression_text(finding) if with_suppression else ''}")),)
    if len(findings) > FINDINGS_SHOWN:
        yield (Span(f"  and {len(findings) - FINDINGS_SHOWN} more", "dim"),)
    yield ()


def finding_line(finding: Finding) -> str:
    """Return a finding in one line."""
    name = " ".join(part for part in (finding.place.device, finding.place.object) if part)
    more = f" and {len(finding.places) - 1} more" if len(finding.places) > 1 else ""
    about = f"{name}{more}: " if name else ""
    return f"{finding.severity.value} {finding.code} {finding.rule}: {about}{finding.message}"


def _weakening(verdict: GateVerdict) -> Iterator[StyledLine]:
    weakening = verdict.weakening
    if not weakening.files and not weakening.hidden:
        return
    if weakening.files:
        yield (Span("This change alters the rules or settings that judge it", "bold yellow"),)
    for path in weakening.files:
        yield (Span(printable(f"  ~ {path}")),)
    for sentence in weakening.switched_off:
        yield Span("  this change switches off ", "yellow"), Span(printable(sentence))
    if weakening.hidden:
        yield (Span(f"  {counted(len(weakening.hidden), 'new finding')} hidden by this change:", "yellow"),)
        for finding in weakening.hidden[:FINDINGS_SHOWN]:
            yield (Span(printable(f"    {finding_line(finding)}")),)
    yield ()

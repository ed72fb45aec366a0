"""The verdict as Markdown: the summary of a pull request, short enough for a comment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.gate.cost import cost_lines
from roce_lint.gate.meaning.change import Change, Direction
from roce_lint.gate.text import (
    files_line,
    finding_line,
    source_text,
    spots_text,
    summary_line,
    suppression_text,
)
from roce_lint.gate.verdict import GateVerdict
from roce_lint.judge.finding import Finding, in_reading_order
from roce_lint.report.markdown import code, plain
from roce_lint.report.printable import printable_lines
from roce_lint.report.rule_words import fenced
from roce_lint.text.counting import counted

MOST_CHARACTERS = 60_000
"""A comment on GitHub takes 65,536 characters."""
_ROOM_FOR_THE_REST = 300
_MARKS = {Direction.WORSE: "🔻", Direction.BETTER: "🔺", Direction.OTHER: "🔹"}
_SIGNS = {"passed": "🟢", "failed": "🔴", "incomplete": "🔴"}
_PLACES_SHOWN = 10


def verdict_markdown(verdict: GateVerdict) -> str:
    """Return the verdict as Markdown of at most 60,000 characters; what does not fit is counted.

    Whatever inputs say is shown as it is: it makes no markup, no link and no mention.
    """
    parts: list[str] = []
    left = MOST_CHARACTERS - _ROOM_FOR_THE_REST
    for heading, lines in _sections(verdict):
        head = f"\n### {heading}\n\n" if heading else ""
        left -= len(head)
        shown: list[str] = []
        for line in lines:
            if left < len(line):
                break
            shown.append(line)
            left -= len(line)
        parts.append(head + "".join(shown))
        if len(shown) < len(lines):
            parts.append(f"\n…and {len(lines) - len(shown)} more, which `--format json` has.\n")
            break
    return "".join(parts)


def _sections(verdict: GateVerdict) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts: a heading, which may be empty, and its lines."""
    yield "", list(_head(verdict))
    if verdict.changes:
        yield "What changed in meaning", [f"- {_change(change)}\n" for change in verdict.changes]
    elif not verdict.unread:
        yield "No change of meaning", []
    if verdict.unread:
        heading = f"{counted(len(verdict.unread), 'new line')} not understood"
        yield heading, [f"- {code(source_text(line.source))} {code(line.text.strip())}\n" for line in verdict.unread]
    if verdict.findings.new:
        worst_first = in_reading_order(verdict.findings.new)
        yield "New findings", [_finding(finding) for finding in worst_first]
    if verdict.findings.fixed:
        yield "Fixed findings", _items(verdict.findings.fixed)
    if verdict.findings.silenced:
        lines = [f"- {plain(finding_line(one) + suppression_text(one))}\n" for one in verdict.findings.silenced]
        yield "⚠️ Suppressed in this change", lines
    for cost in verdict.cost:
        heading, *lines = cost_lines(cost)
        yield f"Cost {plain(heading.rstrip(':')).lower()}", [f"- {plain(line.strip())}\n" for line in lines]
    if verdict.weakening.files or verdict.weakening.hidden:
        yield "⚠️ This change alters the rules or settings that judge it", [*_weakening(verdict)]


def _head(verdict: GateVerdict) -> Iterator[str]:
    yield f"## roce-lint gate {_SIGNS[verdict.outcome]}\n\n**{plain(summary_line(verdict))}**\n\n"
    yield f"{code(verdict.base.label)} → {code(verdict.head.label)}, {files_line(verdict)}. "
    yield f"Evaluated with the settings of {code(verdict.measured_by)}. Profile: {plain(verdict.profile)}\n"
    for problem in verdict.unreadable:
        yield f"\n🔴 **Cannot be read:** {code(problem.path)} {plain(problem.message)}\n"
    for problem in verdict.not_evaluated:
        yield f"\n🔴 **Not evaluated:** {code(problem.path)} {plain(problem.message)}\n"
    for problem in verdict.unreadable_before:
        yield f"\n🟡 Could not be read before, and counts as new: {code(problem.path)} {plain(problem.message)}\n"
    for problem in verdict.notes:
        yield f"\nNote: {plain(str(problem))}\n"


def _change(change: Change) -> str:
    spots = spots_text(change.spots)
    place = source_text(change.spots[0].new)
    name = f"**{plain(spots)}**: " if spots else ""
    return f"{'🔴' if change.fails else _MARKS[change.direction]} {name}{plain(change.text)}" + (
        f" ({code(place)})" if place else ""
    )


def _finding(finding: Finding) -> str:
    place = finding.place
    where = f"{place.path}:{place.line}" if place.line else place.path
    lines = [f"- **{plain(finding_line(finding))}** ({code(where)})"]
    lines.append(f"  <br>{plain(finding.why)}")
    if "\n" in finding.fix:
        block = fenced(printable_lines(finding.fix)).replace("\n", "\n  ")
        lines.append(f"  <br>Fix:\n\n  {block}\n")
    else:
        lines.append(f"  <br>Fix: {plain(finding.fix)}")
    if len(finding.places) > 1:
        names = ", ".join(plain(f"{one.device} {one.object}".strip()) for one in finding.places[1 : _PLACES_SHOWN + 1])
        rest = len(finding.places) - 1 - _PLACES_SHOWN
        lines.append(f"  <br>Also at: {names}" + (f" and {rest} more" if rest > 0 else ""))
    return "\n".join(lines) + "\n"


def _items(findings: Sequence[Finding]) -> list[str]:
    return [f"- {plain(finding_line(finding))}\n" for finding in findings]


def _weakening(verdict: GateVerdict) -> Iterator[str]:
    for path in verdict.weakening.files:
        yield f"- {code(path)}\n"
    for sentence in verdict.weakening.switched_off:
        yield f"- This change switches off {plain(sentence)}\n"
    if verdict.weakening.hidden:
        number = counted(len(verdict.weakening.hidden), "new finding")
        yield f"\n{number} hidden by this change:\n\n"
        yield from _items(verdict.weakening.hidden)

"""The report for a person at a terminal: one block for each finding, then a summary."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TextIO

from roce_lint.errors import Problem
from roce_lint.judge.finding import DomainInForce, Finding, Report, SuppressionKind, in_reading_order
from roce_lint.judge.rule import Severity, Verdict
from roce_lint.report.material import NOTHING_MORE, Material
from roce_lint.report.printable import printable, printable_line
from roce_lint.report.text_finding import FindingWriter, Span
from roce_lint.text.counting import counted

_NARROWEST = 60
_SHOWN_APART = 5
"""Files that cannot be read for one reason are shown one by one up to this number."""


def text_report(report: Report, material: Material = NOTHING_MORE) -> str:
    """Return the report as plain text with a newline at its end; lines are as long as they are."""
    return "".join(f"{_plain_line(line)}\n" for line in report_lines(report, material))


def print_report(report: Report, stream: TextIO, material: Material = NOTHING_MORE) -> None:
    """Write the report: wrapped and in colour at a terminal, plain elsewhere.

    `NO_COLOR` takes the colour away and `FORCE_COLOR` brings it anywhere, both when they are not empty.
    """
    at_terminal = stream.isatty()
    width = max(_terminal_columns(), _NARROWEST) if at_terminal else 0
    lines = report_lines(report, material, width)
    if os.environ.get("NO_COLOR") or not (at_terminal or os.environ.get("FORCE_COLOR")):
        for line in lines:
            stream.write(f"{_plain_line(line)}\n")
        return
    from rich.console import Console  # 40 ms, needed for colours only
    from rich.text import Text

    forced = True if os.environ.get("FORCE_COLOR") else None
    console = Console(file=stream, highlight=False, soft_wrap=True, force_terminal=forced)
    for line in lines:
        console.print(Text.assemble(*((span.text, span.style) for span in line)))


def _plain_line(line: tuple[Span, ...]) -> str:
    text = "".join(span.text for span in line)
    return printable_line(text) if text.lstrip().startswith("::") else text


def report_lines(report: Report, material: Material = NOTHING_MORE, width: int = 0) -> Iterator[tuple[Span, ...]]:
    """Yield the lines of the report as styled pieces; no piece holds a control character.

    `width` in columns is what lines are wrapped to; 0 leaves them as they are.
    """
    shown = report.open_findings if material.verbose else _shown(report, material.fail_on)
    writer = FindingWriter.of(shown, material, width)
    if material.verbose:
        for finding in shown:
            yield from writer.block(finding)
            yield ()
    else:
        groups = _by_remedy(shown)
        if len(groups) > 1:
            yield from map(writer.line, groups)
            yield ()
        for group in groups:
            yield from writer.brief(group)
            yield ()
    for text in _unreadable(report):
        yield Span("cannot be read: ", "bold red"), Span(printable(text))
    if material.only_findings:
        return
    yield from _undecided(report, material)
    if report.coverage:
        yield (Span(judged_line(report)),)
    if report.profile.id:
        yield (Span(printable(f"Profile: {report.profile.id} ({report.profile.name}), {report.profile.how}")),)
    if report.domain.ports:
        yield (Span(printable(domain_line(report.domain))),)
    for restriction in report.restrictions:
        yield Span("restricted: ", "bold yellow"), Span(printable(restriction))
    yield (Span(summary_line(report), "bold"),)
    hidden = len(report.open_findings) - len(shown)
    fixable = sum(finding.fixable for finding in report.open_findings)
    more = f"{counted(hidden, 'info')} and the evidence" if hidden else "the evidence"
    hints = [
        f"{fixable} fixable with `roce-lint fix`" if fixable else "",
        f"`check -v` shows {more}" if report.open_findings and not material.verbose else "",
        "`roce-lint explain CODE` explains a rule" if shown else "",
    ]
    if any(hints):
        yield (Span("; ".join(filter(None, hints)), "dim"),)


def _shown(report: Report, fail_on: Severity) -> tuple[Finding, ...]:
    """Return the findings that a person is shown first: no infos beside worse ones, unless infos fail the check."""
    found = tuple(in_reading_order(report.open_findings))
    worse = tuple(finding for finding in found if finding.severity is not Severity.INFO)
    return worse if worse and fail_on is not Severity.INFO else found


def _by_remedy(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Return the findings in groups: three or more of one rule with one remedy are one block."""
    same: dict[tuple[str, Severity, Verdict, str], list[Finding]] = {}
    for finding in findings:
        same.setdefault((finding.rule, finding.severity, finding.verdict, finding.fix), []).append(finding)
    return [part for group in same.values() for part in ([group] if len(group) > 2 else [[one] for one in group])]


def _unreadable(report: Report) -> Iterator[str]:
    """Yield the files that cannot be read, with the reason; many with one reason together."""
    same: dict[str, list[Problem]] = {}
    for problem in sorted(report.inputs.unreadable, key=str):
        same.setdefault(problem.message, []).append(problem)
    for problems in same.values():
        if len(problems) <= _SHOWN_APART:
            yield from map(str, problems)
            continue
        first, second = problems[0].path, problems[1].path
        yield f"{first}, {second} and {len(problems) - 2} more files, which JSON lists: {problems[0].message}"


def judged_line(report: Report) -> str:
    """Return how many objects the rules evaluated, and how many rules had none to evaluate."""
    judged = sum(coverage.judged for coverage in report.coverage)
    busy = sum(coverage.judged > 0 for coverage in report.coverage)
    idle = len(report.coverage) - busy
    rest = f"; {counted(idle, 'rule')} had nothing to evaluate" if idle else ""
    return f"Evaluated {judged:,} {'object' if judged == 1 else 'objects'} against {counted(busy, 'rule')}{rest}"


def domain_line(domain: DomainInForce) -> str:
    """Return how many ports RoCE crosses, and who says so."""
    return f"RoCE domain: {domain.inside} of {counted(domain.ports, 'port')}, {domain.how}"


def summary_line(report: Report) -> str:
    """Return the counts in one sentence."""
    findings = ", ".join(counted(report.count(severity), severity.value) for severity in Severity)
    waived = report.silenced(SuppressionKind.WAIVER, SuppressionKind.TOKEN, SuppressionKind.SETTINGS)
    known = report.silenced(SuppressionKind.BASELINE)
    skipped = sum(not one.holds_nothing for one in report.inputs.skipped)
    asides = [
        f"{waived} waived" if waived else "",
        f"{known} in the baseline" if known else "",
        f"{report.undetermined} undetermined" if report.undetermined else "",
        f"{counted(len(report.unread), 'line')} not understood" if report.unread else "",
        f"{counted(skipped, 'file')} skipped" if skipped else "",
        f"{counted(len(report.inputs.unreadable), 'file')} not readable" if report.inputs.unreadable else "",
    ]
    aside = ", ".join(part for part in asides if part)
    seen = f"{counted(len(report.inputs.devices), 'device')} in {counted(len(report.inputs.files), 'file')}"
    return f"{seen}: {findings}" + (f" ({aside})" if aside else "")


def _undecided(report: Report, material: Material) -> Iterator[tuple[Span, ...]]:
    """Yield how often each rule could not tell, and for who wants all, how often another fault is its cause."""
    for coverage in report.coverage:
        parts = []
        if coverage.undetermined:
            parts.append(f"could not tell for {coverage.undetermined} of {coverage.judged}")
        if coverage.suppressed and material.verbose:
            parts.append(f"{coverage.suppressed} of {coverage.judged} suppressed: same root cause")
        if parts:
            yield (Span(f"{coverage.code} {coverage.rule}: {', '.join(parts)}", "dim"),)


def _terminal_columns() -> int:
    # It brings what unpacks archives, and most reports go elsewhere.
    import shutil

    return shutil.get_terminal_size().columns

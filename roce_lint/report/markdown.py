"""The report as Markdown: for a job summary, a comment on a pull request, or a wiki page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from roce_lint.judge.finding import Finding, FindingPlace, Report, in_reading_order
from roce_lint.judge.rule import Severity
from roce_lint.report.findings_by_line import joined_names
from roce_lint.report.material import NOTHING_MORE, Material
from roce_lint.report.printable import printable, printable_lines
from roce_lint.report.rule_words import fenced
from roce_lint.report.text import summary_line

MOST_BYTES = 1024 * 1024
"""Largest job summary of a step on GitHub."""
_ROOM_FOR_THE_REST = 300
_PLACES_SHOWN = 20
_STEPS_SHOWN = 50

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#~$&])")
_ACTIVE = re.compile(r"@|:(?=//)|(?<=www)(?=\.)")
_SIGNS = {Severity.ERROR: "🔴", Severity.WARNING: "🟡", Severity.INFO: "🔵"}


def markdown_report(report: Report, material: Material = NOTHING_MORE) -> str:
    """Return the report as Markdown of at most a mebibyte."""
    return markdown_within(report, material, MOST_BYTES)


def markdown_within(report: Report, material: Material, most_bytes: int) -> str:
    """Return the report as Markdown of at most `most_bytes`; findings that do not fit are counted.

    Whatever inputs say is shown as it is: it makes no markup, no link and no mention.
    """
    parts = [*_head(report)]
    left = most_bytes - _ROOM_FOR_THE_REST - sum(_size(part) for part in parts)
    findings = in_reading_order(report.open_findings)
    for number, finding in enumerate(findings):
        section = _section(finding, material)
        left -= _size(section)
        if left < 0:
            parts.append(f"\n{len(findings) - number} more findings are left out here, the least severe ones.\n")
            break
        parts.append(section)
    return "".join(parts)


def plain(text: str) -> str:
    """Return text of an input in which Markdown sees no markup, no link and no mention."""
    escaped = _SPECIAL.sub(r"\\\1", printable(" ".join(text.split())))
    return _ACTIVE.sub(lambda match: f"{match[0]}<!-- -->", escaped)


def code(text: str) -> str:
    """Return text of an input as code within a line or a table."""
    shown = printable(text).replace("|", "\\|") or " "
    runs = [len(run) for run in re.findall("`+", shown)]
    fence = "`" * (max(runs, default=0) + 1)
    space = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{space}{shown}{space}{fence}"


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _head(report: Report) -> Iterator[str]:
    """Yield the summary: counts, what was not read, and one row for each rule."""
    worst = next((severity for severity in Severity if report.count(severity)), None)
    yield f"## roce-lint {_SIGNS[worst] if worst else '🟢'}\n\n{plain(summary_line(report))}\n"
    if report.profile.id:
        yield f"\nProfile {code(report.profile.id)}: {plain(report.profile.how)}\n"
    for restriction in report.restrictions:
        yield f"\n🟡 **Restricted:** {plain(restriction)}\n"
    for problem in sorted(report.inputs.unreadable, key=str)[:_PLACES_SHOWN]:
        yield f"\n🔴 **Cannot be read:** {code(problem.path)} {plain(problem.message)}\n"
    if not report.open_findings:
        return
    yield "\n| | Rule | Findings | Places |\n|---|---|---:|---:|\n"
    findings: Counter[tuple[int, str, str]] = Counter()
    places: Counter[tuple[int, str, str]] = Counter()
    for finding in report.open_findings:
        key = -finding.severity.rank, finding.code, finding.rule
        findings[key] += 1
        places[key] += len(finding.places)
    signs = {-severity.rank: f"{_SIGNS[severity]} {severity.value}" for severity in Severity}
    for key in sorted(findings):
        rank, number, rule = key
        yield f"| {signs[rank]} | {number} {code(rule)} | {findings[key]} | {places[key]} |\n"


def _section(finding: Finding, material: Material) -> str:
    lines = [
        "",
        f"### {_SIGNS[finding.severity]} {finding.code} {plain(joined_names(finding.places))}",
        "",
        plain(finding.message),
        "",
        *_places(finding.places, material),
        "",
        f"**Why:** {plain(finding.why)}",
        "",
        "**Fix:**",
        "",
        fenced(printable_lines(finding.fix)),
    ]
    if finding.steps:
        lines += ["", "**The way:**", ""]
        for number, step in enumerate(finding.steps[:_STEPS_SHOWN], 1):
            lines.append(f"{number}. {code(_spot(material, step.path, step.line))} {plain(step.message)}")
        if len(finding.steps) > _STEPS_SHOWN:
            lines.append(f"\nand {len(finding.steps) - _STEPS_SHOWN} more steps")
    if finding.related:
        lines += ["", "**See:**", ""]
        for related in finding.related[:_PLACES_SHOWN]:
            lines.append(f"- {code(_spot(material, related.path, related.line))} {plain(related.message)}")
    return "\n".join(lines) + "\n"


def _places(places: tuple[FindingPlace, ...], material: Material) -> Iterator[str]:
    spots = dict.fromkeys(_spot(material, place.path, place.line) for place in places)
    for spot in [*spots][:_PLACES_SHOWN]:
        yield f"- {code(spot)}"
    if len(spots) > _PLACES_SHOWN:
        yield f"- and {len(spots) - _PLACES_SHOWN} more lines"


def _spot(material: Material, path: str, line: int) -> str:
    seen = material.in_repository(path)
    return f"{seen}:{line}" if line else seen or "(no file)"

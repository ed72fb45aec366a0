"""The report in the log of a GitHub action: annotations on lines, then the text.

Sources: actions/toolkit, packages/core/src/command.ts (form and escapes of workflow commands); actions/toolkit#734 (ten
annotations of a level for each step, fifty for each job).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

from roce_lint.judge.finding import Report, in_reading_order
from roce_lint.judge.rule import Severity
from roce_lint.report.findings_by_line import joined_names
from roce_lint.report.left_out import what_is_left_out
from roce_lint.report.material import NOTHING_MORE, Material
from roce_lint.report.printable import printable, printable_lines
from roce_lint.report.text import text_report

MOST_OF_A_LEVEL = 10
"""GitHub shows ten errors, ten warnings and ten notices of a step, and drops the others without a word."""

_MOST_LEFT_OUT = 6
"""What is left out takes no more of the ten warnings."""
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def github_report(report: Report, material: Material = NOTHING_MORE) -> str:
    """Return the annotations, worst first and one for each rule and device, and then the whole report as text.

    The text is printed while commands are stopped, so that nothing a configuration says is taken for a command. The
    word that starts them again is a hash of the text: no text holds its own hash.
    """
    text = text_report(report, material)
    word = f"roce-lint-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
    lines = [*_annotations(report, material)]
    return "".join(f"{line}\n" for line in lines) + f"::stop-commands::{word}\n{text}::{word}::\n"


def _annotations(report: Report, material: Material) -> Iterator[str]:
    """Yield as many commands as GitHub shows."""
    shown: Counter[str] = Counter()
    for problem in sorted(report.inputs.unreadable, key=str):
        if shown["error"] < MOST_OF_A_LEVEL:
            shown["error"] += 1
            words = f"cannot be read: {printable(problem.message)}"
            yield _command("error", material.in_repository(problem.path), problem.line, "roce-lint", words)
    for sentence in what_is_left_out(report)[:_MOST_LEFT_OUT]:
        shown["warning"] += 1
        yield _command("warning", "", 0, "roce-lint: left out of this check", printable(sentence))
    result: set[tuple[str, str]] = set()
    for finding in in_reading_order(report.open_findings):
        level = _LEVELS[finding.severity]
        by_device = {place.device: place for place in reversed(finding.places)}
        for device, place in sorted(by_device.items(), key=lambda item: finding.places.index(item[1])):
            if (finding.rule, device) in result or shown[level] >= MOST_OF_A_LEVEL:
                continue
            result.add((finding.rule, device))
            shown[level] += 1
            names = joined_names(other for other in finding.places if other.device == device)
            message = printable(f"{names}: {finding.message}" if names else finding.message)
            words = f"{message}\nFix: {printable_lines(finding.fix)}"
            path = material.in_repository(place.path)
            yield _command(level, path, place.line, f"{finding.code} {finding.rule}", words)


def _command(level: str, path: str, line: int, title: str, message: str) -> str:
    """Return one workflow command; a place without a line is the whole file."""
    fields = [("file", printable(path)), ("line", str(line) if line else ""), ("title", title)]
    written = ",".join(f"{name}={_property(value)}" for name, value in fields if value)
    return f"::{level} {written}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

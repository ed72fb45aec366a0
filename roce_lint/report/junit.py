"""The report as JUnit XML: a suite for each device, a test case for each rule that it breaks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from roce_lint.judge.finding import Finding, FindingPlace, Report, Suppression, in_reading_order
from roce_lint.report.findings_by_line import joined_names
from roce_lint.report.left_out import what_is_not_evaluated
from roce_lint.report.material import NOTHING_MORE, Material
from roce_lint.report.printable import printable, printable_lines
from roce_lint.values import dataclass

_NO_DEVICE = "fabric"
_INPUTS = "inputs"


@dataclass(frozen=True, slots=True)
class _Case:
    """One test case: its attributes and its outcome (`failure`, `error`, `skipped`, or nothing), with the text."""

    attributes: tuple[tuple[str, str], ...]
    outcome: str = ""
    kind: str = ""
    message: str = ""
    text: str = ""


def junit_report(report: Report, material: Material = NOTHING_MORE) -> str:
    """Return the report as JUnit XML, so that what fails there makes the check fail as well.

    Findings below the severity that fails pass and keep their words as output; suppressed ones are skipped; a device
    without any finding passes one test; inputs that cannot be read are errors.
    """
    suites: dict[str, list[_Case]] = {device: [] for device in sorted(report.inputs.devices)}
    for finding in in_reading_order(report.findings):
        for device, places in _by_device(finding).items():
            suites.setdefault(device or _NO_DEVICE, []).append(_case(finding, device, places, material))
    for device, cases in suites.items():
        if not cases:
            cases.append(_Case((("name", "no finding"), ("classname", f"roce-lint.{device}"))))
    unread = [
        _Case(
            (("name", problem.path), ("classname", f"roce-lint.{_INPUTS}")),
            "error",
            "unreadable",
            problem.message,
            str(problem),
        )
        for problem in sorted(report.inputs.unreadable, key=str)
    ]
    unread += [
        _Case((("name", restriction), ("classname", f"roce-lint.{_INPUTS}")), "skipped", message=restriction)
        for restriction in what_is_not_evaluated(report)
    ]
    if unread or not suites:
        suites[_INPUTS] = unread or [_Case((("name", "files are read"), ("classname", f"roce-lint.{_INPUTS}")))]
    every = [case for cases in suites.values() for case in cases]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="roce-lint" {_counts(every)}>']
    for name, cases in suites.items():
        lines.append(f'  <testsuite name="{_quoted(name)}" {_counts(cases)}>')
        lines += [line for case in cases for line in _case_lines(case)]
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>", ""])


def _by_device(finding: Finding) -> dict[str, list[FindingPlace]]:
    places: dict[str, list[FindingPlace]] = defaultdict(list)
    for place in finding.places:
        places[place.device].append(place)
    return places


def _case(finding: Finding, device: str, places: Sequence[FindingPlace], material: Material) -> _Case:
    first = places[0]
    attributes = (
        ("name", f"{finding.code} {finding.rule}" + (f": {first.object}" if first.object else "")),
        ("classname", f"roce-lint.{device or _NO_DEVICE}"),
        ("file", material.in_repository(first.path)),
        ("line", str(max(first.line, 1))),
    )
    text = "\n".join(
        [
            finding.message,
            *_lines_of(places),
            f"why: {finding.why}",
            f"fix: {finding.fix}",
            *(f"step: {step.path}:{step.line}: {step.message}" for step in finding.steps),
            *(f"see: {related.path}:{related.line}: {related.message}" for related in finding.related),
        ]
    )
    if finding.suppression is not None:
        return _Case(attributes, "skipped", "", _reason(finding.suppression))
    if finding.severity.rank >= material.fail_on.rank:
        return _Case(attributes, "failure", finding.severity.value, finding.message, text)
    return _Case(attributes, "", finding.severity.value, finding.message, f"{finding.severity.value}: {text}")


def _lines_of(places: Sequence[FindingPlace]) -> Iterator[str]:
    """Yield each line once, with what it concerns."""
    for (path, line), group in groupby(places, key=lambda place: (place.path, place.line)):
        yield f"  {path}:{line}: {joined_names(group)}"


def _reason(suppression: Suppression) -> str:
    return suppression.reason or f"accepted by {suppression.kind.value}"


def _counts(cases: Sequence[_Case]) -> str:
    """Return the attributes that count cases."""
    outcomes = [case.outcome for case in cases]
    counted = (("failures", "failure"), ("errors", "error"), ("skipped", "skipped"))
    return f'tests="{len(cases)}" ' + " ".join(f'{name}="{outcomes.count(outcome)}"' for name, outcome in counted)


def _case_lines(case: _Case) -> Iterator[str]:
    attributes = " ".join(f'{name}="{_quoted(value)}"' for name, value in case.attributes)
    if not case.outcome and not case.text:
        yield f"    <testcase {attributes}/>"
        return
    yield f"    <testcase {attributes}>"
    text = escape(printable_lines(case.text), quote=False)
    if case.outcome == "skipped":
        yield f'      <skipped message="{_quoted(case.message)}"/>'
    elif case.outcome:
        kind = f'type="{_quoted(case.kind)}" message="{_quoted(case.message)}"'
        yield f"      <{case.outcome} {kind}>{text}</{case.outcome}>"
    else:
        yield f"      <system-out>{text}</system-out>"
    yield "    </testcase>"


def _quoted(text: str) -> str:
    return escape(printable(text))

"""The examples of rules, run as tests: each must get the verdict and the lines that it promises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from roce_lint.judge.finding import Finding, Report
from roce_lint.judge.rule import Example, ExampleLine, Rule, Verdict
from roce_lint.values import dataclass, replace

CONFIG_NAME = "example.cfg"
INTENT_NAME = "intent.yaml"
"""The names under which an example's config and intent are given to the check."""


class Check(Protocol):
    """The whole pipeline, from texts to a report."""

    def __call__(self, texts: Mapping[str, str], *, os: str, profile: str, rules: Sequence[Rule]) -> Report:
        """Return the report on `texts` (by file name), evaluated by `rules` alone.

        `os` is the format of the first text, `profile` the design (empty: inferred).
        """
        ...


@dataclass(frozen=True, slots=True)
class ExampleFailure:
    """An example that does not do what it says; `line` is its line in the rule's file."""

    rule: str
    file: str
    line: int
    message: str

    def __str__(self) -> str:
        """Return `file:line: message`."""
        return f"{self.file}:{self.line}: {self.message}"


def run_examples(rule: Rule, check: Check) -> tuple[ExampleFailure, ...]:
    """Return how the rule's examples fail; nothing when all of them hold.

    The verdict is the worst that the rule reaches on the example. Of `lines` the first must be the place of a
    finding, the others must be among that finding's places and evidence.
    """
    return tuple(
        ExampleFailure(rule.id, rule.file, example.line, message)
        for example in rule.examples
        for message in _faults(rule, example, check)
    )


def example_texts(example: Example) -> Mapping[str, str]:
    """Return the documents of an example by file name."""
    intent = {INTENT_NAME: example.intent} if example.intent else {}
    return {CONFIG_NAME: example.config, **dict(example.files), **intent}


def _faults(rule: Rule, example: Example, check: Check) -> Iterable[str]:
    """Yield what one example gets wrong."""
    report = check(example_texts(example), os=example.vendor, profile=example.profile, rules=(rule,))
    name = f"the {example.vendor} example"
    verdict = _verdict(rule, report)
    if verdict is not example.verdict:
        reasons = _reasons(rule, report)
        if verdict is Verdict.NOT_APPLICABLE:
            reasons = _unmet(rule, example, check)
        yield f"{name} is {verdict.value}, not {example.verdict.value}{reasons}"
        return
    if not example.lines:
        return
    findings = [one for one in report.findings if one.rule == rule.id and one.verdict is verdict]
    if not any(_shows(finding, example.lines) for finding in findings):
        wanted = ", ".join(_line(line) for line in example.lines)
        found = "; ".join(", ".join(_line(line) for line in _lines_of(finding)) for finding in findings)
        yield f"{name} should point at lines {wanted}; it points at {found}"


def _unmet(rule: Rule, example: Example, check: Check) -> str:
    """Return which conditions of `when` are met nowhere, or how many objects meet each; for a person who fixes it."""
    counts: list[str] = []
    for condition in rule.when:
        alone = replace(rule, when=(), require=condition, suppressed_by=())
        report = check(example_texts(example), os=example.vendor, profile=example.profile, rules=(alone,))
        (found,) = [one for one in report.coverage if one.rule == rule.id]
        if not found.judged:
            return f": the example has no {rule.scope}"
        unknown = f", unknown for {found.undetermined}" if found.undetermined else ""
        counts.append(f"{condition.text!r} holds for {found.satisfied} of {found.judged}{unknown}")
    return f": of 'when', {'; '.join(counts)}" if counts else f": the example has no {rule.scope}"


def _verdict(rule: Rule, report: Report) -> Verdict:
    """Return the worst verdict of the rule in the report."""
    for coverage in report.coverage:
        if coverage.rule == rule.id:
            if coverage.violated:
                return Verdict.VIOLATED
            if coverage.undetermined:
                return Verdict.UNDETERMINED
            return Verdict.SATISFIED if coverage.satisfied else Verdict.NOT_APPLICABLE
    return Verdict.NOT_APPLICABLE


def _reasons(rule: Rule, report: Report) -> str:
    """Return what the findings say, for a person who fixes the example."""
    said = dict.fromkeys(finding.message for finding in report.findings if finding.rule == rule.id)
    return f": {'; '.join(said)}" if said else ""


def _lines_of(finding: Finding) -> list[ExampleLine]:
    """Return the finding's lines: its place, its other places, its evidence; the main config has no path."""
    spots = [
        *((place.path, place.line) for place in finding.places),
        *((one.path, one.line) for one in finding.related),
    ]
    lines = (ExampleLine("" if path == CONFIG_NAME else path, line) for path, line in spots)
    return list(dict.fromkeys(lines))


def _shows(finding: Finding, wanted: Sequence[ExampleLine]) -> bool:
    """Return whether the finding stands at the first line wanted and names all others."""
    lines = _lines_of(finding)
    return lines[0] == wanted[0] and set(wanted) <= set(lines)


def _line(line: ExampleLine) -> str:
    return f"{line.path}:{line.line}" if line.path else str(line.line)

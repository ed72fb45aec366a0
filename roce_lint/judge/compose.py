"""Rules, entities and circumstances in, the whole report out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.judge.finding import DomainInForce, Inputs, ProfileInForce, Report
from roce_lint.judge.judge import Examined, conclude, judge
from roce_lint.judge.rule import Rule
from roce_lint.model.device import UnreadLine
from roce_lint.model.judged import Judged
from roce_lint.values import replace

NO_PORTS = DomainInForce(0, 0, "")


def report_on(
    rules: Sequence[Rule],
    examined: Examined,
    *,
    unread: Sequence[UnreadLine],
    inputs: Inputs,
    profile: ProfileInForce,
    version: str,
    domain: DomainInForce = NO_PORTS,
    restrictions: tuple[str, ...] = (),
) -> Report:
    """Return everything that the rules say of what was examined, sorted, with the circumstances of the check.

    `rules` are those in force: selected, and with the profile's severities. Unread lines are listed in any case.
    """
    judgements = conclude(rules, examined)
    findings = [finding for judgement in judgements for finding in judgement.findings]
    return Report(
        findings=tuple(sorted(findings, key=lambda finding: finding.order)),
        coverage=tuple(judgement.coverage for judgement in judgements),
        unread=tuple(sorted(unread, key=lambda line: (line.source, line.text, line.device))),
        inputs=inputs,
        profile=profile,
        version=version,
        domain=domain,
        restrictions=restrictions,
    )


def add_judgements(report: Report, rules: Sequence[Rule], entities_by_scope: Mapping[str, Sequence[Judged]]) -> Report:
    """Return the report with what those of `rules` say that evaluate these scopes; their old coverage is replaced."""
    judgements = judge([rule for rule in rules if rule.scope in entities_by_scope], entities_by_scope)
    coverage = {one.rule: one for one in report.coverage}
    coverage.update({judgement.rule.id: judgement.coverage for judgement in judgements})
    findings = [*report.findings, *(finding for judgement in judgements for finding in judgement.findings)]
    return replace(
        report,
        findings=tuple(sorted(findings, key=lambda finding: finding.order)),
        coverage=tuple(coverage[name] for name in sorted(coverage)),
    )

"""Tasks for Nornir, with the extra `nornir`: what roce-lint says of the configurations that another task collected.

    from nornir import InitNornir
    from nornir_netmiko.tasks import netmiko_send_command
    from roce_lint.nornir import lint_texts, report_findings

    nr = InitNornir(config_file="config.yaml")
    shown = nr.run(netmiko_send_command, command_string="show running-config")
    report = lint_texts({host: one.result for host, one in shown.items() if not one.failed})
    print_result(nr.run(report_findings, report=report))

A fault of a link needs both of its ends: collect first, lint once, then share the findings out to the hosts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from nornir.core.task import Result, Task

from roce_lint.errors import ConfigError
from roce_lint.judge.check import NO_INPUTS, build_fabric, inputs_of, lint, load_all_rules
from roce_lint.judge.config_lines import with_lines
from roce_lint.judge.finding import Finding, Report
from roce_lint.judge.given import Given
from roce_lint.judge.rule import Rule, Severity
from roce_lint.read.gather import Gathered
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

_Row: TypeAlias = "dict[str, str | int]"

__all__ = ["lint_texts", "report_findings"]


def lint_texts(texts: Mapping[str, str], rules: Sequence[Rule] = (), profile: str = "") -> Report:
    """Return the report on configurations by name of host; `rules` are all built-in rules where none are given.

    Raises ConfigError, with every name, for texts that are no configuration.
    """
    documents = tuple(Document(name, text) for name, text in sorted(texts.items()))
    gathered = Gathered(documents, frozenset(texts), (), ())
    given = Given(profile=profile)
    read = read_documents(documents, named=frozenset(texts))
    if read.failures:
        raise ConfigError(*read.failures)
    inputs = inputs_of(gathered, read) if documents else NO_INPUTS
    asked = rules or load_all_rules(examples=False)
    return lint(with_lines(build_fabric(read, given), documents, asked), asked, inputs, given)


def report_findings(task: Task, report: Report, fail_on: Severity = Severity.ERROR) -> Result:
    """Return the findings of a report that have a place on this host; it fails from the severity `fail_on` on."""
    rows = [_row(finding, line) for finding in report.open_findings for line in _lines(finding, task.host.name)]
    at_least = {id(finding) for finding in report.at_least(fail_on)}
    failed = any(id(finding) in at_least and _lines(finding, task.host.name) for finding in report.open_findings)
    return Result(host=task.host, result=rows, failed=failed)


def _lines(finding: Finding, host: str) -> list[int]:
    """Return the lines of a finding in the configuration of a host, each once."""
    return sorted({place.line for place in finding.places if place.path == host})


def _row(finding: Finding, line: int) -> _Row:
    return {
        "line": line,
        "severity": finding.severity.value,
        "code": finding.code,
        "rule": finding.rule,
        "message": finding.message,
        "fix": finding.fix,
    }

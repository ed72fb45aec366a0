"""`roce-lint check-intent`: whether intents are valid and can be rendered, and what the result would be told."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from roce_lint.cli.command import EXIT_FINDINGS, EXIT_OK
from roce_lint.cli.inputs import load_settings
from roce_lint.cli.run_options import NOTHING_SAID, open_store
from roce_lint.engine.cache_keys import program_key
from roce_lint.engine.dry_run import judge_rendered, rendered_files
from roce_lint.engine.rules import CachedRules
from roce_lint.errors import IntentError, PlatformError, Problem
from roce_lint.intent.load import load_any_intent
from roce_lint.judge.finding import Report
from roce_lint.judge.rule import Rule, Severity
from roce_lint.judge.select import select_rules
from roce_lint.report.printable import printable


@click.command("check-intent", epilog="Example: roce-lint check-intent fabric.roce.yaml --lint")
@click.argument("intents", nargs=-1, required=True)
@click.option("--lint", "judged", is_flag=True, help="Judge what is rendered by the rules, too; nothing is written.")
def command(intents: tuple[str, ...], judged: bool) -> None:
    """Find every fault of the INTENTS: keys, values, contradictions, platforms that cannot do what is asked."""
    problems: list[Problem] = []
    result = 0
    rules = _rules_in_force() if judged else ()
    for path in intents:
        try:
            wish = load_any_intent(path)
            files, warnings = rendered_files(wish, one_of_each=not judged)
        except (IntentError, PlatformError) as error:
            problems.extend(_placed(problem, path) for problem in error.problems)
            continue
        for warning in warnings:
            click.echo(f"roce-lint: {warning}", err=True)
        if judged:
            report = judge_rendered(files, wish, rules)
            result += len(report.at_least(Severity.ERROR))
            for line in _result(report, path):
                click.echo(f"roce-lint: {line}", err=True)
    if problems:
        raise IntentError(*problems)
    outcome = f"{result} error{'s' if result > 1 else ''} in what they render" if result else "no fault"
    click.echo(f"{len(intents)} intent{'s' if len(intents) > 1 else ''}: {outcome}")
    sys.exit(EXIT_FINDINGS if result else EXIT_OK)


def _placed(problem: Problem, path: str) -> Problem:
    """Return a problem with the intent as its place where it has none, as that of a platform has none."""
    return problem if problem.path else Problem(path, 0, 0, problem.message)


def _rules_in_force() -> tuple[Rule, ...]:
    """Return the rules that a check of the same folder would judge by."""
    settings = load_settings()
    settings.refuse_missing("rules")
    store = open_store(NOTHING_SAID.completed_by(settings))
    site = [Path(folder) for folder in settings.rules]
    known = CachedRules(store, program_key() if store else b"", site).brief()
    return select_rules(known, settings.select, settings.ignore, settings.named_rules())


def _result(report: Report, path: str) -> Iterator[str]:
    """Yield a line for each error and warning about what an intent renders."""
    for finding in report.at_least(Severity.WARNING):
        place = finding.place
        more = f" ({len(finding.places) - 1} more like it)" if len(finding.places) > 1 else ""
        where = f"{place.path}:{place.line}" if place.line else place.path
        said = f"{finding.severity.value} {finding.code} {finding.rule}: {finding.message}{more}"
        yield f"{path}: renders {where}: {printable(said)}"

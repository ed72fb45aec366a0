"""`roce-lint check-intent`: whether intents are valid and can be rendered, and what the result would be reported."""

from __future__ import annotations

import sys

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.command import EXIT_FINDINGS, EXIT_OK
from roce_lint.cli.options import QUIET_OPTION
from roce_lint.cli.progress import ProgressLine
from roce_lint.cli.rendered_findings import finding_lines, rules_in_force
from roce_lint.engine.dry_run import judge_rendered, rendered_files
from roce_lint.errors import IntentError, PlatformError, Problem
from roce_lint.intent.load import load_any_intent
from roce_lint.judge.rule import Severity


@click.command("check-intent", epilog="Example: roce-lint check-intent fabric.roce.yaml --lint")
@click.argument("intents", nargs=-1, required=True)
@click.option("--lint", "judged", is_flag=True, help="Judge what is rendered by the rules, too; nothing is written.")
def command(intents: tuple[str, ...], judged: bool, quiet: bool) -> None:
    """Find every fault of the INTENTS: keys, values, contradictions, platforms that cannot do what is asked."""
    problems: list[Problem] = []
    result = 0
    rules = rules_in_force() if judged else ()
    progress = ProgressLine(quiet=quiet)
    for path in intents:
        try:
            with progress:
                progress.begin(f"rendering {path}")
                wish = load_any_intent(path)
                files, warnings = rendered_files(wish, one_of_each=not judged)
                progress.begin(f"evaluating {len(files):,} rendered files")
                report = judge_rendered(files, wish, rules) if judged else None
        except (IntentError, PlatformError) as error:
            problems.extend(_placed(problem, path) for problem in error.problems)
            continue
        for warning in warnings:
            click.echo(f"roce-lint: {warning}", err=True)
        if report is not None:
            result += len(report.at_least(Severity.ERROR))
            for line in finding_lines(report.at_least(Severity.WARNING), path):
                click.echo(f"roce-lint: {line}", err=True)
    if problems:
        raise IntentError(*problems)
    outcome = f"{result} error{'s' if result > 1 else ''} in what they render" if result else "no fault"
    if not quiet:
        click.echo(f"{len(intents)} intent{'s' if len(intents) > 1 else ''}: {outcome}")
    sys.exit(EXIT_FINDINGS if result else EXIT_OK)


command.params.append(click_option(QUIET_OPTION))


def _placed(problem: Problem, path: str) -> Problem:
    """Return a problem with the intent as its place where it has none, as that of a platform has none."""
    return problem if problem.path else Problem(path, 0, 0, problem.message)

"""`roce-lint rules`: list the rules, or run the examples of a folder of rules."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from roce_lint.cli.command import EXIT_FINDINGS
from roce_lint.cli.inputs import load_settings
from roce_lint.judge.check import check_texts, load_all_rules
from roce_lint.judge.examples import run_examples
from roce_lint.judge.load import load_rules


@click.group("rules", invoke_without_command=True)
@click.option("--rules", "folders", multiple=True, help="Folder of site rules; may be given several times.")
@click.pass_context
def command(ctx: click.Context, folders: tuple[str, ...]) -> None:
    """List every rule: code, severity, confidence, id."""
    if ctx.invoked_subcommand:
        return
    rules = load_all_rules([Path(folder) for folder in (folders or load_settings().rules)])
    width = max(len(rule.id) for rule in rules)
    for rule in sorted(rules, key=lambda one: (one.code, one.id)):
        first = rule.why.split(". ")[0].rstrip(".")
        click.echo(f"{rule.code:<8} {rule.severity.value:<8} {rule.confidence.value:<10} {rule.id:<{width}}  {first}")


@command.command("test")
@click.argument("folder", type=click.Path(path_type=Path))
def test(folder: Path) -> None:
    """Run the examples of every rule in FOLDER."""
    rules = load_rules(folder)
    failures = [failure for rule in rules for failure in run_examples(rule, check_texts)]
    for failure in failures:
        click.echo(str(failure))
    examples = sum(len(rule.examples) for rule in rules)
    click.echo(f"{len(rules)} rules, {examples} examples, {len(failures)} failures")
    sys.exit(EXIT_FINDINGS if failures else 0)

"""`roce-lint init`: a commented intent to start from, with its schema beside it for editors."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click

from roce_lint.errors import IntentError, Problem, UsageError
from roce_lint.intent.load import parse_intent
from roce_lint.intent.sample import SCHEMA_FILE, sample_intent
from roce_lint.intent.schema import schema_text
from roce_lint.os.registry import switch_names
from roce_lint.render.files import RenderedFile, write_files
from roce_lint.report.printable import printable


@click.command("init")
@click.argument("file", type=click.Path(path_type=Path), default="fabric.roce.yaml")
@click.option("--name", default="ai-pod-1", show_default=True, help="Name of the fabric.")
@click.option(
    "--os",
    "os_name",
    type=click.Choice(switch_names()),
    default=switch_names()[0],
    show_default=True,
    help="Operating system of the switches.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def command(file: Path, name: str, os_name: str, force: bool) -> None:
    """Write a commented intent to FILE (fabric.roce.yaml) and its JSON schema beside it."""
    if os.path.exists(file) and not force:
        raise UsageError(Problem(str(file), 0, 0, "exists; choose another name, or replace it with --force"))
    text = sample_intent(name, os_name)
    try:
        parse_intent(text, str(file))
    except IntentError as wrong:
        hint = "write letters, digits, '.', '_' and '-', a letter or digit at both ends, as in ai-pod-1"
        raise UsageError(f"--name is {name!r}; {hint}") from wrong
    write_files([RenderedFile(file.name, text), RenderedFile(SCHEMA_FILE, schema_text())], file.parent)
    typed = shlex.quote(f"./{file}" if str(file).startswith("-") else str(file))
    click.echo(f"wrote {printable(str(file))} and {printable(str(file.parent / SCHEMA_FILE))}")
    click.echo(f"next: roce-lint render {printable(typed)} -o out")

"""`roce-lint init`: a commented intent to start from, with its schema beside it for editors."""

from __future__ import annotations

import json
from pathlib import Path

import click

from roce_lint.errors import Problem, UsageError
from roce_lint.facts.terms import Os
from roce_lint.intent.sample import SAMPLE_SYSTEMS, SCHEMA_FILE, sample_intent
from roce_lint.intent.schema import intent_schema
from roce_lint.render.files import RenderedFile, write_files


@click.command("init")
@click.argument("file", type=click.Path(path_type=Path), default="fabric.roce.yaml")
@click.option("--name", default="ai-pod-1", show_default=True, help="Name of the fabric.")
@click.option(
    "--os",
    "os_name",
    type=click.Choice([one.value for one in SAMPLE_SYSTEMS]),
    default=Os.EOS.value,
    show_default=True,
    help="Operating system of the switches.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def command(file: Path, name: str, os_name: str, force: bool) -> None:
    """Write a commented intent to FILE (fabric.roce.yaml) and its JSON schema beside it."""
    if file.exists() and not force:
        raise UsageError(Problem(str(file), 0, 0, "exists; choose another name, or replace it with --force"))
    schema = json.dumps(intent_schema(), indent=2, sort_keys=True) + "\n"
    text = sample_intent(name, Os(os_name))
    write_files([RenderedFile(file.name, text), RenderedFile(SCHEMA_FILE, schema)], file.parent)
    click.echo(f"wrote {file} and {file.parent / SCHEMA_FILE}\nnext: roce-lint render {file} -o out")

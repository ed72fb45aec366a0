"""`roce-lint facts`: what was understood, with the place of every fact."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Unpack

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.fabric_read import FABRIC_OPTIONS, FabricWords, read_fabric
from roce_lint.cli.options import COLOR_OPTION
from roce_lint.cli.printing import choose_color, print_text
from roce_lint.render.files import RenderedFile, write_files
from roce_lint.report.fabric_svg import fabric_svg
from roce_lint.report.facts_json import facts_json, host_vars
from roce_lint.report.facts_text import facts_text
from roce_lint.report.terminal_tables import fact_blocks

_WRITERS = {"text": facts_text, "json": facts_json, "svg": fabric_svg}


@click.command("facts", epilog="Example: roce-lint facts configs/ --format svg > fabric.svg")
@click.argument("paths", nargs=-1)
@click.option("--profile", default="", help="Design profile.")
@click.option(
    "--format", "--output-format", "form", type=click.Choice(["text", "json", "svg"]), default="text", show_default=True
)
@click.option("--host-vars", "folder", default="", help="Write the JSON of each device to DIR/DEVICE/roce_lint.json.")
def command(profile: str, form: str, folder: str, color: str | None, **words: Unpack[FabricWords]) -> None:
    """Print the vendor-neutral model: DSCP to class to pause priority and queue to ECN, port by port.

    The form svg draws the fabric by tiers. With --host-vars Ansible finds the facts of each device in `roce_lint`.
    """
    choose_color(color)
    read = read_fabric(profile, **words)
    fabric = read.fabric
    if folder:
        written = write_files([RenderedFile(path, text) for path, text in host_vars(fabric).items()], Path(folder))
        if not words["quiet"]:
            click.echo(f"{folder}: {written.new} files new, {written.changed} changed, {written.equal} unchanged")
    else:
        print_text(lambda: _WRITERS[form](fabric), (lambda: fact_blocks(fabric)) if form == "text" else None)
    sys.exit(read.say_what_is_missing())


command.params += map(click_option, (*FABRIC_OPTIONS, COLOR_OPTION))

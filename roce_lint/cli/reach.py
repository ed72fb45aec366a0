"""`roce-lint reach`: how far a pause from each host port can climb."""

from __future__ import annotations

import sys
from typing import Unpack

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.fabric_read import FABRIC_OPTIONS, FabricWords, read_fabric
from roce_lint.cli.options import COLOR_OPTION
from roce_lint.cli.printing import choose_color, print_text
from roce_lint.fabric.domain import roce_domain
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.pause_reach import fabric_reach
from roce_lint.report.reach import reach_json, reach_text
from roce_lint.report.terminal_tables import reach_blocks

_WRITERS = {"text": reach_text, "json": reach_json}


@click.command("reach", epilog="Example: roce-lint reach configs/ --cabling cables.csv")
@click.argument("paths", nargs=-1)
@click.option(
    "--format", "--output-format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def command(form: str, color: str | None, **words: Unpack[FabricWords]) -> None:
    """Print how far a pause from each host port climbs, and which host ports it stops."""
    choose_color(color)
    read = read_fabric(**words)
    found = fabric_reach(DeadlockAnalysis(read.fabric, roce_domain(read.fabric)))
    print_text(lambda: _WRITERS[form](found), (lambda: reach_blocks(found)) if form == "text" else None)
    sys.exit(read.say_what_is_missing())


command.params += map(click_option, (*FABRIC_OPTIONS, COLOR_OPTION))

"""`roce-lint reach`: how far a pause from each host port can climb."""

from __future__ import annotations

import sys

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.fabric_read import read_fabric
from roce_lint.cli.inputs import OS_NAMES, load_settings
from roce_lint.cli.options import COLOR_OPTION, SETTINGS_OPTIONS
from roce_lint.cli.printing import choose_color, print_text
from roce_lint.cli.run_options import MEANS_OPTIONS, RunOptions
from roce_lint.fabric.domain import roce_domain
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.pause_reach import fabric_reach
from roce_lint.report.reach import reach_json, reach_text
from roce_lint.report.terminal_tables import reach_blocks

_WRITERS = {"text": reach_text, "json": reach_json}


@click.command("reach", epilog="Example: roce-lint reach configs/ --cabling cables.csv")
@click.argument("paths", nargs=-1)
@click.option("--intent", default="", help="Intent file: the links and the design.")
@click.option("--cabling", default="", help="Cabling list (CSV) or LLDP neighbours (JSON).")
@click.option("--os", "os_name", type=click.Choice(OS_NAMES), default=None, help="Read every file as this.")
@click.option("--exclude", multiple=True, help="Pattern of files to leave out, as in .gitignore.")
@click.option(
    "--format", "--output-format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def command(
    paths: tuple[str, ...],
    intent: str,
    cabling: str,
    os_name: str | None,
    exclude: tuple[str, ...],
    form: str,
    settings_file: str,
    no_settings: bool,
    jobs: str,
    cluster: str,
    cache_dir: str,
    no_cache: bool,
    color: str | None,
) -> None:
    """Print how far a pause from each host port climbs, and which host ports it stops."""
    choose_color(color)
    read = read_fabric(
        paths,
        load_settings(settings_file, none=no_settings),
        RunOptions(jobs, cluster, cache_dir, no_cache),
        intent=intent,
        cabling=cabling,
        os=os_name or "",
        exclude=exclude,
    )
    found = fabric_reach(DeadlockAnalysis(read.fabric, roce_domain(read.fabric)))
    print_text(lambda: _WRITERS[form](found), (lambda: reach_blocks(found)) if form == "text" else None)
    sys.exit(read.say_what_is_missing())


command.params += map(click_option, (*SETTINGS_OPTIONS, *MEANS_OPTIONS, COLOR_OPTION))

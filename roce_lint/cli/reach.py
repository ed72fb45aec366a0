"""`roce-lint reach`: how far a pause from each host port can climb."""

from __future__ import annotations

import sys

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.command import EXIT_OK, EXIT_UNREADABLE
from roce_lint.cli.inputs import OS_NAMES, gather_inputs, given_by, load_settings, say_if_nothing_found, say_left_out
from roce_lint.cli.options import COLOR_OPTION, SETTINGS_OPTIONS
from roce_lint.cli.printing import choose_color, print_text
from roce_lint.cli.progress import ProgressLine
from roce_lint.cli.run_options import MEANS_OPTIONS, RunOptions, open_means
from roce_lint.fabric.domain import roce_domain
from roce_lint.judge.check import read_gathered
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.pause_reach import fabric_reach
from roce_lint.report.printable import printable
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
    settings = load_settings(settings_file, none=no_settings)
    cabling = cabling or settings.cabling
    given, _ = given_by(intent, "", os_name or "", cabling, settings)
    progress = ProgressLine()
    run = open_means(RunOptions(jobs, cluster, cache_dir, no_cache).completed_by(settings), progress.reading)
    with progress:
        gathered = gather_inputs(paths, settings, cabling, exclude)
        fabric, inputs = read_gathered(gathered, given, run.read_all)
        found = fabric_reach(DeadlockAnalysis(fabric, roce_domain(fabric)))
    print_text(lambda: _WRITERS[form](found), (lambda: reach_blocks(found)) if form == "text" else None)
    failures = (*gathered.failures, *inputs.failures)
    say_if_nothing_found(fabric, failures, paths or settings.paths)
    say_left_out((*gathered.skipped, *inputs.skipped))
    for problem in failures:
        click.echo(f"roce-lint: {printable(str(problem))}", err=True)
    sys.exit(EXIT_UNREADABLE if failures else EXIT_OK)


command.params += map(click_option, (*SETTINGS_OPTIONS, *MEANS_OPTIONS, COLOR_OPTION))

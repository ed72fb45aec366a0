"""`roce-lint render`: an intent to every configuration of the fabric."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ParamSpec, TypeVar

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.command import EXIT_FINDINGS, EXIT_OK
from roce_lint.cli.inputs import load_settings
from roce_lint.cli.options import QUIET_OPTION
from roce_lint.cli.progress import ProgressLine
from roce_lint.cli.rendered_findings import finding_lines, rules_in_force
from roce_lint.engine.dry_run import files_to_judge, is_judged_whole, judge_rendered
from roce_lint.errors import Problem, UsageError
from roce_lint.intent.load import load_any_intent
from roce_lint.intent.make_infiniband import make_infiniband_view
from roce_lint.intent.make_view import FabricViews, make_views
from roce_lint.intent.model import Intent
from roce_lint.judge.rule import Severity
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.render.files import RenderedFile, differences, left_over, write_files
from roce_lint.render.infiniband import render_infiniband
from roce_lint.render.render import render_views
from roce_lint.report.printable import printable
from roce_lint.tuning.marking_distance import WHY_BETWEEN, WHY_EARLIER, distance

P = ParamSpec("P")
T = TypeVar("T")
_SHOWN = 4
_FORM = "_form"


def _form_options(function: Callable[P, T]) -> Callable[P, T]:
    """Add an option `--<system>-form` for each system that is written in several forms."""
    for name in reversed(switch_names()):
        forms = switch_os(name).forms
        if forms is not None:
            choice = click.Choice(forms.names)
            option = click.option(
                f"--{name}-form", type=choice, default=forms.names[0], show_default=True, help=forms.help
            )
            function = option(function)
    return function


@click.command("render", epilog="Example: roce-lint render fabric.roce.yaml -o out")
@click.argument("intent", default="")
@click.option(
    "-o", "--output", default="", metavar="FOLDER", help="Folder to write to; other files in it stay, and are listed."
)
@click.option("--device", "devices", multiple=True, help="Only this device; printed when there is no --output.")
@click.option("--diff", "compared", default="", help="Show what would change in this folder; exit code 1 if anything.")
@click.option("--templates", default="", help="Folder of templates that take the place of ours of the same name.")
@_form_options
def command(
    intent: str,
    output: str,
    devices: tuple[str, ...],
    compared: str,
    templates: str,
    quiet: bool,
    **forms: str,
) -> None:
    """Render the configurations that INTENT asks for: switches, hosts, cabling plan, lab, subnet managers."""
    chosen = {option.removesuffix(_FORM): form for option, form in forms.items()}
    path = intent or _intent_of_settings()
    if not path:
        raise UsageError("name the intent file, for example: roce-lint render fabric.roce.yaml -o out")
    if compared and output:
        raise UsageError("--diff only compares and --output writes; give one of them")
    if output and os.path.exists(output) and not os.path.isdir(output):
        raise UsageError(Problem(output, 0, 0, "is no folder; name a folder to write to"))
    overrides = Path(templates) if templates else None
    wish = load_any_intent(path)
    files: tuple[RenderedFile, ...] = ()
    views: FabricViews | None = None
    if isinstance(wish, Intent):
        progress = ProgressLine(quiet=quiet)
        with progress:
            progress.begin("rendering")
            views = make_views(wish)
            files = render_views(views, forms=chosen, overrides=overrides, devices=devices)
            progress.begin(f"evaluating {len(files):,} rendered files")
            found = () if devices else _findings(views, files, wish, path)
        for line in (*views.warnings, *found):
            click.echo(f"roce-lint: {line}", err=True)
    elif devices:
        raise UsageError(f"{path} describes an InfiniBand subnet alone; --device names switches and hosts of Ethernet")
    subnet = make_infiniband_view(wish)
    if subnet is not None and not devices:
        files = (*files, *render_infiniband(subnet, overrides))
    if (compared or output) and not devices and not quiet:
        _tell_left_over(files, compared or output)
    if compared:
        _require_folder(compared)
        changes = "".join(differences(files, Path(compared)))
        click.echo(changes, nl=False)
        sys.exit(EXIT_FINDINGS if changes else EXIT_OK)
    if output:
        done = write_files(files, Path(output))
        if not quiet:
            click.echo(f"{output}: {done.new} files new, {done.changed} changed, {done.equal} unchanged")
        if views is not None and not devices and not quiet:
            _tell_marking(views)
    elif devices:
        click.echo("".join(file.text for file in files), nl=False)
    else:
        raise UsageError("say where to write with -o, what to compare with --diff, or what to print with --device")


def _intent_of_settings() -> str:
    settings = load_settings()
    settings.refuse_missing("intent")
    return settings.intent


def _tell_marking(views: FabricViews) -> None:
    """Say how far the marking thresholds are from those that vendors and papers give, and why."""
    found = {
        distance(queue.ecn_kmin_bytes, profile.speed_gbps, switch_os(switch.os).marking_advice): None
        for switch in views.switches
        for profile in switch.profiles
        for queue in profile.queues
        if queue.ecn_enabled
    }
    for words in found:
        click.echo(f"marking: {words}")
    if found:
        click.echo(f"marking: {WHY_BETWEEN}; {WHY_EARLIER}; state others in roce.ecn")


def _findings(views: FabricViews, files: Sequence[RenderedFile], wish: Intent, path: str) -> tuple[str, ...]:
    """Return what a check would report of the files; of a large fabric no details, and one of each."""
    report = judge_rendered(files_to_judge(views, files), wish, rules_in_force())
    # Ports whose peer is not among one of each kind have details of their own.
    least = Severity.INFO if is_judged_whole(views) else Severity.WARNING
    return tuple(finding_lines(report.at_least(least), path))


command.params.append(click_option(QUIET_OPTION))


def _tell_left_over(files: Sequence[RenderedFile], folder: str) -> None:
    """Say on standard error what lies among the files of the intent and is of no device of it."""
    found = left_over(files, Path(folder))
    if found:
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        names = printable(", ".join(found[:_SHOWN]))
        click.echo(f"roce-lint: {folder}: not of this intent: {names}{more}; delete what is of an older one", err=True)


def _require_folder(name: str) -> None:
    if not os.path.isdir(name):
        raise UsageError(f"{name} is not a folder; --diff compares with one that was rendered before")

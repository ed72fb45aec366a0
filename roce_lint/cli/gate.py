"""`roce-lint gate`: compare two states of a fabric, or a fabric with its intent, and let a change pass or not."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.command import EXIT_FINDINGS, EXIT_OK, EXIT_UNREADABLE
from roce_lint.cli.inputs import load_settings
from roce_lint.cli.options import COLOR_OPTION, QUIET_OPTION, SETTINGS_OPTIONS
from roce_lint.cli.outputs import STDOUT, Output, check_targets, find_outputs, write_text
from roce_lint.cli.printing import choose_color
from roce_lint.cli.progress import ProgressLine
from roce_lint.cli.run_options import MEANS_OPTIONS, RunOptions, open_means
from roce_lint.cli.suppressing import day_in_force
from roce_lint.errors import Problem, UsageError
from roce_lint.gate.as_json import verdict_json
from roce_lint.gate.compare import compare_states
from roce_lint.gate.markdown import verdict_markdown
from roce_lint.gate.measure import Options, measure_of
from roce_lint.gate.open_states import open_folder, open_states
from roce_lint.gate.text import print_verdict, verdict_text
from roce_lint.gate.verdict import GateVerdict
from roce_lint.read.detect import detect
from roce_lint.read.files import load
from roce_lint.read.format import Format
from roce_lint.read.read_documents import ReadAll
from roce_lint.settings.load import Settings
from roce_lint.simulate.patterns import parsed_pattern
from roce_lint.text.document import Document
from roce_lint.values import replace

_EXITS = {"passed": EXIT_OK, "failed": EXIT_FINDINGS, "incomplete": EXIT_UNREADABLE}
_FORMS: Mapping[str, Callable[[GateVerdict], str]] = {
    "text": verdict_text,
    "json": verdict_json,
    "markdown": verdict_markdown,
}
_REPORTS = ("sarif", "code-scanning", "github", "gitlab", "junit")
"""Formats of a report of what is new, as `check` writes them."""


@click.command("gate", epilog="Example: roce-lint gate origin/main...HEAD --format markdown")
@click.argument("base", default="")
@click.argument("head", default="")
@click.option("--path", "paths", multiple=True, help="Only this file or folder; may be given several times.")
@click.option("--intent", default="", help="Intent file. Without BASE: list where the configurations drift from it.")
@click.option("--cabling", default="", help="Cabling list (CSV) or LLDP neighbours (JSON).")
@click.option("--profile", default="", help="Design profile, for example lossless, lossy-roce, pfc-only.")
@click.option("--rules", multiple=True, help="Folder of site rules on disk; may be given several times.")
@click.option("--select", multiple=True, help="Only these rules: ids, codes or families, with commas.")
@click.option("--ignore", multiple=True, help="Not these rules: ids, codes or families, with commas.")
@click.option("--exclude", multiple=True, help="Pattern of files to leave out, as in .gitignore.")
@click.option(
    "--measure",
    type=click.Choice(["head", "base"]),
    default="head",
    show_default=True,
    help="Which revision's settings, rules, waivers and baseline apply.",
)
@click.option(
    "--allow-removals",
    "allow_removals",
    multiple=True,
    metavar="NAME",
    help="Let protection go at this device, or 'device port'; a pattern; may be given several times.",
)
@click.option("--allow-unread", is_flag=True, help="Pass where a switch of the fabric runs a system that is not read.")
@click.option(
    "--format",
    "--output-format",
    "form",
    type=click.Choice([*_FORMS, *_REPORTS]),
    default=None,
    help="Output format of the verdict; sarif and those after it hold what is new.  [text]",
)
@click.option(
    "-o",
    "--output",
    "--output-file",
    "targets",
    multiple=True,
    metavar="[FORMAT:]FILE",
    help="Write the verdict to FILE as well, as FORMAT or as the suffix says. May be given several times.",
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "info"]),
    default=None,
    help="Least severity of a new finding that fails.  [error]",
)
@click.option(
    "--simulate", "pattern", default="", metavar="PATTERN", help="Also run both states under a load, as in incast:16."
)
@click.option("--today", default="", hidden=True, help="The day by which waivers expire, for tests: 2026-12-31.")
def command(
    base: str,
    head: str,
    paths: tuple[str, ...],
    intent: str,
    cabling: str,
    profile: str,
    rules: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    exclude: tuple[str, ...],
    measure: str,
    allow_removals: tuple[str, ...],
    allow_unread: bool,
    form: str | None,
    targets: tuple[str, ...],
    fail_on: str | None,
    pattern: str,
    today: str,
    settings_file: str,
    no_settings: bool,
    jobs: str,
    cluster: str,
    cache_dir: str,
    no_cache: bool,
    quiet: bool,
    color: str | None,
) -> None:
    """Compare two git states, or two folders: new and fixed findings, and what changed in meaning.

    BASE and HEAD are branches, tags or commits; without HEAD the working tree is compared. BASE...HEAD starts where the
    two parted, as a pull request does. Nothing is checked out and nothing of what lies there is run. Settings are those
    of the states, unless --settings names others for both.
    """
    choose_color(color)
    outputs = find_outputs(form or "", targets, (*_FORMS, *_REPORTS))
    for output in outputs:
        _refuse_target(output.target)
    named = load_settings(settings_file, none=no_settings) if settings_file or no_settings else None
    day = day_in_force(today)
    here = tuple(map(_from_here, paths))
    options = Options(intent, cabling, profile, rules, select, ignore, exclude, here, today=day, settings=named)
    options = replace(options, allow_removals=allow_removals, allow_unread=allow_unread, pattern=pattern)
    if pattern and not base:
        raise UsageError("--simulate runs two states under the same load; name BASE as well")
    if pattern:
        parsed_pattern(pattern)
    progress = ProgressLine(quiet=quiet)
    run = RunOptions(jobs, cluster, cache_dir, no_cache).completed_by(named or Settings())
    context = open_means(run, progress.reading)
    if not base:
        with progress:
            drift = _drift(options, outputs, context.read_all)
        sys.exit(drift())
    with progress:
        states = open_states(Path.cwd(), base, head)
        verdict = compare_states(
            states.base,
            states.head,
            states.depth,
            options,
            fail_on=fail_on or "",
            by_base=measure == "base",
            read_all=context.read_all,
        )
    for output in sorted(outputs, key=lambda one: one.target == STDOUT):
        if output == Output("text", STDOUT):
            print_verdict(verdict, sys.stdout)
        else:
            _write(_written(verdict, output.form), output.target)
    sys.exit(_EXITS[verdict.outcome])


command.params += map(click_option, (*SETTINGS_OPTIONS, *MEANS_OPTIONS, QUIET_OPTION, COLOR_OPTION))


def _from_here(path: str) -> str:
    """Return a path as it is named in the states, which are those of the working directory."""
    if not Path(path).is_absolute():
        return path
    if not Path(path).is_relative_to(Path.cwd()):
        raise UsageError(Problem(path, 0, 0, "is outside of the working directory, whose states are compared"))
    return Path(path).relative_to(Path.cwd()).as_posix()


def _written(verdict: GateVerdict, form: str) -> str:
    """Return the verdict in a format."""
    if form in _FORMS:
        return _FORMS[form](verdict)
    # Few ask for these, and they need the writers of reports.
    from roce_lint.gate.as_report import verdict_report
    from roce_lint.report.formats import FORMATS
    from roce_lint.report.material import Material

    material = Material(rules=verdict.rules, fail_on=verdict.fail_on, folder=Path.cwd().as_posix())
    return FORMATS[form].write(verdict_report(verdict), material)


def _drift(options: Options, outputs: Sequence[Output], read_all: ReadAll) -> Callable[[], int]:
    """Find where the working directory drifts from its intent; return what reports it and gives the exit code."""
    # An intent is rendered for this, with libraries that a comparison of two states does without.
    from roce_lint.gate.drift import drift_from_intent
    from roce_lint.gate.drift_report import drift_json, drift_markdown, drift_text

    wrong = [output.form for output in outputs if output.form not in _FORMS]
    if wrong:
        raise UsageError(f"drift from an intent has the formats {', '.join(_FORMS)}, not {wrong[0]}; name BASE as well")
    state, depth = open_folder(Path.cwd())
    drift = drift_from_intent(state, measure_of(state, depth, options), options, read_all)
    forms = {"text": drift_text, "json": drift_json, "markdown": drift_markdown}

    def report() -> int:
        for output in outputs:
            _write(forms[output.form](drift), output.target)
        return _EXITS[drift.outcome]

    return report


def _refuse_target(output: str) -> None:
    """Refuse, before anything is read, what cannot be written, or holds a configuration. Raises UsageError."""
    check_targets([Output("", output)])
    if not os.path.isfile(output):
        return
    match load(Path(output), output):
        case Document() as document if isinstance(detect(document), Format):
            text = "holds a configuration; the verdict would take its place, so name another file"
            raise UsageError(Problem(output, 0, 0, text))


def _write(text: str, output: str) -> None:
    if output == STDOUT:
        click.echo(text, nl=False)
    else:
        write_text(Path(output), text)

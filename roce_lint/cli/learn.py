"""`roce-lint learn`: an intent from configurations that are there already."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.command import EXIT_FINDINGS, EXIT_OK, EXIT_UNREADABLE
from roce_lint.cli.inputs import OS_NAMES, gather_inputs, load_settings, say_if_nothing_found, say_left_out
from roce_lint.cli.options import QUIET_OPTION
from roce_lint.cli.outputs import STDOUT, Output, check_targets, refuse_inputs, write_text
from roce_lint.cli.progress import ProgressLine
from roce_lint.cli.run_options import MEANS_OPTIONS, RunOptions, open_means
from roce_lint.engine.rules import CachedRules
from roce_lint.errors import ConfigError, IntentError, PlatformError, Problem, TemplateError, UsageError
from roce_lint.fabric.fabric import Fabric
from roce_lint.intent.sample import SCHEMA_FILE
from roce_lint.intent.schema import schema_text
from roce_lint.judge.check import inputs_of, lint, read_gathered
from roce_lint.judge.given import Given
from roce_lint.learn.differences import Difference, differences_of, faulty_buffers
from roce_lint.learn.extra import with_extra
from roce_lint.learn.learnt import Learnt, learn_intent
from roce_lint.learn.line_differences import line_differences
from roce_lint.learn.models import WishedModel
from roce_lint.learn.reasons import Why
from roce_lint.learn.report import counted_devices, every_difference, learnt_text, line_lists, outside_lines
from roce_lint.read.files import at_hand
from roce_lint.report.printable import printable
from roce_lint.text.document import Document

_LINES_OF_A_BLOCK = 50
"""So many lines of a block are listed by --check."""


@click.command("learn", epilog="Example: roce-lint learn configs/ --cabling cables.csv -o fabric.roce.yaml")
@click.argument("paths", nargs=-1)
@click.option("-o", "--output", default=STDOUT, help="File to write the intent to; standard output if omitted.")
@click.option("--check", "compared", is_flag=True, help="Write nothing; list how what it renders differs from PATHS.")
@click.option("--extra", "extra", is_flag=True, help="Keep lines that nothing else brings back, as entries of extra.")
@click.option("--name", default="fabric", show_default=True, help="Name of the fabric.")
@click.option("--platform", "models", multiple=True, metavar="[NAME=]MODEL", help="Model of switches by name (leaf-*).")
@click.option("--cabling", default="", help="Cabling list (CSV) or LLDP neighbours (JSON).")
@click.option("--os", "os_name", type=click.Choice(OS_NAMES), default=None, help="Read every file as this.")
@click.option("--exclude", multiple=True, help="Pattern of files to leave out, as in .gitignore.")
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
def command(
    paths: tuple[str, ...],
    output: str,
    compared: bool,
    extra: bool,
    name: str,
    models: tuple[str, ...],
    cabling: str,
    os_name: str | None,
    exclude: tuple[str, ...],
    force: bool,
    jobs: str,
    cluster: str,
    cache_dir: str,
    no_cache: bool,
    quiet: bool,
) -> None:
    """Write the intent that renders the configurations in PATHS, as far as an intent can say them.

    Faults that a rule reports are not copied: they are listed with their codes at the end of the intent, and so is what
    an intent cannot say, and the lines of switches that it would not bring back. With --extra its section extra has
    these lines, with names for secrets. With --check the exit code is 1 where what it renders would behave otherwise.
    """
    target = "" if compared else output
    _refuse_target(target, force=force)
    settings = load_settings()
    cabling = cabling or settings.cabling
    progress = ProgressLine(quiet=quiet)
    run = RunOptions(jobs, cluster, cache_dir, no_cache).completed_by(settings)
    context = open_means(run, progress.reading)
    given = Given(os=os_name or "", cabling=Path(cabling).as_posix() if cabling else "", domain=settings.domain)
    with progress:
        gathered = gather_inputs(paths, settings, cabling, exclude)
        fabric, inputs = read_gathered(gathered, given, context.read_all)
    read = inputs_of(gathered, inputs)
    refuse_inputs([Output("", target)] if target else [], read.files)
    say_if_nothing_found(fabric, (*gathered.failures, *inputs.failures), paths or settings.paths)
    say_left_out((*gathered.skipped, *inputs.skipped))
    for problem in (*gathered.failures, *inputs.failures):
        _say(str(problem))
    rules = CachedRules(context.store, context.program, []).brief()
    wished = tuple(map(_wished, models))
    with progress:
        progress.begin(f"learning from {len(fabric.devices):,} devices")
        report = lint(fabric, rules, read, given)
        documents = at_hand(gathered.documents)
        learnt = _learnt(fabric, name, documents, wished, faulty_buffers(report))
        differences = differences_of(learnt, report)
        lines = line_differences(learnt, documents)
        if extra:
            learnt = with_extra(learnt, lines.lost, differences)
            lines = line_differences(learnt, documents)
            differences = differences_of(learnt, report)
    left, added = lines.lost.left, lines.added.left
    for line in outside_lines(learnt):
        _say(line)
    behaves_otherwise = any(one.why.changes_behaviour for one in differences)
    if compared:
        for line in (*every_difference(differences), *line_lists(learnt, left, added, _LINES_OF_A_BLOCK)):
            click.echo(printable(line))
    else:
        _write(learnt_text(learnt, differences, left, added), target, quiet=quiet)
    if not quiet:
        _say_result(learnt, differences, len(left))
    if gathered.failures or inputs.failures:
        sys.exit(EXIT_UNREADABLE)
    sys.exit(EXIT_FINDINGS if compared and behaves_otherwise else EXIT_OK)


command.params += map(click_option, (*MEANS_OPTIONS, QUIET_OPTION))


def _learnt(
    fabric: Fabric,
    name: str,
    documents: Sequence[Document],
    wished: Sequence[WishedModel],
    faulty: frozenset[str],
) -> Learnt:
    """Return what is learnt. Raises ConfigError for a fabric whose intent could not be rendered."""
    try:
        return learn_intent(fabric, name, documents, wished, faulty)
    except (IntentError, PlatformError, TemplateError) as error:
        hint = "leave devices out with --exclude, or name models with --platform"
        problems = [f"{problem.message} (no intent renders that; {hint})" for problem in error.problems[:3]]
        raise ConfigError(*problems) from error


def _refuse_target(target: str, *, force: bool) -> None:
    """Refuse, before anything is read, a file that is there or cannot be written. Raises UsageError."""
    if target in ("", STDOUT):
        return
    if os.path.isfile(target) and not force:
        raise UsageError(Problem(target, 0, 0, "exists; choose another name, or replace it with --force"))
    check_targets([Output("", target)])


def _wished(text: str) -> WishedModel:
    """Return what `leaf-*=MODEL` or `MODEL` names. Raises UsageError for an empty one."""
    pattern, equals, model = text.rpartition("=")
    if not model or (equals and not pattern):
        raise UsageError(f"--platform is {text!r}; write a model, or leaf-*=MODEL for switches by name")
    return WishedModel(pattern or "*", model)


def _write(text: str, target: str, *, quiet: bool) -> None:
    if target == STDOUT:
        click.echo(text, nl=False)
    else:
        path = Path(target)
        write_text(path, text)
        schema = path.parent / SCHEMA_FILE
        if not os.path.lexists(schema):
            write_text(schema, schema_text())
        if not quiet:
            _say(f"wrote {target}; next: roce-lint check-intent {target} --lint")


def _say_result(learnt: Learnt, differences: tuple[Difference, ...], lines_left: int) -> None:
    numbers = {why: sum(one.why is why for one in differences) for why in Why}
    faults, odd = numbers[Why.FAULT], len(differences) - numbers[Why.FAULT]
    not_back = f"; {lines_left:,} lines of switches would be lost by rendering" if lines_left else ""
    if differences:
        unexplained = numbers[Why.UNEXPLAINED]
        more = f", {unexplained} of them without a known reason" if unexplained else ""
        _say(f"{counted_devices(learnt)}; {faults} likely faults, {odd} other differences{more}{not_back}")
    else:
        _say(f"{counted_devices(learnt)}; what the intent renders means what was read{not_back}")


def _say(text: str) -> None:
    click.echo(f"roce-lint: {printable(text)}", err=True)

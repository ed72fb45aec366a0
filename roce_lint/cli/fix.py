"""`roce-lint fix`: propose remedies in the device's own language, and apply the safe ones to the files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from roce_lint.cli.as_click import click_option
from roce_lint.cli.command import EXIT_FINDINGS, EXIT_OK, EXIT_UNREADABLE
from roce_lint.cli.inputs import OS_NAMES, gather_inputs, given_by, load_settings, say_if_nothing_found, say_left_out
from roce_lint.cli.options import QUIET_OPTION, SETTINGS_OPTIONS
from roce_lint.cli.printing import say
from roce_lint.cli.progress import ProgressLine
from roce_lint.cli.run_options import MEANS_OPTIONS, RunOptions, open_means
from roce_lint.cli.suppressing import suppressions_given
from roce_lint.errors import UsageError
from roce_lint.fix.files import apply_contents
from roce_lint.fix.plan import Plan, plan_remedies
from roce_lint.fix.prove import Bench
from roce_lint.fix.report import remedies_json, remedies_text
from roce_lint.judge.check import load_all_rules
from roce_lint.judge.given import Given
from roce_lint.judge.rule import Rule
from roce_lint.judge.select import names_of, select_rules
from roce_lint.judge.set_thresholds import set_thresholds
from roce_lint.os.registry import remedies_of, system_names
from roce_lint.read.gather import Gathered
from roce_lint.report.printable import printable
from roce_lint.suggest import did_you_mean
from roce_lint.values import replace


@click.command("fix", epilog="Example: roce-lint fix configs/ --select roce-in-lossy-class --apply")
@click.argument("paths", nargs=-1)
@click.option("--apply", "write", is_flag=True, help="Apply the safe fixes to the files.")
@click.option("--diff", "_diff", is_flag=True, help="Show what would be applied; this is what happens anyway.")
@click.option("--select", "--only", "only", multiple=True, help="Only fixes for these rules: ids, codes or families.")
@click.option("--ignore", multiple=True, help="No fixes for these rules: ids, codes or families, with commas.")
@click.option("--allow-dirty", is_flag=True, help="Also change files with changes that are not committed.")
@click.option("--intent", default="", help="Intent file: the links and the design to evaluate against.")
@click.option("--cabling", default="", help="Cabling list (CSV) or LLDP neighbours (JSON).")
@click.option("--profile", default="", help="Design profile, for example lossless, lossy-roce, pfc-only.")
@click.option("--rules", "folders", multiple=True, help="Folder of site rules; may be given several times.")
@click.option("--os", "os_name", type=click.Choice(OS_NAMES), default=None, help="Read every file as this.")
@click.option("--exclude", multiple=True, help="Pattern of files to leave out, as in .gitignore.")
@click.option(
    "--format", "--output-format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def command(
    paths: tuple[str, ...],
    write: bool,
    _diff: bool,
    only: tuple[str, ...],
    ignore: tuple[str, ...],
    allow_dirty: bool,
    intent: str,
    cabling: str,
    profile: str,
    folders: tuple[str, ...],
    os_name: str | None,
    exclude: tuple[str, ...],
    form: str,
    settings_file: str,
    no_settings: bool,
    jobs: str,
    cluster: str,
    cache_dir: str,
    no_cache: bool,
    quiet: bool,
) -> None:
    """Propose remedies with their rollback, proven in memory; --apply writes the safe ones to the files.

    A remedy is safe when no value has to be chosen, no traffic can suffer, its finding goes and no other comes.
    Nothing else of a file changes. Give the whole fabric: values are taken from what its other devices have.
    """
    settings = load_settings(settings_file, none=no_settings)
    settings.refuse_missing("waivers", "baseline", *(() if folders else ("rules",)))
    site = [Path(folder) for folder in (folders or settings.rules)]
    every_rule = set_thresholds(load_all_rules(site), settings)
    rules = select_rules(every_rule, settings.select, (*settings.ignore, *ignore), settings.named_rules())
    given, _ = given_by(intent, profile, os_name or "", cabling or settings.cabling, settings)
    suppressions = suppressions_given(settings.waivers, settings.baseline, "", settings, every_rule, is_whole=False)
    named = _named(only, every_rule)
    progress = ProgressLine(quiet=quiet)
    run = RunOptions(jobs, cluster, cache_dir, no_cache).completed_by(settings)
    context = open_means(run, progress.reading)
    with progress:
        gathered = gather_inputs(paths, settings, cabling or settings.cabling, exclude, keep_texts=True)
        bench = Bench(gathered, rules, replace(given, suppressions=suppressions), context.read_all)
        plan = plan_remedies(bench, named)
    applied = apply_contents(bench.octets, plan.contents, allow_dirty=allow_dirty) if write else None
    show = remedies_json if form == "json" else remedies_text
    click.echo(show(plan, bench, applied), nl=False)
    say_if_nothing_found(bench.fabric, plan.unreadable, paths or settings.paths)
    say_left_out(bench.left_out)
    refused = bool(applied and applied.refused)
    sys.exit(_exit_code(plan, written=write and not refused))


command.params += map(click_option, (*SETTINGS_OPTIONS, *MEANS_OPTIONS, QUIET_OPTION))


def fix_files(gathered: Gathered, rules: Sequence[Rule], given: Given, *, allow_dirty: bool) -> None:
    """Apply the safe fixes to the files, and say on standard error what was changed and what was refused."""
    bench = Bench(gathered, rules, given)
    plan = plan_remedies(bench)
    applied = apply_contents(bench.octets, plan.contents, allow_dirty=allow_dirty)
    for problem in applied.refused:
        say(f"roce-lint: {printable(str(problem))}", err=True)
    all_findings = len(plan.remedies) + len(plan.without)
    done = [one for one in plan.safe if one.path in applied.written]
    files = f"{len(applied.written)} {'file' if len(applied.written) == 1 else 'files'}"
    say(f"roce-lint: fixed {len(done)} of {all_findings} findings in {files}; roce-lint fix shows the others", err=True)


def _named(only: tuple[str, ...], every_rule: tuple[Rule, ...]) -> frozenset[str]:
    """Return the ids of the rules to fix. Raises UsageError for a name of no rule that has an automatic fix."""
    names = tuple(name.strip() for item in only for name in item.split(",") if name.strip())
    fixable = fixable_rules()
    by_name = {name: rule.id for rule in every_rule if rule.id in fixable for name in names_of(rule)}
    unknown = [name for name in names if name not in by_name]
    if unknown:
        raise UsageError(*(f"--select {one!r}: it has no automatic fix{did_you_mean(one, by_name)}" for one in unknown))
    return frozenset(rule.id for rule in every_rule if rule.id in fixable and names_of(rule).intersection(names))


def _exit_code(plan: Plan, *, written: bool) -> int:
    """Return 3 where something could not be read, 1 where anything is left to do, else 0."""
    if plan.unreadable:
        return EXIT_UNREADABLE
    left = plan.without or len(plan.safe) < len(plan.remedies) or (plan.safe and not written)
    return EXIT_FINDINGS if left else EXIT_OK


def fixable_rules() -> frozenset[str]:
    """Return the rules for which some system has a remedy; `explain RULE` says what to do for others."""
    return frozenset(rule for name in system_names() for rule in remedies_of(name).by_rule)

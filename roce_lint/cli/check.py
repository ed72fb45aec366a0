"""`roce-lint check`: read configurations, evaluate them, report."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from roce_lint.cli.command import EXIT_FINDINGS, EXIT_OK, EXIT_OWN_FAULT, EXIT_UNREADABLE
from roce_lint.cli.inputs import OS_NAMES, STDIN, gather_inputs, given_by, load_settings
from roce_lint.cli.options import COLOR_OPTION, SETTINGS_OPTIONS, Argument, Option, PlainCommand
from roce_lint.cli.outputs import (
    STATISTICS,
    STDOUT,
    Output,
    check_targets,
    find_outputs,
    material_at_hand,
    refuse_inputs,
    write_outputs,
)
from roce_lint.cli.printing import choose_color, say
from roce_lint.cli.progress import ProgressLine
from roce_lint.cli.run_options import MEANS_OPTIONS, RunOptions, open_means
from roce_lint.cli.suppressing import refuse_target, suppressions_given, write_baseline
from roce_lint.engine.checking import check_with
from roce_lint.engine.rules import CachedRules, cached_profiles
from roce_lint.errors import UsageError
from roce_lint.judge.finding import Report
from roce_lint.judge.given import Given
from roce_lint.judge.restrictions import missing_switches, path_restrictions, rule_restrictions
from roce_lint.judge.rule import Rule, Severity
from roce_lint.judge.select import rules_of_one_device, select_rules
from roce_lint.judge.set_thresholds import set_thresholds, threshold_restrictions
from roce_lint.read.gather import Gathered
from roce_lint.report.formats import FORMATS, WITH_EXAMPLES
from roce_lint.report.material import Caption
from roce_lint.report.printable import printable
from roce_lint.values import replace

_OPTIONS = (
    Option(("--intent",), "Intent file: the links and the design to evaluate against."),
    Option(("--cabling",), "Cabling list (CSV) or LLDP neighbours (JSON)."),
    Option(("--profile",), "Design profile, for example lossless, lossy-roce, pfc-only."),
    Option(("--rules",), "Folder of site rules; may be given several times.", "folders", many=True),
    Option(("--select",), "Only these rules: ids, codes or families, with commas.", many=True),
    Option(("--ignore",), "Not these rules: ids, codes or families, with commas.", many=True),
    Option(("--os",), "Read every file as this.", "os_name", default=None, choices=OS_NAMES),
    Option(("--exclude",), "Pattern of files to leave out, as in .gitignore.", many=True),
    Option(
        ("--format", "--output-format"),
        "Output format of the report.  [text]",
        "form",
        default=None,
        choices=(*FORMATS,),
    ),
    Option(
        ("-o", "--output", "--output-file"),
        "Write the report to FILE as well, as FORMAT or as the suffix says. May be given several times.",
        "targets",
        many=True,
        metavar="[FORMAT:]FILE",
    ),
    Option(("--report-name",), "Name of the fabric at the top of the HTML report.  [that of the intent]"),
    Option(("--report-revision",), "Revision at the top of the HTML report, for example a commit."),
    Option(("--report-date",), "Date at the top of the HTML report."),
    Option(("--fail-on",), "Least severity that fails.  [error]", default=None, choices=("error", "warning", "info")),
    Option(("--exit-zero",), "Exit with 0 even where there are findings.", flag=True),
    Option(("--statistics",), "Print how often each rule was violated instead of the findings.", flag=True),
    Option(("--fix",), "Apply the safe fixes to the files first, then report what is left.", flag=True),
    Option(("--allow-dirty",), "With --fix: also change files with changes that are not committed.", flag=True),
    Option(("--watch",), "Check again whenever a file changes, until Ctrl-C.", flag=True),
    Option(
        ("--stdin-filename",),
        "The name of what standard input holds, which is read for the path -.",
    ),
    Option(
        ("--waivers",),
        "Waiver file: accepted findings, each with a reason, an owner and an expiry date.",
    ),
    Option(("--baseline",), "Baseline file: findings that were there before do not fail."),
    Option(("--write-baseline",), "Write what is found now to this baseline file.", "new_baseline"),
    Option(("--today",), "The day by which waivers expire, for tests: 2026-12-31.", hidden=True),
    Option(
        ("--scope",),
        "With 'device' only rules that one file can break: for hooks that see changed files alone.",
        default="fabric",
        choices=("fabric", "device"),
        shows_default=True,
    ),
    Option(("--force-exclude",), "Leave out named files that are excluded or of another kind.", flag=True),
    Option(("--allow-empty",), "Pass where no configuration is found; --force-exclude does so too.", flag=True),
    Option(("--allow-unread",), "Pass where a switch of the fabric runs a system that is not read.", flag=True),
    *SETTINGS_OPTIONS,
    Option(("--show-settings",), "Print the settings in force and where each comes from.", flag=True),
    *MEANS_OPTIONS,
    COLOR_OPTION,
    Option(("-q", "--quiet"), "Print findings and nothing else.", flag=True),
    Option(("-v", "--verbose"), "Show all evidence, list skipped files and what every rule looked at.", flag=True),
)


def check(
    paths: tuple[str, ...],
    intent: str,
    cabling: str,
    profile: str,
    folders: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    os_name: str | None,
    exclude: tuple[str, ...],
    form: str | None,
    targets: tuple[str, ...],
    report_name: str,
    report_revision: str,
    report_date: str,
    fail_on: str | None,
    waivers: str,
    baseline: str,
    new_baseline: str,
    today: str,
    exit_zero: bool,
    statistics: bool,
    fix: bool,
    allow_dirty: bool,
    watch: bool,
    stdin_filename: str,
    scope: str,
    force_exclude: bool,
    allow_empty: bool,
    allow_unread: bool,
    settings_file: str,
    no_settings: bool,
    show_settings: bool,
    jobs: str,
    cluster: str,
    cache_dir: str,
    no_cache: bool,
    color: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Check configurations, files or folders, against the rules; - reads standard input."""
    choose_color(color)
    means = RunOptions(jobs, cluster, cache_dir, no_cache)
    settings = load_settings(settings_file, none=no_settings)
    if show_settings:
        given_here = {
            "paths": paths, "intent": intent, "cabling": cabling, "profile": profile, "rules": folders,
            "select": select, "ignore": ignore, "exclude": exclude, "baseline": baseline, "waivers": waivers,
            "fail-on": fail_on or "", "jobs": means.jobs, "cache": means.cache_wanted,
        }  # fmt: skip
        # Seldom asked for, and it needs JSON.
        from roce_lint.cli.show_settings import settings_in_force

        say("\n".join(settings_in_force(settings, given_here)))
        return
    if watch:
        beside = (intent or settings.intent, cabling or settings.cabling, waivers or settings.waivers, settings.file)
        sys.exit(_watch((*(paths or settings.paths), *(folders or settings.rules), *beside)))
    if new_baseline and scope == "device":
        raise UsageError("--write-baseline needs the whole fabric; leave --scope device out")
    if new_baseline:
        refuse_target(new_baseline)
    outputs = find_outputs(form or "", targets)
    check_targets(outputs)
    if statistics and any(output.target == STDOUT and output.form not in STATISTICS for output in outputs):
        raise UsageError(f"--statistics has the formats {' and '.join(STATISTICS)}; choose one of them with --format")
    taken = (("rules", folders), ("waivers", waivers), ("baseline", baseline or new_baseline))
    settings.refuse_missing(*(key for key, instead in taken if not instead))
    site = [Path(folder) for folder in (folders or settings.rules)]
    progress = ProgressLine(quiet=quiet)
    opened = open_means(means.completed_by(settings), progress.reading)
    kept = CachedRules(opened.store, opened.program, site)
    known_rules = kept.whole([names[0] for names in kept.names()]) if _show_examples(outputs) else kept.brief()
    known_rules = set_thresholds(known_rules, settings)
    wanted, unwanted = select or settings.select, (*settings.ignore, *ignore)
    rules = select_rules(known_rules, wanted, unwanted, settings.named_rules())
    restrictions = rule_restrictions(known_rules, rules, wanted, unwanted)
    restrictions += threshold_restrictions(rules, settings)
    restrictions += () if paths else path_restrictions(settings.paths, settings.place("paths"))
    if scope == "device":
        rules = rules_of_one_device(rules)
    cabling = cabling or settings.cabling
    paths = paths or settings.paths
    given, warnings = given_by(intent, profile, os_name or "", cabling, settings)
    is_whole = scope == "fabric" and all(os.path.isdir(path) for path in paths if path != STDIN)
    if given.intent is not None:
        given = replace(given, intent=replace(given.intent, covers_all=is_whole) if scope == "fabric" else None)
    suppressions = suppressions_given(
        waivers or settings.waivers,
        "" if new_baseline else baseline or settings.baseline,
        today,
        settings,
        known_rules,
        is_whole=is_whole,
    )
    given = replace(
        given,
        suppressions=suppressions,
        profiles=cached_profiles(opened.store, opened.program),
        restrictions=restrictions,
    )

    def found(*, keep_texts: bool = False) -> Gathered:
        return gather_inputs(
            paths,
            settings,
            cabling,
            exclude,
            as_found=force_exclude,
            may_be_empty=allow_empty,
            keep_texts=keep_texts,
            stdin=stdin_filename or "standard-input",
        )

    if fix:
        _fix(paths, found(keep_texts=True), rules, given, allow_dirty=allow_dirty)
    forms = frozenset(output.form for output in outputs)
    with progress:
        gathered = found()
        report, fabric = check_with(opened, gathered, rules, given, site, forms)
    lists = (waivers or settings.waivers, baseline or settings.baseline, new_baseline, settings_file)
    refuse_inputs(outputs, (*report.inputs.files, intent or settings.intent, cabling, *lists))
    if new_baseline:
        report = write_baseline(report, new_baseline, rules)
    is_empty = nothing_evaluated(report, rules)
    if is_empty and not report.inputs.unreadable:
        say(f"roce-lint: nothing was evaluated: {_why_nothing(report, paths)}", err=True)
    unread = missing_switches(report, are_allowed=allow_unread or settings.allow_unread == "true")
    for one in unread:
        say(f"roce-lint: {printable(str(one))}", err=True)
    for warning in () if quiet else warnings:
        say(f"roce-lint: {warning}", err=True)
    least = Severity(fail_on or settings.fail_on or "error")
    if verbose and Output("text", STDOUT) in outputs:
        _list_left_out(report)
    name = report_name or (given.intent.name if given.intent else "")
    caption = Caption(name, report_revision, report_date)
    material = material_at_hand(gathered, rules, fabric, least, settings.docs_url, caption)
    write_outputs(outputs, report, replace(material, only_findings=quiet, verbose=verbose), statistics=statistics)
    is_complete = not unread and (not is_empty or allow_empty or force_exclude)
    code = _exit_code(report, least, is_complete=is_complete)
    sys.exit(EXIT_OK if exit_zero and code == EXIT_FINDINGS else code)


def _watch(paths: Sequence[str]) -> int:
    # Seldom asked for, and it needs to start processes.
    from roce_lint.cli.watch import watch

    if STDIN in paths:
        raise UsageError("--watch waits for files to change; leave - out")
    return watch([word for word in sys.argv[1:] if word != "--watch"], paths)


def _fix(paths: Sequence[str], gathered: Gathered, rules: Sequence[Rule], given: Given, *, allow_dirty: bool) -> None:
    # Seldom asked for, and it needs what edits each system.
    from roce_lint.cli.fix import fix_files

    if STDIN in paths:
        raise UsageError("--fix changes files; leave - out")
    fix_files(gathered, rules, given, allow_dirty=allow_dirty)


_SCOPES_OF_INPUTS = frozenset({"unread line", "waiver", "baseline entry"})
"""Scopes of what was said about a fabric, which exist without one."""


def nothing_evaluated(report: Report, rules: Sequence[Rule]) -> bool:
    """Return whether no device and no part of an InfiniBand subnet was evaluated."""
    scopes = {rule.id: rule.scope for rule in rules}
    judged = (one.rule for one in report.coverage if one.judged)
    return not report.inputs.devices and _SCOPES_OF_INPUTS.issuperset(scopes.get(rule, "waiver") for rule in judged)


def _why_nothing(report: Report, paths: Sequence[str]) -> str:
    """Return in words why no configuration was found: the first of the skipped files tells."""
    where = printable(", ".join(paths))
    skipped = report.inputs.skipped
    if not skipped:
        return f"{where} holds no configuration; name other files, or allow it with --allow-empty"
    first = min(skipped, key=lambda one: (not one.because.startswith("a configuration of "), one.path))
    more = f" and {len(skipped) - 1} more, which -v lists" if len(skipped) > 1 else ""
    named = f"{printable(first.path)} ({printable(first.because)})"
    return f"{where} holds no configuration that is read; skipped: {named}{more}"


def _show_examples(outputs: Sequence[Output]) -> bool:
    """Return whether a report shows the examples of rules."""
    return any(output.form in WITH_EXAMPLES for output in outputs)


def _list_left_out(report: Report) -> None:
    """Print what was left out and what each rule looked at."""
    for skipped in report.inputs.skipped:
        say(f"skipped: {printable(skipped.path)} ({printable(skipped.because)})")
    for one in report.coverage:
        counts = f"{one.judged} evaluated, {one.violated} violated, {one.undetermined} undetermined"
        say(f"{one.code:<8} {one.rule}: {counts}, {one.suppressed} suppressed")


def _exit_code(report: Report, fail_on: Severity, *, is_complete: bool) -> int:
    """Return the exit code: unreadable or missing input weighs more than findings, because they may be incomplete."""
    if report.inputs.died:
        return EXIT_OWN_FAULT
    if report.inputs.unreadable or not is_complete:
        return EXIT_UNREADABLE
    return EXIT_FINDINGS if report.at_least(fail_on) else EXIT_OK


command = PlainCommand(
    "check",
    check,
    Argument("paths", many=True),
    _OPTIONS,
    epilog="Example: roce-lint check configs/ --intent fabric.roce.yaml --fail-on warning",
)

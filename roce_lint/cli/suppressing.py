"""What the user says to suppress findings: files of waivers and baselines, ignores by device, and today's date."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from roce_lint.cli.printing import say
from roce_lint.errors import Problem, UsageError
from roce_lint.files.plain_file import read_plain_text
from roce_lint.judge.apply_suppressions import make_suppressions
from roce_lint.judge.baseline_entries import Baseline
from roce_lint.judge.finding import Report
from roce_lint.judge.rule import Rule
from roce_lint.judge.suppressions import Suppressions
from roce_lint.settings.load import Settings

LARGEST_WAIVERS_BYTES = 1024 * 1024
BEGINNING = b'{"tool": "roce-lint"'
"""How every baseline begins that the program has written."""
LARGEST_BASELINE_BYTES = 64 * 1024 * 1024


def suppressions_given(
    waivers: str, baseline: str, today: str, settings: Settings, rules: Sequence[Rule], *, is_whole: bool
) -> Suppressions:
    """Return the suppressions that the command line and the settings give; `rules` are all that there are.

    An empty path gives none. Raises UsageError for a file that is missing or damaged, and for an unknown rule.
    """
    return make_suppressions(
        waivers=(waivers, read_plain_text(Path(waivers), LARGEST_WAIVERS_BYTES, "waiver file")) if waivers else None,
        baseline=(baseline, read_plain_text(Path(baseline), LARGEST_BASELINE_BYTES, "baseline")) if baseline else None,
        ignores=settings.per_device_ignores,
        ignores_place=(settings.file, settings.lines.get("per-device-ignores", 0)),
        today=day_in_force(today),
        rules=rules,
        is_whole=is_whole,
    )


def refuse_target(target: str) -> None:
    """Refuse, before anything is read, to write a baseline over a file that is none. Raises UsageError."""
    path = Path(target)
    if os.path.isdir(path):
        raise UsageError(Problem(target, 0, 0, "is a folder; name a file for the baseline"))
    if not os.path.exists(path):
        return
    if not os.path.isfile(path):
        raise UsageError(Problem(target, 0, 0, "is a pipe or a device; name a file for the baseline"))
    with path.open("rb") as stream:
        begins = stream.read(len(BEGINNING))
    if begins not in (b"", BEGINNING):
        raise UsageError(Problem(target, 0, 0, "is there already and is no baseline; name another file"))


def write_baseline(report: Report, target: str, rules: Sequence[Rule]) -> Report:
    """Write every finding that no waiver suppresses to a baseline file, and return the report with these suppressed.

    The file appears whole or not at all. Raises UsageError when some input could not be read, or when the file cannot
    be written.
    """
    # Most checks write no baseline.
    from roce_lint.judge.baseline import apply_baseline, baseline_of
    from roce_lint.judge.baseline_file import baseline_text
    from roce_lint.render.files import RenderedFile, write_files

    if report.inputs.unreadable:
        raise UsageError(
            Problem(target, 0, 0, "not written: some input could not be read, and its faults would be missing")
        )
    entries = baseline_of(report)
    path = Path(target)
    write_files([RenderedFile(path.name, baseline_text(entries))], path.parent)
    say(f"roce-lint: {path.as_posix()}: {len(entries)} {'entry' if len(entries) == 1 else 'entries'}", err=True)
    return apply_baseline(report, Baseline(entries, path.as_posix()), rules, whole=False)


def day_in_force(given: str) -> date:
    """Return the day that waivers are evaluated by: the one that is given, of SOURCE_DATE_EPOCH, or of the clock
    (UTC)."""
    if given:
        from roce_lint.judge.waiver_names import day_of

        day = day_of(given)
        if day is None:
            raise UsageError(f"--today {given!r} is no day; write it as 2026-12-31")
        return day
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdigit() and len(epoch) <= 11:
        return datetime.fromtimestamp(int(epoch), UTC).date()
    return datetime.now(UTC).date()

"""Texts of waivers and baselines to what suppresses findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from roce_lint.errors import Problem, UsageError
from roce_lint.judge.baseline_entries import NO_BASELINE, Baseline
from roce_lint.judge.finding import SuppressionKind
from roce_lint.judge.rule import Rule
from roce_lint.judge.suppressions import Suppressions
from roce_lint.judge.waiver import Waiver
from roce_lint.model.fact import Source


def make_suppressions(
    *,
    waivers: tuple[str, str] | None,
    baseline: tuple[str, str] | None,
    ignores: Sequence[tuple[str, Sequence[str]]],
    ignores_place: tuple[str, int],
    today: date,
    rules: Sequence[Rule],
    is_whole: bool,
) -> Suppressions:
    """Return what suppresses findings, from texts.

    `waivers` and `baseline` are a path and the text of that file. `ignores` are names of rules by pattern of device, as
    the settings have them at `ignores_place` (file, line). `rules` are all that there are, selected or not.
    Raises UsageError for a damaged file, and for a name that is no rule.
    """
    # Files of either kind are rare, and YAML and JSON take time to import.
    found: list[Waiver] = []
    if waivers:
        from roce_lint.judge.waiver_file import parse_waivers

        found += parse_waivers(waivers[1], Path(waivers[0]).as_posix(), rules)
    if ignores:
        found += _ignored(ignores, ignores_place, rules)
    known: Baseline = NO_BASELINE
    if baseline:
        from roce_lint.judge.baseline_file import parse_baseline

        known = parse_baseline(baseline[1], Path(baseline[0]).as_posix())
    return Suppressions(
        waivers=tuple(found),
        baseline=known,
        today=today,
        is_whole=is_whole,
        known_rules=tuple(rules),
    )


def _ignored(
    ignores: Sequence[tuple[str, Sequence[str]]], place: tuple[str, int], rules: Sequence[Rule]
) -> Iterator[Waiver]:
    """Yield a waiver for each pattern of devices that the settings have."""
    from roce_lint.judge.waiver_names import known_rules

    file, line = place
    known = known_rules(rules)
    for pattern, names in ignores:
        if fault := known.fault(names):
            raise UsageError(Problem(file, line, 0, f"per-device-ignores {pattern!r}: {fault}"))
        reason = f"the settings ignore it on {pattern}"
        source = Source(file, line, line)
        yield Waiver(SuppressionKind.SETTINGS, tuple(names), reason, source, device=pattern, object="*")

"""Everything that suppresses findings, applied in order: settings, tokens and waivers first, then the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from roce_lint.judge.baseline_entries import NO_BASELINE, Baseline
from roce_lint.judge.finding import Report
from roce_lint.judge.rule import Rule
from roce_lint.judge.waiver import Waiver
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from roce_lint.fabric.fabric import Fabric


@dataclass(frozen=True, slots=True)
class Suppressions:
    """What the user says to suppress findings.

    `today` decides which waivers have expired; `date.min` where no day is known, so that none has. `is_whole`: the
    whole fabric is evaluated, so that what suppresses nothing is superfluous. `known_rules` are all that a token may
    name, selected or not; empty where that is not checked. `accepted_tokens`: tokens count only where they say what one
    of these says, wherever it stands; None for every token.
    """

    waivers: tuple[Waiver, ...] = ()
    baseline: Baseline = NO_BASELINE
    today: date = date.min
    is_whole: bool = False
    known_rules: tuple[Rule, ...] = ()
    accepted_tokens: tuple[Waiver, ...] | None = None


NO_SUPPRESSIONS = Suppressions()


def apply_suppressions(report: Report, suppressions: Suppressions, fabric: Fabric, rules: Sequence[Rule]) -> Report:
    """Return the report with its findings suppressed, and findings about suppressions that are old, unused or no
    suppression.

    `rules` are those in force, with the profile's severities.
    """
    # What suppressions are given is asked before every check, what becomes of them only where something has changed.
    from roce_lint.judge.baseline import apply_baseline
    from roce_lint.judge.waive import waive

    whole = suppressions.is_whole and not report.inputs.unreadable
    tokens = token_waivers(fabric, suppressions)
    if suppressions.accepted_tokens is not None:
        accepted = {_meaning(token) for token in suppressions.accepted_tokens}
        tokens = tuple(token for token in tokens if _meaning(token) in accepted)
    # Where settings, a token and a waiver cover one place, the nearest one is reported: the token.
    waived = waive(report, (*tokens, *suppressions.waivers), rules, suppressions.today, whole=whole)
    return apply_baseline(waived, suppressions.baseline, rules, whole=whole)


def token_waivers(fabric: Fabric, suppressions: Suppressions) -> tuple[Waiver, ...]:
    """Return what comments and descriptions of a fabric's configurations waive."""
    from roce_lint.judge.waiver_token import remarks_of_ports, waivers_of_remarks

    remarks = (*fabric.remarks, *remarks_of_ports(fabric.devices))
    return waivers_of_remarks(remarks, fabric.devices, suppressions.known_rules) if remarks else ()


def _meaning(token: Waiver) -> tuple[object, ...]:
    """Return what a token waives where, without the lines that it and its block stand at."""
    return (
        token.source.file,
        bool(token.scope.line),
        token.block,
        token.rules,
        token.reason,
        token.expires,
        token.device_ports,
        token.refused,
    )

"""Waivers applied to a report: findings that are suppressed, and waivers that are worth a finding themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import date
from fnmatch import fnmatchcase

from roce_lint.judge.compose import add_judgements
from roce_lint.judge.finding import Finding, FindingPlace, Report, SuppressionKind
from roce_lint.judge.rule import Rule
from roce_lint.judge.waiver import Waiver
from roce_lint.judge.waiver_rules import WAIVER_SCOPE, WaiverState
from roce_lint.model.judged import Judged
from roce_lint.values import replace


def waive(report: Report, waivers: Sequence[Waiver], rules: Sequence[Rule], today: date, *, whole: bool) -> Report:
    """Return the report with the findings suppressed that a waiver names, and findings about the waivers themselves.

    A finding of which only some places are waived becomes two. A waiver that expired before `today`, or that is
    refused, suppresses nothing; no waiver suppresses a rule that cannot be waived. `rules` are those in force. `whole`:
    the whole fabric was evaluated, so that a waiver without a finding is superfluous.
    """
    if not waivers:
        return report
    by_id = {rule.id: rule for rule in rules}
    in_force = [waiver for waiver in waivers if not waiver.refused and today <= waiver.expires]
    used: set[int] = set()
    findings: list[Finding] = []
    for finding in report.findings:
        rule = by_id.get(finding.rule)
        able = [one for one in in_force if rule is not None and rule.waivable and one.names(rule)]
        findings.extend(_split(finding, able, used) if able else (finding,))
    waived = replace(report, findings=tuple(sorted(findings, key=lambda finding: finding.order)))
    entities = [
        Judged(
            "",
            "",
            waiver.source,
            {"waiver": _state(waiver, id(waiver) in used, rules, report.inputs.devices, today, whole)},
        )
        for waiver in waivers
        if waiver.kind is not SuppressionKind.SETTINGS
    ]
    return add_judgements(waived, rules, {WAIVER_SCOPE: entities})


def _split(finding: Finding, waivers: Sequence[Waiver], used: set[int]) -> list[Finding]:
    """Return the finding, apart for each waiver that covers some of its places; the first waiver counts."""
    open_places: list[FindingPlace] = []
    silenced: dict[int, list[FindingPlace]] = defaultdict(list)
    for place in finding.places:
        covering = [index for index, waiver in enumerate(waivers) if waiver.covers(place)]
        used.update(id(waivers[index]) for index in covering)
        (silenced[covering[0]] if covering else open_places).append(place)
    if not silenced:
        return [finding]
    parts = [replace(finding, places=tuple(open_places))] if open_places else []
    parts += [
        replace(finding, places=tuple(places), suppression=waivers[index].suppression)
        for index, places in sorted(silenced.items())
    ]
    return parts


def _state(
    waiver: Waiver, used: bool, rules: Sequence[Rule], devices: Collection[str], today: date, whole: bool
) -> WaiverState:
    present = not waiver.device or any(fnmatchcase(device, waiver.device) for device in devices)
    judged = any(waiver.names(rule) for rule in rules)
    names = ", ".join(waiver.rules)
    place = f" at {waiver.device}" + (f" {waiver.object}" if waiver.object != "*" else "")
    return WaiverState(
        words=f"{names}{place}" if waiver.device else names,
        owner=waiver.owner or "nobody",
        expires=waiver.expires.isoformat(),
        device=waiver.device,
        refused=waiver.refused,
        is_understood=not waiver.refused,
        is_in_time=today <= waiver.expires,
        is_needed=used or not (whole and judged and present),
        is_for_a_device=present or not whole,
        is_kept=waiver.is_kept,
    )

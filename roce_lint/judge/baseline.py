"""The baseline: findings that were there before, which do not fail until they change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from roce_lint.judge.baseline_entries import NO_BASELINE, Baseline, BaselineEntry
from roce_lint.judge.compose import add_judgements
from roce_lint.judge.finding import Finding, FindingPlace, Report, Suppression, SuppressionKind
from roce_lint.judge.rule import Rule
from roce_lint.judge.waiver_rules import BASELINE_SCOPE, FAMILY, EntryState
from roce_lint.model.fact import Source
from roce_lint.model.judged import Judged
from roce_lint.values import replace

__all__ = ["NO_BASELINE", "Baseline", "BaselineEntry", "apply_baseline", "baseline_of"]


def baseline_of(report: Report) -> tuple[BaselineEntry, ...]:
    """Return an entry for every place of every finding that no waiver suppresses, sorted.

    What is said about waivers and baselines themselves is left out.
    """
    counts: Counter[BaselineEntry] = Counter()
    for finding in report.findings:
        known = finding.suppression is None or finding.suppression.kind is SuppressionKind.BASELINE
        if known and finding.family != FAMILY:
            counts.update(
                BaselineEntry(
                    finding.rule, place.device, place.object, finding.message, finding.fingerprint_at(place), 0
                )
                for place in finding.places
            )
    return tuple(sorted(replace(entry, count=number) for entry, number in counts.items()))


def apply_baseline(report: Report, baseline: Baseline, rules: Sequence[Rule], *, whole: bool) -> Report:
    """Return the report with the findings suppressed that the baseline lists, and a finding for entries that are stale.

    Each place counts by itself: a finding with a place more than the baseline has becomes two, one suppressed and one
    not. An entry is stale when a device that was read, or the whole fabric, has fewer such places than it says; not
    when its rule was not evaluated. `whole`: the whole fabric was evaluated, so that devices that are not there are
    gone.
    """
    if not baseline.file:
        return report
    left = Counter({entry.fingerprint: entry.count for entry in baseline.entries})
    findings: list[Finding] = []
    for finding in report.findings:
        counts = finding.suppression is None and finding.family != FAMILY
        findings.extend(_split(finding, left, baseline.file) if counts else (finding,))
    silenced = replace(report, findings=tuple(sorted(findings, key=lambda finding: finding.order)))
    found = Counter(finding.fingerprint_at(place) for finding in report.findings for place in finding.places)
    judged = {rule.id for rule in rules}
    present = set(report.inputs.devices)
    entities = [
        Judged(
            "",
            "",
            Source(baseline.file, entry.line, entry.line),
            {"entry": EntryState(_words(entry), found[entry.fingerprint] >= entry.count)},
        )
        for entry in baseline.entries
        if entry.rule in judged and (whole or entry.device in present)
    ]
    return add_judgements(silenced, rules, {BASELINE_SCOPE: entities})


def _split(finding: Finding, left: Counter[str], file: str) -> list[Finding]:
    """Return the finding, in two where the baseline lists some of its places; takes them off `left`."""
    known: list[FindingPlace] = []
    new: list[FindingPlace] = []
    for place in finding.places:
        fingerprint = finding.fingerprint_at(place)
        if left[fingerprint] > 0:
            left[fingerprint] -= 1
            known.append(place)
        else:
            new.append(place)
    suppression = Suppression(SuppressionKind.BASELINE, "the baseline lists it", "", "", file, 0)
    parts = [replace(finding, places=tuple(new))] if new else []
    return [*parts, *([replace(finding, places=tuple(known), suppression=suppression)] if known else [])]


def _words(entry: BaselineEntry) -> str:
    where = " ".join(part for part in (entry.device, entry.object) if part)
    times = f" ({entry.count} times)" if entry.count > 1 else ""
    return f"{entry.rule} at {where}{times}" if where else f"{entry.rule}{times}"

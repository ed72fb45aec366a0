"""What a change to the settings leaves out of the check, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from roce_lint.gate.measure import Measure
from roce_lint.judge.rule import Severity
from roce_lint.judge.threshold import shown_number

_SHOWN = 8


def switched_off_by(before: Measure, after: Measure) -> tuple[str, ...]:
    """Return what the new measure leaves out that the old one did not, one sentence each."""
    return tuple(_sentences(before, after))


def _sentences(before: Measure, after: Measure) -> Iterator[str]:
    old, new = before.settings, after.settings
    rules = {rule.id: rule for rule in before.rules}
    gone = sorted(rules.keys() - {rule.id for rule in after.rules})
    if gone:
        yield f"{len(gone)} {'rule' if len(gone) == 1 else 'rules'}: {_some(f'{rules[id].code} {id}' for id in gone)}"
    if new.profile and new.profile != old.profile:
        yield f"rules that profile {new.profile} leaves out (before: {old.profile or 'inferred'})"
    for words, were, are in (
        ("files named by exclude", old.exclude, new.exclude),
        ("ports named by [domain.exclude]", _patterns(before, out=True), _patterns(after, out=True)),
        ("ports no longer named by [domain.include]", _patterns(after, out=False), _patterns(before, out=False)),
        ("rules for some devices, by per-device-ignores", _ignores(before), _ignores(after)),
    ):
        added = sorted(set(are) - set(were))
        if added:
            yield f"{words}: {_some(added)}"
    if new.allow_unread == "true" != old.allow_unread:
        yield "switches of systems that are not read"
    changed = _other_thresholds(_thresholds(before), _thresholds(after))
    if changed:
        yield f"findings by other thresholds: {_some(changed)}"
    if new.paths and set(old.paths) - set(new.paths):
        yield f"paths that are no longer evaluated: {_some(sorted(set(old.paths) - set(new.paths)))}"
    for words, was, named in (("waivers", old.waivers, new.waivers), ("a baseline", old.baseline, new.baseline)):
        if named and not was:
            yield f"what {words} of {named} accept"
    if Severity(new.fail_on or "error").rank > Severity(old.fail_on or "error").rank:
        yield f"failing on {old.fail_on or 'error'}: only {new.fail_on or 'error'} fails"


def _other_thresholds(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    both = sorted(before.keys() & after.keys())
    return [f"{name} = {after[name]} instead of {before[name]}" for name in both if after[name] != before[name]]


def _thresholds(measure: Measure) -> dict[str, str]:
    """Return every threshold in force by rule and name."""
    return {
        f"{rule.code} {rule.id} {one.name}": shown_number(one.value)
        for rule in measure.rules
        for one in rule.thresholds
    }


def _patterns(measure: Measure, *, out: bool) -> list[str]:
    domain = measure.settings.domain
    return [words for words, _ in (domain.exclude if out else domain.include).apart()]


def _ignores(measure: Measure) -> list[str]:
    return [f"{pattern} {name}" for pattern, names in measure.settings.per_device_ignores for name in names]


def _some(items: Iterable[str]) -> str:
    found = [*items]
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return ", ".join(found[:_SHOWN]) + more

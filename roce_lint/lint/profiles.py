"""Design profiles: what the operator intends, which rules that switches off, and which it makes worse or milder."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.errors import UsageError
from roce_lint.lint.rule import Rule, Severity
from roce_lint.lint.select import matches
from roce_lint.suggest import did_you_mean
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Profile:
    """One accepted design.

    `off` selects the rules that do not hold, `severity` gives others a new severity; a selector is a rule's id, code,
    family or group of codes (`DLK-*`). `still_required` says in words what matters all the more.
    """

    id: str
    code: str
    name: str
    recognised_by: str
    off: tuple[str, ...]
    severity: tuple[tuple[str, Severity], ...]
    still_required: tuple[str, ...]
    sources: tuple[str, ...]


def find_profile(profiles: Sequence[Profile], name: str) -> Profile:
    """Return the profile with this id or code; raise UsageError for an unknown one."""
    for profile in profiles:
        if name in (profile.id, profile.code):
            return profile
    raise UsageError(f"there is no design profile {name!r}{did_you_mean(name, [profile.id for profile in profiles])}")


def profile_rules(profile: Profile, rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return the rules that hold in the profile, with its severities."""
    in_force = [rule for rule in rules if not any(matches(selector, rule) for selector in profile.off)]
    return tuple(replace(rule, severity=_severity(profile, rule)) for rule in in_force)


def unmatched_selectors(profiles: Sequence[Profile], rules: Sequence[Rule]) -> tuple[tuple[str, str], ...]:
    """Return each (profile, selector) that names no rule: a rule that is not written yet, or a slip."""
    return tuple(
        (profile.id, selector)
        for profile in profiles
        for selector in (*profile.off, *(name for name, _ in profile.severity))
        if not any(matches(selector, rule) for rule in rules)
    )


def _severity(profile: Profile, rule: Rule) -> Severity:
    """Return the severity that the profile gives the rule; the last selector that names it counts."""
    severity = rule.severity
    for selector, changed in profile.severity:
        if matches(selector, rule):
            severity = changed
    return severity

"""Design profiles: what the operator intends, which rules that switches off, and which it makes worse or milder."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.errors import Problem, UsageError
from roce_lint.judge.rule import Rule, Severity
from roce_lint.judge.select import names_of
from roce_lint.suggest import did_you_mean
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class DesignProfile:
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


def find_profile(profiles: Sequence[DesignProfile], name: str, place: str = "") -> DesignProfile:
    """Return the profile with this id or code; raise UsageError for an unknown one.

    `place` says where it is named, as `file:line`; empty for the command line.
    """
    for profile in profiles:
        if name in (profile.id, profile.code):
            return profile
    hint = did_you_mean(name, [profile.id for profile in profiles])
    raise UsageError(Problem(place, 0, 0, f"there is no design profile {name!r}{hint}"))


def profile_rules(profile: DesignProfile, rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return the rules that hold in the profile, with its severities."""
    in_force = []
    for rule in rules:
        names = names_of(rule)
        if names.isdisjoint(profile.off):
            severity = rule.severity
            for selector, changed in profile.severity:
                # The last selector that names it counts.
                if selector in names:
                    severity = changed
            in_force.append(rule if severity is rule.severity else replace(rule, severity=severity))
    return tuple(in_force)

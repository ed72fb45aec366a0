"""Design profiles: what the operator intends, which rules that switches off, and which it makes worse or milder."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from roce_lint.errors import Problem, RuleError, UsageError
from roce_lint.lint.keys import Keys
from roce_lint.lint.rule import Rule, Severity
from roce_lint.lint.select import matches
from roce_lint.lint.yaml_tree import Node, Scalar, parse_yaml
from roce_lint.suggest import did_you_mean
from roce_lint.values import dataclass

PROFILE_KEYS = {
    "id": True,
    "code": True,
    "name": True,
    "recognised_by": True,
    "like": False,
    "off": True,
    "severity": False,
    "still_required": True,
    "sources": True,
}
"""The keys of a profile in their order; True where none may be left out."""

_SELECTOR = re.compile(r"[A-Z]{2,5}(-([0-9]{3}|\*))?|[a-z][a-z0-9]*(-[a-z0-9]+)*")


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


def load_profiles(path: Path) -> tuple[Profile, ...]:
    """Return the profiles of a file in its order; raise RuleError with everything that is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RuleError(Problem(str(path), 0, 0, f"this cannot be read: {error}")) from error
    return parse_profiles(text, path.name)


def parse_profiles(text: str, path: str) -> tuple[Profile, ...]:
    """Return the profiles that `text` states; `path` names it in messages. Raises RuleError with all problems."""
    problems: list[Problem] = []
    keys = Keys(parse_yaml(text, path), {"profiles": True}, "file of profiles", path, problems)
    profiles: dict[str, Profile] = {}
    for node in keys.nodes("profiles"):
        profile = _parse_profile(node, profiles, path, problems)
        if profile.id in profiles:
            problems.append(Problem(path, node.place.line, node.place.column, f"profile {profile.id!r} stands twice"))
        profiles[profile.id] = profile
    if problems:
        raise RuleError(*problems)
    return tuple(profiles.values())


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


def _parse_profile(node: Node, before: Mapping[str, Profile], path: str, problems: list[Problem]) -> Profile:
    """Return one profile; `like` adds what an earlier one switches off or changes."""
    keys = Keys(node, PROFILE_KEYS, "profile", path, problems)
    like = keys.scalar("like")
    if like.text and like.text not in before:
        keys.complain(
            like.place, f"no profile before this one is called {like.text!r}{did_you_mean(like.text, before)}"
        )
    model = before.get(like.text)
    off = keys.scalars("off")
    changes = keys.texts_by_key("severity")
    for selector in (*off, *(selector for selector, _ in changes)):
        if not _SELECTOR.fullmatch(selector.text):
            keys.complain(selector.place, f"{selector.text!r} is no rule; write an id, a code, a family or DLK-*")
    return Profile(
        id=keys.text("id"),
        code=keys.text("code"),
        name=keys.text("name"),
        recognised_by=keys.text("recognised_by"),
        off=(*(model.off if model else ()), *(selector.text for selector in off)),
        severity=(*(model.severity if model else ()), *_severities(keys, changes)),
        still_required=tuple(scalar.text for scalar in keys.scalars("still_required")),
        sources=tuple(scalar.text for scalar in keys.scalars("sources")),
    )


def _severities(keys: Keys, changes: tuple[tuple[Scalar, Scalar], ...]) -> list[tuple[str, Severity]]:
    """Return the changed severities."""
    known = {severity.value: severity for severity in Severity}
    found: list[tuple[str, Severity]] = []
    for selector, scalar in changes:
        if scalar.text in known:
            found.append((selector.text, known[scalar.text]))
        else:
            keys.complain(scalar.place, f"there is no severity {scalar.text!r}{did_you_mean(scalar.text, known)}")
    return found

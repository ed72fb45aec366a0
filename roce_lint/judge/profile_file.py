"""The file of design profiles: text in, checked profiles or every problem out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from roce_lint.errors import Problem, RuleError
from roce_lint.judge.keys import Keys
from roce_lint.judge.profiles import DesignProfile
from roce_lint.judge.rule import Severity
from roce_lint.judge.rule_yaml import parse_rule_yaml
from roce_lint.suggest import did_you_mean
from roce_lint.text.yaml_tree import YamlNode, YamlScalar

PROFILES_FILE = "profiles.yaml"
"""The one YAML file in a rule folder that is no rule."""
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


def load_profiles(path: Path) -> tuple[DesignProfile, ...]:
    """Return the profiles of a file in its order; raise RuleError with everything that is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RuleError(Problem(str(path), 0, 0, f"this cannot be read: {error}")) from error
    return parse_profiles(text, path.name)


def parse_profiles(text: str, path: str) -> tuple[DesignProfile, ...]:
    """Return the profiles that `text` states; `path` names it in messages. Raises RuleError with all problems."""
    problems: list[Problem] = []
    keys = Keys(parse_rule_yaml(text, path), {"profiles": True}, "file of profiles", path, problems)
    profiles: dict[str, DesignProfile] = {}
    for node in keys.nodes("profiles"):
        profile = _parse_profile(node, profiles, path, problems)
        if profile.id in profiles:
            problems.append(Problem(path, node.place.line, node.place.column, f"profile {profile.id!r} appears twice"))
        profiles[profile.id] = profile
    if problems:
        raise RuleError(*problems)
    return tuple(profiles.values())


def _parse_profile(
    node: YamlNode, before: Mapping[str, DesignProfile], path: str, problems: list[Problem]
) -> DesignProfile:
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
    return DesignProfile(
        id=keys.text("id"),
        code=keys.text("code"),
        name=keys.text("name"),
        recognised_by=keys.text("recognised_by"),
        off=(*(model.off if model else ()), *(selector.text for selector in off)),
        severity=(*(model.severity if model else ()), *_severities(keys, changes)),
        still_required=tuple(scalar.text for scalar in keys.scalars("still_required")),
        sources=tuple(scalar.text for scalar in keys.scalars("sources")),
    )


def _severities(keys: Keys, changes: tuple[tuple[YamlScalar, YamlScalar], ...]) -> list[tuple[str, Severity]]:
    """Return the changed severities."""
    known = {severity.value: severity for severity in Severity}
    found: list[tuple[str, Severity]] = []
    for selector, scalar in changes:
        if scalar.text in known:
            found.append((selector.text, known[scalar.text]))
        else:
            keys.complain(scalar.place, f"there is no severity {scalar.text!r}{did_you_mean(scalar.text, known)}")
    return found

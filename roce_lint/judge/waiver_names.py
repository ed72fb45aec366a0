"""Days and names of rules as waivers write them, in files and in configurations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from roce_lint.judge.rule import Rule
from roce_lint.judge.select import matches
from roce_lint.suggest import did_you_mean
from roce_lint.text.patterns import lazy_pattern

_DAY = lazy_pattern(r"\d{4}-\d\d-\d\d")


def day_of(text: str) -> date | None:
    """Return a day from `2026-12-31`; None for anything else."""
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def rule_names(text: str) -> tuple[str, ...]:
    """Return the names in a list with commas, each once."""
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def fault_of_names(names: Sequence[str], rules: Sequence[Rule]) -> str:
    """Return what is wrong with names of rules to be waived; empty where nothing is.

    A family may hold rules that cannot be waived, and leaves them alone; naming nothing else is a fault. Without
    `rules` no name is looked up.
    """
    if not names:
        return "name a rule: an id, a code or a family"
    for name in names if rules else ():
        meant = [rule for rule in rules if matches(name, rule)]
        if not meant:
            known = {word for rule in rules for word in (rule.id, rule.code, rule.family)}
            hint = did_you_mean(name, known)
            return f"there is no rule {name!r}{hint if 'did you mean' in hint else '; roce-lint rules lists them'}"
        if not any(rule.waivable for rule in meant):
            return f"{name} cannot be waived: what it breaks reaches beyond any one place"
    return ""

"""Days and names of rules as waivers write them, in files and in configurations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from roce_lint.judge.rule import Rule
from roce_lint.judge.select import names_of
from roce_lint.suggest import did_you_mean
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

MOST_HINTS = 200
"""After so many faults no further one gets a hint: to look for the name that was meant takes milliseconds."""
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


@dataclass(frozen=True, slots=True)
class KnownRules:
    """What names a rule, and whether any of those that it names may be waived; empty where no name is looked up."""

    waivable: Mapping[str, bool]

    def fault(self, names: Sequence[str], *, with_hint: bool = True) -> str:
        """Return what is wrong with names of rules to be waived; empty where nothing is.

        A family may hold rules that cannot be waived, and leaves them alone; naming nothing else is a fault. To look
        for the name that was meant takes milliseconds: without `with_hint` it is left out.
        """
        if not names:
            return "name a rule: an id, a code or a family"
        for name in names if self.waivable else ():
            if name not in self.waivable:
                hint = did_you_mean(name, self.waivable) if with_hint else ""
                return f"there is no rule {name!r}{hint if 'did you mean' in hint else '; roce-lint rules lists them'}"
            if not self.waivable[name]:
                return f"{name} cannot be waived: what it breaks reaches beyond any one place"
        return ""


def known_rules(rules: Iterable[Rule]) -> KnownRules:
    """Return what names the rules."""
    found: dict[str, bool] = {}
    for rule in rules:
        for name in names_of(rule):
            found[name] = found.get(name, False) or rule.waivable
    return KnownRules(found)

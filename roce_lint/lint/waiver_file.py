"""The waiver file: YAML, a list of waivers, each with its rule, device, reason and owner."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from roce_lint.errors import Problem, RuleError, UsageError
from roce_lint.facts.fact import Source
from roce_lint.lint.finding import ExcuseKind
from roce_lint.lint.keys import Keys
from roce_lint.lint.rule import Rule
from roce_lint.lint.select import matches
from roce_lint.lint.waiver import Waiver
from roce_lint.lint.yaml_tree import Node, Scalar, parse_yaml
from roce_lint.suggest import did_you_mean

WAIVER_KEYS = {
    "rule": True,
    "device": True,
    "object": False,
    "reason": True,
    "owner": True,
    "expires": False,
    "ticket": False,
}
"""The keys of a waiver in their order; True where none may be left out."""

_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def parse_waivers(text: str, path: str, rules: Sequence[Rule]) -> tuple[Waiver, ...]:
    """Return the waivers of a file, in its order.

    `rules` are all that there are. Raises UsageError with every fault and its place: what is not YAML, an unknown,
    missing or repeated key, a rule that does not exist or cannot be waived, a day that is none.
    """
    problems: list[Problem] = []
    try:
        top = Keys(parse_yaml(text, path), {"waivers": True}, "waiver file", path, problems)
    except RuleError as error:
        raise UsageError(*error.problems) from error
    waivers = [_waiver(node, path, rules, problems) for node in top.nodes("waivers")]
    if problems:
        raise UsageError(*sorted(problems, key=lambda problem: (problem.line, problem.column, problem.message)))
    return tuple(waivers)


def _waiver(node: Node, path: str, rules: Sequence[Rule], problems: list[Problem]) -> Waiver:
    keys = Keys(node, WAIVER_KEYS, "waiver", path, problems)
    names = keys.scalar("rule")
    wanted = rule_names(names.text)
    fault = fault_of_names(wanted, rules) if names.text else ""
    if fault:
        keys.complain(names.place, fault)
    reason, ticket = keys.text("reason"), keys.text("ticket")
    return Waiver(
        ExcuseKind.WAIVER,
        wanted,
        f"{reason} ({ticket})" if ticket else reason,
        Source(path, node.place.line, node.place.line),
        device=keys.text("device"),
        object=keys.text("object") or "*",
        owner=keys.text("owner"),
        expires=_expires(keys.scalar("expires"), keys),
    )


def _expires(scalar: Scalar, keys: Keys) -> date:
    if not scalar.text:
        return date.max
    day = day_of(scalar.text)
    if day is None:
        keys.complain(scalar.place, f"{scalar.text!r} is no day; write the last one that it holds as 2026-12-31")
    return day or date.max


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

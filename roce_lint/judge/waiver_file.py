"""The waiver file: YAML, a list of waivers, each with its rule, device, reason and owner."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from roce_lint.errors import Problem, RuleError, UsageError
from roce_lint.judge.finding import SuppressionKind
from roce_lint.judge.keys import Keys
from roce_lint.judge.rule import Rule
from roce_lint.judge.rule_yaml import parse_rule_yaml
from roce_lint.judge.waiver import Waiver
from roce_lint.judge.waiver_names import MOST_HINTS, KnownRules, day_of, known_rules, rule_names
from roce_lint.model.fact import Source
from roce_lint.text.yaml_tree import YamlNode, YamlScalar

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


def parse_waivers(text: str, path: str, rules: Sequence[Rule]) -> tuple[Waiver, ...]:
    """Return the waivers of a file, in its order.

    `rules` are all that there are. Raises UsageError with every fault and its place: what is not YAML, an unknown,
    missing or repeated key, a rule that does not exist or cannot be waived, a day that is none.
    """
    problems: list[Problem] = []
    try:
        top = Keys(parse_rule_yaml(text, path), {"waivers": True}, "waiver file", path, problems)
    except RuleError as error:
        raise UsageError(*error.problems) from error
    known = known_rules(rules)
    waivers = [_waiver(node, path, known, problems) for node in top.nodes("waivers")]
    if problems:
        raise UsageError(*sorted(problems, key=lambda problem: (problem.line, problem.column, problem.message)))
    return tuple(waivers)


def _waiver(node: YamlNode, path: str, known: KnownRules, problems: list[Problem]) -> Waiver:
    keys = Keys(node, WAIVER_KEYS, "waiver", path, problems)
    names = keys.scalar("rule")
    wanted = rule_names(names.text)
    fault = known.fault(wanted, with_hint=len(problems) < MOST_HINTS) if names.text else ""
    if fault:
        keys.complain(names.place, fault)
    reason, ticket = keys.text("reason"), keys.text("ticket")
    return Waiver(
        SuppressionKind.WAIVER,
        wanted,
        f"{reason} ({ticket})" if ticket else reason,
        Source(path, node.place.line, node.place.line),
        device=keys.text("device"),
        object=keys.text("object") or "*",
        owner=keys.text("owner"),
        expires=_expires(keys.scalar("expires"), keys),
    )


def _expires(scalar: YamlScalar, keys: Keys) -> date:
    if not scalar.text:
        return date.max
    day = day_of(scalar.text)
    if day is None:
        keys.complain(scalar.place, f"{scalar.text!r} is no day; write the last one that it holds as 2026-12-31")
    return day or date.max

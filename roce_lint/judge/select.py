"""Which rules are in force: chosen by id, code, start of a code, or family."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from roce_lint.errors import Problem, UsageError
from roce_lint.judge.rule import Rule
from roce_lint.suggest import did_you_mean

_WHERE = "'roce-lint rules' lists them"


def matches(selector: str, rule: Rule) -> bool:
    """Return whether `selector` names the rule."""
    return selector in names_of(rule)


def names_of(rule: Rule) -> frozenset[str]:
    """Return what names a rule: its id, code, family, and group of codes (`PFC`, `PFC-*`)."""
    group = rule.code.partition("-")[0]
    return frozenset((rule.id, rule.code, rule.family, group, f"{group}-*"))


def select_rules(
    rules: Sequence[Rule],
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    places: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Rule, ...]:
    """Return the rules that some `select` names (all, when there is none) and that no `ignore` names.

    Each item may hold several names with commas between them; `places` says where settings name one. Raises
    UsageError, with every unknown name, for one that names no rule.
    """
    wanted, unwanted = _names(select), _names(ignore)
    unknown = [name for name in (*wanted, *unwanted) if not any(matches(name, rule) for rule in rules)]
    if unknown:
        known = {name for rule in rules for name in names_of(rule)}
        raise UsageError(
            *(
                Problem(places.get(name, ""), 0, 0, f"no rule or family is called {name!r}{hint}")
                for name in unknown
                for hint in [did_you_mean(name, known, where=_WHERE)]
            )
        )
    return tuple(
        rule
        for rule in rules
        if (not wanted or any(matches(name, rule) for name in wanted))
        and not any(matches(name, rule) for name in unwanted)
    )


_OF_ONE_FILE = frozenset(
    {
        "device",
        "reference",
        "port",
        "any_port",
        "bundle_member",
        "priority",
        "queue",
        "marking",
        "lossless_class",
        "lossless_pair",
        "partition_text",
        "partition_definition",
        "sm_option",
        "opensm",
        "qos_policy",
        "unread line",
        "waiver",
    }
)
"""Scopes that one file tells in full; the others need the other end of a cable, more files of a host, the fabric."""


def rules_of_one_device(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return the rules that need no other file than that of the device that they evaluate."""
    return tuple(rule for rule in rules if rule.scope in _OF_ONE_FILE)


def _names(items: Iterable[str]) -> tuple[str, ...]:
    """Return the names of all items, each once."""
    return tuple(dict.fromkeys(name.strip() for item in items for name in item.split(",") if name.strip()))

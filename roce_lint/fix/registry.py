"""Which remedies there are, over all systems."""

from __future__ import annotations

from roce_lint.os.registry import remedies_of, system_names


def fixable_rules() -> frozenset[str]:
    """Return the rules for which some system has a remedy; `explain RULE` says what to do for others."""
    return frozenset(rule for name in system_names() for rule in remedies_of(name).by_rule)

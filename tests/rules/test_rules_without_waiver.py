"""Which rules no waiver may excuse: few, and each because its fault reaches beyond any place that a waiver names."""

from __future__ import annotations

from roce_lint.judge.rule import Confidence, Severity
from tests.all_rules import all_rules

REACHES_BEYOND = {
    "pause-cycle-when-healthy": "a deadlock stops every priority of the fabric that shares its buffers",
    "credit-loop": "the same for InfiniBand",
    "partition-file-refused": "OpenSM then puts every port of the subnet into one tenant, in silence",
}


def test_few_rules_cannot_be_waived_and_each_for_a_reason() -> None:
    rules = all_rules()
    hard = {rule.id for rule in rules if not rule.waivable and rule.family != "waiver"}
    assert hard == REACHES_BEYOND.keys() & {rule.id for rule in rules}
    assert all(
        (rule.severity, rule.confidence) == (Severity.ERROR, Confidence.MUST) for rule in rules if rule.id in hard
    )
    assert all(not rule.waivable for rule in rules if rule.family == "waiver")

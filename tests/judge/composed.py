"""The whole report on some entities, without a fabric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.judge.compose import report_on
from roce_lint.judge.finding import Inputs, ProfileInForce, Report
from roce_lint.judge.judge import NO_DEVICES, examine
from roce_lint.judge.rule import Rule
from roce_lint.judge.unread import UNREAD_SCOPE, unread_entities
from roce_lint.model.device import UnreadLine
from roce_lint.model.judged import Judged


def compose_report(
    rules: Sequence[Rule],
    entities_by_scope: Mapping[str, Sequence[Judged]],
    *,
    unread: Sequence[UnreadLine],
    inputs: Inputs,
    profile: ProfileInForce,
    version: str,
    os_by_device: Mapping[str, str] = NO_DEVICES,
) -> Report:
    """Return everything that `rules` say about the entities; unread lines are evaluated where their rules are given."""
    examined = examine(rules, {**entities_by_scope, UNREAD_SCOPE: unread_entities(unread)}, os_by_device)
    return report_on(rules, examined, unread=unread, inputs=inputs, profile=profile, version=version)

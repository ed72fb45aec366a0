"""The InfiniBand section of an intent as the view that its templates print."""

from __future__ import annotations

from roce_lint.errors import IntentError, Problem
from roce_lint.intent.model import Intent
from roce_lint.intent.model_infiniband import InfinibandIntent
from roce_lint.intent.view_infiniband import InfinibandView, infiniband_view
from roce_lint.intent.yaml_positions import YamlPath


def make_infiniband_view(intent: Intent | InfinibandIntent) -> InfinibandView | None:
    """Return the subnet of an intent, None where it has none.

    Raises IntentError with every contradiction: names and keys used twice, members that are no node, ports in one
    partition twice.
    """
    if intent.infiniband is None:
        return None
    problems: dict[Problem, None] = {}

    def complain(at: YamlPath, message: str) -> None:
        problems[intent.problem(("infiniband", *at), message)] = None

    view = infiniband_view(intent.name, intent.infiniband, complain)
    if problems:
        raise IntentError(*sorted(problems, key=lambda one: (one.line, one.column, one.message)))
    return view

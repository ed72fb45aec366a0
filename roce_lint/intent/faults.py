"""Collect what is wrong with an intent, so that everything can be said at once."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.errors import IntentError, Problem
from roce_lint.intent.model import Intent
from roce_lint.intent.yaml_positions import YamlPath


class IntentFaults:
    """Errors and warnings about one intent, each with the place of the key that it concerns."""

    def __init__(self, intent: Intent) -> None:
        self._intent = intent
        self._errors: dict[Problem, None] = {}
        self._warnings: dict[Problem, None] = {}

    def refuse(self, at: YamlPath, message: str) -> None:
        """Remember an error at the key `at`; the same error at the same place counts once."""
        self._errors[self._intent.problem(at, message)] = None

    def warn(self, at: YamlPath, message: str) -> None:
        """Remember a warning at the key `at`."""
        self._warnings[self._intent.problem(at, message)] = None

    @property
    def error_count(self) -> int:
        """Return how many errors there are."""
        return len(self._errors)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Return the warnings in the order of the file."""
        return _in_order(self._warnings)

    def raise_errors(self) -> None:
        """Raise IntentError with all errors in the order of the file, if there are any."""
        if self._errors:
            raise IntentError(*_in_order(self._errors))


def _in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda one: (one.path, one.line, one.column, one.message)))


def named(names: Iterable[str]) -> str:
    """Return a short list of names: the first three, and how many more there are."""
    words = list(dict.fromkeys(names))
    shown = ", ".join(words[:3])
    return f"{shown} and {len(words) - 3} more" if len(words) > 3 else shown

"""The faults that a user can fix: each error says where, what, and what to do next."""

from __future__ import annotations

from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in what a person wrote, with its place.

    `line` and `column` count from 1; 0 means that the place is the whole file.
    """

    path: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        """Return `path:line:column: message`, without the numbers that are unknown."""
        place = self.path
        if self.line:
            place += f":{self.line}"
            if self.column:
                place += f":{self.column}"
        return f"{place}: {self.message}" if place else self.message


class RoceLintError(Exception):
    """A fault in the user's input; carries every problem found, not only the first."""

    def __init__(self, *problems: Problem | str) -> None:
        self.problems: tuple[Problem, ...] = tuple(
            Problem("", 0, 0, problem) if isinstance(problem, str) else problem for problem in problems
        )
        super().__init__("\n".join(str(problem) for problem in self.problems))


class UsageError(RoceLintError):
    """Wrong command line or settings."""


class IntentError(RoceLintError):
    """An intent file that cannot be loaded, or that asks for the impossible."""


class ConfigError(RoceLintError):
    """A device file that cannot be read at all: missing, binary, of an unknown kind."""


class RuleError(RoceLintError):
    """A rule file that is not valid."""


class TemplateError(RoceLintError):
    """A template that names an undefined value or cannot be rendered."""


class PlatformError(RoceLintError):
    """An unknown platform, or one that lacks what is asked of it."""


class ExtraLineError(PlatformError):
    """A `line` of the user's own that a system cannot take."""

    def __init__(self, line: str, message: str) -> None:
        self.line = line
        super().__init__(message)

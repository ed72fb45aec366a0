"""Places in files."""

from __future__ import annotations

from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """A place in a file: `line` to `end_line`, counted from 1; 0 means the whole file."""

    file: str
    line: int
    end_line: int

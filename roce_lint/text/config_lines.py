"""A configuration line by line, each with the blocks that lead to it, whatever form it is printed in."""

from __future__ import annotations

from roce_lint.values import dataclass

LinePath = tuple[str, ...]
"""The blocks that lead to a line, outermost first, and the line itself, with single blanks between words."""


@dataclass(frozen=True, slots=True)
class ConfigLine:
    """One line, leaf or field of a configuration; `line` is its number in the file, from 1.

    `is_raw`: it is text that a device keeps and does not take as commands, such as a banner, or opens such a text.
    """

    path: LinePath
    line: int
    is_raw: bool = False

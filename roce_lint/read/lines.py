"""Numbered lines of a device config as a tree, by indentation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from roce_lint.facts.fact import Source
from roce_lint.values import dataclass


@dataclass(eq=False, slots=True)
class Line:
    """One line of a config: its number from 1, its text without indentation, and what is indented below it."""

    number: int
    indent: int
    text: str
    children: list[Line] = field(default_factory=list)

    @property
    def end_number(self) -> int:
        """Return the number of the last line of this block."""
        last = self
        while last.children:
            last = last.children[-1]
        return last.number

    def walk(self) -> Iterator[Line]:
        """Yield every line below this one, in order."""
        pending = list(reversed(self.children))
        while pending:
            line = pending.pop()
            yield line
            pending.extend(reversed(line.children))

    def source(self, file: str) -> Source:
        """Return the place of this line alone."""
        return Source(file, self.number, self.number)

    def block(self, file: str) -> Source:
        """Return the place of this line and everything below it."""
        return Source(file, self.number, self.end_number)


def parse_lines(text: str, comment: str = "!") -> Line:
    """Return a root line (number 0) whose children are the top-level lines of `text`.

    Blank lines and lines that start with `comment` are left out; a tab counts as one column. A line belongs to the
    nearest line above it that is indented less. Carriage returns and trailing blanks are dropped. Linear in the
    number of lines; never raises. Banners and other raw text are the reader's to cut out before.
    """
    root = Line(0, -1, "")
    open_lines = [root]
    for number, raw in enumerate(text.split("\n"), 1):
        stripped = raw.lstrip(" \t")
        content = stripped.rstrip()
        if not content or (comment and content.startswith(comment)):
            continue
        indent = len(raw) - len(stripped)
        while open_lines[-1].indent >= indent:
            open_lines.pop()
        line = Line(number, indent, content)
        open_lines[-1].children.append(line)
        open_lines.append(line)
    return root

"""Numbered lines of a device config as a tree, by indentation; what stands below a line is split when it is wanted."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.source import Source

_COMMENT = "!"
_NEXT_BLOCK = lazy_pattern(r"\n(?=[^ \t\r\n!])")
_ODD = "\r\v\f\x1c\x1d\x1e\x1f"
_ODD_BEGINNING = lazy_pattern(r"(?:\A|\n)[^\x00-\n\x0e-\x1b\x20-\x7f]")
"""Lines that may be blank, or are in the first column, in ways that `_NEXT_BLOCK` does not see.

What begins them is one of `_ODD`, or not ASCII; by what it is not, the pattern is compiled fifty times as fast.
"""


class Line:
    """One line of a config: its number from 1, its text without indentation, and what is indented below it.

    `children` may be changed. A line may be made with the text below it instead, which is taken apart when its
    children are asked for: most blocks of a configuration do not bear on anything that is evaluated.
    """

    __slots__ = ("_below", "_end", "children", "indent", "number", "text")

    number: int
    indent: int
    text: str
    children: list[Line]

    def __init__(self, number: int, indent: int, text: str, below: str = "") -> None:
        """Make a line; `below` is the text of the lines that follow it, all of them indented more, or comments."""
        self.number = number
        self.indent = indent
        self.text = text
        self._below = below
        if below:
            self._end = 0
        else:
            self.children = []

    def __getattr__(self, name: str) -> object:
        """Return the children when they are first asked for."""
        if name != "children":
            raise AttributeError(name)
        self.children = children = _tree(self._below, self.number + 1, _COMMENT)
        self._below = ""
        return children

    @property
    def below(self) -> str:
        """Return the text of the lines below, as long as it is not taken apart; empty after that."""
        return self._below

    def may_say(self, word: str) -> bool:
        """Return whether some line below may hold the word; for sure where they are not taken apart yet."""
        return word in self._below if self._below else bool(self.children)

    @property
    def end_number(self) -> int:
        """Return the number of the last line of this block."""
        last = self
        while not last._below:
            if not last.children:
                return last.number
            last = last.children[-1]
        if not last._end:
            last._end = last.number + _lines_in(last._below)
        return last._end

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


def parse_lines(text: str, comment: str = _COMMENT) -> Line:
    """Return a root line (number 0) whose children are the top-level lines of `text`.

    Blank lines and lines that start with `comment` are left out; a tab counts as one column. A line belongs to the
    nearest line above it that is indented less. Carriage returns and trailing blanks are dropped. Linear in the
    number of lines; never raises. Banners and other raw text are the reader's to cut out before.
    """
    root = Line(0, -1, "")
    root.children = _blocks(text) if comment == _COMMENT else _tree(text, 1, comment)
    return root


def _blocks(text: str) -> list[Line]:
    """Return the top-level lines, cut at those that are in the first column."""
    first, *blocks = _NEXT_BLOCK.split("\n" + text)
    if _begins_oddly(text) or _tree(first, 0, _COMMENT):
        return _tree(text, 1, _COMMENT)
    number = first.count("\n") + 1
    found = []
    for block in blocks:
        head, newline, below = block.partition("\n")
        found.append(Line(number, 0, head.rstrip(), below))
        number += below.count("\n") + 2 if newline else 1
    return found


def _lines_in(below: str) -> int:
    """Return the number of the last line of `below` that is neither blank nor a comment, 0 for none."""
    count = below.count("\n") + 1
    end = len(below)
    while count:
        start = below.rfind("\n", 0, end) + 1
        content = below[start:end].lstrip(" \t").rstrip()
        if content and not content.startswith(_COMMENT):
            return count
        count -= 1
        end = start - 1
    return 0


def _begins_oddly(text: str) -> bool:
    """Say whether some line begins with white space that is neither a blank nor a tab, or with no ASCII character."""
    if text.isascii() and not any(character in text for character in _ODD):
        return False
    return _ODD_BEGINNING.search(text) is not None


def _tree(text: str, number: int, comment: str) -> list[Line]:
    """Return the lines of `text`, of which the first has this number, each with those below it."""
    top: list[Line] = []
    open_lines: list[Line] = []
    for raw in text.split("\n"):
        stripped = raw.lstrip(" \t")
        content = stripped.rstrip()
        if content and not (comment and content.startswith(comment)):
            indent = len(raw) - len(stripped)
            while open_lines and open_lines[-1].indent >= indent:
                open_lines.pop()
            line = Line(number, indent, content)
            (open_lines[-1].children if open_lines else top).append(line)
            open_lines.append(line)
        number += 1
    return top

"""Diagnostics of a configuration that is made of lines, each of which is its own place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Source
from roce_lint.model.place import in_own_block
from roce_lint.text.lines import Line

_NO_LINES = range(0)


def _never_refused(text: str) -> str:
    return ""


class LineDiagnostics(Diagnostics):
    """Takes lines instead of texts and places, and gives lines their places: equal ones of one file are one object.

    `why_refused` says why the device certainly refuses a line that was not understood, and is empty in doubt.
    """

    def __init__(self, file: str, device: str, why_refused: Callable[[str], str] = _never_refused) -> None:
        super().__init__(file, device)
        self._why_refused = why_refused
        self._places: dict[int, Source] = {}
        self._blocks: dict[Line, Source] = {}
        self._own = _NO_LINES

    def within(self, own: Line) -> Self:
        """Return the same diagnostics, which give lines of the block that is a port's own their places in that block.

        What is reported has its place in the file all the same.
        """
        found = object.__new__(self.__class__)
        found.__dict__ |= self.__dict__ | {"_own": range(own.number, own.end_number + 1)}
        return found

    def at(self, line: Line) -> Source:
        """Return the place of `line` alone, for what it says."""
        if line.number in self._own:
            offset = line.number - self._own.start
            return in_own_block(offset, offset)
        return self._in_file(line)

    def block(self, line: Line) -> Source:
        """Return the place of `line` and of everything below it, for what it says."""
        if line.number in self._own:
            return in_own_block(line.number - self._own.start, line.end_number - self._own.start)
        place = self._blocks.get(line)
        if place is None:
            place = self._blocks[line] = Source(self.file, line.number, line.end_number)
        return place

    def _in_file(self, line: Line) -> Source:
        place = self._places.get(line.number)
        if place is None:
            place = self._places[line.number] = Source(self.file, line.number, line.number)
        return place

    def line_not_understood(self, line: Line, because: str) -> None:
        """Report that `line` was not understood, or that the device refuses it."""
        place = self._in_file(line)
        if self.is_reported(place):
            return
        certain = self._why_refused(line.text)
        if certain:
            self.refused(line.text, certain, place)
        else:
            self.not_understood(line.text, because, place)

    def block_not_understood(self, line: Line, because: str) -> None:
        """Report that neither `line` nor anything below it was understood."""
        self.line_not_understood(line, because)
        for below in line.walk():
            self.line_not_understood(below, because)

    def line_refused(self, line: Line, because: str) -> None:
        """Report that the device refuses `line`, or takes it and ignores it."""
        self.refused(line.text, because, self._in_file(line))

    def undefined_at(self, kind: str, name: str, line: Line) -> None:
        """Report that `line` names a `kind` called `name` that the file does not define."""
        self.undefined(kind, name, self._in_file(line))

"""What the reading of one file leaves behind besides facts: lines not understood and names not defined."""

from __future__ import annotations

from roce_lint.model.device import RefusedSetting, UndefinedReference, UnreadLine
from roce_lint.model.fact import Source
from roce_lint.text.lines import Line


class Ledger:
    """Collects unread lines (each line once) and undefined references of one file, and makes sources in it."""

    def __init__(self, file: str, device: str) -> None:
        self.file = file
        self.device = device
        # One place is one object, however many facts are there.
        self._places: dict[int, Source] = {}
        self._blocks: dict[Line, Source] = {}
        self._unread: dict[int, UnreadLine] = {}
        self._refused: dict[int, RefusedSetting] = {}
        self._undefined: dict[tuple[str, str, int], UndefinedReference] = {}

    @property
    def whole_file(self) -> Source:
        """Return the file as a place, for defaults that no block would state."""
        return Source(self.file, 0, 0)

    @property
    def count(self) -> int:
        """Return how many entries there are of any kind."""
        return len(self._unread) + len(self._refused) + len(self._undefined)

    def at(self, line: Line) -> Source:
        """Return the place of `line` alone."""
        place = self._places.get(line.number)
        if place is None:
            place = self._places[line.number] = Source(self.file, line.number, line.number)
        return place

    def block(self, line: Line) -> Source:
        """Return the place of `line` and of everything below it."""
        place = self._blocks.get(line)
        if place is None:
            place = self._blocks[line] = Source(self.file, line.number, line.end_number)
        return place

    def leave_unread(self, line: Line, because: str) -> None:
        """Note that `line` was not understood, or only in part; the first reason given for a line stays."""
        self._unread.setdefault(line.number, UnreadLine(self.device, self.at(line), line.text, because))

    def refuse(self, line: Line, because: str) -> None:
        """Note that the device refuses `line` by its documented grammar or range; the first reason given stays."""
        self._refused.setdefault(line.number, RefusedSetting(line.text, because, self.at(line)))

    def leave_block_unread(self, line: Line, because: str) -> None:
        """Note that neither `line` nor anything below it takes effect as far as we know."""
        self.leave_unread(line, because)
        for below in line.walk():
            self.leave_unread(below, because)

    def miss(self, kind: str, name: str, line: Line) -> None:
        """Note that `line` names a `kind` called `name` that the file does not define."""
        key = (kind, name, line.number)
        self._undefined.setdefault(key, UndefinedReference(kind, name, self.at(line)))

    def unread(self) -> tuple[UnreadLine, ...]:
        """Return the lines not understood and not refused, in the order of the file."""
        return tuple(self._unread[number] for number in sorted(self._unread) if number not in self._refused)

    def refused(self) -> tuple[RefusedSetting, ...]:
        """Return the lines that the device refuses, in the order of the file."""
        return tuple(self._refused[number] for number in sorted(self._refused))

    def undefined(self) -> tuple[UndefinedReference, ...]:
        """Return the undefined references, in the order of the file."""
        return tuple(sorted(self._undefined.values(), key=lambda found: (found.source, found.kind, found.name)))

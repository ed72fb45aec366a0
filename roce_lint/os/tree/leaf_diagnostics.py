"""Facts out of leaves; what a leaf cannot say goes to the diagnostics."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.text.tree import Node

T = TypeVar("T")

_SHOWN_CHARACTERS = 200
_MOST_DIGITS = 19


class LeafDiagnostics(Diagnostics):
    """Turns leaves into facts; collects what is not understood, refused, or refers to nothing.

    `count` is how often something was reported, also what was there already.
    """

    def __init__(self, file: str, device: str, text: str) -> None:
        super().__init__(file, device)
        self._text = text
        self.count = 0
        self._shown: dict[int, str] = {}

    @cached_property
    def _lines(self) -> list[str]:
        return self._text.replace("\r\n", "\n").split("\n")

    def not_read(self, because: str, place: Source, *, concerns_qos: bool = False) -> None:
        """Report that these lines were not understood, with the text of the first."""
        self.count += 1
        self.not_understood(self._shown_line(place.line), because, place, concerns_qos=concerns_qos)

    def later_changes(self, word: str, because: str) -> None:
        """Report each line with a word that says that the device changes its own configuration later."""
        if word not in self._text:
            return
        for number, line in enumerate(self._lines, start=1):
            if word in line and not line.lstrip().startswith(("#", "/*")):
                self.not_read(because, Source(self.file, number, number), concerns_qos=True)

    def _shown_line(self, line: int) -> str:
        """Return the start of a line with single blanks; each is looked at once, however much of it is not read."""
        if line not in self._shown:
            inside = 0 < line <= len(self._lines)
            self._shown[line] = " ".join(self._lines[line - 1].split())[:_SHOWN_CHARACTERS] if inside else ""
        return self._shown[line]

    def refused(self, setting: str, because: str, place: Source) -> None:
        """Report a setting that the device refuses or ignores; the first for a place stays."""
        self.count += 1
        if not self.is_refused(place):
            super().refused(setting, because, place)

    def undefined(self, kind: str, name: str, place: Source) -> None:
        """Report the use of a name that the document does not define."""
        self.count += 1
        super().undefined(kind, name, place)

    def text(self, block: Node, name: str, otherwise: Fact[str]) -> Fact[str]:
        """Return what the leaf says, `otherwise` where it is absent."""
        leaf = block.take(name)
        return Stated(leaf.value, leaf.source) if leaf.line else otherwise

    def integer(
        self, block: Node, name: str, otherwise: Fact[int], minimum: int = 0, maximum: int = 2**63
    ) -> Fact[int]:
        """Return the leaf as a whole number, `otherwise` where it is absent; out of range it is Unknown and refused."""
        leaf = block.take(name)
        if not leaf.line:
            return otherwise
        text = leaf.value
        number = int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else -1
        if minimum <= number <= maximum:
            return Stated(number, leaf.source)
        return self._refuses(leaf, f"{text!r} is no whole number from {minimum} to {maximum}")

    def boolean(self, block: Node, name: str, otherwise: Fact[bool]) -> Fact[bool]:
        """Return the leaf as true or false, `otherwise` where it is absent."""
        return self.typed(block.take(name), _boolean, otherwise)

    def enabled(self, block: Node, name: str, otherwise: Fact[bool]) -> Fact[bool]:
        """Return whether the leaf says `enable`, `otherwise` where it is absent."""
        return self.converted(block.take(name), _enable, otherwise)

    def converted(self, leaf: Node, convert: Callable[[str], T], otherwise: Fact[T]) -> Fact[T]:
        """Return `convert` of the leaf's value; where it raises ValueError, Unknown, and the leaf goes to unread."""
        if not leaf.line:
            return otherwise
        try:
            return Stated(convert(leaf.value), leaf.source)
        except ValueError as fault:
            because = f"{leaf.name}: {fault}"
        self.not_read(because, leaf.source)
        return Unknown(because, leaf.source)

    def typed(self, leaf: Node, convert: Callable[[str], T], otherwise: Fact[T]) -> Fact[T]:
        """Return `converted` of a leaf whose type is published: what does not fit it the device refuses."""
        if not leaf.line:
            return otherwise
        try:
            return Stated(convert(leaf.value), leaf.source)
        except ValueError as fault:
            return self._refuses(leaf, str(fault))

    def _refuses(self, leaf: Node, fault: str) -> Unknown:
        """Report a leaf that the device refuses; return that nothing is known instead."""
        self.refused(f"{leaf.name} {leaf.value}", fault, leaf.source)
        return Unknown(f"{leaf.name}: {fault}", leaf.source)


def plain_number(leaf: Node | None, otherwise: Fact[int], most_digits: int) -> Fact[int]:
    """Return a leaf as a number of at most so many digits, `otherwise` where it is absent; nothing is reported."""
    if leaf is None:
        return otherwise
    if leaf.value.isdecimal() and leaf.value.isascii() and len(leaf.value) <= most_digits:
        return Stated(int(leaf.value), leaf.source)
    return Unknown(f"{leaf.value!r} is no number", leaf.source)


def _boolean(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(f"{text!r} is neither true nor false")
    return text == "true"


def _enable(text: str) -> bool:
    if text not in ("enable", "disable"):
        raise ValueError(f"{text!r} is neither enable nor disable")
    return text == "enable"

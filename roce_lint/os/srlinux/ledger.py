"""Facts out of leaves, and the account of what was not understood or names nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeVar

from roce_lint.model.device import RefusedSetting, UndefinedReference, UnreadLine
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.text.tree import Node

T = TypeVar("T")

_SHOWN_CHARACTERS = 200
_MOST_DIGITS = 19


class Ledger:
    """Collects unread lines and undefined references of one document; turns leaves into facts."""

    def __init__(self, file: str, device: str, text: str) -> None:
        self.file = file
        self.device = device
        self._text = text
        self._unread: dict[Source, UnreadLine] = {}
        self._rejected: dict[Source, RefusedSetting] = {}
        self._undefined: dict[tuple[str, str, Source], UndefinedReference] = {}
        self.written = 0
        """How often something was written down, also what was there already."""

    @cached_property
    def _lines(self) -> list[str]:
        return self._text.replace("\r\n", "\n").split("\n")

    @property
    def whole_file(self) -> Source:
        """Return the file as a place, for what no block of it would state."""
        return Source(self.file, 0, 0)

    def refuse(self, source: Source, because: str) -> None:
        """Write down that these lines were not understood; the first reason given for a place stays."""
        self.written += 1
        if source not in self._unread:
            inside = 0 < source.line <= len(self._lines)
            text = " ".join(self._lines[source.line - 1].split())[:_SHOWN_CHARACTERS] if inside else ""
            self._unread[source] = UnreadLine(self.device, source, text, because)

    def reject(self, source: Source, setting: str, because: str) -> None:
        """Write down a setting that the device refuses or ignores; the first reason given for a place stays."""
        self.written += 1
        self._rejected.setdefault(source, RefusedSetting(setting, because, source))

    def has_rejected(self, source: Source) -> bool:
        """Return whether a setting of this place is refused or ignored."""
        return source in self._rejected

    def miss(self, kind: str, name: str, source: Source) -> None:
        """Write down the use of a name that the document does not define."""
        self.written += 1
        self._undefined.setdefault((kind, name, source), UndefinedReference(kind, name, source))

    def unread(self) -> tuple[UnreadLine, ...]:
        """Return the lines not understood, in the order of the file; what the device refuses is understood."""
        return tuple(self._unread[source] for source in sorted(self._unread) if source not in self._rejected)

    def rejected(self) -> tuple[RefusedSetting, ...]:
        """Return what the device refuses or ignores, in the order of the file."""
        return tuple(self._rejected[source] for source in sorted(self._rejected))

    def undefined(self) -> tuple[UndefinedReference, ...]:
        """Return the undefined references, in the order of the file."""
        return tuple(sorted(self._undefined.values(), key=lambda found: (found.source, found.kind, found.name)))

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
        return self._rejects(leaf, f"{text!r} is no whole number from {minimum} to {maximum}")

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
        self.refuse(leaf.source, because)
        return Unknown(because, leaf.source)

    def typed(self, leaf: Node, convert: Callable[[str], T], otherwise: Fact[T]) -> Fact[T]:
        """Return `converted` of a leaf whose type is published: what does not fit it the device refuses."""
        if not leaf.line:
            return otherwise
        try:
            return Stated(convert(leaf.value), leaf.source)
        except ValueError as fault:
            return self._rejects(leaf, str(fault))

    def _rejects(self, leaf: Node, fault: str) -> Unknown:
        """Write down a leaf that the device refuses; return that nothing is known instead."""
        self.reject(leaf.source, f"{leaf.name} {leaf.value}", fault)
        return Unknown(f"{leaf.name}: {fault}", leaf.source)


def _boolean(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(f"{text!r} is neither true nor false")
    return text == "true"


def _enable(text: str) -> bool:
    if text not in ("enable", "disable"):
        raise ValueError(f"{text!r} is neither enable nor disable")
    return text == "enable"

"""Documents read once, however often they are asked for: two states of a fabric share most of their files."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.read.files import InputFile
from roce_lint.read.read_documents import read_here
from roce_lint.read.told import Manner, Told


class ReadOnce:
    """Reads in this process and remembers; the same path and text in the same manner give the same answer."""

    def __init__(self) -> None:
        self._told: dict[tuple[InputFile, Manner], Told] = {}

    def __call__(self, documents: Sequence[InputFile], manners: Sequence[Manner]) -> Sequence[Told]:
        """Return what the documents say, in their order."""
        for document, manner in zip(documents, manners, strict=True):
            if (document, manner) not in self._told:
                self._told[document, manner] = read_here([document], [manner])[0]
        return [self._told[key] for key in zip(documents, manners, strict=True)]

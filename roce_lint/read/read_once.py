"""Documents read once, however often they are asked for: two states of a fabric share most of their files."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.read.files import InputFile
from roce_lint.read.read_documents import read_here
from roce_lint.read.read_result import ReadOptions, ReadResult


class ReadOnce:
    """Reads in this process and remembers; the same path and text in the same manner give the same answer."""

    def __init__(self) -> None:
        self._result: dict[tuple[InputFile, ReadOptions], ReadResult] = {}

    def __call__(self, documents: Sequence[InputFile], all_options: Sequence[ReadOptions]) -> Sequence[ReadResult]:
        """Return what the documents say, in their order."""
        for document, options in zip(documents, all_options, strict=True):
            if (document, options) not in self._result:
                self._result[document, options] = read_here([document], [options])[0]
        return [self._result[key] for key in zip(documents, all_options, strict=True)]

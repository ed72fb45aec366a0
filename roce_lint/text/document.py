"""One input file as text."""

from __future__ import annotations

from roce_lint.files.content_hash import content_hash
from roce_lint.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Document:
    """One input file as text. `path` is what messages print.

    `original` holds the file's bytes where the text is not simply their UTF-8 reading, and is empty otherwise.
    `first_line`: the line of the file with which the text begins, where it is a part of the file.
    """

    path: str
    text: str
    original: bytes = field(default=b"", compare=False)
    first_line: int = 1

    @property
    def octets(self) -> bytes:
        """Return the bytes of the file."""
        return self.original or self.text.encode("utf-8", "surrogatepass")

    @property
    def content(self) -> bytes:
        """Return a hash of the bytes of the file, the same for the same bytes and for no others."""
        return content_hash(self.octets)

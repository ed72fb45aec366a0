"""One file: its text, or why it has none; kept in memory, or left on disk until an operator reads it."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from roce_lint.errors import ConfigError, Problem
from roce_lint.files.content_hash import content_hash
from roce_lint.infiniband.opensm.file_names import is_opensm_file_name
from roce_lint.text.document import Document
from roce_lint.values import dataclass

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
LARGEST_FILE_BYTES = 256 * 1024 * 1024
"""Larger files are refused: no device config is, and one would exhaust the memory."""
LAB = "a topology of containerlab: a lab of the fabric, which configures no device"
KERNEL_SETTINGS = "settings of a kernel (sysctl), which no rule evaluates"
UNIT = "a unit of systemd or an INI file, which sets nothing of a NIC by itself"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file in a folder that is none of ours, and why."""

    path: str
    because: str

    @property
    def holds_nothing(self) -> bool:
        """Say whether the file is of a kind that is known and that no rule could evaluate."""
        return self.because in (LAB, KERNEL_SETTINGS, UNIT)


@dataclass(frozen=True, slots=True)
class FileOnDisk:
    """A file that was seen and left on disk: the texts of thousands of switches would fill the memory.

    `path` is what messages print; `content` is the hash of its bytes when it was seen (see `Document.content`).
    """

    path: str
    content: bytes

    def now(self) -> Document | Skipped | Problem:
        """Return what the file holds now, which `is_same` compares with what it held."""
        return load(Path(self.path), self.path)

    def is_same(self, found: Document | Skipped | Problem) -> bool:
        """Say whether what was found is what the file held when it was seen."""
        return isinstance(found, Document) and found.content == self.content

    def as_seen(self) -> Document | None:
        """Return what the file held when it was seen; None where it has changed since."""
        found = self.now()
        return found if isinstance(found, Document) and self.is_same(found) else None


InputFile: TypeAlias = Document | FileOnDisk
"""A file to read."""


def at_hand(files: Iterable[InputFile]) -> tuple[Document, ...]:
    """Return the files with their texts. Raises ConfigError for one that has changed since it was seen."""
    found: list[Document] = []
    for file in files:
        document = file if isinstance(file, Document) else file.as_seen()
        if document is None:
            raise ConfigError(Problem(file.path, 0, 0, "it has changed while it was looked at; run it again"))
        found.append(document)
    return tuple(found)


class Texts(Mapping[str, str]):
    """The texts of files by path, read from disk when they are asked for; one that has changed since has none."""

    def __init__(self, files: Iterable[InputFile]) -> None:
        self._files = {file.path: file for file in files}

    def __getitem__(self, path: str) -> str:
        """Return the text of a file. Raises KeyError where it has none."""
        file = self._files[path]
        if isinstance(file, Document):
            return file.text
        document = file.as_seen()
        if document is None:
            raise KeyError(path)
        return document.text

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def load(path: Path, shown: str) -> Document | Skipped | Problem:
    """Return the text of a file on disk under the name that is `shown`; never raises."""
    try:
        left_out = _left_out(path, shown)
        return left_out if left_out else decode(path.read_bytes(), shown)
    except OSError as error:
        return _unreadable(shown, error)


def look_at(path: Path, shown: str, room: bytearray) -> FileOnDisk | Skipped | Problem:
    """Return a file on disk without its text, as `load` would find it; never raises.

    `room` is where its bytes are looked at: new memory for each of thousands takes longer than reading them.
    """
    try:
        left_out = _left_out(path, shown)
        if left_out:
            return left_out
        with open(path, "rb", buffering=0) as stream, memoryview(room) as view:
            size = 0
            while more := stream.readinto(view[size:]):
                size += more
            if size < len(room) and not room.startswith(_UTF16, 0, size) and room.find(b"\0", 0, size) < 0:
                return FileOnDisk(shown, content_hash(view[:size]))
    except OSError as error:
        return _unreadable(shown, error)
    found = load(path, shown)
    return FileOnDisk(shown, found.content) if isinstance(found, Document) else found


def _left_out(path: Path, shown: str) -> Skipped | Problem | None:
    """Return why a file is not read. Raises OSError."""
    if os.path.exists(path) and not os.path.isfile(path):
        return Skipped(shown, "not a regular file")
    if path.stat().st_size > LARGEST_FILE_BYTES:
        return Problem(shown, 0, 0, f"larger than {LARGEST_FILE_BYTES // 1024**2} MiB; no device config is")
    return None


def _unreadable(shown: str, error: OSError) -> Problem:
    return Problem(shown, 0, 0, f"cannot be read: {error.strerror}; check the path and its permissions")


def no_text(path: str, because: str) -> Problem:
    """Return the failure of a file that the user named and that has no text."""
    return Problem(path, 0, 0, f"{because}; name a text file")


def decode(raw: bytes, shown: str) -> Document | Skipped:
    """Return the text of a file: UTF-8 or UTF-16 with a byte order mark, UTF-8, else Latin-1; not if it is binary.

    Lines that all end with a carriage return alone are lines (captures of serial consoles).
    """
    if raw.startswith(_UTF16):
        try:
            return Document(shown, raw.decode("utf-16"), raw)
        except UnicodeDecodeError:
            return _binary(raw, shown)
    if b"\0" in raw:
        return _binary(raw, shown)
    if b"\r" in raw and b"\n" not in raw:
        return Document(shown, raw.replace(b"\r", b"\n").decode("utf-8-sig", "replace"), raw)
    try:
        return Document(shown, raw.decode("utf-8-sig"), raw if raw.startswith(codecs.BOM_UTF8) else b"")
    except UnicodeDecodeError:
        return Document(shown, raw.decode("latin-1"), raw)


BINARY = "a binary file"
_TEXT_LINES = re.compile(rb"(?:[\t\r\x20-\x7e\x80-\xff]*\n){3}")


def _binary(raw: bytes, shown: str) -> Document | Skipped:
    """Leave a binary file out, unless OpenSM would take it for its own: what it makes of such a file matters.

    One that begins with lines of text may be a damaged configuration, which is not left out in silence.
    """
    if is_opensm_file_name(shown) or _TEXT_LINES.match(raw):
        return Document(shown, raw.decode("latin-1"), raw)
    return Skipped(shown, BINARY)

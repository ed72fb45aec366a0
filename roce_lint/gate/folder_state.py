"""A folder on disk as a state: the working tree, or one of two folders that are compared."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Sequence
from pathlib import Path

from roce_lint.errors import UsageError
from roce_lint.files.ignore import HISTORY, TOOLS
from roce_lint.files.inside import leads_out
from roce_lint.gate.state import Entry, EntryKind, Unreadable
from roce_lint.read.files import LARGEST_FILE_BYTES, decode
from roce_lint.text.document import Document


class FolderState:
    """What lies in a folder now. `shown` stands before its paths in messages: empty for the working directory.

    `top` is the highest folder from which settings, an intent or rules are taken. `tracked`: the files that git tracks,
    relative to the folder; none where no repository is asked.
    """

    commit = ""

    def __init__(self, folder: Path, label: str, shown: str, top: Path, tracked: frozenset[str] = frozenset()) -> None:
        self._folder = folder
        self.shown = shown
        self._top = top.resolve()
        self.label = label
        self._tracked = tracked
        self._entries: tuple[Entry, ...] | None = None

    def entries(self) -> tuple[Entry, ...]:
        """Return every path below the folder, as it was when it was first asked for."""
        if self._entries is None:
            self._entries = self._walked()
        return self._entries

    def _walked(self) -> tuple[Entry, ...]:
        """List the folder; one with a `.git` of its own is a repository of its own."""
        found: list[Entry] = []

        def refuse(error: OSError) -> None:
            found.append(self._entry(Path(error.filename or self._folder), EntryKind.CLOSED))

        for folder, names, files in os.walk(self._folder, onerror=refuse):
            here = Path(folder)
            for name in sorted(names):
                path = here / name
                if os.path.islink(path):
                    found.append(self._entry(path, EntryKind.LINK))
                elif os.path.exists(path / ".git") and name not in HISTORY | TOOLS:
                    found.append(self._entry(path, EntryKind.REPOSITORY))
            names[:] = [
                name for name in names if name not in HISTORY | TOOLS and not os.path.exists(here / name / ".git")
            ]
            found += [self._entry(here / name, _kind(here / name)) for name in files]
        seen = {entry.key for entry in found}
        for name in self._tracked:
            path = self._folder / name
            if str(path) not in seen and _kind(path) is EntryKind.FILE and not leads_out(path, self._folder):
                found.append(self._entry(path, EntryKind.FILE))
        return tuple(sorted(found, key=lambda entry: entry.path))

    def tracks(self, path: str) -> bool:
        """Return whether git tracks a file."""
        return path in self._tracked

    def contents(self, entries: Sequence[Entry]) -> Iterator[tuple[Entry, bytes | Unreadable]]:
        """Yield the bytes of files."""
        for entry in entries:
            if entry.size_bytes > LARGEST_FILE_BYTES:
                yield entry, Unreadable(f"larger than {LARGEST_FILE_BYTES // 1024**2} MiB; no device config is")
                continue
            try:
                yield entry, Path(entry.key).read_bytes()
            except OSError as error:
                yield entry, Unreadable(f"cannot be read: {error.strerror}; check its permissions")

    def text(self, path: str) -> str | None:
        """Return the text of one file."""
        target = self._inside(path)
        return _text_of(target, path) if os.path.isfile(target) else None

    def below(self, path: str) -> dict[str, str]:
        """Return the texts of all files in a folder."""
        folder = self._inside(path)
        files = [file for file in sorted(folder.rglob("*")) if os.path.isfile(file) and not os.path.islink(file)]
        return {file.relative_to(folder).as_posix(): _text_of(file, f"{path}/{file.name}") for file in files}

    def _inside(self, path: str) -> Path:
        target = (self._folder / path.removeprefix(self.shown)).resolve()
        if not target.is_relative_to(self._top):
            raise UsageError(f"{path}: the settings of {self.label} name a path outside of {self._top.name or '/'}")
        return target

    def _entry(self, path: Path, kind: EntryKind) -> Entry:
        inside = path.relative_to(self._folder).as_posix()
        size = path.lstat().st_size if kind is EntryKind.FILE else -1
        return Entry(posixpath.join(self.shown, inside) if self.shown else inside, kind, str(path), size)


def _kind(path: Path) -> EntryKind:
    if os.path.islink(path):
        return EntryKind.LINK
    return EntryKind.FILE if os.path.isfile(path) else EntryKind.OTHER


def _text_of(target: Path, path: str) -> str:
    """Return the text of a file that settings name. Raises UsageError where it has none."""
    try:
        decoded = decode(target.read_bytes(), path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    if isinstance(decoded, Document):
        return decoded.text
    raise UsageError(f"{path}: {decoded.because}; name a text file")

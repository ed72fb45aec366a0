"""Files and folders named by the user, as documents; nothing is lost without being named."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from roce_lint.errors import Problem
from roce_lint.files.inside import leads_out, project_root, seen_from_here
from roce_lint.read.files import FileOnDisk, InputFile, Skipped, load, look_at, no_text
from roce_lint.text.document import Document
from roce_lint.values import dataclass, field

if TYPE_CHECKING:
    import pathspec

_USUAL_BYTES = 1024**2
"""Nearly all files are smaller than this."""
ALWAYS_LEFT_OUT = frozenset({".git", ".hg", ".svn", ".venv", "node_modules", "__pycache__"})
"""Folders that hold no configurations, whatever lies in them."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What was found: files to read, files left out, and files that could not be read."""

    documents: tuple[InputFile, ...]
    named: frozenset[str]
    """Paths that the user named one by one; these may not be left out in silence."""
    skipped: tuple[Skipped, ...]
    failures: tuple[Problem, ...]


def gather(
    paths: Sequence[str], exclude: Sequence[str] = (), *, as_found: bool = False, kept_bytes: int | None = None
) -> Gathered:
    """Return every file below `paths` as text, in order of path.

    Folders are walked recursively; `.gitignore` files and the `exclude` patterns (same syntax) are honoured. A file
    that is named itself is always read. Binary files in folders are left out; named ones are failures. With `as_found`
    named files are treated like those of folders: the patterns hold for them, and links out of the project are left
    out. Texts of more than `kept_bytes` together are not kept: what is above is left on disk, and read when it is used.
    """
    found = _Found(kept_bytes)
    named: set[str] = set()
    for given in paths:
        path = Path(given)
        if os.path.isdir(path):
            _walk(path, exclude, found)
            continue
        shown = path.as_posix()
        if as_found:
            _find(path, shown, exclude, found)
            continue
        named.add(shown)
        found.add(path, shown, is_named=True)
    ordered = tuple(found.documents[key] for key in sorted(found.documents))
    return Gathered(
        ordered, frozenset(named), tuple(sorted(found.skipped, key=lambda item: item.path)), tuple(found.failures)
    )


@dataclass(slots=True)
class _Found:
    """What was found so far; `room_bytes` is how much more text may be kept, None for any amount.

    In `bytes_seen` lie those of the file that was looked at last and left on disk.
    """

    room_bytes: int | None
    bytes_seen: bytearray = field(default_factory=bytearray)
    documents: dict[str, InputFile] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    failures: list[Problem] = field(default_factory=list)

    def add(self, path: Path, shown: str, *, is_named: bool = False) -> None:
        """Add one file; a named one that has no text is a failure."""
        match self._looked_at(path, shown):
            case Document() as document:
                self.documents[shown] = self._kept(document)
            case FileOnDisk() as on_disk:
                self.documents[shown] = on_disk
            case Skipped(_, because) if is_named:
                self.failures.append(no_text(shown, because))
            case Skipped() as left_out:
                self.skipped.append(left_out)
            case Problem() as problem:
                self.failures.append(problem)

    def _looked_at(self, path: Path, shown: str) -> InputFile | Skipped | Problem:
        if self.room_bytes is None or self.room_bytes >= 0:
            return load(path, shown)
        if not self.bytes_seen:
            self.bytes_seen = bytearray(_USUAL_BYTES)
        return look_at(path, shown, self.bytes_seen)

    def _kept(self, document: Document) -> InputFile:
        if self.room_bytes is None:
            return document
        self.room_bytes -= len(document.text)
        return document if self.room_bytes >= 0 else FileOnDisk(document.path, document.content)


def _find(path: Path, shown: str, exclude: Sequence[str], found: _Found) -> None:
    """Add one file that some tool names, as if a walk had found it."""
    inside = seen_from_here(path)
    import pathspec

    if pathspec.GitIgnoreSpec.from_lines(exclude).match_file(inside.removeprefix("../")):
        found.skipped.append(Skipped(shown, "excluded"))
        return
    if leads_out(path, project_root(Path())):
        found.skipped.append(Skipped(shown, "a link that leads out of the project"))
        return
    found.add(path, shown)


def _walk(root: Path, exclude: Sequence[str], found: _Found) -> None:
    for path in _files(root, exclude, found.failures):
        shown = path.as_posix()
        if os.path.islink(path) and not path.resolve().is_relative_to(root.resolve()):
            found.skipped.append(Skipped(shown, "a link that leads out of the folder"))
            continue
        found.add(path, shown)


def _files(root: Path, exclude: Sequence[str], failures: list[Problem]) -> Iterator[Path]:
    """Yield the files of a folder that no ignore pattern names."""
    specs = _specs(root, exclude)

    def refuse(error: OSError) -> None:
        place = Path(error.filename or root).as_posix()
        failures.append(Problem(place, 0, 0, f"{error.strerror}; make the folder readable"))

    for folder, names, files in os.walk(root, onerror=refuse):
        here = Path(folder)
        specs = [(base, spec) for base, spec in specs if here == base or base in here.parents]
        ignore = here / ".gitignore"
        if os.path.isfile(ignore) and not os.path.islink(ignore):
            lines = ignore.read_text("utf-8", "replace").splitlines()
            specs += _specs(here, lines)
        names[:] = sorted(
            name for name in names if name not in ALWAYS_LEFT_OUT and not _ignored(here / name, specs, "/")
        )
        yield from (here / name for name in sorted(files) if not _ignored(here / name, specs, ""))


def _specs(base: Path, lines: Sequence[str]) -> list[tuple[Path, pathspec.GitIgnoreSpec]]:
    """Return the patterns of a folder; without any, nothing is imported that knows them, which takes 15 ms."""
    if not lines:
        return []
    import pathspec

    return [(base, pathspec.GitIgnoreSpec.from_lines(lines))]


def _ignored(path: Path, specs: Sequence[tuple[Path, pathspec.GitIgnoreSpec]], suffix: str) -> bool:
    return any(spec.match_file(path.relative_to(base).as_posix() + suffix) for base, spec in specs)

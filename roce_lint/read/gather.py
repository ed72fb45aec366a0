"""Files and folders named by the user, as documents; nothing is lost without being named."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from roce_lint.errors import Problem
from roce_lint.inside import leads_out, project_root, seen_from_here
from roce_lint.read.opensm.detect import is_opensm_file_name
from roce_lint.read.reading import Document
from roce_lint.values import dataclass

if TYPE_CHECKING:
    import pathspec

ALWAYS_LEFT_OUT = frozenset({".git", ".hg", ".svn", ".venv", "node_modules", "__pycache__"})
"""Folders that hold no configurations, whatever lies in them."""
LARGEST_FILE_BYTES = 256 * 1024 * 1024
"""Larger files are refused: no device config is, and one would exhaust the memory."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file in a folder that is none of ours, and why."""

    path: str
    because: str


@dataclass(frozen=True, slots=True)
class Gathered:
    """What was found: texts to read, files left out, and files that could not be read."""

    documents: tuple[Document, ...]
    named: frozenset[str]
    """Paths that the user named one by one; these may not be left out in silence."""
    skipped: tuple[Skipped, ...]
    failures: tuple[Problem, ...]


def gather(paths: Sequence[str], exclude: Sequence[str] = (), *, as_found: bool = False) -> Gathered:
    """Return every file below `paths` as text, in order of path.

    Folders are walked recursively; `.gitignore` files and the `exclude` patterns (same syntax) are honoured. A file
    that is named itself is always read. Binary files in folders are left out; named ones are failures. With `as_found`
    named files are treated like those of folders: the patterns hold for them, and links out of the project are left
    out.
    """
    documents: dict[str, Document] = {}
    skipped: list[Skipped] = []
    failures: list[Problem] = []
    named: set[str] = set()
    for given in paths:
        path = Path(given)
        if path.is_dir():
            _walk(path, exclude, documents, skipped, failures)
            continue
        shown = path.as_posix()
        if as_found:
            _find(path, shown, exclude, documents, skipped, failures)
            continue
        named.add(shown)
        match _load(path, shown):
            case Document() as document:
                documents[shown] = document
            case Skipped(_, because):
                failures.append(Problem(shown, 0, 0, f"{because}; name a text file"))
            case Problem() as problem:
                failures.append(problem)
    ordered = tuple(documents[key] for key in sorted(documents))
    return Gathered(ordered, frozenset(named), tuple(sorted(skipped, key=lambda item: item.path)), tuple(failures))


def _find(
    path: Path,
    shown: str,
    exclude: Sequence[str],
    documents: dict[str, Document],
    skipped: list[Skipped],
    failures: list[Problem],
) -> None:
    """Add one file that some tool names, as if a walk had found it."""
    inside = seen_from_here(path)
    import pathspec

    if pathspec.GitIgnoreSpec.from_lines(exclude).match_file(inside.removeprefix("../")):
        skipped.append(Skipped(shown, "excluded"))
        return
    if leads_out(path, project_root(Path())):
        skipped.append(Skipped(shown, "a link that leads out of the project"))
        return
    match _load(path, shown):
        case Document() as document:
            documents[shown] = document
        case Skipped() as left_out:
            skipped.append(left_out)
        case Problem() as problem:
            failures.append(problem)


def _walk(
    root: Path,
    exclude: Sequence[str],
    documents: dict[str, Document],
    skipped: list[Skipped],
    failures: list[Problem],
) -> None:
    for path in _files(root, exclude, failures):
        shown = path.as_posix()
        if path.is_symlink() and not path.resolve().is_relative_to(root.resolve()):
            skipped.append(Skipped(shown, "a link that leads out of the folder"))
            continue
        match _load(path, shown):
            case Document() as document:
                documents[shown] = document
            case Skipped() as left_out:
                skipped.append(left_out)
            case Problem() as problem:
                failures.append(problem)


def _files(root: Path, exclude: Sequence[str], failures: list[Problem]) -> Iterator[Path]:
    """Yield the files of a folder that no ignore pattern names."""
    import pathspec  # 15 ms, for folders only

    specs: list[tuple[Path, pathspec.GitIgnoreSpec]] = [(root, pathspec.GitIgnoreSpec.from_lines(exclude))]

    def refuse(error: OSError) -> None:
        place = Path(error.filename or root).as_posix()
        failures.append(Problem(place, 0, 0, f"{error.strerror}; make the folder readable"))

    for folder, names, files in os.walk(root, onerror=refuse):
        here = Path(folder)
        specs = [(base, spec) for base, spec in specs if here == base or base in here.parents]
        ignore = here / ".gitignore"
        if ignore.is_file() and not ignore.is_symlink():
            lines = ignore.read_text("utf-8", "replace").splitlines()
            specs.append((here, pathspec.GitIgnoreSpec.from_lines(lines)))
        names[:] = sorted(
            name for name in names if name not in ALWAYS_LEFT_OUT and not _ignored(here / name, specs, "/")
        )
        yield from (here / name for name in sorted(files) if not _ignored(here / name, specs, ""))


def _ignored(path: Path, specs: Sequence[tuple[Path, pathspec.GitIgnoreSpec]], suffix: str) -> bool:
    return any(spec.match_file(path.relative_to(base).as_posix() + suffix) for base, spec in specs)


def _load(path: Path, shown: str) -> Document | Skipped | Problem:
    try:
        if path.exists() and not path.is_file():
            return Skipped(shown, "not a regular file")
        if path.stat().st_size > LARGEST_FILE_BYTES:
            return Problem(shown, 0, 0, f"larger than {LARGEST_FILE_BYTES // 1024**2} MiB; no device config is")
        raw = path.read_bytes()
    except OSError as error:
        return Problem(shown, 0, 0, f"cannot be read: {error.strerror}; check the path and its permissions")
    return decode(raw, shown)


def _binary(raw: bytes, shown: str) -> Document | Skipped:
    """Leave a binary file out, unless OpenSM would take it for its own: what it makes of such a file matters."""
    if is_opensm_file_name(shown):
        return Document(shown, raw.decode("latin-1"), raw)
    return Skipped(shown, "a binary file")


def decode(raw: bytes, shown: str) -> Document | Skipped:
    """Return the text of a file: UTF-8 or UTF-16 with a byte order mark, UTF-8, else Latin-1; not if it is binary."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return Document(shown, raw.decode("utf-16"), raw)
        except UnicodeDecodeError:
            return _binary(raw, shown)
    if b"\0" in raw:
        return _binary(raw, shown)
    try:
        return Document(shown, raw.decode("utf-8-sig"), raw if raw.startswith(codecs.BOM_UTF8) else b"")
    except UnicodeDecodeError:
        return Document(shown, raw.decode("latin-1"), raw)

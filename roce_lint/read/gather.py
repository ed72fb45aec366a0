"""Files and folders named by the user, as documents; nothing is lost without being named."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from roce_lint.errors import Problem
from roce_lint.files.ignore import EXCLUDED, HISTORY, IGNORED, NO_CONFIGURATIONS, IgnorePatterns, IgnoreRules
from roce_lint.files.inside import leads_out, project_root, seen_from_here
from roce_lint.read.files import FileOnDisk, InputFile, Skipped, decode, load, look_at, no_text
from roce_lint.text.document import Document
from roce_lint.values import dataclass, field, replace

IGNORE_FILES_DO_NOT_HOLD = (
    "does not hold: git does not tell which files of this repository it tracks, so that all of them are evaluated"
)
_USUAL_BYTES = 1024**2
"""Nearly all files are smaller than this."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What was found: files to read, files left out, and files that could not be read."""

    documents: tuple[InputFile, ...]
    named: frozenset[str]
    """Paths that the user named one by one; these may not be left out in silence."""
    skipped: tuple[Skipped, ...]
    failures: tuple[Problem, ...]

    def with_text(self, raw: bytes, shown: str) -> Gathered:
        """Return what was found with the content of a file that an editor or a pipe holds; it goes before the disk."""
        shown = os.path.normpath(shown).replace(os.sep, "/")
        others = tuple(file for file in self.documents if os.path.realpath(file.path) != os.path.realpath(shown))
        found = decode(raw, shown)
        if isinstance(found, Skipped):
            return replace(self, documents=others, failures=(*self.failures, no_text(shown, found.because)))
        documents = tuple(sorted((*others, found), key=lambda file: file.path))
        return replace(self, documents=documents, named=self.named | {shown})


def gather(
    paths: Sequence[str], exclude: Sequence[str] = (), *, as_found: bool = False, kept_bytes: int | None = None
) -> Gathered:
    """Return every file below `paths` as text, in order of path.

    Folders are walked recursively; `.gitignore` files and the `exclude` patterns (same syntax) are honoured, but for
    files that git tracks, which no `.gitignore` leaves out. A file that is named itself is always read. Binary files
    in folders are left out; named ones are failures. With `as_found` named files are treated like those of folders:
    the patterns hold for them, and links out of the project are left out. Texts of more than `kept_bytes` together are
    not kept: what is above is left on disk, and read when it is used.
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
    if exclude and IgnorePatterns(exclude).leaves_out(seen_from_here(path).removeprefix("../")):
        found.skipped.append(Skipped(shown, EXCLUDED))
        return
    if leads_out(path, project_root(Path())):
        found.skipped.append(Skipped(shown, "a link that leads out of the project"))
        return
    found.add(path, shown)


def _walk(root: Path, exclude: Sequence[str], found: _Found) -> None:
    for path in _files(root, exclude, found):
        shown = path.as_posix()
        if os.path.islink(path) and leads_out(path, root):
            found.skipped.append(Skipped(shown, "a link that leads out of the folder"))
            continue
        found.add(path, shown)


def _files(root: Path, exclude: Sequence[str], found: _Found) -> Iterator[Path]:
    """Yield the files of a folder that no pattern leaves out, and those that git tracks all the same."""
    rules = IgnoreRules(exclude)
    left_out: dict[str, str] = {}

    def refuse(error: OSError) -> None:
        place = Path(error.filename or root).as_posix()
        found.failures.append(Problem(place, 0, 0, f"{error.strerror}; make the folder readable"))

    for folder, names, files in os.walk(root, onerror=refuse):
        here = Path(folder)
        inside = here.relative_to(root).as_posix().removeprefix(".")
        before = f"{inside}/" if inside else ""
        _read_ignore_file(here, inside, rules, found)
        names[:] = sorted(names)
        left_out |= {f"{before}{name}/": why for name in names if (why := rules.why_folder(before + name))}
        names[:] = [name for name in names if f"{before}{name}/" not in left_out]
        for name in sorted(files):
            why = rules.why_file(before + name)
            if why:
                left_out[before + name] = why
            else:
                yield here / name
    left_out = {path: why for path, why in left_out.items() if path.rstrip("/").rpartition("/")[2] not in HISTORY}
    if any(why != EXCLUDED for why in left_out.values()):
        # What git tracks belongs to the project, whatever a .gitignore file says that came later. Few folders need
        # git, and it takes a process.
        from roce_lint.files.git import asked_for_tracked_files

        tracked = asked_for_tracked_files(root)
        for name in sorted(tracked if tracked is not None else _below(root, left_out)):
            path = root / name
            is_wanted = rules.why_file(name) and not rules.excludes(name)
            if is_wanted and os.path.isfile(path) and not leads_out(path, root):
                left_out.pop(name, None)
                yield path
        if tracked is None:
            found.skipped.append(Skipped(f"{root.as_posix()}/.gitignore", IGNORE_FILES_DO_NOT_HOLD))
            left_out = {path: why for path, why in left_out.items() if why not in (IGNORED, NO_CONFIGURATIONS)}
    found.skipped += [Skipped((root / path).as_posix() + "/" * path.endswith("/"), left_out[path]) for path in left_out]


def _below(root: Path, left_out: Iterable[str]) -> Iterator[str]:
    """Yield the files that were left out, and those of folders that were, relative to a folder."""
    for name in left_out:
        if not name.endswith("/"):
            yield name
            continue
        for folder, _, files in os.walk(root / name):
            yield from ((Path(folder) / file).relative_to(root).as_posix() for file in files)


def _read_ignore_file(here: Path, inside: str, rules: IgnoreRules, found: _Found) -> None:
    path = here / ".gitignore"
    if not os.path.isfile(path) or os.path.islink(path):
        return
    try:
        rules.add_file(inside, path.read_text("utf-8", "replace").splitlines())
    except OSError as error:
        text = f"cannot be read: {error.strerror}; what it leaves out is read all the same"
        found.failures.append(Problem(path.as_posix(), 0, 0, text))

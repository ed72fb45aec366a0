"""The files of a state as documents, chosen as `check` chooses the files of a folder."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.errors import Problem
from roce_lint.files.ignore import IgnoreRules
from roce_lint.gate.state import Entry, EntryKind, State, Unreadable
from roce_lint.read.files import Skipped, decode
from roce_lint.read.gather import Gathered
from roce_lint.text.document import Document

LFS_POINTER = "a pointer of Git LFS: the contents are not in the repository"
_LFS_MARK = "version https://git-lfs.github.com/spec/"


def gather_state(state: State, exclude: Sequence[str] = (), paths: Sequence[str] = ()) -> Gathered:
    """Return the files of a state as text, in order of path.

    `.gitignore` files of the state and the `exclude` patterns are honoured, as in a folder that `check` walks: they
    leave out nothing that git tracks. `paths` limits it to some files and folders. Links and submodules are listed
    among what was skipped.
    """
    entries = tuple(entry for entry in state.entries() if _is_wanted(entry.path.removeprefix(state.shown), paths))
    rules = _rules(state, entries, exclude)
    skipped: list[Skipped] = []
    failures: list[Problem] = []
    documents: list[Document] = []
    files: list[Entry] = []
    for entry in entries:
        inside = entry.path.removeprefix(state.shown)
        why = rules.why_file(inside)
        if why and not (state.tracks(inside) and not rules.excludes(inside)):
            skipped.append(Skipped(entry.path, why))
        elif entry.kind is EntryKind.FILE:
            files.append(entry)
        elif entry.kind is EntryKind.CLOSED:
            failures.append(Problem(entry.path, 0, 0, entry.kind.value))
        else:
            skipped.append(Skipped(entry.path, entry.kind.value))
    for entry, raw in state.contents(files):
        match raw:
            case Unreadable(because):
                failures.append(Problem(entry.path, 0, 0, because))
            case bytes():
                decoded = decode(raw, entry.path)
                if isinstance(decoded, Skipped):
                    skipped.append(decoded)
                elif decoded.text.startswith(_LFS_MARK):
                    skipped.append(Skipped(entry.path, LFS_POINTER))
                else:
                    documents.append(decoded)
    return Gathered(tuple(documents), frozenset(), tuple(sorted(skipped, key=lambda one: one.path)), tuple(failures))


def _is_wanted(path: str, paths: Sequence[str]) -> bool:
    wanted = [one.removeprefix("./").rstrip("/") for one in paths]
    return not wanted or any(one in ("", ".") or path == one or path.startswith(one + "/") for one in wanted)


def _rules(state: State, entries: Sequence[Entry], exclude: Sequence[str]) -> IgnoreRules:
    """Return what the `.gitignore` files of a state, and the patterns of the settings, leave out."""
    rules = IgnoreRules(exclude)
    files = [
        entry for entry in entries if entry.path.rpartition("/")[2] == ".gitignore" and entry.kind is EntryKind.FILE
    ]
    for entry, raw in state.contents(files):
        if isinstance(raw, bytes):
            folder = entry.path.removeprefix(state.shown).rpartition("/")[0]
            rules.add_file(folder, raw.decode("utf-8", "replace").splitlines())
    return rules

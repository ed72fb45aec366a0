"""The files of a state as documents, chosen as `check` chooses the files of a folder."""

from __future__ import annotations

from collections.abc import Sequence

import pathspec

from roce_lint.errors import Problem
from roce_lint.gate.state import Entry, EntryKind, State, Unreadable
from roce_lint.read.files import Skipped, decode
from roce_lint.read.gather import ALWAYS_LEFT_OUT, Gathered
from roce_lint.text.document import Document

LFS_POINTER = "a pointer of Git LFS: the contents are not in the repository"
_LFS_MARK = "version https://git-lfs.github.com/spec/"


def gather_state(state: State, exclude: Sequence[str] = (), paths: Sequence[str] = ()) -> Gathered:
    """Return the files of a state as text, in order of path.

    `.gitignore` files of the state and the `exclude` patterns are honoured, as in a folder that `check` walks; `paths`
    limits it to some files and folders. Links and submodules are listed among what was skipped.
    """
    entries = tuple(entry for entry in state.entries() if _is_wanted(entry.path.removeprefix(state.shown), paths))
    ignored = _Ignored(state, entries, exclude)
    skipped: list[Skipped] = []
    failures: list[Problem] = []
    documents: list[Document] = []
    files: list[Entry] = []
    for entry in entries:
        if ignored.names(entry.path.removeprefix(state.shown)):
            continue
        if entry.kind is EntryKind.FILE:
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


class _Ignored:
    """Says which paths the `.gitignore` files of a state, and the patterns of the settings, leave out."""

    def __init__(self, state: State, entries: Sequence[Entry], exclude: Sequence[str]) -> None:
        self._exclude = pathspec.GitIgnoreSpec.from_lines(exclude)
        self._own: dict[str, pathspec.GitIgnoreSpec] = {}
        self._folders: dict[str, bool] = {"": False}
        files = [
            entry for entry in entries if entry.path.rpartition("/")[2] == ".gitignore" and entry.kind is EntryKind.FILE
        ]
        for entry, raw in state.contents(files):
            if isinstance(raw, bytes):
                lines = raw.decode("utf-8", "replace").splitlines()
                self._own[entry.path.removeprefix(state.shown).rpartition("/")[0]] = pathspec.GitIgnoreSpec.from_lines(
                    lines
                )

    def names(self, path: str) -> bool:
        """Say whether a file is left out, by itself or with one of its folders."""
        folder = path.rpartition("/")[0]
        return self._folder(folder) or self._matches(path, folder, "")

    def _folder(self, folder: str) -> bool:
        if folder not in self._folders:
            above, _, name = folder.rpartition("/")
            self._folders[folder] = self._folder(above) or name in ALWAYS_LEFT_OUT or self._matches(folder, above, "/")
        return self._folders[folder]

    def _matches(self, path: str, folder: str, suffix: str) -> bool:
        if self._exclude.match_file(path + suffix):
            return True
        while True:
            spec = self._own.get(folder)
            inside = path[len(folder) + 1 :] if folder else path
            if spec is not None and spec.match_file(inside + suffix):
                return True
            if not folder:
                return False
            folder = folder.rpartition("/")[0]

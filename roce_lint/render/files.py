"""Rendered files: written atomically, compared with what is there; nothing that is not ours is touched."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from roce_lint.errors import Problem, UsageError
from roce_lint.files.atomic import WholeFiles
from roce_lint.files.folder_swap import FileContent, swap_folder
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class RenderedFile:
    """One output file: its path below the output folder, its text, and whether it is to be run.

    `private`: nobody but the user may read it, because it may hold secrets.
    """

    path: str
    text: str
    executable: bool = False
    private: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """How many files were new, changed and already equal."""

    new: int
    changed: int
    equal: int


def write_files(files: Sequence[RenderedFile], folder: Path) -> Written:
    """Write every file below `folder`, all or none; equal files are left alone, and so is what else lies there.

    A folder of rendered files is exchanged as a whole, so that it holds the old or the new set whenever the process
    ends, killed or not. Where that cannot be done (see `swap_folder`), all files lie on the disk under names of their
    own before the first takes its place. Raises UsageError when a place cannot be written.
    """
    places: dict[str, list[RenderedFile]] = {"new": [], "changed": [], "equal": []}
    where = str(folder)
    try:
        for file in files:
            where = str(folder / file.path)
            places[_state(folder / file.path, file)].append(file)
        written = {file.path: _content(file) for file in (*places["new"], *places["changed"])}
        where = str(folder)
        if len(written) > 1:
            os.makedirs(folder.absolute().parent, exist_ok=True)
        if len(written) < 2 or not swap_folder(str(folder), written):
            _write_each(folder, written)
    except OSError as error:
        name = error.filename if isinstance(error.filename, str) else where
        raise UsageError(Problem(name, 0, 0, f"cannot be written: {error.strerror}")) from error
    return Written(**{state: len(found) for state, found in places.items()})


def _write_each(folder: Path, written: Mapping[str, FileContent]) -> None:
    with WholeFiles() as whole:
        try:
            for path, file in written.items():
                whole.place = str(folder / path)
                os.makedirs((folder / path).parent, exist_ok=True)
                whole.put(whole.place, file.content, file.mode)
            whole.take_places()
        except OSError as error:
            raise UsageError(Problem(whole.place, 0, 0, f"cannot be written: {error.strerror}")) from error


def _content(file: RenderedFile) -> FileContent:
    mode = 0o600 if file.private else 0o755 if file.executable else 0o644
    return FileContent(file.text.encode("utf-8"), mode)


def _state(target: Path, file: RenderedFile) -> str:
    """Return whether a file is new, changed or equal to what is there. Raises UsageError where none can be."""
    if os.path.exists(target) and not os.path.isfile(target):
        kind = "a folder" if os.path.isdir(target) else "a pipe or a device"
        raise UsageError(Problem(str(target), 0, 0, f"is {kind}; name a place for a file"))
    state = "changed" if os.path.exists(target) else "new"
    wanted = _content(file)
    if state == "changed" and target.read_bytes() == wanted.content and target.stat().st_mode & 0o777 == wanted.mode:
        return "equal"
    return state


def left_over(files: Sequence[RenderedFile], folder: Path) -> tuple[str, ...]:
    """Return what lies beside the files in their own folders and is none of them, such as a host that is gone.

    Of a folder that holds none of the files only its name; what lies directly in `folder` is not looked at.
    """
    folders = {parent.as_posix() for file in files for parent in Path(file.path).parents} - {"."}
    ours = folders | {file.path for file in files}
    there = [name for name in folders if os.path.isdir(folder / name)]
    found = {f"{name}/{entry}" for name in there for entry in os.listdir(folder / name) if not entry.startswith(".")}
    return tuple(sorted(found - ours))


def differences(files: Sequence[RenderedFile], folder: Path) -> Iterator[str]:
    """Yield unified diffs between what lies in `folder` and what would be written, in order of path."""
    # Checks import this file for its names.
    import difflib

    for file in sorted(files, key=lambda item: item.path):
        target = folder / file.path
        try:
            old = target.read_text("utf-8", "replace") if os.path.isfile(target) else ""
        except OSError as error:
            raise UsageError(Problem(str(target), 0, 0, f"cannot be read: {error.strerror}")) from error
        if old != file.text:
            before = f"a/{file.path}" if os.path.isfile(target) else "/dev/null"
            yield from difflib.unified_diff(
                old.splitlines(keepends=True), file.text.splitlines(keepends=True), before, f"b/{file.path}"
            )

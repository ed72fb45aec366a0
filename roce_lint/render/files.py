"""Rendered files: written atomically, compared with what is there; nothing that is not ours is touched."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from roce_lint.errors import Problem, UsageError
from roce_lint.files.atomic import WholeFiles
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class RenderedFile:
    """One output file: its path below the output folder, its text, and whether it is to be run."""

    path: str
    text: str
    executable: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """How many files were new, changed and already equal."""

    new: int
    changed: int
    equal: int


def write_files(files: Sequence[RenderedFile], folder: Path) -> Written:
    """Write every file below `folder`; each appears whole or not at all, and equal files are left alone.

    All of them lie on the disk under names of their own before the first takes its place, so that a full disk or an
    interrupt changes nothing. Other files in the folder stay as they are.
    Raises UsageError when a place cannot be written.
    """
    counts = {"new": 0, "changed": 0, "equal": 0}
    with WholeFiles() as whole:
        try:
            for file in files:
                counts[_stage(folder / file.path, file, whole)] += 1
            whole.take_places()
        except OSError as error:
            raise UsageError(Problem(whole.place, 0, 0, f"cannot be written: {error.strerror}")) from error
    return Written(**counts)


def _stage(target: Path, file: RenderedFile, whole: WholeFiles) -> str:
    """Write a file beside its place, unless it is there already; say whether it is new, changed or equal."""
    whole.place = str(target)
    data = file.text.encode("utf-8")
    if os.path.exists(target) and not os.path.isfile(target):
        kind = "a folder" if os.path.isdir(target) else "a pipe or a device"
        raise UsageError(Problem(str(target), 0, 0, f"is {kind}; name a place for a file"))
    state = "changed" if os.path.exists(target) else "new"
    mode = 0o755 if file.executable else 0o644
    if state == "changed" and target.read_bytes() == data and (target.stat().st_mode & 0o777) == mode:
        return "equal"
    os.makedirs(target.parent, exist_ok=True)
    whole.put(whole.place, data, mode)
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

"""Rendered files: written atomically, compared with what is there; nothing that is not ours is touched."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

from roce_lint.errors import Problem, UsageError
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


_FEW = 16
"""Up to so many files are flushed to the disk one by one, which takes some 10 ms each; more are flushed all at once."""


def write_files(files: Sequence[RenderedFile], folder: Path) -> Written:
    """Write every file below `folder`; each appears whole or not at all, and equal files are left alone.

    All of them lie on the disk under names of their own before the first takes its place, so that a full disk or an
    interrupt changes nothing. Other files in the folder stay as they are.
    Raises UsageError when a place cannot be written.
    """
    counts = {"new": 0, "changed": 0, "equal": 0}
    staged: deque[tuple[str, Path]] = deque()
    target = folder
    try:
        for file in files:
            target = folder / file.path
            counts[_stage(target, file, staged)] += 1
        _flush([name for name, _ in staged])
        while staged:
            name, target = staged[0]
            os.replace(name, target)
            staged.popleft()
    except OSError as error:
        raise UsageError(Problem(str(target), 0, 0, f"cannot be written: {error.strerror}")) from error
    finally:
        for name, _ in staged:
            Path(name).unlink(missing_ok=True)
    return Written(**counts)


def _stage(target: Path, file: RenderedFile, staged: deque[tuple[str, Path]]) -> str:
    """Write a file beside its place, unless it is there already; say whether it is new, changed or equal."""
    data = file.text.encode("utf-8")
    state = "changed" if target.exists() else "new"
    mode = 0o755 if file.executable else 0o644
    if state == "changed" and target.read_bytes() == data and (target.stat().st_mode & 0o777) == mode:
        return "equal"
    folder, last = os.path.split(target)
    os.makedirs(folder or ".", exist_ok=True)
    # Nobody can guess the name, and none that is there already, nor a link in its place, is opened.
    name = os.path.join(folder, f".{last}.{os.urandom(6).hex()}")
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    staged.append((name, target))
    with open(handle, "wb") as stream:
        stream.write(data)
    os.chmod(name, mode)
    return state


def _flush(names: Sequence[str]) -> None:
    """Have the contents of files on the disk before they take their places."""
    if len(names) > _FEW and hasattr(os, "sync"):
        os.sync()
        return
    for name in names:
        handle = os.open(name, os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def differences(files: Sequence[RenderedFile], folder: Path) -> Iterator[str]:
    """Yield unified diffs between what lies in `folder` and what would be written, in order of path."""
    # Checks import this file for its names.
    import difflib

    for file in sorted(files, key=lambda item: item.path):
        target = folder / file.path
        try:
            old = target.read_text("utf-8", "replace") if target.is_file() else ""
        except OSError as error:
            raise UsageError(Problem(str(target), 0, 0, f"cannot be read: {error.strerror}")) from error
        if old != file.text:
            before = f"a/{file.path}" if target.is_file() else "/dev/null"
            yield from difflib.unified_diff(
                old.splitlines(keepends=True), file.text.splitlines(keepends=True), before, f"b/{file.path}"
            )

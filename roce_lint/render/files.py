"""Rendered files: written atomically, compared with what is there; nothing that is not ours is touched."""

from __future__ import annotations

import difflib
import os
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


def write_files(files: Sequence[RenderedFile], folder: Path) -> Written:
    """Write every file below `folder`; each appears whole or not at all, and equal files are left alone.

    Everything is rendered before the first byte is written. Other files in the folder stay as they are.
    Raises UsageError when a place cannot be written.
    """
    counts = {"new": 0, "changed": 0, "equal": 0}
    for file in files:
        target = folder / file.path
        try:
            counts[_write(target, file)] += 1
        except OSError as error:
            raise UsageError(Problem(str(target), 0, 0, f"cannot be written: {error.strerror}")) from error
    return Written(**counts)


def _write(target: Path, file: RenderedFile) -> str:
    data = file.text.encode("utf-8")
    state = "changed" if target.exists() else "new"
    mode = 0o755 if file.executable else 0o644
    if state == "changed" and target.read_bytes() == data and (target.stat().st_mode & 0o777) == mode:
        return "equal"
    target.parent.mkdir(parents=True, exist_ok=True)
    # It brings what unpacks archives and what makes random numbers, and checks import this file for its names.
    import tempfile

    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, mode)
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return state


def differences(files: Sequence[RenderedFile], folder: Path) -> Iterator[str]:
    """Yield unified diffs between what lies in `folder` and what would be written, in order of path."""
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

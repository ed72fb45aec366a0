"""Which files belong to a project: nothing that a project's own files name may lead out of it."""

from __future__ import annotations

import os
from pathlib import Path

REPOSITORY_MARKS = (".git", ".hg")


def project_root(folder: Path) -> Path:
    """Return the repository that holds a folder: the nearest one upwards; the folder itself where there is none."""
    absolute = folder.absolute()
    for candidate in (absolute, *absolute.parents):
        if any(os.path.exists(candidate / mark) for mark in REPOSITORY_MARKS):
            return candidate
    return absolute


def leads_out(path: Path, root: Path) -> bool:
    """Say whether a path, with its links followed, ends outside a folder; what cannot be followed does."""
    try:
        return not path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError, ValueError):
        return True


def seen_from_here(path: Path) -> str:
    """Return a path as seen from the working directory, with slashes; links are not followed."""
    return Path(os.path.relpath(path)).as_posix()


def linked_folder(path: Path) -> str:
    """Return the folder of the project that leads to a path and is a link; empty where none is."""
    root = project_root(Path()).absolute()
    target = Path(os.path.normpath(path.absolute()))
    if not target.is_relative_to(root):
        return ""
    between = [parent for parent in target.parents if parent != root and parent.is_relative_to(root)]
    return next((seen_from_here(parent) for parent in reversed(between) if os.path.islink(parent)), "")

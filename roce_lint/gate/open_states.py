"""What the user names, as states: commits, the working tree, or folders."""

from __future__ import annotations

import os
from pathlib import Path

from roce_lint.errors import UsageError
from roce_lint.files.git import Git, tracked_files
from roce_lint.gate.commit_state import CommitState
from roce_lint.gate.folder_state import FolderState
from roce_lint.gate.state import State
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class States:
    """Two states to compare; `depth` is how many folders of the repository lie above the one that is looked at."""

    base: State
    head: State
    depth: int


def open_states(folder: Path, base: str, head: str = "") -> States:
    """Return the states that `base` and `head` name, as seen from a folder; nothing is read yet.

    `base` may be `A...B` (B against the commit from which it parted from A) or `A..B`. Without `head` it is the work
    tree. Two folders are compared as they are. Raises UsageError for a name that is nothing, or both.
    """
    if head and _is_folder(folder, base) and _is_folder(folder, head) and not _are_commits(folder, base, head):
        return States(_folder(folder, base), _folder(folder, head), 0)
    git = Git(folder)
    depth = git.prefix().count("/")
    if not head:
        for dots in ("...", ".."):
            one, found, other = base.partition(dots)
            if found:
                return _two_commits(git, one or "HEAD", other or "HEAD", depth, parted=dots == "...")
        return States(CommitState(git, base, git.commit(base)), _work_tree(git, folder), depth)
    return _two_commits(git, base, head, depth, parted=False)


def open_folder(folder: Path) -> tuple[State, int]:
    """Return a folder as it lies there, and how many folders of its repository lie above it; it need have none."""
    git = Git(folder)
    try:
        depth = git.prefix().count("/")
        return _work_tree(git, folder), depth
    except UsageError:
        return FolderState(folder, "the working directory", "", folder), 0


def _two_commits(git: Git, base: str, head: str, depth: int, *, parted: bool) -> States:
    one, other = git.commit(base), git.commit(head)
    start = git.merge_base(one, other) if parted else one
    name = f"where {head} left {base}" if parted and start != one else base
    return States(CommitState(git, name, start), CommitState(git, head, other), depth)


def _work_tree(git: Git, folder: Path) -> FolderState:
    if git.says("--is-bare-repository") or not git.says("--is-inside-work-tree"):
        raise UsageError("this repository has no working tree; name both states: roce-lint gate main feature")
    top = Path(git.line("rev-parse", "--show-toplevel"))
    return FolderState(folder, "the working tree", "", top, tracked_files(folder))


def _is_folder(folder: Path, name: str) -> bool:
    return not name.startswith("-") and os.path.isdir(folder / name)


def _are_commits(folder: Path, base: str, head: str) -> bool:
    """Say that two folders are not named like commits; raises UsageError where they are, which leaves a doubt."""
    git = Git(folder)
    if git.knows(base) and git.knows(head):
        raise UsageError(
            f"{base!r} and {head!r} are folders and git states; write ./{base} for the folder or refs/heads/{base} for "
            "the branch"
        )
    return False


def _folder(folder: Path, name: str) -> FolderState:
    shown = Path(name).as_posix()
    return FolderState(folder / name, f"{shown}/", f"{shown}/", folder / name)

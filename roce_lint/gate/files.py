"""Which files differ between two states, and which only moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from roce_lint.errors import Problem
from roce_lint.gate.side import Side
from roce_lint.gate.state import Entry, EntryKind, State
from roce_lint.gate.successors import successors
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class FileChanges:
    """Files by path inside their state; `moved` are pairs of an old and a new path with the same text."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]
    moved: tuple[tuple[str, str], ...]

    @property
    def count(self) -> int:
        """Return how many files differ in any way."""
        return len(self.added) + len(self.removed) + len(self.changed) + len(self.moved)


def compare_files(old: Mapping[str, str], new: Mapping[str, str]) -> FileChanges:
    """Return what became of files, from their texts by path; line endings count."""
    added, removed = sorted(new.keys() - old.keys()), sorted(old.keys() - new.keys())
    by_text: dict[str, list[str]] = defaultdict(list)
    for path in reversed(removed):
        by_text[old[path]].append(path)
    moved = [(by_text[new[path]].pop(), path) for path in added if by_text.get(new[path])]
    left, arrived = {before for before, _ in moved}, {after for _, after in moved}
    return FileChanges(
        added=tuple(path for path in added if path not in arrived),
        removed=tuple(path for path in removed if path not in left),
        changed=tuple(sorted(path for path in old.keys() & new.keys() if old[path] != new[path])),
        moved=tuple(sorted(moved)),
    )


_LEFT_OUT = "the paths of the settings leave it out"


def lost_files(old: Side, new: Side, head: State) -> tuple[Problem, ...]:
    """Return a problem for each file that `old` was evaluated with and `new` was not, though `head` holds it.

    A file that moved counts: see `successors`.
    """
    skipped = {one.path.removeprefix(new.shown): one.because for one in new.inputs.skipped}
    read = {path.removeprefix(new.shown) for path in new.inputs.files}
    failed = {problem.path.removeprefix(new.shown) for problem in new.inputs.unreadable}
    gone = {path.removeprefix(old.shown) for path in old.inputs.files} - read - failed
    if not gone:
        return ()
    entries = {entry.path.removeprefix(new.shown): entry for entry in head.entries()}
    why = {
        path: f"was evaluated before this change and is not now: {skipped.get(path) or _why(entries[path])}"
        for path in gone
        if path in entries
    }
    left = [entry for path, entry in entries.items() if path not in read and path not in gone]
    why |= {
        after: f"was evaluated before this change as {before} and is not now: {skipped.get(after, _LEFT_OUT)}"
        for before, after in successors(old, gone - why.keys(), head, left).items()
    }
    return tuple(Problem(f"{new.shown}{path}", 0, 0, f"{why[path]}; a change may not hide it") for path in sorted(why))


def _why(entry: Entry) -> str:
    """Return why an entry that no reader has seen was left out."""
    return _LEFT_OUT if entry.kind is EntryKind.FILE else entry.kind.value

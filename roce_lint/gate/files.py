"""Which files differ between two states, and which only moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from roce_lint.errors import Problem
from roce_lint.files.content_hash import content_hash
from roce_lint.gate.side import Side
from roce_lint.gate.state import Entry, EntryKind, State
from roce_lint.read.files import LARGEST_FILE_BYTES, at_hand
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


def lost_files(old: Side, new: Side, head: State) -> tuple[Problem, ...]:
    """Return a problem for each file that `old` was evaluated with and `new` was not, though `head` holds it.

    A file that moved counts where its bytes are those of before.
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
        after: f"was evaluated before this change as {before} and is not now: {skipped.get(after, 'left out')}"
        for before, after in _moved(old, gone - why.keys(), head, left).items()
    }
    return tuple(Problem(f"{new.shown}{path}", 0, 0, f"{why[path]}; a change may not hide it") for path in sorted(why))


def _why(entry: Entry) -> str:
    """Return why an entry that no reader has seen was left out."""
    return "the paths of the settings leave it out" if entry.kind is EntryKind.FILE else entry.kind.value


def _moved(old: Side, gone: set[str], head: State, left: list[Entry]) -> dict[str, str]:
    """Return the new path of each file that is gone and whose bytes are in a file that is not evaluated."""
    if not gone:
        return {}
    documents = [one for one in at_hand(old.gathered.documents) if one.path.removeprefix(old.shown) in gone]
    before = {document.content: document.path.removeprefix(old.shown) for document in documents}
    sizes = {len(document.octets) for document in documents}
    same_size = [
        entry
        for entry in left
        if entry.kind is EntryKind.FILE and entry.size_bytes in sizes and entry.size_bytes <= LARGEST_FILE_BYTES
    ]
    return {
        before[content_hash(raw)]: entry.path.removeprefix(head.shown)
        for entry, raw in head.contents(same_size)
        if isinstance(raw, bytes) and content_hash(raw) in before
    }

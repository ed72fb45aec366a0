"""Which files differ between two states, and which only moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

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

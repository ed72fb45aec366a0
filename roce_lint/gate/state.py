"""A state of a folder: the working tree, a folder, or a git commit; all are read in the same way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Protocol

from roce_lint.values import dataclass


class EntryKind(Enum):
    """What lies at a path; only files are read."""

    FILE = "a file"
    LINK = "a symbolic link, which is not followed"
    REPOSITORY = "a git repository of its own (submodule), which is checked by itself"
    OTHER = "not a regular file"
    CLOSED = "a folder that cannot be read; check its permissions"


@dataclass(frozen=True, slots=True)
class Entry:
    """One path of a state. `path` is what messages print; `key` finds the contents (a blob id, a path on disk).

    `size_bytes` is -1 where it is not known.
    """

    path: str
    kind: EntryKind
    key: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file whose contents cannot be had, and why."""

    because: str


class State(Protocol):
    """A folder as it was or is. Nothing is written, no link is followed, and nothing of what lies in it is run."""

    @property
    def label(self) -> str:
        """Return what a person calls the state: `main (1a2b3c4d5e6f)`, `the working tree`, `old/`."""
        ...

    @property
    def commit(self) -> str:
        """Return the id of the commit; empty where the state is none."""
        ...

    @property
    def shown(self) -> str:
        """Return what stands before every path: `old/` for one of two folders, else nothing."""
        ...

    def entries(self) -> tuple[Entry, ...]:
        """Return every path at and below the folder that is looked at, in order."""
        ...

    def tracks(self, path: str) -> bool:
        """Return whether git tracks a file, by its path inside the folder."""
        ...

    def contents(self, entries: Sequence[Entry]) -> Iterator[tuple[Entry, bytes | Unreadable]]:
        """Yield the bytes of files, in the given order."""
        ...

    def text(self, path: str) -> str | None:
        """Return the text of one file, also of one above the folder that is looked at; None where there is none.

        Raises UsageError for a path that leads out of the state.
        """
        ...

    def below(self, path: str) -> dict[str, str]:
        """Return the texts of all files in a folder by their path inside it; empty where there is no such folder.

        Raises UsageError for a path that leads out of the state.
        """
        ...

"""Files that take their places whole or not at all: first they lie beside them under names of their own."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType

from roce_lint.files.left_behind import name_on_the_way

_FEW = 16
"""Up to so many files are flushed to the disk one by one, which takes some 10 ms each; more are flushed all at once."""


class WholeFiles:
    """Files on their way to their places; what has not got there is gone at the end of the `with` statement.

    All of them lie on the disk before the first takes its place, so that a full disk or an interrupt changes nothing.
    Methods raise OSError, and `place` is where they were then.
    """

    def __init__(self) -> None:
        self.place = ""
        self._staged: deque[tuple[str, str]] = deque()

    def __enter__(self) -> WholeFiles:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for name, _ in self._staged:
            if os.path.lexists(name):
                os.unlink(name)

    def put(self, place: str, content: bytes, mode: int = 0o644, owner: tuple[int, int] | None = None) -> None:
        """Write a file beside its place, in a folder that is there already; `owner` are the user and the group."""
        self.place = place
        folder, last = os.path.split(place)
        # No name that is there already, nor a link in its place, is opened.
        name = os.path.join(folder, name_on_the_way(last))
        handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        self._staged.append((name, place))
        with open(handle, "wb") as stream:
            stream.write(content)
            if owner is not None and owner != (os.fstat(handle).st_uid, os.fstat(handle).st_gid):
                os.fchown(handle, *owner)
        os.chmod(name, mode)

    def take_places(self) -> None:
        """Put every file in its place; signals wait until the last one is there."""
        _flush([name for name, _ in self._staged])
        with _signals_waiting():
            while self._staged:
                name, self.place = self._staged[0]
                os.replace(name, self.place)
                self._staged.popleft()


def write_whole(place: str, content: bytes, mode: int = 0o644) -> None:
    """Write one file, which may be there already. Raises OSError."""
    with WholeFiles() as files:
        files.put(place, content, mode)
        files.take_places()


@contextmanager
def _signals_waiting() -> Iterator[None]:
    """Let the signals that end a process wait: between the first and the last rename they would leave a mixture."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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

"""A limit on what a template of a user may take: it prints a configuration, which needs neither seconds nor memory."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 4
MOST_BYTES = 384 * 1024 * 1024


class TooMuchWorkError(Exception):
    """The time for one template is over."""


@contextmanager
def bounded() -> Iterator[None]:
    """Raise TooMuchWorkError after seconds of CPU, and let more memory than a configuration needs be a MemoryError.

    Where the system has no such limits, and in other threads than the first, there are none.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    import resource

    before, handler = resource.getrlimit(resource.RLIMIT_AS), signal.signal(signal.SIGPROF, _stop)
    if (room := _taken_bytes()) and sys.platform == "linux":
        most = room + MOST_BYTES
        soft = most if before[0] == resource.RLIM_INFINITY else min(most, before[0])
        resource.setrlimit(resource.RLIMIT_AS, (soft, before[1]))
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)
        resource.setrlimit(resource.RLIMIT_AS, before)


def _stop(number: int, frame: FrameType | None) -> None:
    raise TooMuchWorkError


def _taken_bytes() -> int:
    """Return how much address space this process has; 0 where the system does not tell."""
    import resource

    try:
        with open("/proc/self/statm", encoding="ascii") as stream:
            return int(stream.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0

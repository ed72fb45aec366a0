"""Run a command again whenever a file that it reads has changed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence

from roce_lint.cli.command import EXIT_OK
from roce_lint.cli.printing import say

_PAUSE_S = 0.5
_LEFT_OUT = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__"})
_START = "import sys; sys.path.append(sys.argv.pop(1)); from roce_lint.__main__ import main; main()"
_HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
Snapshot = frozenset[tuple[str, int, int]]


def watch(words: Sequence[str], paths: Iterable[str], more: Callable[[], bool] = lambda: True) -> int:
    """Run roce-lint with these words, and again after each change below the paths, until it is interrupted.

    Each run is a process of its own, so that it reads settings and rules anew. It does not look for modules in the
    working directory, which may hold a `roce_lint` or a `json` that nobody has reviewed. `more` ends the loop, for
    tests.
    """
    watched = tuple(path for path in paths if path)
    before: Snapshot | None = None
    try:
        while more():
            now = snapshot(watched)
            if now != before:
                _run(words)
                before = now
            time.sleep(_PAUSE_S)
    except KeyboardInterrupt:
        say("", err=True)
    return EXIT_OK


def snapshot(paths: Iterable[str]) -> Snapshot:
    """Return name, size and time of change of every file below the paths; what has gone is left out."""
    return frozenset(found for path in paths for found in _states(path))


def _states(path: str) -> Iterable[tuple[str, int, int]]:
    if not os.path.isdir(path):
        yield from _state(path)
        return
    for folder, names, files in os.walk(path):
        names[:] = [name for name in names if name not in _LEFT_OUT]
        for name in files:
            yield from _state(os.path.join(folder, name))


def _state(path: str) -> Iterable[tuple[str, int, int]]:
    try:
        found = os.stat(path)
    except OSError:
        return
    yield path, found.st_size, found.st_mtime_ns


def _run(words: Sequence[str]) -> None:
    if sys.stdout.isatty():
        say("\033[2J\033[H", line_end=False)
    subprocess.run([sys.executable, "-P", "-c", _START, _HOME, *words], check=False)
    say(f"roce-lint: watching for changes since {time.strftime('%H:%M:%S')}; Ctrl-C ends", err=True)

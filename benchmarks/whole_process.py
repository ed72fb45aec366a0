"""Measures commands as whole processes with their children: wall time, CPU, and the peak of their memory together."""

from __future__ import annotations

import os
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_LOOK_EVERY_S = 0.005
_APART = 20
"""How many times as long as a look takes to wait before the next: one at a large process takes 10 ms."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Medians of several runs of one command; `peak_mib` is that of all its processes at one moment."""

    wall_s: float
    cpu_s: float
    peak_mib: float


def measure(
    words: Sequence[str],
    runs: int,
    environment: Mapping[str, str],
    folder: Path,
    before: Callable[[], None] = lambda: None,
) -> Figures:
    """Run a command in a folder several times, each after `before`, and return the medians."""
    found = []
    for _ in range(runs):
        before()
        found.append(_once(words, environment, folder))
    return Figures(
        statistics.median(one.wall_s for one in found),
        statistics.median(one.cpu_s for one in found),
        max(one.peak_mib for one in found),
    )


def _once(words: Sequence[str], environment: Mapping[str, str], folder: Path) -> Figures:
    start = time.perf_counter()
    process = subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    looking = _Looking(process.pid)
    _, _, used = os.wait4(process.pid, 0)
    wall_s = time.perf_counter() - start
    return Figures(wall_s, used.ru_utime + used.ru_stime, looking.stop())


class _Looking:
    """Looks again and again how much memory a process and its children hold; pages that they share count once."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._peak_mib = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def stop(self) -> float:
        """Stop looking and return the peak, in MiB."""
        self._ended.set()
        self._thread.join()
        return self._peak_mib

    def _look(self) -> None:
        took = 0.0
        while not self._ended.wait(max(_LOOK_EVERY_S, took * _APART)):
            start = time.perf_counter()
            self._peak_mib = max(self._peak_mib, sum(map(_proportional_mib, _family(self._pid))))
            took = time.perf_counter() - start


def _family(pid: int) -> list[int]:
    """Return a process and all that descend from it."""
    found, pending = [], [pid]
    while pending:
        one = pending.pop()
        found.append(one)
        try:
            for tasks in Path(f"/proc/{one}/task").glob("*/children"):
                pending += map(int, tasks.read_text("ascii").split())
        except OSError:
            # It has ended.
            continue
    return found


def _proportional_mib(pid: int) -> float:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in text.splitlines() if line.startswith("Pss:")), 0.0)

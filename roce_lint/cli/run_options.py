"""Options about how the work is done: processes, a cluster, the cache; and the progress that a person sees."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from roce_lint.cli.options import Option
from roce_lint.cli.printing import say
from roce_lint.engine.cache_folder import cache_folder, cache_secret
from roce_lint.engine.cache_keys import program_key
from roce_lint.engine.cache_store import Store
from roce_lint.engine.run_context import RunContext
from roce_lint.engine.work import Arrived, Execute, Job, Progress
from roce_lint.errors import UsageError
from roce_lint.judge.concurrently import in_turn
from roce_lint.settings.load import Settings
from roce_lint.settings.values import MOST_JOBS
from roce_lint.values import dataclass

A = TypeVar("A")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What the command line says. `jobs` is `auto`, a number or empty; `cluster` the address of a scheduler."""

    jobs: str
    cluster: str
    cache_dir: str
    no_cache: bool

    @property
    def cache_wanted(self) -> str:
        """Return `true` or `false` as the command line says, empty where it says nothing."""
        return "false" if self.no_cache else "true" if self.cache_dir else ""

    def completed_by(self, settings: Settings) -> RunOptions:
        """Return what is in force: the command line goes before the settings.

        Settings come with what is checked. They may ask for fewer processes than there are cores, but not for more.
        """
        jobs = self.jobs
        if not jobs and settings.jobs.isdecimal():
            jobs = str(min(int(settings.jobs), _cores()))
        no_cache = self.no_cache or (settings.cache == "false" and not self.cache_dir)
        return RunOptions(jobs, self.cluster, self.cache_dir, no_cache)


MEANS_OPTIONS = (
    Option(("--jobs",), "Number of worker processes, or auto.  [auto]"),
    Option(("--cluster",), "Dask scheduler whose workers read files.", metavar="tcp://HOST:PORT"),
    Option(("--cache-dir",), "Folder of the cache.  [~/.cache/roce-lint]"),
    Option(("--no-cache",), "Neither use nor fill the cache.", flag=True),
)
"""The parts of `MeansGiven`, by name."""


NOTHING_SAID = RunOptions("", "", "", False)


def open_store(means: RunOptions = NOTHING_SAID) -> Store | None:
    """Return the cache, None where it is not wanted or where there is no safe place for it."""
    if means.no_cache:
        return None
    if means.cache_dir:
        _refuse_tracked(means.cache_dir)
    folder = cache_folder(means.cache_dir)
    secret = cache_secret() if folder else None
    if folder is None and means.cache_dir:
        say(f"roce-lint: no cache in {means.cache_dir}: not a folder that only you can write to", err=True)
    return Store(folder, secret) if folder and secret else None


def _refuse_tracked(folder: str) -> None:
    """Raise UsageError for a folder of which git tracks something: whoever wrote that would be believed."""
    # Few give a folder, and git takes a process.
    from roce_lint.files.git import tracked_files

    if os.path.isdir(folder) and tracked_files(Path(folder)):
        raise UsageError(f"--cache-dir {folder}: git tracks files in it; name a folder outside of what is checked")


def open_means(means: RunOptions, progress: Callable[[int, int], None] | None = None) -> RunContext:
    """Return the means for one check. Raises UsageError for a bad number of jobs, and for a cluster without Dask."""
    store = open_store(means)
    program = program_key() if store else b""
    execute = _execute(means)
    concurrently = _at_once if execute and not means.cluster else in_turn
    return RunContext(store, program, execute, progress, concurrently)


def _execute(means: RunOptions) -> Execute | None:
    number = _processes(means.jobs)
    if means.cluster:
        from roce_lint.engine.cluster import Cluster

        return Cluster(means.cluster).execute
    return partial(_execute_here, number) if number > 1 else None


def _execute_here(number: int, jobs: Sequence[Job], progress: Progress, arrived: Arrived) -> None:
    # Most runs have few files, or all of them in the cache.
    from roce_lint.engine.processes import ProcessPool

    ProcessPool(number).execute(jobs, progress, arrived)


def _at_once(aside: Callable[[], A], kind: type[A], here: Callable[[], R]) -> tuple[A, R]:
    # Most fabrics are small, and looked at here.
    from roce_lint.engine.forked import at_once

    return at_once(aside, kind, here)


def _processes(jobs: str) -> int:
    if jobs in ("", "auto"):
        return _cores()
    if not jobs.isascii() or not jobs.isdecimal() or not 1 <= int(jobs) <= MOST_JOBS:
        raise UsageError(f"--jobs is {jobs!r}; write auto or a number from 1 to {MOST_JOBS}")
    return int(jobs)


def _cores() -> int:
    """Return how many processes can run at once."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1

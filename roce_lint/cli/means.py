"""Options about how the work is done: processes, a cluster, the cache; and the progress that a person sees."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import TypeVar

import click

from roce_lint.beside import in_turn
from roce_lint.cache.keys import program_key
from roce_lint.cache.place import cache_folder
from roce_lint.cache.store import Store
from roce_lint.errors import UsageError
from roce_lint.run.means import WORTH_SHARING, Means
from roce_lint.run.work import Arrived, Execute, Job, Progress
from roce_lint.setting_values import MOST_JOBS
from roce_lint.settings import Settings
from roce_lint.values import dataclass

A = TypeVar("A")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class MeansGiven:
    """What the command line says. `jobs` is `auto`, a number or empty; `cluster` the address of a scheduler."""

    jobs: str
    cluster: str
    cache_dir: str
    no_cache: bool

    @property
    def cache_wanted(self) -> str:
        """Return `true` or `false` as the command line says, empty where it says nothing."""
        return "false" if self.no_cache else "true" if self.cache_dir else ""

    def completed_by(self, settings: Settings) -> MeansGiven:
        """Return what is in force: the command line goes before the settings.

        Settings come with what is checked. They may ask for fewer processes than there are cores, but not for more.
        """
        jobs = self.jobs
        if not jobs and settings.jobs.isdecimal():
            jobs = str(min(int(settings.jobs), _cores()))
        no_cache = self.no_cache or (settings.cache == "false" and not self.cache_dir)
        return MeansGiven(jobs, self.cluster, self.cache_dir, no_cache)


def with_means(function: Callable[..., R]) -> Callable[..., R]:
    """Add the options to a command, which gets them as `means`."""

    @click.option("--jobs", default="", help="Processes that read files: auto, or a number.  [auto]")
    @click.option("--cluster", default="", metavar="tcp://HOST:PORT", help="Dask scheduler whose workers read files.")
    @click.option("--cache-dir", default="", help="Folder of the cache.  [~/.cache/roce-lint]")
    @click.option("--no-cache", is_flag=True, help="Neither use nor fill the cache.")
    @wraps(function)
    def wrapped(*args: object, jobs: str, cluster: str, cache_dir: str, no_cache: bool, **rest: object) -> R:
        return function(*args, means=MeansGiven(jobs, cluster, cache_dir, no_cache), **rest)

    return wrapped


NOTHING_SAID = MeansGiven("", "", "", False)


def open_store(means: MeansGiven = NOTHING_SAID) -> Store | None:
    """Return the cache, None where it is not wanted or where there is no safe place for it."""
    folder = None if means.no_cache else cache_folder(means.cache_dir)
    if folder is None and means.cache_dir and not means.no_cache:
        click.echo(f"roce-lint: no cache in {means.cache_dir}: not a folder that only you can write to", err=True)
    return Store(folder) if folder else None


def open_means(means: MeansGiven) -> Means:
    """Return the means for one check. Raises UsageError for a bad number of jobs, and for a cluster without Dask."""
    store = open_store(means)
    program = program_key() if store else b""
    execute = _execute(means)
    beside = _at_once if execute and not means.cluster else in_turn
    return Means(store, program, execute, _show if sys.stderr.isatty() else None, beside)


def _execute(means: MeansGiven) -> Execute | None:
    number = _processes(means.jobs)
    if means.cluster:
        from roce_lint.run.cluster import Cluster

        return Cluster(means.cluster).execute
    return partial(_execute_here, number) if number > 1 else None


def _execute_here(number: int, jobs: Sequence[Job], progress: Progress, arrived: Arrived) -> None:
    # Most runs have few files, or all of them in the cache.
    from roce_lint.run.processes import ProcessPool

    ProcessPool(number).execute(jobs, progress, arrived)


def _at_once(aside: Callable[[], A], kind: type[A], here: Callable[[], R]) -> tuple[A, R]:
    # Most fabrics are small, and looked at here.
    from roce_lint.run.forked import at_once

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


def _show(done: int, total: int) -> None:
    """Overwrite the line of progress now and then, and take it away at the end."""
    if done == total:
        click.echo("\r\033[K", nl=False, err=True)
    elif total >= WORTH_SHARING and done % max(1, total // 100) == 0:
        click.echo(f"\rreading {done} of {total} files", nl=False, err=True)

"""Work shared out to processes of this machine; one that dies takes its job with it and no other."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkContext, SpawnContext
from multiprocessing.process import BaseProcess

from roce_lint.engine.work import Arrived, Died, Job, Progress, Result, do
from roce_lint.values import dataclass, field

CHUNK = 8
"""Jobs handed to a process at once; fewer towards the end, so that all processes end together."""
_COLLECTED_AFTER = 100
"""After so many jobs a process looks for garbage."""
_SAFE_PATH = "PYTHONSAFEPATH"
_FEW_LEFT = 2
"""With so many jobs left a forked process gets more, so that it need not wait while its results are unpacked.

One that is sent whole documents gets them when it has handed over everything, and never blocks us by its results.
"""


class ProcessPool:
    """Does jobs in processes of its own."""

    def __init__(self, processes: int) -> None:
        """Use this many processes, at least one."""
        self._number = max(1, processes)

    def execute(self, jobs: Sequence[Job], progress: Progress, arrived: Arrived) -> None:
        """Hand over each result as it comes. When it is interrupted, no process is left behind."""
        pending = deque(range(len(jobs)))
        workers: list[_Worker] = []
        done = 0
        few = _FEW_LEFT if _can_fork() else 0
        try:
            while done < len(jobs):
                while pending and len(workers) < self._number:
                    workers.append(_Worker.started([one.pipe for one in workers], jobs))
                for worker in workers:
                    if pending and len(worker.numbers) <= few:
                        worker.give(pending, jobs, max(1, min(CHUNK, len(pending) // (2 * self._number))))
                ready = wait([worker.pipe for worker in workers])
                for worker in [one for one in workers if one.pipe in ready]:
                    number, result = worker.take()
                    if isinstance(result, Died):
                        workers.remove(worker)
                        pending.extendleft(reversed(worker.numbers))
                    if number >= 0:
                        arrived(number, result)
                        done += 1
                progress(done)
        finally:
            for worker in workers:
                worker.stop()


@dataclass(eq=False, slots=True)
class _Worker:
    """A process, our end of its pipe, and the numbers of the jobs that it has and has not done."""

    process: BaseProcess
    pipe: Connection
    numbers: deque[int] = field(default_factory=deque)

    @staticmethod
    def started(others: Sequence[Connection], jobs: Sequence[Job]) -> _Worker:
        """Return a new process.

        A forked one has all jobs, of which it is given the numbers: no text goes through the pipe. It closes what it
        inherits of the others, so that each sees its own end.
        """
        context = _context()
        ours, theirs = context.Pipe()
        inherited, known = ((ours, *others), jobs) if _can_fork() else ((), ())
        process = context.Process(target=_work, args=(theirs, inherited, known), daemon=True)
        with _no_modules_of_the_working_directory():
            process.start()
        theirs.close()
        return _Worker(process, ours)

    def give(self, pending: deque[int], jobs: Sequence[Job], count: int) -> None:
        """Hand over so many of the next jobs."""
        numbers = [pending.popleft() for _ in range(count)]
        self.numbers.extend(numbers)
        try:
            self.pipe.send(numbers if _can_fork() else [jobs[number] for number in numbers])
        except OSError:
            # It has died in the meantime; `take` will see that.
            return

    def take(self) -> tuple[int, Result]:
        """Return the next result; of a process that died, how it ended for the job that it was at, -1 for none."""
        try:
            packed = self.pipe.recv_bytes()
        except (EOFError, OSError):
            self.process.join()
            self.pipe.close()
            return (self.numbers.popleft() if self.numbers else -1), Died(_ended(self.process.exitcode or 0))
        return self.numbers.popleft(), packed

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self.pipe.close()
        self.process.kill()
        self.process.join()


@contextmanager
def _no_modules_of_the_working_directory() -> Iterator[None]:
    """Keep a Python that is started meanwhile from importing modules of the folder that is checked.

    A process that is not forked begins with `python -c`, for which that folder comes before Python's own library.
    """
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


def _context() -> ForkContext | SpawnContext:
    return multiprocessing.get_context("fork") if _can_fork() else multiprocessing.get_context("spawn")


def _can_fork() -> bool:
    return hasattr(os, "fork") and "fork" in multiprocessing.get_all_start_methods()


def _work(pipe: Connection, inherited: Sequence[Connection], known: Sequence[Job]) -> None:
    """Do jobs, or those of `known` with the numbers given, until the pipe is closed.

    An interrupt from the keyboard is the parent's to answer.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What is read hardly forms cycles: to look for them after every eight files took 5 % of the CPU.
    gc.disable()
    gc.freeze()
    for other in inherited:
        other.close()
    done = 0
    while True:
        try:
            jobs: list[Job | int] = pipe.recv()
        except EOFError:
            return
        for job in jobs:
            packed = do(known[job] if isinstance(job, int) else job)
            try:
                pipe.send_bytes(packed)
            except OSError:
                return
        done += len(jobs)
        if done >= _COLLECTED_AFTER:
            gc.collect()
            done = 0


def _ended(code: int) -> str:
    if code < 0:
        try:
            return f"killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"killed by signal {-code}"
    return f"exit code {code}"

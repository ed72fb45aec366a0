from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from roce_lint.engine import processes
from roce_lint.engine.cache_store import Store
from roce_lint.engine.packed import unpack
from roce_lint.engine.processes import ProcessPool
from roce_lint.engine.run_context import WORTH_SHARING, RunContext
from roce_lint.engine.work import Arrived, Died, Job, Progress, Result
from roce_lint.read.read_result import ReadOptions, ReadResult
from roce_lint.text.document import Document

NUMBER = WORTH_SHARING + 7


def _documents() -> list[Document]:
    return [Document(f"leaf{n}.cfg", f"! device: leaf{n} (EOS)\nhostname leaf{n}\n") for n in range(NUMBER)]


def _jobs() -> list[Job]:
    return [Job(document, ReadOptions()) for document in _documents()]


def _read(pool: ProcessPool) -> list[str | Died]:
    results: dict[int, Result] = {}
    pool.execute(_jobs(), lambda done: None, results.__setitem__)
    in_order = [results[number] for number in sorted(results)]
    return [one if isinstance(one, Died) else _name(unpack(one, ReadResult)) for one in in_order]


def _name(reported: ReadResult) -> str:
    return reported.reading.devices[0].name if reported.reading else ""


def test_results_come_in_the_order_of_the_jobs() -> None:
    assert _read(ProcessPool(3)) == [f"leaf{n}" for n in range(NUMBER)]


def test_processes_get_fewer_jobs_at_once_towards_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[int, int]] = []
    give = processes._Worker.give

    def noted(worker: processes._Worker, pending: deque[int], jobs: Sequence[Job], count: int) -> None:
        given.append((len(pending), count))
        give(worker, pending, jobs, count)

    monkeypatch.setattr(processes._Worker, "give", noted)
    assert _read(ProcessPool(2)) == [f"leaf{n}" for n in range(NUMBER)]
    assert given == [(left, max(1, min(processes.CHUNK, left // 4))) for left, _ in given]
    assert (given[0], given[-1]) == ((NUMBER, processes.CHUNK), (1, 1))


def _killed() -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def _left() -> bytes:
    os._exit(7)


def _out_of_memory() -> bytes:
    raise MemoryError


@pytest.mark.parametrize(
    ("end", "how"), [(_killed, "killed by SIGKILL"), (_left, "exit code 7"), (_out_of_memory, "exit code 1")]
)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a spawned process has its own copy of what is replaced here")
def test_a_job_that_kills_its_process_is_lost_alone(
    monkeypatch: pytest.MonkeyPatch, end: Callable[[], bytes], how: str
) -> None:
    real = processes.do
    fatal = {"leaf0.cfg", "leaf20.cfg", f"leaf{NUMBER - 1}.cfg"}
    monkeypatch.setattr(processes, "do", lambda job: end() if job.document.path in fatal else real(job))
    expected = [Died(how) if f"leaf{n}.cfg" in fatal else f"leaf{n}" for n in range(NUMBER)]
    assert _read(ProcessPool(2)) == expected


def test_an_interrupt_leaves_no_process_behind() -> None:
    def interrupted(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ProcessPool(2).execute(_jobs(), interrupted, lambda number, result: None)
    assert processes.multiprocessing.active_children() == []


def test_kept_readings_are_those_of_reading_and_nothing_is_read_twice(tmp_path: Path) -> None:
    documents = _documents()
    all_options = [ReadOptions()] * NUMBER
    plain = RunContext().read_all(documents, all_options)
    asked: list[int] = []

    def execute(jobs: Sequence[Job], progress: Progress, arrived: Arrived) -> None:
        asked.append(len(jobs))
        ProcessPool(2).execute(jobs, progress, arrived)

    means = RunContext(Store(tmp_path, b"secret"), b"program", execute)
    assert means.read_all(documents, all_options) == plain
    assert means.read_all(documents, all_options) == plain
    changed = [
        Document("leaf3.cfg", "! device: other (EOS)\nhostname other\n") if n == 3 else one
        for n, one in enumerate(documents)
    ]
    assert _name(means.read_all(changed, all_options)[3]) == "other"
    assert asked == [NUMBER]
    other = RunContext(Store(tmp_path, b"secret"), b"another program", execute)
    assert other.read_all(documents, all_options) == plain
    assert asked == [NUMBER, NUMBER]


def test_a_death_is_reported_with_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def execute(jobs: Sequence[Job], progress: Progress, arrived: Arrived) -> None:
        for number in reversed(range(len(jobs))):
            arrived(number, Died("killed by SIGSEGV"))

    means = RunContext(execute=execute)
    reported = means.read_all(_documents(), [ReadOptions()] * NUMBER)[5]
    assert not reported.died
    assert str(reported.failures[0]).startswith(
        "leaf5.cfg: the process that read it ended (killed by SIGSEGV); run it again"
    )

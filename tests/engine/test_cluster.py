from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from roce_lint.engine.cluster import Cluster
from roce_lint.engine.packed import unpack
from roce_lint.engine.work import Died, Job, Result, do
from roce_lint.errors import UsageError
from roce_lint.read.read_result import ReadOptions, ReadResult
from roce_lint.text.document import Document

pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
NUMBER = 300


def _started(root: Path, log: Path, *words: str) -> subprocess.Popen[bytes]:
    with log.open("wb") as stream:
        return subprocess.Popen(
            [sys.executable, "-m", *words],
            cwd=root,
            stdout=stream,
            stderr=stream,
            env={**os.environ, "PYTHONPATH": str(root)},
        )


def _said(log: Path, pattern: str) -> str:
    for _ in range(300):
        found = re.search(pattern, log.read_text())
        if found:
            return found[1]
        time.sleep(0.1)
    raise AssertionError(f"{pattern} is not in {log.read_text()}")


@pytest.fixture
def cluster(root: Path, tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two workers, each a process of its own, over TCP on loopback."""
    quiet = ("--no-dashboard", "--host", "127.0.0.1")
    log = tmp_path / "scheduler"
    running = [_started(root, log, "distributed.cli.dask_scheduler", *quiet, "--port", "0")]
    try:
        address = _said(log, r"Scheduler at:\s+(tcp://127\.0\.0\.1:\d+)")
        options = (address, "--nthreads", "1", "--no-nanny", *quiet, "--local-directory", str(tmp_path))
        logs = [tmp_path / f"worker{number}" for number in range(2)]
        workers = [_started(root, one, "distributed.cli.dask_worker", *options) for one in logs]
        running += workers
        for one in logs:
            _said(one, r"(Registered to)")
        yield address, workers
    finally:
        for process in running:
            process.kill()
            process.wait()


def _jobs() -> list[Job]:
    return [
        Job(Document(f"leaf{n}.cfg", f"! device: leaf{n} (EOS)\nhostname leaf{n}\n" + "vlan 7\n" * 300), ReadOptions())
        for n in range(NUMBER)
    ]


@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_is_killed_half_way_changes_nothing(cluster: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    address, workers = cluster
    killed: list[int] = []

    def kill_one(done: int) -> None:
        if done >= NUMBER // 3 and not killed:
            killed.append(done)
            workers[0].send_signal(signal.SIGKILL)

    jobs = _jobs()
    results: dict[int, Result] = {}
    Cluster(address).execute(jobs, kill_one, results.__setitem__)
    assert killed
    reported = [None if isinstance(one, Died) else unpack(one, ReadResult) for _, one in sorted(results.items())]
    assert reported == [unpack(do(job), ReadResult) for job in jobs]


@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roce_lint.engine.cluster._PATIENCE_S", 0.3)
    with pytest.raises(UsageError, match=r"--cluster tcp://127\.0\.0\.1:9: no scheduler answers there"):
        Cluster("tcp://127.0.0.1:9").execute(_jobs(), lambda done: None, lambda number, result: None)

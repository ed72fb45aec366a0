"""Measures start-up and reading as a user feels them: whole processes, medians of several runs.

Run with `make bench`; every figure of one run comes from the same machine at the same time.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNS = 7


def median_ms(*arguments: str) -> float:
    """Return the median wall time of one command, in milliseconds."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "roce_lint", *arguments],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def main() -> None:
    """Print one line per figure."""
    intent = "fixtures/intents/sample.roce.yaml"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "roce_lint", "render", intent, "-o", folder],
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
        one = next(iter(sorted(Path(folder).rglob("*.cfg"))))
        lines = sum(len(path.read_text("utf-8").splitlines()) for path in Path(folder).rglob("*") if path.is_file())
        empty = statistics.median(_interpreter_ms() for _ in range(RUNS))
        print(f"python itself              {empty:8.0f} ms")
        print(f"roce-lint --version        {median_ms('--version'):8.0f} ms")
        print(f"check, one switch          {median_ms('check', str(one)):8.0f} ms")
        print(f"check, the sample fabric   {median_ms('check', folder, '--intent', intent):8.0f} ms   ({lines} lines)")
        print(f"render, the sample fabric  {median_ms('render', intent, '--diff', folder):8.0f} ms")


def _interpreter_ms() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    main()

"""Measures checks of a fleet and the start of commands as whole processes; prints one table.

    python benchmarks/fleet_check.py [--growth 24 104 1000] [--runs 3]

Every figure of one run comes from the same machine at the same time: quote ratios rather than seconds. CPU is user and
system time of the process and all its children; memory is the peak of the largest single process. The findings are
held against the planted faults. `cat` and ciscoconfparse2 (if installed) read the same files.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from fleet import write_fleet

ROOT = Path(__file__).resolve().parent.parent
_START_RUNS = 11
_PARSE_OTHERS = """
import sys, pathlib
from ciscoconfparse2 import CiscoConfParse
for path in sys.argv[1:]:
    CiscoConfParse(pathlib.Path(path).read_text().splitlines(), syntax="nxos")
"""
_PARSED_BY_OTHERS = 5
"""Files given to ciscoconfparse2; its time grows with the lines, and all of a fleet would take minutes."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Medians of several runs of one command."""

    wall_s: float
    cpu_s: float
    peak_mib: float


def measure(words: list[str], runs: int, environment: dict[str, str]) -> Figures:
    """Run a command several times and return the medians."""
    walls, cpus, peaks = [], [], []
    for _ in range(runs):
        start = time.perf_counter()
        process = subprocess.Popen(
            words, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _, _, used = os.wait4(process.pid, 0)
        walls.append(time.perf_counter() - start)
        cpus.append(used.ru_utime + used.ru_stime)
        peaks.append(used.ru_maxrss / 1024)
    return Figures(statistics.median(walls), statistics.median(cpus), statistics.median(peaks))


def _row(name: str, figures: Figures, note: str = "") -> None:
    print(f"| {name} | {figures.wall_s:.2f} | {figures.cpu_s:.2f} | {figures.peak_mib:.0f} | {note} |", flush=True)


def fleet_rows(folder: Path, switches: int, runs: int, environment: dict[str, str]) -> None:
    """Print the rows of one fleet: cold, warm, one file changed; and what others take for its files."""
    fleet = folder / f"fleet-{switches}"
    lines = write_fleet(fleet, switches)
    report = folder / "report.json"
    program = [sys.executable, "-m", "roce_lint", "check", str(fleet / "configs"), "--format", "json"]
    check = [*program, "--output", str(report)]
    fresh = environment | {"XDG_CACHE_HOME": str(folder / f"cache-{switches}")}
    cold = measure(check, 1, fresh)
    first = report.read_bytes()
    _row(f"{switches} switches, cold", cold, f"{lines} lines, {_missed(fleet, first)}")
    _row(f"{switches} switches, nothing changed", measure(check, runs, fresh), _same(first, report.read_bytes()))
    one = min((fleet / "configs").iterdir())
    one.write_text(one.read_text("utf-8").replace("ip route 203.0.1.0/24", "ip route 203.0.99.0/24"), "utf-8")
    one.write_text(one.read_text("utf-8") + "\n", "utf-8")
    _row(f"{switches} switches, one file changed", measure(check, 1, fresh))
    changed = report.read_bytes()
    measure([*check, "--no-cache"], 1, fresh)
    print(f"| with one file changed, against a run without cache: {_same(changed, report.read_bytes())} | | | | |")
    files = sorted(str(path) for path in (fleet / "configs").iterdir())
    _row("  cat of the same files", measure(["cat", *files], runs, environment))
    others = [path for path in files if not Path(path).read_text("utf-8").startswith("{")][:_PARSED_BY_OTHERS]
    theirs = measure([sys.executable, "-c", _PARSE_OTHERS, *others], 1, environment)
    empty = measure([sys.executable, "-c", _PARSE_OTHERS], 1, environment)
    parsed = sum(Path(path).read_text("utf-8").count("\n") for path in others)
    per_line = (theirs.cpu_s - empty.cpu_s) / parsed
    note = f"{per_line * lines / cold.cpu_s:.1f} times the CPU of our whole cold check, for all lines"
    _row(f"  ciscoconfparse2 parsing {parsed} lines", theirs, note)


def _same(one: bytes, other: bytes) -> str:
    return "the same bytes" if one == other else "DIFFERENT REPORTS"


def _missed(fleet: Path, report: bytes) -> str:
    """Return how many planted faults the report names by their file."""
    with (fleet / "planted.csv").open(encoding="utf-8") as stream:
        planted = {Path(row["file"]).name for row in csv.DictReader(stream)}
    findings = json.loads(report)["findings"]
    named = {Path(place["path"]).name for finding in findings for place in finding["places"]}
    return f"{len(planted & named)} of {len(planted)} planted faults found, {len(named - planted)} other files named"


def start_rows(folder: Path, environment: dict[str, str]) -> None:
    """Print the rows of commands that a person waits for."""
    one = folder / "one.cfg"
    one.write_text((ROOT / "fixtures/eos/leaf-7060dx5/leaf.cfg").read_text("utf-8"), "utf-8")
    program = [sys.executable, "-m", "roce_lint"]
    rows = {
        "python itself": [sys.executable, "-c", "pass"],
        "--version": [*program, "--version"],
        "explain PFC-002": [*program, "explain", "PFC-002"],
        "check one.cfg": [*program, "check", str(one)],
        "check one.cfg --no-cache": [*program, "check", str(one), "--no-cache"],
    }
    for name, words in rows.items():
        measure(words, 1, environment)
        _row(name, measure(words, _START_RUNS, environment))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="measure checks of a fleet and the start of commands")
    parser.add_argument("--growth", type=int, nargs="+", default=[24, 104])
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    print("| what | wall s | CPU s | peak MiB | |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        start_rows(folder, environment)
        for switches in given.growth:
            fleet_rows(folder, switches, given.runs, environment)
    print(f"\nlargest child: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()

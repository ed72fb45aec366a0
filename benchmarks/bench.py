"""Measures everything that a user waits for as whole processes, and prints one table.

    python benchmarks/bench.py [--largest 1000] [--runs 3]

Every figure of one run comes from the same machine at the same time: quote ratios rather than seconds. CPU is user and
system time of a process and all its children, memory the peak of all of them together. Three fleets of different make
are measured (`fleets.py`) and the slowest is named. The uniform one grows tenfold from 100 switches up to `--largest`,
and a row says how time and memory have grown with the lines; 10,000 take 2 GB of disk and a quarter of an hour. The
others have up to 1,000. The findings are held against the planted faults. `cat`, ciscoconfparse2 and pyavd (where
installed) do the same work beside us; ciscoconfparse2 parses some files of each system, and its import does not count.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from changes import changed_files
from fleet import write_fleet
from fleets import FLEETS, UNIFORM
from intents import pods_intent
from other_parsers import Parsed, parsed_by_ciscoconfparse2
from whole_process import Figures, measure

ROOT = Path(__file__).resolve().parent.parent
GROWTH = (100, 1_000, 10_000)
CHECKED_TWICE = 1_000
"""Up to so many switches a check of a changed file is compared with one without cache, which takes long."""
_START_RUNS = 11
_PROGRAM = [sys.executable, "-m", "roce_lint"]


def _row(name: str, figures: Figures, note: str = "") -> None:
    print(f"| {name} | {figures.wall_s:.2f} | {figures.cpu_s:.2f} | {figures.peak_mib:.0f} | {note} |", flush=True)


def start_rows(folder: Path, environment: Mapping[str, str]) -> None:
    """Print the rows of commands that a person waits for."""
    one = folder / "one.cfg"
    text = (ROOT / "fixtures/eos/leaf-7060dx5/leaf.cfg").read_text("utf-8")
    one.write_text(text, "utf-8")

    def change() -> None:
        one.write_text(f"{text}\n! {time.time_ns()}\n", "utf-8")

    _row("python itself", measure([sys.executable, "-c", "pass"], _START_RUNS, environment, folder))
    rows = {
        "`--version`": ["--version"],
        "`explain PFC-002`": ["explain", "PFC-002"],
        "`check one.cfg`, nothing changed": ["check", str(one)],
    }
    for name, words in rows.items():
        measure([*_PROGRAM, *words], 1, environment, folder)
        _row(name, measure([*_PROGRAM, *words], _START_RUNS, environment, folder))
    check = [*_PROGRAM, "check", str(one)]
    _row("`check one.cfg`, changed", measure(check, _START_RUNS, environment, folder, change))
    _row("`check one.cfg --no-cache`", measure([*check, "--no-cache"], 3, environment, folder))


def intent_rows(folder: Path, environment: Mapping[str, str]) -> None:
    """Print the rows of intents: rendering, twice the same, validating, and pyavd beside us."""
    intent, links = folder / "fabric.roce.yaml", folder / "links.roce.yaml"
    intent.write_text(pods_intent(30, 4, 40), "utf-8")
    links.write_text(pods_intent(45, 8, 16, says_links=True), "utf-8")
    outputs = [folder / "rendered-1", folder / "rendered-2"]
    for output in outputs:
        figures = measure([*_PROGRAM, "render", str(intent), "-o", str(output)], 1, environment, folder)
    one, other = (_contents(output) for output in outputs)
    note = f"{len(one)} files, {'the same bytes' if one == other else 'DIFFERENT BYTES'} twice"
    _row("render 1,000 switches and 840 hosts", figures, note)
    count = links.read_text("utf-8").count("length:")
    validated = measure([*_PROGRAM, "check-intent", str(links)], 3, environment, folder)
    _row(f"validate an intent that names {count:,} links", validated)
    script = [sys.executable, str(ROOT / "benchmarks/against_pyavd.py")]
    times = subprocess.run(script, env=environment, capture_output=True, text=True, check=True).stdout.split()
    if times:
        ours, theirs = float(times[0]) / 1000, float(times[1]) / 1000
        print(f"| render an EOS switch, mean of {times[2]} | | {ours:.4f} | | |")
        ratio = f"{theirs / ours:.0f} times ours"
        print(f"| pyavd for the same switch, QoS and interfaces alone | | {theirs:.4f} | | {ratio} |")


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@dataclass(frozen=True, slots=True)
class Cold:
    """A fleet, what checking it took the first time, and what ciscoconfparse2 takes to parse files of it."""

    fleet: str
    switches: int
    lines: int
    figures: Figures
    parsed: Parsed

    def ratios(self) -> str:
        """Return how many times our wall time and CPU a bare parse of all lines takes."""
        wall, cpu = (one / self.parsed.lines * self.lines for one in (self.parsed.wall_s, self.parsed.cpu_s))
        return f"{self.fleet} {wall / self.figures.wall_s:.1f} and {cpu / self.figures.cpu_s:.1f}"


def fleet_rows(folder: Path, kind: str, switches: int, runs: int, environment: Mapping[str, str]) -> Cold:
    """Print the rows of one fleet: cold, warm, one file changed; and what others take for its files."""
    fleet, report = folder / f"{kind}-{switches}", folder / "report.json"
    lines = write_fleet(fleet, FLEETS[kind](switches))
    files = sorted(str(path) for path in (fleet / "configs").iterdir())
    name = f"{len(files):,} switches, {kind}"
    check = [*_PROGRAM, "check", str(fleet / "configs"), "--format", "json", "--output", str(report)]
    fresh = {**environment, "XDG_CACHE_HOME": str(folder / f"cache-{kind}-{switches}")}
    cold = measure(check, 1, fresh, folder)
    first = report.read_bytes()
    per_second = f"{lines / cold.wall_s / 1000:,.0f} thousand lines a second"
    _row(f"{name}, cold", cold, f"{lines:,} lines, {per_second}; {_missed(fleet, first)}")
    warm = measure(check, runs, fresh, folder)
    _row(f"{name}, nothing changed", warm, _same(first, report.read_bytes()))
    one = Path(files[0])
    text = one.read_text("utf-8")
    one.write_text(text + "\n", "utf-8")
    changed = measure(check, 1, fresh, folder)
    _row(f"{name}, one file changed", changed, "an empty line")
    one.write_text(text, "utf-8")
    if switches <= CHECKED_TWICE:
        note, slowest = _changed_otherwise(files, check, fresh, folder)
        _row(f"{name}, one file changed, the slowest kind", slowest, note)
    _row("`cat` of the same files", measure(["cat", *files], runs, environment, folder))
    theirs = parsed_by_ciscoconfparse2(files, environment, folder)
    note = f"{theirs.lines:,} lines, {theirs.times(lines, cold)}, its import left out"
    _row(f"ciscoconfparse2 parsing {theirs.files} of them", theirs.figures, note)
    return Cold(kind, len(files), lines, cold, theirs)


def _changed_otherwise(
    files: list[str], check: list[str], environment: Mapping[str, str], folder: Path
) -> tuple[str, Figures]:
    """Change one file in one way after the other; return the slowest with what the others took, and its figures."""
    report, found, differing = Path(check[-1]), dict[str, Figures](), list[str]()
    for change in changed_files([Path(path) for path in files]):
        found[change.name] = measure(check, 1, environment, folder)
        cached = report.read_bytes()
        measure([*check, "--no-cache"], 1, environment, folder)
        differing += [change.name] if cached != report.read_bytes() else []
    slowest = max(found, key=lambda name: found[name].wall_s)
    others = sorted(figures.wall_s for name, figures in found.items() if name != slowest)
    same = f"DIFFERENT REPORTS: {', '.join(differing)}" if differing else "the same bytes without cache"
    return f"{slowest}; the others {others[0]:.2f} to {others[-1]:.2f} s; {same}", found[slowest]


def growth_row(least: Cold, most: Cold) -> None:
    """Print how many times the lines, the time and the memory of the smallest fleet the largest one has."""
    now, then = most.figures, least.figures
    name = f"from {least.switches:,} to {most.switches:,} switches, cold"
    wall, cpu, peak = now.wall_s / then.wall_s, now.cpu_s / then.cpu_s, now.peak_mib / then.peak_mib
    lines = f"{most.lines / least.lines:.1f} times the lines"
    print(f"| {name} | {wall:.1f} times | {cpu:.1f} times | {peak:.1f} times | {lines} |", flush=True)


def slowest_row(fleets: Sequence[Cold]) -> None:
    """Print which of several fleets is checked most slowly, a line and beside a bare parse of its files."""
    slowest = max(fleets, key=lambda cold: cold.figures.wall_s / cold.lines)
    note = f"ciscoconfparse2 takes of our wall time and CPU, times: {', '.join(cold.ratios() for cold in fleets)}"
    _row(f"the slowest fleet, cold: {slowest.fleet}", slowest.figures, note)


def _same(one: bytes, other: bytes) -> str:
    return "the same bytes" if one == other else "DIFFERENT REPORTS"


def _missed(fleet: Path, report: bytes) -> str:
    """Return how many planted faults the report names by their file, and how often rules could not decide."""
    with (fleet / "planted.csv").open(encoding="utf-8") as stream:
        planted = {Path(row["file"]).name for row in csv.DictReader(stream)}
    findings = json.loads(report)["findings"]
    violated = [finding for finding in findings if finding["verdict"] == "violated"]
    named = {Path(place["path"]).name for finding in violated for place in finding["places"]}
    undecided = f", {len(findings) - len(violated)} times nothing decided" if len(findings) > len(violated) else ""
    found = f"{len(planted & named)} of {len(planted)} planted faults found"
    return f"{found}, {len(named - planted)} other files named{undecided}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="measure start-up, rendering, and checks of growing fleets")
    parser.add_argument("--largest", type=int, default=1_000, help="switches of the largest fleet")
    parser.add_argument("--fleets", nargs="*", choices=FLEETS, default=[], help="only these, and nothing else")
    parser.add_argument("--runs", type=int, default=3, help="runs of what is quick; the median counts")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="the tree to measure, this one unless given")
    given = parser.parse_args()
    print("| what | wall s | CPU s | peak MiB | |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {
            **os.environ,
            "XDG_CACHE_HOME": str(folder / "cache"),
            "PYTHONPATH": str(given.checkout.resolve()),
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
        sizes = [switches for switches in GROWTH if switches <= given.largest]

        def rows(kind: str, switches: int) -> Cold:
            return fleet_rows(folder, kind, switches, given.runs, environment)

        if given.fleets:
            slowest_row([rows(kind, sizes[-1]) for kind in given.fleets])
            return
        start_rows(folder, environment)
        intent_rows(folder, environment)
        grown = [rows(UNIFORM, switches) for switches in sizes]
        if len(grown) > 1:
            growth_row(grown[0], grown[-1])
        largest = min(sizes[-1], CHECKED_TWICE)
        others = [rows(kind, largest) for kind in FLEETS if kind != UNIFORM]
        slowest_row([grown[sizes.index(largest)], *others])


if __name__ == "__main__":
    main()

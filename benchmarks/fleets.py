"""The fleets that are measured, by name; writes one.

    python benchmarks/fleets.py NAME OUTPUT [--switches 1000]

Each has about 3,000 lines a switch and one planted fault in fifty switches, which `planted.csv` lists.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from filter_fleet import filter_files
from fleet import FleetFile, uniform_files, write_fleet
from varied_fleet import varied_files

UNIFORM = "uniform"
FLEETS: Mapping[str, Callable[[int], Iterator[FleetFile]]] = {
    UNIFORM: uniform_files,
    "varied": varied_files,
    "filters": filter_files,
}


def main() -> None:
    """Write a fleet where the command line says."""
    parser = argparse.ArgumentParser(description="write a fleet of switches with planted faults")
    parser.add_argument("name", choices=FLEETS)
    parser.add_argument("output", type=Path)
    parser.add_argument("--switches", type=int, default=1000)
    given = parser.parse_args()
    print(f"{write_fleet(given.output, FLEETS[given.name](given.switches))} lines in {given.output}")


if __name__ == "__main__":
    main()

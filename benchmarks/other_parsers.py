"""What ciscoconfparse2 takes to parse files of a fleet, the same share of each system, without its import."""

from __future__ import annotations

import statistics
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from whole_process import Figures, measure

from roce_lint.read.detect import detect
from roce_lint.text.document import Document

_PARSE = """
import sys, pathlib
from ciscoconfparse2 import CiscoConfParse
for path in sys.argv[1:]:
    CiscoConfParse(pathlib.Path(path).read_text().splitlines(), syntax="nxos")
"""
_FILES = 24
"""Files to parse; all of a fleet would take minutes, and fewer take little longer than the import."""
_IMPORTS = 3


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a run took, and what parsing `lines` of it took without the import."""

    figures: Figures
    files: int
    lines: int
    wall_s: float
    cpu_s: float

    def times(self, lines: int, ours: Figures) -> str:
        """Return how much longer than ours parsing so many lines takes."""
        wall, cpu = (one / self.lines * lines for one in (self.wall_s, self.cpu_s))
        rate = f"{self.lines / self.cpu_s / 1000:.0f} thousand lines a CPU second"
        return (
            f"{rate}: for all lines {wall / ours.wall_s:.1f} times our wall time, {cpu / ours.cpu_s:.1f} times our CPU"
        )


def parsed_by_ciscoconfparse2(files: Sequence[str], environment: Mapping[str, str], folder: Path) -> Parsed:
    """Parse an equal number of files of each system; JSON is left out, which it does not read."""
    chosen = _sample(files)
    command = [sys.executable, "-c", _PARSE]
    before = measure(command, _IMPORTS, environment, folder)
    figures = measure([*command, *chosen], 1, environment, folder)
    after = measure(command, _IMPORTS, environment, folder)
    wall, cpu = (statistics.mean(pair) for pair in ((before.wall_s, after.wall_s), (before.cpu_s, after.cpu_s)))
    lines = sum(Path(path).read_text("utf-8").count("\n") for path in chosen)
    return Parsed(figures, len(chosen), lines, figures.wall_s - wall, figures.cpu_s - cpu)


def _sample(files: Sequence[str]) -> list[str]:
    """Return files of each system, spread over the fleet."""
    by_system: defaultdict[object, list[str]] = defaultdict(list)
    step = max(1, len(files) // (20 * _FILES))
    for path in files[::step]:
        text = Path(path).read_text("utf-8")
        if not text.startswith("{"):
            by_system[detect(Document(path, text))].append(path)
    each = _FILES // len(by_system)
    return [path for found in by_system.values() for path in found[:: max(1, len(found) // each)][:each]]

"""Measures what reading costs, stage by stage and system by system; prints CPU milliseconds for a switch.

    python benchmarks/reading.py FLEET/configs [--switches 120]

The first switches warm up what is remembered from file to file, and do not count. To compare two versions, run both
by turns: what else the machine does shows in either.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path

from roce_lint.engine.packed import unpack
from roce_lint.engine.work import packed
from roce_lint.read.detect import detect
from roce_lint.read.files import decode
from roce_lint.read.format import Format
from roce_lint.read.read_one import read_one
from roce_lint.read.read_result import ReadOptions, ReadResult
from roce_lint.text.document import Document

_WARM_UP = 16
STAGES = ("decode", "format", "read", "hash", "pack", "unpack")


def stages_of(path: Path) -> tuple[str, list[float]]:
    """Return what a file is, and the CPU seconds of each of STAGES."""
    marks = [time.process_time()]

    def done() -> None:
        marks.append(time.process_time())

    document = decode(path.read_bytes(), path.as_posix())
    if not isinstance(document, Document):
        raise SystemExit(f"{path}: {document}")
    done()
    form = detect(document)
    if not isinstance(form, Format):
        raise SystemExit(f"{path}: {form}")
    done()
    result = read_one(document, ReadOptions(form))
    done()
    assert document.content
    done()
    as_bytes = packed(result)
    done()
    unpack(as_bytes, ReadResult)
    done()
    kind = f"{form}, JSON" if document.text.lstrip().startswith("{") else form
    return kind, [end - start for start, end in pairwise(marks)]


def main() -> None:
    """Read the files of a folder and print one row for each system."""
    parser = argparse.ArgumentParser(description="measure reading, stage by stage")
    parser.add_argument("configs", type=Path)
    parser.add_argument("--switches", type=int, default=120)
    given = parser.parse_args()
    gc.disable()
    count: Counter[str] = Counter()
    sums: defaultdict[str, list[float]] = defaultdict(lambda: [0.0] * len(STAGES))
    for number, path in enumerate(sorted(given.configs.iterdir())[: given.switches]):
        kind, seconds = stages_of(path)
        if number >= _WARM_UP:
            for name in (kind, "all"):
                count[name] += 1
                sums[name] = [a + b for a, b in zip(sums[name], seconds, strict=True)]
    print(f"| CPU ms a switch | switches | {' | '.join(STAGES)} | sum |\n|{' --- |' * (len(STAGES) + 3)}")
    for kind in sorted(count):
        means = [1000 * one / count[kind] for one in sums[kind]]
        print(f"| {kind} | {count[kind]} | {' | '.join(f'{one:.2f}' for one in means)} | {sum(means):.1f} |")


if __name__ == "__main__":
    main()

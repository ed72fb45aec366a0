"""Checks every file of an archive of configurations by itself, and counts what happens.

    python benchmarks/public_configs.py ARCHIVE [--together] [--show RULE ...] [--kind NAME]

It prints crashes and time-outs with their tracebacks, how many files were taken for which kind, what was said of the
files that could not be read, and the findings by rule and severity. With `--together` the files of one folder are
checked as one fabric. `--show` names rules (or severities) whose places are listed, `--kind` a kind whose files are.
"""

from __future__ import annotations

import argparse
import signal
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType

from roce_lint.judge.check import check_gathered, load_all_rules
from roce_lint.judge.rule import Rule
from roce_lint.read.detect import Doubtful, Foreign, detect
from roce_lint.read.format import Format
from roce_lint.read.gather import gather
from roce_lint.values import replace

LONGEST_S = 30
SLOWEST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one check: the kinds of its files, the problems and the findings by (severity, rule)."""

    subject: str
    kinds: tuple[tuple[str, str], ...]
    profile: str
    problems: tuple[str, ...]
    findings: tuple[tuple[str, str, str], ...]
    unread: int
    seconds: float


@cache
def _rules() -> tuple[Rule, ...]:
    return load_all_rules()


def _give_up(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"no result after {LONGEST_S} s")


def _kind(found: Format | Foreign | Doubtful) -> str:
    match found:
        case Format():
            return found.value
        case Foreign(looks_like):
            return f"foreign: {looks_like}"
        case Doubtful(candidates):
            return f"doubtful: {' or '.join(candidate.value for candidate in candidates)}"


def check_one(subject: str, paths: Sequence[str]) -> Outcome:
    """Return what the linter says of these files as one fabric. Raises TimeoutError after half a minute."""
    signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(LONGEST_S)
    start = time.perf_counter()
    # As if found in a folder: a foreign file is left out, not refused.
    gathered = replace(gather(paths), named=frozenset())
    kinds = tuple((document.path, _kind(detect(document))) for document in gathered.documents)
    report = check_gathered(gathered, _rules())
    signal.alarm(0)
    return Outcome(
        subject,
        kinds,
        report.profile.id,
        tuple(problem.message for problem in report.inputs.unreadable),
        tuple(
            (finding.severity.value, finding.rule, f"{place.path}:{place.line} {place.object}: {finding.message}")
            for finding in report.findings
            for place in finding.places[:1]
        ),
        len(report.unread),
        time.perf_counter() - start,
    )


def _subjects(root: Path, together: bool) -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        found[str(path.parent if together else path)].append(str(path))
    return found


def _print_counts(title: str, counts: Counter[str]) -> None:
    print(f"\n{title}")
    for name, number in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        print(f"{number:8d}  {name}")


def _print_summary(outcomes: Sequence[Outcome], show: Iterable[str], kind: str) -> None:
    _print_counts("kinds", Counter(name for outcome in outcomes for _, name in outcome.kinds))
    _print_counts("profiles", Counter(outcome.profile for outcome in outcomes))
    texts = (problem for outcome in outcomes for problem in outcome.problems)
    _print_counts("could not be read", Counter(text.split(";")[0] for text in texts))
    found = [finding for outcome in outcomes for finding in outcome.findings]
    _print_counts("findings", Counter(f"{severity} {rule}" for severity, rule, _ in found))
    print(f"\nunread lines: {sum(outcome.unread for outcome in outcomes)}")
    wanted = frozenset(show)
    for severity, rule, text in found:
        if severity in wanted or rule in wanted:
            print(f"{severity} {rule} {text}")
    for path in (path for outcome in outcomes for path, name in outcome.kinds if kind and name.startswith(kind)):
        print(path)
    print("\nslowest")
    for outcome in sorted(outcomes, key=lambda outcome: -outcome.seconds)[:SLOWEST_SHOWN]:
        print(f"{outcome.seconds:8.2f} s  {outcome.subject}")


def main() -> int:
    """Check the archive; return 1 if anything crashed or hung."""
    parser = argparse.ArgumentParser(description="check an archive of configurations file by file")
    parser.add_argument("archive", type=Path)
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--show", nargs="*", default=[])
    parser.add_argument("--kind", default="")
    given = parser.parse_args()
    outcomes: list[Outcome] = []
    crashes = 0
    with ProcessPoolExecutor() as pool:
        running: dict[str, Future[Outcome]] = {
            subject: pool.submit(check_one, subject, paths)
            for subject, paths in _subjects(given.archive, given.together).items()
        }
        for subject, future in running.items():
            if error := future.exception():
                crashes += 1
                print(f"CRASH {subject}\n{''.join(traceback.format_exception(error))}")
            else:
                outcomes.append(future.result())
    _print_summary(outcomes, given.show, given.kind)
    print(f"\n{len(outcomes)} checked, {crashes} crashed")
    return 1 if crashes else 0


if __name__ == "__main__":
    raise SystemExit(main())

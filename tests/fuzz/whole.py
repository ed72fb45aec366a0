"""Fuzz the whole check: small damaged files, several in one fabric, from files to printed reports.

Each input is an excerpt of a file of fixtures, damaged, spliced with a file of another system, or given a number of
more than 5,000 digits. A fabric of several inputs is read, joined, judged by all rules, and reported, in this process
and without a cache, so that a core gets through hundreds of inputs a second.

    python -m tests.fuzz.whole --count 100000 --seed 7
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from roce_lint.judge.check import check_in_full
from roce_lint.judge.examination import all_profiles
from roce_lint.judge.given import Given
from roce_lint.judge.rule import Rule
from roce_lint.read.files import decode
from roce_lint.read.gather import Gathered
from roce_lint.report.formats import FORMATS
from roce_lint.text.document import Document
from tests.all_rules import all_rules
from tests.fuzz.corpus import Seed, damage, seeds
from tests.fuzz.run import MEMORY_BYTES, keep_input
from tests.fuzz.target import within

FABRIC = 8
"""So many inputs make a fabric."""
EXCERPT_CHARACTERS = 1_200
LONGEST_INPUT_BYTES = 30_000
CHECK_SECONDS = 30.0
FORMS = tuple(name for name in FORMATS if name != "html")

Files = tuple[tuple[str, bytes], ...]


class LostReaderError(Exception):
    """A reader raised what it should not; the check itself went on."""


@cache
def _rules() -> Sequence[Rule]:
    return all_rules()


@cache
def _given() -> Given:
    return Given(profiles=all_profiles())


@cache
def _systems() -> tuple[str, ...]:
    return tuple(sorted({seed.form for seed in seeds() if seed.form}))


def excerpt(seed: Seed, chance: random.Random) -> bytes:
    """Return some of a file: its first lines, and lines that stand together somewhere."""
    if len(seed.raw) <= EXCERPT_CHARACTERS:
        return seed.raw
    lines = seed.raw.split(b"\n")
    head = b"\n".join(lines[: chance.randint(1, 8)])[: EXCERPT_CHARACTERS // 2]
    at = chance.randrange(len(lines))
    return head + b"\n" + b"\n".join(lines[at:])[: chance.randint(50, EXCERPT_CHARACTERS // 2)]


def long_number(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    """Return the file with one of its numbers, or a new one, of more than 5,000 digits."""
    digits = bytes([chance.choice(b"123456789")]) * chance.choice((5_001, 5_500, 12_000))
    starts = [at for at in range(len(raw)) if raw[at : at + 1].isdigit() and not raw[at - 1 : at].isdigit()]
    at = chance.choice(starts) if starts else chance.randint(0, len(raw))
    end = at
    while raw[end : end + 1].isdigit():
        end += 1
    return raw[:at] + digits + raw[end:]


def interleave(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    """Return blocks of lines of two files by turns."""
    queues = [raw.split(b"\n"), other.split(b"\n")]
    out: list[bytes] = []
    while any(queues):
        queue = queues[len(out) % 2 if chance.random() < 0.8 else 0]
        count = chance.randint(1, 8)
        out.append(b"\n".join(queue[:count]))
        del queue[:count]
    return b"\n".join(out)


def one_input(chance: random.Random) -> tuple[str, bytes, str]:
    """Return a damaged file with its name, and what was done to it."""
    # Systems take turns: most files of fixtures are of two of them.
    system = chance.choice(_systems())
    seed = chance.choice([seed for seed in seeds() if seed.form == system])
    other = chance.choice([seed for seed in seeds() if seed.form != system])
    raw, foreign = excerpt(seed, chance), excerpt(other, chance)
    kind = chance.choices(("damaged", "spliced", "long number", "whole"), (70, 15, 5, 10))[0]
    if kind == "damaged":
        raw = damage(raw, foreign, chance)
    elif kind == "spliced":
        raw = interleave(raw, foreign, chance)
    elif kind == "long number":
        raw = long_number(raw, foreign, chance)
    return seed.path, raw[:LONGEST_INPUT_BYTES], kind


def check_fabric(files: Files, form: str) -> None:
    """Check files as one fabric and write the report. Raises what is no answer to an input."""
    found = [decode(raw, path) for path, raw in files]
    documents = tuple(one for one in found if isinstance(one, Document))
    skipped = tuple(one for one in found if not isinstance(one, Document))
    with within(CHECK_SECONDS, "check"):
        report, _ = check_in_full(Gathered(documents, frozenset(), skipped, ()), _rules(), _given())
        FORMATS[form].write(report).encode()
    if report.inputs.died:
        raise LostReaderError(
            " ".join(problem.message for problem in report.inputs.unreadable if "internal" in problem.message)
        )


def breaks(files: Files, form: str) -> str:
    """Return how a fabric breaks the check, with the place in the program; empty where it does not."""
    try:
        check_fabric(files, form)
    except Exception as error:  # noqa: BLE001  whatever it is, it is what we look for
        if isinstance(error, LostReaderError):
            return str(error)[-200:]
        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} at {last.filename.rsplit('/', 1)[-1]}:{last.lineno}: {str(error)[:200]}"
    return ""


def fewest(files: Files, fails: Callable[[Files], bool]) -> Files:
    """Return as few of the files as still fail."""
    for one in files:
        fewer = tuple(other for other in files if other is not one)
        if fewer and fails(fewer):
            files = fewer
    return files


def run(count: int, seconds: float, chance: random.Random, keep: Path) -> int:
    """Check fabrics until so many inputs went through, or the CPU time is over; return how many kinds failed."""
    failures: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    started = said = time.process_time()
    while kinds.total() < count and time.process_time() - started < seconds:
        made = [one_input(chance) for _ in range(FABRIC)]
        files = tuple((f"{number}/{path}", raw) for number, (path, raw, _) in enumerate(made))
        form = chance.choice(FORMS)
        kinds.update(kind for _, _, kind in made)
        broken = breaks(files, form)
        if broken:
            name = broken.split(": ")[0] if " at " in broken else broken
            if not failures[name]:
                for path, raw in fewest(files, lambda fewer: bool(breaks(fewer, form))):
                    print(f"{broken}\n  {form}, kept in {keep_input(keep, path.split('/')[1], raw)}", flush=True)
            failures[name] += 1
        if time.process_time() - said > 60:
            said = time.process_time()
            print(f"{kinds.total():,} inputs in {said - started:.0f} s, {len(failures)} kinds of failure", flush=True)
    done = ", ".join(f"{number:,} {kind}" for kind, number in sorted(kinds.items()))
    print(f"{kinds.total():,} inputs through the whole check ({done}); {len(failures)} kinds of failure", flush=True)
    return len(failures)


def main(words: list[str]) -> int:
    """Return 0, or 1 after an input that breaks us."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.whole", description=__doc__)
    parser.add_argument("--count", type=int, default=20_000, help="inputs (default 20,000)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="CPU time to spend at most")
    parser.add_argument("--seed", type=int, default=None, help="repeat an earlier run")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-found"), help="where inputs that break us go")
    given = parser.parse_args(words)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    seed = given.seed if given.seed is not None else random.SystemRandom().randrange(2**32)
    print(f"seed {seed}, {given.count:,} inputs, {len(seeds())} files", flush=True)
    return 1 if run(given.count, given.seconds, random.Random(seed), given.keep) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

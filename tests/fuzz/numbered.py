"""Numbered pumps through the whole check, to find what takes more than linear time or memory.

    python -m tests.fuzz.numbered --pairs 150 --seed 7

Each pair of an input and a pump (`pump.py`) is checked with a few hundred pieces and with four times as many; a check
that takes much more than four times as long is checked with 10,000, and fails above 10 s of CPU time or 500 MB.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import time
from collections.abc import Sequence

from tests.fuzz.pump import Numbered, pairs
from tests.fuzz.whole import check_fabric

FEW = 400
GROWTH = 4
QUICK_SECONDS = 0.1
"""A check that is quicker is not suspected: most of it is what every check takes."""
SLOWER_THAN_SIZE = 1.6
"""How many times the growth of the number of pieces the growth of the time may be."""
PIECES = 10_000
MOST_SECONDS = 10.0
"""10,000 NICs of one host take 9 s; nearly all others stay below 5 s."""
MOST_BYTES = 500 * 1024**2


def check_seconds(pump: Numbered, pieces: int) -> float:
    """Return the CPU time of the whole check of a fabric with so many pieces; the better of two where it is short."""
    files = pump.files(pieces)
    best = float("inf")
    for _ in range(2):
        started = time.process_time()
        check_fabric(files, "json")
        best = min(best, time.process_time() - started)
        if best > 0.5:
            break
    return best


def growth(pump: Numbered, few: int = FEW) -> float:
    """Return how many times as long four times as many pieces take; 0 for what is quick."""
    nothing = check_seconds(pump, 0)
    many = check_seconds(pump, GROWTH * few) - nothing
    if many < QUICK_SECONDS:
        return 0.0
    return many / max(check_seconds(pump, few) - nothing, QUICK_SECONDS / GROWTH / 4)


def grows_too_fast(pump: Numbered, few: int = FEW) -> str:
    """Return how the time of a pump grows where that is faster than its pieces; empty where it is not."""
    found = growth(pump, few)
    # What disturbs a measurement makes it longer, so that one good one is enough.
    if found < GROWTH * SLOWER_THAN_SIZE or (found := growth(pump, few)) < GROWTH * SLOWER_THAN_SIZE:
        return ""
    return f"{pump.name}: {found:.1f} times as long for {GROWTH} times the pieces"


def takes_too_much(pump: Numbered) -> str:
    """Return what 10,000 pieces take in a process of their own, where it is too much; empty where it is not."""
    words = [sys.executable, "-m", "tests.fuzz.numbered", "--measure", pump.name]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"{pump.name}: {PIECES:,} pieces: {done.stderr.strip().splitlines()[-1:]}"
    seconds, used = map(float, done.stdout.split())
    return (
        "" if seconds <= MOST_SECONDS and used <= MOST_BYTES else f"{pump.name}: {seconds:.1f} s, {used / 1e6:.0f} MB"
    )


def run(pumps: Sequence[Numbered]) -> list[str]:
    """Return what is wrong with pumps: all are tried with few pieces, and what is slow with 10,000."""
    wrong: list[str] = []
    for pump in pumps:
        found = grows_too_fast(pump)
        if not found and check_seconds(pump, FEW) * PIECES / FEW > MOST_SECONDS / 2:
            found = takes_too_much(pump)
        if found:
            wrong.append(found)
            print(found, flush=True)
    return wrong


def chosen(count: int, chance: random.Random) -> list[Numbered]:
    """Return so many pairs; those written by hand are among them first."""
    every = list(pairs())
    own = [one for one in every if one.is_own]
    others = [one for one in every if not one.is_own]
    chance.shuffle(own)
    chance.shuffle(others)
    half = min(len(own), count // 2)
    return [*own[:half], *others[: count - half]]


def main(words: list[str]) -> int:
    """Return 0, or 1 where some pump takes too much."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.numbered", description=__doc__)
    parser.add_argument("--pairs", type=int, default=200, help="pairs of an input and a pump (default 200)")
    parser.add_argument("--seed", type=int, default=None, help="repeat an earlier run")
    parser.add_argument("--measure", default="", help="measure the pump of this name with 10,000 pieces")
    given = parser.parse_args(words)
    if given.measure:
        pump = next(one for one in pairs() if one.name == given.measure)
        check_seconds(pump, 1)
        seconds = check_seconds(pump, PIECES)
        print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
        return 0
    seed = given.seed if given.seed is not None else random.SystemRandom().randrange(2**32)
    print(f"seed {seed}, {given.pairs} of {len(pairs())} pairs of an input and a numbered pump", flush=True)
    wrong = run(chosen(given.pairs, random.Random(seed)))
    print(f"{given.pairs} pairs through the whole check, {len(wrong)} take too much", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Pumped inputs: one piece of a file repeated thousands of times, to find readers that take more than linear time.

Each line, word, run of digits, bracket and blank of a file is repeated until it fills a size, then four times that.
Reading in linear time takes four times as long; quadratic reading takes sixteen times.
"""

from __future__ import annotations

import argparse
import gc
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from roce_lint.read.cut_off import cut_off
from roce_lint.read.detect import detect
from roce_lint.read.format import Format, format_names
from roce_lint.read.read_one import reader_for
from roce_lint.read.remarks import find_remarks
from roce_lint.text.document import Document
from tests.fuzz.corpus import seeds

SMALL_CHARACTERS = 20_000
SAMPLES = 12
"""So many files of each format, of middling size, are pumped."""
GROWTH = 4
QUICK_SECONDS_PER_CHARACTER = 6e-7
"""Reading that is quicker than this is not suspected."""
SLOWER_THAN_SIZE = 2.2
"""How many times the growth of the size the growth of the time may be; the clock and the memory take their share."""

_WORD = re.compile(r"[^\s]+")
_DIGITS = re.compile(r"\d+")
_PAIRS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Pump:
    """A place of a text: what stands before it, the piece that is repeated, what closes it, and what follows."""

    name: str
    before: str
    piece: str
    closing: str
    after: str

    def text(self, characters: int) -> str:
        """Return the text with the piece repeated so often that it has about so many characters."""
        count = max(characters // max(len(self.piece) + len(self.closing), 1), 2)
        return f"{self.before}{self.piece * count}{self.closing * count}{self.after}"


def pumps(text: str) -> Iterator[Pump]:
    """Yield the places of a text that are pumped; equal pieces in equal surroundings once."""
    seen: set[tuple[str, str]] = set()

    def new(kind: str, line: str) -> bool:
        key = kind, re.sub(r"\d+", "0", line.strip())
        known = key in seen
        seen.add(key)
        return not known

    at = 0
    for number, line in enumerate(text.split("\n"), 1):
        end = at + len(line)
        before, after = text[:at], text[end:]
        if new("line", line):
            yield Pump(f"line {number}", before, f"{line}\n", "", f"{line}{after}")
            yield Pump(f"blank lines at {number}", before, "\n", "", f"{line}{after}")
            yield Pump(f"indentation of {number}", before, " ", "", f"{line}{after}")
            for word in _WORD.finditer(line):
                start, stop = at + word.start(), at + word.end()
                yield Pump(f"word {word[0][:20]!r} in {number}", text[:start], f"{word[0]} ", "", text[start:])
                yield Pump(f"letters {word[0][:20]!r} in {number}", text[:start], word[0], "", text[stop:])
            for digits in _DIGITS.finditer(line):
                start, stop = at + digits.start(), at + digits.end()
                yield Pump(f"digits {digits[0]} in {number}", text[:start], digits[0], "", text[stop:])
            for place, letter in enumerate(line):
                if letter in _PAIRS:
                    start = at + place
                    yield Pump(f"nesting {letter} in {number}", text[:start], letter, _PAIRS[letter], text[start:])
                    yield Pump(f"opening {letter} in {number}", text[:start], letter, "", text[start:])
        at = end + 1


def reading_seconds(text: str, path: str, form: Format) -> float:
    """Return the CPU time that detection and one reader take; the best of two runs where it is short."""
    document = Document(path, text)
    best = float("inf")
    # What other tests left in memory is not searched for garbage while this is timed.
    gc.freeze()
    for _ in range(2):
        started = time.process_time()
        with suppress(ValueError, RecursionError):
            # A number of thousands of digits, or endless nesting, is the end of reading: see `read_one`.
            detect(document)
            reading = reader_for(form)(document)
            cut_off(document, form, reading.unread)
            find_remarks(document, form)
        best = min(best, time.process_time() - started)
        if best > 1:
            break
    gc.unfreeze()
    return best


def too_slow(pump: Pump, path: str, form: Format) -> str:
    """Return how the time of reading grows where it grows faster than the size; empty where it does not.

    What looks slow is measured twice: other work on the machine makes single measurements long.
    """
    return _too_slow(pump, path, form) and _too_slow(pump, path, form)


def _too_slow(pump: Pump, path: str, form: Format) -> str:
    seconds, sizes = [], []
    for characters in (SMALL_CHARACTERS * GROWTH, SMALL_CHARACTERS * GROWTH**2):
        text = pump.text(characters)
        sizes.append(len(text))
        seconds.append(reading_seconds(text, path, form))
        if seconds[-1] < QUICK_SECONDS_PER_CHARACTER * characters:
            return ""
    growth, size_growth = seconds[1] / max(seconds[0], 1e-4), sizes[1] / sizes[0]
    if growth < size_growth * SLOWER_THAN_SIZE:
        return ""
    return f"{pump.name}: {seconds[0]:.2f} s for {sizes[0]:,} characters, {seconds[1]:.2f} s for {sizes[1]:,}"


def slow_places(samples: Sequence[tuple[str, str, Format]], seconds: float) -> tuple[list[str], int]:
    """Return the places of samples (path, text, format) at which reading is too slow, and how many were tried.

    It ends when the CPU time is over; samples take turns, so that each gets its share.
    """
    found: list[str] = []
    count = 0
    started = time.process_time()
    waiting = [(path, form, pumps(text)) for path, text, form in samples]
    while waiting and time.process_time() - started < seconds:
        for entry in list(waiting):
            path, form, places = entry
            pump = next(places, None)
            if pump is None:
                waiting.remove(entry)
                continue
            count += 1
            slow = too_slow(pump, path, form)
            if slow:
                found.append(f"{form} {path}: {slow}")
    return found, count


def main(words: list[str]) -> int:
    """Return 0, or 1 where a reader takes more than linear time."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.pumped", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300, help="CPU time for each format (default 300)")
    parser.add_argument("--format", choices=format_names(), action="append", dest="formats")
    given = parser.parse_args(words)
    slow: list[str] = []
    for form in map(Format, format_names()):
        if given.formats and form not in given.formats:
            continue
        samples = [(seed.path, seed.raw.decode("latin-1"), form) for seed in seeds() if seed.form == form]
        samples = sorted(samples, key=lambda sample: len(sample[1]))[: 3 * len(samples) // 4][::-1][:SAMPLES]
        found, count = slow_places(samples, given.seconds)
        print(f"{form}: {count} places of {len(samples)} files pumped, {len(found)} too slow", flush=True)
        slow += found
    print("\n".join(slow))
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

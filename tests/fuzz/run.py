"""Fuzz every reader, detection, decoding and the whole check: `make fuzz`, or `python -m tests.fuzz.run --help`.

With atheris installed (the extra `fuzz`) coverage guides the readers; without it, or with `--engine own`, the files of
fixtures are damaged at random from a seed that is printed, so that a run can be repeated. An input that breaks us is
kept below `--keep`, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import random
import resource
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

from roce_lint.read.format import Format, format_names
from tests.fuzz.corpus import damage, seeds
from tests.fuzz.target import check_files, read_bytes

MEMORY_BYTES = 3 * 1024**3
CHECKED_SHARE = 0.08
"""Share of the damaged files that go through the whole check, which takes longer than reading."""
FORMS = tuple(map(Format, format_names()))


def main(words: list[str]) -> int:
    """Return 0, or 1 after an input that breaks us."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.run", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="CPU time to spend (default 600)")
    parser.add_argument("--seed", type=int, default=None, help="repeat an earlier run of the engine 'own'")
    parser.add_argument("--engine", choices=("atheris", "own"), default=None)
    parser.add_argument("--keep", type=Path, default=Path("fuzz-found"), help="where inputs that break us go")
    given = parser.parse_args(words)
    engine = given.engine or ("atheris" if importlib.util.find_spec("atheris") else "own")
    if engine == "atheris":
        return run_atheris(int(given.seconds), given.keep)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    seed = given.seed if given.seed is not None else random.SystemRandom().randrange(2**32)
    print(f"engine own, seed {seed}, {given.seconds:.0f} s of CPU time, {len(seeds())} files", flush=True)
    return run_own(given.seconds, random.Random(seed), given.keep)


def run_own(seconds: float, chance: random.Random, keep: Path) -> int:
    """Damage files of fixtures until the time is over; each kind of failure is kept once."""
    failures: Counter[str] = Counter()
    count = checked = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        seed, other = chance.choice(seeds()), chance.choice(seeds())
        raw = damage(seed.raw, other.raw, chance)
        form = seed.form or chance.choice(FORMS)
        forced = form if chance.random() < 0.8 else chance.choice(FORMS)
        count += 1
        try:
            read_bytes(raw, seed.path, forced)
            if chance.random() < CHECKED_SHARE:
                checked += 1
                check_files(((seed.path, raw), *seed.beside))
        except Exception as error:  # noqa: BLE001  whatever it is, it is what we look for
            last = traceback.extract_tb(error.__traceback__)[-1]
            name = f"{type(error).__name__} at {last.filename.rsplit('/', 1)[-1]}:{last.lineno}"
            if not failures[name]:
                folder = keep_input(keep, seed.path, raw)
                print(f"{name}: {str(error)[:200]}\n  {forced}, kept in {folder}", flush=True)
                (folder / "traceback.txt").write_text(traceback.format_exc()[-20_000:], "utf-8")
            failures[name] += 1
    print(f"{count} files read, {checked} checked whole, {len(failures)} kinds of failure", flush=True)
    return 1 if failures else 0


def keep_input(keep: Path, path: str, raw: bytes) -> Path:
    """Write an input that breaks us into a folder of its own, and return the folder."""
    folder = keep / hashlib.sha256(raw).hexdigest()[:12]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(raw)
    return folder


def run_atheris(seconds: int, keep: Path) -> int:
    """Let coverage of the readers guide the bytes; the first byte of an input names the reader.

    What it learns stays in `keep`/corpus for the next run. libFuzzer ends the process itself, with its own exit code.
    """
    import atheris

    folder = keep / "corpus"
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds()):
        form = FORMS.index(seed.form) if seed.form else 0
        (folder / f"{number:04}").write_bytes(bytes([form]) + seed.raw[:20_000])

    def one(data: bytes) -> None:
        if data:
            read_bytes(data[1:], "input.txt", FORMS[data[0] % len(FORMS)])

    atheris.instrument_all()
    limits = [f"-max_total_time={seconds}", "-rss_limit_mb=3000", "-timeout=30", f"-artifact_prefix={keep}/"]
    atheris.Setup(["fuzz", *limits, "-max_len=40000", str(folder)], one)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The list of code mutations, and what one of them does to a copy of the project."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
LIST = Path(__file__).with_name("mutations.yaml")
FAILED_TESTS = 1
"""The exit code of pytest where tests ran and failed; any other one says that they did not run."""
LONGEST_SECONDS = 300


@dataclass(frozen=True)
class Mutation:
    """One change that makes the program wrong, and the tests that have to fail by it."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def applied_to(self, text: str) -> str:
        """Return the mutated text of the file.

        Raises ValueError where the old text does not stand in the file exactly once, or the new one is no other.
        """
        found = text.count(self.old)
        if found != 1 or self.old == self.new:
            raise ValueError(f"{self.name}: the old text stands {found} times in {self.file}, or is the new text")
        return text.replace(self.old, self.new)


def all_mutations() -> tuple[Mutation, ...]:
    """Return the mutations in the order of the list."""
    rows = yaml.safe_load(LIST.read_text("utf-8"))
    return tuple(
        Mutation(row["name"], row["file"], row["old"].rstrip("\n"), row["new"].rstrip("\n"), tuple(row["tests"]))
        for row in rows
    )


def copy_project(folder: Path) -> None:
    """Copy every file that git knows, as it is now, into a folder."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)


def outcome(mutation: Mutation, folder: Path) -> str:
    """Apply a mutation in a copy, run its tests there, and undo it; return why it is not caught, or an empty text."""
    path = folder / mutation.file
    before = path.read_text("utf-8")
    try:
        _write(path, mutation.applied_to(before))
        code, output = run_tests(mutation.tests, folder)
    except ValueError as error:
        return str(error)
    finally:
        _write(path, before)
    if code == FAILED_TESTS:
        return ""
    said = "it survives" if code == 0 else f"the tests did not run (exit code {code}): {output[-400:]}"
    return f"{mutation.name}: {said} ({' '.join(mutation.tests)})"


def _write(path: Path, text: str) -> None:
    """Write a module, and drop its byte code, which is kept by time and size: a mutation often changes neither."""
    path.write_text(text, "utf-8")
    Path(cache_from_source(path)).unlink(missing_ok=True)


def run_tests(tests: tuple[str, ...], folder: Path) -> tuple[int, str]:
    """Run tests in a copy, up to the first that fails; return pytest's exit code and what it printed."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
        timeout=LONGEST_SECONDS,
        env=environment,
    )
    return done.returncode, done.stdout + done.stderr

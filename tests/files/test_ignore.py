"""Patterns of `.gitignore` are matched as git does, in linear time."""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from roce_lint.files.ignore import IgnorePatterns

ATOMS = [
    "a",
    "b",
    "*",
    "?",
    "**",
    "/",
    "!",
    "[ab]",
    "[!a]",
    "[^b]",
    "[z-a]",
    "[a--b]",
    "[",
    "\\*",
    "ab",
    " ",
    ".cfg",
    "#",
]
NAMES = ["a", "b", "ab", "ba", "a.cfg", "*", "!b", "#"]


@pytest.mark.parametrize("seed", range(6))
def test_git_decides_in_the_same_way(tmp_path: Path, seed: int) -> None:
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed")
    subprocess.run([git, "init", "-q", str(tmp_path)], check=True)
    chosen = random.Random(seed)
    for _ in range(60):
        lines = ["".join(chosen.choices(ATOMS, k=chosen.randint(1, 6))) for _ in range(chosen.randint(1, 3))]
        paths = ["/".join(chosen.choices(NAMES, k=chosen.randint(1, 4))) for _ in range(25)]
        (tmp_path / ".gitignore").write_text("\n".join(lines) + "\n")
        asked = [git, "-c", "core.excludesFile=", "check-ignore", "--no-index", "--stdin", "-z"]
        answer = subprocess.run(asked, cwd=tmp_path, input="\0".join(paths).encode(), capture_output=True, check=False)
        by_git = set(answer.stdout.decode().split("\0"))
        patterns = IgnorePatterns(lines)
        assert {path for path in paths if patterns.leaves_out(path)} == by_git & set(paths), lines


@pytest.mark.parametrize(
    "pattern", ["*a" * 30 + "b", "**/" * 30 + "b", "**/a*" * 12 + "/b", "[a-" * 200, "?*" * 60 + "b"], ids=str
)
def test_no_pattern_takes_long(pattern: str) -> None:
    path = "/".join(["a" * 250] * 16)
    start = time.process_time()
    assert not IgnorePatterns([pattern]).leaves_out(path)
    assert time.process_time() - start < 1

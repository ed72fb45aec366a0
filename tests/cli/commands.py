"""Commands in a process of their own, as a person or a CI system runs them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def run_in(folder: Path, *words: str) -> tuple[int, str]:
    """Return exit code and standard output of `roce-lint WORDS` in a folder; a traceback is a failure."""
    command = [sys.executable, "-m", "roce_lint", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout

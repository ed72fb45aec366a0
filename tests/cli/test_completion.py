"""Shell completion, by running what shells run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent
SHELLS = {
    "bash": "complete -o nosort -F",
    "zsh": "#compdef roce-lint",
    "fish": "complete --no-files --command roce-lint",
}


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_gets_its_script(shell: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "roce_lint", "completion", shell], capture_output=True, text=True, check=True
    )
    assert SHELLS[shell] in done.stdout


NAMES = [
    "l2-storage long-haul lossless lossy-roce lossy-trimming",
    " ".join(f"CLS-001,ECN-{number:03}" for number in (1, 2, 3, 4, 6, 7, 8, 9)),
    "dcs-7060dx4-32",
    "roce-in-lossy-class",
]


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes_commands_and_options() -> None:
    script = """\
eval "$(roce-lint completion bash)"
complete -p roce-lint >/dev/null || exit 9
compopt() { NAMES="names of files"; }
for words in "che" "check --write" "check --scope d" "schema d" "check lea" "check --intent f" "check --profile l" \\
    "check --select CLS-001,ECN-00" "tune --platform DCS-7060DX4" "explain roce-in"; do
    COMP_WORDS=(roce-lint $words); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
    _roce_lint_completion roce-lint
    echo "${COMPREPLY[*]}$NAMES"
    NAMES=""
done
"""
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()) == (
        0,
        ["check check-intent", "--write-baseline", "device", "drift", "names of files", "names of files", *NAMES],
    ), done.stderr

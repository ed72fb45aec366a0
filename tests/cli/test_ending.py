"""How a command ends that is told to, and where what it says goes when nobody listens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.leaf import leaf_config

PROGRAM = [sys.executable, "-m", "roce_lint"]


@pytest.mark.parametrize(
    ("words", "code"),
    [(("check", "leaf1.cfg", "--exit-zero"), 0), (("check", "nothere"), 3), (("facts", "leaf1.cfg"), 0), (("x",), 2)],
    ids=lambda one: str(one),
)
def test_a_closed_standard_error_is_no_fault(tmp_path: Path, words: tuple[str, ...], code: int) -> None:
    (tmp_path / "leaf1.cfg").write_text(leaf_config("leaf1"))
    command = ["sh", "-c", 'exec "$@" 2>&-', "sh", *PROGRAM, *words]
    done = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, check=False)
    assert done.returncode == code


SLOW = """
import signal, sys, tempfile, time
from roce_lint.cli import command
# A suite that runs under nohup ignores SIGHUP, and so does what it starts.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
def slow(words):
    with tempfile.TemporaryDirectory(prefix="roce-lint-rules-") as name:
        print("ready", flush=True)
        time.sleep(60)
command._run = slow
command.main()
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_temporary_folders_are_gone_after_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-c", SLOW]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        assert len([*tmp_path.iterdir()]) == 1
        process.send_signal(number)
        assert process.wait(timeout=30) == 128 + number
    assert [*tmp_path.iterdir()] == []

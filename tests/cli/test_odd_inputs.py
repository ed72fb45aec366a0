"""One odd file ends no run: it is named, and the others are evaluated; what the environment lacks is said."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

LEAF = "hostname leaf1\nspanning-tree mode none\ninterface Ethernet1\n   mtu 9214\n"
DIGITS = "9" * 5000


def _run(folder: Path, *words: str, shell: str = "") -> tuple[int, str]:
    command = [sys.executable, "-m", "roce_lint", *words]
    if shell:
        command = ["sh", "-c", shell.replace("ROCE_LINT", " ".join(command))]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=60, stdin=subprocess.DEVNULL
    )
    output = done.stdout + done.stderr
    assert "Traceback" not in output, output[-2000:]
    return done.returncode, output


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "leaf1.cfg").write_text(LEAF)
    return tmp_path


def test_a_number_of_thousands_of_digits_concerns_its_file_alone(folder: Path) -> None:
    text = '{"system": {"name": {"host-name": "leaf2"}}, "interface": [{"name": "ethernet-1/1", "mtu": DIGITS}]}'
    (folder / "leaf2.json").write_text(text.replace("DIGITS", DIGITS))
    code, output = _run(folder, "check", ".")
    assert code == 3
    assert "cannot be read: leaf2.json: it holds a number of more than 4,300 digits; correct it" in output
    assert "1 device in 2 files" in output


@pytest.mark.parametrize(
    "text",
    [
        f"hostname x\nspanning-tree mode none\ninterface Ethernet{DIGITS}\n   mtu 9214\n",
        f"!Command: show running-config\nversion 10.3(4)\nhostname x\nvlan {DIGITS}\ninterface Ethernet1/{DIGITS}\n",
        f"set / interface ethernet-1/{DIGITS} mtu {DIGITS}\nset / system name host-name x\n",
    ],
    ids=["eos", "nxos", "srlinux"],
)
def test_names_and_numbers_of_thousands_of_digits_are_read_or_reported(folder: Path, text: str) -> None:
    (folder / "odd.cfg").write_text(text)
    code, output = _run(folder, "check", ".")
    assert code in (0, 3)
    assert "2 devices in 2 files" in output or "odd.cfg" in output


def _pipe(folder: Path) -> None:
    os.mkfifo(folder / "roce-lint.toml")


def _write(text: str) -> Callable[[Path], None]:
    return lambda folder: (folder / "roce-lint.toml").write_text(text) and None


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (_pipe, "roce-lint.toml: not a regular file; name the file of settings"),
        (_write(f"jobs = {DIGITS}\n"), "roce-lint.toml: not valid TOML: Exceeds the limit (4300 digits)"),
        (
            _write("a." * 50_000 + "b = 1\n"),
            "roce-lint.toml:1: a key of more than 100 parts; no setting is nested that deep",
        ),
    ],
    ids=["a pipe", "digits", "dotted key"],
)
def test_odd_settings_are_refused(folder: Path, prepare: Callable[[Path], None], message: str) -> None:
    prepare(folder)
    code, output = _run(folder, "check", ".")
    assert (code, message in output) == (2, True), output


def test_an_intent_that_is_a_pipe_is_refused(folder: Path) -> None:
    os.mkfifo(folder / "fabric.roce.yaml")
    code, output = _run(folder, "check-intent", "fabric.roce.yaml")
    assert (code, output) == (2, "roce-lint: fabric.roce.yaml: is no regular file; name an intent file\n")


def test_a_link_to_itself_and_odd_patterns_change_nothing(folder: Path) -> None:
    os.symlink("loop.cfg", folder / "loop.cfg")
    patterns = ", ".join(f'"{pattern}"' for pattern in ("!", "[z-a]", "[a--b]", "*a" * 30 + "b"))
    (folder / "roce-lint.toml").write_text(f"exclude = [{patterns}]\n")
    (folder / ("a" * 200)).write_text("")
    code, output = _run(folder, "check", ".")
    assert (code, "1 device in 1 file" in output) == (0, True), output


@pytest.mark.parametrize(
    ("shell", "message"),
    [
        ("ROCE_LINT check . >&-", "roce-lint: standard output is closed; open it, or send it to a file"),
        ("ROCE_LINT check . >/dev/full", "No space left on device"),
        ("ROCE_LINT facts . >/dev/full", "No space left on device"),
        (
            "mkdir gone; cd gone; rmdir ../gone; ROCE_LINT check .",
            "roce-lint: the working directory is gone or may not be read; change to another one",
        ),
    ],
    ids=["closed", "full", "facts to a full disk", "no working directory"],
)
def test_a_fault_of_the_environment_is_said(folder: Path, shell: str, message: str) -> None:
    if "/dev/full" in shell and not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    code, output = _run(folder, shell=shell)
    assert (code, message in output) == (2, True), output


def test_few_open_files_are_enough(folder: Path) -> None:
    code, output = _run(folder, shell="ulimit -n 12; ROCE_LINT check .")
    assert (code, "1 device in 1 file" in output) == (0, True), output

"""The exit codes of design: one table, through real processes. docs/cli.md tells them to users."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.leaf import UNWATCHED, leaf_config

GOOD = leaf_config()
FILES = {
    "good.cfg": GOOD,
    "bad.cfg": GOOD.replace("minimum-threshold 150", "minimum-threshold 1600"),
    "cut.cfg": "! Command: show running-config\nhostname a\nqos profile X\n   qos trust ds",
    "odd.toml": "ignored = []\n",
    "odd.json": "{}",
    "odd.roce.yaml": "schema: 1\ntopologie: {}\n",
    "unwatched.roce.yaml": UNWATCHED,
    "waivers.yaml": "waivers:\n  - rule: ECN-002\n    device: leaf1\n    reason: r\n    owner: o\n",
    "odd-waivers.yaml": "waivers:\n  - rule: ECN-002\n    device: leaf1\n    reason: r\n",
}
TABLE = [
    (0, "--version"),
    (0, "check good.cfg"),
    (0, "check bad.cfg --ignore ECN"),
    (0, "check bad.cfg --waivers waivers.yaml"),
    (0, "check bad.cfg --write-baseline new.json"),
    (0, "check --show-settings"),
    (0, "facts good.cfg"),
    (0, "rules"),
    (1, "check bad.cfg"),
    (1, "check good.cfg --fail-on info"),
    (2, ""),
    (2, "chek"),
    (2, "check"),
    (2, "check good.cfg --settings odd.toml"),
    (2, "check good.cfg --settings none.toml"),
    (2, "check good.cfg --no-settings --settings odd.toml"),
    (2, "check good.cfg --intent odd.roce.yaml"),
    (2, "check good.cfg --waivers odd-waivers.yaml"),
    (2, "check good.cfg --baseline odd.json"),
    (2, "check good.cfg --today tomorrow"),
    (2, "check cut.cfg --write-baseline new.json"),
    (0, "check-intent unwatched.roce.yaml"),
    (1, "check-intent unwatched.roce.yaml --lint"),
    (2, "check-intent odd.roce.yaml"),
    (2, "render odd.roce.yaml -o out"),
    (3, "check none.cfg"),
    (3, "check bad.cfg cut.cfg"),
    (3, "facts cut.cfg"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "roce_lint", *words], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(("code", "words"), TABLE, ids=[words or "nothing" for _, words in TABLE])
def test_every_outcome_has_its_code(folder: Path, code: int, words: str) -> None:
    done = run(folder, *words.split())
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stdout + done.stderr
    if code in (2, 3):
        assert done.stderr + done.stdout != ""


FAULT = """\
import roce_lint.cli.command as cli, roce_lint.settings.load
def fail(*_): {fault}
import roce_lint.cli.inputs as inputs
inputs.find_settings = fail
import sys
sys.argv = ["roce-lint", "check", "good.cfg"]
cli.main()
"""


@pytest.mark.parametrize(
    ("fault", "code", "message"),
    [
        ("return 1 // 0", 4, "this is an internal error; please report it"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGINT)", 130, ""),
    ],
    ids=["own-fault", "interrupted"],
)
def test_a_fault_of_ours_and_an_interruption_are_distinguished(
    folder: Path, fault: str, code: int, message: str
) -> None:
    code_text = FAULT.format(fault=fault)
    done = subprocess.run(
        [sys.executable, "-c", code_text], cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, message in done.stderr) == (code, True), done.stderr
    assert ("Traceback" in done.stderr) is (code == 4)


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_a_reader_that_goes_away_gets_the_code_of_its_signal(folder: Path) -> None:
    words = [sys.executable, "-m", "roce_lint", "rules"]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert (process.wait(timeout=60), process.stderr.read()) == (141, "")


@pytest.mark.parametrize(
    ("name", "text", "because"),
    [
        ("r1.cfg", "sysname r1\ninterface 100GE1/0/1\n", "a configuration of Huawei VRP or H3C Comware"),
        ("config_db.json", '{"DEVICE_METADATA": {}}', "JSON of another shape"),
        ("notes.txt", "remember the milk\n", "not recognised as any supported file type"),
    ],
    ids=["another", "sonic", "notes"],
)
def test_a_check_of_nothing_is_not_green(tmp_path: Path, name: str, text: str, because: str) -> None:
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / name).write_text(text)
    done = run(tmp_path, "check", "configs")
    said = f"nothing was evaluated: configs holds no configuration that is read; skipped: configs/{name} ({because})"
    assert (done.returncode, done.stderr) == (3, f"roce-lint: {said}\n")
    assert run(tmp_path, "check", "configs", "--allow-empty").returncode == 0
    # A hook is handed whatever files have changed.
    assert run(tmp_path, "check", f"configs/{name}", "--force-exclude").returncode == 0


def test_an_empty_folder_passes_only_where_it_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "configs").mkdir()
    refused = run(tmp_path, "check", "configs")
    said = "roce-lint: no file found in configs; name a folder with configurations\n"
    assert (refused.returncode, refused.stderr) == (3, said)
    allowed = run(tmp_path, "check", "configs", "--allow-empty")
    assert (allowed.returncode, allowed.stderr.splitlines()[:1]) == (
        0,
        [
            "roce-lint: nothing was evaluated: configs holds no configuration; name other files, or allow it with"
            " --allow-empty"
        ],
    )

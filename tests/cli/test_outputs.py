"""Several reports at once: what goes to the terminal, what to files, and what is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from roce_lint.cli.outputs import Output, find_outputs
from roce_lint.errors import UsageError
from roce_lint.read.detect import is_own_report
from roce_lint.report.formats import FORMATS
from tests.cli.leaf import leaf_config

LEAF = "hostname leaf1\n!\ninterface Ethernet1/1\n   description to spine1\n   mtu 9214\n   no switchport\n"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "roce_lint", "check", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("form", "given", "expected"),
    [
        ("", (), [("text", "-")]),
        ("json", (), [("json", "-")]),
        ("", ("r.json",), [("text", "-"), ("json", "r.json")]),
        ("markdown", ("r.json",), [("text", "-"), ("markdown", "r.json")]),
        ("", ("report",), [("text", "-"), ("text", "report")]),
        ("", ("json:r",), [("text", "-"), ("json", "r")]),
        ("json", ("text:r",), [("json", "-"), ("text", "r")]),
        ("", ("json:-",), [("json", "-")]),
        ("", ("json:a", "b.txt"), [("text", "-"), ("json", "a"), ("text", "b.txt")]),
        ("", ("C:r.json",), [("text", "-"), ("json", "C:r.json")]),
        ("", ("./yaml:x",), [("text", "-"), ("text", "./yaml:x")]),
    ],
    ids=str,
)
def test_every_report_has_one_place(form: str, given: tuple[str, ...], expected: list[tuple[str, str]]) -> None:
    assert find_outputs(form, given) == tuple(Output(*one) for one in expected)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            ("jsn:r",),
            "--output jsn:r: 'jsn' is no format; did you mean 'json'? (write ./jsn:r for a file of this name)",
        ),
        (("json:",), "--output 'json:' names no file; write --output sarif:report.sarif"),
        (("json:a", "text:./a"), "--output: two reports would go to ./a; name a file for each"),
        (("a.PDF",), "--output a.PDF: no format has this suffix; write text:a.PDF, or name a .html file"),
    ],
    ids=["unknown form", "no file", "twice", "suffix of no format"],
)
def test_a_wrong_place_is_refused(given: tuple[str, ...], message: str) -> None:
    with pytest.raises(UsageError) as refused:
        find_outputs("", given)
    assert str(refused.value) == message


def test_files_are_written_beside_the_text(tmp_path: Path) -> None:
    (tmp_path / "leaf1.cfg").write_text(LEAF)
    done = run(tmp_path, "leaf1.cfg", "--output", "json:new/folder/r.json", "--output", "text:r.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "r.txt").read_text() == done.stdout
    assert json.loads((tmp_path / "new/folder/r.json").read_text())["summary"]["devices"] == 1


def test_a_second_run_does_not_read_the_reports_of_the_first(tmp_path: Path) -> None:
    (tmp_path / "leaf1.cfg").write_text(leaf_config(kmin=1600))
    forms = [word for form in FORMATS for word in ("--output", f"{form}:report-{form}.txt")]
    first = run(tmp_path, ".", "--no-cache", *forms)
    kept = json.loads((tmp_path / "report-json.txt").read_text())
    second = run(tmp_path, ".", "--no-cache", *forms)
    assert (first.returncode, second.returncode, second.stderr) == (1, 1, "")
    after = json.loads((tmp_path / "report-json.txt").read_text())
    assert (after["findings"], after["unread"], after["summary"]["skipped"]) == (kept["findings"], [], len(FORMATS))


def test_what_gate_and_fix_say_is_no_configuration() -> None:
    said = "  fix: qos map dscp 26 to traffic-class 3\nqos profile A\n   qos trust dscp\n"
    for end in ("ok: 0 new errors, 0 new warnings, 0 new info; 0 fixed", "1 safe fix would be applied to 1 file"):
        assert is_own_report(f"{said}{end}\n")
    assert not is_own_report(said)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("leaf1.cfg", "leaf1.cfg: is read by this check"),
        ("json:./leaf1.cfg", "./leaf1.cfg: is read by this check"),
        ("link.cfg", "link.cfg: is read by this check"),
        ("folder", "folder: is a folder; name a file for the report"),
        ("leaf1.cfg/r.json", "leaf1.cfg is no folder"),
    ],
    ids=["input", "input in another spelling", "link to an input", "folder", "below a file"],
)
def test_no_report_replaces_what_is_no_report(tmp_path: Path, target: str, message: str) -> None:
    (tmp_path / "leaf1.cfg").write_text(LEAF)
    (tmp_path / "link.cfg").symlink_to("leaf1.cfg")
    (tmp_path / "folder").mkdir()
    done = run(tmp_path, "leaf1.cfg", "--output", target)
    assert (done.returncode, done.stdout, message in done.stderr) == (2, "", True), done.stderr
    assert (tmp_path / "leaf1.cfg").read_text() == LEAF
    assert (tmp_path / "link.cfg").is_symlink()


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "leaf1.cfg").write_text(LEAF)
    os.mkfifo(tmp_path / "pipe")
    reader = subprocess.Popen(["cat", "pipe"], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    done = run(tmp_path, "leaf1.cfg", "--format", "json", "--output", "pipe")
    text, _ = reader.communicate(timeout=120)
    assert (done.returncode, json.loads(text)["schema"], (tmp_path / "pipe").is_fifo()) == (0, 1, True)


def test_a_full_disk_behind_standard_output_is_said(tmp_path: Path) -> None:
    (tmp_path / "leaf1.cfg").write_text(LEAF)
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "roce_lint", "check", "leaf1.cfg"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (
        2,
        "roce-lint: standard output cannot be written: No space left on device\n",
    )


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github", "gitlab", "junit", "markdown", "html"])
def test_a_pipe_costs_no_library_of_colours(tmp_path: Path, form: str) -> None:
    (tmp_path / "leaf1.cfg").write_text(LEAF)
    code = (
        "import sys\n"
        "from roce_lint.cli.group import roce_lint\n"
        f"roce_lint.main(['check', 'leaf1.cfg', '--format', {form!r}, '--output', 'out'], standalone_mode=False)\n"
    )
    code = code.replace("roce_lint.main", "try:\n    roce_lint.main") + (
        "except SystemExit:\n    pass\nprint(sorted({'rich', 'pydantic', 'jinja2', 'netaddr'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout.splitlines()[-1], done.stderr) == ("[]", "")

"""No file of a project is left out of a command without a word, and no report is written through a link of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.leaf import leaf_config

FAULTY = leaf_config("leaf1").replace("minimum-threshold 150", "minimum-threshold 9000")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository whose only configuration is tracked, faulty, and named by a `.gitignore` file."""
    folder = tmp_path / "net"
    (folder / "configs").mkdir(parents=True)
    (folder / "configs/leaf1.cfg").write_text(FAULTY)
    who = ("-c", "user.name=a", "-c", "user.email=a@example.net", "-c", "commit.gpgsign=false")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "state")):
        subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)
    (folder / ".gitignore").write_text("*.cfg\nconfigs/\n")
    return folder


def run(folder: Path, *words: str, **environment: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "roce_lint", *words],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


def another_owner(project: Path) -> dict[str, str]:
    return {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def no_git(project: Path) -> dict[str, str]:
    return {"PATH": str(project / "nothing")}


def bare_inside(project: Path) -> dict[str, str]:
    (project / "configs/.gitignore").write_text("*.cfg\n")
    bare = project / "bare"
    subprocess.run(["git", "init", "-q", "--bare", str(bare)], check=True)
    for name in ("HEAD", "config", "objects", "refs"):
        (bare / name).rename(project / "configs" / name)
    return {}


@pytest.mark.parametrize("silence", [another_owner, no_git, bare_inside], ids=lambda one: one.__name__)
@pytest.mark.parametrize("path", [".", "configs"])
def test_ignore_files_hide_nothing_that_git_tracks_or_may_track(project: Path, silence, path: str) -> None:
    code, output, errors = run(project, "check", path, "-v", **silence(project))
    assert (code, "ecn-curve-invalid" in output) == (1, True), output + errors
    if silence is not bare_inside and path == ".":
        assert "git does not tell which files of this repository it tracks" in output + errors


def test_ignore_files_hold_where_there_is_no_repository(tmp_path: Path) -> None:
    (tmp_path / "a.cfg").write_text(FAULTY)
    (tmp_path / "b.cfg").write_text(leaf_config("leaf2"))
    (tmp_path / ".gitignore").write_text("a.cfg\n")
    assert "1 device in 1 file" in run(tmp_path, "check", ".")[1]


@pytest.mark.parametrize(
    "line",
    [
        "   description {{ x",
        "   description to {{ peer }}",
        '   description "{{ peer }}"',
        "   description {% raw %}",
        "banner login\n{% if x %}\n{{ x }}\nEOF",
        "! {{ ansible_managed }}",
        "snmp-server location {{ rack }}",
    ],
)
def test_braces_in_free_text_make_no_template(tmp_path: Path, line: str) -> None:
    lines = FAULTY.splitlines()
    at = lines.index("interface Ethernet1/1") + 1 if line.startswith(" ") else 1
    (tmp_path / "leaf1.cfg").write_text("\n".join([*lines[:at], line, *lines[at:]]) + "\n")
    code, output, _ = run(tmp_path, "check", ".")
    assert (code, "ecn-curve-invalid" in output) == (1, True), output


@pytest.mark.parametrize("line", ["hostname {{ name }}", "{% for port in ports %}", "interface {{ port.name }}"])
def test_braces_where_a_device_takes_none_make_a_template(tmp_path: Path, line: str) -> None:
    (tmp_path / "leaf1.cfg").write_text(f"! made by hand\n{line}\n{FAULTY}")
    assert "a template" in run(tmp_path, "check", ".", "-v")[1]


@pytest.mark.parametrize("command", [("learn",), ("facts",), ("reach",), ("fix",), ("pkeys",)], ids=" ".join)
def test_commands_name_what_they_leave_out(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "leaf1.cfg").write_text(leaf_config("leaf1"))
    (tmp_path / "leaf2.cfg").write_text("hostname {{ name }}\n" + leaf_config("leaf2"))
    assert "left out: leaf2.cfg: a template" in run(tmp_path, *command, ".")[2]


@pytest.mark.parametrize("form", ["html", "sarif", "json", "junit"])
def test_a_report_is_not_written_through_a_link_of_the_checkout(project: Path, form: str) -> None:
    outside = project.parent / "outside"
    outside.mkdir()
    (project / "reports").symlink_to("../outside")
    code, _, errors = run(project, "check", ".", "--output", f"{form}:reports/inner/x.out")
    assert (code, [*outside.iterdir()]) == (2, [])
    assert "reports is a link; name where it leads to" in errors
    assert run(project, "check", ".", "--output", f"{form}:{outside}/x.out")[0] == 1
    assert [path.name for path in outside.iterdir()] == ["x.out"]

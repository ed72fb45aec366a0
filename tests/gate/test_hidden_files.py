"""A change cannot take a file, or its faults, out of the verdict without the gate saying so."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SOUND = """\
hostname leaf1
spanning-tree mode none
!
priority-flow-control pause watchdog default timeout 0.2
priority-flow-control pause watchdog default recovery-time 0.2
qos map dscp 26 to traffic-class 3
!
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   uc-tx-queue 3
      random-detect ecn minimum-threshold 100 kbytes maximum-threshold 1500 kbytes max-mark-probability 10 weight 0
!
interface Ethernet1/1
   mtu 9214
   no switchport
   service-profile ROCE
"""
FAULTY = SOUND.replace("minimum-threshold 100 kbytes", "minimum-threshold 9000 kbytes")
FAULT = "ecn-curve-invalid"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository whose main branch holds one sound configuration."""
    _git(tmp_path, "-c", "init.defaultBranch=main", "init", "-q", ".")
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs/leaf1.cfg").write_text(SOUND)
    _commit(tmp_path)
    return tmp_path


def _git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def _commit(folder: Path) -> None:
    _git(folder, "add", "-f", "-A")
    _git(folder, "-c", "user.name=a", "-c", "user.email=a@example.net", "commit", "-qm", "Change")


def _gate(folder: Path, *words: str) -> tuple[int, dict[str, object]]:
    command = [sys.executable, "-m", "roce_lint", "gate", *words, "--format", "json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    return done.returncode, json.loads(done.stdout)


def _faults(verdict: dict[str, object]) -> list[str]:
    new = verdict["new"]
    assert isinstance(new, list)
    return [finding["rule"] for finding in new if finding["severity"] == "error"]


def ignored(folder: Path) -> None:
    (folder / ".gitignore").write_text("configs/\n*.cfg\n")
    (folder / "configs/leaf1.cfg").write_text(FAULTY)


def in_tools(name: str) -> Callable[[Path], None]:
    def move(folder: Path) -> None:
        (folder / name).mkdir(parents=True)
        (folder / "configs/leaf1.cfg").unlink()
        (folder / name / "leaf1.cfg").write_text(FAULTY)

    return move


@pytest.mark.parametrize("measure", ["head", "base"])
@pytest.mark.parametrize(
    "hide",
    [ignored, in_tools("node_modules"), in_tools(".venv/configs"), in_tools("configs/__pycache__")],
    ids=["gitignore", "node_modules", "venv", "pycache"],
)
def test_what_git_tracks_is_judged_wherever_it_lies(project: Path, hide: Callable[[Path], None], measure: str) -> None:
    hide(project)
    _commit(project)
    code, verdict = _gate(project, "HEAD~1", "HEAD", "--measure", measure)
    assert (code, _faults(verdict)) == (1, [FAULT])
    # The work tree is judged in the same way.
    assert (code, _faults(verdict)) == (_gate(project, "HEAD~1")[0], [FAULT])


def with_nul(folder: Path) -> None:
    (folder / "configs/leaf1.cfg").write_bytes(FAULTY.encode() + b"\0")


def as_link(folder: Path) -> None:
    (folder / "configs/leaf1.cfg").unlink()
    (folder / "configs/leaf1.cfg").symlink_to("/dev/null")


def as_foreign(folder: Path) -> None:
    (folder / "configs/leaf1.cfg").write_text("nothing of a switch\n")


def excluded(folder: Path) -> None:
    (folder / "roce-lint.toml").write_text('exclude = ["leaf1.cfg"]\n')


def moved_and_excluded(folder: Path) -> None:
    (folder / "roce-lint.toml").write_text('exclude = ["old/"]\n')
    (folder / "old").mkdir()
    (folder / "configs/leaf1.cfg").rename(folder / "old/leaf1.cfg")


@pytest.mark.parametrize(
    ("hide", "path", "because"),
    [
        (
            as_link,
            "configs/leaf1.cfg",
            "was evaluated before this change and is not now: a symbolic link, which is not followed",
        ),
        (
            as_foreign,
            "configs/leaf1.cfg",
            "was evaluated before this change and is not now: not recognised as any supported file type",
        ),
        (excluded, "configs/leaf1.cfg", "was evaluated before this change and is not now: excluded"),
        (
            moved_and_excluded,
            "old/leaf1.cfg",
            "was evaluated before this change as configs/leaf1.cfg and is not now: excluded",
        ),
    ],
    ids=["link", "foreign", "excluded", "moved and excluded"],
)
def test_what_is_no_longer_judged_fails(project: Path, hide: Callable[[Path], None], path: str, because: str) -> None:
    hide(project)
    _commit(project)
    code, verdict = _gate(project, "HEAD~1", "HEAD")
    message = f"{because}; a change may not hide it"
    assert (code, verdict["outcome"]) == (1, "failed")
    assert verdict["not_evaluated"] == [{"path": path, "line": 0, "message": message}]


def test_a_configuration_with_a_nul_byte_cannot_be_read(project: Path) -> None:
    with_nul(project)
    _commit(project)
    code, verdict = _gate(project, "HEAD~1", "HEAD")
    message = "a NUL byte in a configuration: the copy is damaged; fetch it again"
    assert (code, verdict["outcome"]) == (3, "incomplete")
    assert verdict["unreadable"] == [{"path": "configs/leaf1.cfg", "line": FAULTY.count("\n") + 1, "message": message}]


def test_a_file_that_is_removed_may_go(project: Path) -> None:
    (project / "configs/leaf1.cfg").unlink()
    (project / "README").write_text("empty\n")
    _commit(project)
    assert _gate(project, "HEAD~1", "HEAD")[0] == 1
    code, verdict = _gate(project, "HEAD~1", "HEAD", "--allow-removals", "leaf1")
    assert (code, verdict["not_evaluated"]) == (0, [])


@pytest.mark.parametrize(("measure", "expected"), [("head", (0, [])), ("base", (1, [FAULT]))])
def test_a_token_of_the_change_does_not_hold_by_the_measure_of_base(
    project: Path, measure: str, expected: tuple[int, list[str]]
) -> None:
    token = f'! roce-lint: ignore-file[{FAULT}] reason="later"\n'
    (project / "configs/leaf1.cfg").write_text(token + FAULTY)
    _commit(project)
    code, verdict = _gate(project, "HEAD~1", "HEAD", "--measure", measure)
    assert (code, _faults(verdict)) == expected


def test_a_token_that_was_there_holds_by_the_measure_of_base(project: Path) -> None:
    token = f'! roce-lint: ignore-file[{FAULT}] reason="later"\n'
    (project / "configs/leaf1.cfg").write_text(token + SOUND)
    _commit(project)
    (project / "configs/leaf1.cfg").write_text("! moved by a line\n" + token + FAULTY)
    _commit(project)
    code, verdict = _gate(project, "HEAD~1", "HEAD", "--measure", "base")
    assert (code, _faults(verdict)) == (0, [])


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ('ignore = ["ECN"]', "rules: ECN-"),
        ('profile = "none"', "rules that profile none leaves out (before: inferred)"),
        ('[domain.exclude]\ninterfaces = ["Ethernet*"]', "ports named by [domain.exclude]: interfaces Ethernet*"),
        ('fail-on = "error"\n[per-device-ignores]\n"leaf*" = ["ECN"]', "by per-device-ignores: leaf* ECN"),
    ],
    ids=["ignore", "profile", "domain", "per device"],
)
def test_what_settings_switch_off_stands_in_the_verdict(project: Path, settings: str, sentence: str) -> None:
    (project / "roce-lint.toml").write_text(settings + "\n")
    (project / "configs/leaf1.cfg").write_text(FAULTY)
    _commit(project)
    _, verdict = _gate(project, "HEAD~1", "HEAD")
    measure = verdict["measure"]
    assert isinstance(measure, dict)
    assert [one for one in measure["switched_off"] if sentence in one], measure
    for form in ("text", "markdown"):
        command = [sys.executable, "-m", "roce_lint", "gate", "HEAD~1", "HEAD", "--format", form]
        done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
        assert "his change switches off" in done.stdout


TWO_PROFILES = SOUND.replace("qos profile ROCE", "qos profile SPARE\n   qos trust dscp\n!\nqos profile ROCE")


def _with_token(text: str, head: str) -> str:
    return text.replace(f"{head}\n", f"{head}\n   !! roce-lint: ignore[{FAULT}] agreed with the vendor\n")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("qos profile SPARE", "qos profile ROCE", (1, [FAULT])),
        ("qos profile ROCE", "qos profile ROCE", (0, [])),
    ],
    ids=["moved to another block", "left in its block"],
)
def test_a_token_holds_by_the_measure_of_base_in_its_block_alone(
    project: Path, before: str, after: str, expected: tuple[int, list[str]]
) -> None:
    (project / "configs/leaf1.cfg").write_text(_with_token(TWO_PROFILES, before))
    _commit(project)
    moved = "! a line more\n" + _with_token(TWO_PROFILES, after)
    faulty = moved.replace("minimum-threshold 100 kbytes", "minimum-threshold 9000 kbytes")
    (project / "configs/leaf1.cfg").write_text(faulty)
    _commit(project)
    code, verdict = _gate(project, "HEAD~1", "HEAD", "--measure", "base")
    assert (code, _faults(verdict)) == expected
    code, verdict = _gate(project, "HEAD~1", "HEAD", "--measure", "head")
    assert (code, _faults(verdict)) == (0, [])

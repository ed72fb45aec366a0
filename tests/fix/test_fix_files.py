"""`fix --apply` on disk: what is written keeps its mode, and what could surprise anyone is refused with the reason."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from roce_lint.errors import Problem
from roce_lint.fix.files import Applied, apply_contents
from roce_lint.fix.plan import plan_remedies
from roce_lint.fix.report import remedies_text


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "roce_lint", "fix", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def applied(path: Path, before: bytes = b"a\n", *, allow_dirty: bool = False) -> tuple[bytes, list[str]]:
    done = apply_contents({str(path): before}, {str(path): b"b\n"}, allow_dirty=allow_dirty)
    return path.read_bytes(), [problem.message for problem in done.refused]


@pytest.fixture
def leaf(tmp_path: Path) -> Path:
    path = tmp_path / "leaf.cfg"
    path.write_bytes(b"a\n")
    path.chmod(0o640)
    return path


def test_the_mode_is_kept_and_nothing_is_left_behind(leaf: Path) -> None:
    assert applied(leaf) == (b"b\n", [])
    assert (leaf.stat().st_mode & 0o777, os.listdir(leaf.parent)) == (0o640, ["leaf.cfg"])


def test_a_link_is_refused(leaf: Path) -> None:
    link = leaf.parent / "link.cfg"
    link.symlink_to(leaf)
    reason = "it is reached over a symbolic link; name the file itself; nothing was changed in it"
    assert applied(link) == (b"a\n", [reason])


def test_a_file_with_several_links_is_refused(leaf: Path) -> None:
    os.link(leaf, leaf.parent / "twin.cfg")
    assert applied(leaf)[1] == ["it has several hard links, and only one would change; nothing was changed in it"]


def test_a_file_that_changed_meanwhile_is_refused(leaf: Path) -> None:
    assert applied(leaf, b"other\n")[1] == [
        "it has changed since it was read; run fix again; nothing was changed in it"
    ]


def test_a_generated_file_is_refused(leaf: Path) -> None:
    text = b"! Ansible managed: DO NOT EDIT\na\n"
    leaf.write_bytes(text)
    reason = "it says that it is generated; change what it is made from; nothing was changed in it"
    assert applied(leaf, text) == (text, [reason])


def test_what_is_not_committed_is_refused_unless_allowed(leaf: Path) -> None:
    def git(*arguments: str) -> None:
        names = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", *names, *arguments], cwd=leaf.parent, check=True, capture_output=True)

    git("init", "-q")
    assert applied(leaf)[1] == [
        "git does not have it yet; commit it first, or use --allow-dirty; nothing was changed in it"
    ]
    git("add", "-A")
    git("commit", "-qm", "a")
    leaf.write_bytes(b"a2\n")
    assert applied(leaf, b"a2\n")[1][0].startswith("it holds changes that are not committed; commit them first")
    assert applied(leaf, b"a2\n", allow_dirty=True) == (b"b\n", [])
    git("checkout", "-q", "leaf.cfg")
    assert applied(leaf) == (b"b\n", [])


def test_the_command_previews_and_applies(tmp_path: Path, fabric: Any) -> None:
    broken = fabric("nxos").broken(
        "configs/leaf-1.cfg", lambda text: text.replace("control mode on", "control mode off", 1)
    )
    for path, raw in broken.files.items():
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(raw)
    leaf = tmp_path / "configs" / "leaf-1.cfg"
    bench = broken.bench()
    preview = remedies_text(plan_remedies(bench), bench, None)
    assert "-  priority-flow-control mode off\n+  priority-flow-control mode on\n" in preview
    assert preview.splitlines()[-1].startswith("1 safe fix would be applied to 1 file; --apply writes them; 0 need")
    stopped = remedies_text(plan_remedies(bench), bench, Applied((), (Problem("configs/leaf-1.cfg", 0, 0, "no"),)))
    assert stopped.endswith(
        "refused: configs/leaf-1.cfg: no\n"
        "1 safe fix for 1 file, of which 0 written and 1 refused; "
        "0 need a decision; 0 findings without a fix\n"
    )
    done = run(tmp_path, "configs", "hosts", "--apply", "--format", "json")
    assert (done.returncode, json.loads(done.stdout)["written"]) == (0, ["configs/leaf-1.cfg"])
    assert leaf.read_bytes() == fabric("nxos").files["configs/leaf-1.cfg"]
    refused = run(tmp_path, "configs", "--only", "pfc-link-ends-difer")
    assert (refused.returncode, "did you mean 'pfc-link-ends-differ'" in refused.stderr) == (2, True)

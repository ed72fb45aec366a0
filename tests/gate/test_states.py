"""Every kind of git repository, and nothing of it runs, is followed or is changed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from roce_lint.errors import Problem, UsageError
from roce_lint.gate.compare import compare_states
from roce_lint.gate.measure import Options
from roce_lint.gate.open_states import open_states

LEAF_FILE = "configs/leaf-1.cfg"
TIMEOUT = "priority-flow-control pause watchdog default timeout 0.2\n"
WATCHDOG_OFF = ["- leaf-1 Ethernet1/1, Ethernet2/1: watchdog off"]


def compared(folder: Path, base: str, head: str = "") -> Any:
    states = open_states(folder, base, head)
    return compare_states(states.base, states.head, states.depth, Options())


@pytest.fixture
def changed(repository: Any) -> Any:
    """The repository with a second commit, which switches a watchdog off."""
    repository.change(LEAF_FILE, TIMEOUT, "")
    repository.commit()
    return repository


def test_commits_tags_and_expressions_are_states(changed: Any) -> None:
    changed.git("tag", "-a", "v1", "-m", "first", "main~1")
    for base in ("main~1", "v1", "main^", changed.git("rev-parse", "main~1").strip()):
        assert changed.meaning(changed.gate(base, "HEAD")) == WATCHDOG_OFF
    verdict = changed.gate("v1..main")
    commit = changed.git("rev-parse", "main").strip()
    assert (verdict.head.label, verdict.head.commit) == (f"main ({commit[:12]})", commit)


def test_the_work_tree_counts_with_what_is_not_committed_yet(repository: Any) -> None:
    repository.change(LEAF_FILE, TIMEOUT, "")
    repository.write("configs/new.cfg", repository.leaf("leaf-3", "leaf-9", 8))
    repository.write("configs/old.cfg.bak", repository.leaf("leaf-4", "leaf-9", 6))
    repository.write(".gitignore", "*.bak\n")
    verdict = repository.gate()
    assert repository.meaning(verdict) == [*WATCHDOG_OFF, "~ leaf-3: added (eos switch)"]
    assert repository.git("status", "--porcelain").splitlines() == [
        f" M {LEAF_FILE}",
        "?? .gitignore",
        "?? configs/new.cfg",
    ]


def test_a_bare_repository_needs_two_names(changed: Any, tmp_path: Path) -> None:
    changed.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    assert changed.meaning(compared(tmp_path / "bare.git", "main~1", "main")) == WATCHDOG_OFF
    with pytest.raises(UsageError, match="this repository has no working tree; name both states"):
        compared(tmp_path / "bare.git", "main")


def test_a_folder_of_a_repository_is_looked_at_alone(changed: Any) -> None:
    changed.write("lab/leaf-9.cfg", changed.leaf("leaf-9", "leaf-8", 8))
    changed.commit()
    assert changed.meaning(changed.gate("main~2", below="configs")) == WATCHDOG_OFF
    assert changed.gate("main~2", below="configs").files.changed == ("leaf-1.cfg",)
    assert changed.gate("main~2", paths=("lab",)).files.added == ("lab/leaf-9.cfg",)


def test_another_work_tree_of_a_repository_is_one(changed: Any, tmp_path: Path) -> None:
    changed.git("worktree", "add", "-q", str(tmp_path / "tree"), "main~1")
    assert changed.meaning(compared(tmp_path / "tree", "main", "")) == [
        "+ leaf-1 Ethernet1/1, Ethernet2/1: watchdog on (detection 200 ms, recovery 400 ms, action drop)"
    ]


def test_a_shallow_clone_says_what_to_fetch(changed: Any, tmp_path: Path) -> None:
    changed.git("clone", "-q", "--depth=1", f"file://{changed.folder}", str(tmp_path / "shallow"))
    for base in ("main~1", "origin/other", "main~1...main"):
        with pytest.raises(UsageError, match=r"this clone is shallow; fetch what is missing: .*fetch-depth: 0"):
            compared(tmp_path / "shallow", base)
    assert compared(tmp_path / "shallow", "main").outcome == "passed"


def test_branches_without_a_common_commit_have_no_merge_base(changed: Any) -> None:
    changed.git("checkout", "-q", "--orphan", "alone")
    changed.commit()
    with pytest.raises(UsageError, match=r"no commit is known from which .* parted; name two states without"):
        changed.gate("main...alone")


def test_a_clone_without_blobs_is_reported_and_nothing_is_fetched(changed: Any, tmp_path: Path) -> None:
    changed.git("config", "uploadpack.allowFilter", "true")
    changed.git(
        "clone", "-q", "--filter=blob:none", "--no-checkout", f"file://{changed.folder}", str(tmp_path / "partial")
    )
    verdict = compared(tmp_path / "partial", "main~1", "main")
    assert verdict.outcome == "incomplete"
    assert {problem.message for problem in verdict.unreadable} == {
        "its contents are not in this clone (a partial clone?); fetch them with git and try again"
    }


@pytest.mark.parametrize("name", ["--output=x", "-", "-O/tmp/x", "", "a\nb", "main\0"])
def test_an_option_or_a_control_character_is_no_state(repository: Any, name: str) -> None:
    with pytest.raises(UsageError, match="is no name of a git state"):
        repository.gate("main", name) if name else repository.gate(name)
    assert sorted(path.name for path in repository.folder.iterdir()) == [".git", "configs"]


def test_a_name_that_is_nothing_is_refused_with_the_nearest(repository: Any) -> None:
    repository.git("branch", "feature/pfc")
    with pytest.raises(
        UsageError, match="there is no commit 'feature/pcf' in this repository; did you mean 'feature/pfc'"
    ):
        repository.gate("feature/pcf")


def test_outside_of_a_repository_two_folders_are_needed(tmp_path: Path, repository: Any) -> None:
    lonely = tmp_path / "lonely"
    for name, text in (
        ("old", repository.leaf("leaf-1", "x", 0)),
        ("new", repository.leaf("leaf-1", "x", 0).replace(TIMEOUT, "")),
    ):
        (lonely / name / "configs").mkdir(parents=True)
        (lonely / name / "configs" / "leaf-1.cfg").write_text(text)
    verdict = compared(lonely, "old", "new")
    assert (repository.meaning(verdict), verdict.base.label) == (WATCHDOG_OFF, "old/")
    assert next(place.path for finding in verdict.findings.new for place in finding.places) == "new/configs/leaf-1.cfg"
    with pytest.raises(UsageError, match="run it inside a git repository, or name two folders"):
        compared(lonely, "main")


def test_what_is_a_folder_and_a_branch_is_asked_about(repository: Any) -> None:
    repository.git("branch", "old")
    repository.git("branch", "new")
    for name in ("old", "new"):
        repository.write(f"{name}/leaf-1.cfg", repository.leaf("leaf-1", "x", 0))
    with pytest.raises(UsageError, match=r"write \./old for the folder or refs/heads/old for the branch"):
        repository.gate("old", "new")
    assert repository.gate("./old", "./new").files.count == 0


def test_links_and_submodules_are_not_followed(repository: Any, tmp_path: Path) -> None:
    (tmp_path / "secret.cfg").write_text(repository.leaf("secret", "x", 8))
    os.symlink(tmp_path / "secret.cfg", repository.folder / "configs" / "secret.cfg")
    os.symlink("leaf-1.cfg", repository.folder / "configs" / "alias.cfg")
    os.symlink(tmp_path, repository.folder / "elsewhere")
    inner = repository.folder / "inner"
    inner.mkdir()
    (inner / "leaf-7.cfg").write_text(repository.leaf("leaf-7", "x", 8))
    for arguments in (
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"],
    ):
        subprocess.run(["git", *arguments], cwd=inner, check=True, capture_output=True)
    repository.git("-c", "advice.addEmbeddedRepo=false", "add", "-A")
    for head in ("", "main"):
        if head:
            repository.git("commit", "-qm", "links")
        verdict = repository.gate("main~1" if head else "main", head)
        assert (repository.meaning(verdict), verdict.files.count, verdict.unreadable) == ([], 0, ())


def test_nothing_of_a_repository_is_run(changed: Any, tmp_path: Path) -> None:
    proof = tmp_path / "ran"
    script = tmp_path / "run.sh"
    script.write_text(f"#!/bin/sh\ntouch {proof}\ncat\n")
    script.chmod(0o755)
    for key in (
        "diff.x.textconv",
        "filter.x.smudge",
        "filter.x.clean",
        "core.fsmonitor",
        "core.pager",
        "diff.external",
    ):
        changed.git("config", key, str(script))
    changed.git("config", "alias.ls-tree", f"!{script}")
    changed.write(".git/info/attributes", "* filter=x diff=x\n")
    for hook in ("post-checkout", "pre-commit", "reference-transaction"):
        changed.write(f".git/hooks/{hook}", script.read_text())
        (changed.folder / ".git" / "hooks" / hook).chmod(0o755)
    assert changed.meaning(changed.gate("main~1", "main")) == WATCHDOG_OFF
    assert changed.meaning(changed.gate("main~1")) == WATCHDOG_OFF
    assert not proof.exists()


def test_paths_with_strange_bytes_are_read_and_shown_safely(repository: Any) -> None:
    name = os.fsdecode(b"configs/le\xffaf\t\n\x1b[31m.cfg")
    (repository.folder / name).write_text(repository.leaf("leaf-3", "x", 8))
    repository.git("add", "-A")
    repository.git("commit", "-qm", "odd")
    for head in ("main", ""):
        verdict = repository.gate("main~1", head)
        assert (repository.meaning(verdict), verdict.files.added) == (["~ leaf-3: added (eos switch)"], (name,))


def test_a_pointer_to_large_files_is_no_config(repository: Any) -> None:
    repository.write(LEAF_FILE, "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n")
    repository.commit()
    verdict = repository.gate("main~1", "main")
    assert repository.meaning(verdict) == ["- leaf-1: removed with 1 link"]
    assert [str(problem) for problem in verdict.notes] == [
        f"{LEAF_FILE}: a pointer of Git LFS: the contents are not in the repository"
    ]


def test_a_file_that_is_too_large_is_refused(repository: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roce_lint.gate.commit_state.LARGEST_FILE_BYTES", 100)
    monkeypatch.setattr("roce_lint.gate.folder_state.LARGEST_FILE_BYTES", 100)
    for head in ("", "main"):
        verdict = repository.gate("main", head)
        assert verdict.outcome == "incomplete"
        assert [problem.path for problem in verdict.unreadable] == [LEAF_FILE, "configs/leaf-2.cfg"]


def test_a_file_that_cannot_be_read_makes_the_verdict_incomplete(repository: Any) -> None:
    repository.write(LEAF_FILE, repository.leaf("leaf-2", "x", 0))
    verdict = repository.gate()
    assert (verdict.outcome, [problem.path for problem in verdict.unreadable]) == ("incomplete", ["configs/leaf-2.cfg"])
    repository.commit()
    repository.write(LEAF_FILE, repository.leaf("leaf-1", "leaf-2", 0))
    verdict = repository.gate()
    assert (verdict.outcome, len(verdict.unreadable_before)) == ("passed", 1)


@pytest.mark.parametrize("head", ["HEAD", ""], ids=["commit", "work tree"])
def test_a_state_is_listed_once(changed: Any, head: str, monkeypatch: pytest.MonkeyPatch) -> None:
    states = open_states(changed.folder, "HEAD~1", head)
    listed = states.head.entries()
    monkeypatch.setattr(os, "walk", None)
    monkeypatch.setattr(subprocess, "Popen", None)
    assert states.head.entries() is listed


ONYX = """\
##
## Running database "initial"
## Generated at 2024/01/01 00:00:00 +0000
## Hostname: spine-9
## Product release: 3.10.4606
##
   interface ethernet 1/1 mtu 9216 force
   dcb priority-flow-control enable force
"""


def test_a_switch_of_an_unread_system_makes_the_verdict_incomplete(repository: Any) -> None:
    repository.write("configs/spine-9.cfg", ONYX)
    repository.commit()
    verdict = repository.gate("main~1", "main")
    message = (
        "not read: a configuration of NVIDIA Onyx; the fabric was evaluated without it (--allow-unread accepts that)"
    )
    assert (verdict.outcome, verdict.unreadable) == ("incomplete", (Problem("configs/spine-9.cfg", 0, 0, message),))
    assert repository.gate("main~1", "main", allow_unread=True).outcome == "passed"
    repository.write("roce-lint.toml", "allow-unread = true\n")
    repository.commit()
    accepted = repository.gate("main~1", "main")
    assert (accepted.outcome, accepted.weakening.switched_off) == ("passed", ("switches of systems that are not read",))
    assert repository.gate("main~1", "main", by_base=True).outcome == "incomplete"


def test_a_tree_with_two_entries_of_one_name_is_refused(repository: Any) -> None:
    """Which of the two a checkout would write is nobody's promise; git itself reports it, in `git fsck` alone."""
    leaf = repository.git("rev-parse", f"HEAD:{LEAF_FILE}").strip()
    empty = repository.git("hash-object", "-w", "-t", "blob", "/dev/null").strip()
    entries = b"".join(b"100644 leaf-1.cfg\0" + bytes.fromhex(blob) for blob in (empty, leaf))
    (repository.folder / "tree").write_bytes(entries)
    tree = repository.git("hash-object", "-w", "--literally", "-t", "tree", "tree").strip()
    commit = repository.git("commit-tree", tree, "-p", "HEAD", "-m", "twice").strip()
    with pytest.raises(UsageError, match=r"'leaf-1\.cfg' more than once"):
        compared(repository.folder, "HEAD", commit)


def test_a_bare_repository_in_the_checkout_is_not_taken_for_the_project(repository: Any) -> None:
    """The author of a change would choose both states, and the settings of git."""
    inner = repository.folder / "configs"
    repository.git("clone", "-q", "--bare", ".", "bare")
    for name in ("HEAD", "config", "objects", "refs", "packed-refs"):
        (repository.folder / "bare" / name).rename(inner / name)
    with pytest.raises(UsageError, match="cannot use bare repository"):
        open_states(inner, "main", "HEAD")

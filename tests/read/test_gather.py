from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from roce_lint.errors import Problem
from roce_lint.read.files import Skipped
from roce_lint.read.gather import gather
from roce_lint.text.document import Document


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in" / "deep").mkdir(parents=True)
    return tmp_path


def test_a_folder_is_walked_in_order_and_ignore_files_are_honoured(folder: Path) -> None:
    (folder / "in" / "b.cfg").write_text("b")
    (folder / "in" / "a.cfg").write_text("a")
    (folder / "in" / "deep" / "c.cfg").write_text("c")
    (folder / "in" / "deep" / "d.old").write_text("d")
    (folder / "in" / "deep" / ".gitignore").write_text("*.old\n.gitignore\n")
    found = gather(["in"])
    assert found.documents == (Document("in/a.cfg", "a"), Document("in/b.cfg", "b"), Document("in/deep/c.cfg", "c"))
    ignored = tuple(Skipped(f"in/deep/{name}", "ignored by .gitignore") for name in (".gitignore", "d.old"))
    assert (found.skipped, found.failures, found.named) == (ignored, (), frozenset())


def test_what_git_tracks_is_read_whatever_a_gitignore_says(folder: Path) -> None:
    for name in ("a.cfg", "deep/b.cfg", "node_modules/c.cfg", "deep/untracked.cfg", "excluded.cfg"):
        (folder / "in" / name).parent.mkdir(exist_ok=True)
        (folder / "in" / name).write_text(name)
    git = ["git", "-c", "init.defaultBranch=main"]
    subprocess.run([*git, "init", "-q", "."], check=True)
    subprocess.run([*git, "add", "-f", "in"], check=True)
    subprocess.run([*git, "rm", "-q", "--cached", "in/deep/untracked.cfg"], check=True)
    (folder / "in" / ".gitignore").write_text("*.cfg\ndeep/\n")
    found = gather(["in"], exclude=["excluded.cfg"])
    read = ("in/.gitignore", "in/a.cfg", "in/deep/b.cfg", "in/node_modules/c.cfg")
    assert tuple(document.path for document in found.documents) == read
    assert found.skipped == (
        Skipped("in/deep/", "ignored by .gitignore"),
        Skipped("in/excluded.cfg", "excluded"),
        Skipped("in/node_modules/", "a folder of tools, which holds no configurations"),
    )


def test_excluded_patterns_are_left_out_and_named_files_never_are(folder: Path) -> None:
    (folder / "in" / "a.cfg").write_text("a")
    (folder / "in" / "deep" / "b.cfg").write_text("b")
    found = gather(["in", "in/deep/b.cfg"], exclude=["deep/"])
    assert found.documents == (Document("in/a.cfg", "a"), Document("in/deep/b.cfg", "b"))
    assert found.named == frozenset({"in/deep/b.cfg"})


def test_a_binary_file_is_left_out_of_a_folder_and_a_failure_when_it_is_named(folder: Path) -> None:
    (folder / "in" / "x.bin").write_bytes(b"\x7fELF\0\1")
    assert gather(["in"]).skipped == (Skipped("in/x.bin", "a binary file"),)
    assert gather(["in/x.bin"]).failures == (Problem("in/x.bin", 0, 0, "a binary file; name a text file"),)


def test_a_missing_file_says_so(folder: Path) -> None:
    assert gather(["none.cfg"]).failures == (
        Problem("none.cfg", 0, 0, "cannot be read: No such file or directory; check the path and its permissions"),
    )


def test_a_link_out_of_the_folder_is_not_followed(folder: Path) -> None:
    (folder / "secret").write_text("secret")
    os.symlink(folder / "secret", folder / "in" / "link.cfg")
    found = gather(["in"])
    assert found.documents == ()
    assert found.skipped == (Skipped("in/link.cfg", "a link that leads out of the folder"),)


@pytest.mark.parametrize(
    ("raw", "text"),
    [(b"\xef\xbb\xbfa", "a"), ("ü".encode("latin-1"), "ü"), ("ü".encode(), "ü"), ("ü".encode("utf-16"), "ü")],
    ids=["utf-8 with mark", "latin-1", "utf-8", "utf-16"],
)
def test_text_is_decoded(folder: Path, raw: bytes, text: str) -> None:
    (folder / "in" / "a.cfg").write_bytes(raw)
    assert gather(["in/a.cfg"]).documents == (Document("in/a.cfg", text),)

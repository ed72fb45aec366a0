from __future__ import annotations

import os
from pathlib import Path

import pytest

from roce_lint.errors import UsageError
from roce_lint.render.files import RenderedFile, Written, differences, left_over, write_files

FILES = (RenderedFile("configs/a.cfg", "one\n"), RenderedFile("hosts/a/run.sh", "two\n", executable=True))


def test_files_are_written_once_and_equal_ones_left_alone(tmp_path: Path) -> None:
    assert write_files(FILES, tmp_path) == Written(new=2, changed=0, equal=0)
    before = (tmp_path / "configs/a.cfg").stat().st_mtime_ns
    (tmp_path / "hosts/a/run.sh").write_text("other\n")
    assert write_files(FILES, tmp_path) == Written(new=0, changed=1, equal=1)
    assert (tmp_path / "configs/a.cfg").stat().st_mtime_ns == before
    assert (tmp_path / "hosts/a/run.sh").read_text() == "two\n"
    assert (tmp_path / "hosts/a/run.sh").stat().st_mode & 0o777 == 0o755


def test_foreign_files_stay_and_no_traces_are_left(tmp_path: Path) -> None:
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / "mine.txt").write_text("mine")
    write_files(FILES, tmp_path)
    found = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert found == ["configs/a.cfg", "configs/mine.txt", "hosts/a/run.sh"]


def test_a_file_is_whole_or_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(FILES, tmp_path)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(UsageError, match="No space left on device"):
        write_files((RenderedFile("configs/a.cfg", "changed\n"),), tmp_path)
    assert [path.name for path in (tmp_path / "configs").iterdir()] == ["a.cfg"]
    assert (tmp_path / "configs/a.cfg").read_text() == "one\n"


def test_differences_are_unified_diffs(tmp_path: Path) -> None:
    write_files(FILES, tmp_path)
    (tmp_path / "configs/a.cfg").write_text("zero\n")
    new = (*FILES, RenderedFile("z.csv", "new\n"))
    assert "".join(differences(new, tmp_path)) == (
        "--- a/configs/a.cfg\n+++ b/configs/a.cfg\n@@ -1 +1 @@\n-zero\n+one\n"
        "--- /dev/null\n+++ b/z.csv\n@@ -0,0 +1 @@\n+new\n"
    )


def test_what_a_smaller_fabric_leaves_behind_is_named(tmp_path: Path) -> None:
    before = [
        RenderedFile(path, "x\n") for path in ("plan.csv", "configs/a.cfg", "configs/b.cfg", "hosts/h1/nccl.conf")
    ]
    write_files([*before, RenderedFile("hosts/h2/nccl.conf", "x\n"), RenderedFile("notes/mine.txt", "x\n")], tmp_path)
    assert left_over([*before[:2], *before[3:]], tmp_path) == ("configs/b.cfg", "hosts/h2")
    assert left_over(before, tmp_path / "nowhere") == ()

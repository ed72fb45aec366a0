"""Whoever ends `render -o`: the folder holds the old or the new set of files, and checks trip over nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from roce_lint.files.folder_swap import FileContent, swap_folder
from roce_lint.files.left_behind import is_on_the_way, name_on_the_way
from roce_lint.read.files import Skipped
from roce_lint.read.gather import gather

WRITE = """
import sys
from pathlib import Path
from roce_lint.render.files import RenderedFile, write_files
which = sys.argv[1]
print("ready", flush=True)
write_files([RenderedFile(f"configs/{n % 7}/leaf{n}.cfg", f"{which} {n}\\n") for n in range(300)], Path("out"))
"""


def _write(folder: Path, which: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", WRITE, which], cwd=folder, stdout=subprocess.PIPE)


def _write_all(folder: Path, which: str) -> None:
    process = _write(folder, which)
    process.communicate()
    assert process.returncode == 0


def _found(folder: Path) -> set[str]:
    return {path.read_text().split()[0] for path in (folder / "out").rglob("leaf*.cfg")}


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL], ids=lambda one: one.name)
def test_a_set_of_files_is_old_or_new(tmp_path: Path, how: signal.Signals) -> None:
    _write_all(tmp_path, "old")
    (tmp_path / "out/configs/mine.txt").write_text("mine\n")
    seen = set()
    for attempt in range(8):
        process = _write(tmp_path, f"new{attempt}")
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(attempt * 0.006)
        process.send_signal(how)
        process.wait()
        process.stdout.close()
        found = _found(tmp_path)
        assert len(found) == 1, f"a mixture after {attempt * 6} ms: {found}"
        seen |= found
        assert len(list((tmp_path / "out").rglob("leaf*.cfg"))) == 300
        assert (tmp_path / "out/configs/mine.txt").read_text() == "mine\n"
        read = gather([str(tmp_path)])
        assert len(read.documents) == 301
        assert {one.because for one in read.skipped} <= {"left behind by an interrupted roce-lint; delete it"}
    _write_all(tmp_path, "last")
    assert (_found(tmp_path), [path.name for path in tmp_path.iterdir()]) == ({"last"}, ["out"])


def test_what_appears_meanwhile_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "out"
    swap_folder(str(folder), {"a/one": FileContent(b"1")})
    fsync = os.sync

    def late() -> None:
        (folder / "a/late").write_text("late")
        fsync()

    monkeypatch.setattr(os, "sync", late)
    assert swap_folder(str(folder), {"a/one": FileContent(b"2"), "b/two": FileContent(b"3", 0o755)})
    found = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}
    assert found == {"a/one": "2", "a/late": "late", "b/two": "3"}
    assert (folder / "b/two").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("kind", ["link", "repository", "working directory"])
def test_a_folder_that_must_stay_itself_is_not_exchanged(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    if kind == "link":
        folder.rename(tmp_path / "real")
        folder.symlink_to("real")
    elif kind == "repository":
        (folder / ".git").mkdir()
    else:
        monkeypatch.chdir(folder)
    assert not swap_folder(str(folder), {"a": FileContent(b"1")})
    assert not (folder / "a").exists()


def test_a_check_skips_what_is_on_its_way(tmp_path: Path) -> None:
    name = name_on_the_way("leaf1.cfg")
    (tmp_path / name).write_text("half")
    found = gather([str(tmp_path)])
    assert is_on_the_way(name)
    assert not is_on_the_way(".leaf1.cfg.0123456789ab")
    assert (found.documents, found.skipped) == (
        (),
        (Skipped(f"{tmp_path.as_posix()}/{name}", "left behind by an interrupted roce-lint; delete it"),),
    )

"""A file is whole or as it was, and nothing else is left behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from roce_lint.engine import compiled_rules
from roce_lint.files.atomic import WholeFiles, write_whole
from roce_lint.judge import load
from roce_lint.platforms import compiled


def _fail(*_: object) -> None:
    raise OSError(28, "No space left on device")


def _write_two(folder: Path, interrupt: type[BaseException] | None = None) -> None:
    with WholeFiles() as files:
        files.put(str(folder / "a"), b"new")
        files.put(str(folder / "b"), b"new")
        if interrupt:
            raise interrupt
        files.take_places()


def test_a_file_takes_the_place_of_another_and_of_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(b"kept")
    (tmp_path / "link").symlink_to("elsewhere")
    for name in ("new", "link"):
        write_whole(str(tmp_path / name), b"one")
        write_whole(str(tmp_path / name), b"two")
    found = {path.name: (path.read_bytes(), path.is_symlink()) for path in tmp_path.iterdir()}
    assert found == {"elsewhere": (b"kept", False), "new": (b"two", False), "link": (b"two", False)}


def test_the_mode_is_that_which_is_asked_for(tmp_path: Path) -> None:
    with WholeFiles() as files:
        files.put(str(tmp_path / "run.sh"), b"", 0o755, (os.getuid(), os.getgid()))
        files.take_places()
    assert (tmp_path / "run.sh").stat().st_mode & 0o7777 == 0o755


@pytest.mark.parametrize("step", ["replace", "fsync", "chmod"])
def test_a_disk_that_is_full_changes_nothing(step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(os, step, _fail)
    with pytest.raises(OSError, match="No space left"):
        _write_two(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"old"}


def test_an_interrupt_before_places_are_taken_changes_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        _write_two(tmp_path, KeyboardInterrupt)
    assert list(tmp_path.iterdir()) == []


def test_compiled_rules_are_whole_or_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_rules, "rules_dir", lambda: tmp_path)
    monkeypatch.setattr(load, "load_rules", lambda *folders, unexampled: ())
    (tmp_path / compiled_rules.COMPILED).write_bytes(b"old")
    (tmp_path / "profiles.yaml").write_bytes(b"")
    monkeypatch.setattr(os, "replace", _fail)
    with pytest.raises(OSError, match="No space left"):
        compiled_rules.write(tmp_path / compiled_rules.COMPILED)
    assert sorted(path.name for path in tmp_path.iterdir()) == [compiled_rules.COMPILED, "profiles.yaml"]
    assert (tmp_path / compiled_rules.COMPILED).read_bytes() == b"old"


def test_compiled_platforms_are_written_beside_their_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "COMPILED", tmp_path / "compiled.json")
    compiled.write()
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == {
        "compiled.json": compiled.compiled_text()
    }

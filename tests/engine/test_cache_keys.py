"""What is remembered counts for one program, one Python and one set of files only."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from roce_lint.engine import cache_keys
from roce_lint.engine.cache_keys import combined_key, folders_key, program_key, value_key
from roce_lint.judge.rule import Severity
from roce_lint.values import replace
from tests.all_rules import all_rules


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of a program of its own, so that nothing else changes its key."""
    file = tmp_path / "program" / "module.py"
    file.parent.mkdir()
    file.write_text("1\n", "utf-8")
    monkeypatch.setattr(cache_keys, "_PROGRAM", file.parent)
    monkeypatch.setattr(cache_keys, "rules_dir", lambda: file.parent)
    return file


def test_key_of_the_program_stays_while_nothing_changes(program: Path) -> None:
    assert program_key() == program_key()


def test_another_python_has_another_key(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = program_key()
    monkeypatch.setattr(sys, "version", "3.99.0 (main)")
    assert program_key() != before


def test_another_version_has_another_key(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = program_key()
    monkeypatch.setattr(cache_keys, "version", lambda: "99")
    assert program_key() != before


def test_file_of_another_size_changes_the_key(program: Path) -> None:
    before, state = program_key(), program.stat()
    program.write_text("22\n", "utf-8")
    os.utime(program, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert program_key() != before


def test_file_of_another_time_changes_the_key(program: Path) -> None:
    before, state = program_key(), program.stat()
    os.utime(program, ns=(state.st_atime_ns, state.st_mtime_ns + 1_000_000_000))
    assert program_key() != before


def test_file_of_another_name_changes_the_key(program: Path) -> None:
    before = program_key()
    program.rename(program.with_name("other.py"))
    assert program_key() != before


def test_content_of_a_folder_changes_its_key(tmp_path: Path) -> None:
    file = tmp_path / "rule.yaml"
    file.write_text("one", "utf-8")
    before, state = folders_key((tmp_path,)), file.stat()
    file.write_text("two", "utf-8")
    os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert folders_key((tmp_path,)) != before


def test_parts_are_kept_apart() -> None:
    assert combined_key(b"ab", b"c") != combined_key(b"a", b"bc")


def test_severity_of_a_rule_changes_the_key_of_a_choice() -> None:
    rule = all_rules()[0]
    other = replace(rule, severity=next(one for one in Severity if one is not rule.severity))
    assert value_key((rule,)) != value_key((other,))


def test_order_of_a_set_does_not_change_a_key() -> None:
    assert value_key(frozenset({"a", "b", "c"})) == value_key(frozenset({"c", "b", "a"}))

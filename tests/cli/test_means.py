"""How the work is done: options go before settings, and settings cannot ask for too much."""

from __future__ import annotations

import os

import pytest

from roce_lint.cli.run_options import RunOptions
from roce_lint.settings.load import Settings

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@pytest.mark.parametrize(
    ("option", "setting", "in_force"),
    [
        ("", "", ""),
        ("", "auto", ""),
        ("", "1", "1"),
        ("", "1024", str(CORES)),
        ("7", "1", "7"),
        ("auto", "1", "auto"),
    ],
)
def test_settings_never_start_more_processes_than_there_are_cores(option: str, setting: str, in_force: str) -> None:
    means = RunOptions(option, "", "", False)
    assert means.completed_by(Settings(jobs=setting)).jobs == in_force


@pytest.mark.parametrize(
    ("folder", "no_cache", "setting", "in_force"),
    [("", False, "", False), ("", False, "false", True), ("kept", False, "false", False), ("", True, "true", True)],
)
def test_a_cache_named_on_the_command_line_is_used(folder: str, no_cache: bool, setting: str, in_force: bool) -> None:
    means = RunOptions("", "", folder, no_cache)
    assert means.completed_by(Settings(cache=setting)).no_cache == in_force

"""Imports flow one way; a new arrow is a decision, made here on purpose."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

LEAVES = {
    *("errors", "units", "paths", "version", "suggest", "inside", "plain_file", "values", "late_patterns"),
    "content_hash",
}
ROOMS = {
    "late_fields": set(),
    "late_patterns": set(),
    "late_constructor": {"late_fields"},
    "late_methods": {"late_constructor", "late_fields"},
    "content_hash": set(),
    "values": {"late_fields", "late_methods"},
    "errors": {"values"},
    "units": set(),
    "paths": set(),
    "version": set(),
    "suggest": set(),
    "inside": set(),
    "toml_lines": {"late_patterns"},
    "whole_files": set(),
    "plain_file": {"errors", "inside"},
    "setting_values": {"errors", "suggest", "inside", "facts", "late_patterns"},
    "settings": {"errors", "suggest", "inside", "facts", "toml_lines", "setting_values", "plain_file", "values"},
    "tuning": {"errors", "units", "values"},
    "facts": LEAVES | {"tuning"},
    "platforms": LEAVES | {"facts", "whole_files"},
    "read": LEAVES | {"facts", "platforms", "tuning"},
    "intent": LEAVES | {"facts", "platforms", "tuning"},
    "lint": LEAVES | {"facts"},
    "render": LEAVES | {"facts", "platforms", "read", "intent", "tuning", "whole_files"},
    "report": LEAVES | {"facts", "lint"},
    "given": {"facts", "lint", "values"},
    "make_excuses": {"errors", "facts", "lint"},
    "beside": set(),
    "examination": LEAVES | {"facts", "lint", "given", "beside"},
    "check": LEAVES | {"facts", "read", "lint", "intent", "given", "make_excuses", "examination", "beside"},
    "cache": LEAVES | {"lint"},
    "run": LEAVES | {"facts", "read", "lint", "given", "check", "examination", "beside", "cache", "whole_files"},
    "rehearsal": LEAVES | {"check", "given", "intent", "lint", "read", "render"},
    "gate": LEAVES
    | {"settings", "facts", "read", "intent", "lint", "render", "report", "check", "given", "make_excuses"},
    "fix": LEAVES | {"facts", "read", "lint", "report", "check", "given", "gate", "whole_files"},
    "cli": LEAVES
    | {"settings", "tuning", "facts", "platforms", "read", "intent", "lint", "render", "report", "check", "gate", "fix"}
    | {"given", "make_excuses", "run", "cache", "setting_values", "beside", "rehearsal"},
    "__main__": {"cli", "version"},
    "__init__": {"errors", "facts", "read", "intent", "lint", "render", "check"},
}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("roce_lint"):
            parts = node.module.split(".")
            yield from [parts[1]] if len(parts) > 1 else [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            yield from (alias.name.split(".")[1] for alias in node.names if alias.name.startswith("roce_lint."))


def test_imports_flow_one_way(root: Path) -> None:
    package = root / "roce_lint"
    wrong = []
    files = sorted(package.rglob("*.py"))
    assert len(files) > 50
    for path in files:
        room = path.relative_to(package).parts[0].removesuffix(".py")
        allowed = ROOMS[room] | {room}
        wrong += [f"{path.relative_to(root)} imports {name}" for name in imports(path) if name not in allowed]
    assert wrong == []


def test_no_module_is_a_drawer(root: Path) -> None:
    names = {path.stem for path in (root / "roce_lint").rglob("*.py")}
    assert names & {"utils", "util", "helpers", "common", "misc", "base", "manager"} == set()


@pytest.mark.parametrize("heavy", ["pydantic", "jinja2", "rich", "netaddr", "ciscoconfparse2", "yaml"])
def test_the_command_line_starts_without_slow_libraries(heavy: str) -> None:
    code = f"import sys, roce_lint.cli.command; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_check_starts_without_what_takes_long_to_load(root: Path) -> None:
    slow = "'pydantic', 'jinja2', '_hashlib', 'pickle', 'unicodedata'"
    code = f"import sys, roce_lint.cli.check, roce_lint.check; sys.exit(bool({{{slow}}} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=root).returncode == 0

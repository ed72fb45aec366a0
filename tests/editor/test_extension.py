"""The files of the extension for VS Code agree with each other and with the program."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from roce_lint.cli.group import roce_lint


def test_every_setting_and_command_is_declared_and_used(root: Path) -> None:
    folder = root / "editors/vscode"
    package = json.loads((folder / "package.json").read_text())
    script = (folder / "extension.js").read_text()
    declared = set(package["contributes"]["configuration"]["properties"])
    used = {f"roce-lint.{name}" for name in re.findall(r"settings\.get\(\"(\w+)\"\)", script)}
    assert declared == used | {"roce-lint.trace.server"}
    commands = {one["command"] for one in package["contributes"]["commands"]}
    assert commands == set(re.findall(r"registerCommand\(\"([\w.-]+)\"", script))
    assert (folder / package["main"]).is_file()
    (word,) = re.findall(r"args: \[\"(\w+)\"\]", script)
    assert word in roce_lint.list_commands(click.Context(roce_lint))


def test_the_script_of_the_extension_is_javascript(root: Path) -> None:
    node = shutil.which("node")
    if not node:
        pytest.skip("node is not on this machine")
    done = subprocess.run(
        [node, "--check", str(root / "editors/vscode/extension.js")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")

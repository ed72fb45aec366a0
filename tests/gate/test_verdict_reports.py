"""The verdict as text, JSON and Markdown, and the exit codes of the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from roce_lint.gate.as_json import verdict_json
from roce_lint.gate.markdown import verdict_markdown
from roce_lint.gate.schema import verdict_schema
from roce_lint.gate.text import verdict_text

LEAF_FILE = "configs/leaf-1.cfg"
TIMEOUT = "priority-flow-control pause watchdog default timeout 0.2\n"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "roce_lint", "gate", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_text_begins_with_what_it_means_and_ends_with_the_outcome(repository: Any) -> None:
    repository.change(LEAF_FILE, TIMEOUT, "")
    commit = repository.git("rev-parse", "main").strip()[:12]
    lines = verdict_text(repository.gate()).splitlines()
    assert lines[:6] == [
        f"main ({commit}) -> the working tree: files: 1 changed",
        "",
        "What changed in meaning",
        f"  ! leaf-1 Ethernet1/1, Ethernet2/1: watchdog off  [{LEAF_FILE}:6]",
        "",
        "New findings",
    ]
    assert lines[6] == f"  {LEAF_FILE}:6: error WD-001 watchdog-missing-on-host-port"
    assert lines[-1] == (
        "FAILED: 1 new error, 0 new warnings, 0 new info, protection removed at 2 places; 0 fixed; "
        "8 places with findings as before; "
        "1 change of meaning (fails on error)"
    )


def test_json_keeps_to_its_schema_and_names_both_lines(repository: Any) -> None:
    repository.change(LEAF_FILE, "hostname leaf-1\n", "!\n!\nhostname leaf-1\n")
    repository.change(
        LEAF_FILE,
        "mtu 9214\n   speed 100g-4\n   no switchport\n   ip",
        "mtu 9000\n   speed 100g-4\n   no switchport\n   ip",
    )
    document = json.loads(verdict_json(repository.gate()))
    jsonschema.validate(document, verdict_schema())
    assert document["changes"] == [
        {
            "fact": "port.ip_mtu_bytes",
            "text": "MTU 9214 -> 9000",
            "before": "9214",
            "after": "9000",
            "direction": "other",
            "fails": False,
            "places": [
                {
                    "device": "leaf-1",
                    "object": "Ethernet1/1",
                    "base": {"path": LEAF_FILE, "line": 18},
                    "head": {"path": LEAF_FILE, "line": 20},
                }
            ],
        }
    ]
    assert document["files"] == {"added": [], "removed": [], "changed": [LEAF_FILE], "moved": []}
    assert document["outcome"] == "failed"


def test_markdown_of_a_hostile_change_makes_no_markup(repository: Any) -> None:
    name = "<img-src=x>@everyone[a](http://x)|`b`"
    repository.write("configs/evil.cfg", repository.leaf(name, "x", 8).replace(TIMEOUT, ""))
    text = verdict_markdown(repository.gate())
    assert "### What changed in meaning" in text
    for markup in ("<img", "[a](", "@everyone"):
        assert markup not in text.replace(f"\\{markup}", "")


def test_markdown_of_a_large_change_fits_a_comment(repository: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roce_lint.gate.markdown.MOST_CHARACTERS", 6000)
    for number in range(20):
        repository.write(
            f"configs/x{number}.cfg",
            repository.leaf(f"x{number}", "far", 8).replace("maximum-threshold 1500", f"maximum-threshold {number}"),
        )
    text = verdict_markdown(repository.gate())
    assert len(text) <= 6000
    assert "more, which `--format json` has." in text


def test_the_exit_code_tells_the_outcome(repository: Any) -> None:
    done = run(repository.folder, "main")
    assert (done.returncode, done.stderr, done.stdout.splitlines()[2]) == (0, "", "No change of meaning")
    repository.change(LEAF_FILE, TIMEOUT, "")
    assert run(repository.folder, "main").returncode == 1
    refused = run(repository.folder, "--", "--upload-pack=x")
    assert (refused.returncode, "is no name of a git state" in refused.stderr) == (2, True)
    (repository.folder / "configs" / "leaf-2.cfg").write_bytes(
        b"hostname leaf-1\ninterface Ethernet1/1\n   mtu 9214\n!\n"
    )
    assert run(repository.folder, "main").returncode == 3

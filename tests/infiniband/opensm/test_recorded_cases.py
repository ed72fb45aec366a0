"""Runs of a real OpenSM that were recorded: verdict, tables, and the line of every error that it logged."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from roce_lint.cli.pkeys import command
from roce_lint.infiniband.opensm.partitions import parse_partitions
from roce_lint.infiniband.partition import ParserAction

VERDICTS = {"ok": "ok", "error_fallback_default": "refused", "no_file": "absent"}


@pytest.fixture(scope="module")
def cases(shared: Path) -> list[Path]:
    found = sorted((shared / "ib" / "cases").glob("*/expect.json"))
    assert len(found) > 50
    return found


def test_the_tables_are_those_that_opensm_programmed(cases: list[Path], shared: Path, tmp_path: Path) -> None:
    wrong = []
    for place in cases:
        expected = json.loads(place.read_text())
        folder = tmp_path / place.parent.name
        shutil.copytree(place.parent, folder, ignore=shutil.ignore_patterns("expect.json", "*.reload.conf"))
        shutil.copy(shared / "ib" / "cases" / "net.txt", folder)
        if expected["opensm_conf"]:
            (folder / "opensm.conf").write_text("\n".join(expected["opensm_conf"]) + "\n")
        run = CliRunner().invoke(command, [str(folder), "--sm", expected["sm_host"], "--format", "json"])
        reported = json.loads(run.stdout)
        tables = {port["guid"]: port["pkeys"] for port in reported["ports"]}
        verdict = VERDICTS[expected["verdict"]]
        if (reported["verdict"], tables, run.exit_code) != (verdict, expected["tables"], int(verdict == "refused")):
            wrong.append(place.parent.name)
    assert wrong == []


def test_a_refusal_stands_at_the_line_that_opensm_logs(cases: list[Path]) -> None:
    wrong = []
    for place in cases:
        expected = json.loads(place.read_text())
        logged = [
            error["line"] for error in expected["errors"] if error["line"] and "PARSE ERROR: line" in error["text"]
        ]
        if expected["verdict"] == "error_fallback_default" and logged and "long-line" not in expected["tags"]:
            found = parse_partitions((place.parent / "partitions.conf").read_bytes(), "")
            fatal = [doubtful.source.line for doubtful in found.doubtful_texts if doubtful.action is ParserAction.FATAL]
            if fatal != logged[:1]:
                wrong.append((place.parent.name, fatal, logged))
    assert wrong == []

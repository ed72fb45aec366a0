"""How far pauses reach in fabrics written as configurations, and what the command prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from roce_lint.cli.reach import command
from roce_lint.judge.check import lint, read_configs
from roce_lint.judge.rule import Severity, Verdict
from roce_lint.paths import pause_reach
from tests.all_rules import all_rules


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)

    def reach(fabric, *options: str) -> str:
        for name, text in fabric.texts().items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        result = CliRunner().invoke(command, [".", "--cabling", "cables.csv", *options])
        assert (result.exit_code, result.stderr) == (0, "")
        return result.stdout

    return reach


def test_the_reach_of_a_clos_is_every_other_host(run, clos):
    text = run(clos(watchdog=False))
    assert text.splitlines()[0] == (
        "leaf1 Ethernet30 and 1 more, priority 3: climbs 3 hops, fills 8 buffers between switches, "
        "stops 7 of 7 other host ports (100 %)"
    )


def test_a_watchdog_on_the_host_port_ends_the_pause(run, clos):
    document = json.loads(run(clos(), "--format", "json"))
    first = document["reach"][0]
    assert (document["hosts"], first["device"], first["watchdog_on_port"]) == (8, "leaf1", True)
    assert first["ports"] == [{"port": "Ethernet30", "host": ""}, {"port": "Ethernet31", "host": ""}]
    assert first["unguarded"]["stalled_by_device"] == {"leaf1": 1, "leaf2": 2, "leaf3": 2, "leaf4": 2}
    assert first["unguarded"]["channels"][:2] == ["spine1 -> leaf1", "spine2 -> leaf1"]
    assert first["with_watchdogs"] == {
        "depth": 0,
        "channels": [],
        "stalled": 0,
        "stalled_percent": 0.0,
        "stalled_by_device": {},
    }


def test_each_priority_is_followed_by_itself(run, clos):
    fabric = clos(systems=("eos",), watchdog=False)
    texts = {
        name: text.replace("priority 3 no-drop\n", "priority 3 no-drop\n   priority-flow-control priority 4 no-drop\n")
        for name, text in fabric.texts().items()
    }
    fabric.texts = lambda: texts
    rows = [row for row in json.loads(run(fabric, "--format", "json"))["reach"] if row["device"] == "leaf1"]
    assert [(row["priority"], row["with_watchdogs"]["stalled"]) for row in rows] == [(3, 7), (4, 7)]


def test_lossy_links_between_switches_keep_a_pause_on_its_leaf(run, clos):
    text = run(clos(watchdog=False, pfc_on_fabric=False))
    assert text.splitlines()[0] == (
        "leaf1 Ethernet30 and 1 more, priority 3: climbs 1 hops, fills 0 buffers between switches, "
        "stops 1 of 7 other host ports (14 %)"
    )


def test_a_check_leaves_the_reach_in_very_large_fabrics_to_the_command(run, clos, tmp_path, monkeypatch):
    monkeypatch.setattr(pause_reach, "MOST_CHECKED_WORK", 10)
    assert "climbs 3 hops" in run(clos(watchdog=False))
    report = lint(read_configs(tmp_path), all_rules())
    (found,) = [one for one in report.findings if one.rule == "pause-reaches-most-hosts"]
    assert (found.verdict, found.severity) == (Verdict.UNDETERMINED, Severity.INFO)
    assert "hops to 4 destinations are left to `roce-lint reach`, which follows them all" in found.message

"""With -q a command says its result and what is wrong, no remarks, and ends with the same exit code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from roce_lint.cli.group import roce_lint

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 1, platform: 7060X6-64PE, uplinks_per_spine: 1, uplink_speed: 400G}
  spines: {count: 1, platform: N9K-C9364D-GX2A}
hosts:
  - {count: 1, nics: 1, nic_platform: ConnectX-7, nic_speed: 100G}
"""
REMARKS = {
    ("render", "f.yaml", "-o", "out"): "10 files new",
    ("check-intent", "f.yaml", "--lint"): "1 intent: no fault",
    ("facts", "out/configs", "--host-vars", "vars"): "2 files new",
    ("learn", "out/configs", "-o", "learnt.yaml"): "wrote learnt.yaml",
}
"""Commands in an order in which each finds its files, and the beginning of a remark of each."""


def run(words: Sequence[str]) -> tuple[int, list[str]]:
    done = CliRunner().invoke(roce_lint, [*words])
    return done.exit_code, done.output.splitlines()


def test_only_remarks_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.yaml").write_text(INTENT)
    for words, remark in REMARKS.items():
        code, said = run(words)
        assert any(remark in line for line in said), (words, said)
        Path("learnt.yaml").unlink(missing_ok=True)
        quiet_code, quiet = run((*words, "-q"))
        assert quiet_code == code
        assert [line for line in said if line in quiet] == quiet
        assert all(" renders " in line or "warning" in line for line in quiet), quiet


def test_what_was_left_out_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.yaml").write_text(INTENT)
    assert run(("render", "f.yaml", "-o", "out", "-q"))[0] == 0
    Path("out/configs/notes.txt").write_text("nothing that a device says\n")
    code, said = run(("facts", "out/configs", "-q", "--format", "json"))
    assert code == 0
    assert said[-1].startswith("roce-lint: left out: out/configs/notes.txt: ")

"""`facts --host-vars`: one file of variables for each device."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from roce_lint.cli.facts import command as facts
from roce_lint.errors import ConfigError

LEAF = "hostname leaf1\n!\ninterface Ethernet1/1\n   mtu 9214\n   no switchport\n"


def test_each_device_has_a_file_that_ansible_finds(tmp_path: Path) -> None:
    (tmp_path / "a.cfg").write_text(LEAF)
    (tmp_path / "b.cfg").write_text(LEAF.replace("leaf1", "leaf2"))
    out = tmp_path / "host_vars"
    done = CliRunner().invoke(facts, [str(tmp_path), "--host-vars", str(out)])
    assert (done.exit_code, done.output) == (0, f"{out}: 2 files new, 0 changed, 0 unchanged\n")
    done = CliRunner().invoke(facts, [str(tmp_path), "--exclude", "host_vars", "--format", "json"])
    assert done.stderr == f"roce-lint: left out: {out}/: excluded\n"
    shown = json.loads(done.stdout)
    files = {path.parent.name: json.loads(path.read_text()) for path in out.rglob("*.json")}
    assert files == {device["name"]: {"roce_lint": device} for device in shown["devices"]}


def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.cfg").write_text(LEAF.replace("leaf1", "../../leaf1"))
    done = CliRunner().invoke(facts, [str(tmp_path / "a.cfg"), "--host-vars", str(tmp_path / "out")])
    assert isinstance(done.exception, ConfigError)
    assert "cannot be the name of a folder" in str(done.exception)
    assert not (tmp_path / "out").exists()

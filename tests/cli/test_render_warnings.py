"""`render` tells what a check of its files will tell."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from roce_lint.cli.group import roce_lint

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 2, platform: 7060X6-64PE, uplinks_per_spine: 2, uplink_speed: 400G}
  spines: {count: 2, platform: N9K-C9364D-GX2A}
devices:
  leaf-2: {platform: 7220 IXR-H4}
hosts:
  - {count: %s, nics: 1, nic_platform: ConnectX-7, nic_speed: 100G}
mtu: {hosts: 1500}
roce:
  ecn: {kmin: 10 KB, kmax: 20 KB}
  watchdog: {enabled: false}
  classes: [{share: 10%%}]
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(roce_lint, list(words))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def reported(result: Result) -> set[tuple[str, str, str]]:
    """Return place, severity and rule of what `render` says that a check will find."""
    pattern = re.compile(r"roce-lint: f\.yaml: renders (\S+): (\w+) \S+ ([a-z0-9-]+): ")
    return {(found[1], found[2], found[3]) for found in map(pattern.match, result.stderr.splitlines()) if found}


@pytest.mark.parametrize("form", ["json", "both"])
def test_render_warns_of_exactly_what_check_reports_of_its_files(form: str) -> None:
    Path("f.yaml").write_text(INTENT % 4)
    rendered = run("render", "f.yaml", "-o", "out", "--srlinux-form", form)
    assert rendered.exit_code == 0, rendered.stderr
    checked = run("check", "out/configs", "out/hosts", "out/cabling.csv", "--intent", "f.yaml", "--format", "json")
    findings = json.loads(checked.stdout)["findings"]
    found = {(f"{one['path'].removeprefix('out/')}:{one['line']}", one["severity"], one["rule"]) for one in findings}
    assert {rule for _, _, rule in found} >= {
        "mtu-too-small-for-roce",
        "watchdog-missing-on-host-port",
        "roce-share-below-best-effort",
        "ecn-starts-too-early",
    }
    assert reported(rendered) == found


def test_a_large_fabric_is_judged_by_one_device_of_each_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roce_lint.engine.dry_run.JUDGED_WHOLE", 12)
    Path("f.yaml").write_text(INTENT % 12)
    sampled = {(severity, rule) for _, severity, rule in reported(run("render", "f.yaml", "-o", "out"))}
    checked = json.loads(run("check", "out", "--intent", "f.yaml", "--format", "json").stdout)["findings"]
    assert sampled == {(one["severity"], one["rule"]) for one in checked if one["severity"] != "info"} != set()


def test_a_fabric_without_faults_is_rendered_without_a_word() -> None:
    assert run("init").exit_code == 0
    assert run("render", "fabric.roce.yaml", "-o", "out").stderr == ""

"""Waivers, baselines, ignores by device and tokens, through whole processes; no clock decides."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.leaf import leaf_config

WAIVERS = """\
waivers:
  - rule: ecn-curve-invalid
    device: {device}
    reason: being retuned
    owner: netops@example.net
    expires: 2026-12-31
"""


def run(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "roce_lint", *words],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def fabric(tmp_path: Path) -> Path:
    """Two leaves with an impossible ECN curve each."""
    (tmp_path / "configs").mkdir()
    for name, kmin in (("leaf1", 1600), ("leaf2", 1700)):
        (tmp_path / "configs" / f"{name}.cfg").write_text(leaf_config(name, kmin=kmin))
    return tmp_path


def summary(done: subprocess.CompletedProcess[str], *keys: str) -> list[int]:
    counts = json.loads(done.stdout)["summary"]
    return [counts[key] for key in keys]


def test_a_baseline_lets_old_faults_pass_and_no_new_one(fabric: Path) -> None:
    written = run(fabric, "check", "configs", "--write-baseline", "baseline.json")
    assert (written.returncode, written.stderr) == (0, "roce-lint: baseline.json: 6 entries\n")
    first = (fabric / "baseline.json").read_bytes()
    assert run(fabric, "check", "configs", "--write-baseline", "baseline.json").returncode == 0
    assert (fabric / "baseline.json").read_bytes() == first
    done = run(fabric, "check", "configs", "--baseline", "baseline.json", "--format", "json")
    assert (done.returncode, summary(done, "error", "warning", "baseline")) == (0, [0, 0, 3])
    # Lines move, files are renamed: nothing new. A third leaf: one new finding.
    leaf1 = fabric / "configs" / "leaf1.cfg"
    leaf1.rename(fabric / "configs" / "renamed.cfg").write_text("!\n!\n" + leaf_config(kmin=1600))
    (fabric / "configs" / "leaf3.cfg").write_text(leaf_config("leaf3", kmin=1600))
    done = run(fabric, "check", "configs", "--baseline", "baseline.json", "--format", "json")
    assert (done.returncode, summary(done, "error", "warning", "baseline")) == (1, [1, 0, 3])


def test_a_fault_that_is_fixed_leaves_a_stale_entry(fabric: Path) -> None:
    run(fabric, "check", "configs", "--write-baseline", "baseline.json")
    (fabric / "configs" / "leaf2.cfg").write_text(leaf_config("leaf2"))
    done = run(fabric, "check", "configs", "--baseline", "baseline.json")
    assert done.returncode == 0
    assert "baseline.json:3: warning WVR-006 baseline-entry-stale" in done.stdout
    assert "ecn-curve-invalid at leaf2 Ethernet1/1/queue 3, which is no longer found" in done.stdout
    part = run(fabric, "check", "configs/leaf1.cfg", "--baseline", "baseline.json")
    assert (part.returncode, "baseline-entry-stale" in part.stdout) == (0, False)


def test_a_baseline_is_not_written_of_half_a_fabric(fabric: Path) -> None:
    (fabric / "configs" / "cut.cfg").write_text("! Command: show running-config\nhostname a\nqos profile X\n   qos tr")
    done = run(fabric, "check", "configs", "--write-baseline", "baseline.json")
    assert done.returncode == 2
    assert "baseline.json: not written: some input could not be read" in done.stderr
    assert not (fabric / "baseline.json").exists()


def test_a_baseline_takes_the_place_of_no_other_file(fabric: Path) -> None:
    (fabric / "waivers.yaml").write_text(WAIVERS.format(device="leaf1"))
    for target in ("configs/leaf1.cfg", "waivers.yaml", "configs"):
        before = (fabric / target).read_text() if target != "configs" else ""
        done = run(fabric, "check", "configs", "--write-baseline", target)
        assert (done.returncode, f"roce-lint: {target}: is " in done.stderr) == (2, True), done.stderr
        assert target == "configs" or (fabric / target).read_text() == before


def test_a_waiver_holds_until_its_day(fabric: Path) -> None:
    (fabric / "waivers.yaml").write_text(WAIVERS.format(device="leaf1"))
    words = ("check", "configs", "--waivers", "waivers.yaml", "--format", "json")
    done = run(fabric, *words, "--today", "2026-12-31")
    assert (done.returncode, summary(done, "error", "warning", "waived")) == (1, [1, 0, 1])
    waived = next(one["waived"] for one in json.loads(done.stdout)["findings"] if one["waived"])
    assert waived == {
        "by": "waiver",
        "reason": "being retuned",
        "owner": "netops@example.net",
        "expires": "2026-12-31",
        "path": "waivers.yaml",
        "line": 2,
    }
    # 2027-01-01 in seconds: the clock of a reproducible build counts too.
    late = run(fabric, *words, SOURCE_DATE_EPOCH="1798761600")
    assert (late.returncode, summary(late, "error", "warning", "waived")) == (1, [2, 1, 0])
    assert "waiver-expired" in late.stdout


def test_settings_name_waivers_baseline_and_ignores(fabric: Path) -> None:
    (fabric / "waivers.yaml").write_text(WAIVERS.format(device="leaf1"))
    (fabric / "roce-lint.toml").write_text(
        'paths = ["configs"]\nwaivers = "waivers.yaml"\n[per-device-ignores]\n"leaf2" = ["ECN"]\n'
    )
    done = run(fabric, "check", "--today", "2026-06-30", "--format", "json")
    assert (done.returncode, summary(done, "error", "waived")) == (0, [0, 2])
    by = [one["waived"]["by"] for one in json.loads(done.stdout)["findings"] if one["waived"]]
    assert by == ["waiver", "settings"]
    without = run(fabric, "check", "configs", "--no-settings", "--format", "json")
    assert (without.returncode, summary(without, "error", "waived")) == (1, [2, 0])
    (fabric / "other.toml").write_text('fail-on = "info"\n')
    other = run(fabric, "check", "configs", "--settings", "other.toml", "--format", "json")
    assert (other.returncode, summary(other, "error", "waived")) == (1, [2, 0])


def test_the_settings_in_force_are_shown_with_their_origin(fabric: Path) -> None:
    (fabric / "roce-lint.toml").write_text(
        'jobs = 1\npaths = ["configs"]\nignore = ["PRT"]\n[domain.exclude]\nvrfs = ["STO"]\n'
    )
    done = run(fabric, "check", "--ignore", "ECN", "--fail-on", "warning", "--show-settings")
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[0]) == (0, "# settings: roce-lint.toml")
    for line in (
        'paths = ["configs"]  # roce-lint.toml:2',
        'ignore = ["PRT", "ECN"]  # roce-lint.toml:3 and the command line',
        'domain.exclude.vrfs = ["STO"]  # roce-lint.toml:5',
        "jobs = 1  # roce-lint.toml:1",
        "cache = true  # default",
        'fail-on = "warning"  # the command line',
        'intent = ""  # default',
    ):
        assert line in lines
    bare = run(fabric, "check", "--no-settings", "--show-settings").stdout.splitlines()
    assert (bare[0], 'fail-on = "error"  # default' in bare) == ("# settings: none found", True)


def test_facts_say_what_the_settings_decide_of_the_domain(fabric: Path) -> None:
    (fabric / "domain.toml").write_text('[domain.exclude]\ninterfaces = ["leaf1:*"]\n')
    reported = run(fabric, "facts", "configs", "--settings", "domain.toml").stdout
    assert "RoCE does not cross it  (domain.toml leaves it out (interface leaf1:*))" in reported
    assert "RoCE crosses it  (its configuration carries RoCE QoS)" in reported
    report = run(fabric, "check", "configs", "--settings", "domain.toml").stdout
    assert "RoCE domain: 1 of 2 ports, domain.toml leaves out 1, the rest is inferred" in report
    assert "leaf1.cfg:14: error" not in report


def test_one_device_is_judged_alone_for_hooks(fabric: Path) -> None:
    (fabric / "setup.cfg").write_text("[metadata]\nname = x\n")
    (fabric / "roce-lint.toml").write_text('exclude = ["configs/leaf2.cfg"]\n')
    words = ("--scope", "device", "--force-exclude", "--format", "json")
    done = run(fabric, "check", "configs/leaf1.cfg", "configs/leaf2.cfg", "setup.cfg", *words)
    assert (done.returncode, summary(done, "error", "files", "skipped")) == (1, [1, 1, 2])
    refused = run(fabric, "check", "configs", "--scope", "device", "--write-baseline", "b.json")
    assert (refused.returncode, "needs the whole fabric" in refused.stderr) == (2, True)

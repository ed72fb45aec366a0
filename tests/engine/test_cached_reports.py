from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

_RUN = """
import sys
from roce_lint.cli.command import main
try:
    main()
except SystemExit as leave:
    code = leave.code
print("\\n" + " ".join(sorted(sys.modules)), code, file=sys.stderr)
"""
NOT_FOR_SWITCHES = {"yaml", "tomllib", "tempfile", "difflib"} | {
    f"roce_lint.{name}"
    for name in ("paths.deadlock", "hosts.merge", "infiniband.join_records", "judge.derive.nic.nic_state")
}
"""Neither data nor libraries of what these files have nothing of; YAML is for rules that are not kept yet."""
NOT_FOR_ANY = {"click", "traceback", "csv", "string", "gettext"} | {
    f"roce_lint.{name}" for name in ("judge.parse_condition", "judge.rule_file", "infiniband.ibdiag")
}
"""What reads a command line that is wrong, rules that are not kept yet, fleets and subnets."""
NOT_FOR_FILES = {"dataclasses"}
"""What a walk through folders brings with it, for patterns of .gitignore."""
SLOW = {"pydantic", "jinja2", "ciscoconfparse2", "rich", "networkx", "netaddr", "distributed", "multiprocessing"}


def _check(root: Path, folder: Path, *words: str) -> tuple[str, set[str], str]:
    """Return what a check prints, the modules that it imported, and its exit code."""
    done = subprocess.run(
        [sys.executable, "-c", _RUN, "check", *words, "--format", "json", "--no-settings"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(root), "XDG_CACHE_HOME": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    *modules, code = done.stderr.splitlines()[-1].split(" ")
    return done.stdout, set(modules), code


@pytest.fixture
def configs(root: Path, tmp_path: Path) -> Path:
    """One switch of each system."""
    folder = tmp_path / "configs"
    folder.mkdir()
    for number, name in enumerate(("eos/leaf-7060dx5/leaf.cfg", "nxos/pod-leaf/pod3-leaf-02.cfg")):
        (folder / f"{number}.cfg").write_text((root / "fixtures" / name).read_text("utf-8"), "utf-8")
    return folder


def test_a_check_of_devices_imports_nothing_slow(root: Path, tmp_path: Path, configs: Path) -> None:
    _, modules, _ = _check(root, tmp_path, "configs", "--no-cache")
    assert modules & SLOW == set()
    assert "roce_lint.os.srlinux.reader" not in modules


def test_a_kept_report_is_that_of_a_cold_run_and_needs_no_reader(root: Path, tmp_path: Path, configs: Path) -> None:
    plain, _, code = _check(root, tmp_path, "configs", "--no-cache")
    cold, _, _ = _check(root, tmp_path, "configs")
    warm, modules, warm_code = _check(root, tmp_path, "configs")
    assert json.loads(plain)["summary"]["devices"] == 2
    assert (plain, code) == (cold, warm_code)
    assert plain == warm
    assert (
        modules & {"roce_lint.judge.check", "roce_lint.os.eos.reader", "roce_lint.judge.derive.entities", "yaml"}
        == set()
    )


def test_every_change_of_a_file_is_seen(root: Path, tmp_path: Path, configs: Path) -> None:
    _check(root, tmp_path, "configs")
    one = configs / "0.cfg"
    one.write_text(one.read_text("utf-8").replace("minimum-threshold ", "minimum-threshold 9", 1), "utf-8")
    changed, modules, _ = _check(root, tmp_path, "configs")
    assert modules & (SLOW | NOT_FOR_SWITCHES | NOT_FOR_ANY) == set()
    plain, _, _ = _check(root, tmp_path, "configs", "--no-cache")
    assert changed == plain
    one.rename(configs / "2.cfg")
    assert _check(root, tmp_path, "configs")[0] == _check(root, tmp_path, "configs", "--no-cache")[0] != changed


@pytest.mark.parametrize(
    ("name", "besides"),
    [("eos/leaf-7060dx5/leaf.cfg", NOT_FOR_SWITCHES), ("mlx5/two-rails/h-0001/10-roce.sh", {"yaml"})],
    ids=["switch", "script of a host"],
)
def test_a_changed_file_needs_little(root: Path, tmp_path: Path, name: str, besides: set[str]) -> None:
    one = tmp_path / Path(name).name
    one.write_text((root / "fixtures" / name).read_text("utf-8"), "utf-8")
    _check(root, tmp_path, one.name)
    one.write_text(one.read_text("utf-8") + "\n", "utf-8")
    changed, modules, _ = _check(root, tmp_path, one.name)
    assert modules & (SLOW | NOT_FOR_ANY | NOT_FOR_FILES | besides) == set()
    assert changed == _check(root, tmp_path, one.name, "--no-cache")[0]


def test_options_have_reports_of_their_own(root: Path, tmp_path: Path, configs: Path) -> None:
    whole, _, _ = _check(root, tmp_path, "configs")
    words = ("--ignore", "ecn", "--profile", "lossy-roce")
    kept = [_check(root, tmp_path, "configs", *words)[0] for _ in range(2)]
    assert kept == 2 * [_check(root, tmp_path, "configs", *words, "--no-cache")[0]]
    assert kept[0] != whole


def test_a_cache_that_cannot_be_written_changes_nothing(root: Path, tmp_path: Path, configs: Path) -> None:
    (tmp_path / "cache").write_text("in the way")
    assert _check(root, tmp_path, "configs")[0] == _check(root, tmp_path, "configs", "--no-cache")[0]


def test_a_bad_number_of_jobs_is_refused(root: Path, tmp_path: Path, configs: Path) -> None:
    assert _check(root, tmp_path, "configs", "--jobs", "many")[2] == "2"

"""The folder `examples/` does what its README says, and the container file satisfies hadolint."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from roce_lint.cli.group import roce_lint


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(roce_lint, words)
    return done.exit_code, done.output


def test_a_repository_made_from_the_example_is_clean(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = shutil.copytree(root / "examples/repository", tmp_path / "my-fabric")
    monkeypatch.chdir(here)
    assert run("check-intent", "fabric.roce.yaml") == (0, "1 intent: no fault\n")
    assert run("rules", "test", "site-rules") == (0, "1 rules, 2 examples, 0 failures\n")
    code, said = run("render", "fabric.roce.yaml", "-o", "configs")
    assert (code, said.splitlines()[0]) == (0, "configs: 104 files new, 0 changed, 0 unchanged")
    assert "marking: Kmin of 400G ports is 400 KB, 0.25 times that of HPCC simulator" in said
    code, report = run("check")
    assert code == 0
    assert "22 devices in 71 files: 0 errors, 0 warnings, 0 info" in report
    leaf = here / "configs/configs/leaf-1.cfg"
    leaf.write_text(leaf.read_text().replace("minimum-threshold 100 kbytes", "minimum-threshold 60 kbytes"))
    code, report = run("check")
    assert code == 1
    assert "SITE-001 kmin-of-this-site" in report


def test_the_rules_of_a_site_pass_their_examples(root: Path) -> None:
    assert run("rules", "test", str(root / "examples/site-rules")) == (0, "3 rules, 6 examples, 0 failures\n")


def test_the_library_example_counts_findings(root: Path, tmp_path: Path) -> None:
    priority = "   priority-flow-control on\n   priority-flow-control priority 3 no-drop\n"
    (tmp_path / "leaf1.cfg").write_text(f"hostname leaf1\ninterface Ethernet1/1\n   no switchport\n{priority}")
    script = root / "examples/python/findings_by_device.py"
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path)],
        env={"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )
    *devices, last = done.stdout.splitlines()
    assert all(line.startswith(("leaf1: ", "the fabric: ")) for line in devices)
    assert last.startswith(f"{sum(int(line.split()[-2]) for line in devices)} places of ")
    assert devices


def test_files_for_ci_systems_are_yaml(root: Path) -> None:
    names = [
        *sorted((root / ".github").rglob("*.yml")),
        root / "examples/repository/.github/workflows/fabric.yml",
        root / "examples/repository/.gitlab-ci.yml",
        root / "examples/repository/.pre-commit-config.yaml",
    ]
    assert len(names) == 8
    assert all(isinstance(yaml.safe_load(name.read_text("utf-8")), dict) for name in names)


def test_hadolint_accepts_the_dockerfile(root: Path) -> None:
    tool = shutil.which("hadolint", path=str(Path(sys.executable).parent)) or shutil.which("hadolint")
    if not tool:
        pytest.skip("hadolint is not on this machine")
    done = subprocess.run([tool, "Dockerfile"], cwd=root, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")

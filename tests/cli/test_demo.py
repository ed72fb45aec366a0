"""What a new user sees first: a sample fabric that is clean, and a copy with five faults that are all found."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from ci.docs.readme import with_sample

ROOT = Path(__file__).resolve().parents[2]
MOST_LINES = 60
"""Of a report on five faults, so that a screen or two hold it."""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "roce_lint", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


def test_the_clean_fabric_is_clean_and_each_fault_of_the_broken_one_is_found(tmp_path: Path) -> None:
    written = run(tmp_path, "demo")
    assert written.returncode == 0
    assert "broken/, a copy with 5 faults" in written.stdout
    folder = "roce-lint-demo"
    intent = f"{folder}/fabric.roce.yaml"
    clean = run(tmp_path, "check", f"{folder}/clean", "--intent", intent, "--fail-on", "info")
    assert (clean.returncode, clean.stderr) == (0, "")
    inside = tmp_path / folder
    broken = run(inside, "check", "broken", "--intent", "fabric.roce.yaml", "--format", "json", "--output", "text:all")
    assert broken.returncode == 1
    report = (inside / "all").read_text()
    assert report.count("\n") <= MOST_LINES
    page = (ROOT / "README.md").read_text()
    assert page == with_sample(page, report), "run: python -m ci.docs.readme README.md"
    findings = [one for one in json.loads(broken.stdout)["findings"] if one["severity"] == "error"]
    places = {Path(finding["path"]).relative_to("broken").as_posix() for finding in findings}
    assert places == {
        "configs/leaf-1.cfg",
        "configs/leaf-2.cfg",
        "configs/leaf-3.cfg",
        "configs/spine-1.cfg",
        "hosts/gpu-3/nccl.conf",
    }
    assert len(findings) == len(places)


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "roce-lint-demo").mkdir()
    refused = run(tmp_path, "demo")
    assert refused.returncode == 2
    assert "roce-lint-demo: exists; name a folder that does not exist yet" in refused.stderr
    assert not list((tmp_path / "roce-lint-demo").iterdir())


def test_the_sample_is_the_one_of_the_fixtures() -> None:
    shipped = (ROOT / "templates/demo/fabric.roce.yaml").read_text()
    assert shipped == (ROOT / "fixtures/intents/sample.roce.yaml").read_text()

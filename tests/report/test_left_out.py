"""What settings and tokens of a change take away stands in the result that a person reads, not in the log alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from tests.cli.leaf import leaf_config

TOKEN = '! roce-lint: ignore-file[ecn-curve-invalid] reason="later"\n'
FAULTY = leaf_config("leaf1").replace("minimum-threshold 150", "minimum-threshold 9000")
CASES = {
    "profile": ('profile = "none"', "", "what profile none (No RoCE) does not ask for: given in the settings"),
    "ignore": ('ignore = ["ECN"]', "", "not evaluated: ignore ECN"),
    "domain": ('[domain.exclude]\ninterfaces = ["Ethernet*"]', "", "left out by [domain.exclude] of roce-lint.toml"),
    "paths": ('paths = ["other"]', "", "nothing but other is checked: `paths` of roce-lint.toml:1"),
    "token": ("", TOKEN, "1 finding suppressed by tokens in configs/leaf1.cfg"),
    "per-device-ignores": (
        '[per-device-ignores]\n"leaf*" = ["ecn-curve-invalid"]',
        "",
        "1 finding suppressed by per-device-ignores of roce-lint.toml",
    ),
}


@pytest.mark.parametrize(("settings", "token", "sentence"), CASES.values(), ids=CASES)
def test_what_is_taken_away_stands_in_every_result_of_a_ci_system(
    tmp_path: Path, settings: str, token: str, sentence: str
) -> None:
    (tmp_path / "configs").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "configs/leaf1.cfg").write_text(token + FAULTY)
    (tmp_path / "other/leaf2.cfg").write_text(leaf_config("leaf2", address="10.0.0.1/31"))
    (tmp_path / "roce-lint.toml").write_text(settings + "\n")
    outputs = [word for form in ("gitlab", "junit", "code-scanning") for word in ("--output", f"{form}:{form}.out")]
    command = [
        sys.executable,
        "-m",
        "roce_lint",
        "check",
        *([] if "paths" in settings else ["."]),
        "--format",
        "github",
        *outputs,
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    annotations = [line for line in done.stdout.partition("::stop-commands::")[0].splitlines() if sentence in line]
    assert len(annotations) == 1, done.stdout
    assert annotations[0].startswith("::warning title=roce-lint%3A left out of this check::")
    assert sentence in json.dumps(json.loads((tmp_path / "gitlab.out").read_text()))
    junit = (tmp_path / "junit.out").read_text()
    assert (escape(sentence) in junit) != ("suppressed by" in sentence and "<skipped" in junit)
    assert sentence in (tmp_path / "code-scanning.out").read_text()

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = """
import sys
import roce_lint
assert "roce_lint.judge.check" not in sys.modules
from roce_lint import Fabric, Finding, Intent, Report, RoceLintError, Rule
from roce_lint import lint, load_intent, load_rules, read_configs, render
intent = load_intent("fixtures/intents/pfc-only.roce.yaml")
assert isinstance(intent, Intent)
folder = sys.argv[1]
from pathlib import Path
for file in render(intent):
    target = Path(folder, file.path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(file.text)
fabric = read_configs(folder)
assert isinstance(fabric, Fabric)
report = lint(fabric, load_rules())
assert isinstance(report, Report)
print(report.profile.id, len(report.findings))
try:
    read_configs("none.cfg")
except RoceLintError as error:
    print(error)
from roce_lint.version import version
assert roce_lint.__version__ == version()
"""


def test_the_public_names_are_enough_to_render_read_and_lint(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout == (
        "pfc-only 0\nnone.cfg: cannot be read: No such file or directory; check the path and its permissions\n"
    )


def test_an_unknown_name_says_which_are_known() -> None:
    import roce_lint

    with pytest.raises(AttributeError, match="it has Fabric, Finding"):
        roce_lint.nothing

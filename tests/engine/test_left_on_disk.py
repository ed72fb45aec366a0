"""Texts that are left on disk change nothing of a report, and a file that changes meanwhile leaves nothing behind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from roce_lint.engine.cache_store import Store
from roce_lint.engine.checking import check_with
from roce_lint.engine.processes import ProcessPool
from roce_lint.engine.run_context import RunContext
from roce_lint.judge.given import Given
from roce_lint.judge.rule import Rule
from roce_lint.read.files import Texts
from roce_lint.read.gather import Gathered, gather
from roce_lint.report.formats import FORMATS
from roce_lint.report.material import Material
from tests.all_rules import all_rules

SAMPLES = ("eos/leaf-7060dx5/leaf.cfg", "nxos/pod-leaf/pod3-leaf-02.cfg")
RULES = all_rules()


@pytest.fixture
def leaf(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One of two switches in the folder `in` of the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("in").mkdir()
    for name in SAMPLES:
        (Path("in") / Path(name).name).write_text((root / "fixtures" / name).read_text("utf-8"), "utf-8")
    return Path("in/leaf.cfg")


def _forms(means: RunContext, gathered: Gathered, rules: Sequence[Rule] = RULES) -> dict[str, str]:
    """Return the report in every form."""
    report, fabric = check_with(means, gathered, rules, Given(), forms=frozenset(FORMATS))
    material = Material(tuple(rules), Texts(gathered.documents), fabric)
    return {name: form.write(report, material) for name, form in FORMATS.items()}


@pytest.mark.parametrize("processes", [0, 2])
def test_reports_are_the_same_in_every_form(
    leaf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    leaf.write_text(leaf.read_text().replace("mtu 9214", "mtu 1500"))
    monkeypatch.setattr("roce_lint.engine.run_context.WORTH_SHARING", 2)
    execute = ProcessPool(processes).execute if processes else None
    kept, left = gather(["in"]), gather(["in"], kept_bytes=0)
    assert "mtu 1500" in _forms(RunContext(), kept)["text"]
    assert _forms(RunContext(execute=execute), left) == _forms(RunContext(), kept)
    means = RunContext(Store(tmp_path, b"secret"), b"program", execute)
    assert [_forms(means, left), _forms(means, left)] == [_forms(RunContext(), kept)] * 2


def test_of_a_file_that_changes_meanwhile_nothing_is_kept(leaf: Path, tmp_path: Path) -> None:
    means, text = RunContext(Store(tmp_path, b"secret"), b"program"), leaf.read_text()
    seen = gather(["in"], kept_bytes=0)
    leaf.write_text(text.replace("mtu 9214", "mtu 1500"))
    report, _ = check_with(means, seen, RULES, Given())
    assert report.inputs.changed == ("in/leaf.cfg",)
    changed, _ = check_with(RunContext(), gather(["in"]), RULES, Given())
    # What a file no longer holds cannot be edited.
    words = [(one.rule, one.message, one.places) for one in changed.findings]
    assert [(one.rule, one.message, one.places) for one in report.findings] == words
    assert {one.fixable for one in report.findings} == {False} < {one.fixable for one in changed.findings}
    leaf.write_text(text)
    again = gather(["in"])
    plain, _ = check_with(RunContext(), again, RULES, Given())
    assert plain.findings != changed.findings
    assert check_with(means, again, RULES, Given())[0] == plain

"""What an editor shows of findings and faults, without an editor."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types as lsp

from roce_lint.editor.diagnostics import (
    MOST_DIAGNOSTICS,
    FileKind,
    diagnostics_of,
    kind_of,
    line_range,
    own_problems,
    problem_diagnostic,
)
from roce_lint.editor.folder import OpenFolder
from roce_lint.editor.hover import hover_text
from roce_lint.errors import Problem
from roce_lint.fix.case import Draft, Workshop
from roce_lint.fix.drafts import best_draft
from roce_lint.judge.finding import Finding, FindingPlace

LEAF = """\
hostname leaf1
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   uc-tx-queue 3
      random-detect ecn minimum-threshold 1600 kbytes maximum-threshold 1500 kbytes max-mark-probability 20 weight 0
interface Ethernet1/1
   no switchport
   service-profile ROCE
"""


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("ab\n   cd  \n", 2, (1, 3, 1, 5)),
        ("ab\n", 0, (0, 0, 0, 2)),
        ("   \U0001f680 x", 1, (0, 3, 0, 7)),
        ("one", 99, (0, 0, 0, 3)),
        ("a\r\n", 1, (0, 0, 0, 1)),
    ],
)
def test_a_line_is_a_range_in_utf16(text: str, line: int, expected: tuple[int, int, int, int]) -> None:
    found = line_range(text, line)
    assert (found.start.line, found.start.character, found.end.line, found.end.character) == expected


def test_a_column_narrows_the_range() -> None:
    found = problem_diagnostic(Problem("x", 1, 4, "wrong"), "ab cd")
    assert (found.range, found.message) == (lsp.Range(lsp.Position(0, 3), lsp.Position(0, 5)), "wrong")


def test_texts_of_editors_take_the_place_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("leaf1.cfg").write_text(LEAF)
    folder = OpenFolder()
    checked = folder.check({})
    found = diagnostics_of(checked, lambda path: checked.texts[path], lambda path: f"file:///{path}")
    (curve,) = [one for one in found["leaf1.cfg"] if str(one.code).startswith("ECN-002")]
    assert (curve.range.start.line, curve.severity, curve.source) == (6, lsp.DiagnosticSeverity.Error, "roce-lint")
    assert curve.message.splitlines()[0].startswith("Ethernet1/1/queue 3: ")
    better = folder.check({"leaf1.cfg": LEAF.replace("1600", "150")})
    codes = {finding.code for finding in better.report.open_findings} if better.report else {"no report"}
    assert "ECN-002" not in codes


def test_a_fix_is_worked_out_once_and_before_anybody_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    leaf = LEAF.replace("   no switchport\n", "   no switchport\n   speed 100g-2\n")
    Path("leaf1.cfg").write_text(leaf)
    Path("leaf2.cfg").write_text(leaf.replace("1600", "150").replace("leaf1", "leaf2"))
    worked_out: list[str] = []

    def best(finding: Finding, places: tuple[FindingPlace, ...], shop: Workshop) -> Draft | None:
        worked_out.append(finding.code)
        return best_draft(finding, places, shop)

    monkeypatch.setattr("roce_lint.editor.folder.best_draft", best)
    checked = OpenFolder().check({"leaf1.cfg": leaf})
    assert checked.fixes is not None
    before = list(worked_out)
    found = [(finding.code, draft.edits[0].line) for finding, draft in checked.fixes.at("leaf1.cfg", 7, 7)]
    assert ("ECN-002", 7) in found
    assert [(finding.code, draft.edits[0].line) for finding, draft in checked.fixes.at("leaf1.cfg", 7, 7)] == found
    assert ("ECN-002" in before, worked_out) == (True, before)
    assert [*checked.fixes.at("leaf1.cfg", 1, 1)] == [*checked.fixes.at("leaf2.cfg", 1, 1)] == []


def test_hover_says_what_is_wrong_and_what_a_line_sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("leaf1.cfg").write_text(LEAF)
    checked = OpenFolder().check({})
    shown = hover_text(checked, "leaf1.cfg", 7).split("\n")
    assert "**error ECN-002 ecn-curve-invalid**" in shown
    assert {"- ECN Kmin: 1.6 MB", "- ECN Kmax: 1.5 MB", "- ECN Pmax: 20 %"} <= set(shown)
    assert not [line for line in shown if "_" in line]
    assert hover_text(checked, "leaf1.cfg", 99) == ""


def test_a_wrong_setting_is_shown_where_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("roce-lint.toml").write_text('paths = ["."]\nignored = ["PFC"]\n')
    checked = OpenFolder().check({})
    assert [(one.path, one.line) for one in checked.problems] == [("roce-lint.toml", 2)]
    assert checked.report is None


def test_many_findings_of_a_file_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ports = "".join(
        f"interface Ethernet{number}/1\n   no switchport\n   priority-flow-control priority 3 no-drop 9\n"
        for number in range(1, 1_300)
    )
    Path("leaf1.cfg").write_text(LEAF + ports)
    checked = OpenFolder().check({})
    found = diagnostics_of(checked, lambda path: checked.texts[path], str)["leaf1.cfg"]
    assert len(found) == MOST_DIAGNOSTICS + 1
    assert "more findings are not shown" in found[-1].message


def test_files_of_our_own_are_known_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("roce-lint.toml").write_text('rules = ["site-rules"]\nintent = "pod.yaml"\nwaivers = "accepted.yaml"\n')
    Path("site-rules/x").mkdir(parents=True)
    checked = OpenFolder().check({})
    kinds = {path: kind_of(path, checked) for path in ("pod.yaml", "accepted.yaml", "site-rules/x/a.yaml", "a.cfg")}
    assert list(kinds.values()) == [FileKind.INTENT, FileKind.WAIVERS, FileKind.RULE, FileKind.CONFIGURATION]
    faults = {path: own_problems(kind, path, "a: 1\n", checked) for path, kind in kinds.items()}
    assert {path: bool(found) for path, found in faults.items()} == {
        "pod.yaml": True,
        "accepted.yaml": True,
        "site-rules/x/a.yaml": True,
        "a.cfg": False,
    }
    assert {problem.path for found in faults.values() for problem in found} == set(kinds) - {"a.cfg"}

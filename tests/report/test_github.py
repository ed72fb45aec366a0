"""Annotations of GitHub: escapes, limits, and no command from an input."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

from roce_lint.judge.finding import FindingPlace, Report
from roce_lint.judge.rule import Severity
from roce_lint.report.github import github_report
from roce_lint.report.material import Material
from roce_lint.report.text import text_report
from roce_lint.values import replace


def test_annotations_come_first_and_the_text_cannot_command(full_report: Report) -> None:
    text = text_report(full_report)
    word = "roce-lint-" + hashlib.sha256(text.encode()).hexdigest()[:32]
    assert github_report(full_report, Material(folder="/w/net", root="/w")) == (
        "::error file=net/odd.cfg,title=roce-lint::cannot be read: binary\n"
        "::error file=net/leaf1.cfg,line=40,title=PFC-001 pfc-link-ends-differ::"
        "leaf1 Ethernet0/priority 3, Ethernet1/priority 3, Ethernet2/priority 3 and 13 more: "
        "leaf1 pauses for priority 3 and leaf2 does not%0A"
        "Fix: interface Ethernet0%0A   priority-flow-control priority 3 no-drop\n"
        "::notice file=net/leaf2.cfg,title=BUF-001 headroom-too-small::"
        "leaf2: cannot tell whether this rule applies: \\x1b[31mlength is unknown%0AFix: Provide what is missing.\n"
        f"::stop-commands::{word}\n{text}::{word}::\n"
    )


def test_ten_of_a_level_are_annotated_the_worst_first(full_report: Report) -> None:
    error, info = full_report.findings
    many = [replace(error, rule=f"rule-{n}", severity=Severity.WARNING) for n in range(30)]
    report = replace(full_report, findings=(*many, error, replace(info, suppression=None)))
    levels = [line.split(" ")[0] for line in github_report(report).splitlines() if line.startswith("::")]
    assert levels == ["::error"] * 2 + ["::warning"] * 10 + ["::notice"] + levels[13:]
    assert [level.split("::")[1][:9] for level in levels[13:]] == ["stop-comm", "roce-lint"]


def test_one_annotation_for_each_rule_and_device(full_report: Report) -> None:
    error = full_report.findings[0]
    places = tuple(
        FindingPlace(f"{name}.cfg", 1, 1, name, f"Ethernet{n}") for name in ("leaf1", "leaf2") for n in range(3)
    )
    report = replace(full_report, findings=(replace(error, places=places), replace(error, message="again")))
    files = re.findall(r"^::error file=([^,]*),line", github_report(report), re.MULTILINE)
    assert files == ["leaf1.cfg", "leaf2.cfg"]


def test_no_input_writes_a_command(full_report: Report) -> None:
    error = full_report.findings[0]
    hostile = "x\n::error::forged\r\n::add-mask::a %0A##[error]forged ##vso[task.complete]"
    place = FindingPlace("a,b:c%.cfg", 1, 1, hostile, hostile)
    report = replace(full_report, findings=(replace(error, message=hostile, fix=hostile, places=(place,)),))
    lines = github_report(report).splitlines()
    stop = next(index for index, line in enumerate(lines) if line.startswith("::stop-commands::"))
    assert [line.split(" ")[0] for line in lines[:stop]] == ["::error", "::error"]
    assert "file=a%2Cb%3Ac%25.cfg,line=1," in lines[1]
    word = lines[stop].removeprefix("::stop-commands::")
    assert [line for line in lines[stop + 1 :] if word in line] == [f"::{word}::"] == lines[-1:]
    assert not any("##[" in line or "##vso[" in line for line in lines)


def test_the_job_summary_is_appended_to_within_its_limit(tmp_path: Path) -> None:
    (tmp_path / "leaf1.cfg").write_text("hostname leaf1\n!\ninterface Ethernet1/1\n   mtu 9214\n")
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    done = subprocess.run(
        [sys.executable, "-m", "roce_lint", "check", "leaf1.cfg", "--format", "github"],
        cwd=tmp_path,
        env={**os.environ, "GITHUB_STEP_SUMMARY": str(summary)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert summary.read_text().startswith("before\n## roce-lint 🟢\n\n1 device in 1 file: 0 errors")

"""The report for people."""

from __future__ import annotations

import io
import re

import pytest

from roce_lint.errors import Problem
from roce_lint.judge.check import check_in_full
from roce_lint.judge.rule import Severity
from roce_lint.read.gather import gather
from roce_lint.report.material import Material
from roce_lint.report.printable import printable, printable_line
from roce_lint.report.text import print_report, report_lines, text_report
from roce_lint.values import replace
from tests.all_rules import all_rules

FULL = """\
leaf1.cfg:40: error PFC-001 pfc-link-ends-differ
  leaf1 Ethernet0/priority 3: leaf1 pauses for priority 3 and leaf2 does not
  why: The end that does not pause drops.
  fix: interface Ethernet0
          priority-flow-control priority 3 no-drop
  way: 1. leaf1.cfg:40: leaf1 waits
  see: leaf2.cfg:7: priority.healthy_end_pauses is yes
  at:  leaf1.cfg:40 (41, 42, 43, 44, 45, ...): leaf1 Ethernet0/priority 3, Ethernet1/priority 3, \
Ethernet2/priority 3, Ethernet3/priority 3, Ethernet4/priority 3 and 11 more

leaf2.cfg: info BUF-001 headroom-too-small
  leaf2: cannot tell whether this rule applies: \\x1b[31mlength is unknown
  why: What is in flight must fit.
  fix: Provide what is missing.

cannot be read: odd.cfg: binary
BUF-001 headroom-too-small: could not tell for 16 of 20
PFC-001 pfc-link-ends-differ: 4 of 384 suppressed: same root cause
Evaluated 404 objects against 2 rules
Profile: lossless (Lossless with DCQCN), inferred: 2 ports pause
2 devices in 2 files: 1 error, 0 warnings, 1 info \
(1 undetermined, 1 line not understood, 1 file skipped, 1 file not readable)
`roce-lint explain CODE` explains a rule
"""
BRIEF = """\
leaf1.cfg:40: error PFC-001 pfc-link-ends-differ
  leaf1 Ethernet0/priority 3 and 15 more: leaf1 pauses for priority 3 and leaf2 does not
  why: The end that does not pause drops.
  fix: interface Ethernet0
          priority-flow-control priority 3 no-drop
  way: 1. leaf1.cfg:40: leaf1 waits

cannot be read: odd.cfg: binary
BUF-001 headroom-too-small: could not tell for 16 of 20
Evaluated 404 objects against 2 rules
Profile: lossless (Lossless with DCQCN), inferred: 2 ports pause
2 devices in 2 files: 1 error, 0 warnings, 1 info \
(1 undetermined, 1 line not understood, 1 file skipped, 1 file not readable)
`check -v` shows 1 info and the evidence; `roce-lint explain CODE` explains a rule
"""
WHOLE = Material(verbose=True)


def test_a_report_reads_like_this(full_report):
    assert text_report(full_report) == BRIEF
    assert text_report(full_report, WHOLE) == FULL


def test_many_findings_begin_with_a_line_for_each_and_one_rule_is_told_once(full_report):
    error, info = full_report.findings
    others = [replace(error, message=f"leaf{number} differs", fix="") for number in (3, 4, 5)]
    text = text_report(replace(full_report, findings=(error, *others, info)), Material(fail_on=Severity.INFO))
    assert text.split("\n")[:4] == [
        "  error   PFC-001   leaf1 Ethernet0/priority 3 and 15 more: leaf1 pauses for priority 3 and leaf2 does not",
        "  error   PFC-001   leaf1 Ethernet0/priority 3 and 47 more: leaf3 differs (3 findings)",
        "  info    BUF-001   leaf2: cannot tell whether this rule applies: \\x1b[31mlength is unknown",
        "",
    ]
    assert (
        """\
leaf1.cfg:40: error PFC-001 pfc-link-ends-differ
  leaf1.cfg:40: leaf1 Ethernet0/priority 3 and 15 more: leaf3 differs
  leaf1.cfg:40: leaf1 Ethernet0/priority 3 and 15 more: leaf4 differs
  leaf1.cfg:40: leaf1 Ethernet0/priority 3 and 15 more: leaf5 differs
  why: The end that does not pause drops.
"""
        in text
    )
    assert "BUF-001 headroom-too-small\n" in text


def test_a_long_fix_is_cut_and_the_fixable_findings_are_counted(full_report):
    error = replace(full_report.findings[0], fix="a\nb\nc\nd\ne\nf\n(as in leaf2.cfg:3)", fixable=True)
    report = replace(full_report, findings=(error,))
    brief, whole = text_report(report), text_report(report, WHOLE)
    assert "  fix: a\n       b\n       c\n       d\n       and 2 more lines\n" in brief
    assert "       f\n       (as in leaf2.cfg:3)\n" in whole
    assert brief.split("\n")[-2].startswith("1 fixable with `roce-lint fix`; ")


def test_a_clean_report_is_one_line(empty_report):
    assert text_report(empty_report) == "1 device in 1 file: 0 errors, 0 warnings, 0 info\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_many_files_that_cannot_be_read_for_one_reason_are_one_line(empty_report):
    files = [Problem(f"leaf{number}.cfg", 0, 0, "internal error") for number in range(1, 10)]
    inputs = replace(empty_report.inputs, unreadable=(*files, Problem("odd.cfg", 3, 0, "binary")))
    assert text_report(replace(empty_report, inputs=inputs)).split("\n")[:2] == [
        "cannot be read: leaf1.cfg, leaf2.cfg and 7 more files, which JSON lists: internal error",
        "cannot be read: odd.cfg:3: binary",
    ]


def test_a_pipe_gets_plain_text(full_report):
    stream = io.StringIO()
    print_report(full_report, stream, WHOLE)
    assert stream.getvalue() == FULL


def without_colour(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_a_terminal_gets_the_same_words_in_colour(full_report, monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "500")
    monkeypatch.delenv("NO_COLOR", raising=False)
    stream = Terminal()
    print_report(full_report, stream, WHOLE)
    assert "\x1b[1;31merror\x1b[0m" in stream.getvalue()
    assert without_colour(stream.getvalue()) == FULL


def test_no_colour_is_honoured_and_lines_are_wrapped(full_report, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "60")
    stream = Terminal()
    print_report(full_report, stream, WHOLE)
    assert "\x1b" not in stream.getvalue()
    assert "see: leaf2.cfg:7: priority.healthy_end_pauses is yes" in stream.getvalue()
    assert """\
  at:  leaf1.cfg:40 (41, 42, 43, 44, 45, ...): leaf1
       Ethernet0/priority 3, Ethernet1/priority 3,
       Ethernet2/priority 3, Ethernet3/priority 3,
       Ethernet4/priority 3 and 11 more
""" in stream.getvalue()


def test_colour_is_forced_into_a_file(full_report, monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    stream = io.StringIO()
    print_report(full_report, stream, WHOLE)
    assert without_colour(stream.getvalue()) == FULL != stream.getvalue()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("   no pfc  \r", "      40 |    no pfc\n         |    ^^^^^^\n"),
        ("\tno pfc", "      40 |     no pfc\n         |     ^^^^^^\n"),
        ("設定 \x1b[2J", "      40 | 設定 \\x1b[2J\n         | ^^^^^^^^^^^^\n"),
        ("x" * 999, f"      40 | {'x' * 145}...\n         | {'^' * 148}\n"),
        ("", ""),
    ],
    ids=["carriage return", "tab", "wide letters and escapes", "very long", "blank"],
)
def test_the_line_is_quoted_with_carets(full_report, source, expected):
    report = replace(full_report, findings=full_report.findings[:1])
    text = text_report(report, Material(texts={"leaf1.cfg": "\n" * 39 + source + "\n"}, verbose=True))
    start = text.index("leaf2 does not\n") + len("leaf2 does not\n")
    assert text[start : text.index("  why: ")] == expected


OTHER_END = """\
rack7-sw1.txt:8: error PFC-001 pfc-link-ends-differ
  rack7-sw1 Ethernet1/33/priority 3: PFC for priority 3 differs across the cable: this end pauses for 4, the other \
end for 3
       8 |     pause pfc-cos 4
         |     ^^^^^^^^^^^^^^^
  the other end, core1 Ethernet1/7, core1.txt:48
      48 |   priority-flow-control mode on
         |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  why: A pause frame"""
BESIDE = """
                                   the other end, core1 Ethernet1/7, core1.txt:48
       8 |     pause pfc-cos 4         48 |   priority-flow-control mode on
         |     ^^^^^^^^^^^^^^^            |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  why: A pause frame"""


def test_the_other_end_of_the_cable_stands_beside_the_line(root, monkeypatch):
    monkeypatch.chdir(root / "fixtures/faults/pause-on-another-priority")
    gathered = gather(["."])
    rules = all_rules()
    report, fabric = check_in_full(gathered, rules)
    material = Material(rules, {document.path: document.text for document in gathered.documents}, fabric, verbose=True)
    assert OTHER_END in text_report(report, material)
    wide = "".join("".join(span.text for span in line) + "\n" for line in report_lines(report, material, 200))
    assert BESIDE in wide


def test_no_line_fills_a_log():
    assert printable("x" * 2_000_000) == f"{'x' * 4_000}... (1996000 more letters)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("ü 3", "ü 3"), ("\x1b[2J", "\\x1b[2J"), ("a\tb\rc", "a\\tb\\rc"), ("\udc80", "\\udc80"), ("\u202e", "\\u202e")],
    ids=["letters", "escape sequence", "tab and return", "undecodable byte", "direction override"],
)
def test_no_input_steers_the_terminal(text, expected):
    assert printable(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("::error::x", "\\x3a:error::x"),
        ("  ::set-output::x", "  \\x3a:set-output::x"),
        ("leaf1 ::error::", "leaf1 ::error::"),
        ("a\n::error::x", "a\\n::error::x"),
    ],
)
def test_no_line_is_a_command_of_a_log(text: str, expected: str) -> None:
    assert printable_line(text) == expected


def test_what_waits_for_a_fault_stands_on_one_line(waiting_report):
    for material, expected in (
        (Material(), "  fix this first: 1 check waits for it"),
        (WHOLE, "  fix this first: 1 check waits for it (PFC-003)"),
    ):
        lines = text_report(waiting_report, material).splitlines()
        assert [line for line in lines if "wait" in line and "leaf1 waits" not in line] == [expected]

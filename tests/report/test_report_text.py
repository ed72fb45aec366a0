"""The report for people."""

from __future__ import annotations

import io

import pytest

from roce_lint.report.printable import printable
from roce_lint.report.text import print_report, text_report

FULL = """\
leaf1.cfg:40: error PFC-001 pfc-link-ends-differ
  leaf1 Ethernet0/priority 3: leaf1 pauses for priority 3 and leaf2 does not
  why: The end that does not pause drops.
  fix: interface Ethernet0
          priority-flow-control priority 3 no-drop
  way: 1. leaf1.cfg:40: leaf1 waits
  see: leaf2.cfg:7: priority.good_end_pauses is yes
  at:  leaf1.cfg:40: leaf1 Ethernet0/priority 3, leaf1 Ethernet1/priority 3
  at:  leaf1.cfg:41: leaf1 Ethernet2/priority 3, leaf1 Ethernet3/priority 3
  at:  leaf1.cfg:42: leaf1 Ethernet4/priority 3, leaf1 Ethernet5/priority 3
  at:  leaf1.cfg:43: leaf1 Ethernet6/priority 3, leaf1 Ethernet7/priority 3
  at:  leaf1.cfg:44: leaf1 Ethernet8/priority 3, leaf1 Ethernet9/priority 3
       and 6 more

leaf2.cfg: info BUF-001 headroom-too-small
  leaf2: cannot tell whether this rule applies: \\x1b[31mlength is unknown
  why: What is in flight must fit.
  fix: Provide what is missing.

cannot be read: odd.cfg: binary
BUF-001 headroom-too-small: could not tell for 16 of 20
PFC-001 pfc-link-ends-differ: 4 of 384 rest on another fault
Profile: lossless (Lossless with DCQCN), inferred: 2 ports pause
2 devices in 2 files: 1 error, 0 warnings, 1 info \
(1 undetermined, 1 line not understood, 1 file skipped, 1 file not readable)
"""


def test_a_report_reads_like_this(full_report):
    assert text_report(full_report) == FULL


def test_a_clean_report_is_one_line(empty_report):
    assert text_report(empty_report) == "1 device in 1 file: 0 errors, 0 warnings, 0 info\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_plain_text(full_report):
    stream = io.StringIO()
    print_report(full_report, stream)
    assert stream.getvalue() == FULL


def test_a_terminal_gets_the_same_words_in_colour(full_report, monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    stream = Terminal()
    print_report(full_report, stream)
    coloured = stream.getvalue()
    assert "\x1b[1;31merror\x1b[0m" in coloured
    plain = coloured
    while "\x1b[" in plain:
        start = plain.index("\x1b[")
        plain = plain[:start] + plain[plain.index("m", start) + 1 :]
    assert plain == FULL


@pytest.mark.parametrize(
    ("text", "expected"),
    [("ü 3", "ü 3"), ("\x1b[2J", "\\x1b[2J"), ("a\tb\rc", "a\\tb\\rc"), ("\udc80", "\\udc80"), ("\u202e", "\\u202e")],
    ids=["letters", "escape sequence", "tab and return", "undecodable byte", "direction override"],
)
def test_no_input_steers_the_terminal(text, expected):
    assert printable(text) == expected

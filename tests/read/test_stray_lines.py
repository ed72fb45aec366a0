"""Lines that no device prints make a file unreadable: what stands beside them would be read wrongly."""

from __future__ import annotations

import time

import pytest

from roce_lint.model.fact import Source
from roce_lint.read.format import HOST, PARTITIONS, Format
from roce_lint.read.read_one import reader_for
from roce_lint.read.stray_lines import stray_line, with_lone_marks
from roce_lint.text.document import Document

MERGE = "hostname a\n<<<<<<< HEAD\nmtu 9214\n=======\nmtu 1500\n>>>>>>> branch\n"


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        (MERGE, Format("eos"), "a:2: a conflict of a merge begins here; settle it"),
        (MERGE.replace("\n", "\r\n"), HOST, "a:2: a conflict of a merge begins here; settle it"),
        (
            "policy-map type queuing A\n  class type queuing c-out-8q-q3\n --More-- \b\b\b\n    bandwidth 3\n",
            Format("nxos"),
            "a:3: this is the prompt of a pager; fetch the file with `terminal length 0`",
        ),
        ("banner motd\n=======\nwelcome\n=======\nEOF\n", Format("eos"), ""),
        ("interface Ethernet1\n   description --More-- to come\n", Format("eos"), ""),
        (MERGE, PARTITIONS, ""),
    ],
    ids=["merge", "merge with CRLF", "pager", "banner", "description", "what OpenSM reads"],
)
def test_a_line_of_no_device_is_reported_with_its_remedy(text: str, form: Format, expected: str) -> None:
    assert str(stray_line(Document("a", text), form) or "") == expected


def test_many_beginnings_of_a_merge_take_linear_time() -> None:
    text = "<<<<<<< a\n=======\n" * 20_000 + "x >>>>>>> b\n"
    begun = time.process_time()
    assert stray_line(Document("a", text), Format("eos")) is None
    assert time.process_time() - begun < 2


LONE = {
    "middle": ("hostname a\nqos profile A\n=======\nvlan 3\n", Format("eos"), [(3, "=======")]),
    "end with CRLF": ("hostname a\r\n>>>>>>> branch\r\n", Format("nxos"), [(2, ">>>>>>> branch")]),
    "beginning of a file": (
        "<<<<<<< HEAD\nhostname a\n>>>>>>> b\n",
        Format("eos"),
        [(1, "<<<<<<< HEAD"), (3, ">>>>>>> b")],
    ),
    "common ancestor": ("hostname a\n||||||| 1f3c\n=======\n", Format("nxos"), [(2, "||||||| 1f3c"), (3, "=======")]),
    "braces": ("system {\n}\n=======\n", Format("srlinux"), [(3, "=======")]),
    "script": (
        "#!/bin/sh\n=======\nmlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n>>>>>>> b\n",
        HOST,
        [(4, ">>>>>>> b")],
    ),
    "banner": ("hostname a\nbanner motd\n=======\nEOF\n", Format("eos"), []),
    "banner between signs": ("hostname a\nbanner motd #\n=======\n#\n", Format("nxos"), []),
    "text between quotes": ('set / system banner login-banner "a\n=======\n"\n', Format("srlinux"), []),
    "longer line": ("hostname a\n========\n", Format("eos"), []),
    "whole merge": (MERGE, Format("eos"), []),
}


@pytest.mark.parametrize(("text", "form", "expected"), LONE.values(), ids=LONE)
def test_a_single_mark_of_a_merge_is_not_understood(text: str, form: Format, expected: list[tuple[int, str]]) -> None:
    document = Document("a.cfg", text)
    found = with_lone_marks(reader_for(form)(document), document, form).unread
    reported = [(line.source, line.text) for line in found if "merge" in line.because]
    assert reported == [(Source("a.cfg", number, number), mark) for number, mark in expected]

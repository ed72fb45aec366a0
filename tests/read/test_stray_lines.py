"""Lines that no device prints make a file unreadable: what stands beside them would be read wrongly."""

from __future__ import annotations

import time

import pytest

from roce_lint.read.format import Format
from roce_lint.read.reading import Document
from roce_lint.read.stray_lines import stray_line

MERGE = "hostname a\n<<<<<<< HEAD\nmtu 9214\n=======\nmtu 1500\n>>>>>>> branch\n"


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        (MERGE, Format.EOS, "a:2: a conflict of a merge begins here; settle it"),
        (MERGE.replace("\n", "\r\n"), Format.HOST, "a:2: a conflict of a merge begins here; settle it"),
        (
            "policy-map type queuing A\n  class type queuing c-out-8q-q3\n --More-- \b\b\b\n    bandwidth 3\n",
            Format.NXOS,
            "a:3: the prompt of a pager stands here; fetch the file with `terminal length 0`",
        ),
        ("banner motd\n=======\nwelcome\n=======\nEOF\n", Format.EOS, ""),
        ("interface Ethernet1\n   description --More-- to come\n", Format.EOS, ""),
        (MERGE, Format.PARTITIONS, ""),
    ],
    ids=["merge", "merge with CRLF", "pager", "banner", "description", "what OpenSM reads"],
)
def test_a_line_of_no_device_is_told_with_its_remedy(text: str, form: Format, expected: str) -> None:
    assert str(stray_line(Document("a", text), form) or "") == expected


def test_many_beginnings_of_a_merge_take_linear_time() -> None:
    text = "<<<<<<< a\n=======\n" * 20_000 + "x >>>>>>> b\n"
    begun = time.process_time()
    assert stray_line(Document("a", text), Format.EOS) is None
    assert time.process_time() - begun < 2

"""A configuration with NUL bytes is a damaged copy, and other files with NUL bytes are none of ours."""

from __future__ import annotations

import pytest

from roce_lint.errors import Problem
from roce_lint.read.files import Skipped, decode
from roce_lint.read.read_one import read_one
from roce_lint.read.read_result import ReadOptions, ReadResult
from roce_lint.text.document import Document

EOS = b"hostname leaf1\n!\nqos profile ROCE\n   qos trust dscp\n!\ninterface Ethernet1\n   service-profile ROCE\n"
DAMAGED = Problem("a", 8, 0, "a NUL byte in a configuration: the copy is damaged; fetch it again")
NO_TEXT = Problem("a", 0, 0, "a binary file; name a text file")
BINARY = Skipped("a", "a binary file")


@pytest.mark.parametrize(
    ("raw", "is_named", "expected"),
    [
        (EOS + b"\0" * 512, False, ReadResult(failures=(DAMAGED,))),
        (EOS + b"\0" * 512, True, ReadResult(failures=(DAMAGED,))),
        (b"one\ntwo\nthree\n\0\1", False, ReadResult(skipped=BINARY)),
        (b"one\ntwo\nthree\n\0\1", True, ReadResult(failures=(NO_TEXT,))),
    ],
)
def test_a_file_with_nul_bytes_is_damaged_or_binary(raw: bytes, is_named: bool, expected: ReadResult) -> None:
    document = decode(raw, "a")
    assert isinstance(document, Document)
    assert read_one(document, ReadOptions(is_named=is_named)) == expected

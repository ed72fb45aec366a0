"""Edits change their own line, and no other byte."""

from __future__ import annotations

import pytest

from roce_lint.fix.edit import Edit, EditRefused, edited

REPLACE = Edit("a", 2, "  b", "  x", ("  y",))


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"a\n  b\nc\n", b"a\n  x\n  y\nc\n"),
        (b"a\r\n  b\r\nc\r\n", b"a\r\n  x\r\n  y\r\nc\r\n"),
        (b"a\n  b", b"a\n  x\n  y"),
        (b"a \t\n  b  \nc", b"a \t\n  x  \n  y\nc"),
        (b"\xef\xbb\xbf\xc3\xbc\n  b\n\xe2\x80\xa8\n", b"\xef\xbb\xbf\xc3\xbc\n  x\n  y\n\xe2\x80\xa8\n"),
        (b"\xfc\n  b\n\xe9\x0c\n", b"\xfc\n  x\n  y\n\xe9\x0c\n"),
    ],
    ids=["plain", "CRLF", "no end", "blanks at ends", "UTF-8 with mark", "Latin-1 and form feed"],
)
def test_no_other_byte_changes(raw: bytes, expected: bytes) -> None:
    assert edited(raw, [REPLACE]) == expected


def test_lines_are_added_behind_a_line_that_stays() -> None:
    assert edited(b"a\n  b \nc\n", [Edit("a", 2, "  b", "  b", ("  y",))]) == b"a\n  b \n  y\nc\n"


@pytest.mark.parametrize(
    ("raw", "edits", "because"),
    [
        (b"a\n  c\n", [REPLACE], "line 2 does not read as it was understood"),
        (b"a\n", [Edit("a", 9, "x", "y")], "the file has no line 9"),
        ("a\n  b\n".encode("utf-16"), [REPLACE], "the file is in UTF-16"),
        (b"a\n  b\n", [REPLACE, Edit("a", 2, "  b", "  z")], "two fixes change the same line"),
    ],
    ids=["another text", "no such line", "UTF-16", "twice"],
)
def test_an_edit_that_does_not_fit_is_refused(raw: bytes, edits: list[Edit], because: str) -> None:
    with pytest.raises(EditRefused, match=because):
        edited(raw, edits)

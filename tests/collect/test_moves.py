"""Text that devices write over is worked out in runs, and no answer holds up the others."""

from __future__ import annotations

import time

import pytest

from roce_lint.collect.session import shown_text


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("abc\b\bX", "aXc"),
        ("abc\rXY", "XYc"),
        ("--More--\r        \rline", "line    "),
        ("\b\b\bab", "ab"),
        ("abcdef\b\b\b\x1b[Kxy", "abcxy"),
        ("ab\r\ncd\b", "ab\ncd"),
    ],
)
def test_what_is_left_of_lines(sent: str, shown: str) -> None:
    assert shown_text(sent) == shown.rstrip()


@pytest.mark.parametrize("piece", ["\b", "a\b", "\r\b", "abc\r"])
def test_sixty_megabytes_of_moves_take_little_time(piece: str) -> None:
    sent = piece * (60_000_000 // len(piece))
    began = time.process_time()
    shown_text(sent)
    assert time.process_time() - began < 5

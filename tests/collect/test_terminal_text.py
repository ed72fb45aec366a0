"""What a terminal would show: pagers wipe their sign away, colours are no text."""

from __future__ import annotations

import pytest

from roce_lint.collect.session import shown_text


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("a\r\nb\r\r\nc", "a\nb\nc"),
        (" --More-- \r          \r   mtu 9214\r\n", "   mtu 9214\n"),
        ("--More--\b\b\b\b\b\b\b\b        \b\b\b\b\b\b\b\b  mtu", "  mtu"),
        ("--More--\r\x1b[K  mtu", "  mtu"),
        ("\x1b[1;32mleaf\x1b[0m# \x1b]0;title\x07", "leaf# "),
        ("\b\b\bx", "x"),
    ],
    ids=["lines", "blanks", "backspaces", "erase", "colours", "too-far"],
)
def test_shown_text(sent: str, shown: str) -> None:
    assert shown_text(sent) == shown

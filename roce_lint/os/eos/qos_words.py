"""Words by which a line of EOS that nobody understands may matter for RoCE."""

from __future__ import annotations

import re
from functools import lru_cache

from roce_lint.text.lines import Line

_QOS_WORD = re.compile(
    r"qos|pfc|priority-flow|\becn\b|queue|dscp|buffer|pause|dcb|roce|no-drop|random-detect|\bwred\b|flow-?control"
    r"|headroom|\bmmu\b|lossless",
    re.IGNORECASE,
)


def sounds_like_qos(line: Line) -> bool:
    """Return whether the line, or one below it, uses a word that matters for RoCE."""
    return says_qos(line.text) or any(says_qos(below.text) for below in line.walk())


@lru_cache(maxsize=8192)
def says_qos(text: str) -> bool:
    """Return whether a text uses a word that matters for RoCE."""
    return _QOS_WORD.search(text) is not None

"""Reports of our own that lie beside configurations: they quote commands and are none."""

from __future__ import annotations

import re

_SUMMARY = re.compile(r"^\d+ devices? in \d+ files?: \d+ errors?, \d+ warnings?, \d+ info", re.MULTILINE)
_END = 4_000
"""The summary is the last line of a text report, or nearly so."""


def is_own_report(text: str) -> bool:
    """Return whether a text ends as our reports in text do."""
    return " file" in text[-_END:] and _SUMMARY.search(text[-_END:]) is not None

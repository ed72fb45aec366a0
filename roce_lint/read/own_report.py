"""Reports of roce-lint itself among the configurations: they quote commands and are not configurations."""

from __future__ import annotations

import re

from roce_lint.text.patterns import lazy_pattern

_SUMMARY = lazy_pattern(
    r"^(?:\d+ devices? in \d+ files?: \d+ errors?, \d+ warnings?, \d+ info"
    r"|[a-zA-Z]+: \d+ new errors?, \d+ new warnings?, \d+ new info"
    r"|\d+ safe (?:fix(?:es)?|remed(?:y|ies)) )",
    re.MULTILINE,
)
"""How `check`, `gate` and `fix` sum up."""
_SUMMARY_WORDS = (" file", " new error", " safe remed", " safe fix")
_END = 4_000
"""The summary is the last line of a text report, or nearly so."""
_BEGINNING = 1_000
_BEGINNINGS = ("<title>roce-lint: ", '<testsuites name="roce-lint" ')
"""How a page and JUnit of ours begin. The other forms quote no line as a line of their own."""


def is_own_report(text: str) -> bool:
    """Return whether a text ends as our reports in text do, or begins as our pages and our JUnit do."""
    end = text[-_END:]
    if any(words in end for words in _SUMMARY_WORDS) and _SUMMARY.search(end) is not None:
        return True
    return text.startswith("<") and any(words in text[:_BEGINNING] for words in _BEGINNINGS)

"""AS-path expressions: the few forms of them that can be decided, common to the operating systems."""

from __future__ import annotations

import re

from roce_lint.facts.route_policy import AsPathEntry, AsPathForm

_NUMBER = r"(\d{1,10})"
_FORMS = (
    (re.compile(r"\^\$"), AsPathForm.EMPTY),
    (re.compile(r"\^?\.\*\$?"), AsPathForm.ANY),
    (re.compile(rf"\^{_NUMBER}\$"), AsPathForm.IS),
    (re.compile(rf"\^{_NUMBER}(?:_|_\.\*|[ ]\.\*)\$?"), AsPathForm.STARTS_WITH),
    (re.compile(rf"(?:\.\*)?_{_NUMBER}_(?:\.\*)?"), AsPathForm.CONTAINS),
    (re.compile(rf"(?:\.\*)?_{_NUMBER}\$"), AsPathForm.ENDS_WITH),
)


def as_path_entry(expression: str, *, permits: bool) -> AsPathEntry:
    """Return the entry of an AS-path list; an expression of another form is OTHER, which decides nothing."""
    bare = expression.strip().strip('"')
    for pattern, form in _FORMS:
        found = pattern.fullmatch(bare)
        if found:
            return AsPathEntry(form, int(found[1]) if pattern.groups else 0, permits, bare)
    return AsPathEntry(AsPathForm.OTHER, 0, permits, bare)


def asn_of(text: str) -> int:
    """Return the AS number of `65001` or `1.10` (RFC 5396), -1 when it is none."""
    high, dot, low = text.rpartition(".")
    if not low.isdecimal() or not low.isascii() or len(low) > 10 or (dot and not (high.isdecimal() and len(high) < 6)):
        return -1
    number = int(high) * 65536 + int(low) if dot else int(low)
    return number if 0 < number < 2**32 and (not dot or int(low) < 65536) else -1

"""ECN marking on EOS queues: a curve that is missing or cannot be, taken from queues of the same speed."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft, curve_of_likes

_QUEUE = re.compile(r"(?:uc-)?tx-queue \d+")
_OFF = re.compile(r"no random-detect ecn.*")


def curve(case: Case) -> Draft | None:
    """Mark by the curve that every other queue of this number and speed has."""
    line, origin = curve_of_likes(case)
    if not line.startswith("random-detect ecn "):
        return None
    title = f"mark ECN on queue {case.number} as ports of the same speed do"
    if _QUEUE.fullmatch(case.line):
        return Draft((case.insert_below(case.place.line, line),), title, f"as in {origin}")
    if case.line.startswith("random-detect ecn minimum") or _OFF.fullmatch(case.line):
        return Draft((case.replace(case.place.line, line),), title, f"as in {origin}")
    return None

"""ECN marking in NX-OS queuing policies: a curve that is missing or cannot be, from queues of the same speed."""

from __future__ import annotations

from roce_lint.fix.case import Case, Draft, curve_of_likes


def curve(case: Case) -> Draft | None:
    """Mark by the curve that every other queue of this number and speed has."""
    line, origin = curve_of_likes(case)
    if not line.startswith("random-detect ") or not line.endswith(" ecn"):
        return None
    title = f"mark ECN on queue {case.number} as ports of the same speed do"
    if case.line.startswith("class type queuing "):
        return Draft((case.insert_below(case.place.line, line),), title, f"as in {origin}")
    if case.line.startswith("random-detect "):
        return Draft((case.replace(case.place.line, line),), title, f"as in {origin}")
    return None

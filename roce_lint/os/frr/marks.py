"""By what a text is known to be what FRRouting writes."""

from __future__ import annotations

from roce_lint.os.contract import FoundMarks
from roce_lint.text.patterns import lazy_pattern

SIGNS = ("frr version ", "frr defaults ", "! template: ", "router bgp ")
_ONLY_FRR = lazy_pattern(r"^[ \t]*(?:no bgp ebgp-requires-policy|exit-address-family|neighbor \S+ interface )", 8)


def by_marks(head: str, found: FoundMarks) -> bool:
    """Say whether the marks of a text speak for FRRouting, and for no other system as much."""
    if found.signs.isdisjoint(SIGNS):
        return False
    # `neighbor 10.0.0.1 remote-as 65000` is usual for other systems too.
    others = [weight for name, weight in found.weights.items() if not name.startswith("FRRouting")]
    own = max((weight for name, weight in found.weights.items() if name.startswith("FRRouting")), default=0)
    if own <= max(others, default=0):
        return False
    return not found.signs.isdisjoint(SIGNS[:3]) or _ONLY_FRR.search(head) is not None

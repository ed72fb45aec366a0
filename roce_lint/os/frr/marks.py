"""By what a text is known to be what FRRouting writes."""

from __future__ import annotations

from roce_lint.os.contract import FoundMarks
from roce_lint.text.patterns import lazy_pattern

SIGNS = ("frr version ", "frr defaults ", "! template: ", "router ", "log ", "line vty")
_CERTAIN = SIGNS[:2]
"""Of these no other system has any, whatever else a text looks like: SONiC's ports are called `Ethernet0`."""
_ONLY_FRR = lazy_pattern(
    r"^[ \t]*(?:no bgp ebgp-requires-policy|exit-address-family|neighbor \S+ interface |ospf6? router-id "
    r"|line vty[ \t]*$|log (?:syslog|stdout|file|timestamp)\b)",
    8,
)
_SHARED_PORTS = "SONiC"


def by_marks(head: str, found: FoundMarks) -> bool:
    """Say whether the marks of a text speak for FRRouting, and for no other system as much."""
    if found.signs.isdisjoint(SIGNS):
        return False
    if not found.signs.isdisjoint(_CERTAIN):
        return True
    # `neighbor 10.0.0.1 remote-as 65000` is usual for other systems too.
    others = [
        weight
        for name, weight in found.weights.items()
        if not name.startswith("FRRouting") and _SHARED_PORTS not in name
    ]
    own = max((weight for name, weight in found.weights.items() if name.startswith("FRRouting")), default=0)
    if own <= max(others, default=0):
        return False
    return not found.signs.isdisjoint(SIGNS[:3]) or _ONLY_FRR.search(head) is not None

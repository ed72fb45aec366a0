"""Compare the bandwidth below a switch with that above it, and with what the intent declares."""

from __future__ import annotations

from fractions import Fraction

from roce_lint.intent.complaints import Complaints, named
from roce_lint.intent.expand_topology import PlannedCable, Switch
from roce_lint.intent.model import Intent
from roce_lint.intent.quantity import Ratio
from roce_lint.intent.yaml_positions import YamlPath
from roce_lint.model.terms import Role

NON_BLOCKING = Ratio(Fraction(1))


def check_oversubscription(
    intent: Intent, switches: tuple[Switch, ...], cables: tuple[PlannedCable, ...], complaints: Complaints
) -> None:
    """Complain about a declaration that the numbers do not bear out; warn of oversubscription that nobody declared."""
    topology = intent.topology
    declared = topology.oversubscription
    at: YamlPath = ("topology", "non_blocking" if topology.non_blocking else "oversubscription")
    if topology.non_blocking:
        if declared is not None and declared != NON_BLOCKING:
            message = f"non_blocking and oversubscription {declared} contradict each other; keep one of them"
            complaints.refuse(("topology", "oversubscription"), message)
        declared = NON_BLOCKING
    below, above = _bandwidth(cables)
    for role in (Role.LEAF, Role.SPINE):
        members = [one.name for one in switches if one.role is role and one.name in above and one.name in below]
        if not members:
            continue
        worst = max(members, key=lambda name: Fraction(below[name], above[name]))
        ratio = Ratio(Fraction(below[worst], above[worst]))
        equal = [name for name in members if Fraction(below[name], above[name]) == ratio.down_per_up]
        numbers = f"{named(equal)}: {below[worst]}G down and {above[worst]}G up is {ratio}"
        _compare(role, ratio, declared, at, numbers, complaints)


def _compare(
    role: Role, ratio: Ratio, declared: Ratio | None, at: YamlPath, numbers: str, complaints: Complaints
) -> None:
    if declared is None:
        if ratio.down_per_up > 1:
            message = f"{numbers}, oversubscribed; declare oversubscription: {ratio} if that is meant"
            complaints.warn(("topology",), message)
    elif ratio.down_per_up > declared.down_per_up:
        words = "non-blocking" if declared == NON_BLOCKING else str(declared)
        complaints.refuse(at, f"declared {words}, but {numbers}; add uplinks, use faster ones, or declare {ratio}")
    elif role is Role.LEAF and ratio.down_per_up < declared.down_per_up and declared != NON_BLOCKING:
        complaints.warn(at, f"declared {declared}, but {numbers}; the fabric is better than that")


def _bandwidth(cables: tuple[PlannedCable, ...]) -> tuple[dict[str, int], dict[str, int]]:
    """Return the bandwidth in Gb/s below and above each switch."""
    below: dict[str, int] = {}
    above: dict[str, int] = {}
    for cable in cables:
        if cable.is_peer_link:
            continue
        below[cable.upper] = below.get(cable.upper, 0) + cable.speed_gbps
        if not cable.lower_nic:
            above[cable.lower] = above.get(cable.lower, 0) + cable.speed_gbps
    return below, above

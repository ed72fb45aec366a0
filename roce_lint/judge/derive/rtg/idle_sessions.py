"""BGP sessions that exchange no route, because nothing lets one pass in either direction."""

from __future__ import annotations

from collections.abc import Iterator, Set

from roce_lint.model.device import Device
from roce_lint.model.fact import Default, Fact, Source, Stated, known
from roce_lint.model.route_policy import PolicyAction, PolicyChain, RoutePolicy
from roce_lint.model.routing import BgpNeighbor, BgpProcess, ListenRange, PeerFamily


def idle_sessions(device: Device) -> Fact[frozenset[str]]:
    """Return the peers (or groups of a listen range) of the global table that get and give no route, with one place."""
    names: list[str] = []
    place: Source | None = None
    refusing = frozenset(policy.name for policy in device.routing.policies if _refuses_all(policy))
    for process in device.routing.bgp:
        for name, source in _idle(process, refusing) if process.vrf == "default" else ():
            names.append(name)
            place = place or source
    if place is not None:
        return Stated(frozenset(names), place)
    return Default(frozenset(), device.source, "every session has policies, or needs none")


def _refuses_all(policy: RoutePolicy) -> bool:
    """Return whether a policy ends for every route, and lets none pass."""
    actions = (policy.otherwise, *(term.action for term in policy.terms))
    return all(action is PolicyAction.DENY for action in actions)


def _idle(process: BgpProcess, refusing: Set[str]) -> Iterator[tuple[str, Source]]:
    sessions: list[BgpNeighbor | ListenRange] = [*process.neighbors, *process.listen_ranges]
    for one in sessions:
        if known(one.settings.enabled, True):
            active = [family for family in one.settings.families if known(family.activated, False)]
            places = [_place(family, refusing) for family in active]
            if places and None not in places:
                yield _name(one), one.source


def _name(one: BgpNeighbor | ListenRange) -> str:
    return one.peer if isinstance(one, BgpNeighbor) else one.prefix


def _place(family: PeerFamily, refusing: Set[str]) -> Source | None:
    """Return the place that says that a family passes nothing in both directions; None where something may pass."""
    if not family.imports or not family.exports or known(family.default_originated, True):
        return None
    blocked = all(_passes_nothing(chain, refusing) for chain in (*family.imports, *family.exports))
    return family.exports[0].source if blocked else None


def _passes_nothing(chain: Fact[PolicyChain], refusing: Set[str]) -> bool:
    held = known(chain, PolicyChain((), PolicyAction.PERMIT))
    if held.policies:
        return held.policies[0] in refusing
    return held.otherwise is PolicyAction.DENY

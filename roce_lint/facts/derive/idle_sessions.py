"""BGP sessions that exchange no route, because nothing lets one pass in either direction."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.facts.fact import Default, Fact, Source, Stated, known
from roce_lint.facts.model import Device
from roce_lint.facts.route_policy import PolicyAction, PolicyChain
from roce_lint.facts.routing import BgpNeighbor, BgpProcess, ListenRange, PeerFamily


def idle_sessions(device: Device) -> Fact[frozenset[str]]:
    """Return the peers (or groups of a listen range) of the global table that get and give no route, with one place."""
    names: list[str] = []
    place: Source | None = None
    for process in device.routing.bgp:
        for name, source in _idle(process) if process.vrf == "default" else ():
            names.append(name)
            place = place or source
    if place is not None:
        return Stated(frozenset(names), place)
    return Default(frozenset(), device.source, "every session has policies, or needs none")


def _idle(process: BgpProcess) -> Iterator[tuple[str, Source]]:
    sessions: list[BgpNeighbor | ListenRange] = [*process.neighbors, *process.listen_ranges]
    for one in sessions:
        if known(one.settings.enabled, True):
            active = [family for family in one.settings.families if known(family.activated, False)]
            places = [_place(family) for family in active]
            if places and None not in places:
                yield _name(one), one.source


def _name(one: BgpNeighbor | ListenRange) -> str:
    return one.peer if isinstance(one, BgpNeighbor) else one.prefix


def _place(family: PeerFamily) -> Source | None:
    """Return where it is told that a family passes nothing in both directions; None where something may pass."""
    if not family.imports or not family.exports or known(family.default_originated, True):
        return None
    blocked = all(map(_passes_nothing, (*family.imports, *family.exports)))
    return family.exports[0].source if blocked else None


def _passes_nothing(chain: Fact[PolicyChain]) -> bool:
    held = known(chain, PolicyChain((), PolicyAction.PERMIT))
    return not held.policies and held.otherwise is PolicyAction.DENY

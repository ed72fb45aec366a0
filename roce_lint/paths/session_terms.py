"""What one switch says about a session, as far as it decides which routes pass and with which AS path."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.model.fact import Unknown
from roce_lint.model.logic import is_true
from roce_lint.model.routing import PeerFamily, PrivateAsns
from roce_lint.paths.bgp_sessions import BgpSessions, SessionEnd
from roce_lint.paths.pause.bgp_plan import PathChange
from roce_lint.paths.switch_graph import SwitchGraph

_CHANGES = {
    PrivateAsns.REMOVED: PathChange.REMOVE_PRIVATE,
    PrivateAsns.ALL_REMOVED: PathChange.REMOVE_ALL_PRIVATE,
    PrivateAsns.REPLACED: PathChange.REPLACE_PRIVATE,
}


def policies_of(family: PeerFamily) -> tuple[object, ...]:
    """Return the policies of a session by name, wherever they were bound."""
    return (
        family.family,
        *(
            chain.because if isinstance(chain, Unknown) else (chain.value.policies, chain.value.otherwise)
            for chains in (family.imports, (), family.exports)
            for chain in chains
        ),
        len(family.imports),
    )


def families_of(ends: tuple[SessionEnd, ...]) -> Iterable[PeerFamily]:
    """Return the address families of parallel sessions."""
    return (family for end in ends for family in end.families)


def is_client(family: PeerFamily) -> bool:
    """Say whether the neighbour is a client of route reflection."""
    return is_true(family.route_reflector_client)


def allowed_as_loops(family: PeerFamily) -> int:
    """Return how often one's own AS number may be in the path; 0 where that is not known."""
    return 0 if isinstance(family.allowas_in, Unknown) else family.allowas_in.value


def path_change(ends: tuple[SessionEnd, ...]) -> PathChange | None:
    """Return what a switch does to the paths that it sends over a session; the same everywhere or none."""
    for family in families_of(ends):
        if not isinstance(family.as_override, Unknown) and family.as_override.value:
            return PathChange.OVERRIDE
        if not isinstance(family.private_asns, Unknown) and family.private_asns.value in _CHANGES:
            return _CHANGES[family.private_asns.value]
    return None


def change_doubt(ends: tuple[SessionEnd, ...]) -> Unknown | None:
    """Return why it is not known what a session does to paths: no manual says which of two changes comes first."""
    for family in families_of(ends):
        private = family.private_asns
        if is_true(family.as_override) and not isinstance(private, Unknown) and private.value in _CHANGES:
            words = "whether private AS numbers go before or after the neighbor's is replaced is not documented"
            return Unknown(words, private.source)
    return None


def router_ranks(graph: SwitchGraph, sessions: BgpSessions) -> tuple[int, ...]:
    """Return the order of the switches by router id, nothing where one has none."""
    ids: list[tuple[int, ...]] = []
    for node in range(len(graph.devices)):
        processes = sessions.processes.get(node, ())
        if not processes or isinstance(processes[0].router_id, Unknown):
            return ()
        parts = processes[0].router_id.value.split(".")
        ids.append(tuple(int(part) if part.isdigit() else 0 for part in parts))
    order = sorted(range(len(ids)), key=lambda node: (ids[node], node))
    ranks = [0] * len(ids)
    for place, node in enumerate(order):
        ranks[node] = place
    return tuple(ranks)

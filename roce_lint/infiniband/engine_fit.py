"""Routing engines that give up on a topology, and what routes instead.

Source: construct_fabric and fabric_validate_topology in opensm/osm_ucast_ftree.c, torus_build_lfts in
opensm/osm_torus.c, setup_routing_engines in opensm/osm_opensm.c of OpenSM 3.3.23, and runs of it on trees, rings and
tori.
"""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.infiniband.engine_paths import ShortestPaths, SubnetGraph, finds_a_root, ranks
from roce_lint.infiniband.sm_options import OpenSmDialect, SmOptions
from roce_lint.model.fact import Fact, Stated, Unknown, known
from roce_lint.model.logic import map_fact
from roce_lint.values import dataclass

_NO_FALLBACK = "no_fallback"
_NO_ROOT = "it finds no root, a switch with nearly all hosts at one distance"


@dataclass(frozen=True, slots=True)
class EngineFit:
    """Whether the first engine that the options name can route a subnet; `because` and `outcome` in words."""

    engine: str
    applies: Fact[bool]
    because: str
    outcome: str


def fit_engine(graph: SubnetGraph, adapters: int, options: SmOptions, roots: frozenset[int]) -> EngineFit:
    """Return whether the first engine can be used; Unknown if only its log tells."""
    named = tuple(name for name in known(options.routing_engine, ()) if name != _NO_FALLBACK)
    engine = named[0] if named else "minhop"
    found = _misfit(engine, graph, adapters, options, roots)
    applies = map_fact(lambda because: not because, found)
    because = "" if isinstance(found, Unknown) else found.value
    return EngineFit(engine, applies, because, _outcome(named, graph, adapters, options, roots))


def _outcome(
    named: tuple[str, ...], graph: SubnetGraph, adapters: int, options: SmOptions, roots: frozenset[int]
) -> str:
    """Return what happens when the first engine gives up."""
    for name in named[1:]:
        found = _misfit(name, graph, adapters, options, roots)
        if isinstance(found, Unknown) or not found.value:
            return f"OpenSM routes with {name} instead"
    if _NO_FALLBACK in known(options.routing_engine, ()):
        return "with no_fallback nothing routes the subnet, and it never comes up"
    return "OpenSM routes with minhop instead"


def _misfit(engine: str, graph: SubnetGraph, adapters: int, options: SmOptions, roots: frozenset[int]) -> Fact[str]:
    """Return why an engine gives up here; empty if it does not."""
    place = options.routing_engine.source
    if engine not in ("updn", "ftree", "torus-2QoS"):
        return Stated("", place)
    if engine == "torus-2QoS":
        return Stated(_torus_misfit(graph, options), place)
    if engine == "updn" and roots & graph.cables.keys():
        return Stated("", place)
    if options.dialect is OpenSmDialect.NVIDIA:
        return Unknown("whether NVIDIA's OpenSM finds a tree here is visible in its log only", place)
    if engine == "updn":
        return Stated("" if finds_a_root(graph) else _NO_ROOT, place)
    if len(graph.cables) < 2:
        return Stated("the subnet has one switch", place)
    if known(options.lmc, 0):
        return Stated(f"it routes with lmc 0 alone, and lmc is {known(options.lmc, 0)}", place)
    if any(known(file, "") for file in (options.root_guid_file, options.cn_guid_file, options.io_guid_file)):
        return Unknown("which tree ftree makes of the files with GUIDs is visible in OpenSM's log only", place)
    if adapters < 2:
        return Stated("the subnet has one host", place)
    return Stated("every switch has hosts" if _is_flat(graph) else _tree_misfit(graph), place)


def _is_flat(graph: SubnetGraph) -> bool:
    return len(graph.doors) == len(graph.cables)


def _torus_misfit(graph: SubnetGraph, options: SmOptions) -> str:
    """Return why torus-2QoS gives up: it needs QoS, and rings of switches."""
    if not known(options.qos, False):
        return "it needs qos TRUE"
    upper = graph.cables.keys() - set(graph.doors)
    if upper and ShortestPaths(graph).climb_before_they_descend():
        return "the switches are cabled as a tree, and it routes a torus or mesh"
    return ""


def _tree_misfit(graph: SubnetGraph) -> str:
    """Return what keeps a topology from being the pure fat tree that ftree asks for without a root file.

    Switches of one distance from the hosts must have equally many neighbors above, and below unless they are leaves,
    each on equally many cables; cables between switches of one distance do not count.
    """
    rank = ranks(graph)
    first: dict[int, tuple[int, list[int], list[int]]] = {}
    for switch in sorted(rank):
        up, down = _groups(graph.cables[switch], rank, rank[switch])
        if rank[switch] not in first:
            first[rank[switch]] = switch, up, down
            continue
        _, other_up, other_down = first[rank[switch]]
        if len(up) != len(other_up):
            return f"two switches of one level have {_uplinks(other_up)} and {_uplinks(up)}"
        if rank[switch] and len(down) != len(other_down):
            return f"two switches of one level have {len(other_down)} and {len(down)} switches below"
        if up and set(up) != {other_up[0]}:
            return "two switches of one level reach a switch above by different numbers of cables"
        if rank[switch] and down and down[0] != other_down[0]:
            return "two switches of one level reach a switch below by different numbers of cables"
    return ""


def _uplinks(groups: list[int]) -> str:
    return f"{len(groups)} switch{'' if len(groups) == 1 else 'es'} above"


def _groups(cables: Mapping[int, int], rank: Mapping[int, int], mine: int) -> tuple[list[int], list[int]]:
    """Return how many cables lead to each neighbor above, and to each below."""
    near = sorted(cables)
    up = [cables[other] for other in near if rank.get(other, -1) == mine + 1]
    down = [cables[other] for other in near if rank.get(other, -1) == mine - 1]
    return up, down

"""Frames that switches flood from one neighbour to another, and the cycles of paused buffers that they close."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import permutations
from typing import TypeAlias

from roce_lint.model.bridging import BridgeDomain
from roce_lint.model.fact import NOWHERE, Default, Fact, Unknown, known
from roce_lint.model.logic import all_of, combine, is_false, is_true
from roce_lint.paths.abstract_fabric import Variant
from roce_lint.paths.deadlock import DeadlockAnalysis, DeadlockVerdict, TooLargeError
from roce_lint.paths.pause.forwarding import waits_of
from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.paths.pause.views import Found, witnesses_of
from roce_lint.paths.switch_graph import SwitchGraph
from roce_lint.paths.vlan_cables import BLOCKED, VlanCables, is_looped
from roce_lint.values import dataclass, field

_Turn: TypeAlias = tuple[SwitchIndex, SwitchIndex, SwitchIndex]


@dataclass(frozen=True, slots=True)
class Floods:
    """Turns u -> v -> w that frames take which v floods in a VLAN, each with the VLAN; `doubts`: those that may not."""

    turns: Mapping[_Turn, BridgeDomain] = field(default_factory=dict)
    doubts: Mapping[_Turn, Unknown] = field(default_factory=dict)


NO_FLOODS = Floods()


def floods_stale(bridge: BridgeDomain) -> Fact[bool]:
    """Say whether a frame to a host whose MAC entry aged out is flooded while its ARP entry still stands."""
    outlives = combine(_outlives, bridge.arp_age_s, bridge.mac_age_s)
    if is_true(bridge.arp_suppressed):
        return Default(False, bridge.source, "ARP is answered by the switch")
    return all_of(outlives, bridge.floods_unknown_unicast)


def _outlives(arp_age_s: int, mac_age_s: int) -> bool:
    """Say whether ARP entries stand longer than MAC entries; 0 means for ever."""
    return mac_age_s != 0 and (arp_age_s == 0 or arp_age_s > mac_age_s)


def floods_of(graph: SwitchGraph) -> Floods:
    """Return the floods of frames to hosts that were silent: VLANs with a gateway, between two neighbours of a switch.

    Neighbours behind one bundle are one, since a bundle never gets back what came over it.
    """
    turns: dict[_Turn, BridgeDomain] = {}
    doubts: dict[_Turn, Unknown] = {}
    vlans = VlanCables(graph)
    hops: dict[int, set[Hop]] | None = None
    for v, device in enumerate(graph.devices):
        for bridge in device.routing.bridge_domains:
            stale = floods_stale(bridge)
            if not bridge.gateway or is_false(stale):
                continue
            members = _members(vlans, v, bridge)
            if len(members) < 2:
                continue
            hops = vlans.hops() if hops is None else hops
            doubt = stale if isinstance(stale, Unknown) else None
            if doubt is None and is_looped(graph, hops.get(bridge.vlan, ())):
                doubt = Unknown(BLOCKED, bridge.source)
            for u, w in permutations(members, 2):
                if not members[u] & members[w]:
                    turns.setdefault((u, v, w), bridge)
                    if doubt is not None:
                        doubts[u, v, w] = doubt
    return Floods(turns, doubts)


def _members(vlans: VlanCables, v: SwitchIndex, bridge: BridgeDomain) -> dict[SwitchIndex, frozenset[str]]:
    """Return the neighbours to which a switch floods frames of a VLAN, each with the bundles or ports towards it."""
    quiet = vlans.ports_of(bridge.ports_without_flooding)
    found: dict[SwitchIndex, frozenset[str]] = {}
    for other, strand in vlans.cables(v, bridge):
        if not vlans.names_of(strand.near) & quiet:
            found[other] = found.get(other, frozenset()) | {known(strand.near.lag, "") or strand.near.name}
    return found


def with_floods(analysis: DeadlockAnalysis, floods: Floods, routed: DeadlockVerdict) -> DeadlockVerdict:
    """Return the verdict of nominal forwarding with floods added, where it has no cycle without them.

    Source: Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016, section 4.2.
    """
    if routed.found or not floods.turns:
        return routed
    certain = [turn for turn in floods.turns if turn not in floods.doubts]
    try:
        found = tuple(_cycles(analysis, analysis.strict, certain))
        if found:
            return DeadlockVerdict(routed.view, found)
        if routed.doubt is None and any(_cycles(analysis, analysis.lenient, floods.turns)):
            first = next(iter(floods.doubts.values()), analysis.first_doubt)
            return DeadlockVerdict(routed.view, (), first)
    except TooLargeError as reason:
        return DeadlockVerdict(routed.view, (), routed.doubt or Unknown(str(reason), NOWHERE))
    return routed


def _cycles(analysis: DeadlockAnalysis, variant: Variant, turns: Collection[_Turn]) -> Iterator[Found]:
    """Yield a shortest cycle of each group of buffers, with floods."""
    if not turns:
        return
    trees = analysis.healthy_trees(variant)
    waits = waits_of(variant.topology, trees)
    for u, v, w in turns:
        waits.add((u, v), (v, w))
    for cycle in waits.cycles() if waits.is_cyclic() else ():
        yield Found(cycle, None, witnesses_of(cycle, trees))

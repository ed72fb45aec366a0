"""VLANs between switches in which lossless frames may be flooded."""

from __future__ import annotations

from roce_lint.facts.derive.judged import Judged
from roce_lint.facts.derive.pause_state import BridgeState
from roce_lint.facts.design import Design
from roce_lint.facts.fact import Default, Fact
from roce_lint.facts.logic import all_of, combine, is_true
from roce_lint.facts.paths.deadlock import DeadlockAnalysis
from roce_lint.facts.paths.switch_graph import same_interface
from roce_lint.facts.pause.topology import Node
from roce_lint.facts.routing import BridgeDomain


def judge_bridges(analysis: DeadlockAnalysis, design: Design) -> list[Judged]:
    """Return the VLANs that have a gateway, RoCE hosts, and a cable to another switch that pauses."""
    made: list[Judged] = []
    for node, device in enumerate(analysis.graph.devices):
        for bridge in device.routing.bridge_domains:
            if not bridge.gateway or not _has_hosts(analysis, node, bridge) or not _leads_on(analysis, node, bridge):
                continue
            state = BridgeState(bridge.name, _floods_stale(bridge), bridge.arp_age_s, bridge.mac_age_s)
            variables = {"bridge": state, "design": design}
            made.append(Judged(device.name, bridge.gateway, bridge.source, variables))
    return made


def _has_hosts(analysis: DeadlockAnalysis, node: Node, bridge: BridgeDomain) -> bool:
    ports = analysis.graph.host_ports.get(node, ())
    return any(same_interface(one.port, name) for one in ports for name in bridge.ports)


def _leads_on(analysis: DeadlockAnalysis, node: Node, bridge: BridgeDomain) -> bool:
    """Say whether a member of the VLAN leads to another switch and pauses."""
    return any(
        hop[0] == node
        and (analysis.hops.certain[hop] or analysis.hops.certain[hop[::-1]])
        and any(same_interface(strand.near, name) for strand in strands for name in bridge.ports)
        for hop, strands in analysis.graph.strands.items()
    )


def _floods_stale(bridge: BridgeDomain) -> Fact[bool]:
    """Say whether a frame to a host whose MAC entry aged out is flooded while its ARP entry still stands."""
    outlives = combine(_outlives, bridge.arp_age_s, bridge.mac_age_s)
    if is_true(bridge.arp_suppressed):
        return Default(False, bridge.source, "ARP is answered by the switch")
    return all_of(outlives, bridge.floods_unknown_unicast)


def _outlives(arp_age_s: int, mac_age_s: int) -> bool:
    """Say whether ARP entries stand longer than MAC entries; 0 means for ever."""
    return mac_age_s != 0 and (arp_age_s == 0 or arp_age_s > mac_age_s)

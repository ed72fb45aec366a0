"""VLANs between switches in which lossless frames may be flooded."""

from __future__ import annotations

from roce_lint.fabric.design import Design
from roce_lint.judge.derive.pause_state import BridgeState
from roce_lint.model.bridging import BridgeDomain
from roce_lint.model.judged import Judged
from roce_lint.model.same_interface import same_interface
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.floods import floods_stale
from roce_lint.paths.pause.topology import Node


def judge_bridges(analysis: DeadlockAnalysis, design: Design) -> list[Judged]:
    """Return the VLANs that have a gateway, RoCE hosts, and a cable to another switch that pauses."""
    made: list[Judged] = []
    for node, device in enumerate(analysis.graph.devices):
        for bridge in device.routing.bridge_domains:
            if not bridge.gateway or not _has_hosts(analysis, node, bridge) or not _leads_on(analysis, node, bridge):
                continue
            state = BridgeState(bridge.name, floods_stale(bridge), bridge.arp_age_s, bridge.mac_age_s)
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

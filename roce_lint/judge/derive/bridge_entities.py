"""VLANs between switches in which lossless frames may be flooded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from roce_lint.fabric.design import Design
from roce_lint.judge.derive.pause_state import BridgeState
from roce_lint.model.bridging import BridgeDomain
from roce_lint.model.device import Port
from roce_lint.model.judged import Judged
from roce_lint.model.same_interface import same_interface
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.floods import floods_stale
from roce_lint.paths.pause.topology import Node


def judge_bridges(analysis: DeadlockAnalysis, design: Design) -> list[Judged]:
    """Return the VLANs that have a gateway, RoCE hosts, and a cable to another switch that pauses."""
    made: list[Judged] = []
    near = _pausing_ports(analysis)
    for node, device in enumerate(analysis.graph.devices):
        for bridge in device.routing.bridge_domains:
            if (
                not bridge.gateway
                or not _has_hosts(analysis, node, bridge)
                or not _holds_any(near.get(node, ()), bridge)
            ):
                continue
            state = BridgeState(bridge.name, floods_stale(bridge), bridge.arp_age_s, bridge.mac_age_s)
            variables = {"bridge": state, "design": design}
            made.append(Judged(device.name, bridge.gateway, bridge.source, variables))
    return made


def _has_hosts(analysis: DeadlockAnalysis, node: Node, bridge: BridgeDomain) -> bool:
    return _holds_any([one.port for one in analysis.graph.host_ports.get(node, ())], bridge)


def _pausing_ports(analysis: DeadlockAnalysis) -> Mapping[Node, Sequence[Port]]:
    """Return for each switch its ports to other switches that pause."""
    ports: defaultdict[Node, list[Port]] = defaultdict(list)
    certain = analysis.hops.certain
    for hop, strands in analysis.graph.strands.items():
        if certain[hop] or certain[hop[::-1]]:
            ports[hop[0]] += [strand.near for strand in strands]
    return ports


def _holds_any(ports: Sequence[Port], bridge: BridgeDomain) -> bool:
    """Say whether one of the ports is a member of the VLAN."""
    return any(same_interface(port, name) for port in ports for name in bridge.ports)

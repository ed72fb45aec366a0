"""Frames that a switch sends out of every port of a VLAN because it does not know where their receiver is."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.paths.pause.topology import Node, Topology
from roce_lint.paths.pause.waits import Waits
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Flood:
    """One switch that floods lossless frames among the neighbours that share the VLAN with it."""

    node: Node
    members: frozenset[Node]


def add_floods(waits: Waits, floods: Iterable[Flood]) -> None:
    """Let the buffer of each hop into a flooding switch wait for all other ports of the VLAN.

    Unknown unicast of lossless priorities is what breaks up-down routing in a Clos once an ARP entry outlives the MAC
    entry: Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016.
    """
    topology: Topology = waits.topology
    for flood in floods:
        for u in sorted(flood.members):
            for w in sorted(flood.members):
                if u != w and (u, flood.node) in topology.hop_number:
                    waits.add((u, flood.node), (flood.node, w))

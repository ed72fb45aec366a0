"""All paths that go up, cross at most a few peer links, and come down."""

from __future__ import annotations

from roce_lint.paths.pause.topology import Topology
from roce_lint.paths.pause.waits import Waits


def valley_free_waits(topology: Topology, peer_hops: int = 1) -> Waits:
    """Return the dependencies of every up* peer* down* walk with at most `peer_hops` hops inside a tier.

    Strictly valley-free paths have no cycle: rank a hop into tier t by t going up, H+1 inside a tier and 2H+2-t going
    down (H: the top tier), and every dependency raises the rank. With several peer hops rings of peers do cycle.
    A packet never turns back on the cable that it came by.
    """
    waits = Waits(topology)
    for u, v in topology.hops:
        for w in topology.near[v]:
            if w != u and _may_follow(topology, (u, v), (v, w), peer_hops):
                waits.add((u, v), (v, w))
    return waits


def _may_follow(topology: Topology, first: tuple[int, int], second: tuple[int, int], peer_hops: int) -> bool:
    if topology.is_up(first):
        return topology.is_up(second) or topology.is_down(second) or peer_hops > 0
    if topology.is_down(first):
        return topology.is_down(second)
    return topology.is_down(second) or (peer_hops > 1 and not topology.is_up(second))

"""Hosts that others have no route to, as evaluated things."""

from __future__ import annotations

from roce_lint.fabric.design import Design
from roce_lint.model.fact import Default, Fact, Stated
from roce_lint.model.judged import Judged
from roce_lint.paths.deadlock import DeadlockAnalysis, TooLargeError
from roce_lint.paths.pause.path_vector import NotSettled
from roce_lint.paths.unreached import MOST_WORK, Unreachable, UnreachedHosts, covers_hosts_otherwise
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class ReachabilityState:
    """What keeps routes to hosts from other switches; a fabric without such a fault is one healthy entity."""

    because: str
    """What it is, in a sentence."""
    hosts_are_reached: Fact[bool]
    """False at the line that blocks the routes."""


def judge_reachability(analysis: DeadlockAnalysis, design: Design) -> list[Judged]:
    """Return what blocks routes to hosts; one healthy thing where nothing does, none where BGP is not known."""
    if not analysis.sessions.ends or not analysis.graph.host_ports:
        return []
    found = _found(analysis)
    names = analysis.graph.names
    made = [
        Judged(
            names[one.node],
            "",
            one.place,
            {"route": ReachabilityState(one.because, Stated(False, one.place)), "design": design},
        )
        for one in found
    ]
    if made:
        return made
    first = analysis.graph.devices[min(analysis.graph.host_ports)]
    healthy = ReachabilityState("", Default(True, first.source, "no route to hosts is filtered"))
    return [Judged(first.name, "", first.source, {"route": healthy, "design": design})]


def _found(analysis: DeadlockAnalysis) -> list[UnreachedHosts]:
    unreachable = Unreachable(analysis)
    silent = unreachable.silent_sessions()
    covered = covers_hosts_otherwise(analysis)
    if covered or any(device.routing.igp for device in analysis.graph.devices):
        # Routes in one direction may be all that is wanted, where a default route or an IGP leads back.
        silent = []
    if analysis.routing_doubt is not None or covered:
        return silent
    found = [*silent, *unreachable.unannounced()]
    topology = analysis.lenient.topology
    if len(topology.hops) * len(topology.endpoints) > MOST_WORK:
        return found
    try:
        trees = analysis.healthy_trees(analysis.lenient)
    except (TooLargeError, NotSettled):
        return found
    return [*found, *unreachable.blocked(trees, found)]

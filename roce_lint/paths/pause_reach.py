"""How far a pause from each host port can climb, without and with the watchdogs of the switches."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.fabric.port_basics import pfc_on
from roce_lint.model.device import Port
from roce_lint.model.fact import NOWHERE, Fact, Stated, Unknown
from roce_lint.model.logic import all_of, is_true, map_fact
from roce_lint.model.terms import WatchdogAction
from roce_lint.paths.deadlock import DeadlockAnalysis, TooLargeError
from roce_lint.paths.host_side import HostPort
from roce_lint.paths.pause.reach import PauseExtent, PauseReach
from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.values import dataclass

MOST_CHECKED_WORK = 4_000_000
"""Hops times destinations beyond which a check leaves the reach of pauses to `roce-lint reach`: some three seconds."""


@dataclass(frozen=True, slots=True)
class HostReach:
    """What a pause of one priority from a host behind any of some ports of one switch can stop.

    `unguarded`: while no watchdog acts. `guarded`: with the watchdogs, after their detection time. `watched`: a
    watchdog acts on the ports themselves, so that nothing climbs any more. `ports`: their names and the hosts behind.
    """

    device: str
    priority: int
    ports: tuple[tuple[str, str], ...]
    unguarded: PauseExtent
    guarded: PauseExtent
    watched: Fact[bool]


@dataclass(frozen=True, slots=True)
class FabricReach:
    """The reach from every host port; `doubt` says why the paths are not known, if they are not."""

    rows: tuple[HostReach, ...]
    hosts: int
    names: tuple[str, ...]
    doubt: Unknown | None

    def stalled_percent(self, reach: PauseExtent) -> float:
        """Return the share of the other host ports that a pause can stop, 0 to 100."""
        return 100.0 * reach.stalled_count / (self.hosts - 1) if self.hosts > 1 else 0.0

    @property
    def worst(self) -> HostReach | None:
        """Return the ports from which a pause stops most host ports; the first of several."""
        return max(self.rows, key=lambda row: (row.unguarded.stalled_count, row.unguarded.depth), default=None)


def too_far_for_a_check(analysis: DeadlockAnalysis) -> str:
    """Return why a check does not follow pauses from every host port; nothing where the fabric is small enough."""
    topology = analysis.strict.topology
    hops, destinations = len(topology.hops), len(topology.endpoints)
    if hops * destinations <= MOST_CHECKED_WORK:
        return ""
    return f"{hops} hops to {destinations} destinations are left to `roce-lint reach`, which follows them all"


def fabric_reach(analysis: DeadlockAnalysis) -> FabricReach:
    """Return how far pauses reach while nothing has failed."""
    graph = analysis.graph
    counts = {node: len(ports) for node, ports in graph.host_ports.items()}
    total = sum(counts.values())
    doubt = analysis.routing_doubt if any(analysis.hops.possible.values()) else None
    if doubt is not None:
        return FabricReach((), total, graph.names, doubt)
    variant = analysis.strict
    try:
        trees = analysis.healthy_trees(variant)
    except TooLargeError as reason:
        return FabricReach((), total, graph.names, Unknown(str(reason), NOWHERE))
    plain = PauseReach(variant.topology, trees, counts)
    rows: list[HostReach] = []
    guards: dict[int, PauseReach] = {}
    for node, ports in sorted(graph.host_ports.items()):
        for priority in sorted({one for host in ports for one in _obeyed(host.port)}):
            if priority not in guards:
                guards[priority] = PauseReach(variant.topology, trees, counts, _watched_hops(analysis, priority))
            chosen = [host for host in ports if priority in _obeyed(host.port)]
            for same in _by_watchdog(chosen, priority):
                watched = _acts(same[0].port, priority)
                nothing = PauseExtent(0, (), {})
                guarded = nothing if is_true(watched) else guards[priority].of(node, priority)
                names = tuple((host.port.name, host.host) for host in same)
                reach = plain.of(node, priority)
                rows.append(HostReach(graph.names[node], priority, names, reach, guarded, watched))
    return FabricReach(tuple(rows), total, graph.names, None)


def first_watchdog(analysis: DeadlockAnalysis) -> Fact[bool] | None:
    """Return the watchdog of the first host port if one acts on every host port that obeys pauses, else nothing."""
    first: Fact[bool] | None = None
    seen: set[object] = set()
    for ports in analysis.graph.host_ports.values():
        for host in ports:
            key = _pausing_key(host.port)
            if key in seen:
                continue
            seen.add(key)
            for priority in _obeyed(host.port):
                watched = _acts(host.port, priority)
                if not is_true(watched):
                    return None
                first = first or watched
    return first


def _pausing_key(port: Port) -> object:
    """Return all that decides which pauses a port obeys and whether its watchdog ends them, without places."""
    model = port.values
    watchdog = model.qos.watchdog
    facts: tuple[Fact[object], ...] = (pfc_on(model), watchdog.enabled, watchdog.priorities, watchdog.action)
    return id(model.qos.priorities), *[None if isinstance(fact, Unknown) else fact.value for fact in facts]


def _by_watchdog(ports: Iterable[HostPort], priority: int) -> list[list[HostPort]]:
    """Return the ports on which a watchdog acts, does not, or cannot be decided, each sort together."""
    groups: dict[object, list[HostPort]] = {}
    for host in ports:
        watched = _acts(host.port, priority)
        key = watched.because if isinstance(watched, Unknown) else watched.value
        groups.setdefault(key, []).append(host)
    return list(groups.values())


def _obeyed(port: Port) -> frozenset[int]:
    """Return the priorities for which a pause from the host stops the port."""
    on = pfc_on(port)
    return frozenset(one.number for one in port.qos.priorities if is_true(all_of(on, one.honours_pause)))


def _acts(port: Port, priority: int) -> Fact[bool]:
    """Say whether a watchdog ends a pause of the priority that arrives at the port."""
    watchdog = port.qos.watchdog
    covered = map_fact(lambda watched: priority in watched, watchdog.priorities)
    acting = map_fact(lambda action: action is not WatchdogAction.NOTIFY_ONLY, watchdog.action)
    found = all_of(watchdog.enabled, covered, acting)
    return Stated(found.value, found.source) if not isinstance(found, Unknown) else found


def _watched_hops(analysis: DeadlockAnalysis, priority: int) -> frozenset[Hop]:
    """Return the hops whose feeder stops obeying a pause that lasts: its port has a watchdog."""
    return frozenset(
        hop
        for hop, strands in analysis.graph.strands.items()
        if all(is_true(_acts(strand.near, priority)) for strand in strands)
    )


def names_of(names: tuple[str, ...], hops: Iterable[tuple[SwitchIndex, SwitchIndex]]) -> list[str]:
    """Return hops as `spine1 -> leaf1`."""
    return [f"{names[u]} -> {names[v]}" for u, v in hops]

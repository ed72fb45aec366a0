"""What rules evaluate of the fabric as a whole: cycles of paused buffers, transit, hosts above leaves, pause reach."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from roce_lint.fabric.design import Design
from roce_lint.fabric.domain import Domain
from roce_lint.judge.derive.dlk.pause_state import (
    ForwardingLoopState,
    PauseCycleState,
    PauseReachState,
    SidewaysState,
    TransitState,
    UpperHostsState,
)
from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.judged import Judged
from roce_lint.paths.class_paths import ClassPaths
from roce_lint.paths.deadlock import DeadlockAnalysis, DeadlockVerdict, TooLargeError, View
from roce_lint.paths.explain import CycleTeller, transit_remedies
from roce_lint.paths.floods import floods_of, with_floods
from roce_lint.paths.forwarding_loops import forwarding_loops, mutual_routes
from roce_lint.paths.pause.forwarding import waits_of
from roce_lint.paths.pause.path_vector import NotSettled
from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.paths.pause.views import Found
from roce_lint.paths.pause_reach import fabric_reach, first_watchdog, too_far_for_a_check
from roce_lint.paths.remapped import with_remaps
from roce_lint.paths.valleys import find_valley


def judge_cycles(analysis: DeadlockAnalysis, design: Design, domain: Domain) -> list[Judged]:
    """Return for each view its cycles of buffers, or one healthy thing, or one that cannot be decided."""
    floods = floods_of(analysis.graph)
    teller = CycleTeller(analysis, floods)
    made: list[Judged] = []
    result: set[View] = set()
    reported: set[frozenset[tuple[int, int]]] = set()
    for view in View:
        verdict = analysis.verdict(view)
        if view is View.NOMINAL:
            verdict = with_floods(analysis, floods, verdict)
        if verdict.doubt is not None:
            verdict = with_remaps(analysis, ClassPaths(analysis, domain), verdict)
        settled = bool(result & {View.NOMINAL, View.FAILURE})
        # Each cycle is reported once, by the first view that has it.
        fresh = [one for one in _by_hops(verdict.found) if _hops_of(one[0]) not in reported]
        made += [_cycle(teller, view, found, priorities, design, result=settled) for found, priorities in fresh]
        reported |= {_hops_of(found) for found in verdict.found}
        if verdict.found:
            result.add(view)
        else:
            made.append(_no_cycle(analysis, verdict, design))
    return made


def _hops_of(found: Found) -> frozenset[tuple[int, int]]:
    """Return the hops of a cycle, wherever it begins."""
    return frozenset((u, v) for u, v, _ in found.cycle.channels)


def _by_hops(found: Sequence[Found]) -> list[tuple[Found, tuple[int, ...]]]:
    """Return each cycle once with all its priorities."""
    groups: dict[tuple[tuple[int, int], ...], list[Found]] = defaultdict(list)
    for one in found:
        groups[tuple((u, v) for u, v, _ in one.cycle.channels)].append(one)
    return [
        (group[0], tuple(sorted({channel[2] for one in group for channel in one.cycle.channels})))
        for group in groups.values()
    ]


def _cycle(
    teller: CycleTeller,
    view: View,
    found: Found,
    priorities: tuple[int, ...],
    design: Design,
    *,
    result: bool,
) -> Judged:
    """Return one cycle."""
    device, source = teller.place(found)
    state = PauseCycleState(
        view=view,
        is_absent=Stated(False, source),
        way=teller.way(found),
        length=len(found.cycle.channels),
        priorities=" and ".join(str(priority) for priority in priorities),
        after=teller.after(found.failure),
        turn=device,
        packets=teller.packets(found),
        among=found.cycle.among,
        remedy=teller.remedy(found),
        is_reported_when_settled=result,
    )
    return Judged(device, "", source, {"cycle": state, "design": design}, teller.steps(found), teller.evidence(found))


def _no_cycle(analysis: DeadlockAnalysis, verdict: DeadlockVerdict, design: Design) -> Judged:
    first = analysis.graph.devices[min(analysis.graph.host_ports)]
    absent: Fact[bool] = Default(True, first.source, "no cyclic buffer dependency was found")
    if verdict.doubt is not None:
        absent = Unknown(verdict.doubt.because, verdict.doubt.source if verdict.doubt.source.file else first.source)
    state = PauseCycleState(verdict.view, absent, "", 0, "", "", "", "", 0, "", is_reported_when_settled=False)
    return Judged(first.name, "", absent.source, {"cycle": state, "design": design})


def judge_loops(analysis: DeadlockAnalysis, design: Design) -> list[Judged]:
    """Return the loops in which packets go round forever; one healthy thing where there is none."""
    graph, teller = analysis.graph, CycleTeller(analysis)
    made: list[Judged] = []
    is_known = True
    try:
        loops = forwarding_loops(analysis)
    except (TooLargeError, NotSettled):
        loops, is_known = [], False
    places = {loop.place for loop in loops}
    for mutual in mutual_routes(graph):
        one, other = (graph.names[node] for node in mutual.nodes)
        if places.isdisjoint((mutual.route.source, mutual.back.source)):
            source, prefix = mutual.route.source, mutual.route.prefix
            cause = f"the static routes of both to {prefix} point at each other"
            state = ForwardingLoopState(
                Stated(False, source), f"{one} -> {other} -> {one}", prefix, "In normal operation", cause
            )
            made.append(Judged(one, "", source, {"loop": state, "design": design}))
    for loop in loops:
        names = [graph.names[node] for node in (*loop.nodes, loop.nodes[0])]
        source = loop.place or graph.devices[loop.nodes[0]].source
        cause = "routes of different protocols send them back"
        if loop.static is not None:
            cause = f"the static route of {names[0]} to {loop.static.network} sends them to {names[1]}"
        state = ForwardingLoopState(
            Stated(False, source),
            " -> ".join(names),
            graph.names[loop.destination],
            f"After the failure of {teller.after(loop.failure)}" if loop.failure else "In normal operation",
            cause,
        )
        made.append(Judged(names[0], "", source, {"loop": state, "design": design}))
    if made or not is_known:
        return made
    first = graph.devices[min(graph.host_ports)]
    healthy = ForwardingLoopState(Default(True, first.source, "no packet returns to a switch"), "", "", "", "")
    return [Judged(first.name, "", first.source, {"loop": healthy, "design": design})]


def judge_transit(analysis: DeadlockAnalysis, design: Design) -> list[Judged]:
    """Return every switch with BGP that has two others above it, with the first two between which it passes routes."""
    made: list[Judged] = []
    topology = analysis.lenient.topology
    for v, device in enumerate(analysis.graph.devices):
        above = [u for u in topology.above(v) if (v, u) in analysis.sessions.ends]
        if len(above) < 2 or not any(topology.lossless.get((u, v)) for u in above):
            continue
        at, state = _transit(analysis, v, above)
        made.append(Judged(at, "", device.source, {"transit": state, "design": design}))
    return made


def _transit(analysis: DeadlockAnalysis, v: SwitchIndex, above: list[SwitchIndex]) -> tuple[str, TransitState]:
    """Return what is evaluated of switch `v`, and the switch to fix: one above it where that one lets the routes in."""
    names = analysis.graph.names
    valley = find_valley(analysis, v, above)
    if valley is not None:
        u, w, plan = valley.taker, valley.giver, valley.plan
        at, source = v, analysis.sessions.ends[v, u][0].source
        if plan.asns[u] == plan.asns[w] and plan.allows(u, v):
            ends = analysis.sessions.ends.get((u, v), ())
            lines = [
                one.allowas_in.source for end in ends for one in end.families if isinstance(one.allowas_in, Stated)
            ]
            at, source = (u, lines[0]) if lines else (v, source)
        passes: Fact[bool] = Stated(True, source)
        if not valley.is_certain:
            doubt = analysis.planner.doubts.get((v, u), analysis.first_doubt)
            passes = Unknown(doubt.because, doubt.source if doubt.source.file else source)
        if plan.asns[u] != plan.asns[w]:
            because = f"their AS numbers differ ({plan.asns[u]} and {plan.asns[w]})"
        elif plan.allows(u, v):
            because = f"{names[u]} accepts routes with its own AS number in the path"
        else:
            because = "the AS path is rewritten on the way"
        remedies = transit_remedies(analysis, (u, v, w), "the switch below both", names[u], names[w])
        remedy = ", or ".join([remedies[0][:1].upper() + remedies[0][1:], *remedies[1:]])
        return names[at], TransitState(passes, names[u], names[w], because, remedy)
    first = analysis.graph.devices[v]
    return first.name, TransitState(
        Default(False, first.source, "the loop check or a policy stops them"), "", "", "", ""
    )


def judge_upper_hosts(analysis: DeadlockAnalysis, design: Design) -> list[Judged]:
    """Return the switches above the leaves."""
    made: list[Judged] = []
    tiers, graph = analysis.tiers, analysis.graph
    holders = [node for node in graph.host_ports if tiers[node] > 1]
    cabled = {near for near, _ in graph.strands}
    for node, device in enumerate(graph.devices):
        if tiers[node] < 2 or node not in cabled:
            continue
        ports = graph.host_ports.get(node, ())
        has: Fact[bool] = Default(False, device.source, "no host is attached to it")
        if ports:
            has = Stated(True, ports[0].port.source)
        state = UpperHostsState(
            has_hosts=has,
            hosts=", ".join(one.host or one.port.name for one in ports[:3]) + (" and more" if len(ports) > 3 else ""),
            tier_has_several=sum(tiers[other] == tiers[node] for other in holders) > 1,
            is_routed_by_igp=node in analysis.igp.protocols,
        )
        name = ports[0].port.name if ports else ""
        made.append(Judged(device.name, name, has.source, {"hosts": state, "design": design}))
    return made


def judge_sideways(analysis: DeadlockAnalysis, design: Design) -> list[Judged]:
    """Return the cables between switches of one tier that pause, one for each two switches."""
    graph, tiers = analysis.graph, analysis.tiers
    pairs = [
        pair
        for pair in graph.pairs()
        if tiers[pair[0]] == tiers[pair[1]] and (analysis.hops.certain[pair] or analysis.hops.certain[pair[::-1]])
    ]
    if not pairs or analysis.inner_doubt is not None:
        return []
    variant = analysis.lenient
    try:
        trees = analysis.healthy_trees(variant)
    except TooLargeError as reason:
        return [_undecided_sideways(analysis, pairs[0], str(reason), design)]
    waits = waits_of(variant.topology, trees)
    number = variant.topology.hop_number
    made: list[Judged] = []
    for pair in pairs:
        crossing = 1 << number[pair] | 1 << number[pair[::-1]]
        onward = waits.after[number[pair]] or waits.after[number[pair[::-1]]]
        used = bool(onward) or any(after & crossing for after in waits.after)
        strand = graph.strands[pair][0]
        source = strand.near.source
        if not used and analysis.edge_doubt is not None:
            continue
        state = SidewaysState(Stated(used, source), graph.names[pair[1]], "")
        label = f"{strand.near.name} - {graph.names[pair[1]]} {strand.far.name}"
        made.append(Judged(graph.names[pair[0]], label, source, {"sideways": state, "design": design}))
    return made


def _undecided_sideways(analysis: DeadlockAnalysis, pair: Hop, because: str, design: Design) -> Judged:
    graph = analysis.graph
    strand = graph.strands[pair][0]
    state = SidewaysState(Unknown(because, strand.near.source), graph.names[pair[1]], "")
    return Judged(graph.names[pair[0]], strand.near.name, strand.near.source, {"sideways": state, "design": design})


def judge_reach(analysis: DeadlockAnalysis, design: Design) -> list[Judged]:
    """Return the host ports from which a pause stops most others: one thing, healthy where all have a watchdog."""
    hosts = sum(len(ports) for ports in analysis.graph.host_ports.values())
    watched = first_watchdog(analysis)
    if watched is not None:
        first = analysis.graph.devices[min(analysis.graph.host_ports)]
        held = PauseReachState("", 0, 0, 0, hosts, 0.0, watched)
        return [Judged(first.name, "", first.source, {"reach": held, "design": design})]
    if reason := too_far_for_a_check(analysis):
        return [_undecided_reach(analysis, hosts, reason, design)]
    found = fabric_reach(analysis)
    worst = found.worst
    if worst is None and found.doubt is not None and analysis.routing_doubt is None:
        return [_undecided_reach(analysis, found.hosts, found.doubt.because, design)]
    if worst is None:
        return []
    port = worst.ports[0][0]
    state = PauseReachState(
        port=port,
        depth=worst.unguarded.depth,
        channels=len(worst.unguarded.channels),
        stalled=worst.unguarded.stalled_count,
        hosts=found.hosts,
        stalled_percent=found.stalled_percent(worst.guarded),
        is_cut=worst.watched,
    )
    node = analysis.graph.names.index(worst.device)
    source = next(one.source for one in analysis.graph.devices[node].ports if one.name == port)
    return [Judged(worst.device, port, source, {"reach": state, "design": design})]


def _undecided_reach(analysis: DeadlockAnalysis, hosts: int, because: str, design: Design) -> Judged:
    first = analysis.graph.devices[min(analysis.graph.host_ports)]
    state = PauseReachState("", 0, 0, 0, hosts, 100.0, Unknown(because, first.source))
    return Judged(first.name, "", first.source, {"reach": state, "design": design})

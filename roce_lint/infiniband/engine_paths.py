"""Credit loops that a routing engine makes or avoids by its rules, where no forwarding tables were read.

Every path of the engines that take shortest paths is among all shortest paths: where even all of them together make
no cycle there is none, and where paths without an alternative make one, it is certain. Between the two only the
tables tell. Sets of destinations are numbers with a bit for each switch with adapters.
Sources: opensm/osm_switch.c and osm_ucast_*.c of OpenSM 3.3.23, and recorded runs of its engines.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from roce_lint.graph.cycles import cyclic_components, shortest_cycle
from roce_lint.infiniband.ib_fabric import IbFabric, NodeKind
from roce_lint.model.fact import Default, Fact, Source, Unknown
from roce_lint.values import dataclass

SHORTEST = ("minhop", "sssp")
"""Engines that take shortest paths and nothing else."""
LAYERED = ("lash", "dfsssp", "torus-2QoS")
"""Engines that avoid loops by putting paths on several virtual lanes."""
DIRECTED = ("updn", "ftree", "dnup")
"""Engines that restrict which turns a path may take, and give up where they find no roots or no tree."""

_SwitchPair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class EngineVerdict:
    """Whether a credit loop exists, and the switches (GUIDs) of one, in order, where it is certain."""

    has_loop: Fact[bool]
    cycle: tuple[int, ...]


@dataclass(eq=False, slots=True)
class SubnetGraph:
    """Switches and cables between them. `cables[a][b]` counts cables, `first_port[a][b]` is the lowest port."""

    cables: dict[int, dict[int, int]]
    first_port: dict[int, dict[int, int]]
    doors: tuple[int, ...]
    """Switches with adapters."""
    ends: dict[int, int]
    """How many adapters and routers are cabled to each switch that has some."""


def switch_graph(fabric: IbFabric) -> SubnetGraph:
    """Return the switches of a subnet."""
    kinds = {node.guid: node.kind for node in fabric.nodes}
    cables: dict[int, dict[int, int]] = {guid: {} for guid, kind in kinds.items() if kind is NodeKind.SWITCH}
    ports: dict[int, dict[int, int]] = {guid: {} for guid in cables}
    doors: set[int] = set()
    ends: dict[int, int] = {}
    for link in fabric.links:
        for here, there in ((link.a, link.b), (link.b, link.a)):
            if here.node in cables and there.node in cables and here.node != there.node:
                near = cables[here.node]
                near[there.node] = near.get(there.node, 0) + 1
                ports[here.node][there.node] = min(here.port, ports[here.node].get(there.node, here.port))
            elif here.node in cables and there.node not in cables:
                ends[here.node] = ends.get(here.node, 0) + 1
                if kinds.get(there.node) is NodeKind.CHANNEL_ADAPTER:
                    doors.add(here.node)
    return SubnetGraph(cables, ports, tuple(sorted(doors)), ends)


def ranks(graph: SubnetGraph) -> dict[int, int]:
    """Return the distance of every switch from the nearest one with hosts; none for one that reaches no host."""
    rank = dict.fromkeys(graph.doors, 0)
    border = list(graph.doors)
    while border:
        after = []
        for switch in border:
            for other in graph.cables[switch]:
                if other not in rank:
                    rank[other] = rank[switch] + 1
                    after.append(other)
        border = after
    return rank


def finds_a_root(graph: SubnetGraph) -> bool:
    """Say whether updn finds a root by itself: a switch with nearly all hosts at one distance.

    More than nine in ten are at that distance, and no more than one in twenty at any other.
    Source: updn_find_root_nodes_by_min_hop in opensm/osm_ucast_updn.c of OpenSM 3.3.23.
    """
    total = sum(graph.ends.values())
    doors = sorted(graph.ends)
    sizes: dict[int, int] = {}
    for number, switch in enumerate(doors):
        sizes[graph.ends[switch]] = sizes.get(graph.ends[switch], 0) | 1 << number
    reached = dict.fromkeys(graph.cables, 0) | {switch: 1 << number for number, switch in enumerate(doors)}
    fresh = dict(reached)
    many = dict.fromkeys(graph.cables, 0)
    some = dict.fromkeys(graph.cables, 0)
    while any(fresh.values()):
        for switch, mask in fresh.items():
            hosts = sum(size * (mask & which).bit_count() for size, which in sizes.items())
            many[switch] += hosts > total * 0.9
            some[switch] += hosts > total * 0.05
        arriving: dict[int, int] = dict.fromkeys(graph.cables, 0)
        for switch, mask in fresh.items():
            for other in graph.cables[switch] if mask else ():
                arriving[other] |= mask & ~reached[other]
        for switch, mask in arriving.items():
            reached[switch] |= mask
        fresh = arriving
    return any(many[switch] == 1 and some[switch] == 1 for switch in graph.cables)


class ShortestPaths:
    """All shortest paths between switches with adapters."""

    def __init__(self, graph: SubnetGraph) -> None:
        """Find for every direction of a cable the destinations for which it is a step of a shortest path."""
        self.graph = graph
        self.everyone = (1 << len(graph.doors)) - 1
        self.steps = self._steps()

    def _steps(self) -> dict[_SwitchPair, int]:
        graph = self.graph
        reached = dict.fromkeys(graph.cables, 0)
        for number, switch in enumerate(graph.doors):
            reached[switch] = 1 << number
        fresh = dict(reached)
        steps: dict[_SwitchPair, int] = defaultdict(int)
        while any(fresh.values()):
            arriving: dict[int, int] = defaultdict(int)
            for switch, mask in fresh.items():
                if not mask:
                    continue
                for other in graph.cables[switch]:
                    new = mask & ~reached[other]
                    if new:
                        arriving[other] |= new
                        steps[other, switch] |= new
            for switch, mask in arriving.items():
                reached[switch] |= mask
            fresh = arriving
        return steps

    def dependencies(self, steps: Mapping[_SwitchPair, int]) -> dict[_SwitchPair, list[_SwitchPair]]:
        """Return which direction of a cable waits for which next one, when packets take `steps`."""
        leaving: dict[int, list[tuple[_SwitchPair, int]]] = defaultdict(list)
        for pair, mask in sorted(steps.items()):
            leaving[pair[0]].append((pair, mask))
        carried: dict[_SwitchPair, int] = {}
        after: dict[_SwitchPair, set[_SwitchPair]] = defaultdict(set)
        work: list[tuple[int, int, _SwitchPair | None]] = [(switch, self.everyone, None) for switch in self.graph.doors]
        while work:
            switch, mask, before = work.pop()
            for pair, allowed in leaving[switch]:
                here = mask & allowed
                if not here:
                    continue
                if before is not None:
                    after[before].add(pair)
                new = here & ~carried.get(pair, 0)
                if new:
                    carried[pair] = carried.get(pair, 0) | new
                    work.append((pair[1], new, pair))
        return {pair: sorted(after[pair]) for pair in sorted(carried)}

    def forced(self) -> dict[_SwitchPair, int]:
        """Return the steps without an alternative: one next switch, over one cable."""
        once: dict[int, int] = defaultdict(int)
        twice: dict[int, int] = defaultdict(int)
        for (switch, _), mask in self.steps.items():
            twice[switch] |= once[switch] & mask
            once[switch] |= mask
        found = {}
        for (switch, other), mask in self.steps.items():
            only = mask & ~twice[switch]
            if only and self.graph.cables[switch][other] == 1:
                found[switch, other] = only
        return found

    def by_lowest_port(self) -> dict[_SwitchPair, int]:
        """Return the steps of dimension-order routing: of shortest paths the one by the lowest port."""
        ports = self.graph.first_port
        found: dict[_SwitchPair, int] = {}
        taken: dict[int, int] = defaultdict(int)
        for pair in sorted(self.steps, key=lambda pair: (pair[0], ports[pair[0]][pair[1]])):
            mine = self.steps[pair] & ~taken[pair[0]]
            taken[pair[0]] |= self.steps[pair]
            if mine:
                found[pair] = mine
        return found

    def climb_before_they_descend(self) -> bool:
        """Say whether no shortest path turns upwards after it went down, which rules a cycle out; quick to find.

        The rank of a switch is its distance from the nearest switch with adapters, as in a fat tree of any depth.
        """
        rank = ranks(self.graph)
        come_down: dict[int, int] = defaultdict(int)
        go_up: dict[int, int] = defaultdict(int)
        for (switch, other), mask in self.steps.items():
            if rank[switch] == rank[other]:
                return False
            if rank[switch] > rank[other]:
                come_down[other] |= mask
            else:
                go_up[switch] |= mask
        return not any(mask & go_up[switch] for switch, mask in come_down.items())

    def cycle(self, steps: Mapping[_SwitchPair, int]) -> tuple[int, ...]:
        """Return the switches of a shortest cycle that packets make when they take `steps`; empty without one."""
        after = self.dependencies(steps)
        pairs = list(after)
        numbers = {pair: number for number, pair in enumerate(pairs)}
        successors = [[numbers[pair] for pair in after[before]] for before in pairs]
        components = cyclic_components(successors)
        if not components:
            return ()
        return tuple(pairs[number][0] for number in shortest_cycle(successors, components[0], 2))


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """What the options of the subnet manager say that matters here; `roots`: GUIDs of the root file."""

    engines: tuple[str, ...]
    qos: bool
    roots: frozenset[int]
    source: Source
    falls_back: bool = True
    """The engine is known to fall back to minhop where every switch has hosts and no root is given."""


def judge_engine(fabric: IbFabric, choice: EngineChoice) -> EngineVerdict:
    """Return whether the first engine that can be used makes a credit loop.

    Engines are tried in order; the default after the last is minhop.
    """
    graph = switch_graph(fabric)
    paths = ShortestPaths(graph)
    if paths.climb_before_they_descend() or not paths.cycle(paths.steps):
        because = "no shortest paths of this topology together make a cycle"
        return EngineVerdict(Default(False, choice.source, because), ())
    engine = choice.engines[0] if choice.engines else "minhop"
    return _JUDGES.get(engine, _judge_unknown)(paths, choice, engine)


def _certain(cycle: Sequence[int], source: Source, because: str) -> EngineVerdict:
    return EngineVerdict(Default(True, source, because), tuple(cycle))


def _no(source: Source, because: str) -> EngineVerdict:
    return EngineVerdict(Default(False, source, because), ())


def _open(source: Source, because: str) -> EngineVerdict:
    return EngineVerdict(Unknown(because, source), ())


def _judge_shortest(paths: ShortestPaths, choice: EngineChoice, engine: str) -> EngineVerdict:
    forced = paths.cycle(paths.forced())
    if forced:
        return _certain(forced, choice.source, f"{engine} has no other shortest path around these switches")
    because = f"it depends on which of several shortest paths {engine} takes; dump the forwarding tables"
    return _open(choice.source, because)


def _judge_dimension_order(paths: ShortestPaths, choice: EngineChoice, engine: str) -> EngineVerdict:
    cycle = paths.cycle(paths.by_lowest_port())
    if not cycle:
        return _no(choice.source, "paths by the lowest port make no cycle")
    lone = all(paths.graph.cables[a][b] == 1 for a, b in zip(cycle, (*cycle[1:], cycle[0]), strict=True))
    if lone:
        return _certain(cycle, choice.source, "dor takes these switches in this order, by the lowest port")
    return _open(choice.source, "it depends on how dor uses parallel cables; dump the forwarding tables")


def _judge_directed(paths: ShortestPaths, choice: EngineChoice, engine: str) -> EngineVerdict:
    present = choice.roots & paths.graph.cables.keys()
    finds = engine == "updn" and choice.falls_back and finds_a_root(paths.graph)
    if engine == "updn" and (present or finds):
        return _no(choice.source, "updn with roots never turns from down to up")
    if engine == "updn" and choice.falls_back and not choice.roots:
        return _judge_shortest(paths, choice, "minhop, to which updn falls back without roots,")
    if set(paths.graph.doors) == paths.graph.cables.keys() and engine != "dnup" and choice.falls_back:
        return _judge_shortest(paths, choice, f"minhop, to which {engine} falls back without roots,")
    because = f"whether {engine} finds roots here or falls back to minhop is visible in OpenSM's log only"
    return _open(choice.source, because)


def _judge_layered(paths: ShortestPaths, choice: EngineChoice, engine: str) -> EngineVerdict:
    if not choice.qos:
        because = f"{engine} needs its service levels on lanes of their own, and qos is not TRUE"
    else:
        because = f"{engine} keeps paths on several lanes; give the service levels of the paths and SL2VL tables"
    return _open(choice.source, because)


def _judge_nue(paths: ShortestPaths, choice: EngineChoice, engine: str) -> EngineVerdict:
    return _no(choice.source, "nue routes without cycles on any number of lanes")


def _judge_unknown(paths: ShortestPaths, choice: EngineChoice, engine: str) -> EngineVerdict:
    return _open(choice.source, f"the paths of routing engine {engine} are not known; dump the forwarding tables")


_JUDGES: dict[str, Callable[[ShortestPaths, EngineChoice, str], EngineVerdict]] = {
    **dict.fromkeys(SHORTEST, _judge_shortest),
    **dict.fromkeys(DIRECTED, _judge_directed),
    **dict.fromkeys(LAYERED, _judge_layered),
    "dor": _judge_dimension_order,
    "nue": _judge_nue,
}

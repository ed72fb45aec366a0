"""A cycle in words: its hops in order with a packet for each, and the lines that permit the turns."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.fabric.transit import learned_route
from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Stated, Unknown
from roce_lint.model.judged import Waypoint
from roce_lint.model.logic import is_true
from roce_lint.model.routing import PrivateAsns
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.floods import NO_FLOODS, Floods
from roce_lint.paths.forwarding_table import StaticHop
from roce_lint.paths.pause.forwarding import NEVER
from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.paths.pause.views import Failure, Found

_Turn = tuple[SwitchIndex, SwitchIndex, SwitchIndex]


class CycleTeller:
    """Explains the cycles of one analysis."""

    def __init__(self, analysis: DeadlockAnalysis, floods: Floods = NO_FLOODS) -> None:
        """Tell of what `analysis` finds; `floods` are those that were added to its dependencies."""
        self._analysis = analysis
        self._floods = floods
        self._names = analysis.graph.names

    def way(self, found: Found) -> str:
        """Return the switches in order, the first one again at the end."""
        nodes = [u for u, _, _ in found.cycle.channels]
        return " -> ".join(self._names[node] for node in [*nodes, nodes[0]])

    def after(self, failure: Failure | None) -> str:
        """Return what failed."""
        if failure is None:
            return ""
        if failure.cable is not None:
            a, b = failure.cable.a, failure.cable.b
            strand = self._analysis.graph.strands[a, b][0]
            words = f"the cable {self._names[a]} {strand.near.name} - {self._names[b]} {strand.far.name}"
        else:
            words = f"the switch {self._names[failure.node]}" if failure.node is not None else ""
        return words + (f", or another of {failure.alike} that are alike" if failure.alike > 1 else "")

    def steps(self, found: Found) -> tuple[Waypoint, ...]:
        """Return the channels in order: whose buffer waits for whose, and a packet that makes it wait."""
        hops = [(u, v) for u, v, _ in found.cycle.channels]
        return tuple(
            self._step(first, second, found.witnesses.get((first, second), ()))
            for first, second in zip(hops, hops[1:] + hops[:1], strict=True)
        )

    def _step(self, first: Hop, second: Hop, path: tuple[SwitchIndex, ...]) -> Waypoint:
        port = self._analysis.graph.strands[first][0].far
        u, v, w = self._names[first[0]], self._names[first[1]], self._names[second[1]]
        words = f"the buffer of {v} for {u} waits for that of {w} for {v}"
        if path:
            words += f": packets from hosts of {self._names[path[0]]} to hosts of {self._names[path[-1]]} go "
            words += self._way_of(path)
        elif bridge := self._floods.turns.get((*first, second[1])):
            words += f": {v} floods frames to silent hosts of VLAN {bridge.name}"
        return Waypoint(v, port.name, port.source, words)

    def _way_of(self, path: tuple[SwitchIndex, ...]) -> str:
        """Return a packet's path in words; one that never ends leaves its destination out."""
        if NEVER in path:
            return " -> ".join(self._names[node] for node in path[: path.index(NEVER)]) + " and never arrive"
        return " -> ".join(self._names[node] for node in path)

    def first_turn(self, found: Found) -> _Turn:
        """Return the turn to fix first: by a static route; else up again after down, sideways, or the first."""
        turns = list(_turns(found))
        tiers = self._analysis.tiers
        ordered = [
            *((u, v, w) for u, v, w in turns if tiers[u] > tiers[v] < tiers[w]),
            *((u, v, w) for u, v, w in turns if tiers[u] == tiers[v] or tiers[v] == tiers[w]),
            *turns,
        ]
        return next((turn for turn in ordered if self._statics(turn[1], turn[2])), ordered[0])

    def packets(self, found: Found) -> str:
        """Return the path of a packet that takes the first turn."""
        u, v, w = self.first_turn(found)
        return self._way_of(found.witnesses.get(((u, v), (v, w)), ()))

    def evidence(self, found: Found) -> tuple[Waypoint, ...]:
        """Return the lines that permit the turns, those of the first turn first."""
        first = self.first_turn(found)
        tiers = self._analysis.tiers
        bent = [
            turn
            for turn in _turns(found)
            if turn != first and (tiers[turn[0]] >= tiers[turn[1]] <= tiers[turn[2]] or turn[0] == turn[2])
        ]
        lines: dict[Waypoint, None] = {}
        for turn in (first, *bent):
            lines.update(dict.fromkeys(self.lines(turn, self._destination(found, turn))))
        return tuple(lines)

    def _destination(self, found: Found, turn: _Turn) -> SwitchIndex | None:
        """Return to whose hosts the packets go that take a turn."""
        u, v, w = turn
        path = found.witnesses.get(((u, v), (v, w)), ())
        return path[-1] if path else None

    def lines(self, turn: _Turn, destination: SwitchIndex | None = None) -> Iterator[Waypoint]:
        """Yield the lines that let packets from u turn at v towards w."""
        analysis = self._analysis
        u, v, w = turn
        here, above, onward = self._names[v], self._names[u], self._names[w]
        if turn in self._floods.turns:
            bridge = self._floods.turns[turn]
            words = f"{here} floods frames to silent hosts of VLAN {bridge.name} from {above} to {onward}"
            yield Waypoint(here, bridge.gateway, bridge.arp_age_s.source, words)
            return
        statics = self._statics(v, w)
        for hop in statics:
            yield Waypoint(here, "", hop.route.source, f"{here} has a static route to {hop.network} over {onward}")
        ends = analysis.sessions.ends
        if statics and u == w:
            return
        if (v, w) in ends and (v, u) in ends:
            if u == w:
                if analysis.tiers[u] >= analysis.tiers[v]:
                    yield from self._turn_back(u, v)
                return
            learned, sent = ends[v, w][0], ends[v, u][0]
            words = f"{here} tells {above} routes that it learned from {onward}"
            permitted = self._permitted(turn, destination)
            is_open = isinstance(permitted, Default) and permitted.value
            yield Waypoint(here, "", sent.source, words + (", and no policy keeps them" if is_open else ""))
            yield Waypoint(here, "", learned.source, f"{here} learns routes from {onward}")
            if isinstance(permitted, Stated) and permitted.value:
                yield Waypoint(here, "", permitted.source, f"{here} lets them pass by this entry of its policy")
            yield from self._loop_check(turn)
        elif (v, w) in analysis.igp.lines:
            cost = analysis.igp.costs[v, w]
            words = f"{here} sends to {onward} by the {analysis.igp.protocols[v]} of this interface, cost {cost}"
            yield Waypoint(here, "", analysis.igp.lines[v, w], words)

    def _statics(self, node: SwitchIndex, onward: SwitchIndex) -> list[StaticHop]:
        """Return the static routes by which a switch sends to another."""
        return [hop for hop in self._analysis.lenient.table.statics.get(node, ()) if hop.neighbor == onward]

    def remedy(self, found: Found) -> str:
        """Return what takes the first turn away, as far as it is not so already."""
        u, v, w = self.first_turn(found)
        here, above, onward = self._names[v], self._names[u], self._names[w]
        if (u, v, w) in self._floods.turns:
            return f"Let MAC entries of {here} live as long as ARP entries, so that nothing is flooded"
        statics = self._statics(v, w)
        if statics:
            return f"Take the static route of {here} to {statics[0].network} over {onward} away, or let it drop"
        ways = self._by_bgp((u, v, w)) if (v, w) in self._analysis.sessions.ends else []
        if not ways and (v, w) in self._analysis.igp.lines:
            ways = [f"Route by BGP, so that {here} passes nothing on from {onward} to {above}"]
        upper = [node for node in self._analysis.graph.host_ports if self._analysis.tiers[node] > 1]
        if upper:
            ways.append(f"attach the hosts of {self._names[upper[0]]} to leaves")
        ways.append("take PFC off one link of the cycle")
        return ", or ".join([ways[0][:1].upper() + ways[0][1:], *ways[1:]])

    def _by_bgp(self, turn: _Turn) -> list[str]:
        """Return what keeps routes from passing from w through v to u."""
        u, v, w = turn
        here, above, onward = self._names[v], self._names[u], self._names[w]
        return transit_remedies(self._analysis, turn, here, above, onward)

    def _turn_back(self, u: SwitchIndex, v: SwitchIndex) -> Iterator[Waypoint]:
        """Yield what lets v tell u routes that lead back over v: that it learned them elsewhere, or the session."""
        topology = self._analysis.lenient.topology
        for plan in self._analysis.lenient.table.plans:
            for other in topology.near[v]:
                if other != u and plan.may_carry_valley(topology, v, u, other):
                    yield from self.lines((u, v, other))
                    return
        here, above = self._names[v], self._names[u]
        words = f"{here} and {above} announce routes to each other, and one may use the other's too long"
        yield Waypoint(here, "", self._analysis.sessions.ends[v, u][0].source, words)

    def _permitted(self, turn: _Turn, destination: SwitchIndex | None) -> Fact[bool]:
        """Return whether, and by which line, policies let v pass on to u what it learned from w."""
        analysis = self._analysis
        u, v, w = turn
        learned, sent = analysis.sessions.ends[v, w][0].families[0], analysis.sessions.ends[v, u][0].families[0]
        known = analysis.lenient.table.destinations.get(destination, ()) if destination is not None else ()
        asn = analysis.sessions.asns.get(w)
        if asn is None or isinstance(asn, Unknown):
            return asn or Unknown("its AS number is not known", NOWHERE)
        route = learned_route(known[0].prefix if known else "", asn.value)
        return analysis.planner.evaluator(v).carry(learned, sent, route).permitted

    def _loop_check(self, turn: _Turn) -> Iterator[Waypoint]:
        """Yield what lets the route past the loop check of u."""
        u, v, w = turn
        sessions = self._analysis.sessions
        above, onward = sessions.asns.get(u), sessions.asns.get(w)
        allowed = self._allowed(u, v)
        yield from self._rewriting(u, v)
        if allowed is not None:
            yield Waypoint(
                self._names[u], "", allowed, f"{self._names[u]} accepts routes with its own AS number in the path"
            )
        if above is None or onward is None or isinstance(above, Unknown) or isinstance(onward, Unknown):
            return
        if above.value != onward.value:
            for node, asn in ((u, above), (w, onward)):
                yield Waypoint(self._names[node], "", asn.source, f"{self._names[node]} has AS number {asn.value}")

    def _rewriting(self, u: SwitchIndex, v: SwitchIndex) -> Iterator[Waypoint]:
        """Yield what v does to the AS paths that it sends to u, so that u does not find its own number."""
        here, above = self._names[v], self._names[u]
        for family in (family for end in self._analysis.sessions.ends.get((v, u), ()) for family in end.families):
            override, private = family.as_override, family.private_asns
            if is_true(override):
                words = f"{here} puts its own AS number in place of that of {above} in the paths that it sends to it"
                yield Waypoint(here, "", override.source, words)
            elif not isinstance(private, Unknown) and private.value is not PrivateAsns.KEPT:
                words = f"{here} takes private AS numbers out of the paths that it sends to {above}"
                yield Waypoint(here, "", private.source, words)

    def _allowed(self, u: SwitchIndex, v: SwitchIndex) -> Source | None:
        for end in self._analysis.sessions.ends.get((u, v), ()):
            for family in end.families:
                if not isinstance(family.allowas_in, Unknown) and family.allowas_in.value:
                    return family.allowas_in.source
        return None

    def place(self, found: Found) -> tuple[str, Source]:
        """Return the switch that turns, and the line that lets it; the whole switch where no line does."""
        turn = self.first_turn(found)
        for line in self.lines(turn):
            if line.source.file and line.source != NOWHERE:
                return self._names[turn[1]], line.source
        return self._names[turn[1]], self._analysis.graph.devices[turn[1]].source


def transit_remedies(analysis: DeadlockAnalysis, turn: _Turn, here: str, above: str, onward: str) -> list[str]:
    """Return what keeps routes that v learned from w from u, as far as it is not so already."""
    u, v, w = turn
    found: list[str] = []
    sessions = analysis.sessions
    one, other = sessions.asns.get(u), sessions.asns.get(w)
    if u != w and -1 not in (_number(one), _number(other)) and _number(one) != _number(other):
        found.append(f"give {above} and {onward} one AS number")
    families = [family for end in sessions.ends.get((u, v), ()) for family in end.families]
    if any(not isinstance(one.allowas_in, Unknown) and one.allowas_in.value for one in families):
        found.append(f"take allowas-in off {above} for its sessions with {here}")
    sent = [family for end in sessions.ends.get((v, u), ()) for family in end.families]
    if any(is_true(one.as_override) for one in sent):
        found.append(f"take as-override off {here} for its sessions with {above}")
    if any(
        not isinstance(one.private_asns, Unknown) and one.private_asns.value is not PrivateAsns.KEPT for one in sent
    ):
        found.append(f"let {here} leave private AS numbers in the paths that it sends to {above}")
    return [*found, f"let {here} announce to {above} the prefixes of its own hosts only"]


def _number(asn: Fact[int] | None) -> int:
    return -1 if asn is None or isinstance(asn, Unknown) else asn.value


def _turns(found: Found) -> Iterator[_Turn]:
    nodes = [u for u, _, _ in found.cycle.channels]
    for place in range(len(nodes)):
        yield nodes[place], nodes[(place + 1) % len(nodes)], nodes[(place + 2) % len(nodes)]

"""A cycle in words: its hops in order with a packet for each, and the lines that permit the turns."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.facts.derive.judged import Waypoint
from roce_lint.facts.fact import NOWHERE, Source, Unknown
from roce_lint.facts.paths.deadlock import DeadlockAnalysis
from roce_lint.facts.paths.floods import NO_FLOODS, Floods
from roce_lint.facts.pause.topology import Hop, Node
from roce_lint.facts.pause.views import Failure, Found

Turn = tuple[Node, Node, Node]


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

    def _step(self, first: Hop, second: Hop, path: tuple[Node, ...]) -> Waypoint:
        port = self._analysis.graph.strands[first][0].far
        u, v, w = self._names[first[0]], self._names[first[1]], self._names[second[1]]
        words = f"the buffer of {v} for {u} waits for that of {w} for {v}"
        if path:
            words += f": packets from hosts of {self._names[path[0]]} to hosts of {self._names[path[-1]]} go "
            words += " -> ".join(self._names[node] for node in path)
        elif bridge := self._floods.turns.get((*first, second[1])):
            words += f": {v} floods frames to silent hosts of VLAN {bridge.name}"
        return Waypoint(v, port.name, port.source, words)

    def first_turn(self, found: Found) -> Turn:
        """Return the turn to mend first: up again after down; else sideways; else the first of the circle."""
        turns = list(_turns(found))
        tiers = self._analysis.tiers
        for u, v, w in turns:
            if tiers[u] > tiers[v] < tiers[w]:
                return u, v, w
        for u, v, w in turns:
            if tiers[u] == tiers[v] or tiers[v] == tiers[w]:
                return u, v, w
        return turns[0]

    def packets(self, found: Found) -> str:
        """Return the path of a packet that takes the first turn."""
        u, v, w = self.first_turn(found)
        path = found.witnesses.get(((u, v), (v, w)), ())
        return " -> ".join(self._names[node] for node in path)

    def evidence(self, found: Found) -> tuple[Waypoint, ...]:
        """Return the lines that permit the turns, those of the first turn first."""
        first = self.first_turn(found)
        tiers = self._analysis.tiers
        bent = [turn for turn in _turns(found) if turn != first and tiers[turn[0]] >= tiers[turn[1]] <= tiers[turn[2]]]
        lines: dict[Waypoint, None] = {}
        for turn in (first, *bent):
            lines.update(dict.fromkeys(self.lines(turn)))
        return tuple(lines)

    def lines(self, turn: Turn) -> Iterator[Waypoint]:
        """Yield the lines that let packets from u turn at v towards w."""
        analysis = self._analysis
        u, v, w = turn
        here, above, onward = self._names[v], self._names[u], self._names[w]
        if turn in self._floods.turns:
            bridge = self._floods.turns[turn]
            words = f"{here} floods frames to silent hosts of VLAN {bridge.name} from {above} to {onward}"
            yield Waypoint(here, bridge.gateway, bridge.arp_age_s.source, words)
            return
        for hop in analysis.lenient.table.statics.get(v, ()):
            if hop.neighbor == w:
                yield Waypoint(here, "", hop.route.source, f"{here} has a static route to {hop.network} over {onward}")
        ends = analysis.sessions.ends
        if (v, w) in ends and (v, u) in ends:
            learned, sent = ends[v, w][0], ends[v, u][0]
            if u == w:
                words = f"{here} and {above} announce routes to each other, and one may use the other's too long"
                yield Waypoint(here, "", sent.source, words)
                return
            yield Waypoint(here, "", sent.source, f"{here} tells {above} routes that it learned from {onward}")
            yield Waypoint(here, "", learned.source, f"{here} learns routes from {onward}")
            yield from self._loop_check(turn)
        elif (v, w) in analysis.igp.lines:
            cost = analysis.igp.costs[v, w]
            words = f"{here} sends to {onward} by the {analysis.igp.protocols[v]} of this interface, cost {cost}"
            yield Waypoint(here, "", analysis.igp.lines[v, w], words)

    def _loop_check(self, turn: Turn) -> Iterator[Waypoint]:
        """Yield what lets the route past the loop check of u."""
        u, v, w = turn
        sessions = self._analysis.sessions
        above, onward = sessions.asns.get(u), sessions.asns.get(w)
        allowed = self._allowed(u, v)
        if allowed is not None:
            yield Waypoint(
                self._names[u], "", allowed, f"{self._names[u]} takes routes with its own AS number in the path"
            )
        if above is None or onward is None or isinstance(above, Unknown) or isinstance(onward, Unknown):
            return
        if above.value != onward.value:
            for node, asn in ((u, above), (w, onward)):
                yield Waypoint(self._names[node], "", asn.source, f"{self._names[node]} has AS number {asn.value}")

    def _allowed(self, u: Node, v: Node) -> Source | None:
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


def _turns(found: Found) -> Iterator[Turn]:
    nodes = [u for u, _, _ in found.cycle.channels]
    for place in range(len(nodes)):
        yield nodes[place], nodes[(place + 1) % len(nodes)], nodes[(place + 2) % len(nodes)]

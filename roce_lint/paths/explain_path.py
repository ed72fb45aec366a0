"""A path on which packets are lost, in words: its switches in order, the cause, and the line to fix."""

from __future__ import annotations

from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Fact, Source, Stated, Unknown, known
from roce_lint.model.judged import Waypoint
from roce_lint.paths.class_paths import PathLoss
from roce_lint.paths.packet_crossing import Crossings, Loss, missing_pause
from roce_lint.paths.packet_ground import EqualCables, Ground
from roce_lint.paths.packet_walk import At
from roce_lint.paths.pause.forwarding import NextHops, shortest_way
from roce_lint.paths.pause.topology import SwitchIndex
from roce_lint.paths.port_treatments import leaves_as, queue_of, sort_arriving
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class Cause:
    """What is to blame: a switch, the port or ports of it that matter, the line, and words for it."""

    device: Device
    object: str
    source: Source
    because: str


class PathTeller:
    """Explains what `ClassPaths` finds."""

    def __init__(self, ground: Ground, crossings: Crossings) -> None:
        """Tell of the packets of one fabric."""
        self._ground = ground
        self._crossings = crossings
        self._names = ground.graph.names

    def nodes(self, loss: PathLoss) -> tuple[SwitchIndex, ...]:
        """Return the switches of the path, to the receiver's."""
        nodes = [at[0] for at, _ in loss.walk.way_to(loss.lost.before)]
        if loss.lost.node != nodes[-1]:
            nodes.append(loss.lost.node)
        return (*nodes, *_onward(loss.tree.next_hops, nodes[-1], loss.tree.destination))

    def steps(self, loss: PathLoss) -> tuple[Waypoint, ...]:
        """Return what each switch makes of the packets, until they are lost."""
        found: list[Waypoint] = []
        for at, lane in loss.walk.way_to(loss.lost.before):
            found.append(self._step(loss, at, lane))
        device, port = self.receiving(loss)
        words = f"{device.name} takes them in with DSCP {loss.lost.dscp}: {self._class_words(port, loss.lost.dscp)}"
        return (*found, Waypoint(device.name, port.name, port.source, words))

    def _step(self, loss: PathLoss, at: At, lane: EqualCables | None) -> Waypoint:
        node, packets = at
        name = self._names[node]
        port = lane.strand.far if lane else self._start_port(at)
        sent = f"packets with DSCP {packets.dscp} from hosts of {name}" if lane is None else f"{name} takes them in"
        carried = "" if lane is None else f" with DSCP {packets.dscp}"
        return Waypoint(name, port.name, port.source, f"{sent}{carried}: {self._class_words(port, packets.dscp)}")

    def _start_port(self, at: At) -> Port:
        starts = self._ground.starts[at[0]]
        return next(start.port for start in starts if start.treatment.number == at[1].treatment)

    @staticmethod
    def _class_words(port: Port, dscp: int) -> str:
        arrived = sort_arriving(port, dscp)
        if isinstance(arrived.name, Unknown) or isinstance(arrived.pausing, Unknown):
            return "their class is not known"
        priorities = " and ".join(map(str, sorted(arrived.pausing.value)))
        pauses = f"pauses priority {priorities}" if priorities else "does not pause"
        return f"class {arrived.name.value}, which {pauses}"

    def sending(self, loss: PathLoss) -> tuple[Device, Port]:
        """Return the switch and port that send the packets where they are lost."""
        onto = loss.lost.onto
        port = onto.strand.near if isinstance(onto, EqualCables) else onto.port
        return self._ground.graph.devices[loss.lost.before[0]], port

    def receiving(self, loss: PathLoss) -> tuple[Device, Port]:
        """Return the switch or host and the port that take the packets in where they are lost."""
        onto = loss.lost.onto
        if isinstance(onto, EqualCables):
            return self._ground.graph.devices[loss.lost.node], onto.strand.far
        return onto.host, onto.card

    def cause(self, loss: PathLoss) -> Cause:
        """Return what is to blame for a loss."""
        match loss.lost.loss:
            case Loss.REWRITE | Loss.CNP:
                return self._rewriting(loss)
            case Loss.TUNNEL:
                return self._tunnel(loss)
            case Loss.CLASS:
                return self._class(loss)
            case Loss.PFC:
                return self._pfc(loss)
            case Loss.QUEUE | Loss.REMAP:
                return self._queue(loss)

    def _cable(self, loss: PathLoss, *, at_receiver: bool) -> tuple[Device, str]:
        (a, port_a), (b, port_b) = self.sending(loss), self.receiving(loss)
        if at_receiver:
            return b, f"{port_b.name} - {a.name} {port_a.name}"
        return a, f"{port_a.name} - {b.name} {port_b.name}"

    def _class(self, loss: PathLoss) -> Cause:
        receiver, port = self.receiving(loss)
        name = sort_arriving(port, loss.lost.dscp).name
        device, label = self._cable(loss, at_receiver=True)
        words = f"{receiver.name} gives DSCP {loss.lost.dscp} class {known(name, '?')}, which does not pause"
        return Cause(device, label, _place(name, port), words)

    def _pfc(self, loss: PathLoss) -> Cause:
        (sender, out), (receiver, into) = self.sending(loss), self.receiving(loss)
        wanted = known(sort_arriving(into, loss.lost.dscp).pausing, frozenset())
        if not wanted:
            device, label = self._cable(loss, at_receiver=True)
            words = f"{receiver.name} pauses for no priority on {into.name}"
            return Cause(device, label, _place(into.qos.pfc_mode, into), words)
        at_receiver, fact, priority = missing_pause(out, into, wanted)
        device, label = self._cable(loss, at_receiver=at_receiver)
        does = "sends no pause" if at_receiver else "obeys no pause"
        port = into if at_receiver else out
        words = f"{receiver.name if at_receiver else sender.name} {does} for priority {priority} on {port.name}"
        return Cause(device, label, _place(fact, port), words)

    def _queue(self, loss: PathLoss) -> Cause:
        (sender, out), (receiver, into) = self.sending(loss), self.receiving(loss)
        arrived = sort_arriving(into, loss.lost.dscp)
        held = self._crossings.sorted(self._ground.treatments[loss.lost.before[1].treatment], loss.lost.before[1].dscp)
        queue = queue_of(out, held.name)
        device, label = self._cable(loss, at_receiver=True)
        pauses = " and ".join(map(str, sorted(known(arrived.pausing, frozenset()))))
        own = " and ".join(map(str, sorted(known(held.pausing, frozenset()))))
        words = (
            f"{receiver.name} pauses priority {pauses} for them, and {sender.name} holds them in queue "
            f"{known(queue, -1)} of priority {own}"
        )
        return Cause(device, label, _place(arrived.name, into), words)

    def _rewriting(self, loss: PathLoss) -> Cause:
        """Return the switch that wrote the code point with which packets are lost."""
        way = loss.walk.way_to(loss.lost.before)
        changed_by = loss.lost.changed_by
        place = next(number for number, (at, _) in enumerate(way) if at[0] == changed_by)
        (node, packets), entered = way[place]
        onward = way[place + 1][1] if place + 1 < len(way) else loss.lost.onto
        device = self._ground.graph.devices[node]
        into = entered.strand.far if entered else self._start_port(way[place][0])
        out = onward.strand.near if isinstance(onward, EqualCables) else self.sending(loss)[1]
        left = leaves_as(device, into, out, packets.dscp, sort_arriving(into, packets.dscp).name)
        label = f"{into.name} - {device.name} {out.name}"
        words = f"{device.name} rewrites DSCP {packets.dscp} to {known(left, loss.lost.dscp)}"
        return Cause(device, label, _place(left, into), f"{words}, and {self._effect(loss)}")

    def _tunnel(self, loss: PathLoss) -> Cause:
        node, packets = loss.walk.way_to(loss.lost.before)[0][0]
        device = self._ground.graph.devices[node]
        name = self._crossings.sorted(self._ground.treatments[packets.treatment], packets.dscp).name
        outer = self._ground.outer_dscp(node, name, packets.dscp)
        words = f"{device.name} gives the outer header DSCP {loss.lost.dscp}, and {self._effect(loss)}"
        return Cause(device, "", outer.source, words)

    def _effect(self, loss: PathLoss) -> str:
        """Return what the code point does where the packets are lost."""
        device, port = self.receiving(loss)
        return f"{device.name} gives that {self._class_words(port, loss.lost.dscp)}"


def _onward(next_hops: NextHops, start: SwitchIndex, goal: SwitchIndex) -> tuple[SwitchIndex, ...]:
    """Return the switches of a shortest way from `start` to `goal`, without the first."""
    return shortest_way(next_hops, [start], goal)[1:]


def _place(fact: Fact[object], port: Port) -> Source:
    """Return the line of a fact; the port's block where it has none of its own."""
    source = fact.source
    return source if isinstance(fact, Stated) and source.file and source.line else port.source

"""Credit loops: cycles of virtual lanes that wait for each other's buffers, from forwarding tables.

A channel is one direction of a cable between two switches, on one virtual lane. It depends on the next channel of
every path between adapters that uses both; a cycle of dependencies can stop forever (W. Dally, C. Seitz,
Deadlock-free message routing in multiprocessor interconnection networks, IEEE Trans. Comput. C-36(5), 1987). Cables to
adapters are no channels: an adapter takes in what arrives.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

from roce_lint.graph.cycles import cyclic_components, shortest_cycle
from roce_lint.infiniband.ib_fabric import NO_ROUTE, IbEnd, IbFabric, LinearForwardingTable, NodeKind
from roce_lint.model.fact import Unknown
from roce_lint.values import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class VlChannel:
    """Packets that leave a switch by a port towards another switch, on one virtual lane."""

    switch: int
    port: int
    lane: int


@dataclass(frozen=True, slots=True)
class LostPath:
    """A pair of adapters that the tables do not connect: what leaves `source` (node GUID) for `lid` never arrives."""

    source_switch: int
    lid: int


@dataclass(frozen=True, slots=True)
class RoutingVerdict:
    """What the forwarding tables do to traffic between adapters.

    `cycle`: the channels of a shortest credit loop, in order, empty if there is none. `lost`: destinations that
    some switch with adapters does not reach, one for each switch and LID. `lanes`: virtual lanes in use.
    """

    cycle: tuple[VlChannel, ...]
    lost: tuple[LostPath, ...]
    lanes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _State:
    """Packets of one service level in one channel."""

    channel: VlChannel
    level: int


class Routes:
    """Forwarding tables as sets of LIDs: every set is one number with a bit for each LID."""

    def __init__(self, fabric: IbFabric) -> None:
        """Prepare the tables of the switches that have one."""
        kinds = {node.guid: node.kind for node in fabric.nodes}
        self.peers = fabric.peers()
        self.tables = {table.switch: table for table in fabric.forwarding if kinds.get(table.switch) is NodeKind.SWITCH}
        self.switches = frozenset(guid for guid, kind in kinds.items() if kind is NodeKind.SWITCH)
        self.lids: dict[int, IbEnd] = {}
        for node in fabric.nodes:
            for port in node.ports:
                if node.kind is NodeKind.CHANNEL_ADAPTER and not isinstance(port.lid, Unknown):
                    last = port.lid.value + (1 << (0 if isinstance(port.lmc, Unknown) else port.lmc.value))
                    for lid in range(port.lid.value, last):
                        self.lids.setdefault(lid, IbEnd(node.guid, port.number))
        self.wanted = sum(1 << lid for lid in self.lids)
        self.doors: dict[int, list[tuple[int, IbEnd]]] = {}
        """For each switch its ports to adapters, and which adapter is there."""
        for end, peer in self.peers.items():
            if end.node in self.switches and kinds.get(peer.node) is NodeKind.CHANNEL_ADAPTER:
                self.doors.setdefault(end.node, []).append((end.port, peer))
        self.by_port = {guid: _lids_by_port(table, self.wanted) for guid, table in self.tables.items()}

    def next_switch(self, switch: int, port: int) -> IbEnd | None:
        """Return the port of the switch behind a port, None where no switch is."""
        peer = self.peers.get(IbEnd(switch, port))
        return peer if peer is not None and peer.node in self.switches else None

    def delivered(self, switch: int) -> int:
        """Return the LIDs of adapters that a switch hands to their very adapter."""
        found = 0
        for port, lids in self.by_port.get(switch, {}).items():
            peer = self.peers.get(IbEnd(switch, port))
            if peer is not None and peer.node not in self.switches:
                found |= sum(1 << lid for lid in _bits(lids) if self.lids[lid] == peer)
        return found


def _lids_by_port(table: LinearForwardingTable, wanted: int) -> dict[int, int]:
    """Return for each port in use the wanted LIDs that leave by it, as bits."""
    reverse = table.ports[::-1]
    found: dict[int, int] = {}
    for port in set(table.ports) - {NO_ROUTE}:
        mark = bytearray(b"0" * 256)
        mark[port] = ord("1")
        lids = int(reverse.translate(bytes(mark)), 2) & wanted
        if lids:
            found[port] = lids
    return found


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def judge_tables(fabric: IbFabric) -> RoutingVerdict:
    """Return loops and losses of the forwarding tables; service levels and lanes as far as files give them.

    Without service levels every packet is on level 0 and lane 0, as ibdmchk takes it. Without SL-to-VL tables a level
    is its own lane.
    """
    routes = Routes(fabric)
    if not fabric.path_levels and not fabric.sl_to_vl and _climbs_before_it_descends(routes):
        uses_cables = any(
            routes.next_switch(switch, port) for switch in routes.by_port for port in routes.by_port[switch]
        )
        return RoutingVerdict((), _lost(routes), (0,) if uses_cables else ())
    states = _spread(routes, *_levels_of(fabric, routes), _lane_tables(fabric))
    channels = sorted({state.channel for state in states.carried})
    numbers = {channel: number for number, channel in enumerate(channels)}
    successors: list[set[int]] = [set() for _ in channels]
    for before, after in states.dependencies:
        successors[numbers[before]].add(numbers[after])
    ordered = [sorted(after) for after in successors]
    components = cyclic_components(ordered)
    cycles = [shortest_cycle(ordered, component, 2) for component in components[:1]]
    return RoutingVerdict(
        cycle=tuple(channels[number] for number in cycles[0]) if cycles else (),
        lost=_lost(routes),
        lanes=tuple(sorted({channel.lane for channel in channels})),
    )


def _climbs_before_it_descends(routes: Routes) -> bool:
    """Say whether no packet goes up after it went down, and none stays on a level, which rules a cycle out.

    The rank of a switch is its distance from the nearest switch with adapters. LIDs that arrive at a switch are taken
    together by whether they come from below or from above, so that this is quick in trees; false decides nothing.
    """
    rank = dict.fromkeys(routes.doors, 0)
    border = deque(routes.doors)
    while border:
        switch = border.popleft()
        for port in routes.by_port.get(switch, {}):
            peer = routes.next_switch(switch, port)
            if peer is not None and peer.node not in rank:
                rank[peer.node] = rank[switch] + 1
                border.append(peer.node)
    below = dict.fromkeys(rank, 0) | dict.fromkeys(routes.doors, routes.wanted)
    above = dict.fromkeys(rank, 0)
    pending = deque(rank)
    while pending:
        switch = pending.popleft()
        for port, lids in routes.by_port.get(switch, {}).items():
            peer = routes.next_switch(switch, port)
            carried = lids & (below[switch] | above[switch])
            if peer is None or not carried:
                continue
            climbs = rank[peer.node] > rank[switch]
            if rank[peer.node] == rank[switch] or (climbs and carried & above[switch]):
                return False
            side = below if climbs else above
            if carried & ~side[peer.node]:
                side[peer.node] |= carried
                pending.append(peer.node)
    return True


LaneTables = Mapping[tuple[int, int, int], bytes]


def _lane_tables(fabric: IbFabric) -> LaneTables:
    return {(table.switch, table.in_port, table.out_port): table.lanes for table in fabric.sl_to_vl}


def _levels_of(fabric: IbFabric, routes: Routes) -> tuple[Sequence[int], Mapping[tuple[int, int], int]]:
    """Return the levels in use, and for each (adapter, level) the LIDs that it sends to on that level.

    Nothing in the second where no file gives levels.
    """
    sent: dict[tuple[int, int], int] = {}
    for path in fabric.path_levels:
        if path.destination_lid in routes.lids:
            key = path.source_node, path.level
            sent[key] = sent.get(key, 0) | 1 << path.destination_lid
    return sorted({level for _, level in sent}) or [0], sent


@dataclass(eq=False, slots=True)
class _Spread:
    carried: dict[_State, int] = field(default_factory=dict)
    dependencies: set[tuple[VlChannel, VlChannel]] = field(default_factory=set)


def _spread(routes: Routes, levels: Sequence[int], sent: Mapping[tuple[int, int], int], lanes: LaneTables) -> _Spread:
    """Send the LIDs of every adapter along the tables until nothing new is carried anywhere."""
    found = _Spread()
    pending: deque[tuple[_State, int]] = deque()

    def leave(switch: int, in_port: int, level: int, lids: int, before: VlChannel | None) -> None:
        for port, leaving in routes.by_port.get(switch, {}).items():
            carried = leaving & lids
            if not carried or routes.next_switch(switch, port) is None:
                continue
            table = lanes.get((switch, in_port, port))
            channel = VlChannel(switch, port, (table[level] if table else level) if lanes or sent else 0)
            if before is not None:
                found.dependencies.add((before, channel))
            state = _State(channel, level)
            known = found.carried.get(state, 0)
            if carried & ~known:
                found.carried[state] = known | carried
                pending.append((state, carried & ~known))

    for switch in sorted(routes.doors):
        for level in levels:
            for port, lids in _entries(routes, switch, level, sent, bool(lanes)):
                leave(switch, port, level, lids, None)
    while pending:
        state, fresh = pending.popleft()
        peer = routes.next_switch(state.channel.switch, state.channel.port)
        if peer is not None:
            leave(peer.node, peer.port, state.level, fresh, state.channel)
    return found


def _entries(
    routes: Routes, switch: int, level: int, sent: Mapping[tuple[int, int], int], by_port: bool
) -> Iterable[tuple[int, int]]:
    """Return what enters a switch from its adapters on a level: port and LIDs; one entry where ports are alike."""
    if not sent and not by_port:
        return [(0, routes.wanted)]
    doors = routes.doors[switch]
    if not sent:
        return [(port, routes.wanted) for port, _ in doors]
    entries = [(port, sent.get((peer.node, level), 0)) for port, peer in doors]
    if by_port:
        return entries
    everything = 0
    for _, lids in entries:
        everything |= lids
    return [(0, everything)]


def _lost(routes: Routes) -> tuple[LostPath, ...]:
    """Return what does not arrive, as a least fixed point: a LID arrives from a switch if it does from the next one."""
    arrives = {guid: routes.delivered(guid) for guid in routes.tables}
    behind: dict[int, list[tuple[int, int]]] = {}
    for switch, ports in routes.by_port.items():
        for port, lids in ports.items():
            peer = routes.next_switch(switch, port)
            if peer is not None:
                behind.setdefault(peer.node, []).append((switch, lids))
    pending = deque(arrives)
    while pending:
        switch = pending.popleft()
        for other, lids in behind.get(switch, []):
            fresh = arrives[switch] & lids & ~arrives[other]
            if fresh:
                arrives[other] |= fresh
                pending.append(other)
    return tuple(
        LostPath(switch, lid)
        for switch in sorted(routes.doors)
        if switch in routes.tables
        for lid in _bits(routes.wanted & ~arrives[switch])
    )

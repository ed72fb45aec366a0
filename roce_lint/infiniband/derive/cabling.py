"""Cables of a subnet compared with each other, and what two of its nodes share and must not."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from roce_lint.infiniband.derive.setup import rate_gbps
from roce_lint.infiniband.ib_fabric import PERMISSIVE_LID, IbFabric, IbLink, NodeKind, shown_guid
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class TwinState:
    """Something that two nodes or ports of a subnet share but must not."""

    kind: str
    """What it is: GUID, LID or name."""
    value: str
    """The value that both have."""
    first: str
    """The first that has it."""
    second: str
    """The second that has it."""
    is_unique: Fact[bool]
    """It is unique."""
    source: Source
    """The place of the second."""


@dataclass(frozen=True, slots=True)
class CablingState:
    """The cabling of one switch compared with others of its kind, or of one cable compared with similar ones."""

    oddity: str
    """What is irregular, in words."""
    is_regular: Fact[bool]
    """Nothing is irregular."""
    has_uplink: Fact[bool]
    """It has no hosts, or has a cable to another switch if other switches have one."""
    source: Source
    """The place of the switch or cable."""


def twin_states(fabric: IbFabric) -> Iterator[TwinState]:
    """Yield GUIDs, LIDs and names that are not unique; one entry for a subnet without any."""
    found = [
        TwinState("GUID", shown_guid(one.guid), one.first, one.second, Stated(False, one.source), one.source)
        for one in fabric.duplicate_guids
    ]
    lids: dict[int, tuple[str, int]] = {}
    for node, port in fabric.end_ports():
        if isinstance(port.lid, Unknown) or port.lid.value == PERMISSIVE_LID:
            continue
        label, guid = lids.setdefault(port.lid.value, (node.label, port.guid))
        if guid != port.guid:
            found.append(
                TwinState("LID", str(port.lid.value), label, node.label, Stated(False, port.lid.source), port.source)
            )
    names: dict[str, int] = {}
    for node in fabric.nodes:
        if node.name and node.kind is NodeKind.SWITCH:
            first = names.setdefault(node.name, node.guid)
            if first != node.guid:
                found.append(
                    TwinState(
                        "name",
                        node.name,
                        shown_guid(first),
                        shown_guid(node.guid),
                        Stated(False, node.source),
                        node.source,
                    )
                )
    place = Source(fabric.source.file, 1, 1)
    yield from found or [TwinState("", "", "", "", Stated(True, place), place)]


def cabling_states(fabric: IbFabric) -> Iterator[CablingState]:
    """Yield what is odd about the cabling of a tree of two levels or more, one entry where nothing is.

    Leaves are switches with adapters. A fabric without switches that have none (a ring, a mesh) has no leaves to
    compare. Odd are cables between leaves, leaves with fewer uplinks than most, and cables slower than most of theirs.
    """
    found = list(_odd_speeds(fabric))
    kinds = {node.guid: node for node in fabric.nodes}
    leaves: set[int] = set()
    for link in fabric.links:
        for end, peer in ((link.a, link.b), (link.b, link.a)):
            if kinds[end.node].kind is NodeKind.SWITCH and kinds[peer.node].kind is NodeKind.CHANNEL_ADAPTER:
                leaves.add(end.node)
    upper = {node.guid for node in fabric.nodes if node.kind is NodeKind.SWITCH} - leaves
    if upper and leaves:
        found += _odd_uplinks(fabric, leaves, upper)
    place = Source(fabric.source.file, 1, 1)
    found += _alone(fabric, leaves)
    yield from found or [_state("", place, place)]


def _state(oddity: str, source: Source, place: Source) -> CablingState:
    return CablingState(oddity, Stated(not oddity, source), Default(True, place, "nothing is irregular"), source)


def _alone(fabric: IbFabric, leaves: set[int]) -> Iterator[CablingState]:
    """Yield switches with hosts and without a cable to another switch."""
    nodes = fabric.node_by_guid()
    joined = {
        end.node
        for link in fabric.links
        for end, peer in ((link.a, link.b), (link.b, link.a))
        if end.node != peer.node and NodeKind.CHANNEL_ADAPTER not in (nodes[end.node].kind, nodes[peer.node].kind)
    }
    for leaf in sorted(leaves - joined) if joined else ():
        source = nodes[leaf].source
        place = Source(source.file, source.line, source.line)
        yield CablingState(nodes[leaf].label, Default(True, place, "stated so"), Stated(False, place), place)


def _odd_uplinks(fabric: IbFabric, leaves: set[int], upper: set[int]) -> Iterator[CablingState]:
    nodes = fabric.node_by_guid()
    uplinks: Counter[int] = Counter(dict.fromkeys(leaves, 0))
    for link in fabric.links:
        ends = {link.a.node, link.b.node}
        if len(ends) == 2 and ends <= leaves:
            words = f"a cable between the leaves {nodes[link.a.node].label} and {nodes[link.b.node].label}"
            yield _state(words, link.source, link.source)
        for end in ends & leaves if ends & upper else ():
            uplinks[end] += 1
    usual, votes = Counter(uplinks.values()).most_common(1)[0]
    if votes * 2 <= len(leaves):
        return
    for leaf, count in sorted(uplinks.items()):
        if 0 < count < usual:
            source = nodes[leaf].source
            words = f"{nodes[leaf].label} has {count} uplinks; most leaves have {usual}"
            yield _state(words, source, source)


def _odd_speeds(fabric: IbFabric) -> Iterator[CablingState]:
    """Yield cables that are slower than nine in ten of their kind: to adapters, or between switches.

    A cable on one lane where half of them have more is odd in a small fabric, too: its other lanes did not come up.
    """
    nodes = fabric.node_by_guid()
    for rows in _rated(fabric):
        usual, votes = Counter(rate for rate, _, _ in rows).most_common(1)[0]
        is_clear = votes * 10 >= len(rows) * 9 and len(rows) >= 4
        has_lanes = sum(lanes > 1 for _, lanes, _ in rows) * 2 >= len(rows)
        for rate, lanes, link in rows:
            if rate < usual and (is_clear or (lanes == 1 and has_lanes)):
                names = (
                    f"{nodes[link.a.node].label} port {link.a.port} and {nodes[link.b.node].label} port {link.b.port}"
                )
                words = f"the cable between {names} runs at {rate:g} Gb/s; most run at {usual:g} Gb/s"
                yield _state(words, link.source, link.source)


def _rated(fabric: IbFabric) -> Iterator[list[tuple[float, int, IbLink]]]:
    """Yield the cables of each kind with rate in Gb/s and lanes, those of the worse end."""
    nodes = fabric.node_by_guid()
    ports = {(node.guid, port.number): port for node in fabric.nodes for port in node.ports}
    kinds: dict[bool, list[tuple[float, int, IbLink]]] = defaultdict(list)
    for link in fabric.links:
        here, there = nodes[link.a.node].kind, nodes[link.b.node].kind
        if NodeKind.ROUTER in (here, there):
            continue
        ends = [ports.get((link.a.node, link.a.port)), ports.get((link.b.node, link.b.port))]
        rated = [(rate_gbps(port), known(port.width_lanes, 0)) for port in ends if port is not None]
        values = [(rate.value, lanes) for rate, lanes in rated if not isinstance(rate, Unknown)]
        if values:
            kinds[here is there].append((*min(values), link))
    yield from kinds.values()

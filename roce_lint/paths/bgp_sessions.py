"""Which BGP sessions come up: each end names the other, and their AS numbers fit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from roce_lint.model.addresses import subnet_of
from roce_lint.model.device import Port
from roce_lint.model.fact import Fact, Source, Unknown
from roce_lint.model.interface_names import canonical_interface
from roce_lint.model.logic import is_false
from roce_lint.model.routing import (
    AddressFamily,
    AnyAsn,
    BgpNeighbor,
    BgpProcess,
    ListenRange,
    PeerFamily,
    PeerSettings,
    RemoteAsn,
)
from roce_lint.paths.pause.topology import Hop, SwitchIndex
from roce_lint.paths.switch_graph import SwitchGraph
from roce_lint.values import dataclass

_UNICAST = (AddressFamily.IPV4, AddressFamily.IPV6)


@dataclass(frozen=True, slots=True)
class SessionEnd:
    """What one switch says about a session with another; `source` is the line that names the neighbour."""

    settings: PeerSettings
    remote_asn: Fact[RemoteAsn]
    families: tuple[PeerFamily, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class BgpSessions:
    """Sessions that exchange unicast routes, by (switch, neighbour), and the AS number of every switch with BGP."""

    ends: Mapping[Hop, tuple[SessionEnd, ...]]
    asns: Mapping[SwitchIndex, Fact[int]]
    processes: Mapping[SwitchIndex, tuple[BgpProcess, ...]]


def find_sessions(graph: SwitchGraph) -> BgpSessions:
    """Return the sessions between switches of the fabric."""
    ends: dict[Hop, list[SessionEnd]] = defaultdict(list)
    exchanged: dict[int, tuple[PeerFamily, ...]] = {}
    asns: dict[SwitchIndex, Fact[int]] = {}
    processes: dict[SwitchIndex, tuple[BgpProcess, ...]] = {}
    for node, device in enumerate(graph.devices):
        if not device.routing.bgp:
            continue
        processes[node] = device.routing.bgp
        asns[node] = device.routing.bgp[0].asn
        for process in device.routing.bgp:
            for neighbor in process.neighbors:
                settings = neighbor.settings
                families = exchanged.get(id(settings))
                if families is None:
                    families = exchanged[id(settings)] = _families(settings)
                if families:
                    end = SessionEnd(settings, neighbor.remote_asn, families, neighbor.source)
                    for other in _who(graph, node, neighbor):
                        ends[node, other].append(end)
            for listen in process.listen_ranges:
                for other in _askers(graph, node, listen):
                    families = _families(listen.settings)
                    if families:
                        end = SessionEnd(listen.settings, listen.remote_asn, families, listen.source)
                        ends[node, other].append(end)
    up = {
        hop: tuple(found)
        for hop, found in ends.items()
        if hop[::-1] in ends and _fits(found, ends[hop[::-1]]) and _fits(ends[hop[::-1]], found)
    }
    return BgpSessions(up, asns, processes)


def _families(settings: PeerSettings) -> tuple[PeerFamily, ...]:
    if is_false(settings.enabled):
        return ()
    return tuple(one for one in settings.families if one.family in _UNICAST and not is_false(one.activated))


def _who(graph: SwitchGraph, node: SwitchIndex, neighbor: BgpNeighbor) -> Iterator[SwitchIndex]:
    """Yield the switch that a neighbour statement means."""
    if neighbor.is_interface:
        wanted = canonical_interface(neighbor.peer).lower()
        for other, strands in graph.leaving.get(node, ()):
            if any(_means(wanted, strand.near) for strand in strands):
                yield other
                return
        return
    owner = graph.owner(neighbor.peer.partition("%")[0])
    if owner is not None and owner != node:
        yield owner


def _means(wanted: str, port: Port) -> bool:
    base = canonical_interface(port.name).lower()
    return wanted == base or wanted.startswith(f"{base}.")


def _askers(graph: SwitchGraph, node: SwitchIndex, listen: ListenRange) -> Iterator[SwitchIndex]:
    """Yield the switches that name an address of this one as their neighbour, and have one in the range."""
    subnet = subnet_of(listen.prefix)
    if subnet is None:
        return
    for other, strands in graph.leaving.get(node, ()):
        if any(subnet.holds(interface.address) for strand in strands for interface in strand.far.interfaces):
            yield other


def _fits(ends: list[SessionEnd], others: list[SessionEnd]) -> bool:
    """Say whether some statement expects an AS number that the other end uses towards this one."""
    return any(
        expects(end.remote_asn, other.settings.local_asn, end.settings.local_asn) for end in ends for other in others
    )


def expects(expected: Fact[RemoteAsn], asn: Fact[int], own: Fact[int]) -> bool:
    """Say whether a statement expects `asn`, where its switch has the number `own`; what is not known may fit."""
    if isinstance(expected, Unknown) or isinstance(asn, Unknown):
        return True
    wanted = expected.value
    if isinstance(wanted, int):
        return wanted == asn.value
    match wanted:
        case AnyAsn.EXTERNAL:
            return isinstance(own, Unknown) or own.value != asn.value
        case AnyAsn.INTERNAL:
            return isinstance(own, Unknown) or own.value == asn.value
        case ranges:
            return any(low <= asn.value <= high for low, high in ranges.ranges)

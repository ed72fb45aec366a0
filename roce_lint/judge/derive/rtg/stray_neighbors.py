"""BGP neighbors whose session never comes up: in the subnet of no interface, or loopbacks that do not answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from operator import attrgetter

from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.rtg.address_state import StrayState
from roce_lint.model.addresses import BITS, Address, Subnet, Supernets, address_of, subnet_of
from roce_lint.model.device import Device, Port
from roce_lint.model.equal_ports import fact_names
from roce_lint.model.fact import SAID, Default, Source, Stated, Unknown, known
from roce_lint.model.judged import Judged
from roce_lint.model.logic import is_false
from roce_lint.model.qos import Priority, PriorityGroup, Queue
from roce_lint.model.routing import AddressFamily, BgpNeighbor, BgpProcess, ListenRange
from roce_lint.model.terms import PortKind

_CABLED = (PortKind.ETHERNET, PortKind.LAG, PortKind.SUBINTERFACE)
_FEWEST_CONNECTED = 2
_POINT_TO_POINT = 4
"""The most addresses of a subnet between two routers."""


_QUEUE_FACTS, _PRIORITY_FACTS, _GROUP_FACTS = map(fact_names, (Queue, Priority, PriorityGroup))


def judge_strays(
    fabric: Fabric, switches: Sequence[Device], doubtful: Set[str], found: dict[str, list[Judged]]
) -> None:
    """Add the scope `stray_neighbor`: eBGP neighbors without a connected subnet beside such with one.

    `doubtful`: devices whose addresses are a fault of their own.
    """
    made = []
    loopbacks = {
        interface.address
        for device in fabric.devices
        for port in device.ports
        if port.kind is PortKind.LOOPBACK and port.values.addresses
        for interface in port.interfaces
    }
    lonely = _lonely_ends(fabric.devices) if any(device.routing.bgp for device in switches) else frozenset()
    for device in switches:
        if device.name in doubtful:
            continue
        for process in device.routing.bgp:
            for neighbor in _strays(device, process, loopbacks, lonely):
                state = _state(device, process, neighbor)
                variables = {"neighbor": state, "design": fabric.design}
                made.append(Judged(device.name, state.interface, state.is_connected.source, variables))
    for device, state in _unanswered(switches, doubtful):
        variables = {"neighbor": state, "design": fabric.design}
        made.append(Judged(device.name, "", state.is_connected.source, variables))
    if not made:
        first = switches[0]
        good = Default(True, first.source, "every neighbor is in a connected subnet")
        healthy = StrayState("", "", "", good, good)
        made.append(Judged(first.name, "", first.source, {"neighbor": healthy, "design": fabric.design}))
    found["stray_neighbor"] += made


def _lonely_ends(devices: Sequence[Device]) -> frozenset[Address]:
    """Return addresses of cables, in subnets with room for two ends only, of which no input has the other end."""
    holders: dict[Subnet, list[Address]] = {}
    for device in devices:
        for port in device.ports:
            for one in port.interfaces if port.kind in _CABLED and port.values.addresses else ():
                if one.subnet.size <= _POINT_TO_POINT:
                    holders.setdefault(one.subnet, []).append(one.address)
    return frozenset(several[0] for several in holders.values() if len(several) == 1)


def _strays(
    device: Device, process: BgpProcess, loopbacks: Set[Address], lonely: Set[Address]
) -> Iterator[BgpNeighbor]:
    """Yield neighbors that no interface reaches, where two others of the same group and families are reached.

    One suffices where the neighbor is a `lonely` end of a cable: nobody is in its subnet, as this switch should be.
    """
    subnets = Supernets(
        subnet
        for port in device.ports
        if port.values.addresses and known(port.values.vrf, process.vrf) == process.vrf
        for subnet in port.subnets
    )
    by_settings: dict[tuple[object, ...], list[tuple[BgpNeighbor, bool]]] = {}
    for neighbor in process.neighbors:
        address = None if neighbor.is_interface else address_of(neighbor.peer.partition("%")[0])
        if address is None or address in loopbacks or is_false(neighbor.settings.enabled):
            continue
        reached = bool(subnets.of(Subnet(address.version, BITS[address.version], address.number)))
        active = frozenset(one.family for one in neighbor.settings.families if not is_false(one.activated))
        by_settings.setdefault((neighbor.settings.group, active), []).append((neighbor, reached))
    for several in by_settings.values():
        connected = [one for one, reached in several if reached and _is_external(one)]
        lost = [one for one, reached in several if not reached and _is_external(one)]
        if len(connected) >= _FEWEST_CONNECTED and len(lost) < len(connected):
            yield from lost
        elif connected:
            yield from (one for one in lost if address_of(one.peer.partition("%")[0]) in lonely)


def _is_external(neighbor: BgpNeighbor) -> bool:
    remote, own = neighbor.remote_asn, neighbor.settings.local_asn
    return not isinstance(remote, Unknown) and not isinstance(own, Unknown) and remote.value != own.value


def _state(device: Device, process: BgpProcess, neighbor: BgpNeighbor) -> StrayState:
    at = Stated(False, neighbor.source)
    reason = (
        f"no interface is in the subnet of the BGP neighbor {neighbor.peer},"
        " although the subnets of its other neighbors are all connected"
    )
    for key_of in (_shared_key, _stated_key):
        empty = list(_without_neighbor(device, process, key_of))
        if empty:
            break
    mistyped = [(name, place) for name, place in empty if _is_mistyped(device, name, neighbor.peer)]
    if not mistyped and len(empty) != 1:
        # The port may differ from others in more than its address.
        anywhere = _without_neighbor(device, process, lambda port: ())
        mistyped = [(name, place) for name, place in anywhere if _is_mistyped(device, name, neighbor.peer)]
    if len(empty) != 1 and len(mistyped) != 1:
        return StrayState(neighbor.peer, reason, "", at, at)
    name, place = (mistyped or empty)[0]
    return StrayState(neighbor.peer, reason, name, Stated(False, place), at)


def _unanswered(switches: Sequence[Device], doubtful: Set[str]) -> Iterator[tuple[Device, StrayState]]:
    """Yield the switches that do not answer a session to one of their loopback addresses, with the reason."""
    held = {device.name: frozenset(_addresses(device)) for device in switches if device.routing.bgp}
    owners: dict[Address, list[Device]] = {}
    for device in switches if len(held) > 1 else ():
        for loopback in _addresses(device, PortKind.LOOPBACK) if device.name in held else ():
            owners.setdefault(loopback, []).append(device)
    anybody = frozenset().union(*held.values())
    places: set[Source] = set()
    for near in switches if owners else ():
        for session in _sessions(near):
            far = owners.get(address, []) if (address := _address_of(session)) else []
            if len(far) != 1 or far[0] is near or {near.name, far[0].name} & doubtful:
                continue
            answers = [
                one
                for one in _statements(far[0])
                if (isinstance(one, BgpNeighbor) and _address_of(one) in held[near.name])
                or (isinstance(one, ListenRange) and _holds_any(one, held[near.name]))
            ]
            # Sessions by the addresses of cables are others, where one by loopbacks is there as well.
            loopbacks = frozenset(_addresses(near, PortKind.LOOPBACK))
            by_loopback = [one for one in answers if isinstance(one, BgpNeighbor) and _address_of(one) in loopbacks]
            shared = [one for one in answers if _active(one) & _active(session)]
            alike = any(_active(one) & _active(session) for one in _sessions(far[0]))
            if not by_loopback and not shared and alike:
                # What answers by a cable is another session, and the one that should answer has another address.
                answers = []
            found = _fault_of(near, session, far[0], by_loopback or answers, anybody)
            device = far[0]
            if found is None and by_loopback:
                device, found = near, _fault_of_source(near, session, device.name, by_loopback)
            if found is not None and found[1] not in places:
                reason, place = found
                places.add(place)
                at = Stated(False, session.source)
                yield device, StrayState(session.peer, reason, "", Stated(False, place), at)


def _fault_of_source(
    near: Device, session: BgpNeighbor, far: str, answers: Sequence[BgpNeighbor]
) -> tuple[str, Source] | None:
    """Return why the packets of a session come from an address that the other end does not name; None where it may."""
    interface = session.local_interface
    if isinstance(interface, Unknown):
        return None
    if not interface.value:
        return (
            f"without update-source the packets of {near.name} to {far} come from an uplink, but {far} expects"
            f" {answers[0].peer}",
            session.source,
        )
    ports = [port for port in near.ports if port.name.lower() == interface.value.lower()]
    own = [one.address for port in ports for one in port.interfaces]
    if not own or any(_address_of(one) in own for one in answers):
        return None
    return (
        f"the packets of {near.name} to {far} come from {interface.value}, but {far} expects {answers[0].peer}",
        interface.source,
    )


def _fault_of(
    near: Device, session: BgpNeighbor, far: Device, answers: Sequence[BgpNeighbor | ListenRange], anybody: Set[Address]
) -> tuple[str, Source] | None:
    """Return why the other end does not answer a session, and where; None where it may."""
    if not answers:
        # Who has no session of this kind may be configured elsewhere.
        alike = [one for one in _sessions(far) if _active(one) & _active(session)]
        strays = [one for one in alike if (address := _address_of(one)) and address not in anybody]
        if strays:
            return f"{near.name} has a session with {far.name}, which names {strays[0].peer} instead", strays[0].source
        process = next((one for one in far.routing.bgp if any(each in alike for each in one.neighbors)), None)
        if process is None:
            return None
        return (
            f"{near.name} has a session with {far.name}, which has no session with an address of {near.name}",
            process.source,
        )
    if all(is_false(one.settings.enabled) for one in answers):
        return f"{far.name} has shut its session with {near.name} down", answers[0].settings.enabled.source
    if not _active(session) and all(map(_active, answers)) and _states_families(session):
        return f"{near.name} activates no address family in its session with {far.name}", session.source
    if any(not _active(one) or not _active(session) or _active(one) & _active(session) for one in answers):
        return None
    place = session.source if AddressFamily.EVPN in _active(answers[0]) else answers[0].source
    return f"no address family is activated at both {near.name} and {far.name} in their session", place


def _states_families(session: BgpNeighbor) -> bool:
    """Say whether it is known of every address family in use that the session does not carry it."""
    families = session.settings.families
    return bool(families) and all(is_false(one.activated) for one in families)


def _addresses(device: Device, *kinds: PortKind) -> Iterator[Address]:
    for port in device.ports:
        if port.values.addresses and (not kinds or port.kind in kinds):
            yield from (one.address for one in port.interfaces)


def _statements(device: Device) -> Iterator[BgpNeighbor | ListenRange]:
    for process in device.routing.bgp:
        yield from process.neighbors
        yield from process.listen_ranges


def _sessions(device: Device) -> Iterator[BgpNeighbor]:
    """Yield the neighbors by address that are not shut down."""
    for one in _statements(device):
        if isinstance(one, BgpNeighbor) and not one.is_interface and not is_false(one.settings.enabled):
            yield one


def _address_of(session: BgpNeighbor) -> Address | None:
    return None if session.is_interface else address_of(session.peer.partition("%")[0])


def _holds_any(listen: ListenRange, addresses: Set[Address]) -> bool:
    subnet = subnet_of(listen.prefix)
    return subnet is None or any(subnet.holds(one) for one in addresses)


def _active(session: BgpNeighbor | ListenRange) -> frozenset[AddressFamily]:
    return frozenset(one.family for one in session.settings.families if not is_false(one.activated))


def _is_mistyped(device: Device, name: str, peer: str) -> bool:
    """Say whether an address of a port would be the other end of the cable to `peer` but for one number of it."""
    wanted = peer.split(".")
    for port in device.ports:
        for text in port.stated_addresses if port.name == name else ():
            own = text.partition("/")[0].split(".")
            if len(own) == len(wanted) == _POINT_TO_POINT and all(map(str.isdecimal, (*own, *wanted))):
                apart = [one for one, other in zip(own[:-1], wanted[:-1], strict=True) if one != other]
                if len(apart) == 1 and int(own[-1]) // 2 == int(wanted[-1]) // 2:
                    return True
    return False


def _without_neighbor(
    device: Device, process: BgpProcess, key_of: Callable[[Port], tuple[object, ...]]
) -> Iterator[tuple[str, Source]]:
    """Yield ports like those with neighbors, and whose subnet has none."""
    peers = [address for one in process.neighbors if (address := address_of(one.peer.partition("%")[0]))]
    ports = [port for port in device.ports if port.kind in _CABLED and port.values.addresses]
    held = {port.name: [one for one in port.interfaces if one.subnet.size <= _POINT_TO_POINT] for port in ports}
    facing = [port for port in ports if any(one.subnet.holds(peer) for one in held[port.name] for peer in peers)]
    keys = {key_of(port) for port in facing}
    for port in ports:
        fits = held[port.name] and key_of(port) in keys and known(port.values.vrf, "default") == process.vrf
        if fits and port not in facing:
            place = next((fact.source for fact in port.addresses if isinstance(fact, Stated)), port.source)
            yield port.name, place


def _shared_key(port: Port) -> tuple[object, ...]:
    """Return what tells ports to switches from ports to hosts; ports of a device share the parts of their QoS."""
    qos = port.values.qos
    return id(qos.priorities), id(qos.queues), known(port.values.speed_gbps, 0)


def _stated_key(port: Port) -> tuple[object, ...]:
    """Return the same where parts of the QoS have a default at each port, so that ports do not share them."""
    qos = port.values.qos
    facts = [getattr(one, name) for one in qos.queues for name in _QUEUE_FACTS]
    for one in qos.priorities:
        facts += [getattr(one, name) for name in _PRIORITY_FACTS]
        facts += [getattr(one.group, name) for name in _GROUP_FACTS]
    return (known(port.values.speed_gbps, 0), *map(attrgetter(SAID), facts))

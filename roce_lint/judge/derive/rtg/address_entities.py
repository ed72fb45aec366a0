"""What rules evaluate of addresses in the whole fabric: who has one twice, and which neighbor nobody reaches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.pasted_devices import Copy
from roce_lint.judge.derive.drf.bond_entities import judge_bonds
from roce_lint.judge.derive.drf.switch_pairs import judge_switch_pairs
from roce_lint.judge.derive.ovl.evpn_transit import judge_evpn_transit
from roce_lint.judge.derive.ovl.vni_entities import judge_vnis
from roce_lint.judge.derive.rtg.address_state import AddressHolder, AddressState, CopyState
from roce_lint.judge.derive.rtg.split_subnet import judge_split_subnet
from roce_lint.judge.derive.rtg.stray_neighbors import judge_strays
from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.judged import Judged
from roce_lint.model.logic import is_false
from roce_lint.model.terms import PortKind

_CABLED = (PortKind.ETHERNET, PortKind.LAG, PortKind.SUBINTERFACE)


def judged_addresses(
    fabric: Fabric, inside: Mapping[str, frozenset[str]], copies: Sequence[Copy]
) -> Mapping[str, list[Judged]]:
    """Return what compares switches, scope by scope; `inside`: the RoCE ports of each device."""
    found: dict[str, list[Judged]] = defaultdict(list)
    switches = [device for device in fabric.devices if not is_host(device) and inside.get(device.name)]
    if not switches:
        return found
    first, design = switches[0], fabric.design
    for copy in copies:
        copied = _copy_state(copy)
        variables = {"copy": copied, "design": design}
        found["copy"].append(Judged(copy.device.name, "", copied.is_its_own.source, variables))
    pasted = {frozenset((one.device.name, one.original.name)) for one in copies}
    made = [
        (holder, state)
        for holder, state in _conflicts(fabric, switches, inside)
        if frozenset((holder.name, state.there.split(" ")[0])) not in pasted
    ]
    for device, state in made:
        port = state.here.partition(" ")[2]
        found["address"].append(Judged(device.name, port, state.is_unique.source, {"address": state, "design": design}))
    good: Fact[bool] = Default(True, first.source, "nothing is duplicated")
    if not made:
        healthy = AddressState("", "", "", "", good, good)
        found["address"].append(Judged(first.name, "", first.source, {"address": healthy, "design": design}))
    if not copies:
        alone = CopyState("", 0, 0, good, good)
        found["copy"].append(Judged(first.name, "", first.source, {"copy": alone, "design": design}))
    found["split_subnet"].append(judge_split_subnet(fabric, switches))
    judge_vnis(switches, design, found)
    found["switch_pair"] += judge_switch_pairs(fabric, switches, design)
    judge_bonds(fabric, switches, inside, design, found)
    judge_evpn_transit(switches, design, found)
    judge_strays(fabric, switches, {one.device.name for one in copies} | {device.name for device, _ in made}, found)
    return found


def _copy_state(copy: Copy) -> CopyState:
    theirs = {text: fact.source for _, text, fact in _stated(copy.original)}
    for _, text, fact in _stated(copy.device):
        if text in theirs:
            return CopyState(
                copy.original.name, copy.shared, copy.total, Stated(False, fact.source), Stated(False, theirs[text])
            )
    place = Stated(False, copy.device.source)
    return CopyState(copy.original.name, copy.shared, copy.total, place, Stated(False, copy.original.source))


def _stated(device: Device) -> Iterator[tuple[Port, str, Stated[str]]]:
    """Yield the addresses that a device states for itself alone."""
    for port in device.ports:
        if port.kind in (*_CABLED, PortKind.LOOPBACK):
            for fact in port.addresses:
                if isinstance(fact, Stated):
                    yield port, fact.value.partition("/")[0], fact


def _conflicts(
    fabric: Fabric, switches: Sequence[Device], inside: Mapping[str, frozenset[str]]
) -> Iterator[tuple[Device, AddressState]]:
    """Yield what two have and only one may have; the device is the one to change."""
    reported: set[tuple[frozenset[str], str]] = set()
    peers = fabric.peers()
    for several in _shared_loopbacks(switches):
        here, there = _odd_loopback(several)
        reported.add((frozenset((here.device.name, there.device.name)), _text(here)))
        yield here.device, _state("loopback address", _text(here), here, there)
    ports = fabric.ports()
    for several in _shared_ports(switches, inside):
        for here, there in _pairs(several, peers, ports):
            same = here.interface.address == there.interface.address
            kind, value = ("interface address", _text(here)) if same else ("subnet", str(here.interface.subnet))
            yield here.device, _state(kind, value, here, there)
    for here, there in _shared_gateways(switches, inside):
        yield here.device, _state("gateway's own address", _text(here), here, there)
    yield from _shared_router_ids(switches, reported)


def _text(holder: AddressHolder) -> str:
    return holder.fact.value.partition("/")[0]


def _state(kind: str, value: str, here: AddressHolder, there: AddressHolder) -> AddressState:
    places = Stated(False, here.fact.source), Stated(False, there.fact.source)
    return AddressState(kind, value, here.name, there.name, *places)


def _shared_loopbacks(switches: Sequence[Device]) -> Iterator[list[AddressHolder]]:
    """Yield loopback addresses of two devices of which one is identified by it: no anycast."""
    held: dict[tuple[str, object], list[AddressHolder]] = defaultdict(list)
    for device in switches:
        for port in device.ports:
            for found in port.interfaces if port.kind is PortKind.LOOPBACK else ():
                key = known(port.values.vrf, "default"), found.address
                held[key].append(AddressHolder(device, port, found))
    for several in held.values():
        if len({one.device.name for one in several}) == 2 and not _is_anycast(several):
            yield several


def _is_anycast(several: Sequence[AddressHolder]) -> bool:
    """Say whether the address may be shared on purpose: it is no stated router id, and no device has it alone."""
    return not any(_text(one) in _router_ids(one.device) or _is_only_loopback(one) for one in several)


def _is_only_loopback(holder: AddressHolder) -> bool:
    """Say whether the device has no other loopback address, so that this one has to identify it."""
    loopbacks = [text for port, text, _ in _stated(holder.device) if port.kind is PortKind.LOOPBACK]
    return len(loopbacks) == 1


def _router_ids(device: Device) -> dict[str, Source]:
    """Return the router ids of the global table that a device states."""
    return {
        process.router_id.value: process.router_id.source
        for process in device.routing.bgp
        if process.vrf == "default" and isinstance(process.router_id, Stated)
    }


def _odd_loopback(several: Sequence[AddressHolder]) -> tuple[AddressHolder, AddressHolder]:
    """Return the one to change first: it is not its device's router id, else the later one."""
    one, other = several[0], several[-1]
    ids = _router_ids(one.device)
    return (one, other) if ids and _text(one) not in ids else (other, one)


def _shared_router_ids(
    switches: Sequence[Device], reported: set[tuple[frozenset[str], str]]
) -> Iterator[tuple[Device, AddressState]]:
    held: dict[str, list[tuple[Device, Source]]] = defaultdict(list)
    for device in switches:
        for value, source in _router_ids(device).items():
            held[value].append((device, source))
    for value, several in held.items():
        if len(several) != 2 or (frozenset(device.name for device, _ in several), value) in reported:
            continue
        (one, place), (other, at) = several
        owns = any(text == value for port, text, _ in _stated(other) if port.kind is PortKind.LOOPBACK)
        if not owns:
            (one, place), (other, at) = (other, at), (one, place)
        yield one, AddressState("router id", value, one.name, other.name, Stated(False, place), Stated(False, at))


def _shared_ports(switches: Sequence[Device], inside: Mapping[str, frozenset[str]]) -> Iterator[list[AddressHolder]]:
    """Yield the holders of one address, or of one subnet on one device, of ports that RoCE crosses."""
    addresses: dict[tuple[str, object], list[AddressHolder]] = defaultdict(list)
    subnets: dict[tuple[str, str, object], list[AddressHolder]] = defaultdict(list)
    for device in switches:
        names = inside[device.name]
        for port in device.ports:
            if port.kind not in _CABLED or not port.values.addresses or is_false(port.values.enabled):
                continue
            if port.name.partition(".")[0] not in names and port.name not in names and port.kind is not PortKind.LAG:
                continue
            vrf = known(port.values.vrf, "default")
            for interface in port.interfaces:
                if interface.address.scope or (
                    interface.subnet.version == 6 and interface.address.number >> 118 == 0x3FA
                ):
                    continue
                holder = AddressHolder(device, port, interface)
                addresses[vrf, interface.address].append(holder)
                subnets[device.name, vrf, interface.subnet].append(holder)
    yield from (several for several in addresses.values() if len(several) == 2)
    for several in subnets.values():
        apart = {one.interface.address for one in several}
        if len(several) == 2 and len(apart) == 2 and several[0].port.name != several[1].port.name:
            yield several


def _shared_gateways(
    switches: Sequence[Device], inside: Mapping[str, frozenset[str]]
) -> Iterator[tuple[AddressHolder, AddressHolder]]:
    """Yield gateways of two switches with one address that is no anycast address.

    It is none where the interface has a virtual address beside it, which is the one to share, and where neither switch
    has tunnels, a pair or a MAC address for a shared gateway.
    """
    held: dict[tuple[str, object], list[AddressHolder]] = defaultdict(list)
    for device in switches:
        routing = device.routing
        virtual = {one.interface for one in routing.virtual_addresses}
        macs = {one.gateway for one in routing.bridge_domains if not isinstance(one.gateway_mac, Unknown)}
        alone = not routing.tunnels and not routing.peer_links and not routing.ethernet_segments
        switched = {one.gateway for one in routing.bridge_domains if inside[device.name] & set(one.ports)}
        for port in device.ports:
            if port.kind is not PortKind.VLAN or not port.values.addresses or port.name not in switched:
                continue
            if port.name in virtual or (alone and port.name not in macs):
                for found in port.interfaces:
                    key = known(port.values.vrf, "default"), found.address
                    held[key].append(AddressHolder(device, port, found))
    for several in held.values():
        if len({one.device.name for one in several}) == 2 == len(several):
            yield several[1], several[0]


def _pairs(
    several: Sequence[AddressHolder],
    peers: Mapping[PortRef, Link],
    ports: Mapping[PortRef, tuple[Device, Port]],
) -> Iterator[tuple[AddressHolder, AddressHolder]]:
    """Yield the two holders, the one whose neighbor has no address of the subnet first; else the later one."""
    one, other = several
    yield (one, other) if _misses(one, peers, ports) and not _misses(other, peers, ports) else (other, one)


def _misses(holder: AddressHolder, peers: Mapping[PortRef, Link], ports: Mapping[PortRef, tuple[Device, Port]]) -> bool:
    """Say whether the port at the other end of the cable has addresses, and none in the subnet."""
    ref = PortRef(holder.device.name, holder.port.name)
    link = peers.get(ref)
    if link is None:
        return False
    theirs = ports[link.other_end(ref)][1].interfaces
    return bool(theirs) and not any(holder.interface.subnet.holds(one.address) for one in theirs)

"""Pairs of switches (MLAG, vPC): whether both name each other, and the link between them carries their VLANs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.fabric.design import Design
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.derive.shared_gateways import contradiction, gateway_of, mac_contradiction
from roce_lint.model.bridging import PeerLink
from roce_lint.model.device import Device, Port, PortRef
from roce_lint.model.fact import Default, Fact, Source, Stated, known
from roce_lint.model.judged import Judged
from roce_lint.values import dataclass

_NO_VLANS = frozenset[int]()


@dataclass(frozen=True, slots=True)
class SwitchPairState:
    """A switch of a pair, seen from its peer link; switches without a fault are one healthy entity."""

    fault: str
    """What prevents the pair from forming, or from carrying the VLANs of its LAGs, in words; otherwise empty."""
    forms: Fact[bool]
    """Nothing prevents the pair from working; false at the line that does."""


def judge_switch_pairs(fabric: Fabric, switches: Sequence[Device], design: Design) -> list[Judged]:
    """Return what is known of pairs with a peer link, nothing where no switch has one."""
    pairs = [(device, link) for device in switches for link in device.routing.peer_links]
    made = []
    for device, link in pairs:
        fault = next(_faults(fabric, device, link), None)
        if fault is not None:
            text, source = fault
            state = SwitchPairState(text, Stated(False, source))
            made.append(Judged(device.name, known(link.port, ""), source, {"pair": state, "design": design}))
    if pairs and not made:
        first = pairs[0][0]
        good: Fact[bool] = Default(True, first.source, "no contradiction between the two switches is known")
        made.append(Judged(first.name, "", first.source, {"pair": SwitchPairState("", good), "design": design}))
    return made


def _faults(fabric: Fabric, device: Device, link: PeerLink) -> Iterator[tuple[str, Source]]:
    """Yield what is wrong at one end of a pair, the cause before what follows from it."""
    if not isinstance(link.port, Stated):
        return
    others = _far_devices(fabric, device, link.port.value) or _with_address(fabric, device, link)
    if len(others) != 1:
        return
    other = others[0]
    theirs = other.routing.peer_links
    if not theirs:
        yield f"the peer link {link.port.value} leads to {other.name}, which is not in a pair", link.port.source
        return
    if not any(isinstance(one.port, Stated) for one in theirs):
        yield f"the peer link {link.port.value} leads to {other.name}, which has none", link.port.source
        return
    behind = [one for pair in theirs for one in _far_devices(fabric, other, known(pair.port, ""))]
    if behind and device.name not in {one.name for one in behind}:
        # Where it leads to no pair, that is reported at the other switch.
        if any(one.routing.peer_links for one in behind):
            yield f"the peer link of {other.name} does not lead to {device.name}", link.port.source
        return
    domains = {known(one.domain, "") for one in theirs}
    if isinstance(link.domain, Stated) and domains.isdisjoint({link.domain.value, ""}) and other.name < device.name:
        yield (
            f"its domain is {link.domain.value}, that of {other.name} {', '.join(sorted(domains))}",
            link.domain.source,
        )
    address = link.peer_address
    held = {text.partition("/")[0] for port in other.ports for text in port.stated_addresses}
    if isinstance(address, Stated) and held and address.value not in held:
        yield f"no interface of {other.name} has the address {address.value}", address.source
    yield from _vlans_left_out(device, link)
    yield from _other_gateways(device, other)


def _other_gateways(device: Device, other: Device) -> Iterator[tuple[str, Source]]:
    """Yield gateways of a VLAN that contradict those of the other switch."""
    names = [one.interface for one in device.routing.virtual_addresses]
    names += [one.interface for one in other.routing.virtual_addresses]
    for name in dict.fromkeys(names):
        here, there = gateway_of(device, name), gateway_of(other, name)
        found = contradiction(here, there) or mac_contradiction(here, there) if here and there else None
        if found is not None:
            yield found


def _with_address(fabric: Fabric, device: Device, link: PeerLink) -> list[Device]:
    """Return the switches that have an address by which a pair without a known cable names its other half."""
    wanted = {one.value for one in link.keepalive_addresses}
    return [
        other
        for other in fabric.devices
        if other.name != device.name
        and any(text.partition("/")[0] in wanted for port in other.ports for text in port.stated_addresses)
    ]


def _vlans_left_out(device: Device, link: PeerLink) -> Iterator[tuple[str, Source]]:
    """Yield the VLANs of shared LAGs that the peer link does not carry."""
    ports = {port.name: port for port in device.ports}
    across = ports.get(known(link.port, ""))
    if across is None or not isinstance(across.vlans, Stated):
        return
    shared = [ports[one.port] for one in link.bundles if one.port in ports]
    missing = _NO_VLANS.union(*[known(port.values.vlans, _NO_VLANS) for port in shared]) - across.vlans.value
    if missing:
        yield f"{across.name} does not carry VLAN {', '.join(map(str, sorted(missing)))}", across.vlans.source


def _far_devices(fabric: Fabric, device: Device, name: str) -> list[Device]:
    """Return the devices at the other ends of a port, or of the members of a LAG."""
    peers, ports = fabric.peers(), fabric.ports()
    found: dict[str, Device] = {}
    for port in _members(device, name):
        ref = PortRef(device.name, port.name)
        link = peers.get(ref)
        if link is not None:
            far = link.other_end(ref)
            found[far.device] = ports[far][0]
    return list(found.values())


def _members(device: Device, name: str) -> list[Port]:
    return [port for port in device.ports if name in (port.name, known(port.values.lag, ""))]

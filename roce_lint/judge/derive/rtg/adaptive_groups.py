"""Groups of next hops that adaptive routing would balance by load, and members that keep one from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from roce_lint.model.adaptive_routing import AdaptiveMember, AdaptiveRouting, AdaptiveScope
from roce_lint.model.addresses import interface_of
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.model.routing import AnyAsn
from roce_lint.model.terms import PortKind
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class AdaptiveGroupState:
    """Next hops, or members of a bundle, over which traffic is spread."""

    name: str
    """What the members have in common: `the uplinks`, `the members of PortChannel1`."""
    members: str
    """The members, comma-separated."""
    without: str
    """A member that adaptive routing leaves out, or that has a different policy; empty if all have the same one."""
    some_member_is_adaptive: bool
    """Adaptive routing lists at least one member."""
    others_are_adaptive: bool
    """Most switches of the fabric have adaptive routing."""
    has_adaptive_routing: Fact[bool]
    """The switch has it; placed at the first member where it has not."""
    is_adaptive: Fact[bool]
    """All members are listed with the same policy; placed at a member that is listed."""


def without_adaptive_routing(device: Device, uplinks: Iterable[Port]) -> AdaptiveGroupState | None:
    """Return the first group of a switch without adaptive routing where most others have it; None for one next hop."""
    for name, members in _interfaces(device, uplinks).items():
        if len(members) > 1:
            place = next(port.source for port in device.ports if port.name in members)
            off: Fact[bool] = Default(False, place, "the switch has no adaptive routing")
            return AdaptiveGroupState(name, ", ".join(members), members[0], False, True, off, off)
    return None


def adaptive_groups(
    device: Device, uplinks: Iterable[Port], *, others_are_adaptive: bool
) -> Iterator[AdaptiveGroupState]:
    """Yield the groups of a switch whose traffic adaptive routing could balance."""
    routing = device.adaptive_routing
    if routing is None or routing.scope is AdaptiveScope.EVERYTHING:
        return
    named = {one.name: one for one in routing.interfaces}
    bundles = _bundles(device)
    for bundle, ports in bundles.items():
        if len(ports) > 1:
            yield _state(f"the members of {bundle}", ports, named, routing, others_are_adaptive)
    if routing.scope is AdaptiveScope.NEXT_HOPS:
        hops = {one.name: one for one in routing.next_hops}
        for name, addresses in _next_hops(device).items():
            yield _state(name, addresses, hops, routing, others_are_adaptive)
        return
    for name, members in _interfaces(device, uplinks).items():
        ports = tuple(port for member in members for port in bundles.get(member, (member,)))
        if len(members) > 1:
            yield _state(name, ports, named, routing, others_are_adaptive)


def _state(
    name: str,
    members: Sequence[str],
    named: Mapping[str, AdaptiveMember],
    routing: AdaptiveRouting,
    others_are_adaptive: bool,
) -> AdaptiveGroupState:
    there = [named[one] for one in members if one in named]
    policies = {one.policy.value for one in there if not isinstance(one.policy, Unknown)}
    usual = next((one for one in there if not isinstance(one.policy, Unknown)), None)
    out = [one for one in members if one not in named]
    if usual is not None and not isinstance(usual.policy, Unknown):
        out += [one.name for one in there if known(one.policy, "") != usual.policy.value]
    at = there[0].source if there else routing.source
    odd = next((one.source for one in there if one.name in out), at)
    return AdaptiveGroupState(
        name=name,
        members=", ".join(members),
        without=out[0] if out else "",
        some_member_is_adaptive=bool(policies),
        others_are_adaptive=others_are_adaptive,
        has_adaptive_routing=Stated(True, routing.source),
        is_adaptive=Stated(not out and len(policies) == 1, odd),
    )


def _bundles(device: Device) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for port in device.ports:
        if port.kind is PortKind.ETHERNET and (bundle := known(port.values.lag, "")):
            found[bundle].append(port.name)
    return {name: tuple(members) for name, members in found.items()}


def _interfaces(device: Device, uplinks: Iterable[Port]) -> Mapping[str, list[str]]:
    """Return the interfaces that lead to next hops of equal standing, by what they have in common."""
    up = [known(port.values.lag, "") or port.name for port in uplinks]
    if len(up) > 1:
        return {"the uplinks": up}
    subnets = [
        (found.subnet, port.name)
        for port in device.ports
        if port.kind in (PortKind.ETHERNET, PortKind.LAG)
        for address in port.values.addresses
        if isinstance(address, Stated) and (found := interface_of(address.value)) is not None
    ]
    groups: dict[str, list[str]] = defaultdict(list)
    for name, addresses in _next_hops(device).items():
        for text in addresses:
            hop = interface_of(text)
            ports = [port for subnet, port in subnets if hop is not None and subnet.holds(hop.address)]
            groups[name] += [port for port in (ports or ([text] if hop is None else [])) if port not in groups[name]]
    return groups


def _next_hops(device: Device) -> Mapping[str, tuple[str, ...]]:
    """Return next hops of equal standing: of one static route, and BGP neighbors of one AS, or all if none share one.

    A neighbor of an unnumbered session is its interface.
    """
    routes: dict[str, list[str]] = defaultdict(list)
    for route in device.routing.static_routes:
        if not route.discards and (route.next_hop or route.interface):
            routes[f"the next hops of {route.prefix}"].append(route.next_hop or route.interface)
    sessions: dict[str, list[str]] = defaultdict(list)
    for process in device.routing.bgp:
        for neighbor in process.neighbors:
            sessions[_where(known(neighbor.remote_asn, ""))].append(neighbor.peer)
    if sessions and max(map(len, sessions.values())) == 1:
        routes["the BGP neighbors"] = [peer for peers in sessions.values() for peer in peers]
    else:
        routes |= {f"the BGP neighbors {where}": peers for where, peers in sessions.items()}
    return {name: tuple(hops) for name, hops in routes.items() if len(hops) > 1}


def _where(asn: object) -> str:
    """Return in which AS neighbours are, in words."""
    if isinstance(asn, AnyAsn):
        return "in other AS" if asn is AnyAsn.EXTERNAL else "in its own AS"
    return f"in AS {asn}" if asn != "" else "in AS that are not known"

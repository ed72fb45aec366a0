"""The links of a switch that lead away from the hosts, and whether routing can use all of them."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Container, Iterable, Mapping

from roce_lint.judge.derive.port_mtu import ROCE_OVERHEAD_BYTES, ROCE_PAYLOAD_BYTES
from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.fact import Default, Fact, Stated, Unknown, known
from roce_lint.model.logic import is_false, is_true, map_fact
from roce_lint.model.terms import PortKind
from roce_lint.os.registry import behaviour_of
from roce_lint.values import dataclass

VXLAN_OVERHEAD_BYTES = 50
"""Inner Ethernet 14, VXLAN 8, UDP 8 and outer IPv4 20 bytes (RFC 7348)."""
_AWAY = 1_000_000
"""The distance of a device from which no host is reached."""


@dataclass(frozen=True, slots=True)
class UplinkState:
    """The routed links of one switch to devices one tier farther from the hosts."""

    count: int
    """The number of links; all members of one LAG count as one."""
    paths_are_known: bool
    """`maximum_paths` is known."""
    maximum_paths: Fact[int]
    """The number of equal-cost next hops that BGP, or without BGP the IGP, installs."""
    paths_cover_uplinks: Fact[bool]
    """`maximum_paths` is at least `count`; placed at the number of paths."""
    speeds_are_known: bool
    """The speed of every uplink is known."""
    slowest_gbps: Fact[int]
    """The lowest speed of an uplink in Gb/s."""
    fastest_gbps: Fact[int]
    """The highest speed of an uplink in Gb/s."""
    speeds_agree: Fact[bool]
    """All uplinks have the same speed; placed at the slowest."""
    ip_mtu_bytes: Fact[int]
    """The smallest IP MTU of the uplinks, in bytes."""
    tunnelled_bytes: Fact[int]
    """The largest RoCE packet, or the largest packet that the MTU of a tenant's gateway allows, including the outer
    headers of VXLAN, in bytes.
    """


class Tiers:
    """Knows how many links every device is away from the hosts: 0 for a host, 1 for a leaf."""

    def __init__(
        self, names: Iterable[str], peers: Mapping[PortRef, Link], hosts: Iterable[str], leaves: Iterable[str]
    ):
        """Start from hosts, and from switches that have hosts for certain: see `open_ended`."""
        self._peers = peers
        self._near: dict[str, set[str]] = {name: set() for name in names}
        self.cabled = cabled_ports(peers)
        for link in peers.values():
            if link.a.device in self._near and link.b.device in self._near:
                self._near[link.a.device].add(link.b.device)
                self._near[link.b.device].add(link.a.device)
        self.distance: dict[str, int] = {}
        pending: deque[str] = deque()
        for start, some in ((0, hosts), (1, leaves)):
            for name in some:
                if name not in self.distance:
                    self.distance[name] = start
                    pending.append(name)
        while pending:
            name = pending.popleft()
            for other in self._near[name]:
                if other not in self.distance:
                    self.distance[other] = self.distance[name] + 1
                    pending.append(other)

    def may_be_twins(self, name: str, other: str) -> bool:
        """Say whether two switches can have one role: no cable joins them, or they have a neighbor in common."""
        return other not in self._near[name] or bool(self._near[name] & self._near[other])

    def uplinks(self, device: Device) -> tuple[Port, ...]:
        """Return the ports of a switch that are routed and lead one tier up, one for each bundle."""
        here = self.distance.get(device.name, _AWAY)
        found: dict[str, Port] = {}
        cabled = self.cabled.get(device.name, set()) - _hand_overs(device)
        for port in device.ports:
            model = port.values
            if port.name not in cabled or is_false(model.enabled):
                continue
            link = self._peers[PortRef(device.name, port.name)]
            peer = link.b if link.a.device == device.name else link.a
            bundle = known(model.lag, "")
            if self.distance.get(peer.device, 0) == here + 1 and (bundle or is_true(model.routed)):
                found.setdefault(f"lag {bundle}" if bundle else port.name, port)
        return tuple(found.values())


def _hand_overs(device: Device) -> set[str]:
    """Return the ports whose every address is of a subinterface in a tunnelled VRF: they hand tenants' packets on."""
    vrfs = {one.vrf for tunnel in device.routing.tunnels for one in tunnel.bindings if one.vrf}
    inside: set[str] = set()
    outside: set[str] = set()
    for port in device.ports if vrfs else ():
        if port.addresses:
            of_tenants = port.kind is PortKind.SUBINTERFACE and known(port.vrf, "") in vrfs
            (inside if of_tenants else outside).add(port.name.rpartition(".")[0] or port.name)
    return inside - outside


def cabled_ports(peers: Iterable[PortRef]) -> dict[str, set[str]]:
    """Return the names of the ports of each device whose cable is known."""
    found: dict[str, set[str]] = defaultdict(set)
    for ref in peers:
        found[ref.device].add(ref.port)
    return dict(found)


def open_ended(device: Device, peers: Mapping[PortRef, Link], inside: frozenset[str]) -> bool:
    """Say whether the switch has RoCE ports whose peer no input names: hosts are behind those."""
    return not is_host(device) and any(PortRef(device.name, name) not in peers for name in inside)


def uplink_state(device: Device, uplinks: tuple[Port, ...]) -> UplinkState:
    """Return the uplinks of a switch as rules see them."""
    paths = device.load_balancing.maximum_paths
    count = len(uplinks)
    without_bgp = behaviour_of(device.os).maximum_paths_hold_without_bgp
    nothing: Fact[int] = Unknown("no uplink is known", device.source)
    speeds = [port.speed_gbps for port in uplinks]
    result = [speed for speed in speeds if not isinstance(speed, Unknown)]
    slowest = min(result, key=lambda speed: speed.value, default=nothing)
    fastest = max(result, key=lambda speed: speed.value, default=nothing)
    mtus = [port.ip_mtu_bytes for port in uplinks if not isinstance(port.ip_mtu_bytes, Unknown)]
    smallest = min(mtus, key=lambda mtu: mtu.value, default=nothing)
    return UplinkState(
        count=count,
        paths_are_known=not isinstance(paths, Unknown)
        and (without_bgp or not isinstance(device.asn, Unknown) or _counts_igp_paths(device)),
        maximum_paths=paths,
        paths_cover_uplinks=map_fact(lambda number: number >= count, paths),
        speeds_are_known=bool(result) and len(result) == len(speeds),
        slowest_gbps=slowest,
        fastest_gbps=fastest,
        speeds_agree=_agree(slowest, fastest),
        ip_mtu_bytes=smallest,
        tunnelled_bytes=_tunnelled(device),
    )


def _counts_igp_paths(device: Device) -> bool:
    """Say whether the paths of a switch without BGP are those of its IGP: where it states them."""
    return bool(device.routing.igp)


def _tunnelled(device: Device) -> Fact[int]:
    """Return the largest outer packet of a tunnel endpoint: inner IP packet, inner Ethernet, VXLAN, UDP and IPv4."""
    largest: Fact[int] = Default(
        ROCE_PAYLOAD_BYTES + ROCE_OVERHEAD_BYTES, device.source, "the largest RoCE path MTU is 4096 bytes (IBTA)"
    )
    bindings = [binding for tunnel in device.routing.tunnels for binding in tunnel.bindings]
    vrfs = {binding.vrf for binding in bindings if binding.vrf}
    of_vrfs = {binding.vni for binding in bindings if binding.vrf}
    # The VLAN of a VNI that carries the routes of a VRF has no hosts.
    vlans = {binding.vlan for binding in bindings if binding.vlan}
    with_hosts = {binding.vlan for binding in bindings if binding.vlan and binding.vni not in of_vrfs}
    for port in device.ports:
        if _lets_tenants_in(port, vrfs, vlans, with_hosts):
            mtu = port.ip_mtu_bytes
            largest = mtu if isinstance(mtu, Stated) and mtu.value > known(largest, 0) else largest
    return map_fact(lambda size: size + VXLAN_OVERHEAD_BYTES, largest)


def _lets_tenants_in(port: Port, vrfs: Container[str], vlans: Collection[int], with_hosts: Container[int]) -> bool:
    """Say whether packets of tenants come in at a port: a gateway of a tunnelled VLAN, or a port of a tunnelled VRF.

    `vlans` are those with an identifier, and `with_hosts` those of them that are not for the routes of a VRF alone.
    """
    if port.kind is PortKind.VLAN:
        number = port.name.lower().removeprefix("vlan")
        if vlans and number.isdecimal() and int(number) not in with_hosts:
            return bool(port.addresses) and int(number) not in vlans and known(port.vrf, "") in vrfs
        return bool(port.addresses)
    routed = port.kind in (PortKind.ETHERNET, PortKind.SUBINTERFACE, PortKind.LAG) and bool(port.addresses)
    return routed and not is_false(port.values.enabled) and known(port.vrf, "") in vrfs


def _agree(slowest: Fact[int], fastest: Fact[int]) -> Fact[bool]:
    if isinstance(slowest, Unknown):
        return slowest
    if isinstance(fastest, Unknown):
        return fastest
    same = slowest.value == fastest.value
    return (
        Stated(same, slowest.source) if isinstance(slowest, Stated) else Default(same, slowest.source, slowest.because)
    )

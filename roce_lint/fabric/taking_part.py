"""Which devices RoCE crosses, and which cables between them are for something else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from roce_lint.fabric.design import NO_ROCE, Design
from roce_lint.fabric.port_chain import declines_roce, declines_unset_nic
from roce_lint.fabric.roce_shapes import RoceShapes, carries_roce_qos, only_inherits
from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.fact import Unknown
from roce_lint.model.terms import PortKind

_CABLED = (PortKind.ETHERNET, PortKind.LAG)


def speaks_of_roce(device: Device, design: Design) -> bool:
    """Say whether a device is a host, or has RoCE QoS on some port."""
    return is_host(device) or any(carries_roce_qos(port.values, design) for port in device.ports)


class CableEvidence:
    """Says of cables what the ports at both ends make of RoCE; a device is looked at when it is asked for."""

    def __init__(self, devices: Sequence[Device], design: Design) -> None:
        """`devices` have the ports that tell something of others."""
        self._devices = {device.name: device for device in devices}
        self._design = design
        self._shapes: dict[str, RoceShapes] = {}
        self._ports: dict[str, Mapping[str, Port]] = {}

    def shapes(self, name: str) -> RoceShapes:
        """Return what the RoCE ports of a device have in common."""
        if name not in self._shapes:
            self._shapes[name] = RoceShapes(self._devices[name], self._design)
        return self._shapes[name]

    def port(self, ref: PortRef) -> Port | None:
        """Return a port; None where it is left out."""
        if ref.device not in self._ports:
            self._ports[ref.device] = {port.name: port for port in self._devices[ref.device].ports}
        return self._ports[ref.device].get(ref.port)

    def is_host(self, name: str) -> bool:
        """Say whether a device is a host."""
        return is_host(self._devices[name])

    def carries(self, ref: PortRef) -> bool:
        """Say whether a port treats RoCE specially by lines of its own, and not only by a policy of the system."""
        port, device = self.port(ref), self._devices[ref.device]
        if port is None:
            return False
        return carries_roce_qos(port.values, self._design) and not only_inherits(device, port)

    def is_declined(self, link: Link) -> bool:
        """Say whether a switch declines RoCE towards a NIC that no line of its host sets up for it."""
        for near, far in ((link.a, link.b), (link.b, link.a)):
            host, port = self._devices[near.device], self.port(far)
            if is_host(host) and not any(nic.port == near.port for nic in host.nics):
                return port is not None and not self.is_host(far.device) and declines_unset_nic(port)
        return False

    def is_for_roce(self, link: Link) -> bool:
        """Say whether RoCE may take a cable: no end declines it, is a port of management, or is cut off.

        Where one end treats RoCE specially the cable is for RoCE, whatever the other says.
        """
        ends = [(ref, self.port(ref)) for ref in (link.a, link.b)]
        if any(port is None or port.kind not in _CABLED for _, port in ends):
            return False
        if self.is_declined(link):
            return False
        if any(self.is_host(ref.device) or self.carries(ref) for ref, _ in ends):
            return True
        return not any(
            port is not None and (declines_roce(port) or self.shapes(ref.device).cut_off(port)) for ref, port in ends
        )


def devices_taking_part(
    speaking: frozenset[str], links: Iterable[Link], design: Design, ends: CableEvidence
) -> frozenset[str]:
    """Return the devices that speak of RoCE, and those that carry it between at least two of them (transit).

    A switch that says nothing of RoCE is on the way where a port that leads to it treats RoCE specially, or where those
    that it joins are not joined without it; otherwise it may as well be a core or border router.
    """
    if not isinstance(design.profile, Unknown) and design.profile.value == NO_ROCE:
        return frozenset()
    near: dict[str, dict[str, bool]] = defaultdict(dict)
    wanted: list[Link] = []
    for link in links:
        for here, there in ((link.a, link.b), (link.b, link.a)):
            if here.device not in speaking and there.device in speaking:
                wanted.append(link)
    for link in wanted:
        here, there = (link.a, link.b) if link.b.device in speaking else (link.b, link.a)
        if ends.is_for_roce(link):
            meant = ends.is_host(there.device) or ends.carries(there)
            near[here.device][there.device] = near[here.device].get(there.device, False) or meant
    several = {name: others for name, others in near.items() if len(others) >= 2}
    joined = _Joined(speaking, links, ends) if any(not any(others.values()) for others in several.values()) else None
    transit = {
        name
        for name, others in several.items()
        if any(others.values()) or (joined is not None and not joined.are_one(others))
    }
    return frozenset(speaking | transit)


class _Joined:
    """Says which switches are joined by cables that are for RoCE on purpose, through switches that speak of it."""

    def __init__(self, speaking: frozenset[str], links: Iterable[Link], ends: CableEvidence) -> None:
        self._above: dict[str, str] = {}
        for link in links:
            a, b = link.a.device, link.b.device
            switches = {a, b} <= speaking and not ends.is_host(a) and not ends.is_host(b)
            if switches and (ends.carries(link.a) or ends.carries(link.b)):
                self._above[self._top(a)] = self._top(b)

    def _top(self, name: str) -> str:
        while (above := self._above.get(name, name)) != name:
            name = above
        return name

    def are_one(self, names: Iterable[str]) -> bool:
        """Say whether all of them are joined."""
        return len({self._top(name) for name in names}) == 1

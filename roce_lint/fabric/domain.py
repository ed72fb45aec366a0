"""Which ports RoCE crosses: the domain in which losslessness is evaluated.

Which devices RoCE crosses, and which cables between them are for something else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from roce_lint.fabric.design import NO_ROCE, Design, serves_storage_only
from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.port_chain import declines_roce, declines_unset_nic, leads_elsewhere
from roce_lint.fabric.roce_shapes import (
    RoceShapes,
    bundle_of,
    is_apart,
    is_in_use,
    lost_its_qos,
    marks_in_roce_queue,
    only_inherits,
    shape_of,
    switches_pfc_off,
)
from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.domain_choice import NOTHING_CHOSEN, DomainChoice
from roce_lint.model.fact import NOWHERE, Default, Fact, Stated, Unknown, known
from roce_lint.model.logic import is_false, is_true
from roce_lint.model.terms import PortKind
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, replace

_CABLED = (PortKind.ETHERNET, PortKind.LAG)


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
        return self.shapes(ref.device).carries(port) and not only_inherits(device, port)

    def speaks_of_roce(self, name: str) -> bool:
        """Say whether a device is a host, or has RoCE QoS on some port."""
        return self.is_host(name) or not self.shapes(name).is_without_roce

    def is_declined(self, link: Link) -> bool:
        """Say whether a switch declines RoCE towards a NIC that no line of its host sets up for it."""
        for near, far in ((link.a, link.b), (link.b, link.a)):
            host, port = self._devices[near.device], self.port(far)
            if is_host(host) and not any(nic.port == near.port for nic in host.nics):
                return port is not None and not self.is_host(far.device) and declines_unset_nic(port)
        return False

    def is_for_roce(self, link: Link) -> bool:
        """Say whether RoCE may take a cable: no end declines it, is a port of management, or is cut off.

        Where one end treats RoCE specially the cable is for RoCE, whatever the other says; where none does, a line that
        switches PFC off decides.
        """
        ends = [(ref, self.port(ref)) for ref in (link.a, link.b)]
        if any(port is None or port.kind not in _CABLED for _, port in ends):
            return False
        if self.is_declined(link):
            return False
        if any(self.is_host(ref.device) or self.carries(ref) for ref, _ in ends):
            return True
        return not any(port is not None and self._refuses(ref.device, port) for ref, port in ends)

    def _refuses(self, name: str, port: Port) -> bool:
        """Say whether a port keeps RoCE out: by a line that switches PFC off, by its MTU, or by its VLANs."""
        return declines_roce(port) or switches_pfc_off(self._devices[name], port) or self.shapes(name).cut_off(port)


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


_INSIDE = lazy_pattern(
    r"(?i)(?<![a-z])(gpus?|rdma|roce(?:v2)?|rails?|dgx|hgx|mlx5|connectx|cx[5-8]|bluefield|nccl|[abh][12]00|gb200)(?![a-z])"
)
_RETIRED = lazy_pattern(r"(?i)(?<![a-z])(old|reserved|decom\w*|disabled|do not use|test|lab|free)(?![a-z])")
_new = tuple.__new__

Cabled = Mapping[PortRef, Link]


_Verdict: TypeAlias = tuple[bool, str]
"""Whether RoCE crosses a port, and why."""
_ALIKE: _Verdict = True, "it looks like the other ports of this device that carry RoCE"


class Domain(Mapping[PortRef, Fact[bool]]):
    """Says of every port of a fabric whether RoCE crosses it, and why."""

    def __init__(self) -> None:
        """`ports` has every port with its device, and `inside` the names of those that RoCE crosses, by device."""
        self.ports: dict[PortRef, tuple[Device, Port]] = {}
        self.inside: dict[str, frozenset[str]] = {}
        self._verdicts: dict[PortRef, _Verdict] = {}

    def add(self, device: Device, verdict_of: Callable[[PortRef, Port], _Verdict]) -> None:
        """Add the ports of a device."""
        inside: list[str] = []
        name = device.name
        for port in device.ports:
            # A name is made in a third of the time without its constructor.
            ref = _new(PortRef, (name, port.name))
            self.ports[ref] = device, port
            verdict = self._verdicts[ref] = verdict_of(ref, port)
            if verdict[0]:
                inside.append(port.name)
        self.inside[name] = frozenset(inside)

    def __getitem__(self, ref: PortRef) -> Fact[bool]:
        """Return whether RoCE crosses a port."""
        value, because = self._verdicts[ref]
        return Default(value, self.ports[ref][1].source, because)

    def is_inferred_from_similar_ports(self, ref: PortRef) -> bool:
        """Say whether nothing but its likeness to other ports says that RoCE crosses a port."""
        return self._verdicts[ref] == _ALIKE

    def __iter__(self) -> Iterator[PortRef]:
        """Yield the name of every port."""
        return iter(self.ports)

    def __len__(self) -> int:
        """Return the number of ports."""
        return len(self.ports)


def roce_domain(fabric: Fabric) -> Domain:
    """Say of every port of a fabric whether RoCE crosses it, and why."""
    return roce_ports(fabric.devices, fabric.peers(), fabric.design, fabric.domain)


@dataclass(frozen=True, slots=True)
class DomainSize:
    """How many enabled physical ports there are, how many of them RoCE crosses, and what the settings say of them.

    `unused` are patterns of the settings that name no port.
    """

    ports: int
    inside: int
    taken_in: int
    left_out: int
    unused: tuple[str, ...]


def domain_size(fabric: Fabric, domain: Domain) -> DomainSize:
    """Return how large the RoCE domain is."""
    choice = fabric.domain
    ports = [
        (device, port)
        for device in fabric.devices
        for port in device.ports
        if port.kind is PortKind.ETHERNET and not is_false(port.values.enabled)
    ]
    silent = choice.is_silent
    return DomainSize(
        ports=len(ports),
        inside=sum(len(domain.inside[device.name]) for device in fabric.devices),
        taken_in=0 if silent else sum(bool(choice.takes_in(device, port)) for device, port in ports),
        left_out=0 if silent else sum(bool(choice.leaves_out(device, port)) for device, port in ports),
        unused=() if silent else choice.unused(fabric.devices),
    )


def claimed_design(design: Design, devices: tuple[Device, ...], choice: DomainChoice) -> Design:
    """Return the design; lossless where no config speaks of RoCE and the settings say that it crosses some port."""
    if not (isinstance(design.profile, Default) and design.profile.value == NO_ROCE):
        return design
    claimed = sum(
        bool(choice.takes_in(device, port))
        for device in devices
        for port in device.ports
        if port.kind is PortKind.ETHERNET and not is_false(port.enabled)
    )
    if not claimed:
        return design
    because = f"{choice.place} says that RoCE crosses {claimed} ports, and nothing states another design"
    return replace(design, profile=Default("lossless", NOWHERE, because))


def roce_ports(
    devices: tuple[Device, ...], peers: Cabled, design: Design, choice: DomainChoice = NOTHING_CHOSEN
) -> Domain:
    """Say of every port whether RoCE crosses it: as the settings choose, and where they are silent by inference.

    A port is inside when it is an enabled physical port and either carries RoCE QoS itself, or is in a bundle of
    which a member does, or is cabled to a device that takes part in RoCE and neither end declines it or is cut off, or
    names QoS that is not defined, or
    looks like the ports of its device that carry it: same speed, addressing and packet size, no description that names
    another purpose, and either nearly all such ports carry it (at least three of them and three quarters; two and most
    of them in a VLAN of RoCE) or the port is described as one for RDMA (`gpu01 rail 0`). One that leads elsewhere by
    its description, and to no device that takes part, is outside whatever it carries.
    """
    telling = choice.without_left_out(devices)
    ends = CableEvidence(telling, design)
    speaking = frozenset(device.name for device in telling if ends.speaks_of_roce(device.name))
    taking_part = devices_taking_part(speaking, peers.values(), design, ends)
    found = Domain()
    for device in devices:
        found.add(device, _verdicts(device, ends, peers, design, choice, taking_part))
    return found


def _verdicts(
    device: Device,
    ends: CableEvidence,
    peers: Cabled,
    design: Design,
    choice: DomainChoice,
    taking_part: frozenset[str],
) -> Callable[[PortRef, Port], _Verdict]:
    """Return what says it of the ports of a device."""
    silent = choice.is_silent

    def verdict(ref: PortRef, port: Port) -> _Verdict:
        settled = None if silent else _by_settings(device, port, choice, design)
        return settled or _inside(device, port, peers.get(ref), taking_part, ends, design)

    return verdict


def _by_settings(device: Device, port: Port, choice: DomainChoice, design: Design) -> _Verdict | None:
    """Return what the settings say of a port; nothing for one that cannot carry RoCE whatever they say."""
    if port.kind is not PortKind.ETHERNET or is_false(port.enabled):
        return None
    if isinstance(design.profile, Stated) and design.profile.value == NO_ROCE:
        return None
    if why := choice.leaves_out(device, port):
        return False, why
    why = choice.takes_in(device, port)
    return (True, why) if why else None


def _named_for_rdma(port: Port) -> bool:
    """Say whether the port's description names a consumer of RDMA, in use."""
    if not isinstance(port.description, Stated) or _RETIRED.search(port.description.value):
        return False
    return bool(_INSIDE.search(port.description.value))


def _inside(
    device: Device, port: Port, link: Link | None, taking_part: frozenset[str], ends: CableEvidence, design: Design
) -> _Verdict:
    model = port.values
    if port.kind is not PortKind.ETHERNET:
        return False, "not a physical port"
    if is_false(model.enabled):
        return False, "the port is shut down"
    if not isinstance(design.profile, Unknown) and design.profile.value == NO_ROCE:
        return False, design.profile.because if isinstance(design.profile, Default) else "no RoCE"
    if is_host(device):
        if link is not None and ends.is_declined(link):
            return False, "the switch declines RoCE there, and no line sets up the NIC for it"
        return True, "a RoCE NIC"
    if serves_storage_only(device):
        return False, "the lossless priority of this switch is for FCoE"
    shapes = ends.shapes(device.name)
    peer = "" if link is None else link.b.device if link.a.device == device.name else link.a.device
    if leads_elsewhere(port) and not _named_for_rdma(port) and peer not in taking_part:
        return False, "its description names a purpose that no RoCE fabric has"
    if shapes.carries(port) and not (only_inherits(device, port) and is_apart(port, shapes)):
        if link is None and shapes.is_for_service(port):
            return False, "it has no PFC, and every port that has is at least ten times as fast"
        return True, "its configuration carries RoCE QoS"
    elsewhere = shapes.is_for_something_else(port)
    if not elsewhere and lost_its_qos(device, port):
        return True, "lines give it QoS, which does not come"
    if bundle_of(model) in shapes.bundles and not elsewhere:
        return True, "another member of its LAG carries RoCE"
    if link is not None and device.name in taking_part and peer in taking_part:
        if not ends.is_for_roce(link):
            return False, "one end of its cable declines RoCE, or switches VLANs only that RoCE cannot come to"
        return True, f"cabled to {peer}, which takes part in RoCE"
    in_use = bool(port.addresses) or (not isinstance(port.vlans, Unknown) and bool(port.vlans.value))
    in_use = in_use and (is_in_use(port) or bool(known(port.description, "")))
    may_be = not switches_pfc_off(device, port) and not declines_roce(port) and not elsewhere
    if link is None and in_use and may_be:
        if shape_of(port) in shapes.usual | shapes.possible and shapes.cut_off(port):
            return False, "no port with RoCE switches its VLANs, and no gateway routes them"
        named = _named_for_rdma(port) or shapes.names_alike(port)
        if shape_of(port) in shapes.usual or shapes.is_beside(port):
            return (True, "it is described as a port with RoCE, and looks like one") if named else _ALIKE
        if shape_of(port) in shapes.possible and named:
            return True, "its description names a consumer of RDMA, and it looks like ports with RoCE"
        if shape_of(port) in shapes.possible and marks_in_roce_queue(device, port, design):
            return True, "it marks ECN in the queue of RoCE, and looks like ports with RoCE"
    if device.names_roce and in_use and may_be and is_true(model.qos.bound):
        return True, "a line of the switch says what its ports do for RoCE"
    return False, "nothing says that RoCE crosses it"

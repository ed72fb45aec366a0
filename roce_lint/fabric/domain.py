"""Which ports RoCE crosses: the domain in which losslessness is evaluated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from roce_lint.fabric.design import NO_ROCE, Design, serves_storage_only
from roce_lint.fabric.fabric import Fabric
from roce_lint.fabric.port_chain import declines_roce, leads_elsewhere
from roce_lint.fabric.roce_shapes import (
    bundle_of,
    carries_roce_qos,
    is_apart,
    is_in_use,
    names_another_purpose,
    only_inherits,
    shape_of,
    switches_pfc_off,
)
from roce_lint.fabric.taking_part import CableEvidence, devices_taking_part, speaks_of_roce
from roce_lint.model.device import Device, Link, Port, PortRef, is_host
from roce_lint.model.domain_choice import NOTHING_CHOSEN, DomainChoice
from roce_lint.model.fact import NOWHERE, Default, Fact, Stated, Unknown, known
from roce_lint.model.logic import is_false
from roce_lint.model.terms import PortKind
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, replace

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

    def is_by_likeness(self, ref: PortRef) -> bool:
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
    looks like the ports of its device that carry it: same speed, addressing and packet size, no description that names
    another purpose, and either nearly all such ports carry it (at least three of them and three quarters; two and most
    of them in a VLAN of RoCE) or the port is described as one for RDMA (`gpu01 rail 0`). One that leads elsewhere by
    its description, and to no device that takes part, is outside whatever it carries.
    """
    telling = choice.without_left_out(devices)
    ends = CableEvidence(telling, design)
    speaking = frozenset(device.name for device in telling if speaks_of_roce(device, design))
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
    if carries_roce_qos(model, design) and not (only_inherits(device, port) and is_apart(port, shapes)):
        if link is None and shapes.is_for_service(port):
            return False, "it has no PFC, and every port that has is at least ten times as fast"
        return True, "its configuration carries RoCE QoS"
    if bundle_of(model) in shapes.bundles and not names_another_purpose(port):
        return True, "another member of its LAG carries RoCE"
    if link is not None and device.name in taking_part and peer in taking_part:
        if not ends.is_for_roce(link):
            return False, "one end of its cable declines RoCE, or switches VLANs only that RoCE cannot come to"
        return True, f"cabled to {peer}, which takes part in RoCE"
    in_use = bool(port.addresses) or (not isinstance(port.vlans, Unknown) and bool(port.vlans.value))
    in_use = in_use and (is_in_use(port) or bool(known(port.description, "")))
    may_be = not switches_pfc_off(port) and not declines_roce(port) and not names_another_purpose(port)
    if link is None and in_use and may_be:
        if shape_of(port) in shapes.usual | shapes.possible and shapes.cut_off(port):
            return False, "no port with RoCE switches its VLANs, and no gateway routes them"
        named = _named_for_rdma(port)
        if shape_of(port) in shapes.usual or shapes.is_beside(port):
            return (True, "it is described as one for RDMA, and looks like ports with RoCE") if named else _ALIKE
        if shape_of(port) in shapes.possible and named:
            return True, "its description names a consumer of RDMA, and it looks like ports with RoCE"
    return False, "nothing says that RoCE crosses it"

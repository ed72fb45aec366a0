"""Which ports RoCE crosses: the domain in which losslessness is judged."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping

from roce_lint.facts.derive.port_chain import Purposes, declines_roce, leads_elsewhere
from roce_lint.facts.design import NO_ROCE, Design, serves_storage_only
from roce_lint.facts.domain_choice import NOTHING_CHOSEN, DomainChoice
from roce_lint.facts.fabric import Fabric
from roce_lint.facts.fact import NOWHERE, Default, Fact, Stated, Unknown, known
from roce_lint.facts.logic import is_false, is_true
from roce_lint.facts.model import Device, Link, Port, PortRef
from roce_lint.facts.terms import Os, PfcMode, PortKind
from roce_lint.values import dataclass, replace

_OTHER_PURPOSES = Purposes(
    re.compile(
        r"(?i)(?<![a-z])(mgmt|management|oob|ipmi|bmc|wan|internet|isp|border|storage|nfs|backup|spare|unused|"
        r"netapp|filers?|nas|frontend|front-end|firewall|fw\d*|span|tap|peer-?link|mlag|vpc)(?![a-z])"
    )
)
_INSIDE = re.compile(
    r"(?i)(?<![a-z])(gpus?|rdma|roce(?:v2)?|rails?|dgx|hgx|mlx5|connectx|cx[5-8]|bluefield|nccl|[abh][12]00|gb200)(?![a-z])"
)
_RETIRED = re.compile(r"(?i)(?<![a-z])(old|reserved|decom\w*|disabled|do not use|test|lab|free)(?![a-z])")
_SIBLING_SHARE = 0.75
_SIBLINGS = 3

Cabled = Mapping[PortRef, Link]
Domain = Mapping[PortRef, Fact[bool]]


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
        if port.kind is PortKind.ETHERNET and not is_false(port.enabled)
    ]
    silent = choice.is_silent
    return DomainSize(
        ports=len(ports),
        inside=sum(is_true(domain[PortRef(device.name, port.name)]) for device, port in ports),
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
    devices: tuple[Device, ...],
    peers: Cabled,
    design: Design,
    choice: DomainChoice = NOTHING_CHOSEN,
    taking_part: frozenset[str] | None = None,
) -> dict[PortRef, Fact[bool]]:
    """Say of every port whether RoCE crosses it: as the settings choose, and where they are silent by inference.

    A port is inside when it is an enabled physical port and either carries RoCE QoS itself, or is in a bundle of
    which a member does, or is cabled to a device that takes part in RoCE, or looks like the ports of its device
    that carry it: same speed and addressing, no description that names another purpose, and either nearly all such
    ports carry it (at least three of them and three quarters) or the port is described as one for RDMA
    (`gpu01 rail 0`). One that leads elsewhere by its description, and to no device that takes part, is outside whatever
    it carries. `taking_part`: what `devices_taking_part` says of the whole fabric, where it is known already.
    """
    telling = choice.without_left_out(devices)
    if taking_part is None:
        speaking = frozenset(device.name for device in telling if speaks_of_roce(device, design))
        taking_part = devices_taking_part(speaking, peers, design)
    found: dict[PortRef, Fact[bool]] = {}
    silent = choice.is_silent
    for device, teller in zip(devices, telling, strict=True):
        shapes = _carrying_shapes(teller, design)
        for port in device.ports:
            ref = PortRef(device.name, port.name)
            settled = None if silent else _by_settings(device, port, choice, design)
            found[ref] = settled or _inside(device, port, peers.get(ref), taking_part, shapes, design)
    return found


def _by_settings(device: Device, port: Port, choice: DomainChoice, design: Design) -> Default[bool] | None:
    """Return what the settings say of a port; nothing for one that cannot carry RoCE whatever they say."""
    if port.kind is not PortKind.ETHERNET or is_false(port.enabled):
        return None
    if isinstance(design.profile, Stated) and design.profile.value == NO_ROCE:
        return None
    if why := choice.leaves_out(device, port):
        return Default(False, port.source, why)
    why = choice.takes_in(device, port)
    return Default(True, port.source, why) if why else None


def carries_roce_qos(port: Port, design: Design) -> bool:
    """Say whether the port's own configuration treats RoCE specially."""
    mode = port.qos.pfc_mode
    if isinstance(mode, Stated) and mode.value is PfcMode.ON:
        return True
    if not is_true(port.qos.bound):
        return False
    if isinstance(design.roce_dscps, Unknown):
        return any(is_true(queue.ecn_enabled) for queue in port.qos.queues)
    table = port.qos.classification.traffic_class_by_dscp
    special = {
        traffic_class.name
        for traffic_class in port.qos.classes
        if not isinstance(traffic_class.pause_priorities, Unknown) and traffic_class.pause_priorities.value
    }
    marked = {queue.index for queue in port.qos.queues if is_true(queue.ecn_enabled)}
    special |= {
        traffic_class.name
        for traffic_class in port.qos.classes
        if not isinstance(traffic_class.queue, Unknown) and traffic_class.queue.value in marked
    }
    names = (table[dscp] for dscp in design.roce_dscps.value)
    return any(not isinstance(name, Unknown) and name.value in special for name in names)


def speaks_of_roce(device: Device, design: Design) -> bool:
    """Say whether a device is a host, or has RoCE QoS on some port."""
    return device.os is Os.MLX5 or any(carries_roce_qos(port, design) for port in device.ports)


def devices_taking_part(speaking: frozenset[str], peers: Cabled, design: Design) -> frozenset[str]:
    """Return the devices that speak of RoCE, and those cabled to at least two of them (transit)."""
    if not isinstance(design.profile, Unknown) and design.profile.value == NO_ROCE:
        return frozenset()
    neighbours: dict[str, set[str]] = defaultdict(set)
    for link in peers.values():
        neighbours[link.a.device].add(link.b.device)
        neighbours[link.b.device].add(link.a.device)
    transit = {name for name, near in neighbours.items() if len(near & speaking) >= 2}
    return frozenset(speaking | transit)


_Shape = tuple[object, ...]


def _shape(port: Port) -> _Shape:
    """Return what makes ports of one purpose look alike."""
    return (
        None if isinstance(port.speed_gbps, Unknown) else port.speed_gbps.value,
        None if isinstance(port.routed, Unknown) else port.routed.value,
        None if isinstance(port.vrf, Unknown) else port.vrf.value,
        bool(port.addresses),
        None if isinstance(port.vlans, Unknown) else bool(port.vlans.value),
    )


@dataclass(frozen=True, slots=True)
class _Shapes:
    """Shapes of which nearly all ports of a device carry RoCE, and of which at least one does.

    `vrfs`: those in which a port carries RoCE by lines of its own; `default` if none does. `bundles`: those of which a
    member carries RoCE.
    """

    usual: frozenset[_Shape]
    possible: frozenset[_Shape]
    vrfs: frozenset[str]
    bundles: frozenset[str]


def _carrying_shapes(device: Device, design: Design) -> _Shapes:
    """Return the shapes of the ports that carry RoCE."""
    everyone: Counter[_Shape] = Counter()
    carrying: Counter[_Shape] = Counter()
    vrfs: set[str] = set()
    bundles: set[str] = set()
    for port in device.ports:
        carries = carries_roce_qos(port, design)
        if carries:
            bundles.add(_bundle(port))
            if not isinstance(port.vrf, Unknown) and port.vrf.value not in vrfs and not _only_inherits(device, port):
                vrfs.add(port.vrf.value)
        if port.kind is not PortKind.ETHERNET or is_false(port.enabled) or _names_another_purpose(port):
            continue
        shape = _shape(port)
        everyone[shape] += 1
        carrying[shape] += carries
    usual = [one for one, number in carrying.items() if _SIBLINGS <= number >= _SIBLING_SHARE * everyone[one]]
    possible = frozenset(shape for shape, number in carrying.items() if number)
    return _Shapes(frozenset(usual), possible, frozenset(vrfs or {"default"}), frozenset(bundles - {""}))


def _bundle(port: Port) -> str:
    """Return the bundle that a physical port is a member of; empty where it is in none."""
    return port.lag.value if isinstance(port.lag, Stated) and port.kind is PortKind.ETHERNET else ""


def _only_inherits(device: Device, port: Port) -> bool:
    """Say whether all that the port has of RoCE is a policy of the whole system, which every port gets."""
    mode, bound = port.qos.pfc_mode, port.qos.bound
    speaks_of_pfc = isinstance(mode, Stated) and mode.value is PfcMode.ON
    if device.os is Os.SRLINUX or not isinstance(bound, Stated) or speaks_of_pfc:
        return False
    inside = port.source.line <= bound.source.line <= port.source.end_line
    return bound.source.file != port.source.file or not inside


def _is_apart(port: Port, shapes: _Shapes) -> bool:
    """Say whether a port is unused or for something else: by description, or in a VRF without ports made for RoCE."""
    vrf = port.vrf
    return (
        _names_another_purpose(port)
        or not _is_in_use(port)
        or declines_roce(port)
        or (not isinstance(vrf, Unknown) and vrf.value not in shapes.vrfs)
    )


def _is_in_use(port: Port) -> bool:
    """Say whether a port has an address, a VLAN or a bundle of its own; an empty stanza has none."""
    switches = isinstance(port.vlans, Stated) and bool(port.vlans.value)
    bundled = not isinstance(port.lag, Unknown) and bool(port.lag.value)
    return bool(port.addresses) or switches or bundled


def _names_another_purpose(port: Port) -> bool:
    return isinstance(port.description, Stated) and _OTHER_PURPOSES.named_in(port.description.value)


def _named_for_rdma(port: Port) -> bool:
    """Say whether the port's description names a consumer of RDMA, in use."""
    if not isinstance(port.description, Stated) or _RETIRED.search(port.description.value):
        return False
    return bool(_INSIDE.search(port.description.value))


def _inside(
    device: Device, port: Port, link: Link | None, taking_part: frozenset[str], shapes: _Shapes, design: Design
) -> Fact[bool]:
    source = port.source
    if port.kind is not PortKind.ETHERNET:
        return Default(False, source, "not a physical port")
    if is_false(port.enabled):
        return Default(False, source, "the port is shut down")
    if not isinstance(design.profile, Unknown) and design.profile.value == NO_ROCE:
        return Default(False, source, design.profile.because if isinstance(design.profile, Default) else "no RoCE")
    if device.os is Os.MLX5:
        return Default(True, source, "a RoCE NIC")
    if serves_storage_only(device):
        return Default(False, source, "the lossless priority of this switch is for FCoE")
    peer = "" if link is None else link.b.device if link.a.device == device.name else link.a.device
    if leads_elsewhere(port) and not _named_for_rdma(port) and peer not in taking_part:
        return Default(False, source, "its description names a purpose that no RoCE fabric has")
    if carries_roce_qos(port, design) and not (_only_inherits(device, port) and _is_apart(port, shapes)):
        return Default(True, source, "its configuration carries RoCE QoS")
    if _bundle(port) in shapes.bundles and not _names_another_purpose(port):
        return Default(True, source, "another member of its bundle carries RoCE")
    if device.name in taking_part and peer in taking_part:
        return Default(True, source, f"cabled to {peer}, which takes part in RoCE")
    in_use = bool(port.addresses) or (not isinstance(port.vlans, Unknown) and bool(port.vlans.value))
    in_use = in_use and (_is_in_use(port) or bool(known(port.description, "")))
    off = isinstance(port.qos.pfc_mode, Stated) and port.qos.pfc_mode.value is PfcMode.OFF
    if link is None and in_use and not off and not _names_another_purpose(port):
        if _shape(port) in shapes.usual:
            return Default(True, source, "it looks like the other ports of this device that carry RoCE")
        if _shape(port) in shapes.possible and _named_for_rdma(port):
            return Default(True, source, "its description names a consumer of RDMA, and it looks like ports with RoCE")
    return Default(False, source, "nothing says that RoCE crosses it")

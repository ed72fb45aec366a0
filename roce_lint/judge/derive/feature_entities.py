"""What rules evaluate of features that few switches have: packet trimming, link-layer retry, adaptive routing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set

from roce_lint.judge.derive.device_state import DeviceState
from roce_lint.judge.derive.llr.retry_state import retry_state
from roce_lint.judge.derive.port_derivation import PortDerivation
from roce_lint.judge.derive.rtg.adaptive_groups import AdaptiveGroupState, adaptive_groups, without_adaptive_routing
from roce_lint.judge.derive.trm.trimming_state import (
    TrimmedPath,
    trimming_state,
    usual_trimming,
    without_trimming,
)
from roce_lint.model.device import Device, Port, PortRef, is_host
from roce_lint.model.fact import Unknown, known
from roce_lint.model.judged import Judged
from roce_lint.model.logic import is_false, is_true
from roce_lint.model.terms import PortKind
from roce_lint.model.trimming import PacketTrimming


def judge_features(
    of: PortDerivation,
    devices: Iterable[Device],
    common: Mapping[str, Mapping[str, object]],
    found: dict[str, list[Judged]],
) -> None:
    """Add what rules evaluate of these features; every device has been evaluated before."""
    devices = tuple(devices)
    trimming = {one.name: one.trimming for one in devices if one.trimming is not None}
    usual = usual_trimming(trimming.values())
    switches = [one for one in devices if not is_host(one) and _takes_part(common[one.name])]
    cutting = sum(is_true(one.is_on) and bool(one.queues) for one in trimming.values())
    others_trim = cutting * 2 > len(switches)
    inside = {one.name for one in switches}
    for device in (one for one in devices if not is_host(one)):
        lacking = without_trimming(device) if others_trim and device.name in inside else None
        own = trimming.get(device.name) or lacking
        if own is not None:
            found["trimming"] += _trimming(of, device, own, common[device.name], usual, others_trim=others_trim)
    many = sum(one.adaptive_routing is not None for one in switches) * 2 > len(switches)
    for device in devices:
        if device.link_retries:
            found["link_retry"] += _retries(of, device, common[device.name])
        groups: Iterable[AdaptiveGroupState] = ()
        if device.adaptive_routing is not None:
            groups = adaptive_groups(device, of.tiers.uplinks(device), others_are_adaptive=many)
        elif many and device.name in inside:
            group = without_adaptive_routing(device, of.tiers.uplinks(device))
            groups = () if group is None else (group,)
        for group in groups:
            variables = {**common[device.name], "group": group}
            found["adaptive_group"].append(Judged(device.name, group.name, device.source, variables))


def _takes_part(common: Mapping[str, object]) -> bool:
    """Say whether RoCE crosses the device."""
    device = common["device"]
    return isinstance(device, DeviceState) and device.takes_part


def _trimming(
    of: PortDerivation,
    device: Device,
    trimming: PacketTrimming,
    common: Mapping[str, object],
    usual: tuple[tuple[object, ...] | None, str],
    *,
    others_trim: bool,
) -> Iterable[Judged]:
    trims = {one.port for one in trimming.queues}
    physical = [port for port in device.ports if port.kind is PortKind.ETHERNET and not is_false(port.enabled)]
    ports = [port for port in physical if port.name in trims or is_true(port.qos.bound)] or physical[:1]
    faces = {port.name: of.faces(PortRef(device.name, port.name)) for port in ports}
    most = {way: _usual_queues(trimming, {name for name, own in faces.items() if own == way}) for way in faces.values()}
    for port in ports:
        ref = PortRef(device.name, port.name)
        around = _around(of, device, port, most[faces[port.name]], others_trim=others_trim)
        state = trimming_state(port, trimming, around, usual)
        variables = {**common, "port": of.state(ref), "trimming": state}
        yield Judged(device.name, port.name, port.source, variables)


def _usual_queues(trimming: PacketTrimming, ports: Set[str]) -> frozenset[int]:
    """Return the queues that trim on most of these ports, of three at least."""
    found = Counter(one.index for one in trimming.queues if one.port in ports)
    return frozenset(index for index, times in found.items() if len(ports) > 2 and times * 2 > len(ports))


def _around(
    of: PortDerivation, device: Device, port: Port, usual_queues: frozenset[int], *, others_trim: bool
) -> TrimmedPath:
    derivation = of.devices[device.name]
    queues = derivation.queues(port)
    ref = of.peer(PortRef(device.name, port.name))
    peer = of.ports[ref] if ref is not None else None
    behind = peer[1] if peer is not None and not is_host(peer[0]) else None
    return TrimmedPath(
        lossless_queues=frozenset(one.index for one in queues if one.carries_lossless and _pauses(port, one.index)),
        usual_queues=usual_queues,
        peer=behind,
        peer_label=str(ref) if behind is not None else "",
        in_tunnels=bool(device.routing.tunnels),
        others_trim=others_trim,
    )


def _pauses(port: Port, queue: int) -> bool:
    """Say whether a class of the queue pauses, or a received pause stops the queue."""
    return any(known(one.queue, -1) == queue and known(one.pause_priorities, frozenset()) for one in port.qos.classes)


def _retries(of: PortDerivation, device: Device, common: Mapping[str, object]) -> Iterable[Judged]:
    for retry in device.link_retries:
        ref = PortRef(device.name, retry.port)
        if ref not in of.ports:
            continue
        port = of.ports[ref][1]
        far = of.peer(ref)
        link = of.peers.get(ref)
        length = link.length_m if link else Unknown("the length of the cable is not known", retry.source)
        peer = of.ports[far] if far is not None else None
        state = retry_state(port, retry, length, peer, "" if far is None else str(far), device.os)
        variables = {**common, "port": of.state(ref), "retry": state}
        yield Judged(device.name, retry.port, port.source, variables)

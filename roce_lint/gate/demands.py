"""The facts of a device, a port and a NIC that an intent decides, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from roce_lint.fabric.marking_places import class_for, class_named
from roce_lint.fabric.port_basics import pfc_priorities
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.logic import is_false, is_true, map_fact
from roce_lint.model.nic import Nic
from roce_lint.model.qos import DSCP_COUNT, Queue
from roce_lint.model.terms import PortKind, Scheduling
from roce_lint.values import dataclass, field_names


@dataclass(frozen=True, slots=True)
class Demand:
    """One fact and what people call it. `holds`: an intent decides it, and does not merely leave it alone."""

    label: str
    fact: Fact[object]
    holds: bool = True


def device_demands(device: Device) -> Mapping[str, Demand]:
    """Return what an intent decides of a whole device."""
    found: dict[str, Fact[object]] = {
        "device.platform": device.platform,
        "device.asn": device.asn,
        "load_balancing.maximum_paths": device.load_balancing.maximum_paths,
        "load_balancing.hash_uses_l4_ports": device.load_balancing.hash_uses_l4_ports,
        "buffer.headroom_pool_bytes": device.buffer.headroom_pool_bytes,
        "overlay.terminates_tunnels": device.overlay.terminates_tunnels,
    }
    labels = ("platform", "AS number", "number of equal-cost paths", "hashing over UDP ports", "headroom pool")
    named = zip(found, (*labels, "VXLAN tunnel endpoint"), strict=True)
    return {name: Demand(label, found[name], isinstance(found[name], Stated)) for name, label in named}


def port_demands(port: Port, dscps: frozenset[int]) -> Mapping[str, Demand]:
    """Return what an intent decides of a port; `dscps` are the code points of its classes."""
    addresses = [fact.value for fact in port.addresses if not isinstance(fact, Unknown)]
    place = port.addresses[0].source if port.addresses else port.source
    found = {
        "port.enabled": Demand("port", port.enabled),
        "port.speed_gbps": Demand("speed", port.speed_gbps, isinstance(port.speed_gbps, Stated)),
        "port.ip_mtu": Demand("MTU", port.ip_mtu_bytes, isinstance(port.ip_mtu_bytes, Stated)),
        "port.addresses": Demand("address", Stated(frozenset(addresses), place)),
        "port.vlans": Demand("VLAN", port.vlans, isinstance(port.vlans, Stated)),
        "port.vrf": Demand("VRF", port.vrf),
        "port.lag": Demand("bundle", port.lag, isinstance(port.lag, Stated)),
        "port.lag_mode": Demand("mode of the bundle", port.lag_mode, isinstance(port.lag_mode, Stated)),
        "port.description": Demand("description", port.description, isinstance(port.description, Stated)),
    }
    if port.kind in (PortKind.ETHERNET, PortKind.LAG):
        found |= dict(_qos(port, dscps))
    return found


def _qos(port: Port, dscps: frozenset[int]) -> Iterator[tuple[str, Demand]]:
    pausing = pfc_priorities(port)
    yield "port.pfc_priorities", Demand("lossless priorities", pausing)
    yield "port.pfc_mode", Demand("PFC mode", port.qos.pfc_mode, isinstance(port.qos.pfc_mode, Stated))
    watchdog = port.qos.watchdog
    yield "watchdog.enabled", Demand("watchdog", watchdog.enabled, not is_false(map_fact(bool, pausing)))
    if is_true(watchdog.enabled):
        timers: dict[str, Fact[object]] = {
            "watchdog.detection_ms": watchdog.detection_ms,
            "watchdog.recovery_ms": watchdog.recovery_ms,
            "watchdog.action": watchdog.action,
        }
        for (name, fact), label in zip(timers.items(), ("detection time", "recovery time", "action"), strict=True):
            yield name, Demand(f"watchdog {label}", fact, isinstance(fact, Stated))
    for priority in port.qos.priorities:
        if is_true(priority.generates_pause):
            group = priority.group
            sizes: dict[str, Fact[object]] = {
                "headroom_bytes": group.headroom_bytes,
                "xoff_threshold_bytes": group.xoff_threshold_bytes,
                "resume_offset_bytes": group.resume_offset_bytes,
                "alpha": group.alpha,
            }
            for name, size in sizes.items():
                label = f"{name.removesuffix('_bytes').replace('_', ' ')} of priority {priority.number}"
                yield f"priority.{priority.number}.{name}", Demand(label, size, isinstance(size, Stated))
    for dscp in range(DSCP_COUNT):
        found = class_named(port, class_for(port, dscp))
        pauses: Fact[object] = (
            found if isinstance(found, Unknown) else _placed_at_class(port, dscp, found.pause_priorities)
        )
        yield f"dscp.{dscp}.pause_priorities", Demand(f"pause for DSCP {dscp}", pauses)
        if dscp in dscps | {0}:
            yield from _queue_of(port, dscp)


def _placed_at_class(port: Port, dscp: int, pausing: Fact[frozenset[int]]) -> Fact[object]:
    """Return what a code point pauses for, at the line that gives it its class."""
    name = class_for(port, dscp)
    if isinstance(name, Stated) and not isinstance(pausing, Unknown):
        return Stated(pausing.value, name.source)
    return pausing


def _queue_of(port: Port, dscp: int) -> Iterator[tuple[str, Demand]]:
    """Yield how the queue of a code point is served and marks."""
    found = class_named(port, class_for(port, dscp))
    index = found if isinstance(found, Unknown) else found.queue
    if isinstance(index, Unknown):
        return
    queue = next((one for one in port.qos.queues if one.index == index.value), None)
    if queue is not None:
        yield from _service(queue, dscp)


def _service(queue: Queue, dscp: int) -> Iterator[tuple[str, Demand]]:
    about = f"of the queue of DSCP {dscp}"
    yield f"dscp.{dscp}.scheduling", Demand(f"scheduling {about}", queue.scheduling)
    if not isinstance(queue.scheduling, Unknown) and queue.scheduling.value is Scheduling.WEIGHTED:
        share = map_fact(lambda weight: round(weight, 1), queue.weight_percent)
        yield f"dscp.{dscp}.weight_percent", Demand(f"bandwidth share {about}", share)
    yield f"dscp.{dscp}.alpha", Demand(f"alpha {about}", queue.alpha, isinstance(queue.alpha, Stated))
    yield f"dscp.{dscp}.ecn_enabled", Demand(f"ECN {about}", queue.ecn_enabled)
    if is_true(queue.ecn_enabled):
        curve: dict[str, Fact[object]] = {
            "ecn_kmin_bytes": queue.ecn_kmin_bytes,
            "ecn_kmax_bytes": queue.ecn_kmax_bytes,
            "ecn_pmax_percent": queue.ecn_pmax_percent,
        }
        if isinstance(queue.ecn_kmin_bytes, Unknown) and not isinstance(queue.ecn_kmin_percent, Unknown):
            curve |= {"ecn_kmin_bytes": queue.ecn_kmin_percent, "ecn_kmax_bytes": queue.ecn_kmax_percent}
        for (name, fact), label in zip(curve.items(), ("Kmin", "Kmax", "Pmax"), strict=True):
            yield f"dscp.{dscp}.{name}", Demand(f"{label} {about}", fact)


def nic_demands(nic: Nic) -> Mapping[str, Demand]:
    """Return what an intent decides of a NIC: whatever its rendered files state."""
    found: dict[str, Demand] = {}
    for kind, part in (("nic", nic), ("dcqcn", nic.dcqcn)):
        for name in field_names(type(part)):
            value = getattr(part, name)
            label = name.removesuffix("_us").removesuffix("_bytes").replace("_", " ")
            if isinstance(value, (Stated, Default, Unknown)):
                found[f"{kind}.{name}"] = Demand(label, value, isinstance(value, Stated))
            elif isinstance(value, tuple):
                on = frozenset(number for number, fact in enumerate(value) if is_true(fact))
                stated = [fact for fact in value if isinstance(fact, Stated)]
                place = stated[0].source if stated else value[0].source
                if not all(isinstance(fact, Unknown) for fact in value):
                    found[f"{kind}.{name}"] = Demand(f"priorities with {label}", Stated(on, place), bool(stated))
    return found

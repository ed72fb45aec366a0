"""What changed on devices: which there are, their ports, their buffers, hashing and overlay, their NICs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from roce_lint.gate.meaning.change import Direction, FactChange, Placed
from roce_lint.gate.meaning.fields import compare_fields, compare_headroom, result, same
from roce_lint.gate.meaning.ports import compare_port, port_gone, port_new
from roce_lint.gate.meaning.qos import compare_qos
from roce_lint.model.device import Device, Port, is_host
from roce_lint.model.fact import Default, Source, Stated, Unknown
from roce_lint.model.logic import is_true
from roce_lint.model.nic import Nic
from roce_lint.model.terms import PortKind
from roce_lint.values import field_names, is_dataclass

_DEVICE = {"release": "release", "role": "role", "asn": "AS number"}
_BUFFER = {
    "total_bytes": "packet buffer",
    "shared_bytes": "shared buffer",
    "cell_bytes": "buffer cell",
}
_LOAD_BALANCING = {
    "hash_uses_l4_ports": "hashing over UDP ports",
    "sprays_packets": "packet spraying",
    "maximum_paths": "equal-cost paths",
}
_OVERLAY = {
    "terminates_tunnels": "VXLAN tunnel endpoint",
    "outer_dscp": "outer DSCP from",
    "ecn_copied_to_outer": "ECN copied to the outer header",
    "ecn_copied_to_inner": "ECN copied to the inner header",
}
_WITH_QUEUES = (PortKind.ETHERNET, PortKind.LAG)
"""Other interfaces have neither queues nor PFC, whatever a system lists for them."""


class DeviceComparison:
    """Compares devices one by one; QoS that many ports share is compared once."""

    def __init__(self, dscps: frozenset[int]) -> None:
        self._dscps = dscps
        self._known: dict[tuple[int, int], tuple[FactChange, ...]] = {}
        self._kept: list[tuple[Port, Port]] = []
        """Holds the ports whose QoS was compared, so that no other object can get their id."""

    def compare(self, old: Device, new: Device) -> Iterator[Placed]:
        """Yield what changed on a device that is there before and after."""
        if old == new:
            return
        for change in self._device(old, new):
            yield Placed(new.name, "", change)
        before = {port.name: port for port in old.ports}
        after = {port.name: port for port in new.ports}
        for name in before.keys() - after.keys():
            yield Placed(new.name, name, port_gone(before[name], new.source))
        for name, port in after.items():
            if name not in before:
                yield Placed(new.name, name, port_new(port, old.source))
            elif before[name] != port:
                of_port = compare_port(before[name], port)
                for change in (*of_port, *(self._qos(before[name], port) if port.kind in _WITH_QUEUES else ())):
                    yield Placed(new.name, name, change)
        yield from _nics(old, new)

    def _device(self, old: Device, new: Device) -> Iterator[FactChange]:
        if old.os != new.os:
            text = f"operating system {old.os} -> {new.os}"
            yield FactChange("device.os", text, old.os, new.os, old.source, new.source)
        if not same(old.platform, new.platform):
            # What depends on the hardware is not evaluated any more.
            direction = Direction.WORSE if isinstance(new.platform, Unknown) else Direction.OTHER
            yield result("device.platform", "platform", old.platform, new.platform, direction=direction)
        yield from compare_fields("device", old, new, _DEVICE)
        yield from compare_fields("buffer", old.buffer, new.buffer, _BUFFER)
        pools = (one.buffer.headroom_pool_bytes for one in (old, new))
        yield from compare_headroom("buffer.headroom_pool_bytes", "headroom pool", *pools)
        yield from compare_fields("load_balancing", old.load_balancing, new.load_balancing, _LOAD_BALANCING)
        yield from compare_fields("overlay", old.overlay, new.overlay, _OVERLAY)
        if old.carries_fcoe != new.carries_fcoe:
            facts = Stated(old.carries_fcoe, old.source), Stated(new.carries_fcoe, new.source)
            yield result("device.carries_fcoe", "FCoE", *facts)

    def _qos(self, old: Port, new: Port) -> tuple[FactChange, ...]:
        key = id(old.qos), id(new.qos)
        if key not in self._known:
            self._known[key] = () if old.qos == new.qos else compare_qos(old, new, self._dscps)
            self._kept.append((old, new))
        return self._known[key]


def device_gone(device: Device, links: int) -> Placed:
    """Return that a device is no longer described; `links` of its cables went with it."""
    aside = f" with {links} link{'s' if links != 1 else ''}" if links else ""
    change = FactChange("device", f"removed{aside}", "present", "absent", device.source, device.source, Direction.WORSE)
    return Placed(device.name, "", change)


def device_new(device: Device, links: int) -> Placed:
    """Return that a device is described now; `links` of its cables came with it."""
    kind = "host" if is_host(device) else f"{device.os} switch"
    aside = f" with {links} link{'s' if links != 1 else ''}" if links else ""
    change = FactChange("device", f"added ({kind}{aside})", "absent", "present", device.source, device.source)
    return Placed(device.name, "", change)


def device_renamed(old: Device, new: Device) -> Placed:
    """Return that a device has another name."""
    return Placed(
        new.name, "", FactChange("device.name", f"was called {old.name}", old.name, new.name, old.source, new.source)
    )


def renamed_devices(old: Mapping[str, Device], new: Mapping[str, Device]) -> dict[str, str]:
    """Return the new names of devices, by old name.

    A device is another one's successor if it has the same ports with the same settings, or is read from the same file.
    """
    gone = [device for name, device in old.items() if name not in new]
    come = [device for name, device in new.items() if name not in old]
    found: dict[str, str] = {}
    for device in gone:
        rest = [other for other in come if other.name not in found.values() and other.os == device.os]
        same_file = [other for other in rest if other.source.file == device.source.file]
        successors = same_file or [other for other in rest if device.ports and _same_ports(device, other)]
        if len(successors) == 1:
            found[device.name] = successors[0].name
    return found


def _same_ports(one: Device, other: Device) -> bool:
    return (
        len(one.ports) == len(other.ports)
        and all(
            mine.name == theirs.name
            and [fact_value(fact) for fact in mine.addresses] == [fact_value(fact) for fact in theirs.addresses]
            for mine, theirs in zip(one.ports, other.ports, strict=True)
        )
        and any(mine.addresses for mine in one.ports)
    )


def fact_value(fact: Stated[str] | Default[str] | Unknown) -> str:
    """Return what a fact says, empty for an unknown one."""
    return "" if isinstance(fact, Unknown) else fact.value


def _nics(old: Device, new: Device) -> Iterator[Placed]:
    before = {nic.port: nic for nic in old.nics}
    after = {nic.port: nic for nic in new.nics}
    for name in sorted(before.keys() - after.keys()):
        change = FactChange("nic", "RoCE NIC gone", "present", "absent", old.source, new.source, Direction.WORSE)
        yield Placed(new.name, name, change)
    for name, nic in sorted(after.items()):
        if name not in before:
            yield Placed(new.name, name, FactChange("nic", "new RoCE NIC", "absent", "present", old.source, new.source))
        elif before[name] != nic:
            for change in _compare_nic(before[name], nic, old.source, new.source):
                yield Placed(new.name, name, change)


def _compare_nic(old: Nic, new: Nic, old_place: Source, new_place: Source) -> Iterator[FactChange]:
    """Yield every setting of a NIC that differs, under the name that it has in the model."""
    for kind, before, after in (("nic", old, new), ("dcqcn", old.dcqcn, new.dcqcn)):
        for name in field_names(type(before)):
            was, is_now = getattr(before, name), getattr(after, name)
            label = name.removesuffix("_us").removesuffix("_bytes").replace("_", " ")
            if isinstance(was, (Stated, Default, Unknown)):
                if not same(was, is_now):
                    yield result(f"{kind}.{name}", label, was, is_now)
            elif isinstance(was, tuple):
                yield from _per_priority(f"{kind}.{name}", label, was, is_now)
            elif not is_dataclass(type(was)) and was != is_now and name not in ("evidence", "port"):
                facts = Stated(was, old_place), Stated(is_now, new_place)
                yield result(f"{kind}.{name}", label, *facts)


def _per_priority(
    name: str,
    label: str,
    old: tuple[Stated[bool] | Default[bool] | Unknown, ...],
    new: tuple[Stated[bool] | Default[bool] | Unknown, ...],
) -> Iterator[FactChange]:
    for number, (was, is_now) in enumerate(zip(old, new, strict=False)):
        if not same(was, is_now):
            direction = Direction.WORSE if name.endswith("_enabled") and is_true(was) else Direction.OTHER
            yield result(name, f"{label} for priority {number}", was, is_now, direction=direction)

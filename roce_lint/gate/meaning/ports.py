"""What changed on one port: whether it is there, its own settings, and what its QoS does."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.fabric.port_basics import pfc_priorities
from roce_lint.gate.meaning.change import Direction, FactChange
from roce_lint.gate.meaning.fields import compare_fields, result, same
from roce_lint.gate.meaning.words import numbers, shown
from roce_lint.model.device import Port
from roce_lint.model.fact import Fact, Source, Unknown
from roce_lint.model.logic import is_false
from roce_lint.values import replace

_LABELS = {
    "speed_gbps": "speed",
    "ip_mtu_bytes": "MTU",
    "routed": "routing",
    "vlans": "VLANs",
    "vrf": "VRF",
}


def compare_port(old: Port, new: Port) -> Iterator[FactChange]:
    """Yield what changed on a port apart from its QoS. Descriptions mean nothing here."""
    if not same(old.enabled, new.enabled):
        off = is_false(new.enabled)
        text = "shut down" if off else f"no longer shut down{_unless_known(new.enabled)}"
        direction = Direction.WORSE if off else Direction.OTHER
        was, is_now = shown("enabled", old.enabled), shown("enabled", new.enabled)
        yield FactChange("port.enabled", text, was, is_now, old.enabled.source, new.enabled.source, direction)
    for change in compare_fields("port", old, new, _LABELS):
        yield _in_bytes(change, old.ip_mtu_bytes, new.ip_mtu_bytes) if change.fact == "port.ip_mtu_bytes" else change
    if same(old.ip_mtu_bytes, new.ip_mtu_bytes):
        yield from compare_fields("port", old, new, {"frame_mtu_bytes": "largest frame"})
    yield from _addresses(old, new)
    if not same(old.lag, new.lag):
        yield result("port.lag", "bundle", _or_none(old.lag), _or_none(new.lag))
    yield from compare_fields("port", old, new, {"lag_mode": "mode of its LAG"})


def port_gone(old: Port, device: Source) -> FactChange:
    """Return that a port no longer is in the configuration of a device, which is read at `device`."""
    pauses = _lossless(old)
    text = f"no longer in the configuration{f' (was lossless for priority {pauses})' if pauses else ''}"
    direction = Direction.WORSE if pauses else Direction.OTHER
    return FactChange("port", text, "configured", "absent", old.source, device, direction)


def port_new(new: Port, device: Source) -> FactChange:
    """Return that a port is in the configuration now; `device` is where the device was read before."""
    pauses = _lossless(new)
    text = f"new in the configuration{f', lossless for priority {pauses}' if pauses else ''}"
    return FactChange("port", text, "absent", "configured", device, new.source)


def _lossless(port: Port) -> str:
    pausing = pfc_priorities(port)
    return "" if isinstance(pausing, Unknown) or not pausing.value else numbers(pausing.value)


def _unless_known(fact: Fact[bool]) -> str:
    return " for certain" if isinstance(fact, Unknown) else ""


def _in_bytes(change: FactChange, old: Fact[int], new: Fact[int]) -> FactChange:
    """Return a change of the MTU in plain bytes, which is how people know it."""
    was, is_now = (("unknown" if isinstance(fact, Unknown) else str(fact.value)) for fact in (old, new))
    return FactChange(change.fact, f"MTU {was} -> {is_now}", was, is_now, change.old, change.new, change.direction)


def _or_none(fact: Fact[str]) -> Fact[str]:
    return fact if isinstance(fact, Unknown) or fact.value else replace(fact, value="none")


def _addresses(old: Port, new: Port) -> Iterator[FactChange]:
    was = {fact.value: fact.source for fact in old.addresses if not isinstance(fact, Unknown)}
    is_now = {fact.value: fact.source for fact in new.addresses if not isinstance(fact, Unknown)}
    if was.keys() == is_now.keys():
        return
    before, after = ", ".join(sorted(was)) or "none", ", ".join(sorted(is_now)) or "none"
    old_place = next((was[name] for name in sorted(was.keys() - is_now.keys())), old.source)
    new_place = next((is_now[name] for name in sorted(is_now.keys() - was.keys())), new.source)
    yield FactChange("port.addresses", f"addresses {before} -> {after}", before, after, old_place, new_place)

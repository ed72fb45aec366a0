"""Ports that are found to be twins say what they said before, and ports that differ in anything are none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from roce_lint.engine.packed import pack, unpack
from roce_lint.engine.shared_parts import sharing_makers
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.twin import Twin
from roce_lint.model.twins_among import with_twins
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.read.read_one import read_one
from roce_lint.read.read_result import ReadOptions
from roce_lint.text.document import Document

T = TypeVar("T")
FLAT = """\
set / interface ethernet-1/1 description "port 1"
set / interface ethernet-1/1 mtu 9232
set / interface ethernet-1/1 subinterface 0 ipv4 address 10.0.1.1/31
set / network-instance default interface ethernet-1/1.0
"""
READ = read_srlinux(Document("leaf.cfg", FLAT)).devices[0]


def _device() -> Device:
    """Return four ports alike, one below the other, with the same QoS but for where it is bound."""
    return replace(READ, ports=tuple(_port(READ.ports[0], number) for number in (1, 2, 3, 4)))


def _port(first: Port, number: int) -> Port:
    def moved(fact: Fact[T]) -> Fact[T]:
        return replace(fact, source=Source("leaf.cfg", 10 * number + fact.source.line, 10 * number + fact.source.line))

    bound = Stated(True, Source("leaf.cfg", 100 - number, 101 - number))
    return replace(
        first,
        name=f"ethernet-1/{number}",
        source=moved(first.description).source,
        enabled=moved(first.enabled),
        description=Stated(f"port {number}", moved(first.description).source),
        frame_mtu_bytes=moved(first.frame_mtu_bytes),
        vrf=Stated("default", moved(first.description).source),
        addresses=(Stated(f"10.0.{number}.1/31", moved(first.addresses[0]).source),),
        lag=moved(first.lag),
        qos=replace(first.qos, bound=bound),
    )


def _twins(device: Device) -> list[str]:
    return [port.name for port in device.ports if isinstance(port, Twin)]


def test_ports_that_say_the_same_are_twins_of_the_first() -> None:
    found = with_twins(_device())
    assert _twins(found) == ["ethernet-1/2", "ethernet-1/3", "ethernet-1/4"]
    assert (found, repr(found)) == (_device(), repr(_device()))


@pytest.mark.parametrize("pattern", ["srlinux/*/*.cfg", "eos/*/*.cfg"])
def test_no_port_of_a_real_switch_is_changed(root: Path, pattern: str) -> None:
    count = 0
    for path in sorted((root / "fixtures").glob(pattern)):
        document = Document("a.cfg", path.read_text("utf-8"))
        told, again = read_one(document, ReadOptions()), read_one(document, ReadOptions())
        for device, same in zip(*[one.reading.devices if one.reading else () for one in (told, again)], strict=True):
            found = with_twins(device)
            count += len(_twins(found))
            assert unpack(pack(found), Device, sharing_makers()) == same
            assert (found, repr(found)) == (same, repr(same))
    assert count


def _because(fact: Fact[object]) -> str:
    assert isinstance(fact, Default)
    return fact.because


_ELSEWHERE = Source("other.cfg", 7, 7)
CHANGES: dict[str, Callable[[Port], Port]] = {
    "a value": lambda port: replace(port, enabled=Stated(False, port.enabled.source)),
    "a default instead": lambda port: replace(port, enabled=Default(True, port.enabled.source, "because")),
    "another reason": lambda port: replace(port, lag=Default("", port.lag.source, "because")),
    "nothing known": lambda port: replace(port, description=Unknown("because", port.description.source)),
    "another file": lambda port: replace(port, vrf=Stated("default", _ELSEWHERE)),
    "more lines": lambda port: replace(port, source=replace(port.source, end_line=port.source.end_line + 1)),
    "elsewhere in the file": lambda port: replace(
        port, vrf=Stated("default", replace(port.source, line=900, end_line=900))
    ),
    "nowhere": lambda port: replace(port, lag=Default("", Source("leaf.cfg", 0, 0), _because(port.lag))),
    "an address less": lambda port: replace(port, addresses=()),
    "QoS of its own": lambda port: replace(port, qos=replace(port.qos, queues=(*port.qos.queues,))),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_port_that_differs_is_no_twin(change: str) -> None:
    device = _device()
    first, second, *rest = device.ports
    changed = replace(device, ports=(first, CHANGES[change](second), *rest))
    found = with_twins(changed)
    assert _twins(found) == ["ethernet-1/3", "ethernet-1/4"]
    assert (found, repr(found)) == (changed, repr(changed))


@pytest.mark.parametrize("line", [5, 20])
def test_what_stands_in_one_line_for_some_is_told_there(line: int) -> None:
    device = _device()
    place = Source("leaf.cfg", line, line)
    ports = tuple(
        replace(port, vrf=Stated("default", place), description=Stated(port.name, place)) if number else port
        for number, port in enumerate(device.ports)
    )
    found = with_twins(replace(device, ports=ports))
    assert _twins(found) == ["ethernet-1/3", "ethernet-1/4"]
    assert found.ports == ports

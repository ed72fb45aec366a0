"""Ports share what they say, and each says it at its own lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from roce_lint.engine.packed import Makers, Unpackable, pack, unpack
from roce_lint.engine.shared_parts import sharing_makers
from roce_lint.model.device import Device, Port
from roce_lint.model.equal_ports import share_equal_ports
from roce_lint.model.fact import Default, Source, Stated, Unknown
from roce_lint.model.place import InBlock
from roce_lint.model.port import PORT_FIELDS, with_facts
from roce_lint.os.eos.reader import read_eos
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.read.read_one import read_one
from roce_lint.read.read_result import ReadOptions
from roce_lint.text.document import Document
from roce_lint.values import replace

FLAT = """\
set / interface ethernet-1/1 description "port 1"
set / interface ethernet-1/1 mtu 9232
set / interface ethernet-1/1 subinterface 0 ipv4 address 10.0.1.1/31
set / network-instance default interface ethernet-1/1.0
"""
READ = read_srlinux(Document("leaf.cfg", FLAT)).devices[0]
QUEUES = """\
interface Ethernet{0}
   description port {0}
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   tx-queue 3
      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10 weight 0
!
"""


def _device() -> Device:
    """Return four ports that say the same, one below the other, bound to the same QoS in a line each elsewhere."""
    return replace(READ, ports=tuple(_port(READ.ports[0], number) for number in (1, 2, 3, 4)))


def _port(first: Port, number: int) -> Port:
    block = Source("leaf.cfg", 10 * number, 10 * number + 3)
    return with_facts(
        first,
        name=f"ethernet-1/{number}",
        source=block,
        enabled=replace(first.enabled, source=block),
        description=Stated(f"port {number}", block),
        frame_mtu_bytes=Stated(9232, Source("leaf.cfg", 10 * number + 1, 10 * number + 1)),
        vrf=Stated("default", block),
        addresses=(Stated(f"10.0.{number}.1/31", block), Unknown("an address that is not understood", block)),
        lag=replace(first.lag, source=block),
        qos=replace(first.qos, bound=Stated(True, Source("leaf.cfg", 100 - 2 * number, 101 - 2 * number))),
    )


def _said(port: Port) -> dict[str, object]:
    return {name: getattr(port, name) for name in PORT_FIELDS}


def _shared_with_first(device: Device) -> list[str]:
    first, *others = device.ports
    return [port.name for port in others if port.values is first.values]


def test_ports_that_say_the_same_share_their_values_and_keep_their_lines() -> None:
    device, found = _device(), share_equal_ports(_device())
    assert _shared_with_first(found) == ["ethernet-1/2", "ethernet-1/3", "ethernet-1/4"]
    assert list(map(_said, found.ports)) == list(map(_said, device.ports))
    assert (found, repr(found)) == (device, repr(device))
    assert found.ports[1].blocks == (20, 96)
    assert found.ports[1].values.frame_mtu_bytes == Stated(9232, InBlock("", 1, 1, 0))
    assert [(one.stated_description, one.stated_addresses) for one in found.ports[:2]] == [
        ("port 1", ("10.0.1.1/31",)),
        ("port 2", ("10.0.2.1/31",)),
    ]


CHANGES: dict[str, Callable[[Port], Port]] = {
    "a value": lambda port: with_facts(port, enabled=Stated(False, port.enabled.source)),
    "a default instead": lambda port: with_facts(port, enabled=Default(True, port.enabled.source, "because")),
    "another reason": lambda port: with_facts(port, lag=Default("", port.lag.source, "because")),
    "nothing known": lambda port: with_facts(port, description=Unknown("because", port.description.source)),
    "another file": lambda port: with_facts(port, vrf=Stated("default", Source("other.cfg", 7, 7))),
    "more lines": lambda port: with_facts(port, source=replace(port.source, end_line=port.source.end_line + 1)),
    "elsewhere in the file": lambda port: with_facts(port, vrf=Stated("default", Source("leaf.cfg", 900, 900))),
    "nowhere": lambda port: with_facts(port, lag=Default("", Source("leaf.cfg", 0, 0), "because")),
    "an address less": lambda port: with_facts(port, addresses=()),
    "QoS of its own": lambda port: with_facts(port, qos=replace(port.qos, queues=port.qos.queues[1:])),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_port_that_differs_has_values_of_its_own(change: str) -> None:
    first, second, *rest = _device().ports
    changed = replace(_device(), ports=(first, CHANGES[change](second), *rest))
    found = share_equal_ports(changed)
    assert _shared_with_first(found) == ["ethernet-1/3", "ethernet-1/4"]
    assert list(map(_said, found.ports)) == list(map(_said, changed.ports))


def test_what_several_ports_have_in_one_line_stays_there() -> None:
    place = Source("leaf.cfg", 5, 5)
    device = replace(_device(), ports=tuple(with_facts(port, vrf=Stated("a", place)) for port in _device().ports))
    found = share_equal_ports(device)
    assert _shared_with_first(found) == ["ethernet-1/2", "ethernet-1/3", "ethernet-1/4"]
    assert found.ports[2].values.vrf == found.ports[2].vrf == Stated("a", place)


def test_a_line_of_two_ports_is_in_a_block_of_both() -> None:
    text = "".join(
        f"set / interface ethernet-1/{n} subinterface 0 type bridged\n"
        f"set / interface irb0 subinterface {n} ipv4 address 10.0.{n}.1/24\n"
        f"set / network-instance vlan-{n} type mac-vrf\n"
        f"set / network-instance vlan-{n} interface ethernet-1/{n}.0\n"
        f"set / network-instance vlan-{n} interface irb0.{n}\n"
        f"set / network-instance default interface irb0.{n}\n"
        for n in (1, 2, 3)
    )
    device = read_srlinux(Document("leaf.cfg", text)).devices[0]
    found = share_equal_ports(device)
    assert list(map(_said, found.ports)) == list(map(_said, device.ports))
    ports = {port.name: port for port in found.ports}
    assert ports["ethernet-1/2"].values is ports["ethernet-1/3"].values
    assert [ports[name].vrf for name in ("ethernet-1/2", "irb0.2")] == [
        Stated("default", Source("leaf.cfg", 12, 12))
    ] * 2


def test_queues_that_stand_in_the_blocks_of_ports_are_shared_and_placed() -> None:
    text = "".join(QUEUES.format(number) for number in (1, 2, 3)) + "end\n"
    device = read_eos(Document("leaf.cfg", text)).devices[0]
    found = share_equal_ports(device)
    assert _shared_with_first(found) == ["Ethernet2", "Ethernet3"]
    assert list(map(_said, found.ports)) == list(map(_said, device.ports))
    lines = [port.qos.queues[3].ecn_kmin_bytes.source.line for port in found.ports]
    assert lines == [6, 13, 20]
    assert found.ports[0].qos is found.ports[0].qos


def test_a_part_that_two_ports_have_in_the_block_of_one_is_not_moved() -> None:
    text = QUEUES.format(1) + "interface Ethernet1.7\n   encapsulation dot1q vlan 7\n!\nend\n"
    device = read_eos(Document("leaf.cfg", text)).devices[0]
    found = share_equal_ports(device)
    assert list(map(_said, found.ports)) == list(map(_said, device.ports))
    assert found.ports[1].qos.queues[3].ecn_kmin_bytes.source.line == 6


@pytest.mark.parametrize("pattern", ["srlinux/*/*.cfg", "eos/*/*.cfg", "nxos/*/*.cfg"])
def test_no_port_of_a_real_switch_is_changed(root: Path, pattern: str) -> None:
    shared = 0
    for path in sorted((root / "fixtures").glob(pattern)):
        document = Document("a.cfg", path.read_text("utf-8"))
        reported = read_one(document, ReadOptions())
        for device in reported.reading.devices if reported.reading else ():
            found = share_equal_ports(device)
            shared += len(found.ports) - len({id(port.values) for port in found.ports})
            for one in (found, unpack(pack(found), Device, sharing_makers())):
                assert list(map(_said, one.ports)) == list(map(_said, device.ports))
                assert (one, repr(one)) == (device, repr(device))
    assert shared


@pytest.mark.parametrize("makers", [{}, sharing_makers()], ids=["plain", "sharing"])
def test_ports_share_their_values_wherever_they_are_handed_over(makers: Makers) -> None:
    ports = share_equal_ports(_device()).ports
    found = unpack(pack(ports), tuple, makers)
    assert found == ports
    assert all(port.values is found[0].values for port in found)
    assert hash(found[0]) == hash(ports[0])


@pytest.mark.parametrize("makers", [{}, sharing_makers()], ids=["plain", "sharing"])
def test_a_port_of_too_few_parts_is_refused(makers: Makers) -> None:
    with pytest.raises(Unpackable):
        unpack(pack(_Parts(("name", "file"))), Port, makers)


class _Parts:
    """Is packed as a port of given parts."""

    def __init__(self, parts: tuple[object, ...]) -> None:
        self._parts = parts

    def __reduce__(self) -> tuple[object, ...]:
        return Port, self._parts


def test_other_facts_are_refused_by_name() -> None:
    with pytest.raises(TypeError, match="speed"):
        with_facts(READ.ports[0], speed=Stated(100, READ.source))

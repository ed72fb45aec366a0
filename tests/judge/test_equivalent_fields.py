"""Whatever field of a port, a device or a cable is another one, what is equivalent says the same in every fact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from roce_lint.fabric.fabric import Fabric
from roce_lint.intent.as_facts import intent_facts
from roce_lint.intent.load import parse_intent
from roce_lint.judge.check import Given, build_fabric
from roce_lint.judge.derive import fabric_entities
from roce_lint.model.device import Device, Link, PortRef
from roce_lint.model.fact import Stated, Unknown
from roce_lint.model.port import VALUE_FIELDS, PortValues, with_facts
from roce_lint.model.routing import NO_ROUTING
from roce_lint.read.read_documents import read_documents
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document
from roce_lint.values import field_names, replace
from tests.judge.equivalence_of import compare_equivalents
from tests.judge.other_values import hints_of, others

INTENT = """\
schema: 1
name: pod
topology:
  kind: clos
  leaves: {count: 2, platform: 7060X6-64PE, uplinks_per_spine: 2, uplink_speed: 400G}
  spines: {count: 2, platform: N9K-C9364D-GX2A}
hosts:
  - {count: 2, nics: 2, nic_platform: ConnectX-7, nic_speed: 100G, name: "gpu-{n}"}
  - {count: 3, nics: 1, nic_platform: ConnectX-7, nic_speed: 100G, name: "store-{n}", leaf_vlan: 101}
  - {count: 3, nics: 1, nic_platform: ConnectX-7, nic_speed: 100G, name: "disk-{n}", leaf_vlan: 102}
"""
"""Leaves with routed ports and two VLANs that they route, so that each kind of port has others like it."""
FEWEST_COMPARED = 200
PORTS = (
    PortRef("leaf-1", "Ethernet63/1"),
    PortRef("leaf-2", "Vlan101"),
    PortRef("leaf-1", "Ethernet1/2"),
    PortRef("spine-2", "Ethernet1/2"),
    PortRef("gpu-2", "rdma1"),
)
"""An uplink, a gateway, a port to a host, a port of a spine, and a NIC."""
DEVICES = ("spine-2", "leaf-2", "store-2")
WHOLE_DEPTH = 3
"""How deep the QoS of the first port is changed: down to the parts of its entries."""
FREE = PortRef("leaf-1", "Loopback0")
NOT_BY_TYPE: dict[str, Callable[[Device], Iterable[object]]] = {
    "name": lambda _: (),
    "os": lambda _: (),
    "platform": lambda device: [Unknown("changed", device.source), Stated("n9k-c9332d-gx2b", device.source)],
    "ports": lambda device: [tuple(reversed(device.ports))],
    "nics": lambda device: [()] if device.nics else [],
    "routing": lambda _: [NO_ROUTING],
}
"""Fields of a device whose other values depend on others of its fields, or are changed by tests of their own."""


@pytest.fixture(scope="module")
def fabric() -> Fabric:
    intent = parse_intent(INTENT, "pod.yaml")
    documents = [
        Document(file.path, file.text)
        for file in render_fabric(intent)
        if file.path.startswith("configs/") or file.path.endswith("/roce-nics")
    ]
    inputs = read_documents(documents)
    assert inputs.failures == ()
    return build_fabric(inputs, Given(links=intent_facts(intent).links))


@pytest.fixture(autouse=True)
def _without_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what concerns the whole fabric, of which nothing is evaluated once for several: half of the time."""
    monkeypatch.setattr(fabric_entities, "FabricEntities", lambda found, fabric, domain: found)


def _with_device(fabric: Fabric, name: str, field: str, value: object) -> Fabric:
    devices = [replace(one, **{field: value}) if one.name == name else one for one in fabric.devices]
    return replace(fabric, devices=tuple(devices))


def _with_port(fabric: Fabric, ref: PortRef, field: str, value: object) -> Fabric:
    ports = next(device.ports for device in fabric.devices if device.name == ref.device)
    changed = tuple(with_facts(port, **{field: value}) if port.name == ref.port else port for port in ports)
    return _with_device(fabric, ref.device, "ports", changed)


def _field_of_port(fabric: Fabric, ref: PortRef, field: str) -> Any:
    return getattr(fabric.ports()[ref][1], field)


def test_the_fabric_as_it_is(fabric: Fabric) -> None:
    assert compare_equivalents(fabric) > FEWEST_COMPARED


@pytest.mark.long
def test_a_port_whose_qos_says_something_else_in_any_entry(fabric: Fabric) -> None:
    _compare_other_ports(fabric, PORTS[0], "qos", WHOLE_DEPTH)


@pytest.mark.parametrize(
    "ref",
    [pytest.param(ref, marks=() if number < 2 else pytest.mark.long) for number, ref in enumerate(PORTS)],
    ids=str,
)
@pytest.mark.parametrize("field", VALUE_FIELDS)
def test_a_port_that_says_something_else(fabric: Fabric, ref: PortRef, field: str) -> None:
    _compare_other_ports(fabric, ref, field, 1)


def _compare_other_ports(fabric: Fabric, ref: PortRef, field: str, depth: int) -> None:
    values = list(others(hints_of(PortValues)[field], _field_of_port(fabric, ref, field), depth))
    assert values
    for value in values:
        assert compare_equivalents(_with_port(fabric, ref, field, value)) > FEWEST_COMPARED // 2, value


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if number == 1 else pytest.mark.long) for number, name in enumerate(DEVICES)]
)
@pytest.mark.parametrize("field", field_names(Device))
def test_a_device_that_says_something_else(fabric: Fabric, name: str, field: str) -> None:
    device = next(one for one in fabric.devices if one.name == name)
    if field in NOT_BY_TYPE:
        values = list(NOT_BY_TYPE[field](device))
    else:
        values = list(others(hints_of(Device)[field], getattr(device, field), 1))
        assert values
    for value in values:
        assert compare_equivalents(_with_device(fabric, name, field, value)), value


def _other_links(link: Link, field: str) -> Iterator[object]:
    if field in ("a", "b"):
        yield FREE
    else:
        yield from others(hints_of(Link)[field], getattr(link, field), 1)


@pytest.mark.parametrize("field", field_names(Link))
def test_a_cable_of_which_something_else_is_known(fabric: Fabric, field: str) -> None:
    number = next(
        number for number, link in enumerate(fabric.links) if {link.a.device, link.b.device} == {"leaf-1", "spine-2"}
    )
    values = list(_other_links(fabric.links[number], field))
    assert values
    for value in values:
        changed = replace(fabric.links[number], **{field: value})
        links = (*fabric.links[:number], changed, *fabric.links[number + 1 :])
        assert compare_equivalents(replace(fabric, links=links)) > FEWEST_COMPARED, value

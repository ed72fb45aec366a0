"""The sample configurations mean what their SOURCE.md says."""

from __future__ import annotations

from pathlib import Path

import pytest

from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Fact, Unknown
from roce_lint.model.terms import PfcMode
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document


def load(root: Path, case: str) -> Device:
    path = root / "fixtures/srlinux" / case
    reading = read_srlinux(Document(case, path.read_text()))
    assert reading.unread == ()
    assert reading.devices[0].undefined_references == ()
    return reading.devices[0]


def value(fact: Fact[object]) -> object:
    return "?" if isinstance(fact, Unknown) else fact.value


def port(device: Device, name: str) -> Port:
    return next(port for port in device.ports if port.name == name)


def lossless(one: Port) -> tuple[object, ...]:
    """Return PFC, priorities sent and obeyed, and (queue, kmin, kmax, pmax, limit) of the queues that mark."""
    qos = one.qos
    return (
        value(qos.pfc_mode),
        {p.number for p in qos.priorities if value(p.generates_pause) is True},
        {p.number for p in qos.priorities if value(p.honours_pause) is True},
        [
            (q.index, value(q.ecn_kmin_bytes), value(q.ecn_kmax_bytes), value(q.ecn_pmax_percent), value(q.limit_bytes))
            for q in qos.queues
            if value(q.ecn_enabled) is True
        ],
    )


ROWS: list[tuple[str, str, tuple[object, ...]]] = [
    (
        "h4-leaf-flat/gpu-leaf-07.cfg",
        "ethernet-1/1",
        (PfcMode.ON, {3}, {3}, [(3, 2605532, 41688512, 100, 52110640)]),
    ),
    ("h4-leaf-flat/gpu-leaf-07.cfg", "ethernet-1/3/1", (PfcMode.OFF, set(), set(), [])),
    ("x3b-spine-json/config.json", "ethernet-1/2", (PfcMode.ON, {4}, {4}, [(4, 2000000, 10000000, 20, 60000000)])),
    ("d5-leaf-info/leaf-d5.txt", "ethernet-1/29", (PfcMode.ON, {3}, {3}, [(3, 1000000, 4000000, 10, 20000000)])),
    ("d5-leaf-info/leaf-d5.txt", "ethernet-1/1", (PfcMode.ON, {3}, {3}, [])),
    ("d3-leaf-23-10/leaf3.json", "ethernet-1/1", (PfcMode.OFF, set(), set(), [(3, 200000, 1000000, 100, 2000000)])),
]


@pytest.mark.parametrize(
    ("case", "name", "expected"), ROWS, ids=[f"{case.split('/')[0]}-{name}" for case, name, _ in ROWS]
)
def test_lossless_chain(root: Path, case: str, name: str, expected: tuple[object, ...]) -> None:
    assert lossless(port(load(root, case), name)) == expected


IDENTITIES = [
    ("h4-leaf-flat/gpu-leaf-07.cfg", ("gpu-leaf-07", "7220-ixr-h4", "24.10.1", 4200000107, 16)),
    ("x3b-spine-json/config.json", ("spine-x3b-1", "7250-ixr-x3b", "25.3.1", 65100, 32)),
    ("d5-leaf-info/leaf-d5.txt", ("tor-d5-3", "7220-ixr-d5", "25.10.1", 65203, 8)),
    ("d3-leaf-23-10/leaf3.json", ("leaf3", "7220-ixr-d3l", "23.10.3", 65003, 4)),
]


@pytest.mark.parametrize(("case", "expected"), IDENTITIES, ids=[case.split("/")[0] for case, _ in IDENTITIES])
def test_identity(root: Path, case: str, expected: tuple[object, ...]) -> None:
    device = load(root, case)
    paths = value(device.load_balancing.maximum_paths)
    assert (device.name, value(device.platform), value(device.release), value(device.asn), paths) == expected


def test_a_port_without_classifier_has_the_systems(root: Path) -> None:
    qos = port(load(root, "h4-leaf-flat/gpu-leaf-07.cfg"), "ethernet-1/3/1").qos
    assert isinstance(qos.classification.traffic_class_by_dscp[26], Unknown)
    assert value(qos.bound) is False


def test_ipv6_is_classified_apart_on_a_7250(root: Path) -> None:
    device = load(root, "x3b-spine-json/config.json")
    by_port = {one.name: value(one.qos.classification.traffic_class_by_dscp[34]) for one in device.ports}
    assert by_port == {"ethernet-1/1": "rdma", "ethernet-1/2": "?"}


def test_the_same_numbers_are_the_default_of_23_10(root: Path) -> None:
    qos = port(load(root, "d3-leaf-23-10/leaf3.json"), "ethernet-1/1").qos
    assert {one.name: value(one.queue) for one in qos.classes} == {"fc0": 0, "fc3": 3, "fc6": 6}

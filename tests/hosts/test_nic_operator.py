"""Resources of NVIDIA's nic-configuration-operator, as people write them and as the cluster shows them."""

from __future__ import annotations

import pytest

from roce_lint.hosts.reader import read_host
from roce_lint.model.device import Device
from roce_lint.model.fact import Fact, Unknown
from roce_lint.model.nic import Nic
from roce_lint.model.reading import Reading
from roce_lint.text.document import Document

DEVICES = """\
apiVersion: v1
kind: List
items:
- apiVersion: configuration.net.nvidia.com/v1alpha1
  kind: NicDevice
  metadata: {name: gpu1-1021-0000-3b-00}
  spec:
    configuration:
      template:
        linkType: Ethernet
        numVfs: 8
        roceOptimized: {enabled: true, qos: {trust: dscp, pfc: '0,0,0,1,0,0,0,0', tos: 106}}
  status:
    node: gpu1
    type: 1021
    firmwareVersion: 28.43.2026
    ports:
    - {pci: '0000:3b:00.0', networkInterface: eth2, rdmaInterface: mlx5_0}
    - {pci: '0000:3b:00.1'}
- apiVersion: configuration.net.nvidia.com/v1alpha1
  kind: NicDevice
  status:
    node: gpu2
    firmwareVersion: 28.46.3048
    ports:
    - {pci: '0000:3b:00.0', networkInterface: eth2, rdmaInterface: mlx5_0}
"""
SPECTRUM_X = """\
apiVersion: configuration.net.nvidia.com/v1alpha1
kind: NicConfigurationTemplate
metadata: {name: spectrum-x}
spec:
  nodeSelector: {kubernetes.io/hostname: gpu1}
  nicSelector: {nicType: '1023'}
  template:
    numVfs: 1
    linkType: Ethernet
    spectrumXOptimized:
      enabled: true
      version: RA2.1
      overlay: none
      multiplaneMode: swplb
      numberOfPlanes: 2
"""


def value(fact: Fact[object]) -> object:
    return "unknown" if isinstance(fact, Unknown) else fact.value


def read(text: str) -> Reading:
    return read_host(Document("cluster/nics.yaml", text))


def marked(device: Device, nic: Nic) -> tuple[object, ...]:
    port = next(port for port in device.ports if port.name == nic.port)
    sends = [value(port.qos.priorities[number].generates_pause) for number in (0, 3)]
    return (nic.port, value(nic.rdma_device), value(nic.rdma_cm_tos), value(nic.firmware), *sends)


def test_what_the_cluster_shows_of_several_hosts_is_read_for_each() -> None:
    reading = read(DEVICES)
    assert [device.name for device in reading.devices] == ["gpu1", "gpu2"]
    assert [marked(device, nic) for device in reading.devices for nic in device.nics] == [
        ("eth2", "mlx5_0", 106, "28.43.2026", False, True),
        ("0000:3b:00.1", "unknown", 106, "28.43.2026", False, True),
        ("eth2", "mlx5_0", "unknown", "28.46.3048", "unknown", "unknown"),
    ]
    assert [one.source.line for one in reading.unread] == []


@pytest.mark.parametrize(
    ("version", "tos", "pauses"),
    [("RA1.3", "unknown", True), ("RA2.0", 96, True), ("RA2.2", "unknown", True), ("RA2.3", "unknown", "unknown")],
)
def test_spectrum_x_has_the_values_of_its_version(version: str, tos: object, pauses: object) -> None:
    text = SPECTRUM_X.replace("RA2.1", version).replace("swplb", "none").replace("Planes: 2", "Planes: 1")
    reading = read(text)
    (device,) = reading.devices
    (nic,) = device.nics
    assert (value(nic.rdma_cm_tos), value(device.ports[0].qos.priorities[3].generates_pause)) == (tos, pauses)
    assert value(nic.adaptive_routing_enabled) == pauses
    assert {one.because for one in reading.unread} == (
        {"the values of RA2.3 are in a ConfigMap of the operator, which is not read"} if version == "RA2.3" else set()
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "because"),
    [
        (
            "Planes: 2",
            "Planes: 1",
            14,
            "the operator takes mode none with one plane and others with more, not swplb with 1",
        ),
        ("RA2.1", "RA2.0", 14, "RA2.0 has no multiplane mode other than none"),
        (
            "    spectrumXOptimized:\n",
            "    roceOptimized: {enabled: true}\n    spectrumXOptimized:\n",
            12,
            "the resource takes roceOptimized or spectrumXOptimized, not both",
        ),
    ],
)
def test_what_the_operator_refuses_of_spectrum_x(old: str, new: str, line: int, because: str) -> None:
    (device,) = read(SPECTRUM_X.replace(old, new)).devices
    assert [(one.source.line, one.because) for one in device.refused_settings] == [(line, because)]


def test_spectrum_x_as_it_should_be_is_refused_nothing() -> None:
    (device,) = read(SPECTRUM_X).devices
    assert device.refused_settings == ()


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("network-operator-v26.7.0", 4),
        ("network-operator-v26.10.0", 48),
        ("v1.2.0", "unknown"),
        ("", "unknown"),
    ],
)
def test_the_dscp_of_cnps_is_that_of_the_release(version: str, expected: object) -> None:
    policy = (
        f"---\nkind: NicClusterPolicy\nspec: {{nicConfigurationOperator: {{operator: {{version: '{version}'}}}}}}\n"
    )
    template = SPECTRUM_X.partition("    spectrumX")[0] + "    roceOptimized: {enabled: true}\n"
    (device,) = read(template + policy * bool(version)).devices
    assert [value(nic.cnp_dscp) for nic in device.nics] == [expected]

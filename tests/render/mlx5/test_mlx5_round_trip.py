"""What is rendered for a host reads back as what was meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.errors import PlatformError
from roce_lint.hosts.merge import merge_hosts
from roce_lint.hosts.mlx5.view import mlx5_view
from roce_lint.hosts.reader import read_host
from roce_lint.hosts.rendered import device_unit
from roce_lint.intent.view_host import HostView
from roce_lint.model.device import Device
from roce_lint.model.fact import Fact, Unknown
from roce_lint.model.terms import PfcMode, Scheduling, Trust
from roce_lint.text.document import Document
from roce_lint.values import field_names, replace

FILES = {"script": "h-0001/roce-nics.sh", "service": "roce.service", "nccl": "nccl.conf", "operator": "nic.yaml"}


def read_all(rendered) -> tuple[Device, list[str]]:
    readings = [read_host(Document(path, getattr(rendered, name))) for name, path in FILES.items()]
    merged = merge_hosts([device for reading in readings for device in reading.devices])
    assert merged.conflicts == ()
    unread = [
        f"{line.source.file}:{line.source.line} {line.because}" for reading in readings for line in reading.unread
    ]
    (device,) = merged.devices
    return device, unread


def value(fact: Fact[object]) -> object:
    return "unknown" if isinstance(fact, Unknown) else fact.value


@pytest.mark.parametrize("enabled", [True, False], ids=["dcqcn-on", "dcqcn-off"])
def test_a_rendered_host_reads_back_as_meant(host_view: HostView, render: Callable, enabled: bool) -> None:
    view = replace(host_view, dcqcn=replace(host_view.dcqcn, enabled=enabled))
    device, unread = read_all(render(view))
    assert unread == []
    assert device.name == "h-0001"
    assert [(port.name, value(port.ip_mtu_bytes)) for port in device.ports] == [
        ("enp59s0f0np0", 9000),
        ("enp60s0f0np0", 9000),
    ]
    priority_of = {24: "3", 26: "3", 48: "6"}
    for port in device.ports:
        qos = port.qos
        assert value(qos.trust) is Trust.DSCP
        assert value(qos.pfc_mode) is PfcMode.ON
        assert [value(one.generates_pause) for one in qos.priorities] == [n == 3 for n in range(8)]
        by_dscp = [value(one) for one in qos.classification.traffic_class_by_dscp]
        assert by_dscp == [priority_of.get(dscp, "0") for dscp in range(64)]
        assert [value(one.queue) for one in qos.classes] == list(range(8))
        assert (value(qos.link_pause_received), value(qos.link_pause_sent)) == (False, False)
        queues = [one for one in qos.queues if value(one.scheduling) is Scheduling.WEIGHTED]
        weighted = [(one.index, value(one.weight_percent)) for one in queues]
        assert weighted == [(0, 40.0), (3, 60.0)]


@pytest.mark.parametrize("enabled", [True, False], ids=["dcqcn-on", "dcqcn-off"])
def test_a_rendered_nic_reads_back_as_meant(host_view: HostView, render: Callable, enabled: bool) -> None:
    view = replace(host_view, dcqcn=replace(host_view.dcqcn, enabled=enabled))
    device, _ = read_all(render(view))
    assert [(nic.port, value(nic.rdma_device)) for nic in device.nics] == [
        ("enp59s0f0np0", "mlx5_0"),
        ("enp60s0f0np0", "mlx5_1"),
    ]
    for nic in device.nics:
        assert {
            "cm": value(nic.rdma_cm_tos),
            "device": value(nic.device_tos),
            "application": value(nic.application_tos),
            "sl": value(nic.service_level),
            "cnp": (value(nic.cnp_dscp), value(nic.cnp_priority)),
            "cable": value(nic.cable_length_m),
            "path mtu": value(nic.path_mtu_bytes),
            "version": value(nic.roce_version),
            "budget": (value(nic.ack_timeout_exponent), value(nic.retry_count)),
            "qps": value(nic.qps_per_connection),
        } == {
            "cm": 106,
            "device": 106,
            "application": 106,
            "sl": 3,
            "cnp": (48, 6),
            "cable": 40,
            "path mtu": 4096,
            "version": 2,
            "budget": (22, 7),
            "qps": 4,
        }
        on = [enabled and n == 3 for n in range(8)]
        assert [value(one) for one in nic.notification_enabled] == on
        assert [value(one) for one in nic.reaction_enabled] == on
        assert value(nic.dcqcn.alpha_weight) == view.dcqcn.alpha_weight_of_1024 / 1024
        for name in sorted({*field_names(view.dcqcn.__class__)} - {"enabled", "alpha_weight_of_1024"}):
            assert value(getattr(nic.dcqcn, name)) == getattr(view.dcqcn, name), name


def test_several_roce_classes_force_no_class_on_the_device(host_view: HostView, render: Callable) -> None:
    storage = replace(host_view.classes[1], name="roce-storage", dscps=(34,), priority=4, bandwidth_percent=0)
    view = replace(host_view, classes=(*host_view.classes, storage))
    assert "traffic_class" not in render(view).script


def test_an_unknown_nic_is_refused(host_view: HostView) -> None:
    with pytest.raises(PlatformError, match="foo is not a known mlx5 NIC"):
        mlx5_view(replace(host_view, nic_platforms=("foo",)))


def test_a_device_unit_is_escaped_as_systemd_does() -> None:
    assert device_unit("rail-0") == r"sys-subsystem-net-devices-rail\x2d0.device"

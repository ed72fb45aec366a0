"""What we render is read back as what was meant, with nothing left over."""

from __future__ import annotations

from roce_lint.intent.view import ClassView, QosProfileView, SwitchPortView, SwitchView
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Fact, Unknown
from roce_lint.model.qos import Queue
from roce_lint.model.terms import OuterDscp, PfcMode, PortKind, Scheduling, Trust
from roce_lint.os.nxos.reader import read_nxos
from roce_lint.text.document import Document

UNKNOWN = "unknown"
LONG_CABLE_M = 100
JUMBO_MTU_BYTES = 9216


def value(fact: Fact[object]) -> object:
    return UNKNOWN if isinstance(fact, Unknown) else fact.value


def read(text: str) -> Device:
    reading = read_nxos(Document("leaf.cfg", text))
    assert reading.unread == ()
    assert reading.links == ()
    (device,) = reading.devices
    assert device.undefined_references == ()
    return device


def ethernet(device: Device) -> dict[str, Port]:
    return {port.name: port for port in device.ports if port.kind is PortKind.ETHERNET}


def profile_of(view: SwitchView, port: SwitchPortView) -> QosProfileView:
    return next(profile for profile in view.profiles if profile.name == port.profile)


def lossless_classes(view: SwitchView) -> list[ClassView]:
    return [entry for entry in view.classes if entry.lossless and view.lossless_profile]


def queue_values(queue: Queue) -> tuple[object, ...]:
    return (
        queue.index,
        value(queue.scheduling),
        value(queue.weight_percent),
        value(queue.shape_percent),
        value(queue.ecn_enabled),
        value(queue.ecn_kmin_bytes),
        value(queue.ecn_kmax_bytes),
        value(queue.ecn_pmax_percent),
        value(queue.ecn_averaging_weight),
        value(queue.wred_drop_enabled),
    )


def wanted_queues(profile: QosProfileView) -> list[tuple[object, ...]]:
    wanted = []
    for queue in profile.queues:
        kind = Scheduling.STRICT if queue.strict else Scheduling.WEIGHTED
        curve = (queue.ecn_kmin_bytes, queue.ecn_kmax_bytes, float(queue.ecn_pmax_percent), 0)
        ecn = (True, *curve) if queue.ecn_enabled else (False, *(UNKNOWN,) * 4)
        wanted.append((queue.index, kind, float(queue.bandwidth_percent), 100.0, *ecn, False))
    return wanted


def test_identity_and_routing_come_back(view: SwitchView, rendered: str) -> None:
    device = read(rendered)
    balancing = device.load_balancing
    found = (device.name, value(device.release), value(device.asn), value(balancing.maximum_paths))
    assert found == (view.name, view.release or UNKNOWN, view.asn, view.maximum_paths)
    assert (value(balancing.hash_uses_l4_ports), value(balancing.sprays_packets)) == (True, False)


def test_every_port_comes_back(view: SwitchView, rendered: str) -> None:
    found = {
        name: (
            value(port.description),
            value(port.enabled),
            value(port.speed_gbps),
            value(port.ip_mtu_bytes),
            value(port.routed),
            value(port.vlans),
            tuple(value(address) for address in port.addresses),
            value(port.lag),
            value(port.qos.bound),
            value(port.qos.trust),
        )
        for name, port in ethernet(read(rendered)).items()
    }
    wanted = {
        port.name: (
            port.description,
            True,
            port.speed_gbps,
            JUMBO_MTU_BYTES if port.vlan else port.ip_mtu_bytes,
            not port.vlan,
            frozenset({port.vlan}) if port.vlan else frozenset(),
            (port.address,) if port.address else (),
            "",
            True,
            Trust.DSCP,
        )
        for port in view.ports
    }
    assert found == wanted


def test_ports_stand_in_numeric_order(view: SwitchView, rendered: str) -> None:
    names = list(ethernet(read(rendered)))
    assert names == sorted(names, key=lambda name: [int(part) for part in name.removeprefix("Ethernet").split("/")])


def test_every_code_point_has_its_class(view: SwitchView, rendered: str) -> None:
    wanted = {dscp: str(entry.priority) for entry in view.classes for dscp in entry.dscps}
    for port in ethernet(read(rendered)).values():
        classification = port.qos.classification
        found = [value(fact) for fact in classification.traffic_class_by_dscp]
        assert found == [wanted.get(dscp, "0") for dscp in range(64)]
        assert value(classification.traffic_class_otherwise) == "0"


def test_every_class_has_its_queue_priority_and_mtu(view: SwitchView, rendered: str) -> None:
    wanted = [
        (
            str(entry.priority),
            entry.priority,
            frozenset({entry.priority}) if entry in lossless_classes(view) else frozenset(),
            view.mtu_bytes,
        )
        for entry in sorted(view.classes, key=lambda entry: entry.priority)
    ]
    for port in ethernet(read(rendered)).values():
        found = [
            (one.name, value(one.queue), value(one.pause_priorities), value(one.mtu_limit_bytes))
            for one in port.qos.classes
        ]
        assert found == wanted


def test_every_queue_of_every_port_comes_back(view: SwitchView, rendered: str) -> None:
    ports = ethernet(read(rendered))
    for wanted in view.ports:
        queues = [queue_values(queue) for queue in ports[wanted.name].qos.queues]
        assert queues == wanted_queues(profile_of(view, wanted))


def test_pause_and_its_buffers_come_back(view: SwitchView, rendered: str) -> None:
    ports = ethernet(read(rendered))
    pausing = {entry.priority for entry in lossless_classes(view)}
    for wanted in view.ports:
        qos = ports[wanted.name].qos
        profile = profile_of(view, wanted)
        assert value(qos.pfc_mode) is (PfcMode.ON if view.lossless_profile else PfcMode.OFF)
        assert (value(qos.link_pause_received), value(qos.link_pause_sent)) == (False, False)
        for priority in qos.priorities:
            pauses = priority.number in pausing
            assert (value(priority.generates_pause), value(priority.honours_pause)) == (pauses, pauses)
            assert value(priority.paused_queues) == (frozenset({priority.number}) if pauses else frozenset())
            group = priority.group
            sizes = (value(group.headroom_bytes), value(group.xoff_threshold_bytes), value(group.resume_offset_bytes))
            if pauses and profile.cable_length_m > LONG_CABLE_M:
                offset = profile.pause_threshold_bytes - profile.resume_threshold_bytes
                assert sizes == (profile.headroom_bytes, profile.pause_threshold_bytes, offset)
            else:
                assert sizes == (UNKNOWN, UNKNOWN, UNKNOWN)


def test_the_watchdog_comes_back(view: SwitchView, rendered: str) -> None:
    wanted = view.watchdog
    for port in ethernet(read(rendered)).values():
        watchdog = port.qos.watchdog
        assert value(watchdog.enabled) is (wanted.enabled and view.lossless_profile)
        assert value(watchdog.priorities) == frozenset(entry.priority for entry in lossless_classes(view))
        if wanted.enabled:
            times = (value(watchdog.detection_ms), value(watchdog.recovery_ms), value(watchdog.polling_ms))
            assert times == (wanted.detection_ms, wanted.recovery_ms, wanted.polling_ms)
            assert (value(watchdog.action), value(watchdog.recovers)) == (wanted.action, True)


def test_loopbacks_and_gateways_come_back(view: SwitchView, rendered: str) -> None:
    found = {
        port.name: (value(port.vrf), [value(address) for address in port.addresses])
        for port in read(rendered).ports
        if port.kind in (PortKind.LOOPBACK, PortKind.VLAN)
    }
    wanted: dict[str, tuple[str, list[str]]] = {"loopback0": ("default", [view.loopback])}
    if view.vtep_loopback:
        wanted["loopback1"] = ("default", [view.vtep_loopback])
    for tenant in view.tenants:
        wanted[f"Vlan{tenant.l3_vlan}"] = (tenant.name, [])
        wanted |= {f"Vlan{one.vlan}": (tenant.name, [one.gateway]) for one in tenant.vlans if one.gateway}
    assert found == wanted


def test_the_tunnel_endpoint_comes_back(view: SwitchView, rendered: str) -> None:
    overlay = read(rendered).overlay
    assert value(overlay.terminates_tunnels) is bool(view.tenants)
    if view.tenants:
        copied = (value(overlay.outer_dscp), value(overlay.ecn_copied_to_outer), value(overlay.ecn_copied_to_inner))
        assert copied == (OuterDscp.INNER, True, True)

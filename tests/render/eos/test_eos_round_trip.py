"""What we render is read back as what was meant, with nothing left over."""

from __future__ import annotations

from roce_lint.intent.view import ClassPurpose, QosProfileView, SwitchView
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Fact, Unknown
from roce_lint.model.qos import Queue
from roce_lint.model.terms import OuterDscp, PfcMode, PortKind, Scheduling, Trust
from roce_lint.os.eos.reader import read_eos
from roce_lint.platforms.catalog import switch
from roce_lint.platforms.platform import Feature
from roce_lint.text.document import Document

UNKNOWN = "unknown"


def value(fact: Fact[object]) -> object:
    return UNKNOWN if isinstance(fact, Unknown) else fact.value


def read(text: str) -> Device:
    reading = read_eos(Document("leaf.cfg", text))
    assert reading.unread == ()
    assert reading.links == ()
    (device,) = reading.devices
    assert device.undefined_references == ()
    return device


def ethernet(device: Device) -> dict[str, Port]:
    return {port.name: port for port in device.ports if port.kind is PortKind.ETHERNET}


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
    highest = max((queue.index for queue in profile.queues if queue.strict), default=8)
    for queue in profile.queues:
        # An unused queue above a strict one is left strict: `no priority` would take the lower one along.
        strict = queue.strict or (not queue.class_name and queue.index > highest)
        kind = Scheduling.STRICT if strict else Scheduling.WEIGHTED
        curve = (queue.ecn_kmin_bytes, queue.ecn_kmax_bytes, float(queue.ecn_pmax_percent), 0)
        ecn = (True, *curve) if queue.ecn_enabled else (False, *(UNKNOWN,) * 4)
        wanted.append((queue.index, kind, float(queue.bandwidth_percent), 100.0, *ecn, False))
    return wanted


def test_identity_and_routing_come_back(view: SwitchView, rendered: str) -> None:
    device = read(rendered)
    assert (device.name, value(device.platform), value(device.release), value(device.asn)) == (
        view.name,
        view.platform,
        view.release,
        view.asn,
    )
    assert value(device.load_balancing.maximum_paths) == view.maximum_paths


def test_every_port_comes_back(view: SwitchView, rendered: str) -> None:
    found = {
        name: (
            value(port.description),
            value(port.speed_gbps),
            value(port.ip_mtu_bytes),
            value(port.routed),
            value(port.vlans),
            tuple(value(address) for address in port.addresses),
            value(port.qos.bound),
            value(port.qos.trust),
        )
        for name, port in ethernet(read(rendered)).items()
    }
    assert found == {
        port.name: (
            port.description,
            port.speed_gbps,
            port.ip_mtu_bytes,
            not port.vlan,
            frozenset({port.vlan}) if port.vlan else frozenset(),
            (port.address,) if port.address else (),
            True,
            Trust.DSCP,
        )
        for port in view.ports
    }


def test_ports_are_printed_in_numeric_order(rendered: str) -> None:
    names = list(ethernet(read(rendered)))
    assert names == sorted(names, key=lambda name: [int(part) for part in name.removeprefix("Ethernet").split("/")])


def test_every_queue_of_every_port_comes_back(view: SwitchView, rendered: str) -> None:
    ports = ethernet(read(rendered))
    profiles = {profile.name: profile for profile in view.profiles}
    for port in view.ports:
        found = [queue_values(queue) for queue in ports[port.name].qos.queues]
        assert found == wanted_queues(profiles[port.profile])


def test_every_code_point_lands_in_its_class(view: SwitchView, rendered: str) -> None:
    best_effort = next(entry for entry in view.classes if entry.purpose is ClassPurpose.BEST_EFFORT)
    wanted = [str(best_effort.priority)] * 64
    for entry in view.classes:
        for dscp in entry.dscps:
            wanted[dscp] = str(entry.priority)
    for port in ethernet(read(rendered)).values():
        assert [value(fact) for fact in port.qos.classification.traffic_class_by_dscp] == wanted
        for entry in view.classes:
            found = port.qos.classes[entry.priority]
            assert value(found.queue) == entry.priority
            pauses = frozenset({entry.priority}) if entry.lossless else frozenset()
            assert value(found.pause_priorities) == pauses


def test_priorities_and_headroom_come_back(view: SwitchView, rendered: str) -> None:
    lossless = {entry.priority for entry in view.classes if entry.lossless}
    has_mmu = switch(view.platform).supports(Feature.MMU_PROFILE)
    headroom = max(profile.headroom_bytes for profile in view.profiles) if has_mmu else UNKNOWN
    for port in ethernet(read(rendered)).values():
        assert value(port.qos.pfc_mode) is (PfcMode.ON if lossless else PfcMode.OFF)
        found = [
            (
                value(entry.generates_pause),
                value(entry.honours_pause),
                value(entry.paused_queues),
                value(entry.group.headroom_bytes),
            )
            for entry in port.qos.priorities
        ]
        assert found == [
            (True, True, frozenset({number}), headroom)
            if number in lossless
            else (False, False, frozenset({number}), 0)
            for number in range(8)
        ]
        assert value(port.qos.link_pause_received) is False
        assert value(port.qos.link_pause_sent) is False
        assert value(port.qos.rewrite_enabled) is False


def test_the_watchdog_comes_back(view: SwitchView, rendered: str) -> None:
    wanted = view.watchdog
    for port in ethernet(read(rendered)).values():
        watchdog = port.qos.watchdog
        assert value(watchdog.enabled) is wanted.enabled
        if wanted.enabled:
            found = (
                watchdog.detection_ms,
                watchdog.recovery_ms,
                watchdog.polling_ms,
                watchdog.action,
                watchdog.recovers,
            )
            assert [value(fact) for fact in found] == [
                wanted.detection_ms,
                wanted.recovery_ms,
                wanted.polling_ms,
                wanted.action,
                True,
            ]
            assert value(watchdog.priorities) == frozenset(entry.priority for entry in view.classes if entry.lossless)


def test_loopbacks_and_overlay_come_back(view: SwitchView, rendered: str) -> None:
    device = read(rendered)
    addresses = {port.name: [value(address) for address in port.addresses] for port in device.ports}
    assert addresses["Loopback0"] == [view.loopback]
    assert addresses.get("Loopback1", [""]) == [view.vtep_loopback]
    overlay = device.overlay
    ends_tunnels = bool(view.tenants)
    assert value(overlay.terminates_tunnels) is ends_tunnels
    if ends_tunnels:
        assert [value(overlay.outer_dscp), value(overlay.ecn_copied_to_outer), value(overlay.ecn_copied_to_inner)] == [
            OuterDscp.INNER,
            True,
            True,
        ]
        gateway = next(port for port in device.ports if port.name == "Vlan110")
        assert ([value(entry) for entry in gateway.addresses], value(gateway.vrf)) == (["10.110.0.1/24"], "BLUE")
        assert value(gateway.ip_mtu_bytes) == 9114


def test_ports_with_one_profile_share_their_queues(view: SwitchView, rendered: str) -> None:
    ports = ethernet(read(rendered))
    by_profile: dict[tuple[str, int], set[int]] = {}
    for port in view.ports:
        by_profile.setdefault((port.profile, port.speed_gbps), set()).add(id(ports[port.name].qos.queues))
    assert {len(objects) for objects in by_profile.values()} == {1}

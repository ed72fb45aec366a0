"""What we render is read back as what was meant, in both forms, with nothing left over."""

from __future__ import annotations

from collections.abc import Callable

from roce_lint.intent.view import ClassView, QosProfileView, SwitchPortView, SwitchView
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Fact, Unknown
from roce_lint.model.qos import Queue
from roce_lint.model.terms import OuterDscp, PfcMode, PortKind, Scheduling, Trust, WatchdogAction
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.os.srlinux.view import srl_view
from roce_lint.platforms.catalog import switch
from roce_lint.text.document import Document

UNKNOWN = "unknown"
DNX_LARGEST_PAUSE_BYTES = 262_144


def value(fact: Fact[object]) -> object:
    return UNKNOWN if isinstance(fact, Unknown) else fact.value


def ethernet(device: Device) -> dict[str, Port]:
    return {port.name: port for port in device.ports if port.kind is PortKind.ETHERNET}


def profile_of(view: SwitchView, port: SwitchPortView) -> QosProfileView:
    return next(profile for profile in view.profiles if profile.name == port.profile)


def lossless_classes(view: SwitchView) -> list[ClassView]:
    return [entry for entry in view.classes if entry.lossless and view.lossless_profile]


def is_dnx(view: SwitchView) -> bool:
    return view.platform.startswith("7250")


def test_identity_and_routing_come_back(view: SwitchView, device: Device) -> None:
    balancing = device.load_balancing
    found = (device.name, value(device.asn), value(balancing.maximum_paths))
    assert found == (view.name, view.asn, view.maximum_paths)
    assert (value(balancing.hash_uses_l4_ports), value(balancing.sprays_packets)) == (True, False)
    assert value(device.buffer.is_virtual_output_queued) is is_dnx(view)


def test_the_set_form_names_release_and_platform(view: SwitchView, render_flat: Callable[[SwitchView], str]) -> None:
    (device,) = read_srlinux(Document("leaf.cfg", render_flat(view))).devices
    assert (value(device.release), value(device.platform)) == (view.release or UNKNOWN, view.platform)


def test_every_port_comes_back(view: SwitchView, device: Device) -> None:
    found = {
        name: (
            value(port.description),
            value(port.enabled),
            value(port.speed_gbps),
            value(port.ip_mtu_bytes),
            value(port.routed),
            value(port.vrf),
            tuple(value(address) for address in port.addresses),
            value(port.lag),
            value(port.qos.bound),
            value(port.qos.trust),
            value(port.qos.link_pause_received),
        )
        for name, port in ethernet(device).items()
    }
    wanted = {
        port.name: (
            port.description,
            True,
            port.speed_gbps,
            port.ip_mtu_bytes,
            not port.vlan,
            "BLUE" if port.vlan else "default",
            (port.address,) if port.address else (),
            "",
            True,
            Trust.DSCP,
            False,
        )
        for port in view.ports
    }
    assert found == wanted


def test_a_frame_has_room_for_the_packet_and_a_tag(view: SwitchView, device: Device) -> None:
    wanted = {port.name: port.ip_mtu_bytes + 18 for port in view.ports}
    assert {name: value(port.frame_mtu_bytes) for name, port in ethernet(device).items()} == wanted


def test_every_code_point_has_its_class(view: SwitchView, device: Device) -> None:
    wanted = {dscp: f"fc{entry.priority}" for entry in view.classes for dscp in entry.dscps}
    for port in ethernet(device).values():
        found = [value(fact) for fact in port.qos.classification.traffic_class_by_dscp]
        assert found == [wanted.get(dscp, "fc0") for dscp in range(64)]


def test_every_class_has_its_queue_and_priority(view: SwitchView, device: Device) -> None:
    wanted = [
        (
            f"fc{entry.priority}",
            entry.priority,
            frozenset({entry.priority}) if entry in lossless_classes(view) else frozenset(),
        )
        for entry in sorted(view.classes, key=lambda entry: entry.priority)
    ]
    for port in ethernet(device).values():
        assert [(c.name, value(c.queue), value(c.pause_priorities)) for c in port.qos.classes] == wanted


def test_pfc_and_headroom_come_back(view: SwitchView, device: Device) -> None:
    ports = ethernet(device)
    lossless = {entry.priority for entry in lossless_classes(view)}
    for port in view.ports:
        qos, profile = ports[port.name].qos, profile_of(view, port)
        assert value(qos.pfc_mode) is (PfcMode.ON if lossless else PfcMode.OFF)
        for priority in qos.priorities:
            on = priority.number in lossless
            assert (value(priority.generates_pause), value(priority.honours_pause)) == (on, on)
            assert value(priority.paused_queues) == (frozenset({priority.number}) if on else frozenset())
            pause = profile.pause_threshold_bytes
            if is_dnx(view):
                pause = min(pause, DNX_LARGEST_PAUSE_BYTES)
            found = (value(priority.group.xoff_threshold_bytes), value(priority.group.headroom_bytes))
            assert found == ((pause, profile.headroom_bytes) if on else (UNKNOWN, UNKNOWN))


def test_a_7250_resumes_no_later_than_meant(view: SwitchView, device: Device) -> None:
    ports = ethernet(device)
    for port in view.ports if is_dnx(view) and view.lossless_profile else ():
        profile = profile_of(view, port)
        wanted = profile.pause_threshold_bytes - profile.resume_threshold_bytes
        for entry in lossless_classes(view):
            offset = value(ports[port.name].qos.priorities[entry.priority].group.resume_offset_bytes)
            assert isinstance(offset, int)
            assert wanted <= offset < wanted + DNX_LARGEST_PAUSE_BYTES // 100 + 1


def queue_values(queue: Queue) -> tuple[object, ...]:
    return (
        value(queue.scheduling),
        value(queue.weight_percent),
        value(queue.shape_percent),
        value(queue.ecn_enabled),
        value(queue.ecn_kmin_bytes),
        value(queue.ecn_kmax_bytes),
        value(queue.ecn_pmax_percent),
        value(queue.wred_drop_enabled),
    )


def test_every_used_queue_comes_back(view: SwitchView, device: Device) -> None:
    ports = ethernet(device)
    for port in view.ports:
        for queue in profile_of(view, port).queues:
            if not queue.class_name:
                continue
            kind = Scheduling.STRICT if queue.strict else Scheduling.WEIGHTED
            curve = (queue.ecn_kmin_bytes, queue.ecn_kmax_bytes, queue.ecn_pmax_percent)
            ecn = (True, *curve) if queue.ecn_enabled else (False, *(UNKNOWN,) * 3)
            wanted = (kind, float(queue.bandwidth_percent), 100.0, *ecn, False)
            assert queue_values(ports[port.name].qos.queues[queue.index]) == wanted


def test_a_marking_queue_is_longer_than_what_ingress_accepts(view: SwitchView, device: Device) -> None:
    ports = ethernet(device)
    accepted = sum(
        profile_of(view, port).pause_threshold_bytes + profile_of(view, port).headroom_bytes for port in view.ports
    )
    for port in view.ports:
        for queue in profile_of(view, port).queues:
            limit = value(ports[port.name].qos.queues[queue.index].limit_bytes)
            if queue.ecn_enabled:
                assert isinstance(limit, int)
                assert limit >= 2 * queue.ecn_kmax_bytes
                assert limit >= accepted or not queue.lossless


def test_the_watchdog_comes_back(view: SwitchView, device: Device) -> None:
    wanted_on = view.watchdog.enabled and view.lossless_profile
    for port in ethernet(device).values():
        watchdog = port.qos.watchdog
        assert value(watchdog.enabled) is wanted_on
        assert value(watchdog.priorities) == frozenset(entry.priority for entry in lossless_classes(view))
        if wanted_on:
            found = (value(watchdog.detection_ms), value(watchdog.recovery_ms), value(watchdog.action))
            wanted = (view.watchdog.detection_ms, view.watchdog.recovery_ms, WatchdogAction.IGNORE_PAUSE)
            assert found == wanted


def test_no_packet_leaves_with_another_class(view: SwitchView, device: Device) -> None:
    """On 7250 ECN rewrites the DSCP of every class; each new DSCP must select the same class again."""
    of_dscp = {dscp: f"fc{entry.priority}" for entry in view.classes for dscp in entry.dscps}
    for port in ethernet(device).values():
        assert value(port.qos.rewrite_enabled) is is_dnx(view)
        for rewrite in port.qos.rewrites:
            dscp = value(rewrite.dscp)
            assert isinstance(dscp, int)
            assert of_dscp.get(dscp, "fc0") == rewrite.traffic_class


def test_the_overlay_comes_back(view: SwitchView, device: Device) -> None:
    overlay = device.overlay
    wanted = (True, OuterDscp.TRAFFIC_CLASS) if view.tenants else (False, UNKNOWN)
    assert (value(overlay.terminates_tunnels), value(overlay.outer_dscp)) == wanted


def test_ports_stand_in_the_order_of_the_panel(view: SwitchView) -> None:
    names = [port.name for port in srl_view(view, switch(view.platform)).ports]
    assert names == sorted(names, key=lambda name: [int(part) for part in name.removeprefix("ethernet-").split("/")])

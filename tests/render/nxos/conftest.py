"""Switch views made by hand, and their rendering for NX-OS."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from roce_lint.intent.view import (
    ClassPurpose,
    ClassView,
    OverlayPeerView,
    PortPurpose,
    QosProfileView,
    QueueView,
    SwitchPortView,
    SwitchView,
    TenantView,
    VlanView,
    WatchdogView,
)
from roce_lint.model.terms import Role, WatchdogAction
from roce_lint.os.nxos.view import nxos_view
from roce_lint.platforms.catalog import switch
from roce_lint.render.environment import make_environment, render_template
from roce_lint.values import replace

SPEEDS_GBPS = {"n9k-c9332d-gx2b": (100, 400), "n9k-c9364d-gx2a": (400, 400), "n9k-c9364e-sg2": (400, 800)}


def make_classes(lossless: bool, two_lossless: bool) -> tuple[ClassView, ...]:
    weights = (20, 60, 20) if two_lossless else (30, 70, 0)
    classes = [
        ClassView("roce", ClassPurpose.ROCE, (26,), 3, lossless, False, weights[1]),
        ClassView("cnp", ClassPurpose.CNP, (48,), 7, False, True, 0),
        ClassView("best-effort", ClassPurpose.BEST_EFFORT, (), 0, False, False, weights[0]),
    ]
    if two_lossless:
        classes.append(ClassView("roce-storage", ClassPurpose.ROCE, (18, 20), 4, lossless, False, weights[2]))
    return tuple(classes)


def make_profile(speed_gbps: int, cable_length_m: int, classes: tuple[ClassView, ...]) -> QosProfileView:
    by_queue = {entry.priority: entry for entry in classes}
    queues = []
    for index in range(8):
        entry = by_queue.get(index)
        marks = entry is not None and entry.purpose is ClassPurpose.ROCE
        queues.append(
            QueueView(
                index=index,
                class_name=entry.name if entry else "",
                lossless=bool(entry and entry.lossless),
                strict=bool(entry and entry.strict),
                bandwidth_percent=entry.bandwidth_percent if entry else 0,
                ecn_enabled=marks,
                ecn_kmin_bytes=1500 * speed_gbps if marks else 0,
                ecn_kmax_bytes=15_001 * speed_gbps + 7 if marks else 0,
                ecn_pmax_percent=20 if marks else 0,
            )
        )
    return QosProfileView(
        name=f"ROCE-{speed_gbps}G",
        speed_gbps=speed_gbps,
        cable_length_m=cable_length_m,
        headroom_bytes=400 * speed_gbps + 5 * cable_length_m,
        pause_threshold_bytes=2_000 * speed_gbps,
        resume_threshold_bytes=2_000 * speed_gbps - 18_432,
        queues=tuple(queues),
    )


def make_ports(speeds: tuple[int, int], cable_length_m: int, vlan: int) -> tuple[SwitchPortView, ...]:
    host_gbps, fabric_gbps = speeds
    breakout = f"4x{host_gbps}G" if host_gbps == 100 else ""
    hosts = [
        SwitchPortView(
            name=f"Ethernet1/{cage}" + (f"/{lane + 1}" if breakout else ""),
            cage=cage,
            lane=lane + 1 if breakout else 0,
            breakout=breakout,
            purpose=PortPurpose.HOST,
            speed_gbps=host_gbps,
            description=f"gpu{cage:02d} rail{lane}",
            peer_device=f"gpu{cage:02d}",
            peer_port=f"rail{lane}",
            cable_length_m=5,
            ip_mtu_bytes=9000,
            address="" if vlan else f"10.64.{lane}.{2 * cage}/31",
            peer_address="" if vlan else f"10.64.{lane}.{2 * cage + 1}",
            peer_asn=0,
            vlan=vlan,
            profile=f"ROCE-{host_gbps}G",
        )
        for cage in (1, 2, 10)
        for lane in range(4 if breakout else 1)
    ]
    fabric = [
        SwitchPortView(
            name=f"Ethernet1/{20 + number}",
            cage=20 + number,
            lane=0,
            breakout="",
            purpose=PortPurpose.FABRIC,
            speed_gbps=fabric_gbps,
            description=f"spine{number} Ethernet1/1",
            peer_device=f"spine{number}",
            peer_port="Ethernet1/1",
            cable_length_m=cable_length_m,
            ip_mtu_bytes=9216,
            address=f"10.0.{number}.1/31",
            peer_address=f"10.0.{number}.0",
            peer_asn=65100,
            vlan=0,
            profile=f"ROCE-{fabric_gbps}G",
        )
        for number in (1, 2)
    ]
    # Out of numeric order on purpose: the device prints Ethernet1/2 before Ethernet1/10.
    return (*fabric, *reversed(hosts))


def make_view(
    platform: str = "n9k-c9332d-gx2b",
    *,
    lossless: bool = True,
    two_lossless: bool = False,
    overlay: bool = False,
    role: Role = Role.LEAF,
    cable_length_m: int = 30,
) -> SwitchView:
    classes = make_classes(lossless, two_lossless)
    speeds = SPEEDS_GBPS[platform]
    tenant = TenantView("BLUE", 50001, 3901, (VlanView(110, 10110, "training", "10.110.0.1/24"),))
    tenants = (tenant,) if overlay and role is Role.LEAF else ()
    return SwitchView(
        name="ai-leaf-01",
        os="nxos",
        role=role,
        platform=platform,
        release="10.4(3)",
        asn=65101,
        router_id="10.255.0.1",
        loopback="10.255.0.1/32",
        vtep_loopback="10.254.0.1/32" if tenants else "",
        mtu_bytes=9216,
        maximum_paths=8,
        loopback_pool="10.255.0.0/16",
        host_pool="10.64.0.0/16",
        lossless_profile=lossless,
        classes=classes,
        profiles=tuple(make_profile(speed, cable_length_m, classes) for speed in sorted(set(speeds))),
        watchdog=WatchdogView(lossless, 200, 400, 100, WatchdogAction.DROP),
        ports=make_ports(speeds, cable_length_m, 110 if tenants else 0),
        tenants=tenants,
        overlay_peers=(OverlayPeerView("spine1", "10.255.0.101", 65100),) if overlay else (),
    )


def with_watchdog(view: SwitchView, **changes: object) -> SwitchView:
    return replace(view, watchdog=replace(view.watchdog, **changes))  # type: ignore[arg-type]  # fields of any type


def render_view(view: SwitchView) -> str:
    nxos = nxos_view(view, switch(view.platform))
    return render_template(make_environment(), "nxos/device.j2", {"view": view, "nxos": nxos})


CASES: dict[str, Callable[[], SwitchView]] = {
    "leaf, breakout, two speeds": make_view,
    "one speed": lambda: make_view("n9k-c9364d-gx2a", role=Role.SPINE),
    "two lossless classes": lambda: make_view(two_lossless=True),
    "long cables": lambda: make_view(cable_length_m=500),
    "long cables, two lossless classes": lambda: make_view(cable_length_m=500, two_lossless=True),
    "ECN only": lambda: make_view(lossless=False, cable_length_m=500),
    "overlay leaf": lambda: make_view(overlay=True),
    "overlay spine": lambda: make_view("n9k-c9364d-gx2a", overlay=True, role=Role.SPINE),
    "Silicon One": lambda: make_view("n9k-c9364e-sg2"),
    "default watchdog timers": lambda: with_watchdog(make_view(), detection_ms=100, recovery_ms=1000),
    "slow watchdog that notifies": lambda: with_watchdog(
        make_view(), detection_ms=600, recovery_ms=1200, polling_ms=300, action=WatchdogAction.NOTIFY_ONLY
    ),
    "watchdog off": lambda: with_watchdog(make_view(), enabled=False),
    "no release": lambda: replace(make_view(), release=""),
}


@pytest.fixture(params=list(CASES.values()), ids=list(CASES))
def view(request: pytest.FixtureRequest) -> SwitchView:
    """One switch of each kind that the templates tell apart."""
    make: Callable[[], SwitchView] = request.param
    return make()


@pytest.fixture
def rendered(view: SwitchView) -> str:
    """The configuration of that switch."""
    return render_view(view)


@pytest.fixture(name="make_view")
def make_view_fixture() -> Callable[..., SwitchView]:
    """The builder of views."""
    return make_view


@pytest.fixture(name="render")
def render_fixture() -> Callable[[SwitchView], str]:
    """The renderer."""
    return render_view


@pytest.fixture(name="change_watchdog")
def change_watchdog_fixture() -> Callable[..., SwitchView]:
    """A function that changes the watchdog of a view."""
    return with_watchdog

"""Switch views made by hand, and their rendering."""

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
from roce_lint.os.eos.view import eos_view
from roce_lint.platforms.catalog import switch
from roce_lint.render.environment import make_environment, render_template
from roce_lint.values import replace

SPEEDS_GBPS = {"dcs-7050cx3-32s": (100, 100), "dcs-7060dx5-64s": (200, 400), "dcs-7280dr3-24": (400, 400)}


def make_classes(lossless: bool, two_lossless: bool) -> tuple[ClassView, ...]:
    weights = (20, 60, 20) if two_lossless else (30, 70, 0)
    classes = [
        ClassView("best-effort", ClassPurpose.BEST_EFFORT, (), 0, False, False, weights[0]),
        ClassView("roce", ClassPurpose.ROCE, (26,), 3, lossless, False, weights[1]),
        ClassView("cnp", ClassPurpose.CNP, (48,), 6, False, True, 0),
    ]
    if two_lossless:
        classes.append(ClassView("roce-storage", ClassPurpose.ROCE, (18, 20), 4, lossless, False, weights[2]))
    return tuple(classes)


def make_profile(speed_gbps: int, classes: tuple[ClassView, ...]) -> QosProfileView:
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
                ecn_kmax_bytes=15001 * speed_gbps + 7 if marks else 0,
                ecn_pmax_percent=20 if marks else 0,
            )
        )
    return QosProfileView(
        name=f"ROCE-{speed_gbps}G",
        speed_gbps=speed_gbps,
        cable_length_m=30,
        headroom_bytes=400 * speed_gbps,
        pause_threshold_bytes=20_000 * speed_gbps,
        resume_threshold_bytes=20_000 * speed_gbps - 18_432,
        queues=tuple(queues),
    )


def make_ports(platform: str, mtu_bytes: int, vlan: int) -> tuple[SwitchPortView, ...]:
    host_gbps, fabric_gbps = SPEEDS_GBPS[platform]
    breakout = "2x200G" if host_gbps == 200 else ""
    first_fabric_cage = 20
    hosts = [
        SwitchPortView(
            name=f"Ethernet{cage}/{1 + 4 * lane}",
            cage=cage,
            lane=lane + 1 if breakout else 0,
            breakout=breakout,
            purpose=PortPurpose.HOST,
            speed_gbps=host_gbps,
            description=f"gpu{cage:02d}_rail{lane}",
            peer_device=f"gpu{cage:02d}",
            peer_port=f"eth{lane}",
            cable_length_m=5,
            ip_mtu_bytes=mtu_bytes - 100 * bool(vlan),
            address="" if vlan else f"10.64.{lane}.{2 * cage}/31",
            peer_address="" if vlan else f"10.64.{lane}.{2 * cage + 1}",
            peer_asn=0,
            vlan=vlan,
            profile=f"ROCE-{host_gbps}G",
        )
        for cage in (1, 2, 10)
        for lane in range(2 if breakout else 1)
    ]
    fabric = [
        SwitchPortView(
            name=f"Ethernet{first_fabric_cage + number}/1",
            cage=first_fabric_cage + number,
            lane=0,
            breakout="",
            purpose=PortPurpose.FABRIC,
            speed_gbps=fabric_gbps,
            description=f"spine{number}_Ethernet1/1",
            peer_device=f"spine{number}",
            peer_port="Ethernet1/1",
            cable_length_m=30,
            ip_mtu_bytes=mtu_bytes,
            address=f"10.0.{number}.1/31",
            peer_address=f"10.0.{number}.0",
            peer_asn=65100,
            vlan=0,
            profile=f"ROCE-{fabric_gbps}G",
        )
        for number in (1, 2)
    ]
    # Out of numeric order on purpose: the device prints Ethernet2 before Ethernet10.
    return (*fabric, *reversed(hosts))


def make_view(
    platform: str = "dcs-7060dx5-64s", *, lossless: bool = True, two_lossless: bool = False, overlay: bool = False
) -> SwitchView:
    classes = make_classes(lossless, two_lossless)
    tenant = TenantView("BLUE", 50001, 3001, (VlanView(110, 10110, "training", "10.110.0.1/24"),))
    return SwitchView(
        name="rail1-leaf01",
        os="eos",
        role=Role.LEAF,
        platform=platform,
        release="4.34.2F",
        asn=65101,
        router_id="10.255.0.1",
        loopback="10.255.0.1/32",
        vtep_loopback="10.255.1.1/32" if overlay else "",
        mtu_bytes=9214,
        maximum_paths=8,
        loopback_pool="10.255.0.0/16",
        host_pool="10.64.0.0/16",
        lossless_profile=lossless,
        classes=classes,
        profiles=tuple(make_profile(speed, classes) for speed in sorted(set(SPEEDS_GBPS[platform]))),
        watchdog=WatchdogView(lossless, 200, 400, 100, WatchdogAction.DROP),
        ports=make_ports(platform, 9214, 110 if overlay else 0),
        tenants=(tenant,) if overlay else (),
        overlay_peers=(OverlayPeerView("spine1", "10.255.0.101", 65100),) if overlay else (),
    )


def with_watchdog(view: SwitchView, **changes: object) -> SwitchView:
    return replace(view, watchdog=replace(view.watchdog, **changes))  # type: ignore[arg-type]  # fields of any type


def render(view: SwitchView) -> str:
    eos = eos_view(view, switch(view.platform))
    return render_template(make_environment(), "eos/device.j2", {"view": view, "eos": eos})


CASES: dict[str, Callable[[], SwitchView]] = {
    "trident, routed, one lossless class": lambda: make_view("dcs-7050cx3-32s"),
    "tomahawk, breakout, two lossless classes": lambda: make_view("dcs-7060dx5-64s", two_lossless=True),
    "trident, overlay": lambda: make_view("dcs-7050cx3-32s", overlay=True),
    "tomahawk, ECN only": lambda: make_view("dcs-7060dx5-64s", lossless=False),
    "jericho": lambda: make_view("dcs-7280dr3-24"),
    "error-disabling watchdog": lambda: with_watchdog(make_view(), action=WatchdogAction.ERRDISABLE),
    "watchdog off": lambda: with_watchdog(make_view(), enabled=False),
    "notifying watchdog, long polling": lambda: with_watchdog(
        make_view(), action=WatchdogAction.NOTIFY_ONLY, detection_ms=1050, recovery_ms=2000, polling_ms=525
    ),
}


@pytest.fixture(params=list(CASES.values()), ids=list(CASES))
def view(request: pytest.FixtureRequest) -> SwitchView:
    """One switch of each kind that the templates tell apart."""
    make: Callable[[], SwitchView] = request.param
    return make()


@pytest.fixture
def rendered(view: SwitchView) -> str:
    """The configuration of that switch."""
    return render(view)


@pytest.fixture(name="make_view")
def make_view_fixture() -> Callable[..., SwitchView]:
    """The builder of views."""
    return make_view


@pytest.fixture(name="render")
def render_fixture() -> Callable[[SwitchView], str]:
    """The renderer."""
    return render


@pytest.fixture(name="cases")
def cases_fixture() -> dict[str, Callable[[], SwitchView]]:
    """All named views."""
    return CASES


@pytest.fixture(name="change_watchdog")
def change_watchdog_fixture() -> Callable[..., SwitchView]:
    """A function that changes the watchdog of a view."""
    return with_watchdog

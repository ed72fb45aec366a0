"""Switch views made by hand, and their rendering for SR Linux in both forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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
from roce_lint.model.device import Device
from roce_lint.model.terms import Role, WatchdogAction
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.os.srlinux.releases import release_numbers
from roce_lint.os.srlinux.render import startup_json
from roce_lint.os.srlinux.view import srl_view
from roce_lint.platforms.catalog import switch
from roce_lint.render.environment import make_environment, render_template
from roce_lint.text.document import Document
from roce_lint.values import replace


@dataclass(frozen=True)
class Panel:
    """Which cages of a chassis the tests use: first host cage, first fabric cage, speeds, breakout of host cages."""

    host_cage: int
    fabric_cage: int
    host_gbps: int
    fabric_gbps: int
    breakout: str


PANELS = {
    "7220-ixr-d4": Panel(1, 29, 100, 400, ""),
    "7220-ixr-d5": Panel(1, 29, 100, 400, "4x100G"),
    "7220-ixr-h3": Panel(3, 30, 100, 400, "4x100G"),
    "7220-ixr-h4": Panel(1, 60, 100, 400, "4x100G"),
    "7220-ixr-h4-32d": Panel(1, 30, 400, 400, ""),
    "7220-ixr-h5-64d": Panel(1, 60, 400, 800, ""),
    "7250-ixr-6e": Panel(1, 30, 100, 400, "4x100G"),
    "7250-ixr-10e": Panel(1, 30, 400, 400, ""),
    "7250-ixr-18e": Panel(1, 30, 400, 400, ""),
    "7250-ixr-x1b": Panel(1, 30, 100, 400, ""),
    "7250-ixr-x3b": Panel(1, 30, 400, 400, ""),
}
WITHOUT_PFC = ("7220-ixr-h3",)


ENVIRONMENT = make_environment()


def make_classes(lossless: bool, two_lossless: bool) -> tuple[ClassView, ...]:
    weights = (20, 60, 20) if two_lossless else (30, 70, 0)
    classes = [
        ClassView("roce", ClassPurpose.ROCE, (26,), 3, lossless, False, weights[1]),
        ClassView("cnp", ClassPurpose.CNP, (48,), 6, False, True, 0),
        ClassView("best-effort", ClassPurpose.BEST_EFFORT, (), 0, False, False, weights[0]),
    ]
    if two_lossless:
        classes.append(ClassView("roce-storage", ClassPurpose.ROCE, (18, 20), 4, lossless, False, weights[2]))
    return tuple(classes)


def make_profile(name: str, speed_gbps: int, classes: tuple[ClassView, ...]) -> QosProfileView:
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
                ecn_kmin_bytes=1500 * speed_gbps + index if marks else 0,
                ecn_kmax_bytes=15_001 * speed_gbps + 7 if marks else 0,
                ecn_pmax_percent=20 if marks else 0,
            )
        )
    return QosProfileView(
        name=name,
        speed_gbps=speed_gbps,
        cable_length_m=30,
        headroom_bytes=400 * speed_gbps + 150,
        pause_threshold_bytes=3_000 * speed_gbps,
        resume_threshold_bytes=3_000 * speed_gbps - 18_432,
        queues=tuple(queues),
    )


def make_ports(panel: Panel, vlan: int) -> tuple[SwitchPortView, ...]:
    lanes = range(1, 5) if panel.breakout else (0,)
    hosts = [
        SwitchPortView(
            name=f"ethernet-1/{panel.host_cage + n}" + (f"/{lane}" if lane else ""),
            cage=panel.host_cage + n,
            lane=lane,
            breakout=panel.breakout,
            purpose=PortPurpose.HOST,
            speed_gbps=panel.host_gbps,
            description=f'gpu{n:02d} rail "{lane}"',
            peer_device=f"gpu{n:02d}",
            peer_port=f"rail{lane}",
            cable_length_m=5,
            ip_mtu_bytes=9000,
            address="" if vlan else f"10.64.{lane}.{2 * n}/31",
            peer_address="" if vlan else f"10.64.{lane}.{2 * n + 1}",
            peer_asn=0,
            vlan=vlan,
            profile="ROCE-HOST",
        )
        for n in (0, 1, 9)
        for lane in lanes
    ]
    fabric = [
        SwitchPortView(
            name=f"ethernet-1/{panel.fabric_cage + number}",
            cage=panel.fabric_cage + number,
            lane=0,
            breakout="",
            purpose=PortPurpose.FABRIC,
            speed_gbps=panel.fabric_gbps,
            description=f"spine{number} ethernet-1/1",
            peer_device=f"spine{number}",
            peer_port="ethernet-1/1",
            cable_length_m=30,
            ip_mtu_bytes=9216,
            address=f"10.0.{number}.1/31",
            peer_address=f"10.0.{number}.0",
            peer_asn=65100,
            vlan=0,
            profile="ROCE-FABRIC",
        )
        for number in (0, 1)
    ]
    # Out of numeric order on purpose: the view has to sort them.
    return (*fabric, *reversed(hosts))


def make_view(
    platform: str = "7220-ixr-h4",
    *,
    lossless: bool = True,
    two_lossless: bool = False,
    overlay: bool = False,
    role: Role = Role.LEAF,
    release: str = "25.3.1",
) -> SwitchView:
    panel = PANELS[platform]
    classes = make_classes(lossless, two_lossless)
    segments = (VlanView(110, 10110, "training", "10.110.0.1/24"), VlanView(111, 70_111, "scratch", ""))
    tenants = (TenantView("BLUE", 50001, 3901, segments),) if overlay and role is Role.LEAF else ()
    return SwitchView(
        name="ai-leaf-01",
        os="srlinux",
        role=role,
        platform=platform,
        release=release,
        asn=4_200_000_101,
        router_id="10.255.0.1",
        loopback="10.255.0.1/32",
        vtep_loopback="10.254.0.1/32" if tenants else "",
        mtu_bytes=9216,
        maximum_paths=8,
        loopback_pool="10.255.0.0/16",
        host_pool="10.64.0.0/16",
        lossless_profile=lossless,
        classes=classes,
        profiles=(
            make_profile("ROCE-HOST", panel.host_gbps, classes),
            make_profile("ROCE-FABRIC", panel.fabric_gbps, classes),
        ),
        watchdog=WatchdogView(lossless, 200, 400, 0, WatchdogAction.IGNORE_PAUSE),
        ports=make_ports(panel, 110 if tenants else 0),
        tenants=tenants,
        overlay_peers=(OverlayPeerView("spine1", "10.255.0.101", 65100),) if overlay else (),
    )


def render_flat(view: SwitchView) -> str:
    srl = srl_view(view, switch(view.platform))
    return render_template(ENVIRONMENT, "srlinux/device.j2", {"view": view, "srl": srl})


def render_json(view: SwitchView) -> str:
    return startup_json(render_flat(view), release_numbers(view.release))


CASES: dict[str, Callable[[], SwitchView]] = {
    **{name: (lambda name=name: make_view(name, lossless=name not in WITHOUT_PFC)) for name in PANELS},
    "two lossless classes": lambda: make_view(two_lossless=True),
    "two lossless classes on 7250": lambda: make_view("7250-ixr-x3b", two_lossless=True),
    "ECN only": lambda: make_view(lossless=False),
    "ECN only on 7250": lambda: make_view("7250-ixr-x1b", lossless=False),
    "overlay leaf": lambda: make_view("7220-ixr-d5", overlay=True),
    "overlay spine": lambda: make_view("7250-ixr-x3b", overlay=True, role=Role.SPINE),
    "watchdog off": lambda: replace(make_view(), watchdog=WatchdogView(False, 0, 0, 0, WatchdogAction.DROP)),
    "no release": lambda: make_view(release=""),
}
OTHER_RELEASES = {
    "24.7": lambda: make_view(release="24.7.1"),
    "24.10": lambda: make_view("7250-ixr-x1b", release="24.10.2"),
    "25.10": lambda: make_view(release="25.10.1"),
    "25.10 on 7250": lambda: make_view("7250-ixr-x1b", release="25.10.1"),
}


@pytest.fixture(scope="session", params=[*CASES.values(), *OTHER_RELEASES.values()], ids=[*CASES, *OTHER_RELEASES])
def view(request: pytest.FixtureRequest) -> SwitchView:
    """One switch of each kind that the templates tell apart."""
    make: Callable[[], SwitchView] = request.param
    return make()


@pytest.fixture(scope="session")
def device(rendered: str) -> Device:
    """That configuration read back."""
    reading = read_srlinux(Document("leaf.cfg", rendered))
    assert reading.unread == ()
    assert reading.links == ()
    (device,) = reading.devices
    assert device.undefined_references == ()
    return device


@pytest.fixture(params=list(CASES))
def case_name(request: pytest.FixtureRequest) -> str:
    """The name of a view of the release whose models are at hand."""
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def cases() -> dict[str, Callable[[], SwitchView]]:
    """The builders of the views of that release, by name."""
    return CASES


@pytest.fixture(scope="session", params=[render_flat, render_json], ids=["set", "json"])
def rendered(request: pytest.FixtureRequest, view: SwitchView) -> str:
    """The configuration of that switch, in either form."""
    render: Callable[[SwitchView], str] = request.param
    return render(view)


@pytest.fixture(name="make_view")
def make_view_fixture() -> Callable[..., SwitchView]:
    """The builder of views."""
    return make_view


@pytest.fixture(name="render_flat", scope="session")
def render_flat_fixture() -> Callable[[SwitchView], str]:
    """The renderer of `set /` lines."""
    return render_flat


@pytest.fixture(name="render_json", scope="session")
def render_json_fixture() -> Callable[[SwitchView], str]:
    """The renderer of the start-up file."""
    return render_json

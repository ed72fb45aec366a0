"""What is effective on one port, as rules name it, put together from one class for each concern."""

from __future__ import annotations

from roce_lint.judge.derive.cls.port_classification import PortClassification, port_classification
from roce_lint.judge.derive.pfc.port_pauses import PortPauses, port_pauses
from roce_lint.judge.derive.port_mtu import PortMtu, port_mtu
from roce_lint.judge.derive.wd.port_watchdog import PortWatchdog, port_watchdog
from roce_lint.model.device import Device, Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.logic import map_fact
from roce_lint.model.terms import Fec
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class PortCable:
    """What is behind the port, and the LAG that it is in."""

    faces: str
    """What it connects to: `host`, `fabric` or `unknown`."""
    cabled: bool
    """Its peer is known."""
    peer: str
    """The port at the other end, as `device port`; empty if it is not known."""
    cable_length_m: Fact[int]
    """The length of the cable in m; unknown if no input states it."""
    cable_origin: str
    """Where the cable is known from; empty without one."""
    agrees_with_bundle: Fact[bool]
    """The members of its LAG have the same QoS settings."""
    speed_fits_bundle: Fact[bool]
    """All members of its LAG have the same speed."""


@dataclass(frozen=True, slots=True)
class PortState:
    """One port; priorities and queues are entities of their own.

    Rules name the facts of each part as the port's: `port.watchdog_enabled`, not `port.watchdog.watchdog_enabled`.
    """

    PARTS = ("mtu", "classification", "pauses", "watchdog", "cable")

    name: str
    """The name of the port."""
    os: str
    """The system of its device."""
    in_domain: Fact[bool]
    """RoCE is meant to cross the port."""
    enabled: Fact[bool]
    """The port is not shut down; unknown if its file does not show it, such as part of a configuration."""
    in_use: Fact[bool]
    """The port is not shut down; if its file does not show that, it has a cable or an address, and otherwise it is
    unknown.
    """
    speed_gbps: Fact[int]
    """The speed in Gb/s; unknown if neither the file nor the platform states it."""
    description: Fact[str]
    """Its description; unknown if it has none or its file does not show it."""
    vrf: Fact[str]
    """The VRF that it is in, `default` for the global table."""
    leads_elsewhere: Fact[bool]
    """Its description indicates a purpose outside the RoCE fabric."""
    qos_bound: Fact[bool]
    """Some QoS object (profile, policy, interface entry) is attached to the port; placed at the attachment, or at
    the block that lacks it."""
    carries_roce_qos: bool
    """The port has RoCE settings: pauses, marking or a classifier."""
    mtu: PortMtu
    """Part: how large packets it takes."""
    classification: PortClassification
    """Part: what it makes of markings."""
    pauses: PortPauses
    """Part: PFC and link-level pause."""
    watchdog: PortWatchdog
    """Part: the PFC watchdog."""
    cable: PortCable
    """Part: what is behind it."""
    fec_fits_speed: Fact[bool]
    """It sets no forward error correction other than Reed-Solomon, which 200 Gb/s and more require."""
    fec: str
    """The forward error correction that it sets; empty if it sets none."""
    fec_is_usual: Fact[bool]
    """It does not disable or weaken error correction that three out of four RoCE ports of its speed keep."""


def port_state(
    device: Device,
    port: Port,
    *,
    faces: str,
    peer: str,
    in_domain: Fact[bool],
    carries: bool,
    unmarked_lossless: Fact[bool],
    unmarked_mtu: Fact[int],
    unmarked_stays: Fact[bool],
    host_causes: frozenset[str],
    of_some_links: frozenset[int],
    reaches_lossless: Fact[bool],
    bundle_agrees: Fact[bool],
    speed_fits: Fact[bool],
    fec_is_odd: bool,
    elsewhere: bool,
    length: Fact[int],
    origin: str,
    needed_mtu: Fact[int],
    gateway_mtu: Fact[int],
) -> PortState:
    """Return the port as rules see it."""
    return PortState(
        name=port.name,
        os=device.os,
        in_domain=in_domain,
        enabled=port.enabled,
        in_use=_in_use(port, is_cabled=bool(peer)),
        speed_gbps=port.speed_gbps,
        description=port.description,
        vrf=port.vrf,
        leads_elsewhere=Stated(elsewhere, port.description.source),
        qos_bound=port.qos.bound,
        carries_roce_qos=carries,
        mtu=port_mtu(port, needed_mtu, gateway_mtu),
        classification=port_classification(port, reaches_lossless, unmarked_lossless, unmarked_mtu, unmarked_stays),
        pauses=port_pauses(device, port, of_some_links),
        watchdog=port_watchdog(device, port, host_causes, of_some_links),
        cable=PortCable(
            faces=faces,
            cabled=bool(peer),
            peer=peer,
            cable_length_m=length,
            cable_origin=origin,
            agrees_with_bundle=bundle_agrees,
            speed_fits_bundle=speed_fits,
        ),
        fec_fits_speed=_fec_fits(port),
        fec="" if isinstance(port.fec, Unknown) else port.fec.value.value,
        fec_is_usual=Stated(False, port.fec.source)
        if fec_is_odd
        else Default(True, port.source, "its error correction is not weaker than that of other ports"),
    )


def _in_use(port: Port, *, is_cabled: bool) -> Fact[bool]:
    if not isinstance(port.enabled, Unknown):
        return port.enabled
    if port.addresses:
        return Default(True, port.addresses[0].source, "it has an address")
    return Default(True, port.source, "it has a cable") if is_cabled else port.enabled


def _fec_fits(port: Port) -> Fact[bool]:
    fec = port.fec
    if isinstance(fec, Unknown):
        return Default(True, port.source, fec.because)
    return map_fact(lambda one: one is Fec.REED_SOLOMON, fec)

"""What is effective on one port, as rules name it."""

from __future__ import annotations

from roce_lint.fabric.port_basics import pfc_on, pfc_priorities, trusts_dscp
from roce_lint.model.device import AnyPort, Device, Port
from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.logic import any_of, combine, is_false, is_true, map_fact
from roce_lint.model.terms import PfcMode, Trust, WatchdogAction
from roce_lint.os.registry import behaviour_of
from roce_lint.values import dataclass

ROCE_PAYLOAD_BYTES = 4096
ROCE_OVERHEAD_BYTES = 60
"""IPv4 20 + UDP 8 + BTH 12 + RETH 16 + ICRC 4 bytes around one RoCEv2 payload (IBTA annex A17)."""

"""Longest cable without an ingress pause buffer of its own (Nexus 9000 QoS guide, PFC guidelines for 9300-GX)."""


@dataclass(frozen=True, slots=True)
class PortState:
    """One port. Priorities and queues are entities of their own."""

    name: str
    """The name of the port."""
    os: str
    """The system of its device."""
    faces: str
    """What is behind it: `host`, `fabric` or `unknown`."""
    cabled: bool
    """Its peer is known."""
    peer: str
    """The port at the other end, as `device port`; empty where it is not known."""
    in_domain: Fact[bool]
    """RoCE is meant to cross the port."""
    speed_gbps: Fact[int]
    """The speed in Gb/s; unknown where neither the file nor the platform says."""
    ip_mtu_bytes: Fact[int]
    """The largest IP packet that it takes, in bytes."""
    roce_ip_mtu_bytes: Fact[int]
    """The IP packet that the largest RoCE packet needs, in bytes."""
    gateway_mtu_bytes: Fact[int]
    """The largest IP packet that the VLAN interfaces and subinterfaces take that route what arrives here, in bytes."""
    qos_bound: Fact[bool]
    """Some QoS object (profile, policy, interface entry) is attached to the port; placed at the attachment, or at
    the block that lacks it."""
    carries_roce_qos: bool
    """The port has what other ports have for RoCE: pauses, marking or a classifier."""
    trust: Fact[Trust]
    """By what the port classifies: DSCP, the priority of the VLAN tag, both or nothing."""
    trusts_dscp: Fact[bool]
    """The port classifies by DSCP."""
    unmarked_is_lossless: Fact[bool]
    """Packets without a marking get a class that pauses."""
    unmarked_class_mtu_bytes: Fact[int]
    """The largest IP packet that the class of unmarked packets takes, in bytes."""
    unmarked_stays_off_roce: Fact[bool]
    """No rewriting gives unmarked packets a RoCE DSCP on the way out."""
    pfc_mode: Fact[PfcMode]
    """`on`, `off` or `auto`, where DCBX decides."""
    pfc_on: Fact[bool]
    """PFC is certainly active (forced on); unknown where DCBX decides."""
    pfc_is_negotiated: bool
    """The port leaves PFC to DCBX."""
    pfc_priorities: Fact[frozenset[int]]
    """The priorities for which the port would send pause frames."""
    pauses_anything: Fact[bool]
    """`pfc_priorities` is not empty."""
    certainly_pauses: bool
    """`pfc_priorities` is known and not empty."""
    lossless_priority_count: Fact[int]
    """How many `pfc_priorities` there are; placed at the last line that adds one."""
    agrees_with_bundle: Fact[bool]
    """The members of its LAG have the same QoS."""
    speed_fits_bundle: Fact[bool]
    """The members of its LAG have its speed."""
    leads_elsewhere: Fact[bool]
    """Its description names no part of a RoCE fabric."""
    some_priority_no_drop: Fact[bool]
    """Some priority is no-drop by configuration, whatever the port's PFC switch says."""
    link_pause_on: Fact[bool]
    """Link-level pause (802.3x) is on in either direction."""
    watchdog_enabled: Fact[bool]
    """The PFC watchdog is on."""
    hosts_lack_watchdog_alike: bool
    """Ports of this device that do not lead to the fabric lack the watchdog for the very same cause, so that one
    fault explains both."""
    watchdog_covers_pfc: Fact[bool]
    """The watchdog watches all `pfc_priorities`."""
    watchdog_gaps: Fact[frozenset[int]]
    """The `pfc_priorities` that the watchdog does not watch."""
    watchdog_detection_ms: Fact[int]
    """How long a queue is paused before the watchdog acts, in ms."""
    watchdog_recovery_ms: Fact[int]
    """How long the pauses have to be gone before it lets go, in ms."""
    watchdog_polling_ms: Fact[int]
    """How often it looks, in ms."""
    watchdog_polling_is_kept: Fact[bool]
    """The polling interval fits the other timers, so that the system does not replace it."""
    watchdog_action: Fact[WatchdogAction]
    """What it does with a stuck queue."""
    watchdog_shuts_port: bool
    """It certainly error-disables the port."""
    watchdog_only_notifies: bool
    """It certainly only logs."""
    watchdog_recovers: Fact[bool]
    """It lets go by itself when the pauses have gone."""
    cable_length_m: Fact[int]
    """The length of the cable in m; unknown where no input says."""
    cable_origin: str
    """Where the cable is known from; empty without one."""
    has_own_classifier: Fact[bool]
    """A classifier is configured, or the table of the system's default one is documented."""
    lossless_class_is_reached: Fact[bool]
    """Some marking that the port trusts gets a class that pauses; also where nothing pauses."""
    carved_for_cable_m: Fact[int]
    """The longest cable in m for which the system's own headroom is documented to be enough."""
    pfc_is_told_on_cable: bool = False
    """What keeps an intended priority from pausing here is reported as a fault of one of the device's cables."""


def watchdog_gaps(port: Port, pausing: Fact[frozenset[int]]) -> Fact[frozenset[int]]:
    """Return the priorities that pause and that the watchdog does not watch."""
    return combine(lambda watched, paused: paused - watched, port.qos.watchdog.priorities, pausing)


def cause_of_no_watchdog(port: Port) -> str:
    """Return what keeps the watchdog of a pausing port off: the line that says so, or the reason of the default.

    Empty where the watchdog is on or unknown, or where nothing pauses.
    """
    enabled = port.qos.watchdog.enabled
    if isinstance(enabled, Unknown) or not lacks_watchdog(port):
        return ""
    if isinstance(enabled, Default):
        return enabled.because
    return f"{enabled.source.file}:{enabled.source.line}"


def lacks_watchdog(port: AnyPort) -> bool:
    """Say whether the port pauses and its watchdog is off."""
    return is_false(port.qos.watchdog.enabled) and is_true(map_fact(bool, pfc_priorities(port)))


def polling_is_kept(device: Device, port: Port) -> Fact[bool]:
    """Say whether the system keeps the polling interval: some take at most half the shorter of the other timers."""
    bounded = behaviour_of(device.os).watchdog_polls_within_timers
    watchdog = port.qos.watchdog
    polling = watchdog.polling_ms
    timers = [fact.value for fact in (watchdog.detection_ms, watchdog.recovery_ms) if not isinstance(fact, Unknown)]
    if not bounded or not isinstance(polling, Stated) or not timers:
        return Default(True, polling.source, "no stated polling interval contradicts the other timers")
    return Stated(2 * polling.value <= min(timers), polling.source)


def _has_own_classifier(port: Port) -> Fact[bool]:
    """Say whether the class of a marking is told; it is not where an undocumented system default decides them all."""
    trust = port.qos.trust
    table = port.qos.classification.traffic_class_by_dscp
    if isinstance(trust, Unknown):
        return trust
    if isinstance(trust, Stated) or any(not isinstance(entry, Unknown) for entry in table):
        return Default(True, trust.source, "a map is configured or documented")
    return Default(False, port.source, "no classifier is bound")


def needed_ip_mtu(device: Device, port: Port) -> Fact[int]:
    """Return the IP packet that RoCE needs here: what the NIC says of its path MTU, else 4096 bytes of payload."""
    for nic in device.nics:
        if nic.port == port.name and isinstance(nic.path_mtu_bytes, Stated):
            return Stated(nic.path_mtu_bytes.value + ROCE_OVERHEAD_BYTES, nic.path_mtu_bytes.source)
    return Default(
        ROCE_PAYLOAD_BYTES + ROCE_OVERHEAD_BYTES, port.source, "the largest RoCE path MTU is 4096 bytes (IBTA)"
    )


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
    reaches_lossless: Fact[bool],
    bundle_agrees: Fact[bool],
    speed_fits: Fact[bool],
    elsewhere: bool,
    length: Fact[int],
    origin: str,
    gateway_mtu: Fact[int],
) -> PortState:
    """Return the port as rules see it."""
    qos = port.qos
    pausing = pfc_priorities(port)
    mode = qos.pfc_mode
    either_pause = qos.link_pause_received if is_true(qos.link_pause_received) else qos.link_pause_sent
    return PortState(
        name=port.name,
        os=device.os,
        faces=faces,
        cabled=bool(peer),
        peer=peer,
        in_domain=in_domain,
        speed_gbps=port.speed_gbps,
        ip_mtu_bytes=port.ip_mtu_bytes,
        roce_ip_mtu_bytes=needed_ip_mtu(device, port),
        gateway_mtu_bytes=gateway_mtu,
        qos_bound=qos.bound,
        carries_roce_qos=carries,
        trust=qos.trust,
        trusts_dscp=trusts_dscp(port),
        unmarked_is_lossless=unmarked_lossless,
        unmarked_class_mtu_bytes=unmarked_mtu,
        unmarked_stays_off_roce=unmarked_stays,
        pfc_mode=mode,
        pfc_on=pfc_on(port),
        pfc_is_negotiated=not isinstance(mode, Unknown) and mode.value is PfcMode.AUTO,
        pfc_priorities=pausing,
        pauses_anything=map_fact(bool, pausing),
        certainly_pauses=is_true(map_fact(bool, pausing)),
        lossless_priority_count=_at_last_line(port, map_fact(len, pausing)),
        agrees_with_bundle=bundle_agrees,
        speed_fits_bundle=speed_fits,
        leads_elsewhere=Stated(elsewhere, port.description.source),
        some_priority_no_drop=any_of(*(priority.generates_pause for priority in qos.priorities)),
        link_pause_on=either_pause,
        watchdog_enabled=qos.watchdog.enabled,
        hosts_lack_watchdog_alike=cause_of_no_watchdog(port) in host_causes,
        watchdog_covers_pfc=map_fact(lambda gaps: not gaps, watchdog_gaps(port, pausing)),
        watchdog_gaps=watchdog_gaps(port, pausing),
        watchdog_detection_ms=qos.watchdog.detection_ms,
        watchdog_recovery_ms=qos.watchdog.recovery_ms,
        watchdog_polling_ms=qos.watchdog.polling_ms,
        watchdog_polling_is_kept=polling_is_kept(device, port),
        watchdog_action=qos.watchdog.action,
        watchdog_only_notifies=is_true(
            map_fact(lambda action: action is WatchdogAction.NOTIFY_ONLY, qos.watchdog.action)
        ),
        watchdog_shuts_port=is_true(map_fact(lambda action: action is WatchdogAction.ERRDISABLE, qos.watchdog.action)),
        watchdog_recovers=qos.watchdog.recovers,
        cable_length_m=length,
        cable_origin=origin,
        has_own_classifier=_has_own_classifier(port),
        lossless_class_is_reached=reaches_lossless,
        carved_for_cable_m=_carved_for(device, port),
    )


def _at_last_line(port: Port, count: Fact[int]) -> Fact[int]:
    """Return the number of lossless priorities at the last line that adds one."""
    lines = [
        fact.source
        for priority in port.qos.priorities
        if isinstance(fact := priority.generates_pause, Stated) and fact.value
    ]
    return Stated(count.value, max(lines)) if lines and not isinstance(count, Unknown) else count


def _carved_for(device: Device, port: Port) -> Fact[int]:
    carved = behaviour_of(device.os).carved_headroom
    if carved is not None:
        return Default(carved.cable_m, port.source, carved.because)
    return Unknown("for which cable the system sizes its headroom is not documented", port.source)

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
    """One port. Priorities and queues are entities of their own.

    `faces`: `host`, `fabric` or `unknown`. `pfc_on`: PFC is certainly active (forced on); unknown where DCBX decides.
    `pfc_is_negotiated`: the port leaves PFC to DCBX. `pfc_priorities`: those for which it would send pause frames.
    `certainly_pauses`: it sends them for at least one.
    `some_priority_no_drop`: one is no-drop by configuration, whatever the port's PFC switch says.
    `agrees_with_bundle`: the members of its bundle have the same QoS. `speed_fits_bundle`: they have its speed.
    `leads_elsewhere`: its description names no part of a RoCE fabric.
    `carved_for_cable_m`: the longest cable for which the system's own headroom is documented to be enough.
    `unmarked_is_lossless`: packets without a marking get a class that pauses. `unmarked_class_mtu_bytes`: the largest
    IP packet that their class takes. `unmarked_stays_off_roce`: no rewriting gives them a RoCE DSCP on the way out.
    `watchdog_polling_is_kept`: the polling interval fits the other timers, so that the system does not replace it.
    `watchdog_shuts_port`: it certainly error-disables the port; `watchdog_only_notifies`: it certainly only logs.
    `watchdog_gaps`: PFC priorities that the watchdog does not watch.
    `hosts_lack_watchdog_alike`: ports of this device
    that do not lead to the fabric lack the watchdog for the very same cause, so that one fault explains both.
    `has_own_classifier`: a classifier is configured, or the table of the system's default one is documented.
    `lossless_class_is_reached`: some marking that the port trusts gets a class that pauses; also where nothing pauses.
    `pfc_is_told_on_cable`: what keeps an intended priority from pausing here is told as a fault of one of the device's
    cables. `roce_ip_mtu_bytes`: what the largest RoCE packet needs (IP bytes). `gateway_mtu_bytes`: what the VLAN
    interfaces and sub-interfaces take that route what arrives here. `cabled`: its peer is known.
    """

    name: str
    os: str
    faces: str
    cabled: bool
    peer: str
    in_domain: Fact[bool]
    speed_gbps: Fact[int]
    ip_mtu_bytes: Fact[int]
    roce_ip_mtu_bytes: Fact[int]
    gateway_mtu_bytes: Fact[int]
    qos_bound: Fact[bool]
    carries_roce_qos: bool
    trust: Fact[Trust]
    trusts_dscp: Fact[bool]
    unmarked_is_lossless: Fact[bool]
    unmarked_class_mtu_bytes: Fact[int]
    unmarked_stays_off_roce: Fact[bool]
    pfc_mode: Fact[PfcMode]
    pfc_on: Fact[bool]
    pfc_is_negotiated: bool
    pfc_priorities: Fact[frozenset[int]]
    pauses_anything: Fact[bool]
    certainly_pauses: bool
    lossless_priority_count: Fact[int]
    agrees_with_bundle: Fact[bool]
    speed_fits_bundle: Fact[bool]
    leads_elsewhere: Fact[bool]
    some_priority_no_drop: Fact[bool]
    link_pause_on: Fact[bool]
    watchdog_enabled: Fact[bool]
    hosts_lack_watchdog_alike: bool
    watchdog_covers_pfc: Fact[bool]
    watchdog_gaps: Fact[frozenset[int]]
    watchdog_detection_ms: Fact[int]
    watchdog_recovery_ms: Fact[int]
    watchdog_polling_ms: Fact[int]
    watchdog_polling_is_kept: Fact[bool]
    watchdog_action: Fact[WatchdogAction]
    watchdog_shuts_port: bool
    watchdog_only_notifies: bool
    watchdog_recovers: Fact[bool]
    cable_length_m: Fact[int]
    cable_origin: str
    has_own_classifier: Fact[bool]
    lossless_class_is_reached: Fact[bool]
    carved_for_cable_m: Fact[int]
    pfc_is_told_on_cable: bool = False


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

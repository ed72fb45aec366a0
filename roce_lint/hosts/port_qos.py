"""The lossless chain of a NIC port: DSCP to priority, priority to traffic class, PFC, receive buffer."""

from __future__ import annotations

from roce_lint.hosts.contract import NicDriver, ReceiveHeadroom
from roce_lint.hosts.nic_facts import QOS_KEYS, DefaultsInForce, NicFacts, derived
from roce_lint.hosts.settings import SettingKey
from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.qos import Classification, PfcWatchdog, PortQos, Priority, PriorityGroup, Queue, TrafficClass
from roce_lint.model.terms import PfcMode, Scheduling, Trust

_TRUSTS = {"dscp": Trust.DSCP, "pcp": Trust.PCP, "dscp pcp": Trust.DSCP_AND_PCP, "pcp dscp": Trust.DSCP_AND_PCP}
_ALGORITHMS = {"ets": Scheduling.WEIGHTED, "strict": Scheduling.STRICT}
_BY_PCP = "the priority is the PCP (IEEE 802.1Q)"
_HEADROOM_KEYS = (SettingKey.CABLE_LENGTH_M, SettingKey.SPEED_GBPS, SettingKey.MTU_BYTES)
_WHICH_DRIVER = "which driver the NIC has depends on a condition that only the host can decide"
_UNTAGGED = "a packet without a trusted marking gets priority 0"


def port_qos(facts: NicFacts) -> PortQos:
    """Return a port's QoS; what a document does not speak of is unknown, not a default."""
    default = facts.defaults_of(QOS_KEYS)
    off = default.number(default.values.pfc_enabled, int(default.values.pfc_enabled.value)) if default else None
    pfc = [facts.switch(SettingKey.PFC, n, off) for n in range(8)]
    tc = [_traffic_class(facts, default, n) for n in range(8)]
    driver = facts.driver.name if facts.driver else "the driver"
    no_limit = Default(65535, facts.source, f"{driver} has no MTU per priority")
    bound: Fact[bool] = (
        Stated(True, default.since if default else facts.source) if facts.mentions(QOS_KEYS) else facts.missing
    )
    return PortQos(
        bound=bound,
        trust=_trust(facts, default),
        classification=_classification(facts, default),
        classes=tuple(TrafficClass(str(n), tc[n], _paused(n, pfc[n]), no_limit) for n in range(8)),
        pfc_mode=_pfc_mode(facts, pfc),
        priorities=tuple(Priority(n, pfc[n], pfc[n], _as_set(tc[n]), _group(facts, pfc[n])) for n in range(8)),
        queues=tuple(_queue(facts, n) for n in range(8)) if facts.mentions(QOS_KEYS) else (),
        watchdog=_stall_prevention(facts),
        link_pause_received=facts.switch(SettingKey.PAUSE_RECEIVED),
        link_pause_sent=facts.switch(SettingKey.PAUSE_SENT),
        rewrite_enabled=Default(False, facts.source, "a NIC sends packets with the marking that they were given"),
        rewrites=(),
    )


def _trust(facts: NicFacts, default: DefaultsInForce | None) -> Fact[Trust]:
    word = facts.word(SettingKey.TRUST)
    if isinstance(word, Unknown):
        stated_unknown = (SettingKey.TRUST, -1) in facts.words
        return default.fact(default.values.trust) if default and not stated_unknown else word
    return derived(word, _TRUSTS.__getitem__)


def _classification(facts: NicFacts, default: DefaultsInForce | None) -> Classification:
    mapped = default.values.priority_of_dscp if default else None
    # A table has eight values for 64 code points, and what is said of many is one object.
    in_table = (
        {one: derived(default.number(mapped, one), str) for one in set(mapped.value)} if default and mapped else {}
    )
    by_dscp: list[Fact[str]] = (
        [in_table[priority] for priority in mapped.value] if in_table and mapped else [facts.missing] * 64
    )
    for (key, dscp), stated in facts.numbers.items():
        if key is SettingKey.DSCP_PRIORITY:
            by_dscp[dscp] = derived(stated, str)
    where = default.since if default else facts.source
    by_pcp: tuple[Fact[str], ...] = tuple(Default(str(pcp), where, _BY_PCP) for pcp in range(8))
    return Classification(tuple(by_dscp), by_pcp, Default("0", where, _UNTAGGED))


def _traffic_class(facts: NicFacts, default: DefaultsInForce | None, priority: int) -> Fact[int]:
    if default is None:
        return facts.number(SettingKey.PRIORITY_TC, priority)
    mapped = default.values.traffic_class_of_priority
    return facts.number(SettingKey.PRIORITY_TC, priority, default.number(mapped, mapped.value[priority]))


def _as_set(number: Fact[int]) -> Fact[frozenset[int]]:
    return derived(number, lambda value: frozenset({value}))


def _paused(priority: int, pfc: Fact[bool]) -> Fact[frozenset[int]]:
    return derived(pfc, lambda on: frozenset({priority} if on else ()))


def _pfc_mode(facts: NicFacts, pfc: list[Fact[bool]]) -> Fact[PfcMode]:
    owner = facts.switch(SettingKey.DCBX_BY_FIRMWARE)
    if isinstance(owner, Stated) and owner.value:
        return Stated(PfcMode.AUTO, owner.source)
    lossless = [fact for fact in pfc if not isinstance(fact, Unknown) and fact.value]
    shown = lossless or pfc
    first = shown[0]
    if isinstance(first, Unknown):
        return first
    mode = PfcMode.ON if lossless else PfcMode.OFF
    if not lossless and any(isinstance(fact, Unknown) for fact in pfc):
        return next(fact for fact in pfc if isinstance(fact, Unknown))
    return derived(first, lambda _: mode)


def _group(facts: NicFacts, pfc: Fact[bool]) -> PriorityGroup:
    because = facts.driver.behaviour.pause_threshold.because if facts.driver else _WHICH_DRIVER
    not_static = Unknown(because, facts.source)
    not_dynamic = Unknown("a NIC's receive buffer has a static xoff threshold", facts.source)
    return PriorityGroup(_headroom(facts, pfc), facts.missing, not_static, not_static, not_dynamic)


def _headroom(facts: NicFacts, pfc: Fact[bool]) -> Fact[int]:
    """Return what the driver reserves, where the file gives cable length, speed and MTU."""
    if isinstance(pfc, Unknown) or not pfc.value:
        return Unknown("only a priority with PFC has headroom", facts.source)
    computed = headroom_of(facts.driver, *(facts.number(key) for key in _HEADROOM_KEYS))
    return computed or Unknown(
        "the headroom follows from cable length, speed and MTU, which this file does not all give", facts.source
    )


def headroom_of(
    driver: NicDriver | None, cable_length_m: Fact[int], speed_gbps: Fact[int], mtu_bytes: Fact[int]
) -> Default[int] | None:
    """Return what the driver reserves for a priority with PFC; None where a number, or how it computes, is unknown."""
    headroom = driver.behaviour.headroom if driver else None
    if not isinstance(headroom, ReceiveHeadroom):
        return None
    if isinstance(cable_length_m, Unknown) or isinstance(speed_gbps, Unknown) or isinstance(mtu_bytes, Unknown):
        return None
    if speed_gbps.value <= 0:
        return None
    reserved = headroom.bytes_of(speed_gbps.value, mtu_bytes.value, cable_length_m.value)
    return Default(reserved, cable_length_m.source, headroom.because)


def _queue(facts: NicFacts, index: int) -> Queue:
    word = facts.word(SettingKey.TC_ALGORITHM, index)
    scheduling: Fact[Scheduling]
    if isinstance(word, Unknown):
        scheduling = word
    elif word.value in _ALGORITHMS:
        scheduling = Stated(_ALGORITHMS[word.value], word.source)
    else:
        scheduling = Unknown("the traffic class has the vendor's own transmission selection", word.source)
    weight, limit = (
        facts.number(SettingKey.TC_BANDWIDTH_PERCENT, index),
        facts.number(SettingKey.TC_RATE_LIMIT_GBPS, index),
    )
    not_marking = Unknown(
        "a NIC does not mark its own queues; its congestion control slows the flows down", facts.source
    )
    return Queue(
        index=index,
        scheduling=scheduling,
        weight_percent=Stated(float(weight.value), weight.source) if isinstance(weight, Stated) else facts.missing,
        guaranteed_percent=facts.missing,
        shape_percent=_shape(facts, limit),
        ecn_enabled=not_marking,
        ecn_kmin_bytes=not_marking,
        ecn_kmax_bytes=not_marking,
        ecn_pmax_percent=not_marking,
        ecn_averaging_weight=not_marking,
        wred_drop_enabled=not_marking,
        limit_bytes=facts.missing,
        alpha=facts.missing,
    )


def _shape(facts: NicFacts, limit: Fact[int]) -> Fact[float]:
    speed = facts.number(SettingKey.SPEED_GBPS)
    if isinstance(limit, Unknown):
        return limit
    if limit.value == 0:
        return Stated(100.0, limit.source)
    if isinstance(speed, Unknown) or speed.value == 0:
        return Unknown(f"limited to {limit.value} Gb/s of a port whose speed this file does not give", limit.source)
    return Stated(min(100.0, 100 * limit.value / speed.value), limit.source)


def _stall_prevention(facts: NicFacts) -> PfcWatchdog:
    """Return mlx5's PFC stall prevention as the port's watchdog: after that time the NIC stops pausing the switch."""
    duration = facts.number(SettingKey.STALL_PREVENTION_MS)
    enabled: Fact[bool] = facts.missing
    if not isinstance(duration, Unknown):
        enabled = Stated(duration.value > 0, duration.source)
    missing = facts.missing
    return PfcWatchdog(enabled, missing, duration, missing, missing, missing, missing)

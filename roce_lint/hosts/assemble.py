"""Ports and NICs made of what a document says, with the driver's defaults where the document would have to say more."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.hosts.linux.routes import host_route
from roce_lint.hosts.nic_facts import DCQCN_KEYS, LINK_KEYS, NicFacts, resolve_nics
from roce_lint.hosts.port_qos import port_qos
from roce_lint.hosts.registry import ASSUMED_DRIVER
from roce_lint.hosts.settings import PARTS_OF_ALPHA, SettingKey, SettingsLog
from roce_lint.model.device import Device, DeviceBuffer, LoadBalancing, Overlay, Port
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.logic import map_fact
from roce_lint.model.nic import DcqcnParameters, Nic
from roce_lint.model.port import port_of
from roce_lint.model.terms import BundleMode, PortKind, Role

_OF_BONDS = frozenset({SettingKey.BOND_MODE})
_BUNDLE_MODES = {
    **dict.fromkeys(("802.3ad", "4"), BundleMode.ACTIVE),
    **dict.fromkeys(("balance-rr", "0", "balance-xor", "2"), BundleMode.STATIC),
}
_NCCL_KEYS = frozenset({SettingKey.NCCL_USED})
_NCCL = {
    SettingKey.APPLICATION_TOS: (0, "NCCL_IB_TC defaults to 0 (NCCL user guide)"),
    SettingKey.SERVICE_LEVEL: (
        0,
        "NCCL_IB_SL defaults to 0; where NCCL_IB_TC is set, device-initiated traffic may take its value",
    ),
    SettingKey.GID_INDEX: (-1, "NCCL_IB_GID_INDEX defaults to -1, automatic (NCCL 2.21 and later)"),
    SettingKey.ROCE_VERSION: (2, "NCCL_IB_ROCE_VERSION_NUM defaults to 2 (NCCL user guide)"),
    SettingKey.ACK_TIMEOUT: (20, "NCCL_IB_TIMEOUT defaults to 20 (NCCL user guide)"),
    SettingKey.RETRY_COUNT: (7, "NCCL_IB_RETRY_CNT defaults to 7 (NCCL user guide)"),
    SettingKey.QPS_PER_CONNECTION: (1, "NCCL_IB_QPS_PER_CONNECTION defaults to 1 (NCCL user guide)"),
    SettingKey.ADAPTIVE_ROUTING: (0, "NCCL_IB_ADAPTIVE_ROUTING is off on RoCE by default (NCCL user guide)"),
}


def assemble_host(log: SettingsLog) -> Device:
    """Return the host with a port and a NIC for everything that the document configures or shows."""
    whole = Source(log.path, 0, 0)
    missing = Unknown("this file does not say it", whole)
    found = resolve_nics(log)
    modes = {facts.name: facts.word(SettingKey.BOND_MODE) for facts in found if facts.mentions(_OF_BONDS)}
    for facts in found:
        for check in facts.driver.checks if facts.driver else ():
            check(log, facts.numbers)
    nothing = DeviceBuffer(missing, missing, missing, missing, missing)
    return Device(
        name=log.device,
        os="mlx5",
        source=whole,
        platform=missing,
        release=missing,
        role=Stated(Role.HOST, whole),
        asn=missing,
        ports=tuple(_port(facts, modes) for facts in found),
        nics=tuple(_nic(facts) for facts in found if _is_roce_nic(facts)),
        buffer=nothing,
        load_balancing=LoadBalancing(missing, missing, missing),
        overlay=Overlay(missing, missing, missing, missing),
        undefined_references=(),
        refused_settings=log.diagnostics.refused_settings(),
        setting_conflicts=tuple(log.conflicts),
        host_routes=tuple(
            host_route(facts.name, fact)
            for facts in found
            for (key, _), fact in facts.words.items()
            if key is SettingKey.ROUTE
        ),
    )


def _is_roce_nic(facts: NicFacts) -> bool:
    """Return whether the document says more of a port than its MTU, speed, state and addresses."""
    return facts.mentions(frozenset(SettingKey) - LINK_KEYS) or not isinstance(facts.rdma_device, Unknown)


def _port(facts: NicFacts, bond_modes: Mapping[str, Fact[str]]) -> Port:
    bond = facts.word(SettingKey.BOND)
    mtu = facts.number(SettingKey.MTU_BYTES)
    addresses = tuple(fact for (key, _), fact in facts.words.items() if key is SettingKey.ADDRESS)
    no_frame_mtu = Unknown("Linux has one MTU, that of the IP packet", facts.source)
    return port_of(
        name=facts.name,
        source=facts.source,
        kind=PortKind.LAG if facts.name in bond_modes else PortKind.ETHERNET,
        enabled=facts.switch(SettingKey.ENABLED),
        description=facts.missing,
        speed_gbps=facts.number(SettingKey.SPEED_GBPS),
        ip_mtu_bytes=mtu,
        frame_mtu_bytes=no_frame_mtu,
        routed=facts.missing,
        vlans=facts.missing,
        vrf=facts.missing,
        addresses=addresses,
        lag=bond,
        lag_mode=_lag_mode(bond, bond_modes),
        qos=port_qos(facts),
    )


def _lag_mode(bond: Fact[str], modes: Mapping[str, Fact[str]]) -> Fact[BundleMode]:
    """Return how a port joins its bond: with LACP in mode 802.3ad, and without in the modes that a switch sees as one.

    Source: Linux kernel documentation, bonding: 802.3ad is mode 4; balance-rr (0) and balance-xor (2) need a LAG
    without LACP at the switch, the other modes none.
    """
    mode = modes.get(known(bond, ""))
    if mode is None or isinstance(mode, Unknown) or isinstance(bond, Unknown):
        return Unknown("the mode of the bond is not stated with its ports", bond.source)
    return Stated(_BUNDLE_MODES.get(mode.value, BundleMode.NO_LAG), mode.source)


def _nic(facts: NicFacts) -> Nic:
    nccl = facts.touches(_NCCL_KEYS)

    def of_nccl(key: SettingKey) -> Fact[int]:
        value, because = _NCCL[key]
        return facts.number(key, default=Default(value, nccl, because) if nccl else None)

    value, because = _NCCL[SettingKey.ADAPTIVE_ROUTING]
    adaptive = facts.switch(SettingKey.ADAPTIVE_ROUTING, default=Default(value, nccl, because) if nccl else None)
    cm_mode = facts.touches(frozenset({SettingKey.RDMA_CM_MODE}))
    no_tos = Default(0, cm_mode, "RDMA-CM sends with ToS 0 until default_roce_tos is set") if cm_mode else None
    return Nic(
        port=facts.name,
        rdma_device=facts.rdma_device,
        rdma_cm_tos=facts.number(SettingKey.RDMA_CM_TOS, default=no_tos),
        device_tos=facts.number(SettingKey.DEVICE_TOS),
        application_tos=of_nccl(SettingKey.APPLICATION_TOS),
        service_level=of_nccl(SettingKey.SERVICE_LEVEL),
        cnp_dscp=_dcqcn(facts, SettingKey.CNP_DSCP),
        cnp_priority=_dcqcn(facts, SettingKey.CNP_PRIORITY),
        cnp_takes_data_marking=_takes_data_marking(facts),
        notification_enabled=_enabled(facts, SettingKey.NOTIFICATION),
        reaction_enabled=_enabled(facts, SettingKey.REACTION),
        dcqcn=_parameters(facts),
        roce_version=facts.numbers.get((SettingKey.RDMA_CM_MODE, -1)) or of_nccl(SettingKey.ROCE_VERSION),
        gid_index=of_nccl(SettingKey.GID_INDEX),
        path_mtu_bytes=_path_mtu(facts),
        cable_length_m=_cable_length(facts),
        ack_timeout_exponent=of_nccl(SettingKey.ACK_TIMEOUT),
        retry_count=of_nccl(SettingKey.RETRY_COUNT),
        qps_per_connection=of_nccl(SettingKey.QPS_PER_CONNECTION),
        adaptive_routing_enabled=adaptive,
        nccl_settings_are_void=facts.switch(
            SettingKey.NCCL_VOID, default=Default(0, nccl, "NCCL_IB_DISABLE is not set") if nccl else None
        ),
        device_initiated_tos=facts.number(SettingKey.DEVICE_INITIATED_TOS),
        control_tos=facts.number(SettingKey.CONTROL_TOS),
        rate_limits_gbps=tuple(facts.number(SettingKey.TC_RATE_LIMIT_GBPS, number) for number in range(8)),
        evidence=facts.evidence,
        driver=_driver(facts),
        pkey_index=facts.number(SettingKey.PKEY_INDEX),
        pkey=facts.number(SettingKey.PKEY),
        firmware=facts.word(SettingKey.FIRMWARE),
        programmable_cc_enabled=facts.switch(SettingKey.PROGRAMMABLE_CC),
        rtt_timestamp_format=facts.number(SettingKey.RTT_TIMESTAMP_FORMAT),
    )


def _driver(facts: NicFacts) -> Fact[str]:
    assumed = Default(ASSUMED_DRIVER.name, facts.source, "nothing in this file belongs to another driver")
    return facts.word(SettingKey.DRIVER, default=assumed if facts.driver is ASSUMED_DRIVER else None)


def _cable_length(facts: NicFacts) -> Fact[int]:
    default = facts.defaults_of(frozenset({SettingKey.PFC, SettingKey.TRUST, SettingKey.DSCP_PRIORITY}))
    return facts.number(
        SettingKey.CABLE_LENGTH_M, default=default.fact(default.values.cable_length_m) if default else None
    )


def _path_mtu(facts: NicFacts) -> Fact[int]:
    mtu = facts.number(SettingKey.MTU_BYTES)
    if isinstance(mtu, Unknown):
        return mtu
    because = f"RoCE takes the largest InfiniBand MTU that fits a netdev MTU of {mtu.value}"
    return Default(roce_path_mtu_bytes(mtu.value), mtu.source, because)


def _enabled(facts: NicFacts, key: SettingKey) -> tuple[Fact[bool], ...]:
    default = facts.defaults_of(DCQCN_KEYS)
    on = default.number(default.values.dcqcn_enabled, int(default.values.dcqcn_enabled.value)) if default else None
    return tuple(facts.switch(key, priority, on) for priority in range(8))


def _dcqcn(facts: NicFacts, key: SettingKey) -> Fact[int]:
    default = facts.defaults_of(DCQCN_KEYS)
    if default is None:
        return facts.number(key)
    parameters = default.values.dcqcn_parameters
    return facts.number(key, default=default.number(parameters, parameters.value[key.value]))


def _alpha(facts: NicFacts, key: SettingKey) -> Fact[float]:
    return map_fact(lambda parts: parts / PARTS_OF_ALPHA, _dcqcn(facts, key))


def _takes_data_marking(facts: NicFacts) -> Fact[bool]:
    default = facts.defaults_of(DCQCN_KEYS)
    taken = default.values.cnp_takes_data_marking if default else None
    fact = default.number(taken, int(taken.value)) if default and taken else None
    return facts.switch(SettingKey.CNP_TAKES_DATA_MARKING, default=fact)


def _parameters(facts: NicFacts) -> DcqcnParameters:
    return DcqcnParameters(
        min_time_between_cnps_us=_dcqcn(facts, SettingKey.MIN_TIME_BETWEEN_CNPS),
        alpha_update_period_us=_dcqcn(facts, SettingKey.ALPHA_UPDATE_PERIOD),
        alpha_weight=_alpha(facts, SettingKey.ALPHA_WEIGHT),
        initial_alpha=_alpha(facts, SettingKey.INITIAL_ALPHA),
        rate_reduce_period_us=_dcqcn(facts, SettingKey.RATE_REDUCE_PERIOD),
        increase_timer_us=_dcqcn(facts, SettingKey.INCREASE_TIMER),
        increase_byte_counter_bytes=_dcqcn(facts, SettingKey.INCREASE_BYTE_COUNTER),
        fast_recovery_stages=_dcqcn(facts, SettingKey.FAST_RECOVERY_STAGES),
        additive_increase_mbps=_dcqcn(facts, SettingKey.ADDITIVE_INCREASE),
        hyper_increase_mbps=_dcqcn(facts, SettingKey.HYPER_INCREASE),
        min_rate_mbps=_dcqcn(facts, SettingKey.MIN_RATE),
        min_decrease_percent=_dcqcn(facts, SettingKey.MIN_DECREASE),
    )


_IB_MTUS_BYTES = (4096, 2048, 1024, 512, 256)
_ALLOWANCE_BYTES = 104


def roce_path_mtu_bytes(netdev_mtu_bytes: int) -> int:
    """Return the InfiniBand MTU that a RoCE device takes on a netdev of this MTU; 0 where none fits.

    RoCE needs 104 bytes of headers besides: a netdev MTU of 4200 carries 4096, one of 1500 carries 1024.
    Source: NVIDIA, recommended MTU for RoCE.
    """
    return next((mtu for mtu in _IB_MTUS_BYTES if mtu + _ALLOWANCE_BYTES <= netdev_mtu_bytes), 0)

"""What a host's NIC does with RoCE: marking, CNPs, DCQCN, transport."""

from __future__ import annotations

from enum import Enum

from roce_lint.model.fact import NOWHERE, Fact, Unknown
from roce_lint.values import dataclass


class Evidence(Enum):
    """How a document knows a NIC's settings, in falling order of what the NIC does at this moment."""

    OBSERVED = "observed on the running NIC"
    RECONCILED = "kept in force by an operator"
    CONFIGURED = "written by a configuration"
    STORED = "stored in the firmware for the next start"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class DcqcnParameters:
    """DCQCN of a NIC in the terms of its paper (SIGCOMM 2015), and of QCN, IEEE 802.1Qau, from which it has the rates.

    `alpha` estimates congestion, 0 to 1: each update weighs the old value with `alpha_weight`, which is 1 - g.
    """

    min_time_between_cnps_us: Fact[int]
    """N: the notification point sends one CNP for a flow in so long."""
    alpha_update_period_us: Fact[int]
    """Without a CNP alpha is updated so often."""
    alpha_weight: Fact[float]
    initial_alpha: Fact[float]
    """Alpha at the first CNP."""
    rate_reduce_period_us: Fact[int]
    """The shortest time between two cuts of the rate."""
    increase_timer_us: Fact[int]
    """T (rpgTimeReset)."""
    increase_byte_counter_bytes: Fact[int]
    """B (rpgByteReset); 0 means off."""
    fast_recovery_stages: Fact[int]
    """F (rpgThreshold)."""
    additive_increase_mbps: Fact[int]
    """R_AI (rpgAiRate)."""
    hyper_increase_mbps: Fact[int]
    """R_HAI (rpgHaiRate)."""
    min_rate_mbps: Fact[int]
    """rpgMinRate."""
    min_decrease_percent: Fact[int]
    """The least that a cut leaves of the rate (rpgMinDecFac)."""


_NO_KEY = Unknown("no file names a P_Key", NOWHERE)
_NO_FIRMWARE = Unknown("no file shows the firmware", NOWHERE)
_NO_SETTING = Unknown("no file states it", NOWHERE)


@dataclass(frozen=True, slots=True)
class Nic:
    """One RoCE port of a host; the netdev's PFC, trust, priorities and queues are in the `Port` of the same name.

    `rdma_cm_tos`: IP ToS byte of RDMA-CM connections. `device_tos`: ToS byte forced for all QPs of the device.
    `application_tos`: ToS byte that the application sets (NCCL_IB_TC). Each 0 to 255; DSCP is its upper six bits.
    `device_initiated_tos`: that of transfers which the GPU or a second library starts, `control_tos`: that of NCCL's
    control messages, where they have one of their own.
    `notification_enabled` (NP) and `reaction_enabled` (RP): DCQCN per priority, eight entries each.
    `cable_length_m`: what the NIC was configured with for its receive headroom.
    `cnp_takes_data_marking`: a CNP gets the priority or the DSCP of the packet that was marked, whatever `cnp_dscp` and
    `cnp_priority` say. `nccl_settings_are_void`: NCCL is set to use RoCE in a certain way and not to use it at
    all.
    `ack_timeout_exponent`: 4.096 us * 2^n; `retry_count`: 0 to 7.
    `rate_limits_gbps`: per traffic class, eight entries, 0 for none.
    `driver`: the name of its driver, that decides on defaults and behaviour (`mlx5`).
    `pkey_index`: place in the P_Key table of the port whose key an application takes (NCCL_IB_PKEY), `pkey`: the key
    itself (UCX_IB_PKEY), 0 to 65535; both on InfiniBand.
    `firmware`: its version, as tools of the host show it (`28.45.1020`).
    `programmable_cc_enabled`: programs decide on rates by probes, not DCQCN (USER_PROGRAMMABLE_CC);
    `rtt_timestamp_format`: that of the probes (ROCE_CC_RTT_TIMESTAMP_FORMAT), 0 to 255.
    `evidence`: how the document that these facts come from knows them; of several, the strongest.
    """

    port: str
    rdma_device: Fact[str]
    rdma_cm_tos: Fact[int]
    device_tos: Fact[int]
    application_tos: Fact[int]
    service_level: Fact[int]
    cnp_dscp: Fact[int]
    cnp_priority: Fact[int]
    cnp_takes_data_marking: Fact[bool]
    notification_enabled: tuple[Fact[bool], ...]
    reaction_enabled: tuple[Fact[bool], ...]
    dcqcn: DcqcnParameters
    roce_version: Fact[int]
    gid_index: Fact[int]
    path_mtu_bytes: Fact[int]
    cable_length_m: Fact[int]
    ack_timeout_exponent: Fact[int]
    retry_count: Fact[int]
    qps_per_connection: Fact[int]
    adaptive_routing_enabled: Fact[bool]
    nccl_settings_are_void: Fact[bool]
    device_initiated_tos: Fact[int]
    control_tos: Fact[int]
    rate_limits_gbps: tuple[Fact[int], ...]
    driver: Fact[str]
    evidence: Evidence = Evidence.CONFIGURED
    pkey_index: Fact[int] = _NO_KEY
    pkey: Fact[int] = _NO_KEY
    firmware: Fact[str] = _NO_FIRMWARE
    programmable_cc_enabled: Fact[bool] = _NO_SETTING
    rtt_timestamp_format: Fact[int] = _NO_SETTING

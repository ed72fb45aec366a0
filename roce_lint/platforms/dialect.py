"""Facts that only one operating system has: keywords and limits of its own configuration language."""

from __future__ import annotations

from enum import Enum

from roce_lint.platforms.datum import Datum, Range
from roce_lint.values import dataclass


class QueueKeyword(Enum):
    """The EOS sub-mode that holds a unicast queue; exactly one of them is valid on a platform."""

    TX_QUEUE = "tx-queue"
    UC_TX_QUEUE = "uc-tx-queue"


class SrlModelClass(Enum):
    """The two shapes of the SR Linux QoS tree: Broadcom XGS chips (7220) and DNX chips (7250)."""

    XGS = "xgs"
    DNX = "dnx"


@dataclass(frozen=True, slots=True)
class EosDialect:
    """EOS: the queue sub-mode, and the limits of the MMU profile and of the headroom pool."""

    queue_keyword: Datum[QueueKeyword]
    headroom_pool_bytes: Datum[Range]
    guaranteed_bandwidth_for_watchdog: Datum[bool]


@dataclass(frozen=True, slots=True)
class NxosDialect:
    """NX-OS: the queuing model and the ranges of the ingress pause buffer and of the watchdog's multipliers.

    Detection takes interval x shutdown multiplier, restoring interval x auto-restore multiplier.
    """

    queuing_model: Datum[int]
    pause_buffer_bytes: Datum[Range]
    pause_threshold_bytes: Datum[Range]
    network_qos_mtu_bytes: Datum[Range]
    watchdog_interval_ms: Datum[Range]
    watchdog_interval_default_ms: Datum[int]
    shutdown_multiplier: Datum[Range]
    shutdown_multiplier_default: Datum[int]
    auto_restore_multiplier: Datum[Range]
    auto_restore_multiplier_default: Datum[int]
    fixed_restore_multiplier: Datum[Range]
    fixed_restore_multiplier_default: Datum[int]
    interface_multiplier: Datum[Range]
    queue_limit_default: Datum[str]
    ingress_pause_mandatory_over_m: Datum[int]


@dataclass(frozen=True, slots=True)
class SrlDialect:
    """SR Linux: the shape of the QoS tree on this chassis, its defaults and its limits.

    `validator_chassis` names the published feature list of the chassis. Percentages are of the chip's buffer
    (`pfc_buffer_reservation`) or of the queue's committed burst (`pfc_on`, `pfc_off`).
    """

    model_class: Datum[SrlModelClass]
    validator_chassis: Datum[str]
    classifier_leaves: Datum[tuple[str, ...]]
    rewrite_leaves: Datum[tuple[str, ...]]
    ecn_dscp_policy_mandatory: Datum[bool]
    wred_traffic_types: Datum[tuple[str, ...]]
    forwarding_complexes: Datum[tuple[str, ...]]
    pfc_buffer_reservation_default_percent: Datum[int]
    pfc_queue_burst_default_bytes: Datum[int]
    pfc_queue_committed_burst_bytes: Datum[Range]
    pfc_on_default_percent: Datum[int]
    pfc_off_default_percent: Datum[int]
    pfc_reserved_share_default_percent: Datum[int]
    pfc_reserved_share_bytes: Datum[Range]
    scheduler_weight: Datum[Range]
    buffer_profiles_max: Datum[int]
    pfc_mapping_profiles_max: Datum[int]
    queue_burst_default: Datum[str]


Dialect = EosDialect | NxosDialect | SrlDialect

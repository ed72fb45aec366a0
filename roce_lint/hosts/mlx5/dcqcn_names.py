"""The three names under which mlx5 keeps each DCQCN parameter, with its range and its firmware default."""

from __future__ import annotations

from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class DcqcnName:
    """One parameter: as a setting (`SettingKey`), in mlxconfig, and as a file of the running NIC.

    `firmware` lacks the port (`_P1`); `sysfs` is below `ecn/` of the network interface, `debugfs` below `cc_params/`.
    `low` to `high` is what the firmware takes, in the unit of the setting. Sources: mlxconfig parameter database of
    mstflint, Linux mlx5_ib `cong.c`, `mlxconfig query` of ConnectX-4 to ConnectX-7.
    """

    fact: str
    firmware: str
    sysfs: str
    debugfs: str
    low: int
    high: int
    default: int


_17_BITS, _32_BITS = 131071, 4294967295

DCQCN_NAMES = (
    DcqcnName("cnp_dscp", "CNP_DSCP", "roce_np/cnp_dscp", "np_cnp_dscp", 0, 63, 48),
    DcqcnName("cnp_priority", "CNP_802P_PRIO", "roce_np/cnp_802p_prio", "np_cnp_prio", 0, 7, 6),
    DcqcnName(
        "min_time_between_cnps_us",
        "MIN_TIME_BETWEEN_CNPS",
        "roce_np/min_time_between_cnps",
        "np_min_time_between_cnps",
        0,
        _17_BITS,
        4,
    ),
    DcqcnName("alpha_update_period_us", "DCE_TCP_RTT", "roce_rp/dce_tcp_rtt", "rp_dce_tcp_rtt", 1, _17_BITS, 1),
    DcqcnName("alpha_weight_of_1024", "DCE_TCP_G", "roce_rp/dce_tcp_g", "rp_dce_tcp_g", 1, 1023, 1019),
    DcqcnName(
        "initial_alpha_of_1024",
        "INITIAL_ALPHA_VALUE",
        "roce_rp/initial_alpha_value",
        "rp_initial_alpha_value",
        0,
        1023,
        1023,
    ),
    DcqcnName(
        "rate_reduce_period_us",
        "RATE_REDUCE_MONITOR_PERIOD",
        "roce_rp/rate_reduce_monitor_period",
        "rp_rate_reduce_monitor_period",
        1,
        _17_BITS,
        4,
    ),
    DcqcnName("increase_timer_us", "RPG_TIME_RESET", "roce_rp/rpg_time_reset", "rp_time_reset", 0, _17_BITS, 300),
    DcqcnName(
        "increase_byte_counter_bytes", "RPG_BYTE_RESET", "roce_rp/rpg_byte_reset", "rp_byte_reset", 0, _32_BITS, 32767
    ),
    DcqcnName("fast_recovery_stages", "RPG_THRESHOLD", "roce_rp/rpg_threshold", "rp_threshold", 0, 31, 1),
    DcqcnName("additive_increase_mbps", "RPG_AI_RATE", "roce_rp/rpg_ai_rate", "rp_ai_rate", 0, _32_BITS, 5),
    DcqcnName("hyper_increase_mbps", "RPG_HAI_RATE", "roce_rp/rpg_hai_rate", "rp_hai_rate", 0, _32_BITS, 50),
    DcqcnName("min_rate_mbps", "RPG_MIN_RATE", "roce_rp/rpg_min_rate", "rp_min_rate", 0, _32_BITS, 1),
    DcqcnName("min_decrease_percent", "RPG_MIN_DEC_FAC", "roce_rp/rpg_min_dec_fac", "rp_min_dec_fac", 1, 100, 50),
)
"""The parameters that are facts."""

OTHER_DCQCN_FILES = frozenset(
    {
        "roce_rp/clamp_tgt_rate",
        "roce_rp/clamp_tgt_rate_after_time_inc",
        "roce_rp/rate_to_set_on_first_cnp",
        "roce_rp/rpg_gd",
        "roce_rp/rpg_max_rate",
        "rp_clamp_tgt_rate",
        "rp_clamp_tgt_rate_ati",
        "rp_gd",
        "rp_max_rate",
        "rp_rate_to_set_on_first_cnp",
    }
)
"""The parameters in sysfs and debugfs that are known and are no facts."""

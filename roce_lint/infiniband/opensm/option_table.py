"""The options of opensm.conf that OpenSM 3.3.23 knows, with the type of each, and what NVIDIA's OpenSM adds.

Source: opt_tbl in opensm/osm_subnet.c of OpenSM 3.3.23 (built with the performance manager, as Debian does).
"""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.infiniband.opensm.nvidia_options import NVIDIA_OPTIONS
from roce_lint.infiniband.opensm.option_type import OptionType

_BY_TYPE: Mapping[OptionType, str] = {
    OptionType.UINT64: "guid m_key sm_key sa_key subnet_prefix cc_key",
    OptionType.UINT32: (
        "sweep_interval max_wire_smps max_wire_smps2 max_smps_timeout transaction_timeout transaction_retries "
        "long_transaction_timeout max_msg_fifo_timeout sminfo_polling_timeout polling_retry_number log_max_size "
        "scatter_ports qos_max_vls qos_ca_max_vls qos_sw0_max_vls qos_swe_max_vls qos_rtr_max_vls "
        "perfmgr_max_outstanding_queries perfmgr_xmit_wait_threshold cc_max_outstanding_mads "
        "cc_sw_cong_setting_control_map"
    ),
    OptionType.UINT16: (
        "m_key_lease_period console_port max_reverse_hops perfmgr_sweep_time_s cc_sw_cong_setting_marking_rate "
        "cc_ca_cong_setting_port_control cc_ca_cong_setting_control_map"
    ),
    OptionType.UINT8: (
        "m_key_protection_level sm_priority lmc max_op_vls force_link_speed force_link_speed_ext force_link_width "
        "fdr10 subnet_timeout packet_life_time vl_stall_count leaf_vl_stall_count head_of_queue_lifetime "
        "leaf_head_of_queue_lifetime local_phy_errors_threshold overrun_errors_threshold log_flags sm_assigned_guid "
        "lash_start_vl sm_sl nue_max_num_vls max_rate_enum cc_sw_cong_setting_threshold "
        "cc_sw_cong_setting_packet_size cc_sw_cong_setting_credit_starvation_threshold"
    ),
    OptionType.INT32: "qos_high_limit qos_ca_high_limit qos_sw0_high_limit qos_swe_high_limit qos_rtr_high_limit",
    OptionType.BOOLEAN: (
        "m_key_lookup lmc_esp0 reassign_lids ignore_other_sm single_thread disable_multicast use_mfttop "
        "force_heavy_sweep port_profile_switch_nodes sweep_on_trap avoid_throttled_links connect_roots "
        "use_ucast_cache force_log_flush accum_log_file no_partition_enforcement allow_both_pkeys keep_pkey_indexes "
        "qos suppress_sl2vl_mad_status_errors port_shifting guid_routing_order_no_scatter sa_db_dump do_mesh_analysis "
        "exit_on_fatal honor_guid2lid_file daemon sm_inactive babbling_port_policy drop_event_subscriptions "
        "ipoib_mcgroup_creation_validation mcgroup_join_validation use_original_extended_sa_rates_only "
        "use_optimized_slvl fsync_high_avail_files perfmgr perfmgr_redir perfmgr_ignore_cas perfmgr_rm_nodes "
        "perfmgr_log_errors perfmgr_query_cpi perfmgr_xmit_wait_log congestion_control enable_quirks no_clients_rereg "
        "consolidate_ipv6_snm_req nue_include_switches quasi_ftree_indexing"
    ),
    OptionType.TEXT: (
        "console port_prof_ignore_file hop_weights_file dimn_ports_file port_search_ordering_file routing_engine "
        "log_file partition_config_file part_enforce qos_policy_file dump_files_dir lid_matrix_dump_file lfts_file "
        "root_guid_file cn_guid_file io_guid_file ids_guid_file guid_routing_order_file sa_db_file torus_config "
        "event_db_dump_file event_plugin_name event_plugin_options node_name_map_name prefix_routes_file log_prefix "
        "per_module_logging_file "
        "qos_vlarb_high qos_vlarb_low qos_sl2vl qos_ca_vlarb_high qos_ca_vlarb_low qos_ca_sl2vl "
        "qos_sw0_vlarb_high qos_sw0_vlarb_low qos_sw0_sl2vl qos_swe_vlarb_high qos_swe_vlarb_low qos_swe_sl2vl "
        "qos_rtr_vlarb_high qos_rtr_vlarb_low qos_rtr_sl2vl"
    ),
    OptionType.MASK: (
        "cc_sw_cong_setting_victim_mask cc_sw_cong_setting_credit_mask "
        "cc_sw_cong_setting_credit_starvation_return_delay cc_ca_cong_setting_ccti_timer "
        "cc_ca_cong_setting_ccti_increase cc_ca_cong_setting_trigger_threshold cc_ca_cong_setting_ccti_min cc_cct"
    ),
}

OPTIONS: Mapping[str, OptionType] = {name: kind for kind, names in _BY_TYPE.items() for name in names.split()}
"""Every option of the open OpenSM."""

EVERY_OPTION: Mapping[str, OptionType] = {**OPTIONS, **NVIDIA_OPTIONS}
"""Every option of NVIDIA's OpenSM, and of the open one."""

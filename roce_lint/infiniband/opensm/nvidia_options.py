"""What NVIDIA's OpenSM (OpenSM 5.x of UFM, DOCA and MLNX_OFED) knows beside the open one: options and routing engines.

Source: struct osm_subn_opt in osm_subnet.h and the names of engines in osm_opensm.h, which come with its plug-in
interface; UFM Enterprise User Manual, appendix "UFM Subnet Manager Default Properties" (config file attributes);
NVIDIA's example of opensm.conf ("Supported engines: ...").
"""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.infiniband.opensm.option_type import OptionType

_BY_TYPE: Mapping[OptionType, str] = {
    OptionType.UINT64: (
        "key_mgr_seed mc_primary_root_guid mc_secondary_root_guid rtr_selection_seed hbf_hash_fields routing_flags "
        "osm_stats_dump_limit osm_perflog_dump_limit nvl_hbf_fields_enable"
    ),
    OptionType.UINT32: (
        "periodic_key_update max_sa_reports_queued max_sa_reports_on_wire sa_etm_max_num_mcgs sa_etm_max_num_srvcs "
        "sa_etm_max_num_event_subs sa_rate_threshold offsweep_balancing_window vs_max_outstanding_mads "
        "n2n_max_outstanding_mads consolidate_ipv4_mask max_seq_redisc max_msg_fifo_len max_alt_dr_path_retries "
        "ca_port_soft_limit ca_port_num_limit hm_num_reboots hm_reboots_period_secs hm_num_set_err_sweeps "
        "hm_num_set_err_sweeps_window hm_num_no_resp_sweeps hm_num_no_resp_sweeps_window hm_num_traps "
        "hm_num_traps_period_secs hm_num_flapping_sweeps hm_num_flapping_sweeps_window hm_num_illegal virt_enabled "
        "osm_stats_interval rtr_pr_flow_label ar_tree_asymmetric_flow_threshold "
        "ar_tree_asymmetric_flow_threshold_limit hbf_seed nvl_hbf_seed issu_mode issu_timeout issu_pre_upgrade_time "
        "dbg_lvl"
    ),
    OptionType.UINT16: (
        "master_sm_lid routing_threads_num max_threads_per_core cc_key_lease_period vs_key_lease_period "
        "n2n_key_lease_period adaptive_timeout_sl_mask virt_max_ports_in_process pfrn_mask_clear_timeout "
        "pfrn_mask_force_clear_timeout ar_sl_mask smp_threads gmp_threads gmp_traps_threads_num global_flid_start "
        "global_flid_end local_flid_start local_flid_end flid_compression hbf_sl_mask"
    ),
    OptionType.UINT8: (
        "master_sm_priority prism_an_lmc lids_per_rtr max_neighbor_mtu suppress_mc_pkey_traps force_link_speed_ext2 "
        "mepi_enabled_speeds syslog_log_flags log_num_backlogs override_create_mcg_sl enhanced_missing_routes "
        "max_cas_on_spine dfp_max_cas_on_spine port_recovery_policy_enabled fast_recovery_enabled reports "
        "default_mcg_mtu default_mcg_rate mlnx_congestion_control cc_key_enable cc_key_protect_bit vs_key_enable "
        "vs_key_ci_protect_bits n2n_key_enable n2n_key_protect_bit client_rereg_mode rediscovery_max_link_penalty "
        "rediscovery_link_penalty_step rediscovery_max_node_penalty rediscovery_node_penalty_step "
        "max_topologies_per_sw virt_default_hop_limit sharp_enabled rtr_aguid_enable rtr_pr_tclass rtr_pr_sl "
        "rtr_pr_mtu rtr_pr_rate aguid_default_hop_limit ar_mode shield_mode pfrn_sl pfrn_over_router_enabled "
        "ar_transport_mask ar_tree_asymmetric_flow max_wire_smps_per_device max_op_vls_ca max_op_vls_sw max_op_vls_rtr "
        "hbf_hash_type hbf_seed_type nvl_hbf_hash_type nvl_hbf_packet_hash_bitmask nvl_partition_reroute_wait "
        "dfp_down_up_turns_mode planarized_routing_enabled qos_sw2sw_max_vls"
    ),
    OptionType.INT32: "force_heavy_sweep_window qos_sw2sw_high_limit",
    OptionType.BOOLEAN: (
        "m_key_per_port sa_enhanced_trust_model sa_etm_allow_untrusted_proxy_requests "
        "sa_etm_allow_untrusted_guidinfo_rec sa_etm_allow_guidinfo_rec_by_vf sa_check_sgid_spoofing "
        "enable_sm_port_failover qos_config_vl_enabled support_mepi_speeds light_sweep_spst "
        "enhanced_qos_vport0_unlimit_default_rl enable_queries_during_routing calc_missing_routes "
        "find_roots_color_algorithm dfp_find_roots_color_algorithm updn_lid_tracking_mode "
        "updn_lid_tracking_converge_routes updn_lid_tracking_prefer_total_routes use_scatter_for_switch_lid "
        "offsweep_balancing_enabled sm_db_dump run_once const_multicast use_optimized_port_mask_slvl "
        "rereg_on_guid_migr aguid_inout_notice drop_subscr_on_report_fail drop_unreachable_event_subscriptions "
        "sa_pr_full_world_queries_allowed enable_crashd hm_unhealthy_ports_checks validate_smps "
        "auto_join_hca_wo_topo enable_inc_mc_routing allow_sm_port_reset prp_override_allow_sm_port_reset "
        "support_mlnx_enhanced_link mlnx_enhanced_link_enable mepi_cache_enabled enable_virt_rec_ext "
        "improved_lmc_path_distribution sweep_every_hup_signal osm_stats_dump_per_sm_port topo_config_enabled "
        "router_policy_enabled load_inform_info_from_sadb enable_subnet_lst dor_hyper_cube_mode "
        "disable_default_gi_support enable_ar_by_device_cap enable_ar_group_copy enable_empty_arlft_optimization "
        "dump_ar cache_ar_group_id enable_vl_packing get_mft_tables enable_performance_logging nvlink_enable "
        "nvl_reassign_rails nvl_cage_allocation_mode nvl_cnd_for_access_links_enabled nvl_cnd_for_init_trunks_enabled "
        "tenants_policy_enabled reply_lid_smps_in_dr respond_unknown_lid_traps validate_conf_files enable_sa "
        "drop_unreachable_ports_enabled"
    ),
    OptionType.TEXT: (
        "allowed_sm_guids cache_files_dir enhanced_qos_policy_file pgrp_policy_file topo_policy_file rch_policy_file "
        "device_configuration_file congestion_control_policy_file ppcc_algo_dir fast_recovery_conf_file "
        "ftree_ca_order_dump_file held_back_sw_file pqft_structure pgft_structure pid_file plugin_name plugin_options "
        "sm_assign_guid_func mc_roots_file switch_name hm_ports_health_policy_file topo_config_file "
        "router_policy_file verbose_bypass_policy_file sa_db_dump_file subnet_lst_file virt_dump_file "
        "additional_gi_supporting_devices additional_mepi_force_devices activity_report_subjects adv_routing_engine "
        "service_name2key_map_file rtr_selection_function rtr_selection_algo_parameters hbf_weights "
        "tenants_policy_file fabric_mode_profile fabric_mode_policy_file conf_template stand_alone "
        "hm_ca_reboot_action hm_ca_unresponsive_action hm_ca_noisy_action hm_ca_seterr_action hm_ca_flapping_action "
        "hm_ca_illegal_action hm_ca_manual_action hm_sw_reboot_action hm_sw_unresponsive_action hm_sw_noisy_action "
        "hm_sw_seterr_action hm_sw_flapping_action hm_sw_illegal_action hm_sw_manual_action port_speed_change_action "
        "port_ext_speed_change_action port_ext_speed2_change_action port_mepi_speed_change_action "
        "port_mtu_change_action port_vl_change_action port_ame_bit_change_action qos_sw2sw_vlarb_high "
        "qos_sw2sw_vlarb_low qos_sw2sw_sl2vl"
    ),
}

NVIDIA_OPTIONS: Mapping[str, OptionType] = {name: kind for kind, names in _BY_TYPE.items() for name in names.split()}
"""Options that only NVIDIA's OpenSM has."""

NVIDIA_ENGINES = frozenset(
    {"pqft", "chain", "dfp", "dfp2", "kdor-hc", "kdor-ghc", "auto"}
    | {"ar_dor", "ar_minhop", "ar_updn", "ar_ftree", "ar_torus"}
)
"""Routing engines that only NVIDIA's OpenSM has."""

OPEN_OPTIONS = frozenset(("nue_max_num_vls", "nue_include_switches"))
"""Options that only the open OpenSM has: NVIDIA's never had the routing engine nue."""
OPEN_ENGINES = frozenset(("nue",))

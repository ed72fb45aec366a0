"""Hosts, as they are registered."""

from __future__ import annotations

from roce_lint.os.behaviour import Behaviour, Distances
from roce_lint.os.contract import HostSystem, Lab
from roce_lint.os.late import late
from roce_lint.os.registry import HOST

BEHAVIOUR = Behaviour(
    # FRRouting User Guide, Zebra: BGP 20 external, 200 internal; OSPF 110; IS-IS 115. Routes of hosts are not
    # evaluated.
    distances=Distances(ebgp=20, ibgp=200, ospf=110, isis=115),
    bgp_announces_by_policy_alone=False,
    maximum_paths_hold_without_bgp=False,
    # The largest MTU depends on the adapter.
    largest_ip_mtu_bytes=None,
    routes_vlans_by_bridge_domain=False,
    # tools set the QoS of a port by its name, so that no line belongs to a block of the port.
    binds_qos_outside_interfaces=False,
    bundle_shares_pfc_with_members=False,
    rewrites_dscp_by_egress_port=False,
    # IEEE 802.1Q, annex on ETS: which strict class goes first is left to the implementation.
    strict_queues_by_index=False,
    round_robin_takes_lower_queues=False,
    strict_queues_are_highest=False,
    # IEEE 802.1Q, ETS: the shares of all classes sum up to a hundred percent.
    weights_are_shares_of_scheduler=False,
    shares_whole_memory=False,
    tunnel_marking_depends_on_platform=False,
    class_behind_tunnels_can_be_by_dscp=False,
    watchdog_polls=False,
    watchdog_timers_ms=None,
    watchdog_polls_within_timers=False,
    watchdog_recovers_by_timer=True,
    carved_headroom=None,
    own_alpha_is_unpublished=False,
    own_pause_sizes_are_unpublished=False,
    host_bonds=frozenset(),
    pair_needs_management=False,
    trims_packets=False,
    is_of_spectrum_x=False,
)

SYSTEM = HostSystem(
    name=HOST,
    label="NVIDIA adapters (mlx5)",
    behaviour=BEHAVIOUR,
    read=late("hosts.reader", "read_host"),
    # A Linux container calls its ports `eth1`, `eth2` ... whatever the host calls them.
    lab=Lab("linux", "ghcr.io/srl-labs/network-multitool", None, False, lambda port, index: f"eth{index}"),
    remedies=late("hosts.mlx5.remedies", "remedies"),
    collection=late("hosts.collection", "collection"),
)

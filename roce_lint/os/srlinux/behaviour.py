"""How Nokia SR Linux behaves."""

from __future__ import annotations

from roce_lint.model.terms import BondKind
from roce_lint.os.behaviour import Behaviour, Distances

BEHAVIOUR = Behaviour(
    # srlinux-yang-models, defaults of `preference`: BGP 170, OSPF 10, IS-IS 15 on level 1 and 18 on level 2.
    distances=Distances(ebgp=170, ibgp=170, ospf=10, isis=15),
    # SR Linux Routing Protocols Guide, BGP: eBGP exports nothing without a policy; there is no `network` statement.
    bgp_announces_by_policy_alone=True,
    # srlinux-yang-models: `multipath maximum-paths` is in `protocols bgp`.
    maximum_paths_hold_without_bgp=False,
    # The largest `ip-mtu` depends on the platform (srlinux-yang-models, srl_nokia-interfaces).
    largest_ip_mtu_bytes=None,
    # SR Linux VPN Services Guide: a mac-vrf joins sub-interfaces and an irb, whatever their VLAN tags.
    routes_vlans_by_bridge_domain=True,
    # SR Linux QoS Guide: `/qos interfaces` binds profiles to ports.
    binds_qos_outside_interfaces=True,
    bundle_shares_pfc_with_members=False,
    # SR Linux QoS Guide: `dscp-rewrite-policy` is bound at the output of an interface.
    rewrites_dscp_by_egress_port=True,
    # SR Linux QoS Guide, Scheduling: strict queues are served by number, the highest first.
    strict_queues_by_index=True,
    round_robin_takes_lower_queues=False,
    strict_queues_are_highest=False,
    # SR Linux QoS Guide, Scheduling: weights are relative to the other queues of the scheduler.
    weights_are_shares_of_scheduler=True,
    # How much of the memory a 7220 or 7250 shares is in its data sheet, or not known.
    shares_whole_memory=False,
    # SR Linux QoS Guide, VXLAN: the outer DSCP is copied from the inner one.
    tunnel_marking_depends_on_platform=False,
    # SR Linux QoS Guide, PFC deadlock: detection and recovery have timers of their own, and nothing is polled.
    watchdog_polls_within_timers=False,
    carved_headroom=None,
    # srl_nokia-interfaces-lag and ethernet-segments YANG 25.3.1; a pair of switches has no link of its own.
    host_bonds=frozenset({BondKind.ONE_LEAF, BondKind.ESI}),
    pair_needs_management=False,
)

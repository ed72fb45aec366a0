"""How Arista EOS behaves."""

from __future__ import annotations

from roce_lint.model.terms import BondKind
from roce_lint.os.behaviour import Behaviour, Distances

BEHAVIOUR = Behaviour(
    # EOS User Manual, BGP: `distance bgp` is 200 for external, internal and local routes; OSPFv2: 110; IS-IS: 115.
    distances=Distances(ebgp=200, ibgp=200, ospf=110, isis=115),
    # EOS User Manual, BGP: `network`, `aggregate-address` and `redistribute` originate routes.
    bgp_announces_by_policy_alone=False,
    # EOS User Manual, BGP: `maximum-paths` is in `router bgp`; OSPF and IS-IS have one of their own.
    maximum_paths_hold_without_bgp=False,
    # EOS User Manual, Ethernet ports: most platforms take `mtu 9214`.
    largest_ip_mtu_bytes=9214,
    # EOS User Manual, VLANs: `interface Vlan10` routes for VLAN 10.
    routes_vlans_by_bridge_domain=False,
    # EOS User Manual, Quality of Service: QoS commands are in the interface, or in a profile that it names.
    binds_qos_outside_interfaces=False,
    # EOS User Manual, Port Channels: members take over the QoS of their port channel.
    bundle_shares_pfc_with_members=False,
    # EOS User Manual, Quality of Service: `qos rewrite dscp` holds for all ports and rewrites by traffic class.
    rewrites_dscp_by_egress_port=False,
    # EOS User Manual, Quality of Service: strict queues are served by number, queue 7 first.
    strict_queues_by_index=True,
    # EOS User Manual, Quality of Service: `no priority` puts the queue and all lower ones into round robin.
    round_robin_takes_lower_queues=True,
    strict_queues_are_highest=False,
    # EOS User Manual, Quality of Service: `bandwidth percent` is a share of the port.
    weights_are_shares_of_scheduler=False,
    # The data sheets of Arista give the whole memory, and no more than that can be shared.
    shares_whole_memory=True,
    # EOS User Manual, VXLAN: DSCP and ECN of the outer packet are derived on some platforms only.
    tunnel_marking_depends_on_platform=True,
    # EOS User Manual, Quality of Service: the polling interval is at most half the timeout and the recovery time.
    watchdog_polls_within_timers=True,
    carved_headroom=None,
    # AVD schema of Port-Channels: `channel-group N mode active`, `evpn ethernet-segment`.
    host_bonds=frozenset({BondKind.ONE_LEAF, BondKind.ESI, BondKind.LEAF_PAIR}),
    pair_needs_management=False,
)

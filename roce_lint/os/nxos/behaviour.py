"""How Cisco NX-OS behaves."""

from __future__ import annotations

from roce_lint.model.terms import BondKind
from roce_lint.os.behaviour import Behaviour, CarvedHeadroom, Distances

BEHAVIOUR = Behaviour(
    # Nexus 9000 Unicast Routing Configuration Guide: BGP 20 external, 200 internal; OSPF 110; IS-IS 115.
    distances=Distances(ebgp=20, ibgp=200, ospf=110, isis=115),
    # Nexus 9000 Unicast Routing Configuration Guide, BGP: `network`, `aggregate-address` and `redistribute`.
    bgp_announces_by_policy_alone=False,
    # Nexus 9000 Unicast Routing Configuration Guide: OSPF and IS-IS install 8 paths without any line.
    maximum_paths_hold_without_bgp=True,
    # Nexus 9000 Interfaces Configuration Guide: `system jumbomtu 9216`.
    largest_ip_mtu_bytes=9216,
    # Nexus 9000 Interfaces Configuration Guide: `interface Vlan10` routes for VLAN 10.
    routes_vlans_by_bridge_domain=False,
    # Nexus 9000 QoS Configuration Guide: `service-policy` is in the interface, or below `system qos` for all.
    binds_qos_outside_interfaces=False,
    # Nexus 9000 QoS Configuration Guide, PFC: a port channel and its members have one setting.
    bundle_shares_pfc_with_members=True,
    # Nexus 9000 QoS Configuration Guide, Marking: `set dscp` is in the policy of the port where packets come in.
    rewrites_dscp_by_egress_port=False,
    # Nexus 9000 QoS Configuration Guide, Queuing: a queue is strict by its `priority level`, whatever its number.
    strict_queues_by_index=False,
    round_robin_takes_lower_queues=False,
    # Nexus 9000 QoS Configuration Guide 10.5(x), Queuing and Scheduling, guidelines: `priority` is in the queue of
    # the highest QoS group; that of several in the highest ones, next to each other.
    strict_queues_are_highest=True,
    # Nexus 9000 QoS Configuration Guide, Queuing: `bandwidth remaining percent`.
    weights_are_shares_of_scheduler=False,
    # How much of the memory a Nexus shares is in its data sheet, or not known.
    shares_whole_memory=False,
    # Nexus 9000 VXLAN Configuration Guide: the uniform mode copies DSCP and ECN on every cloud-scale chip.
    tunnel_marking_depends_on_platform=False,
    # Nexus 9000 QoS Configuration Guide, PFC watchdog: the other timers are multiples of the interval.
    watchdog_polls_within_timers=False,
    carved_headroom=CarvedHeadroom(100, "Nexus 9000 PFC guide: pause buffers are needed above 100 m"),
    # Nexus 9000 Interfaces Configuration Guide, port channels; no source shows the lines of an Ethernet segment.
    host_bonds=frozenset({BondKind.ONE_LEAF, BondKind.LEAF_PAIR}),
    pair_needs_management=True,
)

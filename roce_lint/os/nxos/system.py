"""Cisco NX-OS, as it is registered."""

from __future__ import annotations

from roce_lint.model.marking_advice import MarkingAdvice
from roce_lint.model.terms import BondKind
from roce_lint.os.behaviour import Behaviour, CarvedHeadroom, Distances
from roce_lint.os.contract import (
    Completeness,
    Detection,
    Lab,
    PortNames,
    RemarkPlaces,
    SampleModels,
    SwitchOs,
)
from roce_lint.os.industry_cli.indented_lines import indented_lines
from roce_lint.os.late import late, late_defaults

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
    # Nothing in the QoS guide sets what classifies behind a tunnel.
    class_behind_tunnels_can_be_by_dscp=False,
    watchdog_polls=True,
    watchdog_timers_ms=None,
    # Nexus 9000 QoS Configuration Guide, PFC watchdog: the other timers are multiples of the interval.
    watchdog_polls_within_timers=False,
    # Cisco Nexus 9000 QoS guide: priority-flow-control watch-dog, auto-restore multiplier.
    watchdog_recovers_by_timer=True,
    carved_headroom=CarvedHeadroom(100, "Nexus 9000 PFC guide: pause buffers are needed above 100 m"),
    own_alpha_is_unpublished=False,
    own_pause_sizes_are_unpublished=False,
    # Nexus 9000 Interfaces Configuration Guide, port channels; no source shows the lines of an Ethernet segment.
    host_bonds=frozenset({BondKind.ONE_LEAF, BondKind.LEAF_PAIR}),
    pair_needs_management=True,
    # No public documentation shows a line for it.
    trims_packets=False,
    is_of_spectrum_x=False,
)

SYSTEM = SwitchOs(
    name="nxos",
    label="Cisco NX-OS",
    short_label="NX-OS",
    behaviour=BEHAVIOUR,
    read=late("os.nxos.reader", "read_nxos"),
    names=late("os.nxos.named", "names_of_file"),
    together=None,
    defaults=late_defaults("os.nxos.defaults"),
    detection=Detection(
        at_a_glance=lambda head: False,
        by_marks=lambda head, found: False,
        in_json=lambda head: False,
        signs=(),
        marks=late("os.nxos.marks", "marks"),
        collectors_names=("cisco-nx", "cisco_nx"),
        has_plain_ethernet=True,
        indentation=0,
    ),
    completeness=Completeness(
        ending=late("os.nxos.ending", "ending"),
        another_device=late("os.industry_cli.another_device", "another_device"),
        without_raw_text=late("os.nxos.stanzas", "without_banners"),
        quotes_span_lines=False,
    ),
    line_form=indented_lines(late("os.nxos.config_lines", "config_lines")),
    remarks=RemarkPlaces(kept_comment="", description_lines=True, description_facts=False, json_annotations=False),
    model_prefixes=("cisco", "nexus9000c", "nexus9000", "nexus", "n9kc", "n9k", "c"),
    dialect=late("os.nxos.dialect", "nxos_dialect"),
    port_names=PortNames(
        interface=late("os.nxos.port_names", "interface"),
        speed=late("os.nxos.port_names", "speed"),
        breakout=late("os.nxos.port_names", "breakout"),
    ),
    check_release=late("os.nxos.limits", "check_release"),
    doubts=late("os.nxos.limits", "doubts"),
    forms=None,
    render=late("os.nxos.view", "render"),
    exports={},
    templates=None,
    fixes=None,
    # Imported by the user under the name that containerlab's documentation gives.
    lab=Lab("cisco_n9kv", "vrnetlab/cisco_n9kv:{release}", None, True, lambda port, index: port),
    sample=SampleModels("N9K-C9332D-GX2B", "N9K-C9364D-GX2A"),
    remedies=late("os.nxos.remedies", "remedies"),
    collection=late("os.nxos.collection", "collection"),
    marking_advice=(
        MarkingAdvice("Cisco's AI automation", 400, 950_000, 3_000_000, "paregupt/nx-os, nxos_config_roce.py"),
        MarkingAdvice(
            "Cisco's AI/ML guide", 100, 150_000, 3_000_000, "Cisco Data Center Networking Blueprint for AI/ML"
        ),
    ),
    documentation="docs/os/nxos.md",
)

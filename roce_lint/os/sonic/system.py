"""SONiC, as it is registered."""

from __future__ import annotations

from roce_lint.model.marking_advice import MarkingAdvice
from roce_lint.model.terms import BondKind
from roce_lint.os.behaviour import Behaviour, Distances
from roce_lint.os.contract import (
    Completeness,
    Detection,
    Lab,
    LineFormat,
    PortNames,
    RemarkPlaces,
    SampleModels,
    SwitchOs,
    SystemMarks,
    Together,
)
from roce_lint.os.frr.marks import SIGNS
from roce_lint.os.late import late, late_defaults

BEHAVIOUR = Behaviour(
    # FRRouting user guide, Zebra and BGP: eBGP 20, iBGP 200, OSPF 110, IS-IS 115.
    distances=Distances(ebgp=20, ibgp=200, ospf=110, isis=115),
    # FRRouting user guide, BGP: `network`, `aggregate-address` and `redistribute` originate routes.
    bgp_announces_by_policy_alone=False,
    # FRRouting user guide, BGP: `maximum-paths` is in an address family of `router bgp`.
    maximum_paths_hold_without_bgp=False,
    # sonic-port.yang: the mtu of a port is 68 to 9216, and Linux counts no Ethernet header in it.
    largest_ip_mtu_bytes=9216,
    # sonic-vlan.yang: VLAN_INTERFACE Vlan10 routes for VLAN 10.
    routes_vlans_by_bridge_domain=False,
    # sonic-port-qos-map.yang: QoS is bound by PORT_QOS_MAP, QUEUE and BUFFER_PG, beside the table PORT.
    binds_qos_outside_interfaces=True,
    # sonic-port-qos-map.yang: rows are per physical port; a port channel has no row.
    bundle_shares_pfc_with_members=False,
    # sonic-port-qos-map.yang: tc_to_dscp_map of a port rewrites what leaves by it.
    rewrites_dscp_by_egress_port=True,
    # SAI, saischeduler.h: strict queues are served by index, the highest first.
    strict_queues_by_index=True,
    round_robin_takes_lower_queues=False,
    strict_queues_are_highest=False,
    # sonic-scheduler.yang: the weight of a scheduler is relative, 1 to 100.
    weights_are_shares_of_scheduler=True,
    # BUFFER_POOL has the size that is shared.
    shares_whole_memory=False,
    # SAI, saitunnel.h: encapsulation and decapsulation modes of DSCP and ECN are attributes of each platform's SAI.
    tunnel_marking_depends_on_platform=True,
    # No table changes what a tunnel does, and tunnels copy DSCP in both directions.
    class_behind_tunnels_can_be_by_dscp=True,
    watchdog_polls=True,
    watchdog_timers_ms=None,
    # sonic-pfcwd.yang: detection and restoration times are at least POLL_INTERVAL, not twice of it.
    watchdog_polls_within_timers=False,
    # sonic-pfcwd.yang: restoration_time.
    watchdog_recovers_by_timer=True,
    carved_headroom=None,
    own_alpha_is_unpublished=False,
    own_pause_sizes_are_unpublished=False,
    # sonic-portchannel.yang. A pair needs iccpd, and images are built without: INCLUDE_ICCPD = n in rules/config.
    host_bonds=frozenset({BondKind.ONE_LEAF}),
    pair_needs_management=False,
    # SONiC doc/packet_trimming: SWITCH_TRIMMING, and packet_discard_action of a buffer profile, from 202505.
    trims_packets=True,
    is_of_spectrum_x=False,
)

SYSTEM = SwitchOs(
    name="sonic",
    label="SONiC",
    short_label="SONiC",
    behaviour=BEHAVIOUR,
    read=late("os.sonic.reader", "read_sonic"),
    names=late("os.sonic.named", "names_of_file"),
    together=Together(
        names=late("os.sonic.together", "names"),
        read=late("os.sonic.reader", "read_files"),
        incomplete=late("os.sonic.together", "incomplete"),
    ),
    defaults=late_defaults("os.sonic.defaults"),
    detection=Detection(
        at_a_glance=late("os.sonic.detect", "at_a_glance"),
        by_marks=late("os.sonic.detect", "by_marks"),
        in_json=late("os.sonic.detect", "in_json"),
        signs=SIGNS,
        marks=lambda: SystemMarks((), ()),
        collectors_names=("sonic",),
        has_plain_ethernet=False,
        indentation=0,
    ),
    completeness=Completeness(
        ending=late("os.sonic.ending", "ending"),
        another_device=lambda document: None,
        without_raw_text=lambda text: text,
        quotes_span_lines=False,
    ),
    line_form=LineFormat(
        split=late("os.sonic.config_lines", "config_lines"),
        without=late("os.sonic.config_lines", "without_lines"),
        extra=late("os.sonic.config_lines", "extra_lines"),
        port_line=late("os.sonic.config_lines", "port_line"),
        port_extra=late("os.sonic.config_lines", "port_extra"),
        cable_length=late("os.sonic.config_lines", "cable_length"),
    ),
    remarks=RemarkPlaces(kept_comment="", description_lines=False, description_facts=True, json_annotations=False),
    model_prefixes=(),
    dialect=late("os.sonic.dialect", "sonic_dialect"),
    port_names=PortNames(
        interface=late("os.sonic.view_ports", "interface"),
        speed=late("os.sonic.view_ports", "speed"),
        breakout=late("os.sonic.view_ports", "breakout"),
    ),
    check_release=lambda platform, release: (),
    doubts=late("os.sonic.limits", "doubts"),
    forms=None,
    render=late("os.sonic.view", "render"),
    exports={},
    templates=None,
    fixes=None,
    lab=Lab("sonic-vs", "docker-sonic-vs:{release}", None, False, lambda port, index: f"eth{index}"),
    sample=SampleModels("Z9864F-ON", "Z9664F-ON"),
    remedies=late("os.sonic.remedies", "remedies"),
    collection=late("os.sonic.collection", "collection"),
    marking_advice=(
        MarkingAdvice(
            "SONiC's template", 0, 1_048_576, 2_097_152, "sonic-buildimage, files/build_templates/qos_config.j2"
        ),
    ),
    documentation="docs/os/sonic.md",
)

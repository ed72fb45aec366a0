"""NVIDIA Cumulus Linux, as it is registered."""

from __future__ import annotations

from roce_lint.model.marking_advice import MarkingAdvice
from roce_lint.model.terms import BondKind
from roce_lint.os.behaviour import Behaviour, Distances
from roce_lint.os.contract import (
    Completeness,
    Detection,
    Forms,
    Lab,
    LineFormat,
    PortNames,
    RemarkPlaces,
    SampleModels,
    SwitchOs,
    SystemMarks,
    Together,
)
from roce_lint.os.late import late, late_defaults

BEHAVIOUR = Behaviour(
    # FRRouting user guide, Zebra and BGP: eBGP 20, iBGP 200, OSPF 110, IS-IS 115.
    distances=Distances(ebgp=20, ibgp=200, ospf=110, isis=115),
    # NVUE, address-family: network, aggregate-route and redistribute originate routes.
    bgp_announces_by_policy_alone=False,
    # NVUE: multipaths stand in an address family of BGP.
    maximum_paths_hold_without_bgp=False,
    # NVUE, interface link mtu: 552 to 9216, and Linux counts no Ethernet header in it.
    largest_ip_mtu_bytes=9216,
    # Cumulus Linux User Guide, VLAN-aware bridge: interface vlan10 routes for VLAN 10.
    routes_vlans_by_bridge_domain=False,
    # Cumulus Linux User Guide, Quality of Service: `qos roce` and default-global hold for all ports.
    binds_qos_outside_interfaces=True,
    # Cumulus Linux User Guide, Quality of Service: QoS is set on the bond, the watchdog on its members.
    bundle_shares_pfc_with_members=False,
    # Cumulus Linux User Guide, Quality of Service: the mapping of remark is read at the egress port.
    rewrites_dscp_by_egress_port=True,
    # SAI, saischeduler.h: strict queues are served by index, the highest first.
    strict_queues_by_index=True,
    round_robin_takes_lower_queues=False,
    strict_queues_are_highest=False,
    # NVUE: bw-percent of a scheduler profile is a percentage.
    weights_are_shares_of_scheduler=False,
    # Pools have all of the memory (traffic-pool memory-percent).
    shares_whole_memory=False,
    # Cumulus Linux User Guide, VXLAN: encapsulation and decapsulation have their action of DSCP on every Spectrum.
    tunnel_marking_depends_on_platform=False,
    # Cumulus Linux User Guide, VXLAN: decapsulation dscp action preserve keeps the DSCP of the packet inside.
    class_behind_tunnels_can_be_by_dscp=True,
    watchdog_polls=True,
    watchdog_timers_ms=None,
    # NVUE: detection is a multiple of the polling interval.
    watchdog_polls_within_timers=False,
    # Cumulus Linux User Guide, Quality of Service: a polling interval without pauses restores PFC.
    watchdog_recovers_by_timer=False,
    # The cable that headroom is sized for is a setting: `qos pfc cable-length`.
    carved_headroom=None,
    own_alpha_is_unpublished=False,
    own_pause_sizes_are_unpublished=False,
    # Cumulus Linux User Guide, Bonding, Multi-Chassis Link Aggregation, EVPN Multihoming.
    host_bonds=frozenset({BondKind.ONE_LEAF, BondKind.ESI, BondKind.LEAF_PAIR}),
    # Cumulus Linux User Guide, MLAG: mlag backup is an address outside of the peer link.
    pair_needs_management=False,
    # Cumulus Linux User Guide, Packet Trimming, from 5.14.
    trims_packets=True,
    # NVIDIA Spectrum-X Network Platform Architecture; Cumulus Linux User Guide, adaptive routing.
    is_of_spectrum_x=True,
)
_FORMS = Forms(
    ("yaml", "set"),
    "Cumulus Linux as startup.yaml (`nv config replace`), or as lines of `nv set` that end with `nv config apply`.",
)

SYSTEM = SwitchOs(
    name="cumulus",
    label="NVIDIA Cumulus Linux",
    short_label="Cumulus Linux",
    behaviour=BEHAVIOUR,
    read=late("os.cumulus.reader", "read_cumulus"),
    names=late("os.cumulus.named", "names_of_file"),
    together=Together(
        names=late("os.cumulus.reader", "names"),
        read=late("os.cumulus.reader", "read_files"),
        incomplete=late("os.cumulus.reader", "incomplete"),
    ),
    defaults=late_defaults("os.cumulus.defaults"),
    detection=Detection(
        at_a_glance=late("os.cumulus.detect", "at_a_glance"),
        by_marks=late("os.cumulus.detect", "by_marks"),
        in_json=late("os.cumulus.detect", "in_json"),
        signs=("nv set ", "nv unset ", "nvue-api-version", "- set:", "set:"),
        marks=lambda: SystemMarks((r"nv (?:set|unset) [a-z]",), ()),
        collectors_names=("cumulus",),
        has_plain_ethernet=False,
        indentation=0,
    ),
    completeness=Completeness(
        ending=late("os.cumulus.ending", "ending"),
        another_device=lambda document: None,
        without_raw_text=lambda text: text,
        quotes_span_lines=True,
    ),
    line_form=LineFormat(
        split=late("os.cumulus.config_lines", "config_lines"),
        without=late("os.cumulus.config_lines", "without_lines"),
        extra=late("os.cumulus.config_lines", "extra_lines"),
        port_line=late("os.cumulus.config_lines", "port_line"),
        port_extra=late("os.cumulus.config_lines", "port_extra"),
        cable_length=None,
    ),
    remarks=RemarkPlaces(kept_comment="", description_lines=False, description_facts=True, json_annotations=False),
    model_prefixes=("msn", "sn"),
    dialect=late("os.cumulus.dialect", "cumulus_dialect"),
    port_names=PortNames(
        interface=late("os.cumulus.port_names", "interface"),
        speed=late("os.cumulus.port_names", "speed"),
        breakout=late("os.cumulus.port_names", "breakout"),
    ),
    check_release=late("os.cumulus.limits", "check_release"),
    doubts=late("os.cumulus.limits", "doubts"),
    forms=_FORMS,
    render=late("os.cumulus.render", "render"),
    exports={},
    templates=None,
    fixes=None,
    lab=Lab("cvx", "docker.io/networkop/cx:{release}", None, False, lambda port, index: f"swp{index}"),
    sample=SampleModels("SN5400", "SN5600"),
    remedies=late("os.cumulus.remedies", "remedies"),
    collection=late("os.cumulus.collection", "collection"),
    marking_advice=(MarkingAdvice("NVIDIA's RoCE mode", 0, 150_000, 1_500_000, "Cumulus Linux User Guide, RoCE"),),
    documentation="docs/os/cumulus.md",
)

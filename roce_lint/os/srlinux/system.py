"""Nokia SR Linux, as it is registered."""

from __future__ import annotations

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
)
from roce_lint.os.late import late, late_defaults

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
    # Quality of Service Guide, VXLAN: a classifier policy of the tunnel.
    class_behind_tunnels_can_be_by_dscp=True,
    # Nokia YANG srl_nokia-qos, deadlock timers: times alone, no interval.
    watchdog_polls=False,
    watchdog_timers_ms=None,
    # SR Linux QoS Guide, PFC deadlock: detection and recovery have timers of their own, and nothing is polled.
    watchdog_polls_within_timers=False,
    # Nokia YANG srl_nokia-qos: recovery-timer.
    watchdog_recovers_by_timer=True,
    carved_headroom=None,
    own_alpha_is_unpublished=False,
    # Nokia YANG srl_nokia-qos: defaults of pfc-queues are percentages of an unpublished memory.
    own_pause_sizes_are_unpublished=True,
    # srl_nokia-interfaces-lag and ethernet-segments YANG 25.3.1; a pair of switches has no link of its own.
    host_bonds=frozenset({BondKind.ONE_LEAF, BondKind.ESI}),
    pair_needs_management=False,
    # No public documentation shows a line for it.
    trims_packets=False,
    is_of_spectrum_x=False,
)

_LAB_TYPES = (
    "ixr-d2 ixr-d2l ixr-d3 ixr-d3l ixr-d4 ixr-d5 ixr-h2 ixr-h3 ixr-h4 ixr-h4-32d ixr-h5 ixr-h5-64d ixr-h5-64o "
    "ixr-6 ixr-6e ixr-10 ixr-10e ixr-18e ixr-x1b ixr-x3b"
)
"""Chassis that containerlab knows (its schema, kind nokia_srlinux)."""
_FORMS = Forms(
    ("json", "set", "both"),
    "SR Linux as JSON (start-up file, gNMI), flat set lines, or both: the flat lines then go to set-lines/; "
    "check one of the two folders.",
)

SYSTEM = SwitchOs(
    name="srlinux",
    label="Nokia SR Linux",
    short_label="SR Linux",
    behaviour=BEHAVIOUR,
    read=late("os.srlinux.reader", "read_srlinux"),
    names=late("os.srlinux.named", "names_of_file"),
    together=None,
    defaults=late_defaults("os.srlinux.defaults"),
    detection=Detection(
        at_a_glance=late("os.srlinux.detect", "at_a_glance"),
        by_marks=late("os.srlinux.detect", "by_marks"),
        in_json=late("os.srlinux.detect", "in_json"),
        signs=("set / ", "explicit-congestion-notification ", "srl_nokia", "admin-state "),
        marks=lambda: SystemMarks((), ()),
        collectors_names=(),
        has_plain_ethernet=False,
        indentation=0,
    ),
    completeness=Completeness(
        ending=late("os.srlinux.ending", "ending"),
        another_device=lambda document: None,
        without_raw_text=lambda text: text,
        quotes_span_lines=True,
    ),
    line_form=LineFormat(
        split=late("os.srlinux.config_lines", "config_lines"),
        without=late("os.srlinux.config_lines", "without_lines"),
        extra=late("os.srlinux.config_lines", "extra_lines"),
        port_line=late("os.srlinux.config_lines", "port_line"),
        port_extra=late("os.srlinux.config_lines", "port_extra"),
        cable_length=None,
    ),
    remarks=RemarkPlaces(kept_comment="", description_lines=False, description_facts=True, json_annotations=True),
    model_prefixes=("nokia",),
    dialect=late("os.srlinux.dialect", "srlinux_dialect"),
    port_names=PortNames(
        interface=late("os.srlinux.port_names", "interface"),
        speed=late("os.srlinux.port_names", "speed"),
        breakout=late("os.srlinux.port_names", "breakout"),
    ),
    check_release=late("os.srlinux.limits", "check_release"),
    doubts=late("os.srlinux.limits", "doubts"),
    forms=_FORMS,
    render=late("os.srlinux.render", "render"),
    exports={},
    templates=None,
    fixes=None,
    lab=Lab(
        "nokia_srlinux",
        "ghcr.io/nokia/srlinux:{release}",
        frozenset(_LAB_TYPES.split()),
        True,
        lambda port, index: port,
    ),
    sample=SampleModels("7220 IXR-D5", "7220 IXR-H4"),
    remedies=late("os.srlinux.remedies", "remedies"),
    collection=late("os.srlinux.collection", "collection"),
    marking_advice=(),
    documentation="docs/os/srlinux.md",
)

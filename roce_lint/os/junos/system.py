"""Juniper Junos and Junos Evolved, as they are registered."""

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
from roce_lint.os.late import late

BEHAVIOUR = Behaviour(
    # Junos, Routing Protocols Overview, Default Route Preference Values: BGP 170, OSPF internal 10, IS-IS level 1 15.
    distances=Distances(ebgp=170, ibgp=170, ospf=10, isis=15),
    # Junos, Default Routing Policies: BGP announces what it learned by BGP; all else needs an export policy.
    bgp_announces_by_policy_alone=True,
    # Junos, maximum-ecmp and the export policy of the forwarding table hold for all protocols.
    maximum_paths_hold_without_bgp=True,
    # Junos, mtu: 9216 with the Ethernet header of 14 bytes.
    largest_ip_mtu_bytes=9202,
    # Junos, l3-interface: an entry of vlans names the irb unit that routes for it.
    routes_vlans_by_bridge_domain=True,
    # Junos, class-of-service interfaces is a block of its own.
    binds_qos_outside_interfaces=True,
    # Junos, class-of-service of a bundle is configured on the ae alone.
    bundle_shares_pfc_with_members=False,
    # Junos, rewrite-rules: they hold where packets leave.
    rewrites_dscp_by_egress_port=True,
    # Junos, Understanding CoS Priority Group and Queue Scheduling, gives no order of several strict-high queues.
    strict_queues_by_index=False,
    round_robin_takes_lower_queues=False,
    strict_queues_are_highest=False,
    # Junos, transmit-rate percent is a share of the port.
    weights_are_shares_of_scheduler=False,
    # Junos states thresholds in percent of what a queue may hold, so that no bound in bytes is compared with them.
    shares_whole_memory=False,
    # No source that could be read says what VXLAN does to DSCP and ECN, for any of the models.
    tunnel_marking_depends_on_platform=False,
    class_behind_tunnels_can_be_by_dscp=False,
    watchdog_polls=True,
    watchdog_timers_ms=None,
    # Junos, pfc-watchdog: detection counts polling intervals.
    watchdog_polls_within_timers=False,
    # Junos, pfc-watchdog: recovery is a time in milliseconds.
    watchdog_recovers_by_timer=True,
    # The cable that headroom is sized for is a setting: cable-length of the notification profile.
    carved_headroom=None,
    own_alpha_is_unpublished=False,
    own_pause_sizes_are_unpublished=False,
    # Junos, Aggregated Ethernet Interfaces; EVPN Multihoming. MC-LAG is read, and not written.
    host_bonds=frozenset({BondKind.ONE_LEAF, BondKind.ESI}),
    pair_needs_management=False,
    # No public documentation shows a line for it.
    trims_packets=False,
    is_of_spectrum_x=False,
)
_FORMS = Forms(
    ("set", "curly"), "Junos as lines of `set` (`load set`), or with braces as `show configuration` prints it."
)

SYSTEM = SwitchOs(
    name="junos",
    label="Juniper Junos",
    short_label="Junos",
    behaviour=BEHAVIOUR,
    read=late("os.junos.reader", "read_junos"),
    names=late("os.junos.named", "names_of_file"),
    together=None,
    defaults=late("os.junos.every_default", "every_default"),
    detection=Detection(
        at_a_glance=late("os.junos.detect", "at_a_glance"),
        by_marks=late("os.junos.detect", "by_marks"),
        in_json=late("os.junos.detect", "in_json"),
        signs=("set ", "delete ", "deactivate "),
        marks=lambda: SystemMarks(
            (
                r"set (?:policy-options|routing-options|class-of-service) ",
                r"(?:routing-options|policy-options|class-of-service) \{",
                r"unit \d+ \{|family (?:inet6?|ethernet-switching|iso|mpls)\b[^\n]*\{|## Last c",
            ),
            (),
        ),
        collectors_names=("juniper", "juniper-srx", "junos"),
        has_plain_ethernet=False,
        indentation=0,
    ),
    completeness=Completeness(
        ending=late("os.junos.ending", "ending"),
        another_device=late("os.junos.ending", "another_device"),
        without_raw_text=lambda text: text,
        quotes_span_lines=True,
    ),
    line_form=LineFormat(
        split=late("os.junos.config_lines", "config_lines"),
        without=late("os.junos.config_lines", "without_lines"),
        extra=late("os.junos.config_lines", "extra_lines"),
        port_line=late("os.junos.config_lines", "port_line"),
        port_extra=late("os.junos.config_lines", "port_extra"),
        cable_length=None,
    ),
    # Junos keeps comments (`annotate`) between braces.
    remarks=RemarkPlaces(kept_comment="/*", description_lines=False, description_facts=True, json_annotations=False),
    model_prefixes=("qfx",),
    dialect=late("os.junos.dialect", "junos_dialect"),
    port_names=PortNames(
        interface=late("os.junos.port_names", "interface"),
        speed=late("os.junos.port_names", "speed"),
        breakout=late("os.junos.port_names", "breakout"),
    ),
    check_release=late("os.junos.limits", "check_release"),
    doubts=late("os.junos.limits", "doubts"),
    forms=_FORMS,
    render=late("os.junos.render", "render"),
    exports={},
    templates=None,
    fixes=None,
    # Containerlab, vJunos-switch: the start-up configuration is loaded; ports are called et-0/0/N from 0.
    lab=Lab(
        "juniper_vjunosswitch",
        "vrnetlab/juniper_vjunos-switch:{release}",
        None,
        True,
        lambda port, index: f"et-0/0/{index - 1}",
    ),
    sample=SampleModels("QFX5130-32CD", "QFX5220-32CD"),
    remedies=late("os.junos.remedies", "remedies"),
    collection=late("os.junos.collection", "collection"),
    marking_advice=(),
    documentation="docs/os/junos.md",
)

"""Arista EOS, as it is registered."""

from __future__ import annotations

from roce_lint.model.terms import BondKind
from roce_lint.os.behaviour import Behaviour, Distances, TimerRange
from roce_lint.os.contract import (
    Completeness,
    Detection,
    Forms,
    Lab,
    PortNames,
    RemarkPlaces,
    SampleModels,
    SwitchOs,
)
from roce_lint.os.industry_cli.indented_lines import indented_lines
from roce_lint.os.late import late, late_defaults

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
    # EOS User Manual, VXLAN: `vxlan qos map dscp to traffic-class decapsulation`.
    class_behind_tunnels_can_be_by_dscp=True,
    watchdog_polls=True,
    watchdog_timers_ms=TimerRange(10, 60_000, "EOS User Manual, PFC watchdog: 0.01 to 60 seconds"),
    # EOS User Manual, Quality of Service: the polling interval is at most half the timeout and the recovery time.
    watchdog_polls_within_timers=True,
    # EOS User Manual, PFC watchdog: recovery-time.
    watchdog_recovers_by_timer=True,
    carved_headroom=None,
    # Arista AVD schema, platform trident mmu queue profiles: `ingress threshold` has no default.
    own_alpha_is_unpublished=True,
    own_pause_sizes_are_unpublished=False,
    # AVD schema of Port-Channels: `channel-group N mode active`, `evpn ethernet-segment`.
    host_bonds=frozenset({BondKind.ONE_LEAF, BondKind.ESI, BondKind.LEAF_PAIR}),
    pair_needs_management=False,
    # No public documentation shows a line for it.
    trims_packets=False,
    is_of_spectrum_x=False,
)


def _lab_interface(port: str, index: int) -> str:
    """Return the name in cEOS: Ethernet1/1 is `eth1_1`."""
    return "eth" + port.removeprefix("Ethernet").replace("/", "_")


_FORMS = Forms(
    ("config", "avd"),
    "EOS as configurations, or also the QoS part as structured configuration of Arista AVD, in intended/.",
)

SYSTEM = SwitchOs(
    name="eos",
    label="Arista EOS",
    short_label="EOS",
    behaviour=BEHAVIOUR,
    read=late("os.eos.reader", "read_eos"),
    names=late("os.eos.named", "names_of_file"),
    together=None,
    defaults=late_defaults("os.eos.defaults"),
    detection=Detection(
        at_a_glance=lambda head: False,
        by_marks=lambda head, found: False,
        in_json=lambda head: False,
        signs=(),
        marks=late("os.eos.marks", "marks"),
        collectors_names=("arista",),
        has_plain_ethernet=True,
        # EOS prints three columns a level, NX-OS two.
        indentation=3,
    ),
    completeness=Completeness(
        ending=late("os.eos.ending", "ending"),
        another_device=late("os.industry_cli.another_device", "another_device"),
        without_raw_text=late("os.eos.raw_text", "without_raw_text"),
        quotes_span_lines=False,
    ),
    line_form=indented_lines(late("os.eos.config_lines", "config_lines")),
    remarks=RemarkPlaces(kept_comment="!!", description_lines=True, description_facts=False, json_annotations=False),
    model_prefixes=("arista", "dcs"),
    dialect=late("os.eos.dialect", "eos_dialect"),
    port_names=PortNames(
        interface=late("os.eos.port_names", "interface"),
        speed=late("os.eos.port_names", "speed"),
        breakout=late("os.eos.port_names", "speed"),
    ),
    check_release=late("os.eos.limits", "check_release"),
    doubts=late("os.eos.limits", "doubts"),
    forms=_FORMS,
    render=late("os.eos.view", "render"),
    exports={"anta": late("os.eos.anta", "anta_catalog")},
    templates=None,
    fixes=None,
    # Imported by the user under the name that containerlab's documentation gives.
    lab=Lab("arista_ceos", "ceos:{release}", None, True, _lab_interface),
    sample=SampleModels("7280CR3-32P4", "7060DX5-64S"),
    remedies=late("os.eos.remedies", "remedies"),
    collection=late("os.eos.collection", "collection"),
    marking_advice=(),
    documentation="docs/os/eos.md",
)

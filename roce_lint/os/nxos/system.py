"""Cisco NX-OS, as it is registered."""

from __future__ import annotations

from roce_lint.os.contract import (
    AlphaScope,
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
from roce_lint.os.nxos.behaviour import BEHAVIOUR

SYSTEM = SwitchOs(
    name="nxos",
    label="Cisco NX-OS",
    short_label="NX-OS",
    behaviour=BEHAVIOUR,
    read=late("os.nxos.reader", "read_nxos"),
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
    check_release=late("os.nxos.releases", "check_release"),
    doubts=late("os.nxos.limits", "doubts"),
    polling_multiples=late("os.nxos.limits", "polling_multiples"),
    largest_pause_bytes=lambda platform: 0,
    pauses_at_fixed_size=late("os.nxos.limits", "pauses_at_fixed_size"),
    headroom_scope=late("os.nxos.limits", "headroom_scope"),
    alpha_scope=AlphaScope.NONE,
    forms=None,
    render=late("os.nxos.render", "render"),
    exports={},
    templates=None,
    # Imported by the user under the name that containerlab's documentation gives.
    lab=Lab("cisco_n9kv", "vrnetlab/cisco_n9kv:{release}", None, True, lambda port, index: port),
    sample=SampleModels("N9K-C9332D-GX2B", "N9K-C9364D-GX2A"),
    remedies=late("os.nxos.remedies", "remedies"),
    collection=late("os.nxos.collection", "collection"),
    documentation="docs/os/nxos.md",
)

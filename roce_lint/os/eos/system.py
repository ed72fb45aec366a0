"""Arista EOS, as it is registered."""

from __future__ import annotations

from roce_lint.os.contract import (
    AlphaScope,
    Completeness,
    Detection,
    Forms,
    Lab,
    PortNames,
    RemarkPlaces,
    SampleModels,
    SwitchOs,
)
from roce_lint.os.eos.behaviour import BEHAVIOUR
from roce_lint.os.industry_cli.indented_lines import indented_lines
from roce_lint.os.late import late, late_defaults


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
    check_release=late("os.eos.releases", "check_release"),
    doubts=late("os.eos.releases", "doubts"),
    polling_multiples=lambda platform: None,
    largest_pause_bytes=lambda platform: 0,
    pauses_at_fixed_size=lambda platform, cable_length_m: False,
    headroom_scope=late("os.eos.releases", "headroom_scope"),
    alpha_scope=AlphaScope.EACH,
    forms=_FORMS,
    render=late("os.eos.render", "render"),
    exports={"anta": late("os.eos.anta", "anta_catalog")},
    templates=None,
    # Imported by the user under the name that containerlab's documentation gives.
    lab=Lab("arista_ceos", "ceos:{release}", None, True, _lab_interface),
    sample=SampleModels("7280CR3-32P4", "7060DX5-64S"),
    remedies=late("os.eos.remedies", "remedies"),
    collection=late("os.eos.collection", "collection"),
    documentation="docs/os/eos.md",
)

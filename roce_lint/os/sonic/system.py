"""SONiC, as it is registered."""

from __future__ import annotations

from roce_lint.os.contract import (
    AlphaScope,
    Completeness,
    Detection,
    Lab,
    LineForm,
    Marks,
    PortNames,
    RemarkPlaces,
    SampleModels,
    SwitchOs,
    Together,
)
from roce_lint.os.frr.marks import SIGNS
from roce_lint.os.late import late, late_defaults
from roce_lint.os.sonic.behaviour import BEHAVIOUR

SYSTEM = SwitchOs(
    name="sonic",
    label="SONiC",
    short_label="SONiC",
    behaviour=BEHAVIOUR,
    read=late("os.sonic.reader", "read_sonic"),
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
        marks=lambda: Marks((), ()),
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
    line_form=LineForm(
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
        interface=late("os.sonic.port_names", "interface"),
        speed=late("os.sonic.port_names", "speed"),
        breakout=late("os.sonic.port_names", "breakout"),
    ),
    check_release=lambda platform, release: (),
    doubts=late("os.sonic.limits", "doubts"),
    polling_multiples=lambda platform: None,
    largest_pause_bytes=lambda platform: 0,
    pauses_at_fixed_size=lambda platform, cable_length_m: False,
    headroom_scope=late("os.sonic.limits", "headroom_scope"),
    alpha_scope=AlphaScope.ALL,
    forms=None,
    render=late("os.sonic.render", "render"),
    exports={},
    templates=None,
    lab=Lab("sonic-vs", "docker-sonic-vs:{release}", None, False, lambda port, index: f"eth{index}"),
    sample=SampleModels("Z9864F-ON", "Z9664F-ON"),
    remedies=late("os.sonic.remedies", "remedies"),
    collection=late("os.sonic.collection", "collection"),
    documentation="docs/os/sonic.md",
)

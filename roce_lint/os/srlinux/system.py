"""Nokia SR Linux, as it is registered."""

from __future__ import annotations

from roce_lint.os.contract import (
    AlphaScope,
    Completeness,
    Detection,
    Forms,
    HeadroomScope,
    Lab,
    LineForm,
    Marks,
    PortNames,
    RemarkPlaces,
    SampleModels,
    SwitchOs,
)
from roce_lint.os.late import late, late_defaults
from roce_lint.os.srlinux.behaviour import BEHAVIOUR

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
    together=None,
    defaults=late_defaults("os.srlinux.defaults"),
    detection=Detection(
        at_a_glance=late("os.srlinux.detect", "at_a_glance"),
        by_marks=late("os.srlinux.detect", "by_marks"),
        in_json=late("os.srlinux.detect", "in_json"),
        signs=("set / ", "explicit-congestion-notification ", "srl_nokia", "admin-state "),
        marks=lambda: Marks((), ()),
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
    line_form=LineForm(
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
    polling_multiples=lambda platform: None,
    largest_pause_bytes=late("os.srlinux.limits", "largest_pause_bytes"),
    pauses_at_fixed_size=lambda platform, cable_length_m: True,
    headroom_scope=lambda platform: HeadroomScope.PORT,
    alpha_scope=AlphaScope.NONE,
    forms=_FORMS,
    render=late("os.srlinux.render", "render"),
    exports={},
    templates=None,
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
    documentation="docs/os/srlinux.md",
)

"""Build a NicPlatform from the merged contents of its data files."""

from __future__ import annotations

from roce_lint.platforms.datum import Datum, NotKnown, Range, SourcedValue
from roce_lint.platforms.platform import NicParameter, NicPlatform
from roce_lint.platforms.sheet import (
    Section,
    boolean,
    certainty,
    integer,
    integer_or_text,
    integers,
    number_range,
    section_of,
    text,
    texts,
)
from roce_lint.platforms.switch_file import IDENTITY_KEYS, features_from, system_name


def nic_from(platform_id: str, sheet: Section) -> NicPlatform:
    """Return the adapter that `sheet` describes. Raises PlatformError for anything missing, unknown or malformed."""
    sheet.allow(
        *IDENTITY_KEYS,
        "driver",
        "rdma_device",
        "rendered",
        "roce_classes",
        "dscps_of_class",
        "roce_over_bond",
        "ports",
        "speeds_gbps",
        "speed_total_gbps",
        "priority_count",
        "receive_buffer_bytes",
        "cable_length_default_m",
        "trust_default",
        "parameters",
    )
    parameters = sheet.get("parameters", section_of)
    return NicPlatform(
        id=platform_id,
        vendor=sheet.get("vendor", text),
        os=sheet.get("os", system_name),
        driver=sheet.get("driver", text),
        rdma_device=sheet.get("rdma_device", text),
        rendered=sheet.datum("rendered", boolean),
        roce_classes=sheet.datum("roce_classes", integer),
        dscps_of_class=sheet.datum("dscps_of_class", integer),
        roce_over_bond=sheet.datum("roce_over_bond", boolean),
        model=sheet.get("model", text),
        family=sheet.get("family", text),
        asic=sheet.datum("asic", text),
        ports=sheet.datum("ports", number_range),
        speeds_gbps=sheet.datum("speeds_gbps", integers),
        speed_total_gbps=sheet.datum("speed_total_gbps", integer),
        priority_count=sheet.datum("priority_count", integer),
        receive_buffer_bytes=sheet.datum("receive_buffer_bytes", integer),
        cable_length_default_m=sheet.datum("cable_length_default_m", integer),
        trust_default=sheet.datum("trust_default", text),
        parameters=tuple(_parameter(name, parameters.get(name, section_of)) for name in parameters.names()),
        features=features_from(sheet.get("features", section_of)),
    )


def _parameter(name: str, entry: Section) -> NicParameter:
    entry.allow(
        "unit",
        "limits",
        "choices",
        "default",
        "per_port",
        "meaning",
        "source",
        "certainty",
        "default_source",
        "default_certainty",
    )
    return NicParameter(
        name=name,
        unit=entry.get_or("unit", text, "none"),
        limits=_limits(entry),
        choices=entry.get_or("choices", texts, ()),
        default=_default(entry),
        per_port=entry.get_or("per_port", boolean, True),
        meaning=entry.get("meaning", text),
    )


def _limits(entry: Section) -> Datum[Range]:
    source, sure = entry.get("source", text), entry.get("certainty", certainty)
    if not entry.has("limits"):
        return NotKnown("the parameter is a switch, an enumeration, or its range depends on the device")
    return SourcedValue(entry.get("limits", number_range), source, sure)


def _default(entry: Section) -> Datum[int | str]:
    if not entry.has("default"):
        return NotKnown("no public dump of the firmware shows its default")
    found = entry.get("default", integer_or_text)
    return SourcedValue(found, entry.get("default_source", text), entry.get("default_certainty", certainty))

"""Build a SwitchPlatform from the merged contents of its data files."""

from __future__ import annotations

from roce_lint.os.registry import switch_os, system_names
from roce_lint.platforms.datum import NotKnown
from roce_lint.platforms.layout import CageGroup, Chassis, FixedChassis, ModularChassis, PortMode, parse_mode
from roce_lint.platforms.platform import (
    Architecture,
    BufferFacts,
    EcnLimits,
    Feature,
    FeatureSupport,
    MtuLimits,
    SwitchPlatform,
    Timer,
    WatchdogLimits,
)
from roce_lint.platforms.sheet import (
    Section,
    boolean,
    cage_numbers,
    certainty,
    fault,
    fraction_table,
    integer,
    member_of,
    number_range,
    section_of,
    text,
    texts,
)

IDENTITY_KEYS = ("vendor", "os", "model", "family", "asic", "features")


def system_name(value: object, where: str) -> str:
    """Return the name of a system, of switches or of hosts. Raises PlatformError for another text."""
    if value not in system_names():
        raise fault(where, f"{value!r} is none of {', '.join(system_names())}")
    return text(value, where)


def switch_from(platform_id: str, sheet: Section) -> SwitchPlatform:
    """Return the switch that `sheet` describes. Raises PlatformError for anything missing, unknown or malformed."""
    sheet.allow(
        *IDENTITY_KEYS,
        "architecture",
        "chassis",
        "max_interfaces",
        "ports",
        "buffer",
        "watchdog",
        "mtu",
        "ecn",
        "dialect",
    )
    os = sheet.get("os", system_name)
    return SwitchPlatform(
        id=platform_id,
        vendor=sheet.get("vendor", text),
        os=os,
        model=sheet.get("model", text),
        family=sheet.get("family", text),
        asic=sheet.datum("asic", text),
        architecture=sheet.datum("architecture", member_of(Architecture)),
        chassis=_chassis(sheet),
        max_interfaces=sheet.datum("max_interfaces", integer),
        cage_groups=tuple(_cage_group(group) for group in sheet.sections("ports")),
        buffer=_buffer(sheet.get("buffer", section_of)),
        watchdog=_watchdog(sheet.get("watchdog", section_of)),
        mtu=_mtu(sheet.get("mtu", section_of)),
        ecn=_ecn(sheet.get("ecn", section_of)),
        features=features_from(sheet.get("features", section_of)),
        dialect=switch_os(os).dialect(sheet.get("dialect", section_of)),
    )


def features_from(section: Section) -> tuple[FeatureSupport, ...]:
    """Read the mapping from feature to `{supported, note, source, certainty}`."""
    found: list[FeatureSupport] = []
    for name in section.names():
        feature = member_of(Feature)(name, section.where)
        entry = section.get(name, section_of).allow("supported", "note", "source", "certainty")
        found.append(
            FeatureSupport(
                feature,
                entry.get("supported", boolean),
                entry.get_or("note", text, "any"),
                entry.get("source", text),
                entry.get("certainty", certainty),
            )
        )
    return tuple(sorted(found, key=lambda support: support.feature.value))


def _chassis(sheet: Section) -> Chassis:
    section = sheet.get("chassis", section_of)
    if section.has("line_card"):
        section.allow("slots", "line_card", "source", "certainty")
        return ModularChassis(
            section.get("slots", cage_numbers),
            section.get("line_card", text),
            section.get("source", text),
            section.get("certainty", certainty),
        )
    section.allow("slots")
    return FixedChassis(section.get("slots", cage_numbers))


def _cage_group(group: Section) -> CageGroup:
    group.allow("cages", "connector", "lanes", "modes", "breakout_cages", "breakout_takes_lower", "source", "certainty")
    cages = group.get("cages", cage_numbers)
    modes = tuple(_mode(mode, group) for mode in group.get("modes", texts))
    lanes = group.get("lanes", integer)
    for mode in modes:
        if mode.children * mode.lanes > lanes:
            raise fault(group.where, f"{mode} needs {mode.children * mode.lanes} lanes; the cage has {lanes}")
    return CageGroup(
        cages=cages,
        connector=group.get("connector", text),
        lanes=lanes,
        modes=modes,
        breakout_cages=group.get_or("breakout_cages", cage_numbers, cages),
        breakout_takes_lower=group.get_or("breakout_takes_lower", boolean, False),
        source=group.get("source", text),
        certainty=group.get("certainty", certainty),
    )


def _mode(written: str, group: Section) -> PortMode:
    try:
        return parse_mode(written)
    except ValueError as error:
        raise fault(group.where, str(error)) from error


def _buffer(section: Section) -> BufferFacts:
    section.allow("total_bytes", "partitions", "cell_bytes", "max_lossless_classes", "queue_count", "alphas")
    return BufferFacts(
        section.datum("total_bytes", integer),
        section.datum("partitions", integer)
        if section.has("partitions")
        else NotKnown("no source says how it is divided"),
        section.datum("cell_bytes", integer),
        section.datum("max_lossless_classes", integer),
        section.datum("queue_count", integer),
        section.datum("alphas", fraction_table),
    )


def _timer(value: object, where: str) -> Timer:
    section = section_of(value, where).allow("minimum_us", "maximum_us", "step_us", "unit")
    return Timer(
        section.get("minimum_us", integer),
        section.get("maximum_us", integer),
        section.get("step_us", integer),
        section.get("unit", text),
    )


def _watchdog(section: Section) -> WatchdogLimits:
    section.allow(
        "detect",
        "detect_default_us",
        "restore",
        "restore_default_us",
        "poll",
        "poll_default_us",
        "actions",
        "action_default",
    )
    return WatchdogLimits(
        section.datum("detect", _timer),
        section.datum("detect_default_us", integer),
        section.datum("restore", _timer),
        section.datum("restore_default_us", integer),
        section.datum("poll", _timer),
        section.datum("poll_default_us", integer),
        section.datum("actions", texts),
        section.datum("action_default", text),
    )


def _mtu(section: Section) -> MtuLimits:
    section.allow("port_bytes", "port_default_bytes", "port_counts", "ip_bytes", "ip_default_bytes")
    return MtuLimits(
        section.datum("port_bytes", number_range),
        section.datum("port_default_bytes", integer),
        section.datum("port_counts", text),
        section.datum("ip_bytes", number_range),
        section.datum("ip_default_bytes", integer),
    )


def _ecn(section: Section) -> EcnLimits:
    section.allow("units", "threshold", "probability_percent", "weight")
    return EcnLimits(
        section.datum("units", texts),
        section.datum("threshold", number_range),
        section.datum("probability_percent", number_range),
        section.datum("weight", number_range),
    )

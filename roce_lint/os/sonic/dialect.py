"""What only SONiC needs to know of a hardware SKU: lanes, breakouts, buffer tables, headroom."""

from __future__ import annotations

import re

from roce_lint.platforms.datum import Datum, value_or
from roce_lint.platforms.dialect import Dialect
from roce_lint.platforms.pause_limits import AlphaScope, HeadroomScope, PauseLimits
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.platforms.sheet import (
    Rows,
    Section,
    SheetFields,
    boolean,
    fault,
    integer,
    list_of,
    number_spans,
    rows_by_name,
    section_of,
    text,
    words_by_name,
)
from roce_lint.values import dataclass

_HEADROOM = re.compile(r"(\d+) (\d+)m (\d+) (\d+) (\d+) (-?\d+)(?: (\d+))?")


@dataclass(frozen=True, slots=True)
class SonicCages:
    """The cages of one group of the platform, in order: numbers of their interfaces and their first lanes.

    `breakouts` gives the breakout of platform.json for a mode (`2x400g-4`), `aliases` the pattern of an alias for a
    number of children. Cages without a cable have `usual_mode`. `fec` is empty where none is set.
    """

    interfaces: tuple[int, ...]
    first_lanes: tuple[int, ...]
    breakouts: SheetFields
    aliases: SheetFields
    usual_mode: str
    fec: str


@dataclass(frozen=True, slots=True)
class SonicPorts:
    """Names of the hardware SKU and of its platform, the index of cage 1, and the cages, by group of the platform."""

    hwsku: str
    platform: str
    first_index: int
    groups: tuple[SonicCages, ...]

    def __str__(self) -> str:
        """Return what the table of platforms prints."""
        cages = sum(len(group.interfaces) for group in self.groups)
        return f"lanes and breakouts of {cages} cages of {self.hwsku} ({self.platform})"


@dataclass(frozen=True, slots=True)
class SonicPools:
    """BUFFER_POOL and BUFFER_PROFILE of one role."""

    pools: Rows
    profiles: Rows


@dataclass(frozen=True, slots=True)
class SonicBuffers:
    """Buffer tables of a SKU, as its template writes them. Lists of profiles are empty where it has none.

    `spine` is equal to `leaf` where the templates of both roles are. `usual_cable` is that of ports without a cable.
    """

    leaf: SonicPools
    spine: SonicPools
    lossy_queue_profile: str
    ingress_profiles: str
    egress_profiles: str
    usual_cable: str

    def __str__(self) -> str:
        """Return what the table of platforms prints."""
        return "; ".join(f"{name} {' '.join(f'{key}={text}' for key, text in row)}" for name, row in self.leaf.pools)


@dataclass(frozen=True, slots=True)
class HeadroomRow:
    """One row of pg_profile_lookup.ini; `dynamic_th` is an exponent of two, `xon_offset_bytes` 0 where none stands."""

    speed_mbps: int
    cable_m: int
    size_bytes: int
    xon_bytes: int
    xoff_bytes: int
    dynamic_th: int
    xon_offset_bytes: int

    def __str__(self) -> str:
        """Return what the table of platforms prints: speed, cable and headroom."""
        return f"{self.speed_mbps // 1000}G {self.cable_m} m: {self.xoff_bytes}"


@dataclass(frozen=True, slots=True)
class SonicDialect(Dialect):
    """SONiC on one hardware SKU. `maps_pfc_to_group`: the templates write PFC_PRIORITY_TO_PRIORITY_GROUP_MAP."""

    asic_type: Datum[str]
    buffer_model: Datum[str]
    maps_pfc_to_group: Datum[bool]
    ports: Datum[SonicPorts]
    buffers: Datum[SonicBuffers]
    headroom: Datum[tuple[HeadroomRow, ...]]

    @property
    def computes_headroom(self) -> bool:
        """Say whether the buffer manager computes headroom and pools (the dynamic model)."""
        return value_or(self.buffer_model, "") == "dynamic"

    def pause_limits(self, platform: SwitchPlatform) -> PauseLimits:
        """Return what can be stated: headroom of ports, unless it is computed, and one dynamic threshold."""
        return PauseLimits(HeadroomScope.NONE if self.computes_headroom else HeadroomScope.PORT, AlphaScope.ALL)


def sonic_dialect(section: Section) -> SonicDialect:
    """Return what the section `dialect` of a platform's file says. Raises PlatformError for anything malformed."""
    section.allow(*SonicDialect.__slots__)
    return SonicDialect(
        asic_type=section.datum("asic_type", text),
        buffer_model=section.datum("buffer_model", text),
        maps_pfc_to_group=section.datum("maps_pfc_to_group", boolean),
        ports=section.datum("ports", _ports),
        buffers=section.datum("buffers", _buffers),
        headroom=section.datum("headroom", _headroom),
    )


def _ports(value: object, where: str) -> SonicPorts:
    section = section_of(value, where).allow(*SonicPorts.__slots__)
    return SonicPorts(
        hwsku=section.get("hwsku", text),
        platform=section.get("platform", text),
        first_index=section.get_or("first_index", integer, 1),
        groups=tuple(_cages(group) for group in section.sections("groups")),
    )


def _cages(group: Section) -> SonicCages:
    group.allow(*SonicCages.__slots__)
    return SonicCages(
        interfaces=group.get("interfaces", number_spans),
        first_lanes=group.get("first_lanes", number_spans),
        breakouts=group.get("breakouts", words_by_name),
        aliases=group.get("aliases", words_by_name),
        usual_mode=group.get("usual_mode", text),
        fec=group.get_or("fec", text, ""),
    )


def _buffers(value: object, where: str) -> SonicBuffers:
    section = section_of(value, where).allow(*SonicBuffers.__slots__)
    leaf = section.get("leaf", _pools)
    return SonicBuffers(
        leaf=leaf,
        spine=section.get_or("spine", _pools, leaf),
        lossy_queue_profile=section.get("lossy_queue_profile", text),
        ingress_profiles=section.get_or("ingress_profiles", text, ""),
        egress_profiles=section.get_or("egress_profiles", text, ""),
        usual_cable=section.get("usual_cable", text),
    )


def _pools(value: object, where: str) -> SonicPools:
    section = section_of(value, where).allow("pools", "profiles")
    return SonicPools(section.get("pools", rows_by_name), section.get("profiles", rows_by_name))


def _headroom(value: object, where: str) -> tuple[HeadroomRow, ...]:
    rows: list[HeadroomRow] = []
    for row in list_of(value, where):
        found = _HEADROOM.fullmatch(text(row, where))
        if found is None:
            raise fault(where, f"speed, cable, size, xon, xoff, dynamic_th and xon_offset are wanted, not {row!r}")
        rows.append(HeadroomRow(*(int(number or 0) for number in found.groups())))
    return tuple(rows)

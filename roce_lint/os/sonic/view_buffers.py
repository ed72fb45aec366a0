"""SONiC: the buffer tables of a switch, as the templates of its hardware SKU write them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from roce_lint.errors import PlatformError
from roce_lint.intent.view import SwitchPortView, SwitchView
from roce_lint.model.terms import Role
from roce_lint.os.sonic.dialect import HeadroomRow, SonicBuffers, SonicDialect
from roce_lint.os.sonic.view_ports import SonicCage, Table
from roce_lint.os.sonic.view_qos import MAP, lossless_numbers
from roce_lint.platforms.datum import NotKnown, value_or
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.text.counting import spans
from roce_lint.values import replace

TRIMMING_PROFILE = "egress_trimming_profile"
TEMPLATE_QUEUES = range(7)
"""Queues that buffers_config.j2 gives a profile; queue 7 has one where a class uses it."""


def buffer_tables(
    view: SwitchView, platform: SwitchPlatform, dialect: SonicDialect, cages: tuple[SonicCage, ...]
) -> dict[str, Table]:
    """Return the buffer tables and cable lengths.

    Raises PlatformError for lossless classes on a SKU without buffer tables, or without headroom for a port.
    Source: sonic-buildimage 086b03bd, files/build_templates/buffers_config.j2.
    """
    lossless = lossless_numbers(view)
    if isinstance(dialect.buffers, NotKnown):
        if lossless:
            raise PlatformError(
                f"{view.name}: {dialect.buffers.because} {platform.model}, so that a lossless class has no buffer;"
                " choose a lossy profile, or a SKU with buffer tables"
            )
        if view.trimming:
            raise PlatformError(
                f"{view.name}: {dialect.buffers.because} {platform.model}, so that no queue has a profile that trims;"
                " choose lossy-roce, or a SKU with buffer tables"
            )
        return {}
    buffers = dialect.buffers.value
    of_role = buffers.leaf if view.role is Role.LEAF else buffers.spine
    is_dynamic = computes_headroom(platform)
    rows = headroom_rows(view, platform)
    profiles: Table = {name: dict(fields) for name, fields in of_role.profiles}
    profiles |= {_profile_name(row): _profile(row) for row in rows.values()}
    every = tuple(cage.name(child) for cage in cages for child in range(cage.mode.children))
    # The dynamic model gives ports without a cable the same profiles, and takes their buffer back by itself.
    names = every if is_dynamic else tuple(port.name for port in view.ports)
    plain = {port.name for port in view.ports if not port.profile}
    groups: Table = {}
    for name in names:
        groups[f"{name}|0"] = {"profile": "ingress_lossy_profile"}
        for span in () if name in plain else _spans(lossless):
            groups[f"{name}|{span}"] = {"profile": _profile_name(rows[name]) if name in rows else "NULL"}
    tables: dict[str, Table] = {
        "BUFFER_POOL": {name: dict(fields) for name, fields in of_role.pools},
        "BUFFER_PROFILE": profiles,
        "BUFFER_PG": groups,
        "BUFFER_QUEUE": _queue_profiles(view, names, buffers, lossless),
        **_trimming(view, profiles, buffers),
        "CABLE_LENGTH": {MAP: _cable_lengths(view, buffers, rows, cages)},
    }
    for table, listed in (("INGRESS", buffers.ingress_profiles), ("EGRESS", buffers.egress_profiles)):
        if listed:
            tables[f"BUFFER_PORT_{table}_PROFILE_LIST"] = {name: {"profile_list": listed} for name in names}
    return tables | (_dynamic_parameters(view, platform) if is_dynamic else {})


def headroom_rows(view: SwitchView, platform: SwitchPlatform) -> dict[str, HeadroomRow]:
    """Return the row of the SKU's table for each port; none in the dynamic model, which computes its headroom.

    Raises PlatformError for ports of one row that want different headroom: the buffer manager has one for both.
    """
    if computes_headroom(platform) or not lossless_numbers(view):
        return {}
    given = {one.name: one.headroom_bytes for one in view.profiles if one.headroom_is_given}
    rows = {port.name: _with_alpha(_row(view, port, platform), view, platform) for port in view.ports if port.profile}
    rows |= {
        port.name: _with_headroom(rows[port.name], given[port.profile]) for port in view.ports if port.profile in given
    }
    first: dict[tuple[int, int], str] = {}
    for name, row in rows.items():
        other = first.setdefault((row.speed_mbps, row.cable_m), name)
        if rows[other] != row:
            raise PlatformError(
                f"{view.name}: SONiC has one headroom for ports of {row.speed_mbps // 1000}G with cables of up to"
                f" {row.cable_m} m, and the intent wants {rows[other].xoff_bytes} bytes at {other} and"
                f" {row.xoff_bytes} at {name}; give them one `headroom`"
            )
    return rows


def computes_headroom(platform: SwitchPlatform) -> bool:
    """Say whether the buffer manager computes headroom (dynamic model); else a table of the image states it."""
    dialect = platform.dialect
    return isinstance(dialect, SonicDialect) and dialect.computes_headroom


def _with_alpha(row: HeadroomRow, view: SwitchView, platform: SwitchPlatform) -> HeadroomRow:
    """Return the row with the dynamic threshold that is wanted."""
    wanted = dynamic_threshold(view, platform)
    return row if wanted is None else replace(row, dynamic_th=int(wanted))


def dynamic_threshold(view: SwitchView, platform: SwitchPlatform) -> str | None:
    """Return the exponent of two of the dynamic threshold that the intent gives; None where it gives none.

    All lossless classes have the same: the buffer manager gives the priority groups of a port one profile.
    Source: sonic-swss cfgmgr/buffermgr.cpp, doSpeedUpdateTask.
    """
    given = next((one.alpha for one in view.classes if one.lossless), view.alpha)
    return next(
        (word for word, alpha in value_or(platform.buffer.alphas, ()) if given and alpha == Fraction(given)), None
    )


def _with_headroom(row: HeadroomRow, xoff_bytes: int) -> HeadroomRow:
    """Return the row with another headroom; what it reserves besides stays, all of it where headroom is in a pool."""
    in_pool = row.size_bytes < row.xoff_bytes
    return replace(
        row, size_bytes=row.size_bytes + (0 if in_pool else xoff_bytes - row.xoff_bytes), xoff_bytes=xoff_bytes
    )


def own_table(view: SwitchView, platform: SwitchPlatform) -> tuple[HeadroomRow, ...]:
    """Return the rows of pg_profile_lookup.ini, by speed and cable, where the intent states headroom or alpha."""
    if dynamic_threshold(view, platform) is None and not any(one.headroom_is_given for one in view.profiles):
        return ()
    rows = set(headroom_rows(view, platform).values())
    return tuple(sorted(rows, key=lambda row: (row.speed_mbps, row.cable_m)))


def _row(view: SwitchView, port: SwitchPortView, platform: SwitchPlatform) -> HeadroomRow:
    """Return the row of the SKU's table for a port: that of the shortest cable that is not shorter than the port's."""
    dialect = platform.dialect
    table = dialect.headroom if isinstance(dialect, SonicDialect) else NotKnown("it does not run SONiC")
    if isinstance(table, NotKnown):
        raise PlatformError(f"{view.name}: {table.because} {platform.model}; choose a lossy profile or another SKU")
    of_speed = [row for row in table.value if row.speed_mbps == 1000 * port.speed_gbps]
    if not of_speed:
        speeds = ", ".join(f"{speed // 1000}G" for speed in sorted({row.speed_mbps for row in table.value}))
        raise PlatformError(
            f"{view.name}: the headroom table of {platform.model} has no row for {port.speed_gbps}G ({port.name});"
            f" it has {speeds}; choose another speed or SKU"
        )
    enough = [row for row in of_speed if row.cable_m >= port.cable_length_m]
    if not enough:
        longest = max(row.cable_m for row in of_speed)
        raise PlatformError(
            f"{view.name}: the cable of {port.name} has {port.cable_length_m} m, and the headroom table of"
            f" {platform.model} ends at {longest} m for {port.speed_gbps}G; use a shorter cable or another SKU"
        )
    return min(enough, key=lambda row: row.cable_m)


def _profile_name(row: HeadroomRow) -> str:
    """Return the name that the buffer manager gives the profile (sonic-swss cfgmgr/buffermgr.cpp)."""
    return f"pg_lossless_{row.speed_mbps}_{row.cable_m}m_profile"


def _profile(row: HeadroomRow) -> dict[str, str]:
    offset = {"xon_offset": str(row.xon_offset_bytes)} if row.xon_offset_bytes else {}
    return offset | {
        "pool": "ingress_lossless_pool",
        "size": str(row.size_bytes),
        "xon": str(row.xon_bytes),
        "xoff": str(row.xoff_bytes),
        "dynamic_th": str(row.dynamic_th),
    }


def _queue_profiles(
    view: SwitchView, names: tuple[str, ...], buffers: SonicBuffers, lossless: tuple[int, ...]
) -> Table:
    used = set(TEMPLATE_QUEUES) | {one.priority for one in view.classes}
    table: Table = {}
    trimmed = {queue for one in view.trimming for queue in one.data_queues}
    plain = {port.name for port in view.ports if not port.profile}
    for name in names:
        cut = set() if name in plain else trimmed
        for span in _spans(used - set(lossless) - cut):
            table[f"{name}|{span}"] = {"profile": buffers.lossy_queue_profile}
        for span in _spans(cut):
            table[f"{name}|{span}"] = {"profile": TRIMMING_PROFILE}
        for span in _spans(lossless):
            table[f"{name}|{span}"] = {"profile": "egress_lossless_profile"}
    return table


def _trimming(view: SwitchView, profiles: Table, buffers: SonicBuffers) -> dict[str, Table]:
    """Return how the switch trims packets, and add the profile of the queues that do, a copy of the lossy one.

    Source: SONiC doc/packet_trimming/packet-trimming-design.md, SWITCH_TRIMMING and packet_discard_action.
    """
    if not view.trimming:
        return {}
    profiles[TRIMMING_PROFILE] = profiles[buffers.lossy_queue_profile] | {"packet_discard_action": "trim"}
    one = view.trimming[0]
    row = {"size": str(one.size_bytes), "dscp_value": str(one.dscp), "queue_index": str(one.queue)}
    return {"SWITCH_TRIMMING": {"GLOBAL": row}}


def _spans(numbers: Iterable[int]) -> tuple[str, ...]:
    """Return numbers as keys of tables: 3, 4 and 6 give `3-4` and `6`."""
    return tuple(str(first) if first == last else f"{first}-{last}" for first, last in spans(numbers))


def _cable_lengths(
    view: SwitchView, buffers: SonicBuffers, rows: dict[str, HeadroomRow], cages: tuple[SonicCage, ...]
) -> dict[str, str]:
    """Return the length of each port's cable; where the headroom comes from a table, the one of its row."""
    lengths = {cage.name(child): buffers.usual_cable for cage in cages for child in range(cage.mode.children)}
    own = {port.name: port.cable_length_m for port in view.ports if port.profile}
    own |= {name: row.cable_m for name, row in rows.items()}
    return lengths | {name: f"{length}m" for name, length in own.items()}


def _dynamic_parameters(view: SwitchView, platform: SwitchPlatform) -> dict[str, Table]:
    """Return what the dynamic model computes from; packets are as long as those of the intent."""
    pattern = {"mtu": str(view.mtu_bytes), "small_packet_percentage": "50"}
    return {
        "DEFAULT_LOSSLESS_BUFFER_PARAMETER": {MAP: {"default_dynamic_th": dynamic_threshold(view, platform) or "0"}},
        "LOSSLESS_TRAFFIC_PATTERN": {MAP: pattern},
    }

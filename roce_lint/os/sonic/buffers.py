"""The ingress buffer of priority groups, the limits of queues, and the pools that both share."""

from __future__ import annotations

from roce_lint.model.device import DeviceBuffer
from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.logic import map_fact
from roce_lint.model.qos import PriorityGroup
from roce_lint.model.qos_tables import BufferPool, BufferProfile
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.headroom import HeadroomTable, TableHeadroom
from roce_lint.os.sonic.numbers import column, indices
from roce_lint.os.sonic.references import References
from roce_lint.platforms.datum import from_catalogue
from roce_lint.text.json_rows import Row
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import replace

_THRESHOLDS = ("dynamic_th", "static_th")
_OF_PAIR = lazy_pattern(r"pg_lossless_\d+_\d+m_profile")
_NOT_VISIBLE = "the file has no BUFFER_POOL: how buffers are divided cannot be seen in it"


class Buffers:
    """The buffers of a database: by port and priority group, and by port and queue."""

    def __init__(
        self, database: Database, references: References, table: HeadroomTable, diagnostics: Diagnostics
    ) -> None:
        self._database = database
        self._references = references
        self._table = table
        self._diagnostics = diagnostics
        self._pools = {id(row): self._pool(row) for row in database.rows("BUFFER_POOL")}
        self._profiles = {row.key: self._profile(row) for row in database.rows("BUFFER_PROFILE")}
        model = database.metadata("buffer_model")
        self._is_dynamic = model is not None and model.value == "dynamic"
        self._is_visible = bool(database.tables.get("BUFFER_POOL"))
        self._of_groups = by_port(database, "BUFFER_PG")
        self._of_queues = by_port(database, "BUFFER_QUEUE")
        for row in database.rows("BUFFER_PG"):
            self._check_direction(row)

    def _check_direction(self, row: Row) -> None:
        """Report a priority group whose profile is of an egress pool, which orchagent refuses."""
        target = self._references.target(row, "profile")
        profile = self._profiles.get(target.key) if target else None
        if profile is not None and profile.pool is not None and profile.pool.is_egress:
            because = f"the pool {profile.pool.name} is of egress, and a priority group needs one of ingress"
            self._diagnostics.refused(f"BUFFER_PG|{row.key} profile", because, row.fields["profile"].source)

    def _pool(self, row: Row) -> BufferPool:
        computed = Unknown("the pool has no size: the buffer manager computes it", row.first_line)
        unshared = Unknown("the pool has no xoff: headroom is not shared", row.first_line)
        headroom = self._number(row, "xoff", unshared)
        if isinstance(headroom, Stated) and headroom.value == 0:
            headroom = unshared
        is_egress = row.get("type") == "egress"
        return BufferPool(row.key, row.first_line, self._number(row, "size", computed), headroom, is_egress)

    def _profile(self, row: Row) -> BufferProfile:
        place = row.first_line
        if sum(name in row.fields for name in _THRESHOLDS) == 2:
            because = "a profile has dynamic_th or static_th, as the mode of its pool says, and not both"
            self._diagnostics.refused(f"BUFFER_PROFILE|{row.key}", because, row.fields["static_th"].source)
        exponent = self._number(row, "dynamic_th", Unknown("the profile has no dynamic_th", place))
        limit = self._number(row, "static_th", Unknown("the profile has no static_th", place))
        if isinstance(limit, Stated) and limit.value == 0 and "dynamic_th" not in row.fields:
            limit = Unknown("static_th 0 is no limit", limit.source)
        none = Unknown("the profile does not state it", place)
        xoff = self._number(row, "xoff", defaults.NO_HEADROOM.at(place))
        alpha: Fact[float] = map_fact(lambda power: 2.0**power, exponent)
        dynamic = Unknown("the xoff threshold follows from dynamic_th", place)
        pool = self._references.target(row, "pool")
        return BufferProfile(
            row.key,
            place,
            self._pools[id(pool)] if pool else None,
            PriorityGroup(
                headroom_bytes=xoff,
                reserved_bytes=_reserved(self._number(row, "size", none), xoff),
                xoff_threshold_bytes=limit if isinstance(alpha, Unknown) else dynamic,
                resume_offset_bytes=self._number(row, "xon_offset", none),
                alpha=alpha,
            ),
            (limit, alpha),
            isinstance(xoff, Stated) and xoff.value > 0,
        )

    def _number(self, row: Row, name: str, absent: Fact[int]) -> Fact[int]:
        return column(row, name, absent, self._diagnostics)

    def is_lossless(self, port: str, group: int) -> Source | None:
        """Return where a row of BUFFER_PG gives the priority group of a port headroom, None where none does."""
        row = self._of_groups.get((port, group))
        stated = self._references.bind(row).fields.get("profile") if row else None
        if stated is None:
            return None
        profile = self._profiles.get(References.plain(stated.value))
        return stated.source if profile is None or profile.is_lossless else None

    def group(self, port: str, group: int, speed: Fact[int], is_sized: bool, place: Source) -> PriorityGroup:
        """Return the ingress buffer of a priority group; `is_sized`: the buffer manager reserves headroom for it."""
        row = self._of_groups.get((port, group))
        stated = self._references.bind(row).fields.get("profile") if row else None
        if row is not None and stated is not None:
            name = References.plain(stated.value)
            made, pair = self._table.profile(port, speed) if is_sized and not self._is_dynamic else ("", "")
            if made not in ("", name):
                because = f"the buffer manager replaces it by {made}, for {pair}"
                self._diagnostics.refused(f"BUFFER_PG|{row.key} profile {name}", because, stated.source)
            elif pair and not made and _OF_PAIR.fullmatch(name) and "0m" not in pair.split():
                because = f"its table has no row for {pair}, and the headroom stays that of {name}"
                self._diagnostics.refused(f"CABLE_LENGTH {port}", because, self._table.cable_place(port, stated.source))
            profile = self._profiles.get(made or name)
            return _bound(profile, stated.source) if profile else self._computed(port, speed, stated.source)
        if row is not None:
            waits = self._references.bind(row).waits or f"BUFFER_PG|{row.key} names no profile"
            return _unknown(waits, row.first_line)
        if not self._is_visible:
            return _unknown(_NOT_VISIBLE, place)
        if self._is_dynamic:
            because = "no row of BUFFER_PG names it, and the dynamic buffer model computes headroom for such rows only"
            return _without_headroom(because, place)
        if not is_sized:
            return _without_headroom("pfc_enable does not list it, and no row of BUFFER_PG names it", place)
        # A profile of the name that it would make is taken as it is.
        there = self._profiles.get(self._table.profile(port, speed)[0])
        return _bound(there, place) if there else self._computed(port, speed, place)

    def _computed(self, port: str, speed: Fact[int], place: Source) -> PriorityGroup:
        """Return the headroom that the buffer manager takes from the platform's table."""
        found = self._table.headroom(port, speed, self._is_dynamic, place)
        if isinstance(found, Unknown):
            return _unknown(found.because, found.source)
        if not isinstance(found, TableHeadroom):
            return _without_headroom(found.because, found.source)
        power: Fact[int] = Default(found.dynamic_th, found.source, found.because)
        parameter = self._database.row("DEFAULT_LOSSLESS_BUFFER_PARAMETER", "AZURE")
        if parameter and self._is_dynamic:
            power = self._number(parameter, "default_dynamic_th", power)
        none = Unknown("the platform's table does not give it", found.source)
        offset = found.resume_offset_bytes
        return PriorityGroup(
            headroom_bytes=Default(found.xoff_bytes, found.source, found.because),
            reserved_bytes=Default(found.reserved_bytes, found.source, found.because),
            xoff_threshold_bytes=Unknown("the xoff threshold follows from dynamic_th", found.source),
            resume_offset_bytes=Default(offset, found.source, found.because) if offset else none,
            alpha=map_fact(lambda number: 2.0**number, power),
            sized_by=found.because,
        )

    def limits(self, port: str, queue: int, place: Source) -> tuple[Fact[int], Fact[float]]:
        """Return the fixed limit of a queue in bytes and the factor of its dynamic one."""
        row = self._of_queues.get((port, queue))
        target = self._references.target(row, "profile") if row else None
        profile = self._profiles.get(target.key) if target else None
        if profile is None:
            none = Unknown("no row of BUFFER_QUEUE gives the queue a profile", row.first_line if row else place)
            return none, none
        return profile.limits

    def pools(self) -> DeviceBuffer:
        """Return the pool that lossless priority groups share, and what is common to the whole switch."""
        whole = Source(self._database.file, 0, 0)
        lossless = [profile.pool for profile in self._profiles.values() if profile.is_lossless and profile.pool]
        named = self._database.row("BUFFER_POOL", "ingress_lossless_pool")
        pool = lossless[0] if lossless else self._pools[id(named)] if named else None
        none = Unknown(_NOT_VISIBLE, whole)
        size, headroom = (pool.size_bytes, pool.headroom_bytes) if pool else (none, none)
        kind = self._database.metadata("switch_type")
        voq: Fact[bool] = Stated(kind.value == "voq", kind.source) if kind else defaults.NOT_VOQ.at(whole)
        unstated = Unknown("a configuration of SONiC does not state it", whole)
        platform = self._table.platform
        total = from_catalogue(platform.buffer.total_bytes, whole) if platform else unstated
        return DeviceBuffer(total, size, headroom, unstated, voq)


def by_port(database: Database, table: str) -> dict[tuple[str, int], Row]:
    """Return the rows of a table by port and number; a key has one port or several, one number or a range.

    In a chassis with virtual output queues, host and ASIC stand before the port, those of other cards included.
    """
    found: dict[tuple[str, int], Row] = {}
    host = database.metadata("hostname")
    for row in database.rows(table):
        *before, names, numbers = ("", *row.keys)
        is_other = len(before) > 1 and host is not None and host.value != before[1]
        for name in () if is_other else names.split(","):
            for number in indices(numbers):
                # Cards schedule the queues of their own ports alone.
                if len(before) == 1 or (name, number) not in found or "scheduler" in row.fields:
                    found[name, number] = row
    return found


def _reserved(size: Fact[int], xoff: Fact[int]) -> Fact[int]:
    """Return the guaranteed minimum: without a shared headroom pool the size holds the headroom too."""
    if isinstance(xoff, Stated) and isinstance(size, Stated) and size.value >= xoff.value:
        return Stated(size.value - xoff.value, size.source)
    return size


def _bound(profile: BufferProfile, place: Source) -> PriorityGroup:
    """Return the buffer of a group that the line at `place` gives a profile; without xoff it has no headroom."""
    if isinstance(profile.group.headroom_bytes, Default):
        return replace(profile.group, headroom_bytes=Stated(0, place))
    return profile.group


def _unknown(because: str, place: Source) -> PriorityGroup:
    none = Unknown(because, place)
    return PriorityGroup(none, none, none, none, none)


def _without_headroom(because: str, place: Source) -> PriorityGroup:
    """Return the default group of lossy traffic, which PFC does not protect."""
    none = Unknown(because, place)
    return PriorityGroup(Default(0, place, because), none, none, none, none, sized_by=because)

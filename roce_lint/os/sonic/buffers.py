"""The ingress buffer of priority groups, the limits of queues, and the pools that both share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set

from roce_lint.model.device import DeviceBuffer
from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.logic import map_fact
from roce_lint.model.qos import NOT_COMPUTED, PRIORITY_COUNT, PriorityGroup
from roce_lint.model.qos_tables import BufferPool, BufferProfile
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.headroom import HeadroomTable, TableHeadroom
from roce_lint.os.sonic.numbers import column, indices, number_of
from roce_lint.os.sonic.references import References
from roce_lint.os.sonic.releases import SHORT_SMALL_PACKET_HEADROOM, SHORT_SPECTRUM_6_HEADROOM
from roce_lint.platforms.datum import from_catalogue, value_or
from roce_lint.text.json_rows import Field, Row
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import replace

_THRESHOLDS = ("dynamic_th", "static_th")
_OF_PAIR = lazy_pattern(r"pg_lossless_(\d+)_(\d+m)_profile")
_DIGITS = 6
_MOST_LOSSLESS = 4
"""More groups in one row are no range of lossless ones."""
_METRES = lazy_pattern(r"\d{1,6}m")
_OF_DYNAMIC_MODEL = {
    "DEFAULT_LOSSLESS_BUFFER_PARAMETER": ("default_dynamic_th",),
    "LOSSLESS_TRAFFIC_PATTERN": ("mtu", "small_packet_percentage"),
}
"""Tables without which the dynamic model computes no headroom, and the fields that it needs of them."""
_RANGES_OF_DYNAMIC = {
    "default_dynamic_th": (-8, 7),
    "over_subscribe_ratio": (0, 65_535),
    "mtu": (1, 9216),
    "small_packet_percentage": (0, 100),
}
"""Sources: sonic-default-lossless-buffer-parameter and sonic-lossless-traffic-pattern YANG."""
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
        model = database.metadata("buffer_model")
        self._is_dynamic = model is not None and model.value == "dynamic"
        self._pools = {id(row): self._pool(row) for row in database.rows("BUFFER_POOL")}
        self._profiles = {row.key: self._profile(row) for row in database.rows("BUFFER_PROFILE")}
        self._is_visible = bool(database.tables.get("BUFFER_POOL"))
        self._of_groups = by_port(database, "BUFFER_PG")
        self._ports_with_row = Counter(
            number for (port, number) in self._of_groups if self.is_lossless(port, number) is not None
        )
        self._ports_with_profile = Counter(
            profile for profile, _ in {(row.get("profile"), port) for (port, _), row in self._of_groups.items()}
        )
        self._ports_with_pair = Counter(self._pair(row.key) for row in database.rows("PORT"))
        self._of_queues = by_port(database, "BUFFER_QUEUE")
        self._traffic = self._traffic_pattern()
        self._check_directions()
        self._check_computed_rows()
        self._check_cables()
        self._check_reservations()
        if self._is_dynamic and not database.is_part:
            self._check_dynamic_model()

    def _check_cables(self) -> None:
        for row in self._database.rows("CABLE_LENGTH"):
            for port, stated in row.fields.items():
                if not _METRES.fullmatch(stated.value):
                    because = (
                        f"a length is a whole number of metres such as 40m, not {stated.value!r}: the buffer manager"
                        " gives the port no headroom"
                    )
                    self._diagnostics.refused(f"CABLE_LENGTH {port} {stated.value}", because, stated.source)

    def _check_dynamic_model(self) -> None:
        """Report what the dynamic model needs, and what it does not take."""
        model = self._database.metadata("buffer_model")
        wanted = any(row.get("profile") == "NULL" for row in self._database.rows("BUFFER_PG"))
        for table, needed in _OF_DYNAMIC_MODEL.items():
            row = next(self._database.rows(table), None)
            if row is not None:
                self._check_parameters(row, needed)
            elif model is not None and wanted:
                because = f"the dynamic model computes headroom with {table}, which no row states: there is none"
                self._diagnostics.refused(f"buffer_model {model.value} without {table}", because, model.source)

        self._check_spectrum_6(model, wanted=wanted)
        self._check_small_packets(wanted=wanted)

    def _check_small_packets(self, *, wanted: bool) -> None:
        """Report images whose dynamic model reserves too little for small packets where headroom is not shared."""
        platform = self._table.platform
        is_spectrum = platform is not None and "Spectrum" in value_or(platform.asic, "")
        row = next(self._database.rows("DEFAULT_LOSSLESS_BUFFER_PARAMETER"), None)
        is_shared = any(row.get("xoff") not in ("", "0") for row in self._database.rows("BUFFER_POOL"))
        is_shared = is_shared or (row is not None and row.get("over_subscribe_ratio") not in ("", "0"))
        pattern = next(self._database.rows("LOSSLESS_TRAFFIC_PATTERN"), None)
        stated = pattern.fields.get("small_packet_percentage") if pattern else None
        if not (wanted and is_spectrum and stated) or is_shared or stated.value == "100":
            return
        if SHORT_SMALL_PACKET_HEADROOM.hold(self._diagnostics.release):
            because = (
                "it reserves 2 KiB of headroom too little for small packets where headroom is not shared"
                f" (releases {SHORT_SMALL_PACKET_HEADROOM.words}; sonic-swss 6e4b98b9)"
            )
            setting = f"LOSSLESS_TRAFFIC_PATTERN small_packet_percentage {stated.value}"
            self._diagnostics.known_fault(setting, because, stated.source)

    def _check_spectrum_6(self, model: Field | None, *, wanted: bool) -> None:
        """Report images whose dynamic model reserves too little on Spectrum-6."""
        platform = self._table.platform
        is_spectrum_6 = platform is not None and value_or(platform.asic, "").endswith("Spectrum-6")
        if model and wanted and is_spectrum_6 and SHORT_SPECTRUM_6_HEADROOM.hold(self._diagnostics.release):
            because = (
                "it reserves 18 KiB of headroom too little on Spectrum-6: packets are dropped when traffic begins"
                f" (releases {SHORT_SPECTRUM_6_HEADROOM.words}; sonic-swss 764bcd4a)"
            )
            self._diagnostics.known_fault(f"buffer_model {model.value}", because, model.source)

    def _check_parameters(self, row: Row, needed: tuple[str, ...]) -> None:
        for name in needed:
            if name not in row.fields:
                because = f"{name} is missing, and the dynamic model computes headroom with it"
                self._diagnostics.refused(f"{row.table}|{row.key}", because, row.first_line)
        for name, stated in row.fields.items():
            if name in _RANGES_OF_DYNAMIC:
                number_of(stated, *_RANGES_OF_DYNAMIC[name], self._diagnostics, name)

    def _check_directions(self) -> None:
        """Report priority groups whose profile is of an egress pool, which orchagent refuses.

        Where several rows have the profile, it is the pool of the profile that is wrong.
        """
        rows: dict[str, list[Row]] = {}
        for row in self._database.rows("BUFFER_PG"):
            target = self._references.target(row, "profile")
            if target is not None:
                rows.setdefault(target.key, []).append(row)
        for name, bound in rows.items():
            pool, profile = self._profiles[name].pool, self._database.row("BUFFER_PROFILE", name)
            if pool is None or profile is None or not pool.is_egress:
                continue
            because = f"the pool {pool.name} is of egress, and a priority group needs one of ingress"
            row, field = (profile, "pool") if len(bound) > 1 else (bound[0], "profile")
            self._diagnostics.refused(f"{row.table}|{row.key} {field}", because, row.fields[field].source)

    def _check_computed_rows(self) -> None:
        """Report rows that leave headroom to the dynamic model where the traditional one runs."""
        if self._is_dynamic or self._database.is_part:
            return
        stated = [row.fields["profile"] for row in self._database.rows("BUFFER_PG") if row.get("profile") == "NULL"]
        model = self._database.metadata("buffer_model")
        because = "rows of BUFFER_PG have the profile NULL, for which the dynamic model alone computes headroom"
        if model is not None and len(stated) > 1:
            self._diagnostics.refused(f"buffer_model {model.value}", because, model.source)
        for one in stated if model is None or len(stated) == 1 else ():
            self._diagnostics.refused("BUFFER_PG profile NULL", because, one.source)

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
        self._check_thresholds(row)
        exponent = self._number(row, "dynamic_th", Unknown("the profile has no dynamic_th", place))
        limit = self._number(row, "static_th", Unknown("the profile has no static_th", place))
        if isinstance(limit, Stated) and limit.value == 0 and "dynamic_th" not in row.fields:
            limit = Unknown("static_th 0 is no limit", limit.source)
        none = Unknown("the profile does not state it", place)
        xoff = self._number(row, "xoff", defaults.NO_HEADROOM.at(place))
        alpha: Fact[float] = map_fact(_alpha, exponent)
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

    def _check_thresholds(self, row: Row) -> None:
        """Report a profile with two thresholds or none, and headroom that no memory is reserved for."""
        stated = sum(name in row.fields for name in _THRESHOLDS)
        if stated == 2:
            because = "a profile has dynamic_th or static_th, as the mode of its pool says, and not both"
            self._diagnostics.refused(f"BUFFER_PROFILE|{row.key}", because, row.fields["static_th"].source)
        pool = self._database.row("BUFFER_POOL", References.plain(row.get("pool")))
        if self._is_dynamic or pool is None or row.get("headroom_type") == "dynamic":
            return
        if stated == 0:
            because = "a profile needs dynamic_th or static_th, as the mode of its pool says: orchagent refuses it"
            self._diagnostics.refused(f"BUFFER_PROFILE|{row.key}", because, row.first_line)
        size, xoff = row.get("size"), row.get("xoff")
        shared = pool.get("xoff")
        if (
            size.isdecimal()
            and xoff.isdecimal()
            and int(size) < int(xoff)
            and shared in ("", "0")
            and "size" in pool.fields
        ):
            because = (
                f"size {size} does not hold the headroom, and the pool {pool.key} has no xoff to share: nothing is"
                " reserved for it"
            )
            self._diagnostics.refused(f"BUFFER_PROFILE|{row.key} xoff {xoff}", because, row.fields["xoff"].source)
        xon = row.get("xon")
        if all(one.isdecimal() for one in (size, xoff, xon)) and int(xon) > int(size) >= int(xoff) > 0:
            because = f"a pause ends when the group holds less than xon, and the profile has no more than {size} bytes"
            self._diagnostics.doubtful(f"BUFFER_PROFILE|{row.key} xon {xon}", because, row.fields["xon"].source)

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
        found = self._group(port, group, speed, is_sized, place)
        if not is_sized and self.is_lossless(port, group) is None:
            return found
        cable, (frames, small) = self._table.cable(port), self._traffic
        if cable is not None and _METRES.fullmatch(cable.value):
            found = replace(found, sized_for_cable_m=Stated(int(cable.value.removesuffix("m")), cable.source))
        return replace(found, sized_for_frame_bytes=frames, sized_for_small_percent=small)

    def _traffic_pattern(self) -> tuple[Fact[int], Fact[int]]:
        """Return the frames and the share of small packets for which the dynamic model computes headroom."""
        row = next(self._database.rows("LOSSLESS_TRAFFIC_PATTERN"), None)
        if row is None or not self._is_dynamic:
            return NOT_COMPUTED, NOT_COMPUTED
        frames, small = (row.fields.get(name) for name in _OF_DYNAMIC_MODEL[row.table])
        return _plain_number(frames), _plain_number(small)

    def _group(self, port: str, group: int, speed: Fact[int], is_sized: bool, place: Source) -> PriorityGroup:
        row = self._of_groups.get((port, group))
        stated = self._references.bind(row).fields.get("profile") if row else None
        if row is not None and stated is not None:
            name = References.plain(stated.value)
            if is_sized and self._manager_adds_own(row, name):
                return self._computed(port, speed, place)
            made, pair = self._table.profile(port, speed) if is_sized and not self._is_dynamic else ("", "")
            if made not in ("", name):
                because = f"the buffer manager replaces it by {made}, for {pair}"
                self._diagnostics.refused(f"BUFFER_PG|{row.key} profile {name}", because, self._odd(port, stated))
            elif pair and not made and _OF_PAIR.fullmatch(name) and "0m" not in pair.split():
                because = f"its table has no row for {pair}, and the headroom stays that of {name}"
                self._diagnostics.refused(f"CABLE_LENGTH {port}", because, self._table.cable_place(port, stated.source))
            elif is_sized and not pair:
                self._check_pair(port, speed, row, stated)
            profile = self._profiles.get(made or name)
            if profile is not None and made == profile.name:
                self._check_sizes(profile, port, speed, stated.source)
            if profile is not None and self._is_computed(profile.name):
                # The profile gives the threshold alone.
                return replace(self._computed(port, speed, stated.source), alpha=profile.group.alpha)
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
        computed = _bound(there, place) if there else self._computed(port, speed, place)
        others = self._ports_with_row.get(group, 0)
        if isinstance(computed.headroom_bytes, Unknown) and others > 1:
            return _without_headroom(f"no row of BUFFER_PG names it, as rows name that of {others} other ports", place)
        return computed

    def _check_sizes(self, profile: BufferProfile, port: str, speed: Fact[int], place: Source) -> None:
        """Report a profile that has the name of one of the buffer manager, and far less headroom than its table."""
        table, own = self._table.headroom(port, speed, is_dynamic=False, place=place), profile.group.headroom_bytes
        if isinstance(table, TableHeadroom) and isinstance(own, Stated) and own.value * 5 < table.xoff_bytes * 4:
            because = f"{table.because} has {table.xoff_bytes}: a profile of that name is taken as it is"
            self._diagnostics.doubtful(f"BUFFER_PROFILE|{profile.name} xoff {own.value}", because, own.source)

    def _check_pair(self, port: str, speed: Fact[int], row: Row, stated: Field) -> None:
        """Report a profile whose name is that of another speed or cable than the port has."""
        named, cable = _OF_PAIR.fullmatch(References.plain(stated.value)), self._table.cable(port)
        if named is None or cable is None or not isinstance(speed, Stated) or not _METRES.fullmatch(cable.value):
            return
        if (named[1], named[2]) != (str(speed.value * 1000), cable.value) and cable.value != "0m":
            because = (
                f"the profile is for {int(named[1]) // 1000}G and a cable of {named[2]}, and the port has"
                f" {speed.value}G and a CABLE_LENGTH of {cable.value}"
            )
            setting = f"BUFFER_PG|{row.key} profile {References.plain(stated.value)}"
            is_of_speed = named[1] == str(speed.value * 1000)
            self._diagnostics.doubtful(setting, because, self._odd(port, stated) if is_of_speed else stated.source)

    def _odd(self, port: str, stated: Field) -> Source:
        """Return which line to change where a profile and the length of the cable do not fit: the rarer one."""
        cable = self._table.cable(port)
        if cable is None or self._ports_with_profile[stated.value] <= self._ports_with_pair[self._pair(port)]:
            return stated.source
        return cable.source

    def _pair(self, port: str) -> tuple[str, str]:
        """Return the speed and the length of the cable of a port, as they are stated."""
        row, cable = self._database.row("PORT", port), self._table.cable(port)
        return row.get("speed") if row else "", cable.value if cable else ""

    def _manager_adds_own(self, row: Row, name: str) -> bool:
        """Say whether the buffer manager adds a row beside one of lossy groups: it looks for its own range alone."""
        profile = self._profiles.get(name)
        if self._is_dynamic or profile is None or profile.is_lossless:
            return False
        return len(indices(row.keys[-1])) > _MOST_LOSSLESS

    def _is_computed(self, name: str) -> bool:
        """Say whether the dynamic model computes the headroom of a profile: it has none of its own."""
        row = self._database.row("BUFFER_PROFILE", name)
        return (
            self._is_dynamic and row is not None and row.get("headroom_type") == "dynamic" and "xoff" not in row.fields
        )

    def _computed(self, port: str, speed: Fact[int], place: Source) -> PriorityGroup:
        """Return the headroom that the buffer manager takes from the platform's table."""
        found = self._table.headroom(port, speed, self._is_dynamic, place)
        parameter = next(self._database.rows("DEFAULT_LOSSLESS_BUFFER_PARAMETER"), None) if self._is_dynamic else None
        if isinstance(found, Unknown):
            unknown = _unknown(found.because, found.source)
            if parameter is None or "default_dynamic_th" not in parameter.fields:
                return unknown
            power: Fact[int] = self._number(parameter, "default_dynamic_th", Unknown(found.because, found.source))
            return replace(unknown, alpha=map_fact(_alpha, power))
        if not isinstance(found, TableHeadroom):
            return _without_headroom(found.because, found.source)
        power = Default(found.dynamic_th, found.source, found.because)
        if parameter is not None:
            power = self._number(parameter, "default_dynamic_th", power)
        none = Unknown("the platform's table does not give it", found.source)
        offset = found.resume_offset_bytes
        return PriorityGroup(
            headroom_bytes=Default(found.xoff_bytes, found.source, found.because),
            reserved_bytes=Default(found.reserved_bytes, found.source, found.because),
            xoff_threshold_bytes=Unknown("the xoff threshold follows from dynamic_th", found.source),
            resume_offset_bytes=Default(offset, found.source, found.because) if offset else none,
            alpha=map_fact(_alpha, power),
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

    def check_lossless_queue(self, port: str, queue: int, lossless: Set[int]) -> None:
        """Report a queue of a lossless class without an egress profile of its own, where lossy queues have one."""
        others = {
            number: row
            for number in range(PRIORITY_COUNT)
            if number not in lossless and (row := self._of_queues.get((port, number))) is not None
        }
        row = self._of_queues.get((port, queue))
        if row is None:
            if others:
                at = next(iter(others.values())).first_line
                because = (
                    f"no row gives queue {queue} a profile, which carries a lossless class: it has that of the chip"
                )
                self._diagnostics.doubtful(f"BUFFER_QUEUE of {port}", because, at)
            return
        stated = row.fields.get("profile")
        name = References.plain(stated.value) if stated else ""
        profile = self._database.row("BUFFER_PROFILE", name)
        if stated is None or profile is None:
            return
        best_effort = others.get(0)
        is_shared = best_effort is not None and References.plain(best_effort.get("profile")) == name
        if (is_shared and self._has_lossless_egress(name)) or "lossy" in profile.get("pool"):
            because = (
                f"queue {queue} carries a lossless class, and the profile is one of lossy queues: what PFC keeps"
                " at ingress is dropped there"
            )
            self._diagnostics.doubtful(f"BUFFER_QUEUE|{row.key} profile {name}", because, stated.source)

    def _has_lossless_egress(self, besides: str) -> bool:
        """Say whether another profile of the file is for lossless queues: a fixed limit in an egress pool."""
        for row in self._database.rows("BUFFER_PROFILE"):
            pool = self._database.row("BUFFER_POOL", References.plain(row.get("pool")))
            is_fixed = "static_th" in row.fields and "xoff" not in row.fields and "lossy" not in row.key
            if is_fixed and row.key != besides and pool is not None and pool.get("type") in ("egress", "both"):
                return True
        return False

    def _check_reservations(self) -> None:
        """Report pools whose priority groups and queues reserve more than they hold."""
        reserved: Counter[str] = Counter()
        for rows in (self._of_groups, self._of_queues):
            for row in rows.values():
                stated = row.fields.get("profile")
                profile = self._database.row("BUFFER_PROFILE", References.plain(stated.value)) if stated else None
                size = profile.get("size") if profile else ""
                if profile is not None and size.isdecimal() and len(size) < 13:
                    reserved[References.plain(profile.get("pool"))] += int(size)
        for row in self._database.rows("BUFFER_POOL"):
            total = row.fields.get("size")
            if total is None or not total.value.isdecimal() or len(total.value) > 13 or self._is_dynamic:
                continue
            if reserved[row.key] > int(total.value) > 0:
                because = (
                    f"priority groups and queues reserve {reserved[row.key]} bytes of the pool, which is smaller:"
                    " the chip refuses a part of them"
                )
                self._diagnostics.refused(f"BUFFER_POOL|{row.key} size {total.value}", because, total.source)

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


def _plain_number(stated: Field | None) -> Fact[int]:
    is_number = stated is not None and stated.value.isdecimal() and len(stated.value) < _DIGITS
    return Stated(int(stated.value), stated.source) if stated and is_number else NOT_COMPUTED


def _alpha(power: int) -> float:
    return 2.0**power


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

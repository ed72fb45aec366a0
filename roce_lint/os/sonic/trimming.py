"""Packet trimming: SWITCH_TRIMMING, and profiles of queues with `packet_discard_action` trim.

orchagent takes the row SWITCH_TRIMMING|GLOBAL as a whole: one value that it does not take, and nothing of the row is
applied. Released from 202505 (SONiC doc/packet_trimming; sonic-swss orchagent/switch/trimming and bufferorch.cpp).
"""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.trimming import IdleTrimmingProfile, PacketTrimming, TrimmingQueue
from roce_lint.model.vendor_default import UndocumentedDefault
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.access_lists import meets_roce
from roce_lint.os.sonic.buffers import by_port
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.fields import report_field
from roce_lint.os.sonic.references import References
from roce_lint.os.sonic.releases import TRIMMING
from roce_lint.platforms.datum import value_or
from roce_lint.platforms.platform import SwitchPlatform
from roce_lint.text.json_rows import Field, Row
from roce_lint.text.patterns import lazy_pattern

TABLE = "SWITCH_TRIMMING"
_BY_CLASS, _DYNAMIC = "from-tc", "dynamic"
_FIELDS = ("size", "dscp_value", "tc_value", "queue_index")
_LARGEST = {"size": (1 << 32) - 1, "dscp_value": 63, "tc_value": 15, "queue_index": 15}
_WORD = {"dscp_value": _BY_CLASS, "queue_index": _DYNAMIC}
_NOT_TRIMMING_LISTS = ("BUFFER_PORT_INGRESS_PROFILE_LIST", "BUFFER_PORT_EGRESS_PROFILE_LIST")
_TOMAHAWK_5 = lazy_pattern(r"7060X6-")
_SPECTRUM_4 = lazy_pattern(r"SN5[46]\d\d")
_SPECTRUM_3 = lazy_pattern(r"SN([23])[67]\d\d|SN4[4-7]\d\d")
"""Models by the chip, in names of hardware SKUs that the catalogue does not hold."""
_OWN_QUEUE_4 = ("Arista-7060X6-64PE-B-C448O16", "Arista-7060X6-64PE-B-C512S2")
_TESTS = "sonic-mgmt tests/packet_trimming/packet_trimming_config.py"
_TRIMMING_CHIPS = ("Spectrum-4", "Spectrum-5", "Spectrum-6", "Tomahawk 5", "Tomahawk 6")
"""Source: sonic-utilities generic_config_updater/gcu_field_operation_validators.conf.json, packet_discard_action."""
_ONE_DSCP = UndocumentedDefault("trimmed packets are marked with one DSCP, and by no class")
_NO_LIMIT = "what sizes the chip takes is not published"


def packet_trimming(
    database: Database, platform: SwitchPlatform | None, diagnostics: Diagnostics
) -> PacketTrimming | None:
    """Return how the switch trims packets, or would with a release that does; None where nothing speaks of it."""
    row = next(database.rows(TABLE), None)
    trimming = {one.key: one.fields["packet_discard_action"] for one in _trimming_profiles(database, diagnostics)}
    if row is None and not trimming:
        return None
    if TRIMMING.hold(diagnostics.release) is False:
        because = f"packet trimming is in releases {TRIMMING.words}; {diagnostics.release[0]} passes over it"
        for stated in trimming.values():
            diagnostics.refused(f"packet_discard_action {stated.value}", because, stated.source)
        if row is not None:
            diagnostics.refused(TABLE, because, row.first_line)
    queues, dropping, used = _queues(database, trimming)
    _report_misplaced(database, trimming, diagnostics)
    _report_access_lists(database, diagnostics)
    limits = _Limits(database, platform)
    if row is not None and limits.chip and not limits.chip.endswith(_TRIMMING_CHIPS):
        because = f"no source says that {limits.chip} trims packets; a chip that does not passes over it in silence"
        diagnostics.doubtful(TABLE, because, row.first_line)
    idle = tuple(IdleTrimmingProfile(name, one.source) for name, one in trimming.items() if name not in used)
    if row is None and database.is_part:
        none = Unknown(f"{TABLE} is in another file", Source(database.file, 0, 0))
        return _made(none, none, none, none, none, queues, dropping, idle, limits)
    return _of_row(row, queues, dropping, idle, limits, diagnostics)


def _of_row(
    row: Row | None,
    queues: tuple[TrimmingQueue, ...],
    dropping: tuple[TrimmingQueue, ...],
    idle: tuple[IdleTrimmingProfile, ...],
    limits: _Limits,
    diagnostics: Diagnostics,
) -> PacketTrimming:
    if row is None:
        at = queues[0].source if queues else idle[0].source
        off: Fact[bool] = defaults.TRIMMING_NOT_SET_UP.at(at)
        by_default = defaults.TRIM_SIZE.at(at), defaults.TRIM_DSCP.at(at), _ONE_DSCP.at(at), defaults.TRIM_QUEUE.at(at)
        return _made(off, *by_default, queues, dropping, idle, limits)
    at = row.first_line
    wrong = _report_row(row, limits, diagnostics)
    marking, place = row.fields.get("dscp_value"), row.fields.get("queue_index")
    by_class = marking is not None and marking.value == _BY_CLASS
    dynamic = place is not None and place.value == _DYNAMIC
    traffic_class: Fact[str] = _ONE_DSCP.at(at)
    dscp = _number(marking, defaults.TRIM_DSCP.at(at))
    if by_class and marking is not None:
        stated = row.fields.get("tc_value")
        default = defaults.TRIM_CLASS.at(marking.source)
        traffic_class = Stated(str(int(stated.value)), stated.source) if stated else default
        dscp = Unknown("the map of each port gives trimmed packets their DSCP", marking.source)
    queue = _number(place, defaults.TRIM_QUEUE.at(at))
    if dynamic and place is not None:
        queue = Unknown("trimmed packets leave by the queue of their class", place.source)
    size = _number(row.fields.get("size"), defaults.TRIM_SIZE.at(at))
    size, dscp, queue = [_taken(fact, wrong) for fact in (size, dscp, queue)]
    is_on: Fact[bool] = Stated(True, at)
    return _made(is_on, size, dscp, traffic_class, queue, queues, dropping, idle, limits, by_class, dynamic)


def _made(
    is_set_up: Fact[bool],
    size: Fact[int],
    dscp: Fact[int],
    traffic_class: Fact[str],
    queue: Fact[int],
    queues: tuple[TrimmingQueue, ...],
    dropping: tuple[TrimmingQueue, ...],
    idle: tuple[IdleTrimmingProfile, ...],
    limits: _Limits,
    by_class: bool = False,
    dynamic: bool = False,
) -> PacketTrimming:
    left = by_class and isinstance(traffic_class, Default)
    return PacketTrimming(
        is_on=defaults.TRIMMING_ON.at(is_set_up.source),
        is_set_up=is_set_up,
        size_bytes=size,
        dscp=dscp,
        dscp_is_of_port=by_class,
        port_dscps=(),
        traffic_class=traffic_class,
        class_is_stated=Stated(not left, traffic_class.source),
        queue=queue,
        queue_follows_class=dynamic,
        queues=queues,
        dropping_queues=dropping,
        idle_profiles=idle,
        trims_tunnelled=Unknown("whether packets of tunnels are trimmed is not published", is_set_up.source),
        smallest_size_bytes=limits.smallest,
        largest_size_bytes=limits.largest,
        fixed_queue=limits.queue,
    )


class _Limits:
    """What the chip of the SKU is known to take; `chip` is empty where it is not known."""

    def __init__(self, database: Database, platform: SwitchPlatform | None) -> None:
        stated = database.metadata("hwsku")
        whole = Source(database.file, 0, 0)
        at = stated.source if stated else whole
        hwsku = stated.value if stated else ""
        chip = value_or(platform.asic, "") if platform else ""
        self.smallest: Fact[int] = Unknown(_NO_LIMIT, at)
        self.largest: Fact[int] = Unknown(_NO_LIMIT, at)
        self.queue: Fact[int] = Unknown("the queue of trimmed packets can be chosen", at)
        self.last_queue = _LARGEST["queue_index"]
        self.chip = chip
        if "Tomahawk 5" in chip or _TOMAHAWK_5.search(hwsku):
            because = f"Tomahawk 5 trims to 206 bytes alone ({_TESTS})"
            self.smallest = self.largest = Default(206, at, because)
            number = 4 if hwsku in _OWN_QUEUE_4 else 9
            self.queue = Default(number, at, f"Tomahawk 5 sends trimmed packets in queue {number} alone ({_TESTS})")
        elif "Spectrum-4" in chip or "Spectrum-5" in chip or _SPECTRUM_4.search(hwsku):
            self.largest = Default(4084, at, f"Spectrum-4 and Spectrum-5 trim to 4084 bytes at most ({_TESTS})")
            self.last_queue = 7
        elif not chip and (older := _SPECTRUM_3.search(hwsku)):
            self.chip = f"Spectrum-{older[1]}"


def _taken(fact: Fact[int], wrong: frozenset[Source]) -> Fact[int]:
    """Return a number that orchagent takes; the rest of the row is evaluated as it was meant."""
    return Unknown("orchagent does not take the value", fact.source) if fact.source in wrong else fact


def _report_row(row: Row, limits: _Limits, diagnostics: Diagnostics) -> frozenset[Source]:
    """Report what orchagent does not take of the row; return the lines because of which it drops the row."""
    wrong: set[Source] = set()
    largest = _LARGEST | {"queue_index": limits.last_queue}
    if row.key != "GLOBAL":
        diagnostics.refused(f"{TABLE}|{row.key}", f"{TABLE} has one row, GLOBAL", row.first_line)
    for name, stated in row.fields.items():
        if name not in _FIELDS:
            report_field(row, name, stated, _FIELDS, diagnostics)
        elif stated.value != _WORD.get(name) and not _fits(stated, largest[name]):
            word = f" or {_WORD[name]}" if name in _WORD else ""
            because = f"{name} is a number from 0 to {largest[name]}{word}: orchagent drops the whole row"
            diagnostics.refused(f"{TABLE} {name} {stated.value}", because, stated.source)
            wrong.add(stated.source)
    marking, stated_class = row.fields.get("dscp_value"), row.fields.get("tc_value")
    if stated_class is not None and (marking is None or marking.value != _BY_CLASS):
        because = f"tc_value holds with dscp_value {_BY_CLASS} alone; orchagent does not set it"
        diagnostics.refused(f"{TABLE} tc_value {stated_class.value}", because, stated_class.source)
    return frozenset(wrong)


def _fits(stated: Field, highest: int) -> bool:
    return stated.value.isdecimal() and len(stated.value) <= 10 and int(stated.value) <= highest


def _number(stated: Field | None, default: Default[int]) -> Fact[int]:
    return Stated(int(stated.value), stated.source) if stated and stated.value.isdecimal() else default


def _trimming_profiles(database: Database, diagnostics: Diagnostics) -> Iterator[Row]:
    for row in database.rows("BUFFER_PROFILE"):
        stated = row.fields.get("packet_discard_action")
        if stated is not None and stated.value == "trim":
            yield row
        elif stated is not None and stated.value != "drop":
            because = f"packet_discard_action is drop or trim, not {stated.value!r}"
            diagnostics.refused(f"packet_discard_action {stated.value}", because, stated.source)


def _queues(
    database: Database, trimming: dict[str, Field]
) -> tuple[tuple[TrimmingQueue, ...], tuple[TrimmingQueue, ...], set[str]]:
    """Return the queues that trim, those with a profile that does not, and the names of the profiles that trim."""
    found, dropping, used = [], [], set()
    for (port, number), row in by_port(database, "BUFFER_QUEUE").items() if trimming else ():
        stated = row.fields.get("profile")
        name = References.plain(stated.value) if stated else ""
        if stated is not None and name in trimming:
            used.add(name)
            found.append(TrimmingQueue(port, number, stated.source))
        elif stated is not None:
            dropping.append(TrimmingQueue(port, number, stated.source))
    return tuple(found), tuple(dropping), used


def _report_misplaced(database: Database, trimming: dict[str, Field], diagnostics: Diagnostics) -> None:
    """Report trimming profiles where orchagent refuses them: in priority groups, and in the lists of ports."""
    for row in database.rows("BUFFER_PG"):
        stated = row.fields.get("profile")
        if stated is not None and References.plain(stated.value) in trimming:
            because = "a priority group takes no profile that trims: only a queue can trim packets"
            diagnostics.refused(f"BUFFER_PG|{row.key} profile {stated.value}", because, stated.source)
    for row in database.rows(*_NOT_TRIMMING_LISTS):
        stated = row.fields.get("profile_list")
        names = [References.plain(one) for one in stated.value.split(",")] if stated else []
        wrong = next((one for one in names if one in trimming), "")
        if stated is not None and wrong:
            because = f"{wrong} trims, and orchagent refuses such a profile for a whole port"
            diagnostics.refused(f"{row.table}|{row.key} profile_list {stated.value}", because, stated.source)


def _report_access_lists(database: Database, diagnostics: Diagnostics) -> None:
    """Report rules with DISABLE_TRIM that cannot have it, and those that RoCE of the switch's own subnets meets."""
    for rule in database.rows("ACL_RULE"):
        action = rule.fields.get("PACKET_ACTION")
        if action is None or action.value.upper() != "DISABLE_TRIM":
            continue
        table = database.row("ACL_TABLE", rule.keys[0])
        if table is None:
            continue
        kind = database.row("ACL_TABLE_TYPE", table.get("type"))
        setting = f"ACL_RULE|{rule.key} PACKET_ACTION DISABLE_TRIM"
        if "DISABLE_TRIM_ACTION" not in _listed(kind, "ACTIONS"):
            because = "the type of its table has no DISABLE_TRIM_ACTION among the ACTIONS of ACL_TABLE_TYPE"
            diagnostics.refused(setting, because, action.source)
        elif "PORT" not in _listed(kind, "BIND_POINTS"):
            because = "the type of its table has no PORT among the BIND_POINTS of ACL_TABLE_TYPE"
            diagnostics.refused(setting, because, action.source)
        elif meets_roce(rule, database):
            because = "RoCE of the switch's own subnets meets the rule: its packets are dropped whole, and not trimmed"
            diagnostics.doubtful(setting, because, action.source)


def _listed(kind: Row | None, name: str) -> list[str]:
    """Return the words of a list in a type of tables, which files spell in three ways."""
    return [one for form in (name, name.lower(), f"{name}@") if kind for one in kind.get(form).upper().split(",")]

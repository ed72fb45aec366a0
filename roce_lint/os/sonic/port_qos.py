"""The lossless chain of a port, as its rows and the maps that they name say it."""

from __future__ import annotations

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import PRIORITY_COUNT, PortQos, Priority, TrafficClass
from roce_lint.model.terms import PfcMode, PortKind
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.buffers import Buffers
from roce_lint.os.sonic.classes import Maps, trust_of
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.headroom import HeadroomTable
from roce_lint.os.sonic.numbers import PriorityList, priority_list
from roce_lint.os.sonic.queues import Queues
from roce_lint.os.sonic.references import Binding, References
from roce_lint.os.sonic.watchdog import Watchdogs
from roce_lint.text.json_rows import Field, Row
from roce_lint.values import dataclass

GLOBAL = "global"
"""The row of PORT_QOS_MAP that holds for all ports, `dscp_to_tc_map` alone."""
_NOTHING = PriorityList(frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class _Bound:
    """What PORT_QOS_MAP says of one port: its row as it is applied, the maps that it names, and its lists."""

    binding: Binding
    dscp: Row | None
    dot1p: Row | None
    queues: Row | None
    groups: Row | None
    paused: Row | None
    sent: Row | None
    pfc: PriorityList
    pfc_at: Source
    trust_at: Source


class PortQosMaker:
    """Makes what decides about RoCE at each port of a database."""

    def __init__(self, database: Database, table: HeadroomTable, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._references = References(database, diagnostics)
        self._maps = Maps(database, diagnostics)
        self.buffers = Buffers(database, self._references, table, diagnostics)
        self._queues = Queues(database, self._references, self.buffers, diagnostics)
        self._watchdogs = Watchdogs(database, diagnostics)
        self._rows = {name: row for row in database.rows("PORT_QOS_MAP") for name in row.key.split(",")}
        self._asymmetric = {
            row.key: row.fields["pfc_asym"] for row in database.rows("PORT") if "pfc_asym" in row.fields
        }
        self._global = self._read_global()
        self._classes: dict[object, tuple[TrafficClass, ...]] = {}

    def _read_global(self) -> Row | None:
        row = self._rows.pop(GLOBAL, None)
        for name, stated in row.fields.items() if row else ():
            if name != "dscp_to_tc_map":
                because = "the row global has dscp_to_tc_map alone; orchagent ignores the rest with a warning"
                self._diagnostics.refused(f"PORT_QOS_MAP|global {name}", because, stated.source)
        return row

    def of(self, name: str, kind: PortKind, speed: Fact[int], place: Source) -> PortQos:
        """Return the QoS of one port; interfaces other than physical ports have none."""
        row = self._rows.get(name) if kind is PortKind.ETHERNET else None
        bound = self._bound(row or Row("PORT_QOS_MAP", name, place))
        is_bound = row is not None and not bound.binding.waits
        pausing = self._pausing(name, bound)
        off = defaults.NO_LINK_PAUSE.at(place)
        rewrite = self._references.target(bound.binding.row, "tc_to_dscp_map")
        return PortQos(
            bound=Stated(True, row.first_line) if row and is_bound else bound.binding.absent(defaults.NOT_BOUND, place),
            trust=trust_of(bound.dscp, bound.dot1p, bound.trust_at),
            classification=self._maps.classification(bound.dscp, bound.dot1p, bound.trust_at),
            classes=self._classes_of(bound, pausing),
            pfc_mode=self._mode(bound),
            priorities=tuple(self._priority(name, number, bound, speed) for number in range(PRIORITY_COUNT)),
            queues=self._queues.of(name, speed, place),
            watchdog=self._watchdogs.of(name, self._watched(bound), bound.binding.row.first_line),
            link_pause_received=off,
            link_pause_sent=off,
            rewrite_enabled=Stated(True, bound.binding.fields["tc_to_dscp_map"].source)
            if rewrite
            else defaults.NOT_REWRITTEN.at(place),
            rewrites=self._maps.rewrites(rewrite),
        )

    def _bound(self, row: Row) -> _Bound:
        binding = self._references.bind(row)
        dscp, trust_at = self._references.target(row, "dscp_to_tc_map"), binding.waits_at or row.first_line
        stated = binding.fields.get("dscp_to_tc_map") or binding.fields.get("dot1p_to_tc_map")
        if dscp is None and self._global is not None:
            dscp = self._references.target(self._global, "dscp_to_tc_map")
            stated = self._references.bind(self._global).fields.get("dscp_to_tc_map") if dscp else stated
        pfc = binding.fields.get("pfc_enable")
        return _Bound(
            binding=binding,
            dscp=dscp,
            dot1p=self._references.target(row, "dot1p_to_tc_map"),
            queues=self._references.target(row, "tc_to_queue_map"),
            groups=self._references.target(row, "tc_to_pg_map"),
            paused=self._references.target(row, "pfc_to_queue_map"),
            sent=self._references.target(row, "pfc_to_pg_map"),
            pfc=priority_list(pfc, "pfc_enable", self._diagnostics) if pfc else _NOTHING,
            pfc_at=pfc.source if pfc else trust_at,
            trust_at=stated.source if stated else trust_at,
        )

    def _mode(self, bound: _Bound) -> Fact[PfcMode]:
        if bound.pfc.applied:
            return Stated(PfcMode.ON, bound.pfc_at)
        if "pfc_enable" in bound.binding.fields:
            return Stated(PfcMode.OFF, bound.pfc_at)
        return bound.binding.absent(defaults.PFC_OFF)

    def _group_of(self, number: int, bound: _Bound) -> int:
        """Return the priority group whose filling makes the port send pauses for a priority."""
        listed = (self._maps.of(bound.sent) or {}).get(number)
        return number if listed is None or isinstance(listed, Unknown) else listed.value

    def _pausing(self, port: str, bound: _Bound) -> dict[int, frozenset[int]]:
        """Return the priorities that are lossless by configuration, by their priority group."""
        found: dict[int, frozenset[int]] = {}
        for number in range(PRIORITY_COUNT):
            if isinstance(self._generates(port, number, bound), Stated) and self._is_lossless(port, number, bound):
                group = self._group_of(number, bound)
                found[group] = found.get(group, frozenset()) | {number}
        return found

    def _is_lossless(self, port: str, number: int, bound: _Bound) -> bool:
        fact = self._generates(port, number, bound)
        return not isinstance(fact, Unknown) and fact.value

    def _generates(self, port: str, number: int, bound: _Bound) -> Fact[bool]:
        if number in bound.pfc.applied:
            return Stated(True, bound.pfc_at)
        if not bound.pfc.applied and not bound.binding.waits:
            # Headroom is reserved, and PFC is off: the priority was meant to be lossless.
            at = self.buffers.is_lossless(port, self._group_of(number, bound))
            if at is not None:
                return Stated(True, at)
        return self._not_listed(bound)

    def _not_listed(self, bound: _Bound) -> Fact[bool]:
        if "pfc_enable" in bound.binding.fields:
            return Default(False, bound.pfc_at, defaults.NO_PAUSE.reason)
        return bound.binding.absent(defaults.NO_PAUSE)

    def _priority(self, port: str, number: int, bound: _Bound, speed: Fact[int]) -> Priority:
        asymmetric: Field | None = self._asymmetric.get(port)
        # The buffer manager takes the priorities of pfc_enable for numbers of priority groups.
        group = self._group_of(number, bound)
        honours: Fact[bool] = Stated(True, bound.pfc_at) if number in bound.pfc.applied else self._not_listed(bound)
        if asymmetric is not None and asymmetric.value == "on" and bound.pfc.applied:
            honours = Stated(True, asymmetric.source)
        return Priority(
            number,
            self._generates(port, number, bound),
            honours,
            self._paused_queues(number, bound),
            self.buffers.group(port, group, speed, group in bound.pfc.sized, bound.pfc_at),
        )

    def _paused_queues(self, number: int, bound: _Bound) -> Fact[frozenset[int]]:
        listed = self._maps.of(bound.paused)
        if bound.paused is None or listed is None:
            return Default(frozenset({number}), bound.binding.row.first_line, defaults.SAME_QUEUE)
        if number not in listed:
            because = f"{bound.paused.table}|{bound.paused.key} does not list priority {number}"
            return Unknown(because, bound.paused.first_line)
        queue = listed[number]
        return queue if isinstance(queue, Unknown) else Stated(frozenset({queue.value}), queue.source)

    def _watched(self, bound: _Bound) -> Fact[frozenset[int]]:
        stated = bound.binding.fields.get("pfcwd_sw_enable")
        if stated is None:
            return bound.binding.absent(defaults.WATCHDOG_NO_PRIORITY)
        return Stated(priority_list(stated, "pfcwd_sw_enable", self._diagnostics).applied, stated.source)

    def _classes_of(self, bound: _Bound, pausing: dict[int, frozenset[int]]) -> tuple[TrafficClass, ...]:
        place = bound.binding.row.first_line
        shared = bound.queues is not None and bound.groups is not None
        key = (id(bound.queues), id(bound.groups), tuple(sorted(pausing.items())), None if shared else place)
        found = self._classes.get(key)
        if found is None:
            found = self._classes[key] = self._maps.classes(bound.queues, bound.groups, pausing, place)
        return found

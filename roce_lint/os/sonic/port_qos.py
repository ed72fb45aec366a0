"""What the rows of a database bind to each port."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.qos import PRIORITY_COUNT, PortQos
from roce_lint.model.qos_tables import ClassBinding, Key, PfcBinding, PortBinding, QosMap, T
from roce_lint.model.terms import PfcMode, PortKind
from roce_lint.os.compose.pfc import group_number
from roce_lint.os.compose.ports import PortComposer
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.buffers import Buffers
from roce_lint.os.sonic.classes import Maps
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.headroom import HeadroomTable
from roce_lint.os.sonic.numbers import PriorityList, priority_list
from roce_lint.os.sonic.queues import QueueTables
from roce_lint.os.sonic.references import Binding, References
from roce_lint.os.sonic.watchdog import Watchdogs
from roce_lint.text.json_rows import Field, Row
from roce_lint.values import dataclass

GLOBAL = "global"
"""The row of PORT_QOS_MAP that holds for all ports, `dscp_to_tc_map` alone."""
_NOTHING = PriorityList(frozenset(), frozenset())
_CLASSES = tuple(str(number) for number in range(PRIORITY_COUNT))
_MORE_CLASSES = tuple(str(number) for number in range(PRIORITY_COUNT, 2 * PRIORITY_COUNT))
"""Classes above those of PCP, which ports have where their maps list them."""


@dataclass(frozen=True, slots=True)
class _Pausing:
    """What `pfc_enable` lists for a port, where it does so, and the group behind each priority."""

    binding: Binding
    listed: PriorityList
    at: Source
    group_of: QosMap[int, int] | None


class SonicQosReader:
    """Reads the tables of QoS of a database, and what each port binds of them."""

    def __init__(self, database: Database, table: HeadroomTable, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._references = References(database, diagnostics)
        self._maps = Maps(database, diagnostics)
        self.buffers = Buffers(database, self._references, table, diagnostics)
        self._queues = QueueTables(database, self._references, self.buffers, diagnostics)
        self._watchdogs = Watchdogs(database, diagnostics)
        self._composer = PortComposer(defaults.QOS)
        self._rows = {name: row for row in database.rows("PORT_QOS_MAP") for name in row.key.split(",")}
        self._asymmetric = {
            row.key: row.fields["pfc_asym"] for row in database.rows("PORT") if "pfc_asym" in row.fields
        }
        self._global = self._read_global()
        self._classes: dict[int, tuple[str, ...]] = {}

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
        binding = self._references.bind(row or Row("PORT_QOS_MAP", name, place))
        bound: Fact[bool] = Stated(True, binding.row.first_line)
        if row is None or binding.waits:
            bound = binding.absent(defaults.NOT_BOUND, place)
        listed = self._listed(binding)
        rewrite = self._map(binding, "tc_to_dscp_map", self._maps.of_classes)
        queue_of = self._map(binding, "tc_to_queue_map", self._maps.of_classes)
        found = self._composer.compose(
            PortBinding(
                place=place,
                qos_place=binding.row.first_line,
                bound=bound,
                speed_gbps=speed,
                classifies=self._classifies(binding),
                classes=self._classes_of(queue_of),
                queue_of=queue_of,
                group_of=self._map(binding, "tc_to_pg_map", self._maps.of_classes),
                rewrite=rewrite,
                rewrite_at=binding.fields["tc_to_dscp_map"].source if rewrite else None,
                pfc_mode=_mode(listed),
                pfc=self._pfc(name, listed, speed),
                queues=self._queues.bindings(name, place),
                watchdog=self._watchdogs.of(
                    name, self._watched(binding), binding.row.first_line, pauses=bool(listed.listed.applied)
                ),
            )
        )
        self._report_queues(name, found)
        self._report_unlisted(binding, listed)
        self._report_bulk_headroom(name, binding, listed, found)
        return found

    def _report_bulk_headroom(self, port: str, binding: Binding, pausing: _Pausing, qos: PortQos) -> None:
        """Report headroom of the group that unmarked packets get, for which the port does not pause."""
        if not pausing.listed.applied or isinstance(qos.trust, Unknown):
            return
        groups = self._map(binding, "tc_to_pg_map", self._maps.of_classes)
        name = known(qos.classification.traffic_class_by_dscp[0], "")
        group = known(groups.at(name, "traffic class"), -1) if groups else -1
        paused = {group_number(number, pausing.group_of) for number in pausing.listed.applied}
        at = self.buffers.is_lossless(port, group) if group >= 0 and group not in paused else None
        if at is not None:
            because = (
                f"priority group {group} is that of unmarked packets, and pfc_enable does not pause for it: the"
                " headroom protects nothing, and is lost to the pool"
            )
            self._diagnostics.doubtful(f"BUFFER_PG|{port}|{group} with headroom", because, at)

    def _report_unlisted(self, binding: Binding, pausing: _Pausing) -> None:
        """Report maps that leave out a priority for which the port pauses, or the class of its number."""
        queues = self._map(binding, "pfc_to_queue_map", self._maps.queues_of_priorities)
        dscp = self._map(binding, "dscp_to_tc_map", self._maps.classes_of_markings)
        reached = {known(one, "") for one in dscp.entries.values()} if dscp else set()
        for number in sorted(pausing.listed.applied):
            if queues and number not in queues.entries:
                because = f"it does not list priority {number}, which pauses: the chip decides which queue then waits"
                self._diagnostics.doubtful(queues.name, because, queues.source)
            for name in ("tc_to_queue_map", "tc_to_pg_map") if str(number) in reached else ():
                classes = self._map(binding, name, self._maps.of_classes)
                if classes and str(number) not in classes.entries:
                    because = (
                        f"it does not list traffic class {number}, which markings get and priority {number} pauses:"
                        " its packets go where the chip puts them, usually with best effort"
                    )
                    self._diagnostics.doubtful(classes.name, because, classes.source)

    def _report_queues(self, port: str, qos: PortQos) -> None:
        """Report queues of lossless classes that have the egress profile of lossy ones, or none."""
        if known(qos.pfc_mode, None) is not PfcMode.ON:
            return
        lossless = {known(one.queue, -1) for one in qos.classes if known(one.pause_priorities, frozenset())}
        for queue in sorted(lossless - {-1}):
            self.buffers.check_lossless_queue(port, queue, lossless)

    def _classes_of(self, queue_of: QosMap[str, int] | None) -> tuple[str, ...]:
        """Return the classes of a port; for each map of queues one object, since ports share what follows from it."""
        if queue_of is None:
            return _CLASSES
        if id(queue_of) not in self._classes:
            more = tuple(name for name in _MORE_CLASSES if name in queue_of.entries)
            self._classes[id(queue_of)] = (*_CLASSES, *more) if more else _CLASSES
        return self._classes[id(queue_of)]

    def _map(self, binding: Binding, name: str, maps: Mapping[int, QosMap[Key, T]]) -> QosMap[Key, T] | None:
        target = self._references.target(binding.row, name)
        return maps[id(target)] if target else None

    def _classifies(self, binding: Binding) -> ClassBinding:
        dscp = self._map(binding, "dscp_to_tc_map", self._maps.classes_of_markings)
        stated = binding.fields.get("dscp_to_tc_map") or binding.fields.get("dot1p_to_tc_map")
        if dscp is None and self._global is not None:
            of_all = self._references.bind(self._global)
            dscp = self._map(of_all, "dscp_to_tc_map", self._maps.classes_of_markings)
            stated = of_all.fields.get("dscp_to_tc_map") if dscp else stated
        at = binding.waits_at or binding.row.first_line
        dot1p = self._map(binding, "dot1p_to_tc_map", self._maps.classes_of_markings)
        return ClassBinding(stated.source if stated else at, dscp, dot1p)

    def _listed(self, binding: Binding) -> _Pausing:
        stated = binding.fields.get("pfc_enable")
        listed = priority_list(stated, "pfc_enable", self._diagnostics) if stated else _NOTHING
        at = stated.source if stated else binding.waits_at or binding.row.first_line
        return _Pausing(binding, listed, at, self._map(binding, "pfc_to_pg_map", self._maps.groups_of_priorities))

    def _pfc(self, port: str, pausing: _Pausing, speed: Fact[int]) -> PfcBinding:
        numbers, sized = range(PRIORITY_COUNT), pausing.listed.sized
        # The buffer manager takes the priorities of pfc_enable for numbers of priority groups.
        groups = dict.fromkeys(group_number(number, pausing.group_of) for number in numbers)
        return PfcBinding(
            sent=tuple([self._sends(port, number, pausing) for number in numbers]),
            received=tuple([self._obeys(port, number, pausing) for number in numbers]),
            queues_of=self._map(pausing.binding, "pfc_to_queue_map", self._maps.queues_of_priorities),
            group_of=pausing.group_of,
            groups={one: self.buffers.group(port, one, speed, one in sized, pausing.at) for one in groups},
        )

    def _sends(self, port: str, number: int, pausing: _Pausing) -> Fact[bool]:
        if number in pausing.listed.applied:
            return Stated(True, pausing.at)
        if not pausing.listed.applied and not pausing.binding.waits:
            # Headroom is reserved, and PFC is off: the priority was meant to be lossless.
            at = self.buffers.is_lossless(port, group_number(number, pausing.group_of))
            if at is not None:
                return Stated(True, at)
        return _not_listed(pausing)

    def _obeys(self, port: str, number: int, pausing: _Pausing) -> Fact[bool]:
        asymmetric: Field | None = self._asymmetric.get(port)
        if asymmetric is not None and asymmetric.value == "on" and pausing.listed.applied:
            return Stated(True, asymmetric.source)
        return Stated(True, pausing.at) if number in pausing.listed.applied else _not_listed(pausing)

    def _watched(self, binding: Binding) -> Fact[frozenset[int]]:
        stated = binding.fields.get("pfcwd_sw_enable")
        if stated is None:
            return binding.absent(defaults.WATCHDOG_NO_PRIORITY)
        return Stated(priority_list(stated, "pfcwd_sw_enable", self._diagnostics).applied, stated.source)


def _mode(pausing: _Pausing) -> Fact[PfcMode]:
    if pausing.listed.applied:
        return Stated(PfcMode.ON, pausing.at)
    if "pfc_enable" in pausing.binding.fields:
        return Stated(PfcMode.OFF, pausing.at)
    return pausing.binding.absent(defaults.PFC_OFF)


def _not_listed(pausing: _Pausing) -> Fact[bool]:
    if "pfc_enable" in pausing.binding.fields:
        return Default(False, pausing.at, defaults.NO_PAUSE.reason)
    return pausing.binding.absent(defaults.NO_PAUSE)

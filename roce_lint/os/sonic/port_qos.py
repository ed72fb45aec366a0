"""What the rows of a database bind to each port."""

from __future__ import annotations

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Default, Fact, Source, Stated
from roce_lint.model.qos import PRIORITY_COUNT, PortQos
from roce_lint.model.qos_tables import ClassBinding, PfcBinding, PortBinding, QosMap
from roce_lint.model.terms import PfcMode, PortKind
from roce_lint.os.compose.pfc import group_number
from roce_lint.os.compose.ports import PortComposer
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.buffers import Buffers
from roce_lint.os.sonic.classes import class_maps, number_maps
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


@dataclass(frozen=True, slots=True)
class _Pausing:
    """What `pfc_enable` lists for a port, where it does so, and the group behind each priority."""

    binding: Binding
    listed: PriorityList
    at: Source
    group_of: QosMap[int] | None

    @property
    def place(self) -> Source:
        """Return the line that opens the row."""
        return self.binding.row.first_line


class PortQosReader:
    """Reads the tables of QoS of a database, and what each port binds of them."""

    def __init__(self, database: Database, table: HeadroomTable, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._references = References(database, diagnostics)
        self._class_maps = class_maps(database, diagnostics)
        self._number_maps = number_maps(database, diagnostics)
        self.buffers = Buffers(database, self._references, table, diagnostics)
        self._queues = QueueTables(database, self._references, self.buffers, diagnostics)
        self._watchdogs = Watchdogs(database, diagnostics)
        self._composer = PortComposer(defaults.QOS)
        self._rows = {name: row for row in database.rows("PORT_QOS_MAP") for name in row.key.split(",")}
        self._asymmetric = {
            row.key: row.fields["pfc_asym"] for row in database.rows("PORT") if "pfc_asym" in row.fields
        }
        self._global = self._read_global()

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
        pfc = self._pfc(name, binding, speed)
        return self._composer.compose(
            PortBinding(
                place=place,
                qos_place=binding.row.first_line,
                bound=bound,
                speed_gbps=speed,
                classes=_CLASSES,
                classifies=self._classifies(binding, place),
                pfc=pfc,
                queues=self._queues.bindings(name, place),
                watchdog=self._watchdogs.of(name, self._watched(binding), binding.row.first_line),
            )
        )

    def _map(self, binding: Binding, name: str) -> QosMap[int] | None:
        target = self._references.target(binding.row, name)
        return self._number_maps[id(target)] if target else None

    def _classifies(self, binding: Binding, place: Source) -> ClassBinding:
        row, at = binding.row, binding.waits_at or binding.row.first_line
        dscp, dot1p = self._references.target(row, "dscp_to_tc_map"), self._references.target(row, "dot1p_to_tc_map")
        stated = binding.fields.get("dscp_to_tc_map") or binding.fields.get("dot1p_to_tc_map")
        if dscp is None and self._global is not None:
            dscp = self._references.target(self._global, "dscp_to_tc_map")
            stated = self._references.bind(self._global).fields.get("dscp_to_tc_map") if dscp else stated
        rewrite = self._map(binding, "tc_to_dscp_map")
        return ClassBinding(
            at=stated.source if stated else at,
            dscp=self._class_maps[id(dscp)] if dscp else None,
            pcp=self._class_maps[id(dot1p)] if dot1p else None,
            queue_of=self._map(binding, "tc_to_queue_map"),
            group_of=self._map(binding, "tc_to_pg_map"),
            rewrite=rewrite,
            rewrite_at=binding.fields["tc_to_dscp_map"].source if rewrite else place,
        )

    def _pfc(self, port: str, binding: Binding, speed: Fact[int]) -> PfcBinding:
        stated = binding.fields.get("pfc_enable")
        listed = priority_list(stated, "pfc_enable", self._diagnostics) if stated else _NOTHING
        at = stated.source if stated else binding.waits_at or binding.row.first_line
        pausing = _Pausing(binding, listed, at, self._map(binding, "pfc_to_pg_map"))
        numbers = range(PRIORITY_COUNT)
        # The buffer manager takes the priorities of pfc_enable for numbers of priority groups.
        groups = dict.fromkeys(group_number(number, pausing.group_of) for number in numbers)
        return PfcBinding(
            mode=_mode(pausing),
            sent=tuple([self._sends(port, number, pausing) for number in numbers]),
            received=tuple([self._obeys(port, number, pausing) for number in numbers]),
            queue_of=self._map(binding, "pfc_to_queue_map"),
            group_of=pausing.group_of,
            groups={one: self.buffers.group(port, one, speed, one in listed.sized, at) for one in groups},
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

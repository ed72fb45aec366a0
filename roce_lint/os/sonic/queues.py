"""Egress queues: schedulers, WRED profiles with ECN, and what the rows of QUEUE bind of them."""

from __future__ import annotations

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.logic import map_fact
from roce_lint.model.qos import PRIORITY_COUNT
from roce_lint.model.qos_tables import Absence, Curve, Depth, QueueBinding, Rate, Scheduler
from roce_lint.model.terms import Scheduling
from roce_lint.os.compose.queues import without_marks
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.buffers import Buffers, by_port
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.numbers import choice_of, column
from roce_lint.os.sonic.references import References
from roce_lint.text.json_rows import Row
from roce_lint.text.patterns import lazy_pattern

_SCHEDULING = {"STRICT": Scheduling.STRICT, "DWRR": Scheduling.WEIGHTED, "WRR": Scheduling.WEIGHTED}
_OF_NVIDIA = lazy_pattern(r"(?i)mellanox|nvidia|\bACS-M?SN\d")
_MARKS_GREEN = {"ecn_green", "ecn_green_yellow", "ecn_green_red", "ecn_all"}
_ECN = {
    name: name in _MARKS_GREEN
    for name in sorted(_MARKS_GREEN | {"ecn_none", "ecn_yellow", "ecn_red", "ecn_yellow_red"})
}
"""Values of `ecn`; packets are green unless a policer colours them (sonic-wred-profile YANG)."""


class QueueTables:
    """The tables that egress queues bind, and the bindings of each port."""

    def __init__(self, database: Database, references: References, buffers: Buffers, diagnostics: Diagnostics) -> None:
        self._references = references
        self._buffers = buffers
        self._rows = by_port(database, "QUEUE")
        self._curves = {
            row.key: _curve(row, _marks_without_green(database), diagnostics) for row in database.rows("WRED_PROFILE")
        }
        self._schedulers = {row.key: _scheduler(row, diagnostics) for row in database.rows("SCHEDULER")}

    def bindings(self, port: str, place: Source) -> tuple[QueueBinding, ...]:
        """Return what the queues of a port bind, in order."""
        return tuple([self._binding(port, number, place) for number in range(PRIORITY_COUNT)])

    def _binding(self, port: str, number: int, place: Source) -> QueueBinding:
        row = self._rows.get((port, number))
        if row is None:
            return QueueBinding(Absence(place), None, None, self._buffers.limits(port, number, place))
        bound = self._references.bind(row)
        scheduler, curve = self._references.target(row, "scheduler"), self._references.target(row, "wred_profile")
        return QueueBinding(
            Absence(row.first_line, bound.waits, bound.waits_at or row.first_line),
            self._schedulers[scheduler.key] if scheduler else None,
            self._curves[curve.key] if curve else None,
            self._buffers.limits(port, number, row.first_line),
        )


def _scheduler(row: Row, diagnostics: Diagnostics) -> Scheduler:
    stated = row.fields.get("type")
    if stated is not None:
        choice_of(stated, _SCHEDULING, diagnostics, "type", f"SCHEDULER|{row.key} ")
    kind = _SCHEDULING.get(row.get("type"), Scheduling.WEIGHTED)
    weight = column(row, "weight", defaults.WEIGHT.at(row.first_line), diagnostics)
    return Scheduler(
        Stated(kind, (stated or row).source),
        weight if kind is Scheduling.WEIGHTED else Unknown("a strict queue has no weight", row.first_line),
        _rate(row, "cir", diagnostics),
        _rate(row, "pir", diagnostics),
    )


def _rate(row: Row, name: str, diagnostics: Diagnostics) -> Rate | None:
    """Return a rate in bytes a second; 0 is none."""
    stated = row.fields.get(name)
    if stated is None or stated.value == "0":
        return None
    if row.get("meter_type") == "packets":
        return Rate(Unknown("the rate counts packets", stated.source))
    return Rate(column(row, name, Unknown("no rate is stated", stated.source), diagnostics))


def _marks_without_green(database: Database) -> bool | None:
    """Say whether ECN marks where WRED of the colour is off: on NVIDIA's chips, as its own templates rely on it.

    None where the file does not say whose chip it is.
    """
    hwsku = database.metadata("hwsku")
    if hwsku is not None:
        return _OF_NVIDIA.search(hwsku.value) is not None
    return None if database.is_part else False


def _curve(row: Row, marks_without_green: bool | None, diagnostics: Diagnostics) -> Curve:
    ecn, green = row.fields.get("ecn"), row.fields.get("wred_green_enable")
    is_on = green is not None and green.value == "true"
    if ecn is not None:
        choice_of(ecn, _ECN, diagnostics, "ecn", f"WRED_PROFILE|{row.key} ")
    drops: Fact[bool] = Stated(is_on, green.source) if green else defaults.GREEN_OFF.at(row.source)
    kmin, kmax = (_threshold(row, name, diagnostics) for name in ("green_min_threshold", "green_max_threshold"))
    pmax: Fact[float] = map_fact(
        float, column(row, "green_drop_probability", defaults.PROBABILITY.at(row.source), diagnostics)
    )
    if isinstance(kmin, Stated) and isinstance(kmax, Stated) and kmin.value > kmax.value:
        because = f"green_min_threshold {kmin.value} is above green_max_threshold {kmax.value}: orchagent refuses it"
        diagnostics.refused(f"WRED_PROFILE|{row.key}", because, kmin.source)
    if ecn is None or ecn.value not in _MARKS_GREEN:
        off: Fact[bool] = Stated(False, ecn.source) if ecn else defaults.ECN_NONE.at(row.source)
        return without_marks(off, drops, "the WRED profile marks no green packets", defaults.QOS)
    marks: Fact[bool] = Stated(True, ecn.source)
    if is_on or marks_without_green:
        drops = Stated(False, ecn.source)
    else:
        because = "wred_green_enable is not true: whether packets are marked then depends on the chip"
        if marks_without_green is not None:
            diagnostics.doubtful(f"WRED_PROFILE|{row.key} ecn {ecn.value}", because, ecn.source)
        marks = Unknown(because, ecn.source)
    return Curve(marks, Depth(kmin), Depth(kmax), pmax, defaults.INSTANTANEOUS.at(ecn.source), drops)


def _threshold(row: Row, name: str, diagnostics: Diagnostics) -> Fact[int]:
    absent = Unknown(f"{name} is not stated: 0, which stands for the whole buffer", row.first_line)
    return column(row, name, absent, diagnostics)

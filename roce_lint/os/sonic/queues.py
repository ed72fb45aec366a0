"""Egress queues: scheduler, WRED profile with ECN, and limits."""

from __future__ import annotations

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.logic import map_fact
from roce_lint.model.qos import PRIORITY_COUNT, RATE_WITHOUT_SPEED, Queue
from roce_lint.model.terms import Scheduling
from roce_lint.os.sonic import defaults
from roce_lint.os.sonic.buffers import Buffers, by_port
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.numbers import choice_of, column
from roce_lint.os.sonic.references import References
from roce_lint.text.json_rows import Row
from roce_lint.values import dataclass

_SCHEDULING = {"STRICT": Scheduling.STRICT, "DWRR": Scheduling.WEIGHTED, "WRR": Scheduling.WEIGHTED}
_MARKS_GREEN = {"ecn_green", "ecn_green_yellow", "ecn_green_red", "ecn_all"}
_ECN = {
    name: name in _MARKS_GREEN
    for name in sorted(_MARKS_GREEN | {"ecn_none", "ecn_yellow", "ecn_red", "ecn_yellow_red"})
}
"""Values of `ecn`; packets are green unless a policer colours them (sonic-wred-profile YANG)."""


@dataclass(frozen=True, slots=True)
class Curve:
    """What a WRED profile does to green packets."""

    ecn_enabled: Fact[bool]
    kmin_bytes: Fact[int]
    kmax_bytes: Fact[int]
    pmax_percent: Fact[float]
    wred_drop_enabled: Fact[bool]


class Queues:
    """Makes the queues of the ports of a database."""

    def __init__(self, database: Database, references: References, buffers: Buffers, diagnostics: Diagnostics) -> None:
        self._references = references
        self._buffers = buffers
        self._diagnostics = diagnostics
        self._rows = by_port(database, "QUEUE")
        self._curves = {row.key: self._curve(row) for row in database.rows("WRED_PROFILE")}
        self._weights = {row.key: self._weight(row) for row in database.rows("SCHEDULER")}

    def of(self, port: str, speed: Fact[int], place: Source) -> tuple[Queue, ...]:
        """Return the queues of a port, in order."""
        rows = [self._rows.get((port, number)) for number in range(PRIORITY_COUNT)]
        schedulers = [self._references.target(row, "scheduler") if row else None for row in rows]
        weights = [self._weights[row.key] for row in schedulers if row and self._kind(row) is Scheduling.WEIGHTED]
        total = sum(weight.value for weight in weights if not isinstance(weight, Unknown))
        return tuple(
            self._queue(number, port, row, scheduler, total, speed, row.first_line if row else place)
            for number, (row, scheduler) in enumerate(zip(rows, schedulers, strict=True))
        )

    def _queue(
        self,
        number: int,
        port: str,
        row: Row | None,
        scheduler: Row | None,
        total: int,
        speed: Fact[int],
        place: Source,
    ) -> Queue:
        curve = self._curve_of(row, place)
        limit, alpha = self._buffers.limits(port, number, place)
        weight: Fact[float] = Unknown("no scheduler gives the queue a weight", place)
        kind: Fact[Scheduling] = defaults.WEIGHTED.at(place)
        if scheduler is not None:
            stated = scheduler.fields.get("type")
            kind = Stated(self._kind(scheduler), (stated or scheduler).source)
            weight = Unknown("a strict queue has no weight", scheduler.first_line)
            if kind.value is Scheduling.WEIGHTED:
                own = self._weights[scheduler.key]
                weight = map_fact(lambda value: round(100 * value / total, 2) if total else 0.0, own)
        return Queue(
            index=number,
            scheduling=kind,
            weight_percent=weight,
            guaranteed_percent=self._rate(scheduler, "cir", speed, place),
            shape_percent=self._rate(scheduler, "pir", speed, place),
            ecn_enabled=curve.ecn_enabled,
            ecn_kmin_bytes=curve.kmin_bytes,
            ecn_kmax_bytes=curve.kmax_bytes,
            ecn_pmax_percent=curve.pmax_percent,
            ecn_averaging_weight=defaults.INSTANTANEOUS.at(curve.ecn_enabled.source),
            wred_drop_enabled=curve.wred_drop_enabled,
            limit_bytes=limit,
            alpha=alpha,
        )

    def _kind(self, scheduler: Row) -> Scheduling:
        return _SCHEDULING.get(scheduler.get("type"), Scheduling.WEIGHTED)

    def _weight(self, scheduler: Row) -> Fact[int]:
        kind = scheduler.fields.get("type")
        if kind is not None:
            choice_of(kind, _SCHEDULING, self._diagnostics, "type", f"SCHEDULER|{scheduler.key} ")
        return column(scheduler, "weight", defaults.WEIGHT.at(scheduler.first_line), self._diagnostics)

    def _rate(self, scheduler: Row | None, name: str, speed: Fact[int], place: Source) -> Fact[float]:
        """Return a rate in bytes a second as a share of the line."""
        stated = scheduler.fields.get(name) if scheduler else None
        if scheduler is None or stated is None or stated.value == "0":
            return (defaults.FULL_RATE if name == "pir" else defaults.NO_GUARANTEE).at(place)
        if scheduler.get("meter_type") == "packets":
            return Unknown("the rate counts packets", stated.source)
        unrelated = Unknown(RATE_WITHOUT_SPEED, stated.source)
        rate = column(scheduler, name, unrelated, self._diagnostics)
        if isinstance(speed, Unknown):
            return unrelated
        return map_fact(lambda value: min(100.0, value * 8 / (speed.value * 1e7)), rate)

    def _curve_of(self, row: Row | None, place: Source) -> Curve:
        target = self._references.target(row, "wred_profile") if row else None
        if target is not None:
            return self._curves[target.key]
        off: Fact[bool] = defaults.NOT_MARKED.at(place)
        if row is not None and self._references.bind(row).waits:
            off = self._references.bind(row).absent(defaults.NOT_MARKED)
        return _without_marks(off, defaults.NOT_DROPPED_EARLY.at(place), "no wred_profile is bound to the queue")

    def _curve(self, row: Row) -> Curve:
        ecn, green = row.fields.get("ecn"), row.fields.get("wred_green_enable")
        is_on = green is not None and green.value == "true"
        if ecn is not None:
            choice_of(ecn, _ECN, self._diagnostics, "ecn", f"WRED_PROFILE|{row.key} ")
        drops: Fact[bool] = Stated(is_on, green.source) if green else defaults.GREEN_OFF.at(row.source)
        if ecn is None or ecn.value not in _MARKS_GREEN:
            off: Fact[bool] = Stated(False, ecn.source) if ecn else defaults.ECN_NONE.at(row.source)
            return _without_marks(off, drops, "the WRED profile marks no green packets")
        kmin, kmax = self._threshold(row, "green_min_threshold"), self._threshold(row, "green_max_threshold")
        if isinstance(kmin, Stated) and isinstance(kmax, Stated) and kmin.value > kmax.value:
            because = (
                f"green_min_threshold {kmin.value} is above green_max_threshold {kmax.value}: orchagent refuses it"
            )
            self._diagnostics.refused(f"WRED_PROFILE|{row.key}", because, kmin.source)
        if not is_on:
            because = "wred_green_enable is not true: whether packets are marked then depends on the chip"
            return Curve(Unknown(because, ecn.source), kmin, kmax, self._pmax(row), drops)
        no_drop = Stated(False, ecn.source)
        return Curve(Stated(True, ecn.source), kmin, kmax, self._pmax(row), no_drop)

    def _threshold(self, row: Row, name: str) -> Fact[int]:
        absent = Unknown(f"{name} is not stated: 0, which stands for the whole buffer", row.first_line)
        return column(row, name, absent, self._diagnostics)

    def _pmax(self, row: Row) -> Fact[float]:
        default = defaults.PROBABILITY.at(row.source)
        return map_fact(float, column(row, "green_drop_probability", default, self._diagnostics))


def _without_marks(off: Fact[bool], drops: Fact[bool], because: str) -> Curve:
    none = Unknown(because, off.source)
    return Curve(off, none, none, none, drops)

"""Transmit queues: the facts that follow for a port from what the lines of each queue say.

The lines of a queue sub-mode: what they say about one transmit queue.
"""

from __future__ import annotations

from typing import TypeVar

from roce_lint import units
from roce_lint.model.fact import NOWHERE, Default, Fact, Source, Stated, Unknown
from roce_lint.model.qos import RATE_WITHOUT_SPEED, SIZES_TELL, Queue
from roce_lint.model.terms import Scheduling
from roce_lint.os.eos import defaults
from roce_lint.os.industry_cli.command import NOT_STATED, Command, NotStated, Setting, stated_or
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.values import dataclass, replace

QUEUE_KEYWORDS = frozenset({"tx-queue", "uc-tx-queue", "mc-tx-queue"})
QUEUE_LINE_WORDS = frozenset({"priority", "bandwidth", "shape", "random-detect"})


@dataclass(frozen=True, slots=True)
class TypedRate:
    """A rate as typed: `amount` in `unit` (`kbps`, `pps` or `percent`)."""

    amount: int
    unit: str


@dataclass(frozen=True, slots=True)
class EcnCurve:
    """A marking curve as typed; `probability` and `weight` are -1 where the line leaves them out."""

    minimum: int
    maximum: int
    unit: str
    probability: int
    weight: int


@dataclass(slots=True)
class EosQueueLines:
    """What one block says about one queue; `block` is the queue's own, line 0 where it has none.

    `ecn_removed`: the line that takes back marking which an earlier line configured.
    """

    block: Source = NOWHERE
    scheduling: Setting[Scheduling] = NOT_STATED
    weight: Setting[int] = NOT_STATED
    guaranteed: Setting[TypedRate] = NOT_STATED
    shape: Setting[TypedRate] = NOT_STATED
    ecn: Setting[EcnCurve] = NOT_STATED
    wred_drop: Setting[bool] = NOT_STATED
    ecn_removed: Source = NOWHERE


def port_rate(amount: int, unit: str | None = None) -> TypedRate:
    """Return a rate as typed; raise ValueError for more than 100 percent."""
    if unit == "percent" and amount > 100:
        raise ValueError(amount)
    return TypedRate(amount, unit or "kbps")


def _rate(amount: int, unit: str | None) -> TypedRate:
    if unit == "percent" and amount < 1:
        raise ValueError(amount)
    return port_rate(amount, unit)


def _rate_in_percent(amount: int) -> TypedRate:
    return TypedRate(amount, "percent")


def _one_unit(unit: str, other: str) -> str:
    if unit != other:
        raise ValueError(other)
    return unit


def _curve(minimum: int, unit: str, maximum: int, other: str, probability: int | None, weight: int | None) -> EcnCurve:
    unknown = -1
    return EcnCurve(
        minimum,
        maximum,
        _one_unit(unit, other),
        unknown if probability is None else probability,
        unknown if weight is None else weight,
    )


def _drops(precedence: int | None, minimum: int, unit: str, maximum: int, other: str, *rest: int | None) -> bool:
    return bool(_one_unit(unit, other))


# Ranges and units are those of the Arista AVD schema.
_UNIT = "segments|bytes|kbytes|mbytes|milliseconds|microseconds"
_NO_LINE = "`{text}` is no line of an EOS transmit queue"
_NO_CURVE = "`{text}` is not in the form that EOS takes: one unit, then minimum, maximum, probability, weight"
QUEUE_LINES = LineTable(
    CommandRow("random-detect ecn count"),
    CommandRow(
        "random-detect drop [drop-precedence <0-2>]"
        f" minimum-threshold <0-999999999> {_UNIT} maximum-threshold <0-999999999> {_UNIT}"
        " drop-probability <1-100> [weight <0-99>]",
        "wred_drop",
        value=_drops,
        begins="random-detect drop",
        near_miss=_NO_CURVE,
    ),
    CommandRow(
        f"random-detect ecn minimum-threshold <1-256000000> {_UNIT} maximum-threshold <1-256000000> {_UNIT}"
        " [max-mark-probability <1-100>] [weight <0-15>]",
        "ecn",
        value=_curve,
        begins="random-detect",
        cleared="random-detect ecn ...",
        near_miss=_NO_CURVE,
    ),
    CommandRow(
        "priority strict",
        "scheduling",
        Scheduling.STRICT,
        Scheduling.WEIGHTED,
        "priority [strict]",
        ("priority strict",),
    ),
    CommandRow("priority", "scheduling", Scheduling.STRICT, refused="`priority` lacks its kind"),
    CommandRow("bandwidth guaranteed percent <1-100>", "guaranteed", value=_rate_in_percent),
    CommandRow("bandwidth guaranteed <0-999999999999> [kbps|pps|percent]", "guaranteed", value=_rate),
    CommandRow("bandwidth percent <1-100>", "weight", cleared="bandwidth ...", near_miss=_NO_LINE),
    CommandRow("shape rate <0-999999999999> [kbps|pps|percent]", "shape", value=_rate),
    CommandRow("ecn <word> ...", "ecn", refused=_NO_LINE, if_unstated=True),
    CommandRow("...", refused=_NO_LINE),
)


def read_queue_line(command: Command, queue: EosQueueLines, source: Source, prints_defaults: bool) -> str:
    """Take a line of a queue sub-mode; return why it was not understood, or an empty text.

    `prints_defaults`: the document is `show running-config all`, where a default says nothing.
    """
    marked = isinstance(queue.ecn, Stated)
    because = QUEUE_LINES.read(command.line, queue, source, prints_defaults=prints_defaults)
    if marked and isinstance(queue.ecn, NotStated):
        queue.ecn_removed = source
    return because or ""


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class QueueContext:
    """What turns queue lines into facts: the port's speed, the device's cell size, the place that would state more."""

    default_place: Source
    speed_gbps: Fact[int]
    cell_bytes: Fact[int]
    port_shape: Setting[TypedRate]
    global_buffer_ecn: Setting[bool]
    alphas: tuple[Fact[float], ...]


def queue_facts(index: int, said: EosQueueLines, context: QueueContext) -> Queue:
    """Return the facts of queue `index`."""
    if said.block.line:
        context = replace(context, default_place=said.block)
    default_place = context.default_place
    removed = replace(context, default_place=said.ecn_removed) if said.ecn_removed.line else context
    enabled, minimum, maximum = _thresholds(said.ecn, removed)
    return Queue(
        index=index,
        scheduling=stated_or(said.scheduling, defaults.STRICT.at(default_place)),
        weight_percent=_as_float(said.weight, defaults.NO_WEIGHT.at(default_place)),
        guaranteed_percent=_percent(said.guaranteed, context, defaults.NO_GUARANTEE.at(default_place)),
        shape_percent=_shape_percent(said.shape, context),
        ecn_enabled=enabled,
        ecn_kmin_bytes=minimum,
        ecn_kmax_bytes=maximum,
        ecn_pmax_percent=_probability(said.ecn, enabled),
        ecn_averaging_weight=_weight(said.ecn, enabled),
        wred_drop_enabled=stated_or(said.wred_drop, defaults.WRED_OFF.at(default_place)),
        limit_bytes=Unknown("EOS limits a queue by a share of the shared buffer, not by a fixed size", default_place),
        alpha=context.alphas[index],
        ecn_kmin_over_kmax=_ratio(said.ecn),
    )


def _as_float(said: Setting[int], default: Fact[float]) -> Fact[float]:
    return Stated(float(said.value), said.source) if isinstance(said, Stated) else stated_or(said, default)


def _percent(said: Setting[TypedRate], context: QueueContext, default: Fact[float]) -> Fact[float]:
    """Return a rate as a share of the port's speed; packets per second have none."""
    if not isinstance(said, Stated):
        return stated_or(said, default)
    rate = said.value
    if rate.unit == "percent":
        return Stated(float(rate.amount), said.source)
    if rate.unit == "pps":
        return Unknown("packets per second are no share of the line rate", said.source)
    if isinstance(context.speed_gbps, Unknown):
        return Unknown(f"{RATE_WITHOUT_SPEED}: {context.speed_gbps.because}", said.source)
    return Stated(min(100.0, rate.amount / (context.speed_gbps.value * 10_000)), said.source)


def _shape_percent(said: Setting[TypedRate], context: QueueContext) -> Fact[float]:
    """Return the tighter of the queue's own shaper and the port's."""
    default = defaults.NO_SHAPE.at(context.default_place)
    own = _percent(said, context, default)
    port = _percent(context.port_shape, context, default)
    if isinstance(said, NotStated) or isinstance(port, Unknown):
        return port
    if isinstance(own, Unknown) or isinstance(port, Default):
        return own
    return own if own.value <= port.value else port


def _thresholds(said: Setting[EcnCurve], context: QueueContext) -> tuple[Fact[bool], Fact[int], Fact[int]]:
    if isinstance(said, Unknown):
        return said, said, said
    if isinstance(said, NotStated):
        doubt = context.global_buffer_ecn
        if isinstance(doubt, Unknown):
            return doubt, doubt, doubt
        if not isinstance(doubt, NotStated):
            because = "`qos random-detect ecn global-buffer` marks by the fill of the whole buffer, not of this queue"
            shared = Unknown(because, doubt.source)
            return shared, shared, shared
        off = Unknown("ECN is off on this queue", context.default_place)
        return defaults.ECN_OFF.at(context.default_place), off, off
    curve = said.value
    return (
        Stated(True, said.source),
        _size(curve.minimum, curve.unit, said.source, context),
        _size(curve.maximum, curve.unit, said.source, context),
    )


def _ratio(said: Setting[EcnCurve]) -> Fact[float]:
    """Return Kmin as a share of Kmax; both have the same unit, whatever its size."""
    if not isinstance(said, Stated) or said.value.maximum <= 0:
        return SIZES_TELL
    return Stated(said.value.minimum / said.value.maximum, said.source)


def _size(amount: int, unit: str, source: Source, context: QueueContext) -> Fact[int]:
    if unit in ("milliseconds", "microseconds"):
        if isinstance(context.speed_gbps, Unknown):
            return Unknown(f"a threshold in {unit} needs the port's speed: {context.speed_gbps.because}", source)
        return Stated(units.bytes_in_us(units.us_from(amount, unit), context.speed_gbps.value), source)
    if unit == "segments" and isinstance(context.cell_bytes, Unknown):
        return Unknown(f"a threshold in segments needs the size of a buffer cell: {context.cell_bytes.because}", source)
    cell_bytes = 0 if isinstance(context.cell_bytes, Unknown) else context.cell_bytes.value
    return Stated(units.bytes_from(amount, unit, cell_bytes), source)


def _probability(said: Setting[EcnCurve], enabled: Fact[bool]) -> Fact[float]:
    if not isinstance(said, Stated):
        return _without_curve(enabled)
    if said.value.probability < 0:
        return Unknown("the line has no `max-mark-probability`, and its default is not documented", said.source)
    return Stated(float(said.value.probability), said.source)


def _weight(said: Setting[EcnCurve], enabled: Fact[bool]) -> Fact[int]:
    if not isinstance(said, Stated):
        return _without_curve(enabled)
    if said.value.weight < 0:
        return Unknown("the line has no `weight`, and its default is not documented", said.source)
    return Stated(said.value.weight, said.source)


def _without_curve(enabled: Fact[bool]) -> Unknown:
    return enabled if isinstance(enabled, Unknown) else Unknown("ECN is off on this queue", enabled.source)

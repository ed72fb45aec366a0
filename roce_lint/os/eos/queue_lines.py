"""The lines of a queue sub-mode: what they say about one transmit queue."""

from __future__ import annotations

from typing import TypeVar

from roce_lint.model.fact import NOWHERE, Source, Stated
from roce_lint.model.terms import Scheduling
from roce_lint.os.industry_cli.command import NOT_STATED, Command, NotStated, Setting, first_stated
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable
from roce_lint.values import dataclass

T = TypeVar("T")

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


def join_queues(winner: EosQueueLines, other: EosQueueLines) -> EosQueueLines:
    """Return what holds for a queue when two blocks speak of it; `winner` wins line by line."""
    return EosQueueLines(
        block=winner.block if winner.block.line else other.block,
        scheduling=first_stated(winner.scheduling, other.scheduling),
        weight=first_stated(winner.weight, other.weight),
        guaranteed=first_stated(winner.guaranteed, other.guaranteed),
        shape=first_stated(winner.shape, other.shape),
        ecn=first_stated(winner.ecn, other.ecn),
        wred_drop=first_stated(winner.wred_drop, other.wred_drop),
        ecn_removed=winner.ecn_removed if winner.ecn_removed.line else other.ecn_removed,
    )


def port_rate(amount: int, unit: str | None = None) -> TypedRate:
    """Return a rate as typed; raise ValueError for more than 100 percent."""
    if unit == "percent" and amount > 100:
        raise ValueError(amount)
    return TypedRate(amount, unit or "kbps")


def _rate(amount: int, unit: str | None) -> TypedRate:
    if unit == "percent" and amount < 1:
        raise ValueError(amount)
    return port_rate(amount, unit)


def _percent(amount: int) -> TypedRate:
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
    CommandRow("bandwidth guaranteed percent <1-100>", "guaranteed", value=_percent),
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

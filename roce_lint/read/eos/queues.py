"""Transmit queues: what the lines of a queue sub-mode say, and the facts that follow for a port."""

from __future__ import annotations

import re
from typing import TypeVar

from roce_lint import units
from roce_lint.facts.fact import NOWHERE, Default, Fact, Source, Stated, Unknown
from roce_lint.facts.qos import RATE_WITHOUT_SPEED, SIZES_TELL, Queue
from roce_lint.facts.terms import Scheduling
from roce_lint.read.eos import defaults
from roce_lint.read.eos.command import SILENT, Command, Negation, Said, Silence, first_said
from roce_lint.values import dataclass, replace

T = TypeVar("T")

QUEUE_KEYWORDS = frozenset({"tx-queue", "uc-tx-queue", "mc-tx-queue"})
QUEUE_LINE_WORDS = frozenset({"priority", "bandwidth", "shape", "random-detect"})
_NUMBER = r"(\d{1,9})"
_RATE = re.compile(
    r"(?:bandwidth guaranteed|shape rate) (?:percent (\d{1,3})|(\d{1,12})(?: (kbps|pps|percent))?)", re.ASCII
)
_ECN = re.compile(
    rf"random-detect ecn minimum-threshold {_NUMBER} (\w+) maximum-threshold {_NUMBER} (\w+)"
    r"(?: max-mark-probability (\d{1,3}))?(?: weight (\d{1,2}))?",
    re.ASCII,
)
_DROP = re.compile(
    rf"random-detect drop(?: drop-precedence [0-2])? minimum-threshold {_NUMBER} (\w+)"
    rf" maximum-threshold {_NUMBER} (\w+)"
    r" drop-probability (\d{1,3})(?: weight \d{1,2})?",
    re.ASCII,
)
_UNITS = frozenset({"segments", "bytes", "kbytes", "mbytes", "milliseconds", "microseconds"})


@dataclass(frozen=True, slots=True)
class Rate:
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
class QueueLines:
    """What one block says about one queue; `block` is the queue's own, line 0 where it has none."""

    block: Source = NOWHERE
    scheduling: Said[Scheduling] = SILENT
    weight: Said[int] = SILENT
    guaranteed: Said[Rate] = SILENT
    shape: Said[Rate] = SILENT
    ecn: Said[EcnCurve] = SILENT
    wred_drop: Said[bool] = SILENT


def join_queues(winner: QueueLines, other: QueueLines) -> QueueLines:
    """Return what holds for a queue when two blocks speak of it; `winner` wins line by line."""
    return QueueLines(
        block=winner.block if winner.block.line else other.block,
        scheduling=first_said(winner.scheduling, other.scheduling),
        weight=first_said(winner.weight, other.weight),
        guaranteed=first_said(winner.guaranteed, other.guaranteed),
        shape=first_said(winner.shape, other.shape),
        ecn=first_said(winner.ecn, other.ecn),
        wred_drop=first_said(winner.wred_drop, other.wred_drop),
    )


def read_queue_line(command: Command, queue: QueueLines, source: Source, echoes_defaults: bool) -> str:
    """Take a line of a queue sub-mode; return why it was not understood, or an empty text.

    `echoes_defaults`: the document is `show running-config all`, where a default says nothing.
    """
    text = command.text
    if text.startswith("random-detect"):
        return _read_random_detect(command, queue, source)
    if text in ("priority", "priority strict"):
        if command.negation is Negation.DEFAULT or (command.plain and echoes_defaults):
            queue.scheduling = SILENT
        else:
            queue.scheduling = Stated(Scheduling.STRICT if command.plain else Scheduling.WEIGHTED, source)
        return "" if command.negation is not Negation.PLAIN or text != "priority" else "`priority` lacks its kind"
    if not command.plain:
        return _clear(command, queue)
    found = re.fullmatch(r"bandwidth percent (\d{1,3})", text, re.ASCII)
    if found and 1 <= int(found[1]) <= 100:
        queue.weight = Stated(int(found[1]), source)
        return ""
    found = _RATE.fullmatch(text)
    if found:
        return _read_rate(found, text, queue, source)
    because = f"`{text}` is no line of an EOS transmit queue"
    if text.startswith("bandwidth percent"):
        queue.weight = Unknown(because, source)
    elif text.startswith("ecn ") and isinstance(queue.ecn, Silence):
        queue.ecn = Unknown(because, source)
    return because


def read_rate(text: str) -> Rate | None:
    """Return the rate of `shape rate ...` or `bandwidth guaranteed ...`, or None when it is not in their form."""
    found = _RATE.fullmatch(text)
    if not found:
        return None
    if found[1]:
        return Rate(int(found[1]), "percent")
    return Rate(int(found[2]), found[3] or "kbps")


def _read_rate(found: re.Match[str], text: str, queue: QueueLines, source: Source) -> str:
    rate = read_rate(text)
    shape = text.startswith("shape")
    if rate is None or (rate.unit == "percent" and not 1 <= rate.amount <= 100) or (shape and found[1]):
        return f"`{text}` is no line of an EOS transmit queue"
    if shape:
        queue.shape = Stated(rate, source)
    else:
        queue.guaranteed = Stated(rate, source)
    return ""


def _clear(command: Command, queue: QueueLines) -> str:
    text = command.text
    if text.startswith("bandwidth guaranteed"):
        queue.guaranteed = SILENT
    elif text.startswith("bandwidth"):
        queue.weight = SILENT
    elif text.startswith("shape rate"):
        queue.shape = SILENT
    else:
        return f"`{text}` is no line of an EOS transmit queue"
    return ""


def _read_random_detect(command: Command, queue: QueueLines, source: Source) -> str:
    text = command.text
    if text == "random-detect ecn count":
        return ""
    if not command.plain:
        if text.startswith("random-detect ecn"):
            queue.ecn = SILENT
        elif text.startswith("random-detect drop"):
            queue.wred_drop = SILENT
        else:
            return f"`{text}` is no line of an EOS transmit queue"
        return ""
    if text.startswith("random-detect drop"):
        found = _DROP.fullmatch(text)
        good = found and found[2] == found[4] and found[2] in _UNITS and 1 <= int(found[5]) <= 100
        queue.wred_drop = Stated(True, source) if good else Unknown(_refusal(text), source)
        return "" if good else _refusal(text)
    found = _ECN.fullmatch(text)
    if found and found[2] == found[4] and found[2] in _UNITS and _in_range(found):
        probability, weight = int(found[5] or -1), int(found[6] or -1)
        queue.ecn = Stated(EcnCurve(int(found[1]), int(found[3]), found[2], probability, weight), source)
        return ""
    queue.ecn = Unknown(_refusal(text), source)
    return _refusal(text)


def _in_range(found: re.Match[str]) -> bool:
    """Return whether the numbers are in the ranges of the Arista AVD schema."""
    thresholds = all(1 <= int(found[group]) <= 256_000_000 for group in (1, 3))
    return thresholds and 1 <= int(found[5] or 1) <= 100 and int(found[6] or 0) <= 15


def _refusal(text: str) -> str:
    return f"`{text}` is not in the form that EOS takes: one unit, then minimum, maximum, probability, weight"


@dataclass(frozen=True, slots=True)
class QueueContext:
    """What turns queue lines into facts: the port's speed, the device's cell size, the place that would state more."""

    home: Source
    speed_gbps: Fact[int]
    cell_bytes: Fact[int]
    port_shape: Said[Rate]
    global_buffer_ecn: Said[bool]
    alphas: tuple[Fact[float], ...]


def queue_facts(index: int, said: QueueLines, context: QueueContext) -> Queue:
    """Return the facts of queue `index`."""
    if said.block.line:
        context = replace(context, home=said.block)
    home = context.home
    enabled, minimum, maximum = _thresholds(said.ecn, context)
    return Queue(
        index=index,
        scheduling=_or_default(said.scheduling, Default(Scheduling.STRICT, home, defaults.STRICT)),
        weight_percent=_as_float(said.weight, Default(0.0, home, defaults.NO_WEIGHT)),
        guaranteed_percent=_percent(said.guaranteed, context, Default(0.0, home, defaults.NO_GUARANTEE)),
        shape_percent=_shape_percent(said.shape, context),
        ecn_enabled=enabled,
        ecn_kmin_bytes=minimum,
        ecn_kmax_bytes=maximum,
        ecn_pmax_percent=_probability(said.ecn, enabled),
        ecn_averaging_weight=_weight(said.ecn, enabled),
        wred_drop_enabled=_or_default(said.wred_drop, Default(False, home, defaults.WRED_OFF)),
        limit_bytes=Unknown("EOS limits a queue by a share of the shared buffer, not by a fixed size", home),
        alpha=context.alphas[index],
        ecn_kmin_over_kmax=_ratio(said.ecn),
    )


def _or_default(said: Said[T], default: Fact[T]) -> Fact[T]:
    return default if isinstance(said, Silence) else said


def _as_float(said: Said[int], default: Fact[float]) -> Fact[float]:
    return Stated(float(said.value), said.source) if isinstance(said, Stated) else _or_default(said, default)


def _percent(said: Said[Rate], context: QueueContext, default: Fact[float]) -> Fact[float]:
    """Return a rate as a share of the port's speed; packets per second have none."""
    if not isinstance(said, Stated):
        return _or_default(said, default)
    rate = said.value
    if rate.unit == "percent":
        return Stated(float(rate.amount), said.source)
    if rate.unit == "pps":
        return Unknown("packets per second are no share of the line rate", said.source)
    if isinstance(context.speed_gbps, Unknown):
        return Unknown(f"{RATE_WITHOUT_SPEED}: {context.speed_gbps.because}", said.source)
    return Stated(min(100.0, rate.amount / (context.speed_gbps.value * 10_000)), said.source)


def _shape_percent(said: Said[Rate], context: QueueContext) -> Fact[float]:
    """Return the tighter of the queue's own shaper and the port's."""
    default = Default(100.0, context.home, defaults.NO_SHAPE)
    own = _percent(said, context, default)
    port = _percent(context.port_shape, context, default)
    if isinstance(said, Silence) or isinstance(port, Unknown):
        return port
    if isinstance(own, Unknown) or isinstance(port, Default):
        return own
    return own if own.value <= port.value else port


def _thresholds(said: Said[EcnCurve], context: QueueContext) -> tuple[Fact[bool], Fact[int], Fact[int]]:
    if isinstance(said, Unknown):
        return said, said, said
    if isinstance(said, Silence):
        doubt = context.global_buffer_ecn
        if isinstance(doubt, Unknown):
            return doubt, doubt, doubt
        if not isinstance(doubt, Silence):
            because = "`qos random-detect ecn global-buffer` marks by the fill of the whole buffer, not of this queue"
            shared = Unknown(because, doubt.source)
            return shared, shared, shared
        off = Unknown("ECN is off on this queue", context.home)
        return Default(False, context.home, defaults.ECN_OFF), off, off
    curve = said.value
    return (
        Stated(True, said.source),
        _size(curve.minimum, curve.unit, said.source, context),
        _size(curve.maximum, curve.unit, said.source, context),
    )


def _ratio(said: Said[EcnCurve]) -> Fact[float]:
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


def _probability(said: Said[EcnCurve], enabled: Fact[bool]) -> Fact[float]:
    if not isinstance(said, Stated):
        return _without_curve(enabled)
    if said.value.probability < 0:
        return Unknown("the line has no `max-mark-probability`, and its default is not documented", said.source)
    return Stated(float(said.value.probability), said.source)


def _weight(said: Said[EcnCurve], enabled: Fact[bool]) -> Fact[int]:
    if not isinstance(said, Stated):
        return _without_curve(enabled)
    if said.value.weight < 0:
        return Unknown("the line has no `weight`, and its default is not documented", said.source)
    return Stated(said.value.weight, said.source)


def _without_curve(enabled: Fact[bool]) -> Unknown:
    return enabled if isinstance(enabled, Unknown) else Unknown("ECN is off on this queue", enabled.source)

"""The lines of a queue sub-mode: what they say about one transmit queue."""

from __future__ import annotations

import re
from typing import TypeVar

from roce_lint.model.fact import NOWHERE, Source, Stated, Unknown
from roce_lint.model.terms import Scheduling
from roce_lint.os.eos.command import SILENT, Command, Negation, Said, Silence, first_said
from roce_lint.text.patterns import late_pattern
from roce_lint.values import dataclass

T = TypeVar("T")

QUEUE_KEYWORDS = frozenset({"tx-queue", "uc-tx-queue", "mc-tx-queue"})
QUEUE_LINE_WORDS = frozenset({"priority", "bandwidth", "shape", "random-detect"})
_NUMBER = r"(\d{1,9})"
_RATE = late_pattern(
    r"(?:bandwidth guaranteed|shape rate) (?:percent (\d{1,3})|(\d{1,12})(?: (kbps|pps|percent))?)", re.ASCII
)
_ECN = late_pattern(
    rf"random-detect ecn minimum-threshold {_NUMBER} (\w+) maximum-threshold {_NUMBER} (\w+)"
    r"(?: max-mark-probability (\d{1,3}))?(?: weight (\d{1,2}))?",
    re.ASCII,
)
_DROP = late_pattern(
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
    """What one block says about one queue; `block` is the queue's own, line 0 where it has none.

    `ecn_removed`: the line that takes back marking which an earlier line configured.
    """

    block: Source = NOWHERE
    scheduling: Said[Scheduling] = SILENT
    weight: Said[int] = SILENT
    guaranteed: Said[Rate] = SILENT
    shape: Said[Rate] = SILENT
    ecn: Said[EcnCurve] = SILENT
    wred_drop: Said[bool] = SILENT
    ecn_removed: Source = NOWHERE


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
        ecn_removed=winner.ecn_removed if winner.ecn_removed.line else other.ecn_removed,
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
            queue.ecn_removed = source if isinstance(queue.ecn, Stated) else queue.ecn_removed
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

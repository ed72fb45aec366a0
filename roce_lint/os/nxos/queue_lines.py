"""The lines of a class of a queuing policy: what they say about one queue.

Source: NX-OS Command Reference 9.3(x), chapters B to S (syntax and the meaning of a trailing ecn);
Cisco-NX-OS-device YANG 10.3 (ranges).
"""

from __future__ import annotations

from fractions import Fraction

from roce_lint.os.industry_cli.command import NOT_STATED, Setting
from roce_lint.os.industry_cli.line_table import CommandRow, LineTable, ValueNotGiven
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class EarlyDrop:
    """What a queue does before it is full, as typed: it marks ECT packets with `ecn`, or else drops them.

    `probability` and `weight` are None where the line leaves them out. `without_curve`: why the curve is not known.
    `refused`: the line was meant to say all this, and the device does not take it.
    """

    minimum: int
    minimum_unit: str
    maximum: int
    maximum_unit: str
    probability: int | None
    weight: int | None
    ecn: str | None
    without_curve: str = ""
    refused: bool = False


@dataclass(frozen=True, slots=True)
class TailDropLimit:
    """A tail-drop limit as typed; the unit may also be `dynamic`, for an alpha by its index, and `percent`."""

    amount: int
    unit: str | None


@dataclass(frozen=True, slots=True)
class PauseBuffer:
    """The ingress buffer of a class in bytes."""

    size: int
    xoff: int
    xon: int


@dataclass(slots=True)
class NxosQueueLines:
    """What one class says of its queue, and the line that holds for each of these; `header` begins the class."""

    header: Line
    held: dict[str, Line] = field(default_factory=dict)
    priority: Setting[bool] = NOT_STATED
    bandwidth_remaining: Setting[float] = NOT_STATED
    bandwidth_percent: Setting[float] = NOT_STATED
    bandwidth: Setting[float] = NOT_STATED
    random_detect: Setting[EarlyDrop] = NOT_STATED
    afd: Setting[EarlyDrop] = NOT_STATED
    queue_limit: Setting[TailDropLimit] = NOT_STATED
    shape_gbps: Setting[Fraction] = NOT_STATED
    pause: Setting[PauseBuffer] = NOT_STATED


def _without_curve(because: str, ecn: str | None) -> EarlyDrop:
    return EarlyDrop(0, "bytes", 0, "bytes", None, None, ecn, because)


def _built_in(name: str, ecn: str | None) -> EarlyDrop:
    return _without_curve(f"the thresholds of {name} are not documented", ecn)


def _without_thresholds(ecn: str | None) -> EarlyDrop:
    return _without_curve("random-detect ecn without thresholds uses built-in ones", ecn)


def _fair_drop(amount: str, unit: str, ecn: str | None) -> EarlyDrop:
    return _without_curve("approximate fair drop has no marking curve", ecn)


def _misspelt(text: str | None) -> EarlyDrop:
    """Return what a line says that the device certainly refuses; raise ValueError for any other."""
    if not _MISSPELT.match(text or ""):
        raise ValueError(text)
    return _REFUSED


def _gbps(low: str, low_unit: str, high: int, unit: str) -> Fraction:
    return Fraction(high * _BPS[unit], 10**9)


_MISSPELT = lazy_pattern(
    r"(?:minimum|maximum)-threshold \d+(?! (?:packets|bytes|kbytes|mbytes)\b)"
    r"|maximum-threshold |minimum-threshold \d+ \w+$|ecn \S"
)
"""A unit or one of the two thresholds is missing, or `ecn` does not stand last."""
_REFUSED = replace(_without_curve("ECN is off", None), refused=True)
_BPS = {"bps": 1, "kbps": 1000, "mbps": 10**6, "gbps": 10**9}
_SHARE = "bandwidth takes [remaining] percent 0 to 100"
_UNIT = "packets|bytes|kbytes|mbytes"
_CURVE = (
    "random-detect minimum-threshold <0-{size}> {unit} maximum-threshold <0-{size}> {unit}"
    " [drop-probability <0-{probability}>] [weight <0-{weight}>] [cap-average] ecn?"
)
_IN_RANGE = _CURVE.format(size=52428800, unit=_UNIT, probability=100, weight=15)
_ANY = _CURVE.format(size=999999999, unit=_UNIT, probability=999, weight=99)
_TOO_HIGH = "a threshold is at most 52428800 in the unit given, drop-probability 100 and weight 15"
_FORM = "thresholds are written minimum-threshold N UNIT maximum-threshold N UNIT, ecn last"
_LIMIT = "queue-limit takes N [UNIT], percent P or dynamic 0 to 10"
_THRESHOLDS = "pause-threshold <0-999999999> resume-threshold <0-999999999>"
_SIZE = "pause buffer-size takes 5000 to 268435456 bytes"
"""In the newest data model; older releases stop at 12582913."""
_PAUSE = "written pause buffer-size B pause-threshold XOFF resume-threshold XON, in bytes"
QUEUE_LINES = LineTable(
    CommandRow(
        "priority [level <1-8>]", "priority", value=True, near_miss="priority takes level 1 to 8", by_device=True
    ),
    CommandRow("bandwidth remaining percent <0-100>", "bandwidth_remaining", value=float),
    CommandRow(
        "bandwidth remaining ...", "bandwidth_remaining", value=ValueNotGiven(_SHARE), refused=_SHARE, by_device=True
    ),
    CommandRow("bandwidth percent <0-100>", "bandwidth_percent", value=float, near_miss=_SHARE, by_device=True),
    CommandRow("bandwidth ...", "bandwidth", value=ValueNotGiven(_SHARE), refused=_SHARE, by_device=True),
    CommandRow("random-detect non-ecn ..."),
    CommandRow(_IN_RANGE, "random_detect", value=EarlyDrop),
    CommandRow(_ANY, "random_detect", value=_REFUSED, refused=_TOO_HIGH, by_device=True),
    CommandRow("random-detect [threshold] burst-optimized|mesh-optimized ecn?", "random_detect", value=_built_in),
    CommandRow("random-detect ecn?", "random_detect", value=_without_thresholds),
    CommandRow("random-detect ...", "random_detect", value=_misspelt, refused=_FORM, by_device=True),
    CommandRow("random-detect ...", "random_detect", refused="random-detect with these arguments is not a command"),
    CommandRow(
        "afd queue-desired <number> bytes|kbytes|mbytes ecn?",
        "afd",
        value=_fair_drop,
        begins="afd",
        near_miss="afd is written afd queue-desired N bytes|kbytes|mbytes [ecn]",
    ),
    CommandRow("queue-limit dynamic <0-10>", "queue_limit", value=lambda index: TailDropLimit(index, "dynamic")),
    CommandRow("queue-limit percent <0-999>", "queue_limit", value=lambda share: TailDropLimit(share, "percent")),
    CommandRow(
        f"queue-limit <0-999999999999> [{_UNIT}|ms|us]",
        "queue_limit",
        value=TailDropLimit,
        near_miss=_LIMIT,
        by_device=True,
    ),
    CommandRow("shape min <rate> <unit> max <0-999999999999> bps|kbps|mbps|gbps", "shape_gbps", value=_gbps),
    CommandRow("shape ...", "shape_gbps", refused="shape is written shape min RATE UNIT max RATE UNIT"),
    CommandRow(f"pause buffer-size <5000-268435456> {_THRESHOLDS}", "pause", value=PauseBuffer),
    CommandRow(
        f"pause buffer-size <0-999999999> {_THRESHOLDS}", "pause", value=PauseBuffer, refused=_SIZE, by_device=True
    ),
    CommandRow("pause ...", "pause", refused=_PAUSE, by_device=True),
    CommandRow("dpp ..."),
    CommandRow("burst-detect ..."),
    CommandRow("description ..."),
    has_default=False,
)

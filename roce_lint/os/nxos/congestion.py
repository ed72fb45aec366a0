"""When a queue marks or drops: WRED and ECN (random-detect), approximate fair drop, and the tail-drop limit.

Source: NX-OS Command Reference 9.3(x), chapters Q and R (syntax and the meaning of a trailing ecn);
Cisco-NX-OS-device YANG 10.3 (ranges).
"""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint import units
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.tokens import size_in_bytes
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_RANDOM_DETECT = lazy_pattern(
    r"random-detect(?: minimum-threshold (?P<min>\d{1,9}) (?P<min_unit>packets|bytes|kbytes|mbytes)"
    r" maximum-threshold (?P<max>\d{1,9}) (?P<max_unit>packets|bytes|kbytes|mbytes)"
    r"(?: drop-probability (?P<probability>\d{1,3}))?(?: weight (?P<weight>\d{1,2}))?(?: cap-average)?"
    r"|(?: threshold)? (?P<built_in>burst-optimized|mesh-optimized))?(?P<ecn> ecn)?"
)
_REFUSED = lazy_pattern(
    r"random-detect (?:(?:minimum|maximum)-threshold \d+(?! (?:packets|bytes|kbytes|mbytes)\b)"
    r"|maximum-threshold |minimum-threshold \d+ \w+$|ecn \S)"
)
"""A unit or one of the two thresholds is missing, or `ecn` does not stand last."""
_AFD = lazy_pattern(r"afd queue-desired \d+ (?:bytes|kbytes|mbytes)(?P<ecn> ecn)?")
_QUEUE_LIMIT = lazy_pattern(
    r"queue-limit (?:dynamic (?P<alpha>\d{1,2})|percent \d{1,3}"
    r"|(?P<amount>\d{1,12})(?: (?P<unit>packets|bytes|kbytes|mbytes|ms|us))?)"
)
_MOST = 52428800


@dataclass(frozen=True, slots=True)
class EarlyDetection:
    """What a queue does before it is full; names as in `facts.qos.Queue`."""

    ecn_enabled: Fact[bool]
    kmin_bytes: Fact[int]
    kmax_bytes: Fact[int]
    pmax_percent: Fact[float]
    averaging_weight: Fact[int]
    wred_drop_enabled: Fact[bool]


def early_detection(actions: Mapping[str, Line], block: Source, diagnostics: LineDiagnostics) -> EarlyDetection:
    """Return marking and early drop of one queue. A trailing `ecn` marks ECT packets, without it they are dropped."""
    if "random-detect" in actions:
        return _random_detect(actions["random-detect"], diagnostics)
    if "afd" in actions:
        return _approximate_fair_drop(actions["afd"], diagnostics)
    return nothing_early(block)


def nothing_early(source: Source) -> EarlyDetection:
    """Return what holds without random-detect and afd."""
    off: Fact[bool] = defaults.NO_EARLY_DROP.at(source)
    return _without_curve("ECN is off", off, off, source)


def _without_curve(
    because: str, ecn_enabled: Fact[bool], wred_drop_enabled: Fact[bool], source: Source
) -> EarlyDetection:
    unknown = Unknown(because, source)
    return EarlyDetection(ecn_enabled, unknown, unknown, unknown, unknown, wred_drop_enabled)


def _random_detect(line: Line, diagnostics: LineDiagnostics) -> EarlyDetection:
    source = diagnostics.at(line)
    found = _RANDOM_DETECT.fullmatch(line.text)
    if not found and _REFUSED.match(line.text):
        diagnostics.line_refused(
            line, "thresholds are written minimum-threshold N UNIT maximum-threshold N UNIT, ecn last"
        )
        off: Fact[bool] = Default(False, source, f"{defaults.REFUSED}; {defaults.NO_EARLY_DROP.reason}")
        return _without_curve("ECN is off", off, off, source)
    if not found:
        diagnostics.line_not_understood(line, "random-detect with these arguments is not a command")
        unknown = Unknown("random-detect is not understood", source)
        return _without_curve("random-detect is not understood", unknown, unknown, source)
    if not found["ecn"]:
        return _without_curve("ECN is off", Stated(False, source), Stated(True, source), source)
    on, no_drop = Stated(True, source), Stated(False, source)
    if found["built_in"]:
        return _without_curve(f"the thresholds of {found['built_in']} are not documented", on, no_drop, source)
    if not found["min"]:
        return _without_curve("random-detect ecn without thresholds uses built-in ones", on, no_drop, source)
    return EarlyDetection(
        ecn_enabled=on,
        kmin_bytes=_threshold(found["min"], found["min_unit"], line, diagnostics),
        kmax_bytes=_threshold(found["max"], found["max_unit"], line, diagnostics),
        pmax_percent=_probability(found["probability"], line, diagnostics),
        averaging_weight=_averaging_weight(found["weight"], line, diagnostics),
        wred_drop_enabled=no_drop,
    )


def _threshold(amount: str, unit: str, line: Line, diagnostics: LineDiagnostics) -> Fact[int]:
    source = diagnostics.at(line)
    if int(amount) > _MOST:
        diagnostics.line_refused(line, f"a threshold is at most {_MOST} in the unit given")
        return Unknown("the threshold is out of range", source)
    size = size_in_bytes(amount, unit)
    if size < 0:
        return Unknown("a threshold in packets has no size in bytes", source)
    return Stated(size, source)


def _probability(text: str | None, line: Line, diagnostics: LineDiagnostics) -> Fact[float]:
    if text is None:
        return Unknown("no drop-probability is given, and its default is not documented", diagnostics.at(line))
    if int(text) > 100:
        diagnostics.line_refused(line, "drop-probability takes 0 to 100")
        return Unknown("the probability is out of range", diagnostics.at(line))
    return Stated(float(text), diagnostics.at(line))


def _averaging_weight(text: str | None, line: Line, diagnostics: LineDiagnostics) -> Fact[int]:
    if text is None:
        return Unknown("no weight is given, and its default is not documented", diagnostics.at(line))
    if int(text) > 15:
        diagnostics.line_refused(line, "weight takes 0 to 15")
        return Unknown("the weight is out of range", diagnostics.at(line))
    return Stated(int(text), diagnostics.at(line))


def _approximate_fair_drop(line: Line, diagnostics: LineDiagnostics) -> EarlyDetection:
    source = diagnostics.at(line)
    found = _AFD.fullmatch(line.text)
    if not found:
        diagnostics.line_not_understood(line, "afd is written afd queue-desired N bytes|kbytes|mbytes [ecn]")
        unknown = Unknown("afd is not understood", source)
        return _without_curve("afd is not understood", unknown, unknown, source)
    because = "approximate fair drop has no marking curve" if found["ecn"] else "ECN is off"
    return _without_curve(because, Stated(bool(found["ecn"]), source), Stated(not found["ecn"], source), source)


def tail_drop(
    line: Line | None, block: Source, speed_gbps: int, diagnostics: LineDiagnostics | None
) -> tuple[Fact[int], Fact[float]]:
    """Return fixed limit in bytes and dynamic alpha of a queue; one of the two is Unknown with the reason.

    `speed_gbps` is 0 where it is not known.
    """
    if line is None or diagnostics is None:
        dynamic: Fact[float] = defaults.ALPHA.at(block)
        return Unknown("the limit is dynamic", block), dynamic
    source = diagnostics.at(line)
    found = _QUEUE_LIMIT.fullmatch(line.text)
    if not found or (found["alpha"] and int(found["alpha"]) >= len(defaults.ALPHAS)):
        diagnostics.line_refused(line, "queue-limit takes N [UNIT], percent P or dynamic 0 to 10")
        unknown = Unknown("the queue-limit is not understood", source)
        return unknown, unknown
    if found["alpha"]:
        return Unknown("the limit is dynamic", source), Stated(defaults.ALPHAS[int(found["alpha"])], source)
    return _fixed_limit(found["amount"], found["unit"], speed_gbps, source), Unknown("the limit is fixed", source)


def _fixed_limit(amount: str | None, unit: str | None, speed_gbps: int, source: Source) -> Fact[int]:
    if amount is None:
        return Unknown("the limit is a percentage of a buffer of unknown size", source)
    if unit in ("ms", "us"):
        if speed_gbps <= 0:
            return Unknown("the limit is a time, and the port's speed is not known", source)
        return Stated(units.bytes_in_us(units.us_from(int(amount), unit), speed_gbps), source)
    size = size_in_bytes(amount, unit or "packets")
    return Stated(size, source) if size >= 0 else Unknown("a limit in packets has no size in bytes", source)

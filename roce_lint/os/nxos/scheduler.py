"""How a queue of a queuing policy is served: strict or weighted, its share, its guarantee and its shaper."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.qos import RATE_WITHOUT_SPEED
from roce_lint.model.terms import Scheduling
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.tokens import rate_in_gbps
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern

_PRIORITY = lazy_pattern(r"priority(?: level [1-8])?")
_PERCENT = lazy_pattern(r"bandwidth (?:remaining )?percent (\d{1,3})")
_SHAPE = lazy_pattern(r"shape min (\d+) (\S+) max (\d+) (\S+)")


def scheduling(actions: Mapping[str, Line], block: Source, diagnostics: LineDiagnostics) -> Fact[Scheduling]:
    """Return how the queue is served; `priority` makes it strict whatever else the class says."""
    if "priority" in actions:
        line = actions["priority"]
        if _PRIORITY.fullmatch(line.text):
            return Stated(Scheduling.STRICT, diagnostics.at(line))
        diagnostics.line_refused(line, "priority takes level 1 to 8")
        return Unknown("the priority level is not a number from 1 to 8", diagnostics.at(line))
    for key in ("bandwidth remaining", "bandwidth percent"):
        if key in actions:
            return Stated(Scheduling.WEIGHTED, diagnostics.at(actions[key]))
    return defaults.NOT_STRICT.at(block)


def weight_percent(actions: Mapping[str, Line], block: Source, diagnostics: LineDiagnostics) -> Fact[float]:
    """Return the share among the weighted queues, 0 to 100; `bandwidth percent` counts as one of the whole port."""
    for key in ("bandwidth remaining", "bandwidth percent", "bandwidth"):
        if key in actions:
            return _percent(actions[key], diagnostics)
    if "priority" in actions:
        return defaults.STRICT_HAS_NO_WEIGHT.at(diagnostics.at(actions["priority"]))
    return Unknown("no bandwidth is configured, and the share of such a queue is not documented", block)


def guaranteed_percent(actions: Mapping[str, Line], block: Source, diagnostics: LineDiagnostics) -> Fact[float]:
    """Return the minimum share of the line rate, 0 where none is configured."""
    if "bandwidth percent" in actions:
        return _percent(actions["bandwidth percent"], diagnostics)
    return defaults.NO_GUARANTEE.at(block)


def shape_percent(line: Line | None, block: Source, speed_gbps: int, diagnostics: LineDiagnostics) -> Fact[float]:
    """Return the maximum in percent of the port's speed, which is 0 where it is not known."""
    if line is None:
        return defaults.NO_SHAPER.at(block)
    found = _SHAPE.fullmatch(line.text)
    rate = rate_in_gbps(found[3], found[4]) if found else -1
    if rate < 0:
        diagnostics.line_not_understood(line, "shape is written shape min RATE UNIT max RATE UNIT")
        return Unknown("the shaper's rate is not understood", diagnostics.at(line))
    if speed_gbps <= 0:
        return Unknown(RATE_WITHOUT_SPEED, diagnostics.at(line))
    return Stated(min(100.0, float(rate * 100 / speed_gbps)), diagnostics.at(line))


def _percent(line: Line, diagnostics: LineDiagnostics) -> Fact[float]:
    found = _PERCENT.fullmatch(line.text)
    if found and int(found[1]) <= 100:
        return Stated(float(found[1]), diagnostics.at(line))
    diagnostics.line_refused(line, "bandwidth takes [remaining] percent 0 to 100")
    return Unknown("the share is not a number from 0 to 100", diagnostics.at(line))

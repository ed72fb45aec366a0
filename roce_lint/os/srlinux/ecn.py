"""Queue management profiles: ECN and early drop of egress queues."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.qos_tables import Curve, Depth
from roce_lint.os.srlinux import defaults
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node


def read_marking_profiles(qos: Node, diagnostics: LeafDiagnostics) -> dict[str, Curve]:
    """Return the queue-management-profiles by name."""
    entries = qos.select("buffer-management/queue-management-profile")
    return {entry.key: _profile(entry, diagnostics) for entry in entries}


def read_marking_templates(qos: Node, diagnostics: LeafDiagnostics) -> dict[str, Curve]:
    """Return the marking of the queue-templates of releases up to 23.10, by name."""
    entries = qos.select("queue-templates/queue-template")
    return {entry.key: _template(entry, diagnostics) for entry in entries}


def _profile(entry: Node, diagnostics: LeafDiagnostics) -> Curve:
    slopes = entry.select("wred/wred-slope")
    for slope in slopes:
        slope.pass_over()
    weight = diagnostics.integer(entry, "weight-factor", defaults.INSTANTANEOUS.at(entry.source), 0, 15)
    refused = [slope for slope in slopes if slope.keys[2] == "true" and slope.keys[0] != "all"]
    marking = _for_roce([slope for slope in slopes if slope.keys[2] == "true" and slope not in refused])
    dropping = _for_roce([slope for slope in slopes if slope.keys[2] == "false" and slope.keys[0] != "tcp"])
    for slope in slopes:
        if slope.keys[2] not in ("true", "false"):
            diagnostics.not_read(f"enable-ecn {slope.keys[2]!r} is neither true nor false", slope.first_line)
    if not marking:
        off = (
            defaults.ECN_FOR_ALL_TRAFFIC.at(refused[0].first_line) if refused else defaults.NOT_MARKED.at(entry.source)
        )
        return _without_slope(entry, off, weight, _drops(entry, dropping, diagnostics))
    slope = marking[0]
    return Curve(
        _slope_enabled(slope, diagnostics),
        _threshold(slope, "min-threshold", diagnostics),
        _threshold(slope, "max-threshold", diagnostics),
        _probability(slope, "max-drop-probability-percent", diagnostics),
        weight,
        Stated(False, slope.first_line),
    )


def _without_slope(entry: Node, off: Fact[bool], weight: Fact[int], drops: Fact[bool]) -> Curve:
    nothing = Unknown("the queue has no ECN slope", entry.source)
    return Curve(off, Depth(nothing), Depth(nothing), nothing, weight, drops)


def _for_roce(slopes: list[Node]) -> list[Node]:
    """Return the slopes that RoCE packets meet: drop probability `all`, else `low`, which is what a packet has."""
    by_level = {slope.keys[1]: slope for slope in slopes}
    return [by_level[level] for level in ("all", "low") if level in by_level]


def _slope_enabled(slope: Node, diagnostics: LeafDiagnostics) -> Fact[bool]:
    absent = Unknown("slope-enabled is not stated and has no default (srl_nokia-qos YANG 25.3.1)", slope.source)
    enabled = diagnostics.boolean(slope, "slope-enabled", absent)
    return Stated(True, slope.first_line) if isinstance(enabled, Stated) and enabled.value else enabled


def _drops(entry: Node, dropping: list[Node], diagnostics: LeafDiagnostics) -> Fact[bool]:
    """Return whether ECN-capable packets are dropped early: there is a drop slope and no ECN slope."""
    return _slope_enabled(dropping[0], diagnostics) if dropping else defaults.NOT_DROPPED_EARLY.at(entry.source)


def _threshold(slope: Node, name: str, diagnostics: LeafDiagnostics) -> Depth:
    percent = f"{name}-percent"
    if slope.has(percent):
        return Depth(diagnostics.integer(slope, percent, Unknown("", slope.source), 0, 100), True)
    absent = Unknown(f"the slope has no {name} and the model no default (srl_nokia-qos YANG 25.3.1)", slope.source)
    return Depth(diagnostics.integer(slope, name, absent), False)


def _probability(slope: Node, name: str, diagnostics: LeafDiagnostics) -> Fact[float]:
    absent = Unknown(f"the slope has no {name} and the model no default (srl_nokia-qos YANG 25.3.1)", slope.source)
    return diagnostics.integer(slope, name, absent, 0, 100)


def _template(entry: Node, diagnostics: LeafDiagnostics) -> Curve:
    management = entry.at("active-queue-management")
    management.pass_over()
    weight = diagnostics.integer(management, "weight-factor", defaults.INSTANTANEOUS.at(entry.source), 0, 15)
    by_level = {slope.key: slope for slope in management.entries("ecn-slope")}
    slopes = [by_level[level] for level in ("all", "low") if level in by_level]
    drops = [slope for slope in management.entries("wred-slope") if slope.keys != ("tcp", "low")]
    dropping = Stated(True, drops[0].first_line) if drops and not slopes else None
    not_dropped = defaults.NOT_DROPPED_EARLY.at(entry.source)
    if not slopes:
        return _without_slope(entry, defaults.NOT_MARKED.at(entry.source), weight, dropping or not_dropped)
    slope = slopes[0]
    full = defaults.OLD_SLOPE_PERCENT.at(slope.source)
    low = Depth(diagnostics.integer(slope, "min-threshold-percent", full, 0, 100), True)
    high = Depth(diagnostics.integer(slope, "max-threshold-percent", full, 0, 100), True)
    probability = diagnostics.integer(slope, "max-probability", defaults.OLD_SLOPE_PROBABILITY.at(slope.source), 0, 100)
    marks = Stated(True, slope.first_line)
    slope.take("ecn-drop-probability")
    return Curve(marks, low, high, probability, weight, not_dropped)

"""SchedulerTables: how the queue of a class is served, and at which fill levels it marks or drops."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.place import fact_at
from roce_lint.model.qos_tables import Curve, Depth, Rate, Scheduler
from roce_lint.model.terms import Scheduling
from roce_lint.os.junos import defaults
from roce_lint.os.junos.classifiers import ClassifierTables
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

_WEIGHTED_PRIORITIES = frozenset(("low", "medium-low", "medium", "medium-high", "high"))
_STRICT_PRIORITIES = frozenset(("strict-high", "hardware-high"))
_RATE = re.compile(r"(\d{1,15})(?:\.\d{1,6})?([kmgt]?)")
_BITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_ECN = "explicit-congestion-notification"
_LOSS_PRIORITIES = ("low", "medium-low", "medium-high", "high")


@dataclass(frozen=True, slots=True)
class DropPoint:
    """One point of a drop profile, in percent of the memory of the queue and of packets, each with its line."""

    fill: float
    probability: float
    source: Source
    probability_at: Source


@dataclass(frozen=True, eq=False, slots=True)
class DropProfile:
    """One drop profile by its points in rising order; empty where the device does not take it."""

    name: str
    source: Source
    points: tuple[DropPoint, ...]


class SchedulerTables:
    """The schedulers, scheduler maps and drop profiles of a device by name."""

    def __init__(self, cos: Node, classifiers: ClassifierTables, diagnostics: LeafDiagnostics) -> None:
        """Take what stands below `class-of-service`."""
        self._classifiers = classifiers
        self._diagnostics = diagnostics
        self.profiles = {one.key: self._profile(one) for one in cos.entries("drop-profiles")}
        self.blocks = {one.key: one for one in cos.entries("schedulers")}
        self.maps = {one.key: one for one in cos.entries("scheduler-maps")}
        self._made: dict[tuple[str, str], tuple[Scheduler, Curve | None]] = {}
        for block in self.blocks.values():
            _account(block)

    def left_out_at(self, name: str, classes: Sequence[str]) -> Source | None:
        """Return the line that takes one of some classes out of a scheduler map, None where it never had them."""
        removed = self.maps[name].removed_entries("forwarding-class") if name in self.maps else []
        return next((place for keys, place in removed if keys[0] in classes), None)

    def report_left_out(self, name: str, forwarding_class: str) -> None:
        """Report a class to which classifiers give packets, and which a scheduler map leaves out."""
        if self._classifiers.loss_priorities(forwarding_class):
            because = (
                f"class {forwarding_class}, which classifiers assign, has no scheduler in it: nothing is set for it"
            )
            place = self.left_out_at(name, (forwarding_class,)) or self.maps[name].first_line
            self._diagnostics.doubtful(f"scheduler-maps {name}", because, place)

    def mapped(self, name: str) -> dict[str, Stated[str]]:
        """Return the scheduler of each class that a scheduler map lists, with its line."""
        found: dict[str, Stated[str]] = {}
        for entry in self.maps[name].entries("forwarding-class"):
            leaf = entry.take("scheduler")
            if leaf.line:
                found[entry.key] = Stated(leaf.value, leaf.first_line)
        return found

    def of(self, name: str, forwarding_class: str, rest_percent: Fact[float]) -> tuple[Scheduler, Curve | None]:
        """Return how a scheduler serves a class, and what it does to its packets.

        `rest_percent` is what others of the map leave, for `transmit-rate remainder`.
        """
        key = (name, forwarding_class)
        if key not in self._made:
            block = self.blocks[name]
            self._made[key] = self._service(block, rest_percent), self._curve(block, forwarding_class)
        return self._made[key]

    def report_without_memory(self, name: str, forwarding_class: str) -> None:
        """Report a scheduler that leaves the queue of a no-loss class no memory of its own, or nearly none shared."""
        block = self.blocks[name]
        size = block.get("buffer-size")
        percent = size.get("percent") if size is not None else None
        index = block.get("buffer-dynamic-threshold")
        if percent is not None and percent.value == "0":
            because = f"the queue of no-loss class {forwarding_class} then has no memory of its own"
            self._diagnostics.doubtful(f"schedulers {name} buffer-size percent 0", because, percent.first_line)
        if index is not None and index.value == "0":
            because = f"the queue of no-loss class {forwarding_class} then has the smallest share of what is free"
            self._diagnostics.doubtful(f"schedulers {name} buffer-dynamic-threshold 0", because, index.first_line)

    def stated_percent(self, name: str) -> float:
        """Return the percentage that a scheduler states as its transmit rate, 0 where it states none."""
        block = self.blocks.get(name)
        text = block.at("transmit-rate").take("percent").value if block is not None else ""
        return float(text) if text.isdecimal() and len(text) < 4 else 0.0

    # How the queue is served

    def _service(self, block: Node, rest_percent: Fact[float]) -> Scheduler:
        priority = block.take("priority")
        rate, shaping = block.get("transmit-rate"), block.get("shaping-rate")
        guaranteed = self._rate(rate, rest_percent) if rate is not None else None
        shape = self._rate(shaping, rest_percent) if shaping is not None else None
        if shape is None and rate is not None and guaranteed is not None and rate.has("exact"):
            # The queue gets this rate at most, even where others leave some (Juniper, transmit-rate).
            shape = Rate(fact_at(guaranteed.amount, rate.take("exact").first_line), guaranteed.is_percent)
        if priority.value in _STRICT_PRIORITIES:
            weight: Fact[float] = Unknown("a strict-high queue has no weight", priority.first_line)
            if shape is None and guaranteed is not None:
                at = guaranteed.amount.source
                shape = Rate(Unknown("whether transmit-rate limits a strict-high queue here is not documented", at))
                guaranteed = None
            return Scheduler(Stated(Scheduling.STRICT, priority.first_line), weight, guaranteed, shape)
        kind: Fact[Scheduling] = defaults.WEIGHTED.at(block.first_line)
        if priority.value in _WEIGHTED_PRIORITIES:
            kind = Stated(Scheduling.WEIGHTED, priority.first_line)
        elif priority.line:
            kind = Unknown(f"{priority.value!r} is no priority of a scheduler", priority.first_line)
        weight = Unknown("the scheduler states no transmit-rate", block.first_line)
        if guaranteed is not None:
            absolute = Unknown("the transmit-rate is a rate, and no share", guaranteed.amount.source)
            weight = guaranteed.amount if guaranteed.is_percent else absolute
        return Scheduler(kind, weight, guaranteed, shape, is_percent=True)

    @staticmethod
    def _rate(block: Node, rest_percent: Fact[float]) -> Rate:
        """Return a rate, stated in bits a second, in percent, or as what others leave."""
        place = block.first_line
        percent = block.take("percent")
        if percent.line:
            return Rate(_float(percent), is_percent=True)
        if block.has("remainder"):
            share = block.at("remainder").take("percent")
            rest: Fact[float] = Unknown("a share of what is left", place)
            if not share.line and not isinstance(rest_percent, Unknown):
                rest = Stated(rest_percent.value, place)
            return Rate(rest, is_percent=True)
        leaf = block.take("rate")
        return rate_of(leaf.value, leaf.first_line if leaf.line else place)

    # What it does to packets

    def _curve(self, block: Node, forwarding_class: str) -> Curve | None:
        """Return the curve of packets of a class; None where no drop profile is mapped and ECN is off."""
        ecn = block.take(_ECN)
        maps = self._profiles_of(block)
        if not maps:
            of_tcp = next((one for one in block.entries("drop-profile-map") if one.keys[1:] == ("tcp",)), None)
            if of_tcp is not None:
                because = f"scheduler {block.key} maps a drop profile for TCP alone, and RoCE is UDP"
                at = of_tcp.first_line
                return _without(Default(False, at, because), defaults.NOT_DROPPED_EARLY.at(at), because)
            if not ecn.line:
                return None
            at = block.removed_at("drop-profile-map") or block.removed_below() or ecn.first_line
            off = Default(False, at, defaults.NO_PROFILE_NO_MARKS.reason)
            return _without(off, defaults.NOT_DROPPED_EARLY.at(at), defaults.NO_PROFILE_NO_MARKS.because)
        place = next(iter(maps.values())).source
        gone = block.removed_at(_ECN)
        marks: Fact[bool] = Stated(True, ecn.first_line) if ecn.line else defaults.NOT_MARKED.at(gone or place)
        levels = sorted(self._classifiers.loss_priorities(forwarding_class)) or ["low"]
        left_out = [level for level in levels if level not in maps]
        if left_out:
            because = (
                f"classifiers give class {forwarding_class} loss priority {left_out[0]},"
                f" for which scheduler {block.key} maps no drop profile"
            )
            if ecn.line:
                self._diagnostics.doubtful(f"schedulers {block.key} {_ECN}", because, place)
            return _without(Default(False, place, because), defaults.NOT_DROPPED_EARLY.at(place), because)
        names = {maps[level].value for level in levels}
        named = maps[levels[0]]
        if len(names) > 1:
            differ = Unknown("loss priorities of the class have different drop profiles", named.source)
            drops = Default(False, place, defaults.MARKED_NOT_DROPPED.reason) if ecn.line else differ
            return Curve(marks, Depth(differ), Depth(differ), differ, differ, drops)
        return self._curve_of(named, marks, is_on=bool(ecn.line), drops_at=gone or named.source)

    def _profiles_of(self, block: Node) -> dict[str, Stated[str]]:
        """Return the drop profile of each loss priority; those of TCP alone do not concern RoCE."""
        found: dict[str, Stated[str]] = {}
        for entry in sorted(block.entries("drop-profile-map"), key=lambda one: one.key == "any"):
            leaf = entry.take("drop-profile")
            protocol = entry.keys[1] if len(entry.keys) > 1 else "any"
            if protocol == "tcp" or not leaf.line:
                continue
            for level in _LOSS_PRIORITIES if entry.key == "any" else (entry.key,):
                found.setdefault(level, Stated(leaf.value, leaf.first_line))
        return found

    def _curve_of(self, named: Stated[str], marks: Fact[bool], *, is_on: bool, drops_at: Source) -> Curve:
        profile = self.profiles.get(named.value)
        none = defaults.QOS.averaging_weight.at(named.source)
        if profile is None or not profile.points:
            gap = Unknown(
                f"the drop profile {named.value} is not {'defined' if profile is None else 'taken'}", named.source
            )
            return Curve(marks if profile else gap, Depth(gap), Depth(gap), gap, none, gap)
        # A ramp begins at the last point of probability 0 before packets are concerned at all.
        first = next(
            (index for index, one in enumerate(profile.points) if one.probability > 0), len(profile.points) - 1
        )
        low, high = profile.points[max(first - 1, 0)], profile.points[-1]
        never = high.probability == 0
        drops = defaults.MARKED_NOT_DROPPED.at(named.source) if is_on else Stated(not never, drops_at)
        return Curve(
            marks,
            Depth(Stated(int(low.fill), low.source), is_percent=True),
            Depth(Stated(int(high.fill), high.source), is_percent=True),
            Stated(float(high.probability), high.probability_at),
            none,
            drops,
            Stated(low.fill / high.fill if high.fill else 0.0, low.source),
        )

    def _profile(self, block: Node) -> DropProfile:
        place = block.first_line
        interpolate = block.get("interpolate")
        points: list[DropPoint] = []
        if interpolate is not None:
            fills, chances = interpolate.take("fill-level"), interpolate.take("drop-probability")
            place = fills.first_line if fills.line else place
            because = _fault_of_pairs(fills.values, chances.values)
            if because:
                starts_high = chances.line and len(fills.values) == len(chances.values) > 1
                self._refuse(block, because, chances.first_line if starts_high else place)
                return DropProfile(block.key, place, ())
            points = list(_points(fills.values, chances.values, fills, chances))
        for entry in block.entries("fill-level"):
            chance = entry.take("drop-probability")
            points += _points((entry.key,), chance.values or ("0",), entry, chance if chance.line else entry)
        if not points:
            self._refuse(block, "it has no fill-level", place)
        for low, high in pairwise(points):
            if high.fill <= low.fill or high.probability < low.probability:
                place = high.source if high.fill <= low.fill else high.probability_at
                self._refuse(block, "its fill levels and drop probabilities have to rise", place)
                return DropProfile(block.key, place, ())
        return DropProfile(block.key, place, tuple(points))

    def _refuse(self, block: Node, because: str, place: Source) -> None:
        self._diagnostics.refused(f"drop-profiles {block.key}", because, place)


def rate_of(text: str, place: Source) -> Rate:
    """Return a rate in bits a second, such as `10g`."""
    found = _RATE.fullmatch(text)
    if found is None:
        return Rate(Unknown(f"{text!r} is no rate", place), is_percent=True)
    return Rate(Stated(int(found[1]) * _BITS[found[2]] / 8, place))


def _fault_of_pairs(fills: Sequence[str], chances: Sequence[str]) -> str:
    """Return why a device does not interpolate between fill levels.

    Source: Juniper CLI reference, drop-probability: the first is always zero.
    """
    if len(fills) != len(chances):
        return f"fill-level has {len(fills)} values, and drop-probability {len(chances)}"
    if len(fills) == 1:
        return "between one fill level and nothing there is no curve; it takes two, the first with probability 0"
    return f"the first drop-probability is 0 and not {chances[0]}" if chances and chances[0].strip("0.") else ""


def _account(block: Node) -> None:
    """Account for what says nothing about RoCE, and for what is read once a port has the scheduler."""
    for name in ("buffer-size", "shared-buffer", "transmit-rate", "shaping-rate", "excess-rate"):
        block.at(name).pass_over()
    for name in ("buffer-dynamic-threshold", "excess-priority", "queue-monitoring", "priority", _ECN):
        block.take(name)


def _points(fills: Sequence[str], chances: Sequence[str], low: Node, high: Node) -> Iterator[DropPoint]:
    for fill, chance in zip(fills, chances, strict=True):
        try:
            yield DropPoint(float(fill), float(chance), low.line_of(fill), high.line_of(chance))
        except ValueError:
            continue


def _float(leaf: Node) -> Fact[float]:
    if leaf.value.isdecimal() and len(leaf.value) < 4:
        return Stated(float(leaf.value), leaf.first_line)
    return Unknown(f"{leaf.value!r} is no percentage", leaf.first_line)


def _without(enabled: Fact[bool], drops: Fact[bool], because: str) -> Curve:
    none = Unknown(because, enabled.source)
    return Curve(enabled, Depth(none), Depth(none), none, none, drops)

"""Several faults in one fabric: whoever is found alone has to be reported beside the others, or wait by name for one.

A set holds two to six faults of a system that leave each other's lines alone: on one device, at one port, or wherever
they fall. Each is planted alone first; what is said of it there has to be said of the whole set too.
"""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from roce_lint.judge.finding import Finding, Report
from roce_lint.judge.rule import Rule, Severity
from tests.exams import exam as exams
from tests.exams.config_lines import Config, Fault, blocks_of, fill, plant, still_there
from tests.exams.exam import FAULTS, GROUPS, NO_VALUES, Exam, Planted
from tests.exams.subnet_writer import subnet_configs

SPREADS = ("device", "port", "anywhere")
Spot = tuple[str, str, str]
"""The rule, the device and the object that a finding is about."""


class Fate(Enum):
    """What becomes of a fault in a set."""

    REPORTED = "reported"
    WAITING = "waiting"
    """It is named as what cannot be evaluated before another one is fixed."""
    BLAMED = "blamed"
    """It is told only as if another fault caused it."""
    SILENT = "silent"


@dataclass(frozen=True)
class FaultSet:
    """A fabric with several faults, and the same fabric with each of them alone."""

    spread: str
    together: Exam
    alone: tuple[Exam, ...]


@dataclass(frozen=True)
class Outcome:
    """What became of one fault of a set; `masks` are those that hide it even by themselves."""

    group: str
    seed: str
    spread: str
    size: int
    fault: str
    fate: Fate
    masks: tuple[str, ...]
    said: tuple[str, ...]


@dataclass(frozen=True)
class Site:
    """The configurations of a fabric with some faults in them, by the number of the configuration."""

    configs: list[Config]
    hit: dict[Fault, int]

    def copied(self) -> Site:
        return Site(copy.deepcopy(self.configs), dict(self.hit))


def draw_set(group: str, seed: str, names: frozenset[str] = frozenset()) -> FaultSet | None:
    """Return the set of this seed, of those faults alone where `names` are given; None where fewer than two fit."""
    rng = random.Random(seed + "-set")
    spread, size = rng.choice(SPREADS), rng.randint(2, 6)
    fabric = None if group == "infiniband" else exams.draw(group, seed)
    configs, texts = exams.write_fabric(fabric, group) if fabric else (subnet_configs(seed), {})
    faults = [fault for system in dict.fromkeys(GROUPS[group]) for fault in FAULTS[system] if not fault.everywhere]
    rng.shuffle(faults)
    device, port = rng.randrange(len(configs)), rng.random()
    clean, together, singles = Site(configs, {}), Site(configs, {}).copied(), list[Site]()
    for fault in faults:
        if len(singles) == size or (names and fault.name not in names):
            continue
        own = random.Random(f"{seed}-{fault.name}")
        order = own.sample(range(len(configs)), len(configs)) if spread == "anywhere" else [device]
        for number in order:
            values = exams.values_of(fabric, configs[number]) if fabric else NO_VALUES
            if not _takes(configs[number], fault, values):
                continue
            only = _block_of_port(configs[number], fault, values, port) if spread == "port" else None
            added = _plant_both(clean, together, number, fault, values, only, seed)
            if added is not None:
                together = added[0]
                singles.append(added[1])
                break
    if len(singles) < 2:
        return None

    def exam_of(site: Site) -> Exam:
        shown = {config.file: config.rendered() for config in site.configs}
        planted = tuple(
            exams.planted_at(fault, [site.configs[number]], site.configs, shown, fabric)
            for fault, number in site.hit.items()
        )
        return Exam(seed, group, texts | {file: text for file, (text, _) in shown.items()}, planted)

    return FaultSet(spread, exam_of(together), tuple(map(exam_of, singles)))


def _takes(config: Config, fault: Fault, values: dict[str, str]) -> bool:
    fits = config.tier in fault.at.split() and exams.owns(config, fault)
    return fits and bool(re.search(fault.when, values["when"])) and bool(blocks_of(config, fill(fault.where, values)))


def _block_of_port(config: Config, fault: Fault, values: dict[str, str], share: float) -> tuple[str, ...] | None:
    """Return the block of the port that all faults of ports are planted at."""
    blocks = sorted(blocks_of(config, fill(fault.where, values)))
    return blocks[int(share * len(blocks))] if fault.where.startswith("@") else None


def _plant_both(
    clean: Site,
    together: Site,
    number: int,
    fault: Fault,
    values: dict[str, str],
    only: tuple[str, ...] | None,
    seed: str,
) -> tuple[Site, Site] | None:
    """Plant a fault beside the others, and alone; None where one of them takes the lines of another."""
    alone, more = clean.copied(), together.copied()
    for site in (alone, more):
        if not plant(site.configs[number], fault, values, random.Random(f"{seed}-{fault.name}"), only):
            return None
        site.hit[fault] = number
    if not all(still_there(more.configs[place], other, values) for other, place in more.hit.items() if place == number):
        return None
    base, before = _lines(clean.configs[number]), _lines(together.configs[number])
    one, both = _lines(alone.configs[number]), _lines(more.configs[number])
    taken, put = base - one, one - base
    touched = (base - before) & taken or (before - base) & put or taken - before
    return None if touched or both != before - taken + put else (more, alone)


def _lines(config: Config) -> Counter[tuple[str, ...]]:
    return Counter(line.path for line in config.lines)


def judge_set(
    group: str,
    seed: str,
    rules: tuple[Rule, ...],
    *,
    names: frozenset[str] = frozenset(),
    with_masks: bool = True,
) -> list[Outcome]:
    """Return what becomes of each fault of a set, or of those with these names, that is found alone."""
    drawn = draw_set(group, seed, names)
    if drawn is None:
        return []
    report = exams.check(drawn.together.texts, rules)
    outcomes: list[Outcome] = []
    for exam in drawn.alone:
        spots = spots_of(exam, rules)
        if not spots:
            continue
        fault = exam.planted[0].fault
        fate = fate_of(fault, spots, drawn.together, report)
        masks: tuple[str, ...] = ()
        words: tuple[str, ...] = ()
        if fate in (Fate.SILENT, Fate.BLAMED):
            masks = tuple(_masks(drawn, fault, rules)) if with_masks else ()
            words = tuple(map(exams.said, exams.loud(report)))
        outcomes.append(Outcome(group, seed, drawn.spread, len(drawn.alone), fault.name, fate, masks, words))
    return outcomes


def _masks(drawn: FaultSet, fault: Fault, rules: tuple[Rule, ...]) -> Iterator[str]:
    """Yield the other faults of the set that hide this one by themselves."""
    for exam in drawn.alone:
        other = exam.planted[0].fault
        pair = draw_set(exam.group, exam.seed, frozenset((fault.name, other.name))) if other is not fault else None
        if pair is None:
            continue
        spots = next(spots_of(one, rules) for one in pair.alone if one.planted[0].fault is fault)
        fate = fate_of(fault, spots, pair.together, exams.check(pair.together.texts, rules))
        if spots and fate in (Fate.SILENT, Fate.BLAMED):
            yield other.name


def spots_of(exam: Exam, rules: tuple[Rule, ...]) -> frozenset[Spot]:
    """Return what is said of the one fault of an exam at its devices; nothing where it is not found."""
    planted = exam.planted[0]
    return frozenset(
        (finding.rule, place.device, place.object)
        for finding in _fitting(planted, exams.check(exam.texts, rules))
        for place in finding.places
        if place.path in planted.files
    )


def _fitting(planted: Planted, report: Report) -> Iterable[Finding]:
    severity = Severity.INFO if planted.fault.info else Severity.WARNING
    for finding in exams.loud(report, severity):
        if re.search(planted.words, finding.message + finding.fix, re.IGNORECASE):
            yield finding


def fate_of(fault: Fault, spots: frozenset[Spot], together: Exam, report: Report) -> Fate:
    """Return what a report on the whole set says of one of its faults; `spots` is what is said of it alone."""
    planted = next(item for item in together.planted if item.fault is fault)
    said = {(one.rule, place.device, place.object) for one in report.findings for place in one.places}
    on_line = any(
        place.line in planted.lines.get(place.path, ())
        for finding in _fitting(planted, report)
        for place in finding.places
    )
    if on_line or said & spots:
        return Fate.REPORTED
    waiting = (check for one in report.findings for check in one.waiting)
    if {(check.rule, place.device, place.object) for check in waiting for place in check.places} & spots:
        return Fate.WAITING
    rules = {rule for rule, _, _ in spots}
    named = {
        found[1]
        for finding in report.findings
        for related in finding.related
        if (found := re.match(r"caused by this finding: \S+ ([\w-]+):", related.message))
    }
    return Fate.BLAMED if rules & named else Fate.SILENT


def summary(outcomes: list[Outcome]) -> str:
    """Return how many faults of each system are reported, wait, are blamed on another one, or are silent."""
    rows = [f"{'system':12} {'sets':>6} {'faults':>7}" + "".join(f" {fate.value:>9}" for fate in Fate)]
    for group in dict.fromkeys(item.group for item in outcomes):
        mine = [item for item in outcomes if item.group == group]
        fates = Counter(item.fate for item in mine)
        sets = len({item.seed for item in mine})
        rows.append(f"{group:12} {sets:6} {len(mine):7}" + "".join(f" {fates[fate]:9}" for fate in Fate))
    pairs = Counter((item.group, mask, item.fault, item.fate.value) for item in outcomes for mask in item.masks)
    rows += [f"{count:4} {system}: '{mask}' hides '{fault}' ({fate})" for (system, mask, fault, fate), count in
             pairs.most_common(40)]  # fmt: skip
    return "\n".join(rows)


def listed(outcomes: list[Outcome]) -> Iterator[str]:
    """List the faults that are silent or blamed, with what is said instead."""
    for item in outcomes:
        if item.fate in (Fate.SILENT, Fate.BLAMED):
            yield f"\n{item.fate.value}: {item.group} '{item.fault}' ({item.seed}, {item.spread}, {item.size} faults)"
            yield f"    hidden by {', '.join(item.masks) or 'several together'}"
            yield from (f"    {text}" for text in item.said[:8])

"""The gate: two states in, a verdict out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from roce_lint.errors import Problem, RoceLintError
from roce_lint.fabric.fabric import Fabric
from roce_lint.gate.cost import change_cost
from roce_lint.gate.files import compare_files, lost_files
from roce_lint.gate.findings import ComparedFindings, compare_findings
from roce_lint.gate.meaning.change import Change, Direction, FactChange, Placed, gathered
from roce_lint.gate.meaning.fabric import Meaning, compare_fabrics
from roce_lint.gate.measure import Measure, Options, differing, measure_of
from roce_lint.gate.removals import (
    Acceptance,
    failing_removals,
    in_domain_all_the_same,
    inside_before,
    intent_of_base,
    is_removal,
    kept_design,
    left_domain,
    lost_effects,
    unapplied_lines,
)
from roce_lint.gate.side import Side, read_side, text_of
from roce_lint.gate.state import State
from roce_lint.gate.switched_off import switched_off_by
from roce_lint.gate.verdict import GateVerdict, StateName, Weakening
from roce_lint.judge.finding import Finding, FindingPlace, Report
from roce_lint.judge.restrictions import missing_switches
from roce_lint.judge.rule import Severity
from roce_lint.model.fact import Source
from roce_lint.read.read_documents import ReadAll, read_here
from roce_lint.read.read_once import ReadOnce
from roce_lint.values import dataclass, replace
from roce_lint.version import version


@dataclass(frozen=True, slots=True)
class _Compared:
    """Both sides as one measure sees them."""

    measure: Measure
    old: Side
    new: Side
    meaning: Meaning
    report: Report
    findings: ComparedFindings
    left: tuple[Change, ...]


def compare_states(
    base: State,
    head: State,
    depth: int,
    options: Options,
    *,
    fail_on: str = "",
    by_base: bool = False,
    read_all: ReadAll = read_here,
) -> GateVerdict:
    """Return what changed from one state to the other, and whether it may pass.

    `depth`: how many folders lie above the one that is looked at. Both states are evaluated by the settings and rules
    of `head`, or of `base` where `by_base`; each by its own intent and cabling list. `read_all` says who reads files.
    Raises UsageError, RuleError or IntentError for a measure that is not valid.
    """
    before, faults = _measure_before(base, depth, options, must_hold=by_base)
    after = before if by_base and before is not None else measure_of(head, depth, options, before)
    read_once = ReadOnce(read_all)
    found = _compare(base, head, after, options, read_once, by_base=by_base, of_base=before)
    measure = _measure_after(head, depth, options, after, by_base)
    weakening = _weakening(base, head, before, measure, options, found, read_once)
    acceptance = _acceptance(base, before, options, found)
    unapplied, effects = unapplied_lines(found.meaning.unread), lost_effects(found.findings.new)
    inside = inside_before(found.old.fabric, found.meaning.renamed)
    changes = failing_removals((*found.meaning.changes, *found.left, *unapplied, *effects), acceptance, inside)
    are_allowed = options.allow_unread or found.measure.settings.allow_unread == "true"
    return GateVerdict(
        base=StateName(found.old.label, found.old.commit),
        head=StateName(found.new.label, found.new.commit),
        measured_by=(found.old if by_base else found.new).label,
        files=compare_files(found.old.texts(), found.new.texts()),
        changes=(*cycle_changes(found.findings.new, found.findings.fixed), *changes),
        findings=found.findings,
        unread=found.meaning.unread,
        weakening=replace(weakening, hidden=(*weakening.hidden, *_hidden_by_exclude(found))),
        unreadable=(*found.new.inputs.unreadable, *missing_switches(found.report, are_allowed=are_allowed)),
        unreadable_before=found.old.inputs.unreadable,
        not_evaluated=_not_evaluated(base, head, before, options, found, read_once),
        notes=(*faults, *found.new.notes),
        devices=len(found.new.fabric.devices),
        profile=f"{found.report.profile.id} ({found.report.profile.name}), {found.report.profile.how}",
        fail_on=Severity(fail_on or after.settings.fail_on or "error"),
        version=version(),
        rules=found.measure.rules,
        cost=(change_cost(found.old.fabric, found.new.fabric, options.pattern),) if options.pattern else (),
    )


def _measure_before(
    base: State, depth: int, options: Options, *, must_hold: bool
) -> tuple[Measure | None, tuple[Problem, ...]]:
    """Return what the old state was evaluated by; None, with the reason, where that is no longer valid."""
    try:
        return measure_of(base, depth, options), ()
    except RoceLintError as error:
        if must_hold:
            raise
        return None, tuple(
            replace(problem, message=f"{problem.message} (in {base.label}; it is left aside)")
            for problem in error.problems
        )


def _measure_after(head: State, depth: int, options: Options, in_force: Measure, by_base: bool) -> Measure | None:
    """Return what the new state would be evaluated by, also where the old measure is in force."""
    if not by_base:
        return in_force
    try:
        return measure_of(head, depth, options, in_force)
    except RoceLintError:
        return None


def _compare(
    base: State,
    head: State,
    measure: Measure,
    options: Options,
    read_all: ReadAll,
    *,
    by_base: bool,
    of_base: Measure | None = None,
) -> _Compared:
    """Return both states by one measure; `of_base` is that of the base, which says what its RoCE domain was."""
    old = read_side(base, measure.settings, options, must_have_intent=False, read_all=read_all)
    new = read_side(head, measure.settings, options, must_have_intent=True, read_all=read_all, like=old)
    meaning = compare_fabrics(old.fabric, new.fabric)
    if by_base:
        new = replace(new, fabric=replace(new.fabric, design=kept_design(old.fabric.design, new.fabric.design)))
    report = new.report(measure, tokens_of=old if by_base else None)
    before = report if new.fabric is old.fabric and not by_base else old.report(measure)
    findings = compare_findings(before.findings, report.findings, meaning.changes, meaning.renamed)
    own_files = {path for path, _ in measure.texts}
    fixed = tuple(finding for finding in findings.fixed if finding.place.path not in own_files)
    findings = replace(findings, fixed=fixed)
    own = old
    if of_base is not None and of_base.settings.domain != measure.settings.domain:
        own = read_side(base, of_base.settings, options, must_have_intent=False, read_all=read_all)
    left = left_domain(own.fabric, new.fabric, meaning.renamed)
    return _Compared(measure, old, new, meaning, report, findings, left)


def _acceptance(base: State, before: Measure | None, options: Options, found: _Compared) -> Acceptance:
    """Return what accepts that protection goes: names of the command line, and what the base holds."""
    suppressions, rules = (before.suppressions, before.known_rules) if before is not None else (None, ())
    names = before.settings.allow_removals if before is not None else ()
    acceptance = Acceptance((*options.allow_removals, *names), suppressions, rules)
    path = options.intent or (before.settings.intent if before is not None else "")
    if not path or not any(is_removal(change) for change in (*found.meaning.changes, *found.left)):
        return acceptance
    text = text_of(base, path, on_disk=path == options.intent)
    if text is None:
        return acceptance

    def intended() -> Fabric:
        # An intent is rendered for this, with libraries that a comparison without one does without.
        from roce_lint.gate.intended import intended

        return intended(text, path).fabric

    return replace(acceptance, intent=intent_of_base(intended, found.new.fabric))


def _hidden_by_exclude(found: _Compared) -> tuple[Finding, ...]:
    """Return the findings that ports would have which left the RoCE domain by patterns of the settings."""
    spots = [spot for change in found.left for spot in change.spots]
    if not spots or found.new.fabric.domain.is_silent:
        return ()
    side = replace(found.new, fabric=in_domain_all_the_same(found.new.fabric))
    shown = set(_spots(found.report.findings))
    ports = {(spot.device, spot.object) for spot in spots}
    hidden = []
    for finding in side.report(found.measure).findings:
        places = tuple(
            place
            for place, spot in zip(finding.places, _spots([finding]), strict=True)
            if spot not in shown and any(_is_at(place, *port) for port in ports)
        )
        hidden += [replace(finding, places=places)] if places else []
    return tuple(hidden)


def _is_at(place: FindingPlace, device: str, port: str) -> bool:
    return place.device == device and (place.object == port or place.object.startswith((f"{port}/", f"{port} ")))


def _weakening(
    base: State,
    head: State,
    before: Measure | None,
    after: Measure | None,
    options: Options,
    found: _Compared,
    read_all: ReadAll,
) -> Weakening:
    """Return how the change alters its own measure, and what that hides."""
    if before is None or after is None:
        return Weakening((), ())
    files = differing(before, after)
    if not files:
        return Weakening((), ())
    switched_off = switched_off_by(before, after)
    by_old_measure = _compare(base, head, before, options, read_all, by_base=True).findings.new
    shown = set(_spots((*found.findings.new, *found.findings.reworded)))
    hidden = [
        replace(finding, places=places)
        for finding in by_old_measure
        if (
            places := tuple(
                place for place, spot in zip(finding.places, _spots([finding]), strict=True) if spot not in shown
            )
        )
    ]
    return Weakening(files, tuple(hidden), switched_off)


def _not_evaluated(
    base: State, head: State, before: Measure | None, options: Options, found: _Compared, read_all: ReadAll
) -> tuple[Problem, ...]:
    """Return the files that the old state was evaluated with, by its own settings, and the new one is not.

    A file that is gone from the new state is none of them, unless it has only moved.
    """
    old = found.old
    if before is not None and before.settings != found.measure.settings:
        old = read_side(base, before.settings, options, must_have_intent=False, read_all=read_all)
    return lost_files(old, found.new, head)


def _spots(findings: Iterable[Finding]) -> list[tuple[str, str, str]]:
    return [(finding.rule, place.device, place.object) for finding in findings for place in finding.places]


_FAMILY = "dlk"
_STEPS_SHOWN = 8


def cycle_changes(new: Sequence[Finding], fixed: Sequence[Finding]) -> tuple[Change, ...]:
    """Return one change for each cycle among the findings that are new or fixed; the finding itself says the rest."""
    return gathered(
        (*_result(new, "became possible", Direction.WORSE), *_result(fixed, "is no longer possible", Direction.BETTER))
    )


def _result(findings: Sequence[Finding], verb: str, direction: Direction) -> Iterator[Placed]:
    for finding in findings:
        if finding.family != _FAMILY or not finding.steps:
            continue
        hops = [" ".join(part for part in (step.device, step.object) if part) for step in finding.steps]
        more = f" and {len(hops) - _STEPS_SHOWN} more" if len(hops) > _STEPS_SHOWN else ""
        text = f"a pause cycle {verb}: {' -> '.join(hops[:_STEPS_SHOWN])}{more} ({finding.rule})"
        place = Source(finding.place.path, finding.place.line, finding.place.end_line)
        words = ("impossible", "possible") if direction is Direction.WORSE else ("possible", "impossible")
        yield Placed("", "", FactChange("pause_cycle", text, *words, place, place, direction))

"""Findings in, remedies out: each worked out, proven in memory, and said to be safe or not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from roce_lint.errors import Problem
from roce_lint.fix.case import Case, Draft, Maker, Workshop
from roce_lint.fix.edit import Edit, EditRefused, edited
from roce_lint.fix.prove import Bench, Proof
from roce_lint.judge.finding import Finding, FindingPlace
from roce_lint.os.registry import remedies_of
from roce_lint.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Remedy:
    """What would fix one finding in one file.

    `commands` and `rollback` are lines in the device's own language. `unsafe` says why it is not applied; empty where
    it may be.
    """

    rule: str
    code: str
    path: str
    places: tuple[FindingPlace, ...]
    message: str
    title: str
    origin: str
    edits: tuple[Edit, ...]
    commands: tuple[str, ...]
    rollback: tuple[str, ...]
    unsafe: str


@dataclass(frozen=True, slots=True)
class Plan:
    """All remedies, in order of path and line, and the new bytes of each file that the safe ones change.

    `without`: findings for which no remedy could be worked out.
    """

    remedies: tuple[Remedy, ...]
    contents: Mapping[str, bytes]
    without: tuple[Finding, ...]
    unreadable: tuple[Problem, ...]

    @property
    def safe(self) -> tuple[Remedy, ...]:
        """Return the remedies that may be applied."""
        return tuple(remedy for remedy in self.remedies if not remedy.unsafe)


def plan_remedies(bench: Bench, only: Collection[str] = ()) -> Plan:
    """Return the remedies for the findings of a bench; `only`: ids of the rules to fix, all where it is empty.

    A remedy is safe when nobody has to choose a value or to fear for traffic, and when the files with it show: the
    finding is gone and no other has come. Safe remedies are proven on top of each other, as they will be applied.
    """
    shop = Workshop(bench.fabric, bench.texts)
    accepted: list[Edit] = []
    remedies: list[Remedy] = []
    without: list[Finding] = []
    for finding in bench.report.open_findings:
        if only and finding.rule not in only:
            continue
        found = [
            remedy
            for path, places in _by_path(finding)
            if (remedy := _remedy(finding, path, places, shop, bench, accepted)) is not None
        ]
        remedies += found
        without += [] if found else [finding]
    contents = _contents(bench, accepted)
    ordered = sorted(remedies, key=lambda one: (one.path, one.edits[0].line, one.rule))
    return Plan(tuple(ordered), contents, tuple(without), bench.report.inputs.unreadable)


def _by_path(finding: Finding) -> Iterator[tuple[str, tuple[FindingPlace, ...]]]:
    groups: dict[str, list[FindingPlace]] = defaultdict(list)
    for place in finding.places:
        groups[place.path].append(place)
    for path, places in sorted(groups.items()):
        yield path, tuple(places)


def _remedy(
    finding: Finding, path: str, places: tuple[FindingPlace, ...], shop: Workshop, bench: Bench, accepted: list[Edit]
) -> Remedy | None:
    """Return the first remedy that is safe and proven, else the first that could be worked out."""
    first: Remedy | None = None
    for draft in _drafts(finding, places, shop):
        unsafe = draft.unsafe
        if not unsafe:
            proof = _prove(bench, finding, places, accepted, draft.edits)
            if proof.holds:
                fresh = [edit for edit in draft.edits if edit not in accepted]
                accepted += fresh
            unsafe = proof.fault
        forth, back = remedies_of(shop.devices[places[0].device].os).typed(draft.edits, shop.tree(path))
        remedy = Remedy(
            finding.rule,
            finding.code,
            path,
            places,
            finding.message,
            draft.title,
            draft.origin,
            draft.edits,
            forth,
            back,
            unsafe,
        )
        if not unsafe:
            return remedy
        first = first or remedy
    return first


def _drafts(finding: Finding, places: tuple[FindingPlace, ...], shop: Workshop) -> Iterator[Draft]:
    """Yield each way to fix all places of a finding in one file."""
    if any(place.device not in shop.devices or place.path not in shop.texts for place in places):
        return
    for make in remedies_of(shop.devices[places[0].device].os).by_rule.get(finding.rule, ()):
        drafts = [_draft(make, finding, place, shop) for place in places]
        if all(draft is not None for draft in drafts):
            made = [draft for draft in drafts if draft is not None]
            edits = _merged([edit for draft in made for edit in draft.edits])
            unsafe = next((draft.unsafe for draft in made if draft.unsafe), "")
            yield replace(made[0], edits=edits, unsafe=unsafe)


def _draft(make: Maker, finding: Finding, place: FindingPlace, shop: Workshop) -> Draft | None:
    if not place.line:
        return None
    return make(Case(finding, place, shop))


def _merged(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Return the edits with what several places add behind one line brought together."""
    by_line: dict[tuple[str, int], Edit] = {}
    for edit in dict.fromkeys(edits):
        key = edit.path, edit.line
        other = by_line.get(key)
        if other is None:
            by_line[key] = edit
        elif other.new == edit.new or edit.new == edit.old:
            lines = (*other.added, *edit.added)
            by_line[key] = replace(other, added=lines if edit.as_block else tuple(dict.fromkeys(lines)))
        else:
            return tuple(sorted(set(edits)))
    return tuple(sorted(by_line.values()))


def _prove(
    bench: Bench, finding: Finding, places: tuple[FindingPlace, ...], accepted: Sequence[Edit], edits: Sequence[Edit]
) -> Proof:
    """Prove edits on top of those that were accepted."""
    try:
        contents = _contents(bench, [*accepted, *edits])
    except EditRefused as refused:
        return Proof(str(refused))
    return bench.prove(finding, places, contents)


def _contents(bench: Bench, edits: Sequence[Edit]) -> dict[str, bytes]:
    by_path: dict[str, list[Edit]] = defaultdict(list)
    for edit in dict.fromkeys(edits):
        by_path[edit.path].append(edit)
    return {path: edited(bench.octets[path], group) for path, group in sorted(by_path.items())}

"""Findings in, remedies out: each worked out, proven in memory, and said to be safe or not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from roce_lint.errors import Problem
from roce_lint.fix.case import Workshop
from roce_lint.fix.drafts import by_path, drafts_of
from roce_lint.fix.edit import Edit, EditRefused, edited
from roce_lint.fix.prove import Bench, Proof
from roce_lint.judge.finding import Finding, FindingPlace
from roce_lint.os.registry import remedies_of
from roce_lint.values import dataclass


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
            for path, places in by_path(finding)
            if (remedy := _remedy(finding, path, places, shop, bench, accepted)) is not None
        ]
        remedies += found
        without += [] if found else [finding]
    contents = _contents(bench, accepted)
    ordered = sorted(remedies, key=lambda one: (one.path, one.edits[0].line, one.rule))
    return Plan(tuple(ordered), contents, tuple(without), bench.report.inputs.unreadable)


def _remedy(
    finding: Finding, path: str, places: tuple[FindingPlace, ...], shop: Workshop, bench: Bench, accepted: list[Edit]
) -> Remedy | None:
    """Return the first remedy that is safe and proven, else the first that could be worked out."""
    first: Remedy | None = None
    for draft in drafts_of(finding, places, shop):
        tree = shop.tree(path)
        forth, back = remedies_of(shop.devices[places[0].device].os).typed(draft.edits, tree)
        unsafe = draft.unsafe or tree.disagreement()
        if not unsafe:
            proof = _prove(bench, finding, places, accepted, draft.edits)
            if proof.holds:
                fresh = [edit for edit in draft.edits if edit not in accepted]
                accepted += fresh
            unsafe = proof.fault
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

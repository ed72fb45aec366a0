"""What would fix a finding, worked out from the fabric and not proven yet; `fix` proves it before it edits a file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from roce_lint.fabric.fabric import Fabric
from roce_lint.fix.case import Case, Draft, Maker, Workshop
from roce_lint.fix.edit import Edit
from roce_lint.judge.finding import Finding, FindingPlace, Report
from roce_lint.judge.rule import Verdict
from roce_lint.os.registry import remedies_of
from roce_lint.values import replace


def with_computed_fixes(report: Report, fabric: Fabric, texts: Mapping[str, str]) -> Report:
    """Return the report with what `fix` would type in place of the general words of rules, wherever that is known.

    `texts` are those of the files by path.
    """
    shop = Workshop(fabric, texts)
    return replace(report, findings=tuple(_with_fix(finding, shop) for finding in report.findings))


def _with_fix(finding: Finding, shop: Workshop) -> Finding:
    if finding.suppression is not None or finding.verdict is not Verdict.VIOLATED:
        return finding
    _, places = next(by_path(finding))
    draft = best_draft(finding, places, shop)
    if draft is None:
        return finding
    commands, _ = remedies_of(shop.devices[places[0].device].os).typed(draft.edits, shop.tree(places[0].path))
    note = f"(first decide: {draft.unsafe})" if draft.unsafe else f"({draft.origin})" if draft.origin else ""
    return replace(finding, fix="\n".join([*commands, *([note] if note else [])]), fixable=not draft.unsafe)


def best_draft(finding: Finding, places: tuple[FindingPlace, ...], shop: Workshop) -> Draft | None:
    """Return the first way to fix a finding at its places in one file that leaves nothing to decide, else the first."""
    return min(drafts_of(finding, places, shop), key=lambda draft: bool(draft.unsafe), default=None)


def by_path(finding: Finding) -> Iterator[tuple[str, tuple[FindingPlace, ...]]]:
    """Yield the places of a finding file by file."""
    groups: dict[str, list[FindingPlace]] = defaultdict(list)
    for place in finding.places:
        groups[place.path].append(place)
    for path, places in sorted(groups.items()):
        yield path, tuple(places)


def drafts_of(finding: Finding, places: tuple[FindingPlace, ...], shop: Workshop) -> Iterator[Draft]:
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

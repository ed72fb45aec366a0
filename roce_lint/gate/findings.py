"""Findings of two states: which are new, which are gone, which only read otherwise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from roce_lint.gate.meaning.change import Change
from roce_lint.judge.finding import Finding, FindingPlace
from roce_lint.values import dataclass, replace

_PART = re.compile(r"/[^/]*$")


@dataclass(frozen=True, slots=True)
class ComparedFindings:
    """Findings with those of their places that concern each group.

    `excused`: new ones that are suppressed in the new state, and others whose suppression is new.
    `reworded`: the same rule at the same object in other words, where nothing about the object changed (a finding
    that counts its neighbours, for example). `kept` counts places that have the finding in both states.
    """

    new: tuple[Finding, ...]
    fixed: tuple[Finding, ...]
    reworded: tuple[Finding, ...]
    silenced: tuple[Finding, ...]
    kept: int


def compare_findings(
    old: Sequence[Finding], new: Sequence[Finding], changes: Sequence[Change], renamed: Mapping[str, str]
) -> ComparedFindings:
    """Return the findings that are new or fixed, suppressed ones apart.

    A finding is the same by its fingerprint, which has no line and no file. `changes` are what changed in meaning,
    `renamed` the new names of devices by old name. One that is suppressed now is not fixed.
    """
    found = _compare(
        [one for one in old if not one.suppression], [one for one in new if not one.suppression], changes, renamed
    )
    silenced = _compare(
        [one for one in old if one.suppression], [one for one in new if one.suppression], changes, renamed
    )
    all_fixed = _compare(old, new, changes, renamed).fixed
    return replace(found, fixed=tuple(one for one in all_fixed if not one.suppression), silenced=silenced.new)


def _compare(
    old: Sequence[Finding], new: Sequence[Finding], changes: Sequence[Change], renamed: Mapping[str, str]
) -> ComparedFindings:
    """Return the findings of `new` that are not among the `old` ones, place by place, and the other way round."""
    name = _Renaming(renamed)
    before = Counter(key for finding in old for key in _keys(finding, name))
    after = Counter(key for finding in new for key in _keys(finding, _Renaming({})))
    arrived = _left(new, before, _Renaming({}))
    gone = _left(old, after, name)
    touched = {(spot.device, spot.object) for change in changes for spot in change.spots}
    gone_at = Counter((finding.rule, name.of(place)) for finding in gone for place in finding.places)
    real: list[Finding] = []
    reworded: list[Finding] = []
    for finding in arrived:
        there_before = [place for place in finding.places if gone_at[finding.rule, (place.device, place.object)]]
        same = [place for place in there_before if not _is_touched(place, touched)]
        rest = tuple(place for place in finding.places if place not in same)
        real += [replace(finding, places=rest)] if rest else []
        reworded += [replace(finding, places=tuple(same))] if same else []
    still = {(finding.rule, (place.device, place.object)) for finding in reworded for place in finding.places}
    fixed = [
        replace(finding, places=places)
        for finding in gone
        if (places := tuple(place for place in finding.places if (finding.rule, name.of(place)) not in still))
    ]
    kept = sum((before & after).values())
    return ComparedFindings(tuple(real), tuple(fixed), tuple(reworded), (), kept)


class _Renaming:
    """Old names of devices as their new ones."""

    def __init__(self, renamed: Mapping[str, str]) -> None:
        self._renamed = renamed
        names = "|".join(re.escape(name) for name in sorted(renamed, key=len, reverse=True))
        self._pattern = re.compile(rf"(?<![\w.-])(?:{names})(?![\w-])") if names else None

    def text(self, text: str) -> str:
        """Return a text with the new names."""
        return self._pattern.sub(lambda found: self._renamed[found[0]], text) if self._pattern else text

    def of(self, place: FindingPlace) -> tuple[str, str]:
        """Return the device and the object of a place by their new names."""
        return self._renamed.get(place.device, place.device), self.text(place.object)


def _keys(finding: Finding, name: _Renaming) -> list[str]:
    """Return the fingerprint of a finding at each of its places."""
    if name.text(finding.message) == finding.message and all(
        name.of(place) == (place.device, place.object) for place in finding.places
    ):
        return [finding.fingerprint_at(place) for place in finding.places]
    as_new = replace(finding, message=name.text(finding.message))
    return [
        as_new.fingerprint_at(replace(place, device=device, object=spot))
        for place in finding.places
        for device, spot in (name.of(place),)
    ]


def _left(findings: Sequence[Finding], others: Counter[str], name: _Renaming) -> list[Finding]:
    """Return the findings with those places that the others have not, each of theirs counted once."""
    remaining = Counter(others)
    left: list[Finding] = []
    for finding in findings:
        places = []
        for place, key in zip(finding.places, _keys(finding, name), strict=True):
            if remaining[key]:
                remaining[key] -= 1
            else:
                places.append(place)
        if places:
            left.append(replace(finding, places=tuple(places)))
    return left


def _is_touched(place: FindingPlace, touched: set[tuple[str, str]]) -> bool:
    """Say whether anything changed in meaning at the object of a finding, its port, its device or the design."""
    here, _, there = place.object.partition(" - ")
    device, _, port = there.partition(" ")
    whole = {("", ""), (place.device, ""), (place.device, here), (place.device, _PART.sub("", here))}
    return bool(touched & (whole | ({(device, port), (device, "")} if there else set())))

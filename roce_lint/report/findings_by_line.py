"""Findings line by line, as tools that mark lines of files want them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from roce_lint.judge.finding import Finding, FindingPlace
from roce_lint.values import dataclass

NAMES_SHOWN = 3
"""How many things a title names before it counts the rest."""


@dataclass(frozen=True, slots=True)
class FindingAtLine:
    """One finding at one line of one file, with everything that this line settles.

    `fingerprint` stays while lines move and is the only one of its kind in the report.
    """

    finding: Finding
    places: tuple[FindingPlace, ...]
    fingerprint: str

    @property
    def place(self) -> FindingPlace:
        """Return the first of the places."""
        return self.places[0]

    @property
    def names(self) -> str:
        """Return what is concerned at this line: `leaf1 Ethernet1, Ethernet2, Ethernet3 and 5 more`."""
        return joined_names(self.places)


def spots(findings: Iterable[Finding]) -> Iterator[FindingAtLine]:
    """Yield each finding once for each line that it stands at, in the order of the findings and their places."""
    seen: Counter[str] = Counter()
    for finding in findings:
        for _, group in groupby(finding.places, key=lambda place: (place.path, place.line)):
            places = tuple(group)
            fingerprint = finding.fingerprint_at(places[0])
            seen[fingerprint] += 1
            if seen[fingerprint] > 1:
                # Seldom, and nothing else of a report as text needs it.
                import hashlib

                again = f"{fingerprint}\0{seen[fingerprint]}"
                fingerprint = hashlib.sha256(again.encode("ascii")).hexdigest()[:32]
            yield FindingAtLine(finding, places, fingerprint)


def joined_names(places: Iterable[FindingPlace], most: int = NAMES_SHOWN) -> str:
    """Return the devices and objects of some places in one phrase; a device is named once for objects in a row."""
    named = [(place.device, place.object) for place in places]
    words: list[str] = []
    before = ""
    for device, name in named[:most]:
        words.append(name if device == before and name else " ".join(part for part in (device, name) if part))
        before = device
    rest = len(named) - most
    return ", ".join(word for word in words if word) + (f" and {rest} more" if rest > 0 else "")

"""First-match policies as maps: each marking gets the class of the first entry that matches it."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.qos_tables import PolicyEntry, QosMap
from roce_lint.text.source import Source


def map_of_policy(
    name: str, source: Source, entries: Sequence[PolicyEntry], size: int, unlisted: Fact[str]
) -> QosMap[int, str]:
    """Return the map of DSCPs (`size` 64) or PCPs (8) that a policy comes to; `unlisted` is for what no entry matches.

    What an entry matches that is not understood may match any marking: the class of those behind it is unknown.
    """
    classes: dict[int, Fact[str]] = {}
    doubt: Unknown | None = None
    for entry in entries:
        if isinstance(entry.markings, Unknown):
            doubt = doubt or entry.markings
            continue
        numbers = range(size) if entry.markings is None else sorted(entry.markings)
        for number in numbers:
            if number not in classes:
                found = entry.traffic_class
                classes[number] = doubt or (found if isinstance(found, Unknown) else Stated(found.value, entry.source))
    return QosMap(name, source, classes, doubt or unlisted)

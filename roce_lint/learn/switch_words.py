"""Several switches in few words: as patterns of an intent, and for people."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase

_RUN = re.compile(r"\d+")
_NAMED = 3


def patterns_for(names: Sequence[str], every: Sequence[str]) -> list[str]:
    """Return patterns, such as `leaf-*`, that match these of all names and no others; the names where none does."""
    if len(names) > 1:
        wanted = set(names)
        for pattern in dict.fromkeys(_RUN.sub("*", name).replace("**", "*") for name in names):
            if {name for name in every if fnmatchcase(name, pattern)} == wanted:
                return [pattern]
    return list(names)


def switches_text(names: Sequence[str], every: Sequence[str]) -> str:
    """Return `leaf-1`, `leaf-*`, `all 6 switches`, or the first few and how many more."""
    if len(names) > 1 and len(names) == len(every):
        return f"all {len(every)} switches"
    patterns = patterns_for(names, every)
    if len(patterns) <= _NAMED:
        return ", ".join(patterns)
    return f"{', '.join(patterns[: _NAMED - 1])} and {len(patterns) - _NAMED + 1} more"


def some_of(names: Sequence[str]) -> str:
    """Return the first four names, and how many more there are."""
    shown = ", ".join(names[:4])
    return shown if len(names) <= 4 else f"{shown} and {len(names) - 4} more"

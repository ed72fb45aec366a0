"""Lines by which a person tells one network operating system's configuration from another's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from roce_lint.os.contract import FoundMarks, SystemMarks
from roce_lint.os.other_systems import OTHERS
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.read.mark_index import Group, MarkIndex
from roce_lint.values import dataclass

CERTAIN = 4
"""Weight of one line that no other system has; merely usual lines weigh 1."""
_SIGNS = "signs"
HEADER_SIGNS = ("!RANCID-CONTENT-TYPE:", "!BATFISH_FORMAT:")
QUOTING_SIGNS = ("```", "~~~", ".. code", "# ", "## ", "### ", "#### ", "##### ", "###### ")
"""How lines begin that are worth a closer look at the whole text; to find them with the marks costs nothing more."""


def find_marks(text: str) -> FoundMarks:
    """Return what marks and signs are in a text. Linear in its length."""
    index = _index(switch_names())
    found = index.marks.found(text)
    weights = {
        name: CERTAIN * len(found.get(_strong(name), ())) + len(found.get(_weak(name), ())) for name in index.names
    }
    return FoundMarks(weights, frozenset(index.signs[number] for number in found.get(_SIGNS, ())))


@dataclass(frozen=True, slots=True)
class _Index:
    names: tuple[str, ...]
    signs: tuple[str, ...]
    marks: MarkIndex


@cache
def _index(switches: tuple[str, ...]) -> _Index:
    """Return the index of the marks of these systems and of all others; made once a process."""
    own_signs = (sign for name in switches for sign in switch_os(name).detection.signs)
    signs = tuple(dict.fromkeys((*HEADER_SIGNS, *QUOTING_SIGNS, *own_signs)))
    marks = all_marks(switches)
    groups = [Group(_SIGNS, tuple(map(re.escape, signs)))]
    for name, one in marks.items():
        groups += [Group(_strong(name), one.strong), Group(_weak(name), one.weak)]
    return _Index(tuple(marks), signs, MarkIndex(groups))


def all_marks(switches: tuple[str, ...]) -> Mapping[str, SystemMarks]:
    """Return the marks of these systems, and of systems without a reader, by name."""
    return {name: switch_os(name).detection.marks() for name in switches} | dict(OTHERS)


def _strong(name: str) -> str:
    return f"{name} strong"


def _weak(name: str) -> str:
    return f"{name} weak"

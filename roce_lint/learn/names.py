"""Names that follow a pattern: `p1-leaf-07` and its like."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

_SEPARATORS = "_.:/-"
_WORDS = re.compile(rf"[^{_SEPARATORS}]*[{_SEPARATORS}]+|[^{_SEPARATORS}]+")
"""The words of a name, each with what stands behind it."""
_RUN = re.compile(r"(\d+)")


def pattern_of(names: Sequence[str], numbers: Sequence[dict[str, int]], *, may_begin_later: bool = True) -> str:
    """Return the pattern that makes each name of its numbers (`{"n": 7, "pod": 1}`); empty where there is none.

    A run of digits is one of the numbers, with leading zeros or without, or the same in all names; of one name alone
    the last run counts. Of several names it can also begin later than the number (`{n+100}`), or at 0 (`{n-1}`).
    """
    parts = [_RUN.split(name) for name in names]
    if not parts or len({len(one) for one in parts}) != 1 or any("{" in name for name in names):
        return ""
    found = []
    last = len(parts[0]) - 2
    for position, column in enumerate(zip(*parts, strict=True)):
        same = len(set(column)) == 1
        counts = position == last if len(names) == 1 else position % 2 == 1 and not same
        field = _field(column, numbers, may_begin_later and len(names) > 1) if counts else ""
        if not field and not same:
            return ""
        found.append(field or column[0])
    return "".join(found)


def _field(column: Sequence[str], numbers: Sequence[dict[str, int]], may_begin_later: bool) -> str:
    """Return the field that makes a run of digits; empty where none does."""
    for begins_later in (False, True) if may_begin_later else (False,):
        for name in numbers[0]:
            later = int(column[0]) - numbers[0][name] if begins_later else 0
            if not -1 <= later < 100_000:
                continue
            plus = f"{later:+d}" if later else ""
            for width in range(1, 10):
                form = f"0{width}d" if width > 1 else "d"
                made = [format(one[name] + later, form) for one in numbers]
                if made == list(column):
                    return f"{{{name}{plus}:{form}}}" if width > 1 else f"{{{name}{plus}}}"
    return ""


def shared_name(names: Sequence[str]) -> str:
    """Return the name of what several names speak of: the words that all begin with, else the first that is one."""
    given = [name for name in names if name]
    if len(set(given)) < 2:
        return next(iter(given), "")
    columns = zip(*map(_WORDS.findall, given), strict=False)
    same = "".join(column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns))
    return same.rstrip(_SEPARATORS) or given[0]


def number_in(name: str) -> int:
    """Return the VLAN id that a name ends with; 0 where it ends with none."""
    found = re.search(r"(\d{1,4})$", name)
    return int(found[1]) if found and 0 < int(found[1]) < 4095 else 0

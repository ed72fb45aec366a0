"""Fields that a row has and its table does not."""

from __future__ import annotations

import difflib
from collections.abc import Collection

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.text.json_rows import Field, Row

_SLIP = 0.75
"""How alike two names are of which one is a slip of the other."""


def report_field(row: Row, name: str, stated: Field, fields: Collection[str], diagnostics: Diagnostics) -> None:
    """Report a field that is none of `fields`: where it is a slip of one that the row lacks, nothing reads it."""
    near = next(iter(difflib.get_close_matches(name, fields, 1)), "")
    because = f"a row of {row.table} has no {name!r}" + (f"; did you mean {near}?" if near else "")
    if near and near not in row.fields and difflib.SequenceMatcher(None, near, name).ratio() > _SLIP:
        diagnostics.refused(f"{row.table}|{row.key} {name}", because, stated.source)
    else:
        diagnostics.not_understood(f'"{name}": "{stated.value}"', because, stated.source)

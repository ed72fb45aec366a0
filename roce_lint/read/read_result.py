"""How a document is to be read, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roce_lint.errors import Problem
from roce_lint.values import dataclass

if TYPE_CHECKING:
    from roce_lint.model.reading import Reading, Remark
    from roce_lint.read.files import Skipped


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How a document is to be read: as the format `os` (empty: by detection), as the cabling list, as a named file."""

    os: str = ""
    is_cabling: bool = False
    is_named: bool = False


@dataclass(frozen=True, slots=True)
class ReadResult:
    """What became of one document: its reading, or none where it was left out or could not be read.

    `died`: whoever read it died of it, which is an internal error. `changed`: the file holds something else than
    when it was first seen; what is reported is of what it holds now.
    """

    reading: Reading | None = None
    remarks: tuple[Remark, ...] = ()
    skipped: Skipped | None = None
    failures: tuple[Problem, ...] = ()
    died: bool = False
    changed: bool = False

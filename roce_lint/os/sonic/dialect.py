"""What only SONiC needs to know of a platform."""

from __future__ import annotations

from roce_lint.platforms.dialect import Dialect
from roce_lint.platforms.sheet import Section


def sonic_dialect(section: Section) -> Dialect:
    """Return what the section `dialect` of a platform's file says."""
    return Dialect()

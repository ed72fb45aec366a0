"""Which release a switch runs, as its database and its tools state it."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.os.sonic.database import Database, stated
from roce_lint.text.patterns import lazy_pattern

_BRANCH = lazy_pattern(r"(20\d{4})(?!\d)")
_SCHEMA = lazy_pattern(r"version_(20\d{4})_\d\d")


def branch_of(release: Fact[str]) -> int | None:
    """Return the branch of a release, such as 202505; None where it is not known, or is a build of another branch."""
    found = None if isinstance(release, Unknown) else _BRANCH.match(release.value)
    return int(found[1]) if found else None


def release_of_schema(database: Database) -> Stated[str] | None:
    """Return the release whose schema the database has (sonic-utilities scripts/db_migrator.py).

    Only newer schemas are called after releases.
    """
    version = stated(database.row("VERSIONS", "DATABASE"), "VERSION")
    found = _SCHEMA.fullmatch(version.value) if version else None
    return Stated(found[1], version.source) if found and version else None

"""Which fields name rows of other tables, and what becomes of a row whose name leads nowhere.

orchagent resolves the names of a row before it applies any of it: a row with one name that is not there waits, with all
its other fields, until the name appears (sonic-swss orchagent/qosorch.cpp and bufferorch.cpp).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from roce_lint.model.device import UndefinedReference
from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Default, Source
from roce_lint.model.terms import QosPart
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.sonic.database import Database
from roce_lint.text.json_rows import Field, Row
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, replace

T = TypeVar("T")
REFERENCES: Mapping[str, Mapping[str, str]] = {
    "PORT_QOS_MAP": {
        "dscp_to_tc_map": "DSCP_TO_TC_MAP",
        "dot1p_to_tc_map": "DOT1P_TO_TC_MAP",
        "mpls_tc_to_tc_map": "MPLS_TC_TO_TC_MAP",
        "tc_to_queue_map": "TC_TO_QUEUE_MAP",
        "tc_to_pg_map": "TC_TO_PRIORITY_GROUP_MAP",
        "tc_to_dscp_map": "TC_TO_DSCP_MAP",
        "tc_to_dot1p_map": "TC_TO_DOT1P_MAP",
        "pfc_to_queue_map": "MAP_PFC_PRIORITY_TO_QUEUE",
        "pfc_to_pg_map": "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
        "dscp_to_fc_map": "DSCP_TO_FC_MAP",
        "exp_to_fc_map": "EXP_TO_FC_MAP",
        "scheduler": "SCHEDULER",
    },
    "QUEUE": {"scheduler": "SCHEDULER", "wred_profile": "WRED_PROFILE"},
    "BUFFER_PG": {"profile": "BUFFER_PROFILE"},
    "BUFFER_QUEUE": {"profile": "BUFFER_PROFILE"},
    "BUFFER_PROFILE": {"pool": "BUFFER_POOL"},
}
_BRINGS = {
    "PORT_QOS_MAP": frozenset({QosPart.CLASSIFICATION, QosPart.PAUSE, QosPart.WATCHDOG}),
    "QUEUE": frozenset({QosPart.ECN, QosPart.SCHEDULING}),
    "BUFFER_PG": frozenset({QosPart.PAUSE, QosPart.BUFFER}),
    "BUFFER_QUEUE": frozenset({QosPart.BUFFER}),
}
"""What the rows of ports bring to them."""
_BRACKETED = lazy_pattern(r"\[(?:(\w+)\|)?([^\]|]*)\]")
_VERSION = lazy_pattern(r"version_(\d+)_(\d+)_(\d+)")
_PLAIN_NAMES_SINCE = (3, 0, 3)
"""Version of the database from which on references are plain names (sonic-utilities scripts/db_migrator.py)."""
_COMPUTED = lazy_pattern(r"pg_lossless_\d+_\d+m_profile|NULL")
"""Profiles that the buffer manager makes itself."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A row as it is applied: its fields, or none of them where it waits; `waits` says for what."""

    row: Row
    fields: Mapping[str, Field]
    waits: str = ""
    waits_at: Source | None = None

    def absent(self, default: VendorDefault[T], place: Source | None = None) -> Default[T]:
        """Return a default that holds because a field is absent, or because the row waits."""
        if self.waits and self.waits_at is not None:
            return Default(default.value, self.waits_at, self.waits)
        return default.at(place or self.row.source)


class References:
    """Resolves the names in the rows of a database, and reports those that lead nowhere."""

    def __init__(self, database: Database, diagnostics: Diagnostics) -> None:
        self._database = database
        self._diagnostics = diagnostics
        self._takes_brackets = _is_older(database)
        self._all_are_bracketed = _all_are_bracketed(database)
        self._bound: dict[int, Binding] = {}

    def bind(self, row: Row) -> Binding:
        """Return a row as it is applied."""
        found = self._bound.get(id(row))
        if found is None:
            found = self._bound[id(row)] = self._resolved(row)
        return found

    def target(self, row: Row, name: str) -> Row | None:
        """Return the row that a field names; None where it names none, or the row waits."""
        stated = self.bind(row).fields.get(name)
        return self._database.row(REFERENCES[row.table][name], self.plain(stated.value)) if stated else None

    @staticmethod
    def plain(value: str) -> str:
        """Return the name in `[TABLE|name]`, or the name itself."""
        bracketed = _BRACKETED.fullmatch(value)
        return bracketed[2] if bracketed else value

    def _resolved(self, row: Row) -> Binding:
        for name, table in REFERENCES.get(row.table, {}).items():
            stated = row.fields.get(name)
            if stated is None or not stated.value:
                continue
            wrong = self._wrong(row, stated, name, table)
            if wrong:
                waits = f"{row.table}|{row.key} waits with all its fields: {wrong}"
                return Binding(row, {}, waits, stated.source)
        return Binding(row, row.fields)

    def _wrong(self, row: Row, stated: Field, name: str, table: str) -> str:
        """Return why a reference is not resolved, an empty text where it is."""
        is_bracketed = stated.value[0] == "[" or stated.value[-1] == "]"
        if is_bracketed and not self._takes_brackets and self._all_are_bracketed:
            # An upgrade of an older database translates it; which one it is, nothing says.
            because = (
                "whether a reference in brackets is applied depends on the database's version, which is not stated"
            )
            self._diagnostics.not_understood(f'"{name}": "{stated.value}"', because, stated.source)
        elif is_bracketed and not self._takes_brackets:
            because = (
                "is in brackets: since database version 3.0.3 orchagent takes bare names and retries brackets for "
                f"ever, so that nothing of the row is applied; write {self.plain(stated.value)}"
            )
            self._report(row, UndefinedReference(table, stated.value, stated.source, because=because))
            return f"{name} is in brackets"
        bracketed = _BRACKETED.fullmatch(stated.value)
        if self._takes_brackets and bracketed and bracketed[1] not in (None, table):
            because = f"is a name of {bracketed[1]}, and {name} takes one of {table}: nothing of the row is applied"
            self._report(row, UndefinedReference(table, stated.value, stated.source, because=because))
            return f"{name} names a row of {bracketed[1]}"
        plain = self.plain(stated.value)
        if self._database.row(table, plain) is not None or (table == "BUFFER_PROFILE" and _COMPUTED.fullmatch(plain)):
            return ""
        if self._database.is_part and not self._database.tables.get(table):
            return f"{table} is in another file"
        self._report(row, UndefinedReference(table, plain, stated.source))
        return f"there is no {table}|{plain}"

    def _report(self, row: Row, reference: UndefinedReference) -> None:
        """Report a reference that leads nowhere, with what its whole row would bring to which ports."""
        ports = frozenset(row.keys[0].split(",")) if row.table in _BRINGS else frozenset[str]()
        self._diagnostics.not_found(replace(reference, brings=_BRINGS.get(row.table, frozenset()), ports=ports))


def _all_are_bracketed(database: Database) -> bool:
    """Say whether a database without a version has several references, all of them in brackets."""
    if database.row("VERSIONS", "DATABASE") is not None:
        return False
    stated = [
        row.get(name)
        for table, names in REFERENCES.items()
        for row in database.rows(table)
        for name in names
        if row.get(name) not in ("", "NULL")
    ]
    return len(stated) > 1 and all(one[0] == "[" for one in stated)


def _is_older(database: Database) -> bool:
    """Say whether the file was written by a release that has references in brackets, which an upgrade translates."""
    row = database.row("VERSIONS", "DATABASE")
    found = _VERSION.fullmatch(row.get("VERSION")) if row else None
    return found is not None and (int(found[1]), int(found[2]), int(found[3])) < _PLAIN_NAMES_SINCE

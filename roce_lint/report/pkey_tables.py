"""Effective P_Key tables for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from roce_lint.infiniband.effective_tables import EffectiveTables
from roce_lint.report.printable import printable_line
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class NamedTables:
    """The tables of one subnet manager; `place` is the file by which people know it."""

    place: str
    tables: EffectiveTables


def tables_json(setups: Sequence[NamedTables]) -> str:
    """Return one object for one subnet manager, and a list under `subnets` for several."""
    if len(setups) == 1:
        shown: object = _as_object(setups[0].tables)
    else:
        shown = {"subnets": [{"path": one.place, **_as_object(one.tables)} for one in setups]}
    return json.dumps(shown, indent=2, ensure_ascii=False) + "\n"


def _as_object(tables: EffectiveTables) -> dict[str, object]:
    ports = [
        {
            "guid": f"0x{table.port.guid:016x}",
            "node": table.port.node,
            "pkeys": [f"0x{key:04x}" for key in table.keys],
        }
        for table in tables.tables
    ]
    return {"verdict": tables.verdict.value, "ports": ports}


def tables_text(setups: Sequence[NamedTables]) -> str:
    """Return the tables in columns: GUID, node, keys in index order."""
    return "\n".join(_as_text(one) for one in setups)


def _as_text(setup: NamedTables) -> str:
    lines = [f"{setup.place}: {setup.tables.verdict.value}"]
    width = max((len(table.port.node) for table in setup.tables.tables), default=0)
    for table in setup.tables.tables:
        keys = " ".join(f"0x{key:04x}" for key in table.keys)
        lines.append(f"  0x{table.port.guid:016x}  {table.port.node:<{width}}  {keys}".rstrip())
        if table.dropped:
            lost = " ".join(f"0x{key:04x}" for key in table.dropped)
            lines.append(f"    no room for {len(table.dropped)}: {lost}")
    return "".join(f"{printable_line(line)}\n" for line in lines)

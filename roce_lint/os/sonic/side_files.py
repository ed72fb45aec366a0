"""Files of a hardware SKU that stand beside a database: its ports, and tables that daemons look sizes up in.

`port_config.ini`, `hwsku.json` and `platform.json` say which ports there are (sonic-config-engine portconfig.py),
`pg_profile_lookup.ini` the headroom by speed and cable (sonic-swss cfgmgr/buffermgr.cpp), and
`llr_profile_lookup.ini` the replay buffer (SONiC doc/llr, in review). Their rows become tables of the database, under
names that no database has.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from roce_lint.os.sonic.database import Database
from roce_lint.text.document import Document
from roce_lint.text.json_rows import Field, Row
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.source import Source

PORTS, HEADROOM, REPLAY = "port_config.ini", "pg_profile_lookup.ini", "llr_profile_lookup.ini"
INTERFACES = "interfaces"
"""The member of `hwsku.json` and of `platform.json` that has the ports."""
_HEADERS = (
    (PORTS, lazy_pattern(r"^[ \t]*#[ \t]*name[ \t]+lanes[ \t]+(?:[a-zA-Z]+[ \t]*)+$", 8)),
    (HEADROOM, lazy_pattern(r"^[ \t]*#[ \t]*speed[ \t]+cable[ \t]+size[ \t]+xon[ \t]+xoff\b.*$", 8)),
    (REPLAY, lazy_pattern(r"^[ \t]*speed[ \t]+cable[ \t]+\w*outstanding_\w+[ \t].*$", 8)),
)
_HEAD_CHARACTERS = 5_000
_OF_SKU = lazy_pattern(
    r'"interfaces"\s*:\s*\{\s*"Ethernet\d+"\s*:\s*\{[^{}]*"(?:default_brkout_mode|breakout_modes|lanes)"'
)
_MODE = lazy_pattern(r"(\d+)x(\d+)G(?:\[[^\]]*\])?(?:\((\d+)\))?")
_ETHERNET = lazy_pattern(r"Ethernet(\d+)")
_ALIASES = {"outstanding_frames": "max_outstanding_frames", "outstanding_bytes": "max_outstanding_bytes"} | {
    "replay_timer": "max_replay_timer",
    "replay_count": "max_replay_count",
    "ctlos_spacing": "ctlos_spacing_bytes",
}
"""Short names of columns, and the fields of LLR_PROFILE that they give (SONiC doc/llr, its sample)."""


def kind_of(text: str) -> str:
    """Return which file of a SKU a text is, empty for none."""
    if text.lstrip()[:1] in ("{", "["):
        return INTERFACES if '"interfaces"' in text and _OF_SKU.search(text) else ""
    head = text[:_HEAD_CHARACTERS]
    return next((name for name, header in _HEADERS if header.search(head)), "")


def read_side_file(document: Document, kind: str, database: Database) -> Database:
    """Return the rows of a file of a SKU; those of JSON are in `database`, among others that say nothing here."""
    if kind == INTERFACES:
        return Database(document.path, {INTERFACES: database.tables.get(INTERFACES, {})})
    rows = {row.key: row for row in reversed([*_rows(document, kind)])}
    return Database(document.path, {kind: dict(reversed(rows.items()))})


def _rows(document: Document, kind: str) -> Iterator[Row]:
    """Yield the rows in order; of two with one key the first counts."""
    header = dict(_HEADERS)[kind]
    names: list[str] = []
    for number, line in enumerate(document.text.splitlines(), 1):
        if header.fullmatch(line):
            names = line.replace("#", " ").split()
            continue
        cells = line.split("#", 1)[0].split()
        if not names or len(cells) < (1 if kind == PORTS else 3):
            continue
        at = Source(document.path, number, number)
        fields = {_ALIASES.get(name, name): Field(cell, at) for name, cell in zip(names, cells, strict=False)}
        key = cells[0] if kind == PORTS else f"{cells[0]}|{cells[1]}"
        yield Row(kind, key, at, {name: one for name, one in fields.items() if one.value != "-"})


def add_ports_of_sku(database: Database) -> None:
    """Add the ports of the SKU to a database that states none; files of a SKU alone make no switch."""
    if database.tables.get("PORT") or not set(database.tables) - {PORTS, HEADROOM, REPLAY, INTERFACES}:
        return
    rows = database.tables.get(PORTS) or {row.key: row for row in _broken_out(database)}
    if rows:
        database.has_ports_of_sku = True
        database.tables["PORT"] = {name: Row("PORT", name, row.source, dict(row.fields)) for name, row in rows.items()}


def _broken_out(database: Database) -> Iterator[Row]:
    """Yield the ports that `hwsku.json` makes of the interfaces; `platform.json` has their lanes."""
    rows = [row for row in database.rows(INTERFACES) if _ETHERNET.fullmatch(row.key)]
    numbers = sorted(int(row.key.removeprefix("Ethernet")) for row in rows)
    steps = [after - one for one, after in itertools.pairwise(numbers)]
    usual = min(steps, default=0)
    for row in rows:
        mode = _MODE.match(row.get("default_brkout_mode"))
        if mode is None:
            continue
        lanes = [one for one in row.get("lanes").split(",") if one]
        count, first = int(mode[1]), int(row.key.removeprefix("Ethernet"))
        width = int(mode[3] or 0) or len(lanes) or usual
        if not count or (count > 1 and width % count):
            continue
        each, source = width // count, row.fields["default_brkout_mode"].source
        for number in range(count):
            fields = {"speed": Field(str(int(mode[2]) * 1000), source)}
            if lanes:
                own = ",".join(lanes[number * each : (number + 1) * each])
                fields["lanes"] = Field(own, row.fields["lanes"].source)
            yield Row("PORT", f"Ethernet{first + number * each}", source, fields)

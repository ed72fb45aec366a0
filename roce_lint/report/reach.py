"""How far a pause from each host port reaches, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from roce_lint.model.fact import Unknown
from roce_lint.model.logic import is_true
from roce_lint.paths.pause.reach import PauseExtent
from roce_lint.paths.pause_reach import FabricReach, HostReach, names_of
from roce_lint.report.printable import printable_line
from roce_lint.text.json_value import Json

REACH_SCHEMA_VERSION = 1


def reach_text(found: FabricReach) -> str:
    """Return one line for the host ports of a switch that are alike."""
    return "".join(f"{printable_line(line)}\n" for line in _lines(found))


def _lines(found: FabricReach) -> Iterator[str]:
    nothing = nothing_reached(found)
    if nothing:
        yield nothing
        return
    for row in found.rows:
        yield from reach_lines(found, row)


def nothing_reached(found: FabricReach) -> str:
    """Return why there is nothing to list; empty where there is."""
    if found.doubt is not None:
        return f"undetermined how far a pause reaches: {found.doubt.because}"
    return "" if found.rows else "no host port obeys PFC, so that no pause reaches anything"


def reach_lines(found: FabricReach, row: HostReach) -> Iterator[str]:
    """Yield how far a pause from some host ports reaches, without and with watchdogs."""
    yield f"{host_ports_named(row)}, priority {row.priority}: {_words(found, row.unguarded)}"
    if isinstance(row.watched, Unknown):
        yield f"  watchdog: undetermined ({row.watched.because})"
    elif is_true(row.watched):
        yield "  watchdog: acts on the host port, and nothing climbs once it has"
    elif row.guarded != row.unguarded:
        yield f"  with watchdogs: {_words(found, row.guarded)}"


def host_ports_named(row: HostReach) -> str:
    """Return the first of some host ports, and how many more there are."""
    first, host = row.ports[0]
    named = f"{row.device} {first}" + (f" ({host})" if host else "")
    return named + (f" and {len(row.ports) - 1} more" if len(row.ports) > 1 else "")


def _words(found: FabricReach, reach: PauseExtent) -> str:
    share = f"{found.stalled_percent(reach):.0f} %"
    return (
        f"climbs {reach.depth} hops, fills {len(reach.channels)} buffers between switches, "
        f"stops {reach.stalled_count} of {max(found.hosts - 1, 0)} other host ports ({share})"
    )


def reach_json(found: FabricReach) -> str:
    """Return every row with the names of the buffers and the host ports by switch."""
    rows: list[Json] = [_row(found, row) for row in found.rows]
    document: dict[str, Json] = {
        "schema": REACH_SCHEMA_VERSION,
        "hosts": found.hosts,
        "undetermined": found.doubt.because if found.doubt is not None else "",
        "reach": rows,
    }
    return json.dumps(document, indent=2) + "\n"


def _row(found: FabricReach, row: HostReach) -> dict[str, Json]:
    return {
        "device": row.device,
        "priority": row.priority,
        "ports": [{"port": port, "host": host} for port, host in row.ports],
        "watchdog_on_port": None if isinstance(row.watched, Unknown) else row.watched.value,
        "unguarded": _reach(found, row.unguarded),
        "with_watchdogs": _reach(found, row.guarded),
    }


def _reach(found: FabricReach, reach: PauseExtent) -> dict[str, Json]:
    return {
        "depth": reach.depth,
        "channels": [*names_of(found.names, reach.channels)],
        "stalled": reach.stalled_count,
        "stalled_percent": round(found.stalled_percent(reach), 1),
        "stalled_by_device": {found.names[node]: count for node, count in sorted(reach.stalled.items())},
    }

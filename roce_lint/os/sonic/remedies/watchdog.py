"""The PFC watchdog of SONiC: a row of PFC_WD for the port, and the priorities in `pfcwd_sw_enable`."""

from __future__ import annotations

from roce_lint.fix.case import Case, Draft
from roce_lint.fix.edit import Edit
from roce_lint.fix.json_rows import at_port, only, other_databases, row, row_keys, with_field, with_fields
from roce_lint.fix.json_text import JsonText
from roce_lint.model.port import Port


@at_port
def watch(case: Case, port: Port, database: JsonText) -> Draft | None:
    """Watch a port as all others of the switch: the same row of PFC_WD, and the priorities that PFC pauses."""
    if database.get("PFC_WD") is None:
        return _as_other_devices(case, database)
    edits: list[Edit | None] = []
    others = (key for key in row_keys(database, "PFC_WD") if key not in ("GLOBAL", port.name))
    theirs = only(row(database, "PFC_WD", key) for key in others)
    if not row(database, "PFC_WD", port.name):
        edits.append(database.added(("PFC_WD", port.name), theirs) if theirs else None)
    else:
        edits += with_fields(database, ("PFC_WD", port.name), theirs)
    bound = row(database, "PORT_QOS_MAP", port.name)
    if bound.get("pfc_enable") and bound.get("pfcwd_sw_enable") != bound["pfc_enable"]:
        edits.append(with_field(database, ("PORT_QOS_MAP", port.name, "pfcwd_sw_enable"), bound["pfc_enable"]))
    made = tuple(edit for edit in edits if edit is not None)
    complete = made and len(made) == len(edits)
    return Draft(made, "let the PFC watchdog watch the port", "as on other ports of the switch") if complete else None


def _as_other_devices(case: Case, database: JsonText) -> Draft | None:
    """Add the table with the rows of every other SONiC switch, for all ports that PFC pauses."""
    others = [other for other in other_databases(case) if row_keys(other, "PFC_WD")]
    polling = only(row(other, "PFC_WD", "GLOBAL") for other in others)
    theirs = only(row(other, "PFC_WD", key) for other in others for key in row_keys(other, "PFC_WD") if key != "GLOBAL")
    paused = [key for key in row_keys(database, "PORT_QOS_MAP") if row(database, "PORT_QOS_MAP", key).get("pfc_enable")]
    if not theirs or not paused:
        return None
    table = ({"GLOBAL": polling} if polling else {}) | dict.fromkeys(paused, theirs)
    edit = database.added(("PFC_WD",), table)
    return Draft((edit,), "let the PFC watchdog watch the ports", "as on all other SONiC switches") if edit else None

"""The PFC watchdog of SONiC: a row of PFC_WD for the port, and the priorities in `pfcwd_sw_enable`."""

from __future__ import annotations

from roce_lint.fix.case import Case, Draft
from roce_lint.os.sonic.remedies.rows import only, row, row_keys, with_field


def watch(case: Case) -> Draft | None:
    """Watch a port as all others of the switch: the same row of PFC_WD, and the priorities that PFC pauses."""
    port, database = case.port, case.shop.json(case.place.path)
    if port is None or database is None:
        return None
    edits = []
    if not row(database, "PFC_WD", port.name):
        theirs = only(row(database, "PFC_WD", key) for key in row_keys(database, "PFC_WD") if key != "GLOBAL")
        edits.append(database.added(("PFC_WD", port.name), theirs) if theirs else None)
    bound = row(database, "PORT_QOS_MAP", port.name)
    if bound.get("pfc_enable") and bound.get("pfcwd_sw_enable") != bound["pfc_enable"]:
        edits.append(with_field(database, ("PORT_QOS_MAP", port.name, "pfcwd_sw_enable"), bound["pfc_enable"]))
    made = tuple(edit for edit in edits if edit is not None)
    complete = made and len(made) == len(edits)
    return Draft(made, "let the PFC watchdog watch the port", "as on other ports of the switch") if complete else None

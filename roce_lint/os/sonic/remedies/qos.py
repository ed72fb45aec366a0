"""PFC, classification, marking and MTU of SONiC ports: rows that ports of the same switch have."""

from __future__ import annotations

from roce_lint.fix.case import Case, Draft, lossless_class
from roce_lint.fix.json_rows import at_port, only, other_databases, peers, row, row_keys, with_field, with_fields
from roce_lint.fix.json_text import JsonText
from roce_lint.model.port import Port

_AS_PEERS = "as on ports of the same speed"


@at_port
def enable_pfc(case: Case, port: Port, database: JsonText) -> Draft | None:
    """List the priority in `pfc_enable`; a port without a row of PORT_QOS_MAP gets that of ports of its speed."""
    if case.number not in case.shop.lossless:
        return None
    title = f"enable PFC, so that priority {case.number} pauses as the rest of the fabric does"
    own = row(database, "PORT_QOS_MAP", port.name)
    if not own:
        return _row_of_peers(case, port, database, title)
    listed = {int(word) for word in own.get("pfc_enable", "").split(",") if word.isdecimal()}
    wanted = ",".join(map(str, sorted(listed | {case.number})))
    edit = with_field(database, ("PORT_QOS_MAP", port.name, "pfc_enable"), wanted)
    return Draft((edit,), title) if edit else None


@at_port
def bind_as_peers(case: Case, port: Port, database: JsonText) -> Draft | None:
    """Give a port without a row of PORT_QOS_MAP that of ports of its speed."""
    return _row_of_peers(case, port, database, "bind the QoS of the other ports")


def _row_of_peers(case: Case, port: Port, database: JsonText, title: str) -> Draft | None:
    theirs = only(row(database, "PORT_QOS_MAP", other.name) for other in peers(case, port))
    edit = database.added(("PORT_QOS_MAP", port.name), theirs) if theirs else None
    return Draft((edit,), title, _AS_PEERS) if edit else None


@at_port
def dscp_to_lossless_class(case: Case, port: Port, database: JsonText) -> Draft | None:
    """Map a RoCE code point to the only traffic class that pauses."""
    name = lossless_class(port, case.shop.lossless)
    used = row(database, "PORT_QOS_MAP", port.name) or row(database, "PORT_QOS_MAP", "global")
    if not name.isdecimal() or "dscp_to_tc_map" not in used:
        return None
    edit = with_field(database, ("DSCP_TO_TC_MAP", used["dscp_to_tc_map"], str(case.number)), name)
    return Draft((edit,), f"map DSCP {case.number} to traffic class {name}, which is lossless") if edit else None


@at_port
def bind_wred_profile(case: Case, port: Port, database: JsonText) -> Draft | None:
    """Give a queue the WRED profile that it has on every other port of its speed."""
    number, key = case.number, _queue_key(database, port.name, case.number)
    rows = (row(database, "QUEUE", _queue_key(database, other.name, number)) for other in peers(case, port))
    theirs = only({"wred_profile": one["wred_profile"]} for one in rows if "wred_profile" in one)
    edit = with_field(database, ("QUEUE", key, "wred_profile"), theirs["wred_profile"]) if theirs and key else None
    return Draft((edit,), f"mark ECN on queue {number} as ports of the same speed do", _AS_PEERS) if edit else None


def _queue_key(database: JsonText, port: str, number: int) -> str:
    """Return the key of the row of QUEUE that holds for a queue: its own, or a range; empty where there is none."""
    for key in row_keys(database, "QUEUE"):
        name, _, span = key.rpartition("|")
        first, _, last = span.partition("-")
        if name == port and first.isdecimal() and int(first) <= number <= int(last if last.isdecimal() else first):
            return key
    return ""


def profile_of_other_devices(case: Case) -> Draft | None:
    """Give a WRED profile the fields that it has on every other SONiC switch."""
    database = case.shop.json(case.place.path)
    path = database.member_on(case.place.line)[:2] if database else ()
    if database is None or len(path) != 2 or path[0] != "WRED_PROFILE":
        return None
    theirs = only(row(other, *path) for other in other_databases(case))
    edits = with_fields(database, path, theirs)
    title = f"mark by WRED profile {path[1]} as other switches do"
    return Draft(edits, title, "as on all other SONiC switches") if edits else None


@at_port
def mtu_as_peers(case: Case, port: Port, database: JsonText) -> Draft | None:
    """Show the MTU that every other port with a cable has; it is never applied."""
    cabled = (one.name for one in case.device.ports if database.get("DEVICE_NEIGHBOR", one.name))
    sizes = {row(database, "PORT", name).get("mtu", "") for name in cabled if name != port.name}
    wanted = sizes.pop() if len(sizes) == 1 else ""
    if not wanted or wanted == row(database, "PORT", port.name).get("mtu"):
        return None
    edit = with_field(database, ("PORT", port.name, "mtu"), wanted)
    unsafe = "changing the MTU can reset the port, and both ends have to take it"
    return Draft((edit,), f"mtu {wanted}, as other ports of the switch have", unsafe=unsafe) if edit else None

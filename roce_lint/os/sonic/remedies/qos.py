"""PFC, classification, marking and MTU of SONiC ports: rows that ports of the same switch have."""

from __future__ import annotations

from roce_lint.fix.case import Case, Draft, lossless_class
from roce_lint.os.sonic.remedies.rows import only, other_databases, peers, queue_key, row, with_field, with_fields


def enable_pfc(case: Case) -> Draft | None:
    """List the priority in `pfc_enable`; a port without a row of PORT_QOS_MAP gets that of ports of its speed."""
    port, number, database = case.port, case.number, case.shop.json(case.place.path)
    if port is None or database is None or number not in case.shop.lossless:
        return None
    title = f"enable PFC, so that priority {number} pauses as the rest of the fabric does"
    own = row(database, "PORT_QOS_MAP", port.name)
    if not own:
        theirs = only(row(database, "PORT_QOS_MAP", other.name) for other in peers(case, port))
        edit = database.added(("PORT_QOS_MAP", port.name), theirs) if theirs else None
        return Draft((edit,), title, "as on ports of the same speed") if edit else None
    listed = {int(word) for word in own.get("pfc_enable", "").split(",") if word.isdecimal()}
    wanted = ",".join(map(str, sorted(listed | {number})))
    edit = with_field(database, ("PORT_QOS_MAP", port.name, "pfc_enable"), wanted)
    return Draft((edit,), title) if edit else None


def bind_as_peers(case: Case) -> Draft | None:
    """Give a port without a row of PORT_QOS_MAP that of ports of its speed."""
    port, database = case.port, case.shop.json(case.place.path)
    if port is None or database is None:
        return None
    theirs = only(row(database, "PORT_QOS_MAP", other.name) for other in peers(case, port))
    edit = database.added(("PORT_QOS_MAP", port.name), theirs) if theirs else None
    return Draft((edit,), "bind the QoS of the other ports", "as on ports of the same speed") if edit else None


def dscp_to_lossless_class(case: Case) -> Draft | None:
    """Map a RoCE code point to the only traffic class that pauses."""
    port, dscp, database = case.port, case.number, case.shop.json(case.place.path)
    if port is None or database is None:
        return None
    name = lossless_class(port, case.shop.lossless)
    used = row(database, "PORT_QOS_MAP", port.name) or row(database, "PORT_QOS_MAP", "global")
    if not name.isdecimal() or "dscp_to_tc_map" not in used:
        return None
    edit = with_field(database, ("DSCP_TO_TC_MAP", used["dscp_to_tc_map"], str(dscp)), name)
    return Draft((edit,), f"map DSCP {dscp} to traffic class {name}, which is lossless") if edit else None


def bind_wred_profile(case: Case) -> Draft | None:
    """Give a queue the WRED profile that it has on every other port of its speed."""
    port, number, database = case.port, case.number, case.shop.json(case.place.path)
    if port is None or database is None or number < 0:
        return None
    rows = (row(database, "QUEUE", queue_key(database, other.name, number)) for other in peers(case, port))
    theirs = only({"wred_profile": one["wred_profile"]} for one in rows if "wred_profile" in one)
    key = queue_key(database, port.name, number)
    if not theirs or not key:
        return None
    edit = with_field(database, ("QUEUE", key, "wred_profile"), theirs["wred_profile"])
    title = f"mark ECN on queue {number} as ports of the same speed do"
    return Draft((edit,), title, "as on ports of the same speed") if edit else None


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


def mtu_as_peers(case: Case) -> Draft | None:
    """Show the MTU that every other port with a cable has; it is never applied."""
    port, database = case.port, case.shop.json(case.place.path)
    if port is None or database is None:
        return None
    sizes = {
        row(database, "PORT", other.name).get("mtu", "")
        for other in case.device.ports
        if other.name != port.name and database.get("DEVICE_NEIGHBOR", other.name)
    }
    wanted = sizes.pop() if len(sizes) == 1 else ""
    if not wanted or wanted == row(database, "PORT", port.name).get("mtu"):
        return None
    edit = with_field(database, ("PORT", port.name, "mtu"), wanted)
    unsafe = "changing the MTU can reset the port, and both ends have to take it"
    return Draft((edit,), f"mtu {wanted}, as other ports of the switch have", unsafe=unsafe) if edit else None

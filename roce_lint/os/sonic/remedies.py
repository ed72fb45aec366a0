"""Remedies for SONiC: edits of rows of config_db.json, given to a device as a JSON patch."""

from __future__ import annotations

import re
from collections.abc import Iterable

from roce_lint.fix.case import Case, Draft, lossless_class
from roce_lint.fix.edit import Edit, put_back
from roce_lint.fix.json_patch import patches
from roce_lint.fix.json_rows import at_port, only, other_databases, peers, row, row_keys, with_field, with_fields
from roce_lint.fix.json_text import JsonPath, JsonText
from roce_lint.fix.tree import ConfigTree
from roce_lint.model.port import Port
from roce_lint.os.contract import Remedies
from roce_lint.os.sonic.tables import nearest_table

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
    """Map a RoCE code point to the only traffic class that pauses, or its own class to the group that does."""
    used = row(database, "PORT_QOS_MAP", port.name) or row(database, "PORT_QOS_MAP", "global")
    path = database.member_on(case.place.line)[:2]
    if path == ("TC_TO_PRIORITY_GROUP_MAP", used.get("tc_to_pg_map")):
        own = row(database, "DSCP_TO_TC_MAP", used.get("dscp_to_tc_map", "")).get(str(case.number), "")
        edit = with_field(database, (*path, own), own) if own.isdecimal() else None
        return Draft((edit,), f"map traffic class {own} to the priority group of its priority") if edit else None
    name = lossless_class(port, case.shop.lossless)
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


_BRACKETS = re.compile(r"\[([A-Z_0-9]+)\|([^]|]+)]")
_RANGE = re.compile(r"([0-7])-([0-7])")
_LISTS = ("pfc_enable", "pfcwd_sw_enable")


def name_without_brackets(case: Case) -> Draft | None:
    """Write the bare names of rows that exist in place of references in brackets, in the whole row."""
    database = case.shop.json(case.place.path)
    path = database.member_on(case.place.line)[:2] if database else ()
    if database is None or len(path) != 2:
        return None
    edits = [_bare(database, (*path, name), text) for name, text in row(database, *path).items() if "[" in text]
    made = tuple(edit for edit in edits if edit is not None)
    title = "name the rows without brackets, which orchagent never resolves"
    return Draft(made, title) if made and len(made) == len(edits) else None


def _bare(database: JsonText, path: JsonPath, text: str) -> Edit | None:
    names: list[str] = []
    for part in text.split(","):
        found = _BRACKETS.fullmatch(part.strip())
        if found is None or found[2] not in row_keys(database, found[1]):
            return None
        names.append(found[2])
    return database.replaced(path, ",".join(names))


def name_of_peers(case: Case) -> Draft | None:
    """Name the row that every other port names, in place of one that does not exist."""
    database = case.shop.json(case.place.path)
    path = database.member_on(case.place.line) if database else ()
    port = case.port or next((one for one in case.device.ports if len(path) == 3 and one.name == path[1]), None)
    if database is None or port is None or len(path) != 3:
        return None
    table, key, name = path
    rest = key.removeprefix(port.name)
    rows = (row(database, table, other.name + rest) for other in peers(case, port))
    theirs = only({name: one[name]} for one in rows if name in one)
    is_other = bool(theirs) and theirs[name] != row(database, *path[:2]).get(name) and "[" not in theirs[name]
    edit = database.replaced(path, theirs[name]) if is_other else None
    return Draft((edit,), f"{name} {theirs[name]}", "as on ports of the same speed") if edit else None


def table_of_nearest_name(case: Case) -> Draft | None:
    """Call a table that SONiC passes over as the one that is meant, unless that is there too."""
    database = case.shop.json(case.place.path)
    name = next(iter(database.member_on(case.place.line)), "") if database else ""
    wanted = nearest_table(name)
    if database is None or not wanted or wanted == name:
        return None
    edit = database.renamed((name,), wanted)
    return Draft((edit,), f"call the table {wanted}, as SONiC does") if edit else None


def priorities_one_by_one(case: Case) -> Draft | None:
    """Write a range of priorities as a list; one that no design of the fabric has is only shown."""
    database = case.shop.json(case.place.path)
    path = database.member_on(case.place.line) if database else ()
    if database is None or len(path) != 3 or path[-1] not in _LISTS:
        return None
    numbers: set[int] = set()
    for part in row(database, *path[:2])[path[-1]].replace(" ", "").split(","):
        found = _RANGE.fullmatch(part)
        if found is None and part not in tuple("01234567"):
            return None
        numbers |= set(range(int(found[1]), int(found[2]) + 1)) if found else {int(part)}
    edit = database.replaced(path, ",".join(map(str, sorted(numbers))))
    unsafe = "" if numbers <= case.shop.lossless else "not every one of them is lossless in this fabric"
    return Draft((edit,), f"list the priorities of {path[-1]} one by one", unsafe=unsafe) if edit else None


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


def typed(edits: Iterable[Edit], tree: ConfigTree) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return both patches line by line; for frr.conf, the lines that are written and put back."""
    ordered = tuple(sorted(edits))
    try:
        return patches(tree.lines, ordered)
    except ValueError:
        return put_back(ordered, tree)


def remedies() -> Remedies:
    """Return the fixes of faults, by rule."""
    return Remedies(
        by_rule={
            "pfc-missing-on-roce-port": (enable_pfc,),
            "pfc-link-ends-differ": (name_without_brackets, enable_pfc),
            "mtu-too-small-for-roce": (mtu_as_peers,),
            "mtu-differs-across-link": (mtu_as_peers,),
            "watchdog-missing-on-host-port": (watch,),
            "watchdog-missing-on-fabric-port": (watch,),
            "roce-port-without-qos": (bind_as_peers, name_without_brackets, name_of_peers),
            "undefined-reference": (name_without_brackets, name_of_peers),
            "setting-refused-by-device": (
                priorities_one_by_one,
                name_without_brackets,
                table_of_nearest_name,
                profile_of_other_devices,
            ),
            "ecn-curve-invalid": (profile_of_other_devices,),
            "wred-drops-roce": (profile_of_other_devices,),
            "roce-in-lossy-class": (dscp_to_lossless_class,),
            "ecn-missing-on-roce-queue": (bind_wred_profile,),
        },
        typed=typed,
    )

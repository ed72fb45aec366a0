"""References and lists of priorities that SONiC does not take as they are written."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft
from roce_lint.fix.edit import Edit
from roce_lint.fix.json_rows import only, peers, row, row_keys
from roce_lint.fix.json_text import JsonPath, JsonText
from roce_lint.os.sonic.tables import nearest_table

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

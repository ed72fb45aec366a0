"""PFC on SR Linux ports: `pfc-enable` of the port's entry, which is false unless stated."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft
from roce_lint.fix.edit import Edit
from roce_lint.model.logic import is_true
from roce_lint.os.srlinux.remedies.values import is_flat, value_on_line, with_value

_PFC = re.compile(r"set / qos interfaces interface \S+ pfc pfc-mapping-profile \S+")


def enable(case: Case) -> Draft | None:
    """Enable PFC on a port whose mapping profile pauses for the priority already."""
    port, number = case.port, case.number
    if port is None or number not in case.shop.lossless or not is_true(port.qos.priorities[number].generates_pause):
        return None
    title = f"enable PFC, so that priority {number} pauses as the rest of the fabric does"
    if value_on_line(case, "pfc-enable") == "false":
        edit = with_value(case, "pfc-enable", "true")
        return Draft((edit,), title) if edit else None
    edit = _added(case)
    return Draft((edit,), title) if edit else None


def _added(case: Case) -> Edit | None:
    """Return the edit that states `pfc-enable` behind the mapping profile of the port, in the form of the file."""
    entry = case.place.object.split("/priority")[0]
    lines = case.tree.lines
    if is_flat(case) or any(line.startswith("set / ") for line in lines[:50]):
        found = [
            number for number, raw in enumerate(lines, 1) if _PFC.fullmatch(raw.strip()) and raw.split()[5] == entry
        ]
        return case.replace(found[0], lines[found[0] - 1].strip() + " pfc-enable true") if len(found) == 1 else None
    inside = range(case.place.line, case.place.end_line + 1)
    found = [number for number in inside if value_on_line(case, "pfc-mapping-profile", number)]
    if len(found) != 1:
        return None
    raw = lines[found[0] - 1]
    lead = raw[: len(raw) - len(raw.lstrip())]
    if not raw.lstrip().startswith('"'):
        return case.insert(found[0], f"{lead}pfc-enable true")
    if raw.rstrip().endswith(","):
        return case.insert(found[0], f'{lead}"pfc-enable": true,')
    return Edit(case.place.path, found[0], raw, raw.rstrip() + ",", (f'{lead}"pfc-enable": true',))

"""The PFC watchdog of NX-OS: a switch of the device and one of each port."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft
from roce_lint.fix.edit import Edit

_ON = "priority-flow-control watch-dog-interval on"
_SWITCH = re.compile(r"(?:no )?priority-flow-control watch-dog-interval(?: .*)?")


def watch(case: Case) -> Draft | None:
    """Turn the watchdog on wherever it is off: in the device and on the port."""
    port = case.port
    if port is None or case.device.source.file != case.place.path:
        return None
    edits = [edit for edit in (_globally(case), _on_port(case, port.source.line)) if edit is not None]
    return Draft(tuple(edits), "let the PFC watchdog watch the port") if edits else None


def _globally(case: Case) -> Edit | None:
    stated = case.tree.top(_SWITCH.pattern)
    if stated:
        return None if case.tree.text(stated[-1]) == _ON else case.replace(stated[-1], _ON)
    before = [number for number in case.tree.top(r"interface ") if number > 1]
    behind = before[0] - 1 if before else 1
    return case.insert(behind, _ON)


def _on_port(case: Case, head: int) -> Edit | None:
    if not case.tree.text(head).startswith("interface "):
        return None
    stated = [child for child in case.tree.children(head) if _SWITCH.fullmatch(case.tree.text(child))]
    if not stated:
        return case.insert_below(head, _ON)
    return None if case.tree.text(stated[-1]) == _ON else case.replace(stated[-1], _ON)

"""PFC on EOS ports: the switch of the port, and the no-drop priorities."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft
from roce_lint.model.device import Port
from roce_lint.model.logic import is_true, map_fact
from roce_lint.model.terms import PfcMode
from roce_lint.values import replace

_HEAD = re.compile(r"(interface|qos profile) ")
_PRIORITY = re.compile(r"(?:no )?priority-flow-control priority (\d)(?: (?:no-)?drop)?")


def pause_for_priority(case: Case) -> Draft | None:
    """Make a port pause for a priority that the fabric means to be lossless, and that it does not pause for yet."""
    port, number = case.port, case.number
    if port is None or number not in case.shop.lossless:
        return None
    no_drop = f"priority-flow-control priority {number} no-drop"
    is_no_drop = is_true(port.qos.priorities[number].generates_pause)
    title = f"pause for priority {number}, as the rest of the fabric does"
    if _HEAD.match(case.line):
        wanted = [*([] if _is_on(port) else ["priority-flow-control on"]), *([] if is_no_drop else [no_drop])]
        return Draft((case.insert_below(case.place.line, *wanted),), title) if wanted else None
    if case.line == "no priority-flow-control":
        edit = case.replace(case.place.line, "priority-flow-control on")
        behind = () if is_no_drop else (case.tree.indent(case.place.line) + no_drop,)
        return Draft((replace(edit, added=behind),), title)
    stated = _PRIORITY.fullmatch(case.line)
    if stated and int(stated[1]) == number:
        return Draft((case.replace(case.place.line, no_drop),), title)
    return None


def _is_on(port: Port) -> bool:
    return is_true(map_fact(lambda mode: mode is PfcMode.ON, port.qos.pfc_mode))

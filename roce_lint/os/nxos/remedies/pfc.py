"""PFC on NX-OS ports: the mode of the port. Which priorities pause is one policy of the whole switch."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft
from roce_lint.model.logic import is_true

_MODE = re.compile(r"(?:no )?priority-flow-control mode(?: \S+)?")
_ON = "priority-flow-control mode on"


def mode_on(case: Case) -> Draft | None:
    """Force PFC on for a port whose network-qos policy pauses for the priority already."""
    port = case.port
    wanted = case.shop.lossless if case.number < 0 else case.shop.lossless & {case.number}
    if port is None or not wanted or not all(is_true(port.qos.priorities[one].generates_pause) for one in wanted):
        return None
    priorities = ", ".join(map(str, sorted(wanted)))
    title = f"turn PFC on, so that priority {priorities} pauses as the rest of the fabric does"
    if case.line.startswith("interface "):
        return Draft((case.insert_below(case.place.line, _ON),), title)
    if _MODE.fullmatch(case.line):
        return Draft((case.replace(case.place.line, _ON),), title)
    return None

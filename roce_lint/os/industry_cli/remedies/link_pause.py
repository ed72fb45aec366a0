"""IEEE 802.3x pause, as the industry-standard CLI states it."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft


def link_pause_off(case: Case) -> Draft | None:
    """Turn IEEE 802.3x pause off beside PFC; shown only, since changing it can reset the link."""
    stated = re.fullmatch(r"flowcontrol (receive|send) \S+", case.line)
    if not stated:
        return None
    edit = case.replace(case.place.line, f"flowcontrol {stated[1]} off")
    return Draft((edit,), "turn link pause off where PFC is on", unsafe="changing flow control can reset the link")

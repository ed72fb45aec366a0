"""Access lists, as far as a QoS class map needs them: those that select packets by DSCP alone."""

from __future__ import annotations

import re

from roce_lint.os.eos.names import dscp_set
from roce_lint.text.lines import Line

_BY_DSCP = re.compile(r"(?:\d+ )?permit (?:ip|ipv6) any any(?: dscp (\S+))?")
_WITHOUT_EFFECT = re.compile(r"(?:counters per-entry|statistics per-entry|(?:\d+ )?remark .*)")
ALL_DSCPS = frozenset(range(64))


def selected_dscps(access_list: Line) -> frozenset[int]:
    """Return the code points that the list permits; empty when it looks at anything else than the DSCP."""
    dscps: set[int] = set()
    for entry in access_list.children:
        text = " ".join(entry.text.split())
        if _WITHOUT_EFFECT.fullmatch(text):
            continue
        found = _BY_DSCP.fullmatch(text)
        chosen = (dscp_set(found[1]) if found[1] else ALL_DSCPS) if found else frozenset[int]()
        if not chosen:
            return frozenset()
        dscps |= chosen
    return frozenset(dscps)

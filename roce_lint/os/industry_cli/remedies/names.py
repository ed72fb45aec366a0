"""Names that are used and defined nowhere: the nearest defined one is shown, never applied."""

from __future__ import annotations

import difflib
import re

from roce_lint.fix.case import Case, Draft

_UNDEFINED = re.compile(r"The (?P<kind>.+) (?P<name>\S+) is used here and defined nowhere")


def nearest_name(case: Case) -> Draft | None:
    """Show the only name of the file that is spelled almost like one that is defined nowhere."""
    found = _UNDEFINED.fullmatch(case.finding.message)
    if found is None or found["name"] not in case.line:
        return None
    word = found["kind"].split()[-1]
    defined = {
        line.split()[-1]
        for line in (raw.strip() for raw in case.tree.lines)
        if re.match(rf"(?:\S+ )*{re.escape(word)}(?: \S+)* \S+$", line) and line != case.line
    } - {found["name"]}
    near = difflib.get_close_matches(found["name"], sorted(defined), n=2, cutoff=0.75)
    if len(near) != 1:
        return None
    edit = case.replace(case.place.line, case.line.replace(found["name"], near[0]))
    return Draft((edit,), f"use {near[0]}, which is defined", unsafe="that a name was mistyped is a guess")

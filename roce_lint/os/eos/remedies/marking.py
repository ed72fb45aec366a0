"""Classification on EOS: trust, and the map from DSCP to traffic class."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft, lossless_class

_HEAD = re.compile(r"(interface|qos profile) ")
_MAP = re.compile(r"qos map dscp ((?:\d+ ?)+) to traffic-class (\d+)")


def dscp_to_lossless_class(case: Case) -> Draft | None:
    """Map a RoCE code point to the class that pauses; other code points of the line stay where they are."""
    port, dscp = case.port, case.number
    if port is None:
        return None
    name = lossless_class(port, case.shop.lossless)
    if not name.isdigit():
        return None
    wanted = f"qos map dscp {dscp} to traffic-class {name}"
    title = f"map DSCP {dscp} to traffic class {name}, which is lossless"
    stated = _MAP.fullmatch(case.line)
    if stated is None:
        maps = case.tree.top(r"qos map dscp ")
        if not maps or case.line.startswith("qos map"):
            return None
        return Draft((case.insert(maps[-1], wanted),), title)
    rest = [code for code in stated[1].split() if int(code) != dscp]
    if len(rest) == len(stated[1].split()):
        return None
    if not rest:
        return Draft((case.replace(case.place.line, wanted),), title)
    kept = case.replace(case.place.line, f"qos map dscp {' '.join(rest)} to traffic-class {stated[2]}")
    return Draft((type(kept)(kept.path, kept.line, kept.old, kept.new, (wanted,)),), title)


def trust_dscp(case: Case) -> Draft | None:
    """Trust the DSCP on a port that discards it."""
    title = "trust the DSCP of arriving packets"
    if _HEAD.match(case.line):
        return Draft((case.insert_below(case.place.line, "qos trust dscp"),), title)
    if case.line in ("no qos trust", "qos trust cos", "default qos trust"):
        return Draft((case.replace(case.place.line, "qos trust dscp"),), title)
    return None

"""The deadlock detection of SR Linux, which is its PFC watchdog."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft
from roce_lint.os.srlinux.remedies.values import value_on_line, with_value

_DEADLOCK = re.compile(r"set / qos pfc-mapping-profile (\S+) received-pfc-pause-frames deadlock enable true .*")
_PROFILE = re.compile(r"set / qos pfc-mapping-profile (\S+) received-pfc-pause-frames .*")


def detect(case: Case) -> Draft | None:
    """Enable deadlock detection where it stands disabled, or state it as every other device does."""
    title = "let the PFC watchdog (deadlock detection) watch the port"
    if value_on_line(case, "enable") == "false" and "deadlock" in _around(case):
        edit = with_value(case, "enable", "true")
        return Draft((edit,), title) if edit else None
    return _as_others(case, title)


def _around(case: Case) -> str:
    """Return the line of the place and the one above, which tells the container in braces and JSON."""
    return " ".join(case.tree.lines[max(case.place.line - 2, 0) : case.place.line])


def _as_others(case: Case, title: str) -> Draft | None:
    """Return the draft that adds the line of the other devices, in files of `set` lines."""
    tree = case.tree
    profiles = {
        found[1]: number for number, raw in enumerate(tree.lines, 1) if (found := _PROFILE.fullmatch(raw.strip()))
    }
    others: dict[str, str] = {}
    for device in case.shop.fabric.devices:
        if device.os == "srlinux" and device.name != case.device.name:
            for raw in case.shop.tree(device.source.file).lines:
                found = _DEADLOCK.fullmatch(raw.strip())
                if found and found[1] in profiles:
                    others.setdefault(raw.strip(), device.source.file)
    if len(others) != 1:
        return None
    line, origin = next(iter(others.items()))
    behind = profiles[line.split()[4]]
    return Draft((case.insert(behind, line),), title, f"as in {origin}")

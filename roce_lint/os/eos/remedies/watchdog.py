"""The PFC watchdog of EOS: its global timers and action, and its switch on a port."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft

_GLOBAL = re.compile(r"priority-flow-control pause watchdog (?:default \S+ .*|action \S+)")
_USUAL = (
    "priority-flow-control pause watchdog default timeout 0.2",
    "priority-flow-control pause watchdog default recovery-time 0.4",
    "priority-flow-control pause watchdog default polling-interval 0.1",
    "priority-flow-control pause watchdog action drop",
)


def timers_of_likes(case: Case) -> Draft | None:
    """State the global timers and the action by which every other EOS device of the fabric runs its watchdog."""
    others: dict[tuple[str, ...], tuple[list[str], str]] = {}
    for device in case.shop.fabric.devices:
        if device.os == "eos" and device.name != case.device.name:
            lines = _global_lines(case, device.source.file)
            if any(" timeout " in line for line in lines):
                others.setdefault(tuple(sorted(lines)), (lines, device.source.file))
    wanted, origin, unsafe = [*_USUAL], "", ""
    if len(others) == 1:
        wanted, file = next(iter(others.values()))
        origin = f"as in {file}"
    else:
        result = "other devices disagree" if others else "no other device of the fabric states it"
        unsafe = f"the timers are a choice: {result}"
    path = case.device.source.file
    tree = case.shop.tree(path)
    present = tree.top(_GLOBAL.pattern)
    settled = {_setting(tree.text(line)) for line in present}
    missing = [line for line in wanted if _setting(line) not in settled]
    if not missing or path != case.place.path:
        return None
    behind = present[-1] if present else _last(case)
    return Draft((case.insert(behind, *missing),), "run the PFC watchdog", origin, unsafe)


def _global_lines(case: Case, path: str) -> list[str]:
    tree = case.shop.tree(path)
    return [line.strip() for line in tree.lines if line[:1].strip() and _GLOBAL.fullmatch(line.strip())]


def _setting(line: str) -> str:
    """Return what a line sets, without the value."""
    return line.rpartition(" ")[0]


def _last(case: Case) -> int:
    """Return the last line that states something, before the `end` of the configuration."""
    lines = case.tree.lines
    return max((number for number, raw in enumerate(lines, 1) if raw.strip() and raw.strip() != "end"), default=1)


def watch_port(case: Case) -> Draft | None:
    """Take back the line that switches the watchdog of a port or profile off."""
    if case.line != "no priority-flow-control pause watchdog":
        return None
    edit = case.replace(case.place.line, "priority-flow-control pause watchdog")
    return Draft((edit,), "let the PFC watchdog watch the port")

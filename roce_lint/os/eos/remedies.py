"""Remedies in the language of Arista EOS."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft, curve_of_likes, lossless_class
from roce_lint.model.device import Port
from roce_lint.model.logic import is_true, map_fact
from roce_lint.model.terms import PfcMode
from roce_lint.os.contract import Remedies
from roce_lint.os.industry_cli.remedies import link_pause_off, mtu_as_likes, nearest_name, qos_of_likes, typed
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


_QUEUE = re.compile(r"(?:uc-)?tx-queue \d+")
_OFF = re.compile(r"no random-detect ecn.*")


def curve(case: Case) -> Draft | None:
    """Mark by the curve that every other queue of this number and speed has."""
    line, origin = curve_of_likes(case)
    if not line.startswith("random-detect ecn "):
        return None
    title = f"mark ECN on queue {case.number} as ports of the same speed do"
    if _QUEUE.fullmatch(case.line):
        return Draft((case.insert_below(case.place.line, line),), title, f"as in {origin}")
    if case.line.startswith("random-detect ecn minimum") or _OFF.fullmatch(case.line):
        return Draft((case.replace(case.place.line, line),), title, f"as in {origin}")
    return None


def remedies() -> Remedies:
    """Return the fixes of faults, by rule."""
    return Remedies(
        by_rule={
            "pfc-missing-on-roce-port": (pause_for_priority,),
            "pfc-link-ends-differ": (pause_for_priority,),
            "roce-port-without-qos": (qos_of_likes,),
            "mtu-too-small-for-roce": (mtu_as_likes,),
            "mtu-differs-across-link": (mtu_as_likes,),
            "pfc-with-link-pause": (link_pause_off,),
            "watchdog-missing-on-host-port": (watch_port, timers_of_likes),
            "watchdog-missing-on-fabric-port": (watch_port, timers_of_likes),
            "roce-in-lossy-class": (dscp_to_lossless_class,),
            "trust-discards-marking": (trust_dscp,),
            "ecn-missing-on-roce-queue": (curve,),
            "ecn-curve-invalid": (curve,),
            "undefined-reference": (nearest_name,),
        },
        typed=typed,
    )

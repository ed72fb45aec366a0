"""Remedies in the language of Cisco NX-OS. Which priorities pause is one policy of the whole switch."""

from __future__ import annotations

import re

from roce_lint.fix.case import Case, Draft, curve_of_likes, lossless_class
from roce_lint.fix.edit import Edit
from roce_lint.model.logic import is_true
from roce_lint.os.contract import Remedies
from roce_lint.os.industry_cli.remedies import link_pause_off, mtu_as_likes, nearest_name, qos_of_likes, typed

_MODE = re.compile(r"(?:no )?priority-flow-control mode(?: \S+)?")
_PFC_ON = "priority-flow-control mode on"


def mode_on(case: Case) -> Draft | None:
    """Force PFC on for a port whose network-qos policy pauses for the priority already."""
    port = case.port
    wanted = case.shop.lossless if case.number < 0 else case.shop.lossless & {case.number}
    if port is None or not wanted or not all(is_true(port.qos.priorities[one].generates_pause) for one in wanted):
        return None
    priorities = ", ".join(map(str, sorted(wanted)))
    title = f"turn PFC on, so that priority {priorities} pauses as the rest of the fabric does"
    if case.line.startswith("interface "):
        return Draft((case.insert_below(case.place.line, _PFC_ON),), title)
    if _MODE.fullmatch(case.line):
        return Draft((case.replace(case.place.line, _PFC_ON),), title)
    return None


_WATCHDOG_ON = "priority-flow-control watch-dog-interval on"
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
        return None if case.tree.text(stated[-1]) == _WATCHDOG_ON else case.replace(stated[-1], _WATCHDOG_ON)
    before = [number for number in case.tree.top(r"interface ") if number > 1]
    behind = before[0] - 1 if before else 1
    return case.insert(behind, _WATCHDOG_ON)


def _on_port(case: Case, head: int) -> Edit | None:
    if not case.tree.text(head).startswith("interface "):
        return None
    stated = [child for child in case.tree.children(head) if _SWITCH.fullmatch(case.tree.text(child))]
    if not stated:
        return case.insert_below(head, _WATCHDOG_ON)
    return None if case.tree.text(stated[-1]) == _WATCHDOG_ON else case.replace(stated[-1], _WATCHDOG_ON)


def dscp_to_lossless_class(case: Case) -> Draft | None:
    """Match a RoCE code point in the only class-map whose packets get the no-drop qos-group."""
    port, dscp = case.port, case.number
    if port is None or case.device.source.file != case.place.path:
        return None
    group = lossless_class(port, case.shop.lossless)
    if not group.isdigit():
        return None
    names = _classes_setting(case, group)
    if len(names) != 1:
        return None
    heads = case.tree.top(rf"class-map type qos match-any {names.pop()}\s*$")
    if len(heads) != 1:
        return None
    edit = case.insert_below(heads[0], f"match dscp {dscp}")
    return Draft((edit,), f"match DSCP {dscp} in the class-map of qos-group {group}, which is no-drop")


def _classes_setting(case: Case, group: str) -> set[str]:
    """Return the class-maps to which some policy gives a qos-group."""
    tree = case.tree
    return {
        tree.text(entry).split()[-1]
        for head in tree.top(r"policy-map type qos ")
        for entry in tree.children(head)
        if any(tree.text(child) == f"set qos-group {group}" for child in tree.children(entry))
    }


def curve(case: Case) -> Draft | None:
    """Mark by the curve that every other queue of this number and speed has."""
    line, origin = curve_of_likes(case)
    if not line.startswith("random-detect ") or not line.endswith(" ecn"):
        return None
    title = f"mark ECN on queue {case.number} as ports of the same speed do"
    if case.line.startswith("class type queuing "):
        return Draft((case.insert_below(case.place.line, line),), title, f"as in {origin}")
    if case.line.startswith("random-detect "):
        return Draft((case.replace(case.place.line, line),), title, f"as in {origin}")
    return None


def remedies() -> Remedies:
    """Return the fixes of faults, by rule."""
    return Remedies(
        by_rule={
            "pfc-missing-on-roce-port": (mode_on,),
            "pfc-link-ends-differ": (mode_on,),
            "pfc-left-to-negotiation": (mode_on,),
            "roce-port-without-qos": (qos_of_likes,),
            "mtu-too-small-for-roce": (mtu_as_likes,),
            "mtu-differs-across-link": (mtu_as_likes,),
            "pfc-with-link-pause": (link_pause_off,),
            "watchdog-missing-on-host-port": (watch,),
            "watchdog-missing-on-fabric-port": (watch,),
            "roce-in-lossy-class": (dscp_to_lossless_class,),
            "ecn-missing-on-roce-queue": (curve,),
            "ecn-curve-invalid": (curve,),
            "undefined-reference": (nearest_name,),
        },
        typed=typed,
    )

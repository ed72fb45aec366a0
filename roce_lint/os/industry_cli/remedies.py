"""Remedies in the lines that systems of the industry-standard CLI share, and how they are typed at a device."""

from __future__ import annotations

import re
from collections.abc import Iterable

from roce_lint.fix.case import Case, Draft
from roce_lint.fix.edit import Edit
from roce_lint.fix.tree import ConfigTree
from roce_lint.model.device import PortRef
from roce_lint.model.fact import known
from roce_lint.model.logic import is_true
from roce_lint.model.terms import PortKind


def link_pause_off(case: Case) -> Draft | None:
    """Turn IEEE 802.3x pause off beside PFC; shown only, since changing it can reset the link."""
    stated = re.fullmatch(r"flowcontrol (receive|send) \S+", case.line)
    if not stated:
        return None
    edit = case.replace(case.place.line, f"flowcontrol {stated[1]} off")
    return Draft((edit,), "turn link pause off where PFC is on", unsafe="changing flow control can reset the link")


def mtu_as_likes(case: Case) -> Draft | None:
    """Show the MTU that every other cabled port of the same system has."""
    port = case.port
    if port is None:
        return None
    cabled = case.shop.fabric.peers()
    here = PortRef(case.device.name, port.name)
    sizes = {
        known(other.ip_mtu_bytes, 0)
        for device in case.shop.fabric.devices
        if device.os == case.device.os
        for other in device.ports
        if other.kind is PortKind.ETHERNET
        and PortRef(device.name, other.name) in cabled
        and PortRef(device.name, other.name) != here
    }
    larger = {size for size in sizes if size > known(port.ip_mtu_bytes, 0)}
    if len(larger) != 1:
        return None
    wanted = f"mtu {larger.pop()}"
    title = f"{wanted}, as other ports of the fabric have"
    unsafe = "changing the MTU can reset the port, and both ends have to take it"
    if case.line.startswith("interface "):
        return Draft((case.insert_below(case.place.line, wanted),), title, unsafe=unsafe)
    if re.fullmatch(r"mtu \d+", case.line):
        return Draft((case.replace(case.place.line, wanted),), title, unsafe=unsafe)
    return None


_QOS_LINE = re.compile(
    r"(?:service-profile|service-policy type (?:qos|queuing) (?:input|output)|priority-flow-control|qos trust) .+"
)
_POLICY = re.compile(r"(?:service-profile|service-policy type \w+ \w+) (\S+)")
_MOST_LIKES = 8
"""Ports of other devices that are asked; a fabric has thousands."""


def qos_of_likes(case: Case) -> Draft | None:
    """Attach to a port without QoS what ports of its name and speed have on the other devices of the system.

    They all have to have the same lines, and the policies that these name have to be defined on the device.
    """
    port = case.port
    if port is None or not case.line.startswith("interface "):
        return None
    found: dict[tuple[str, ...], str] = {}
    likes = 0
    for device in case.shop.fabric.devices:
        for other in device.ports if device.os == case.device.os and device.name != case.device.name else ():
            is_like = other.name == port.name and known(other.speed_gbps, 0) == known(port.speed_gbps, 0)
            if not is_like or not is_true(other.qos.bound):
                continue
            tree = case.shop.tree(other.source.file)
            texts = map(tree.text, tree.children(other.source.line))
            found.setdefault(tuple(text for text in texts if _QOS_LINE.fullmatch(text)), device.name)
            likes += 1
        if likes == _MOST_LIKES:
            break
    if len(found) != 1:
        return None
    lines, device_name = next(iter(found.items()))
    names = {match[1] for line in lines if (match := _POLICY.match(line))}
    if not names or not all(
        case.tree.top(rf"(?:qos profile|policy-map type \w+) {re.escape(name)}$") for name in names
    ):
        return None
    title = f"attach the QoS that {port.name} has on other devices"
    return Draft((case.insert_below(case.place.line, *lines),), title, f"as on {device_name}")


_UNDEFINED = re.compile(r"The (?P<kind>.+) (?P<name>\S+) is used here but not defined")


def nearest_name(case: Case) -> Draft | None:
    """Show the only name of the file that is spelled almost like one that is defined nowhere."""
    found = _UNDEFINED.fullmatch(case.finding.message)
    if found is None or found["name"] not in case.line:
        return None
    import difflib  # few faults need it

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


_UNDO = (
    (re.compile(r"priority-flow-control on"), "no priority-flow-control"),
    (re.compile(r"(priority-flow-control priority \d) (?:no-)?drop"), r"no \1"),
    (re.compile(r"(priority-flow-control pause watchdog default [\w-]+) .*"), r"no \1"),
    (re.compile(r"(priority-flow-control pause watchdog action) .*"), r"no \1"),
    (re.compile(r"(priority-flow-control mode) .*"), r"no \1"),
    (re.compile(r"(priority-flow-control watch-dog-interval) on"), r"\1 off"),
    (re.compile(r"qos trust \w+"), "default qos trust"),
    (re.compile(r"random-detect ecn minimum.*"), "no random-detect ecn minimum-threshold"),
)
"""How a line is taken back where `no` and the whole line is not what the system takes.

Sources: Arista EOS User Manual, Quality of Service (`no priority-flow-control`, `no random-detect ecn
minimum-threshold`, `default qos trust`); Cisco Nexus 9000 NX-OS QoS guide (`no priority-flow-control mode`,
`watch-dog-interval {on | off}`).
"""


def typed(edits: Iterable[Edit], tree: ConfigTree) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the commands that make the edits at a device, and those that take them back, in order."""
    forth: list[str] = []
    back: list[str] = []
    for edit in sorted(edits):
        _at_cli(edit, tree, forth, back)
    return tuple(forth), tuple(back)


def _at_cli(edit: Edit, tree: ConfigTree, forth: list[str], back: list[str]) -> None:
    """Add the commands of one edit below the lines that open its block."""
    replaced = edit.new != edit.old
    texts = [text.strip() for text in ((edit.new,) if replaced else ()) + edit.added]
    heads = [tree.lines[parent - 1].rstrip() for parent in _block(edit, tree)]
    pad = " " * (len(heads[-1]) - len(heads[-1].lstrip()) + len(tree.step)) if heads else ""
    forth += [*heads, *(pad + text for text in texts)]
    undone = [edit.old.strip() if replaced and index == 0 else _undo(text) for index, text in enumerate(texts)]
    if replaced and edit.old.strip().startswith("qos map "):
        undone = undone[:1]  # the old line takes back every code point that it names
    back += [*heads, *(pad + text for text in dict.fromkeys(reversed(undone)))]


def _block(edit: Edit, tree: ConfigTree) -> tuple[int, ...]:
    """Return the lines that open the block of an edit: the line itself where it is their head."""
    parents = tree.parents(edit.line)
    if edit.added and edit.new == edit.old:
        depth = len(edit.added[0]) - len(edit.added[0].lstrip())
        return tuple(line for line in (*parents, edit.line) if len(tree.indent(line)) < depth)
    return parents


def _undo(text: str) -> str:
    for pattern, wanted in _UNDO:
        if pattern.fullmatch(text):
            return pattern.sub(wanted, text)
    return text.removeprefix("no ") if text.startswith("no ") else f"no {text}"

"""Remedies in the language of Nokia SR Linux."""

from __future__ import annotations

import re
from collections.abc import Iterable

from roce_lint.fix.case import Case, Draft, lossless_class
from roce_lint.fix.edit import Edit
from roce_lint.fix.tree import ConfigTree
from roce_lint.model.fact import Stated, Unknown, known
from roce_lint.model.logic import is_true
from roce_lint.os.contract import Remedies

_PFC = re.compile(r"set / qos interfaces interface \S+ pfc pfc-mapping-profile \S+")


def enable(case: Case) -> Draft | None:
    """Enable PFC on a port whose mapping profile pauses for the priority already."""
    port, number = case.port, case.number
    if port is None or number not in case.shop.lossless or not is_true(port.qos.priorities[number].generates_pause):
        return None
    title = f"enable PFC, so that priority {number} pauses as the rest of the fabric does"
    if value_on_line(case, "pfc-enable") == "false":
        edit = with_value(case, "pfc-enable", "true")
        return Draft((edit,), title) if edit else None
    edit = _added(case)
    return Draft((edit,), title) if edit else None


def _added(case: Case) -> Edit | None:
    """Return the edit that states `pfc-enable` behind the mapping profile of the port, in the form of the file."""
    entry = case.place.object.split("/priority")[0]
    lines = case.tree.lines
    if is_flat(case) or any(line.startswith("set / ") for line in lines[:50]):
        found = [
            number for number, raw in enumerate(lines, 1) if _PFC.fullmatch(raw.strip()) and raw.split()[5] == entry
        ]
        return case.replace(found[0], lines[found[0] - 1].strip() + " pfc-enable true") if len(found) == 1 else None
    inside = range(case.place.line, case.place.end_line + 1)
    found = [number for number in inside if value_on_line(case, "pfc-mapping-profile", number)]
    if len(found) != 1:
        return None
    raw = lines[found[0] - 1]
    lead = raw[: len(raw) - len(raw.lstrip())]
    if not raw.lstrip().startswith('"'):
        return case.insert(found[0], f"{lead}pfc-enable true")
    if raw.rstrip().endswith(","):
        return case.insert(found[0], f'{lead}"pfc-enable": true,')
    return Edit(case.place.path, found[0], raw, raw.rstrip() + ",", (f'{lead}"pfc-enable": true',))


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


def dscp_to_lossless_class(case: Case) -> Draft | None:
    """Give a RoCE code point the only forwarding class that pauses."""
    port, dscp = case.port, case.number
    if port is None:
        return None
    name = lossless_class(port, case.shop.lossless)
    edit = with_value(case, "forwarding-class", name) if name else None
    title = f"give DSCP {dscp} the forwarding class {name}, which is lossless"
    return Draft((edit,), title) if edit else None


_LEAVES = ("min-threshold", "max-threshold")


def thresholds(case: Case) -> Draft | None:
    """Give the threshold on the finding's line the value of every other queue of this number and speed."""
    leaf = next((name for name in _LEAVES if value_on_line(case, name).isdigit()), "")
    port = case.port
    if not leaf or port is None or isinstance(port.speed_gbps, Unknown):
        return None
    values: dict[tuple[int, int], str] = {}
    for device in case.shop.fabric.devices:
        for other in device.ports if device.os == case.device.os and device.name != case.device.name else ():
            if known(other.speed_gbps, 0) != port.speed_gbps.value:
                continue
            for queue in other.qos.queues:
                low, high = queue.ecn_kmin_bytes, queue.ecn_kmax_bytes
                if queue.index == case.number and isinstance(low, Stated) and isinstance(high, Stated):
                    values.setdefault((low.value, high.value), f"{low.source.file}:{low.source.line}")
    if len(values) != 1:
        return None
    (low_bytes, high_bytes), origin = next(iter(values.items()))
    edit = with_value(case, leaf, str(low_bytes if leaf == "min-threshold" else high_bytes))
    title = f"mark ECN on queue {case.number} as ports of the same speed do"
    return Draft((edit,), title, f"as in {origin}") if edit else None


_JSON = re.compile(
    r'^(?P<lead>\s*"(?:[\w-]+:)?{leaf}"\s*:\s*)(?P<quote>"?)(?P<value>[^",\s]+)(?P=quote)(?P<tail>\s*,?\s*)$'
)


def value_on_line(case: Case, leaf: str, line: int = 0) -> str:
    """Return the value that a line gives a leaf, in any form; empty where it gives none."""
    found = _pattern(leaf, case.tree.lines[(line or case.place.line) - 1])
    return found["value"] if found else ""


def with_value(case: Case, leaf: str, value: str, line: int = 0) -> Edit | None:
    """Return the edit that gives a leaf another value on its line, in the form of that line; None where it has none."""
    number = line or case.place.line
    raw = case.tree.lines[number - 1]
    found = _pattern(leaf, raw)
    if found is None:
        return None
    start, end = found.span("value")
    return Edit(case.place.path, number, raw, raw[:start] + value + raw[end:])


def _pattern(leaf: str, raw: str) -> re.Match[str] | None:
    json = re.fullmatch(_JSON.pattern.replace("{leaf}", re.escape(leaf)), raw)
    if json:
        return json
    return re.search(rf"(?:^|\s){re.escape(leaf)} (?P<value>[^\s\[{{]+)(?=\s|$)", raw)


def is_flat(case: Case) -> bool:
    """Say whether the line of the place is a `set` line."""
    return case.line.startswith("set / ")


_TRAILING_VALUE = re.compile(r"\s\S+$")


def typed(edits: Iterable[Edit], tree: ConfigTree) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines that make the edits, and those that take them back, in order."""
    forth: list[str] = []
    back: list[str] = []
    for edit in sorted(edits):
        if edit.new != edit.old:
            forth.append(edit.new.strip())
            back.append(_set_back(edit))
        for text in (one.strip() for one in edit.added):
            forth.append(text)
            back.append(_delete(text))
    return tuple(forth), tuple(back)


def _set_back(edit: Edit) -> str:
    """Return what restores a `set` line: the old one, or a deletion where only something was appended to it."""
    old, new = edit.old.strip(), edit.new.strip()
    if new.startswith(old + " ") and old.startswith("set / "):
        return _delete(new)
    return old


def _delete(text: str) -> str:
    if not text.startswith("set / "):
        return f"(delete this line) {text}"
    if " deadlock " in text:
        return text.replace("set / ", "delete / ", 1).split(" deadlock ")[0] + " deadlock"
    return _TRAILING_VALUE.sub("", text.replace("set / ", "delete / ", 1))


def remedies() -> Remedies:
    """Return the fixes of faults, by rule."""
    return Remedies(
        by_rule={
            "pfc-missing-on-roce-port": (enable,),
            "pfc-link-ends-differ": (enable,),
            "watchdog-missing-on-host-port": (detect,),
            "watchdog-missing-on-fabric-port": (detect,),
            "roce-in-lossy-class": (dscp_to_lossless_class,),
            "ecn-missing-on-roce-queue": (thresholds,),
            "ecn-curve-invalid": (thresholds,),
        },
        typed=typed,
    )

"""Remedies in the language of NVUE, as `nv set` lines whatever the form of the file."""

from __future__ import annotations

import re
from collections.abc import Iterable

from roce_lint.fix.case import Case, Draft, Maker, lossless_class
from roce_lint.fix.edit import Edit
from roce_lint.fix.tree import ConfigTree
from roce_lint.model.fact import Stated, known
from roce_lint.os.contract import Remedies

_SET = "nv set "
_LEAF = re.compile(
    r"""(?P<lead>(?:.*\s|\s*"?))(?P<name>{})(?P<gap>"?:?\s+["']?)(?P<value>[^\s"',]+)(?P<tail>["',\s]*)"""
)
_ON = {"disable": "enable", "disabled": "enabled", "off": "on"}


def _switched_on(*leaves: str, title: str) -> Maker:
    def made(case: Case) -> Draft | None:
        for leaf in leaves:
            word = _ON.get(_value(case, leaf))
            if word:
                return Draft((_with_value(case, leaf, word),), title.format(case.number))
        return None

    return made


def _watched(case: Case) -> Draft | None:
    """Watch a port as the lines of the file do for others."""
    port, tree = case.port, case.tree
    if port is None or not case.line.startswith(_SET):
        return None
    others = [
        raw.strip() for raw in tree.lines if re.fullmatch(r"nv set interface \S+ qos pfc-watchdog.*", raw.strip())
    ]
    words = {re.sub(r"^nv set interface \S+", "", one) for one in others}
    last = max((number for number, raw in enumerate(tree.lines, 1) if raw.startswith(_SET)), default=0)
    if len(words) != 1 or not last:
        return None
    line = f"nv set interface {port.name}{words.pop()}"
    return Draft((case.insert(last, line),), "let the PFC watchdog watch the port")


def _to_lossless_class(case: Case) -> Draft | None:
    """Give a RoCE code point the only switch priority that pauses."""
    port, dscp = case.port, case.number
    name = lossless_class(port, case.shop.lossless) if port else ""
    if (
        not name
        or not _value(case, "switch-priority")
        or f" dscp {dscp} " not in f" {_path(case.tree, case.place.line)} "
    ):
        return None
    title = f"give DSCP {dscp} the switch priority {name}, which is lossless"
    return Draft((_with_value(case, "switch-priority", name),), title)


def _thresholds(case: Case) -> Draft | None:
    """Give the threshold on the finding's line the value of every other queue of this number and speed."""
    leaf = next((name for name in ("min-threshold", "max-threshold") if _value(case, name)), "")
    if not leaf or case.port is None:
        return None
    speed = known(case.port.speed_gbps, 0)
    values: dict[int, str] = {}
    for device in case.shop.fabric.devices:
        alike = device.os == case.device.os and device.name != case.device.name
        for port in device.ports if alike and speed else ():
            for queue in port.qos.queues if known(port.speed_gbps, 0) == speed else ():
                bound = queue.ecn_kmin_bytes if leaf == "min-threshold" else queue.ecn_kmax_bytes
                if queue.index == case.number and isinstance(bound, Stated):
                    values.setdefault(bound.value, f"{bound.source.file}:{bound.source.line}")
    if len(values) != 1:
        return None
    value, origin = next(iter(values.items()))
    title = f"mark ECN on queue {case.number} as ports of the same speed do"
    return Draft((_with_value(case, leaf, str(value)),), title, f"as in {origin}")


def _found(leaf: str, raw: str) -> re.Match[str] | None:
    return re.fullmatch(_LEAF.pattern.format(re.escape(leaf)), raw)


def _value(case: Case, leaf: str) -> str:
    """Return the value that the line of the place gives a leaf, in any form; empty where it gives none."""
    lines = case.tree.lines
    found = _found(leaf, lines[case.place.line - 1]) if 0 < case.place.line <= len(lines) else None
    return found["value"] if found else ""


def _with_value(case: Case, leaf: str, value: str) -> Edit:
    raw = case.tree.lines[case.place.line - 1]
    found = _found(leaf, raw)
    start, end = found.span("value") if found else (len(raw), len(raw))
    return Edit(case.place.path, case.place.line, raw, raw[:start] + value + raw[end:])


def _path(tree: ConfigTree, line: int) -> str:
    """Return what stands on a line as NVUE's path, with the keys above it in YAML and JSON."""
    if tree.text(line).startswith(_SET):
        return tree.text(line).removeprefix(_SET)
    words = [_key(tree.text(number)) for number in (*tree.parents(line), line)]
    return " ".join(word for word in words if word and word not in {"set", "- set"})


def _key(text: str) -> str:
    return " ".join(part.strip().strip("\"'") for part in text.rstrip(",{ ").split(":", 1)).strip()


def _typed(edits: Iterable[Edit], tree: ConfigTree) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines that make the edits, and those that take them back, in order."""
    forth: list[str] = []
    back: list[str] = []
    for edit in sorted(edits):
        if edit.new != edit.old:
            path = _path(tree, edit.line)
            value = _key(edit.new).split()[-1]
            forth.append(f"{_SET}{path.rsplit(' ', 1)[0]} {value}")
            back.append(_SET + path)
        for text in (one.strip() for one in edit.added):
            forth.append(text)
            back.append("nv unset " + re.sub(r" state \S+$", "", text.removeprefix(_SET)))
    return tuple(forth), tuple(back)


def remedies() -> Remedies:
    """Return the fixes of faults, by rule."""
    pauses = _switched_on("tx", "rx", title="let priority {} pause as the rest of the fabric does")
    watches = _switched_on("state", "pfc-watchdog", title="let the PFC watchdog watch the port")
    marks = _switched_on("ecn", title="mark ECN on queue {}")
    return Remedies(
        by_rule={
            "pfc-missing-on-roce-port": (pauses,),
            "pfc-link-ends-differ": (pauses,),
            "watchdog-missing-on-host-port": (watches, _watched),
            "watchdog-missing-on-fabric-port": (watches, _watched),
            "roce-in-lossy-class": (_to_lossless_class,),
            "ecn-missing-on-roce-queue": (marks, _thresholds),
            "ecn-curve-invalid": (_thresholds,),
        },
        typed=_typed,
    )

"""The account: what Junos refuses, what could not be read, and leaves of which no fact is made."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from roce_lint.model.fact import Source
from roce_lint.os.junos.configuration import JunosTree
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

_FILE = Path(__file__).parent / "irrelevant.txt"
_QOS = "class-of-service"


@cache
def irrelevant() -> re.Pattern[str]:
    """Return the pattern of the paths that do not matter for RoCE; the file is read once."""
    lines = (line for line in _FILE.read_text("utf-8").splitlines() if line and line[0] not in "#[")
    return re.compile("|".join(f"(?:{line})(?: .*)?" for line in lines))


def account(found: JunosTree, diagnostics: LeafDiagnostics) -> None:
    """Report what is refused or no configuration, and every leaf that nobody read."""
    for fault in found.faults:
        place = Source(found.file, fault.line, fault.end_line)
        concerns_qos = _QOS in fault.path or fault.text.startswith((_QOS, f"set {_QOS}"))
        if fault.is_refused:
            diagnostics.refused(fault.text, fault.because, place)
        elif concerns_qos or not irrelevant().fullmatch(_without_group(fault.path)):
            diagnostics.not_understood(fault.text, fault.because, place, concerns_qos=concerns_qos)
    seen: set[int] = set()
    for name, block in found.root.children.items():
        _account(block, str(name), diagnostics, seen)
    because = "a policy of events changes the configuration later, which is not evaluated"
    diagnostics.later_changes("change-configuration", because)


def _without_group(path: tuple[str, ...]) -> str:
    return " ".join(path[2:] if path[:1] == ("groups",) else path)


def _account(block: Node, path: str, diagnostics: LeafDiagnostics, seen: set[int]) -> None:
    """Report leaves below a block; what a group brings to many places is looked at once for each path."""
    if block.is_leaf:
        if not block.accounted and id(block) not in seen and not irrelevant().fullmatch(path):
            seen.add(id(block))
            because = f"`{path}` is part of the models of Junos, and no fact is made of it"
            shown = " ".join((block.name, *block.values))
            diagnostics.not_understood(shown, because, block.source, concerns_qos=path.startswith(_QOS))
        return
    if irrelevant().fullmatch(path):
        return
    for one in block.children.values():
        _account(one, path if block.is_list else f"{path} {one.name}", diagnostics, seen)

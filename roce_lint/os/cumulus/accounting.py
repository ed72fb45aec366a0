"""The account: what NVUE refuses, what is no part of it, and leaves of which no fact is made."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from roce_lint.model.fact import Source
from roce_lint.os.cumulus.configuration import NvueTree
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

_FILE = Path(__file__).parent / "irrelevant.txt"
_QOS = re.compile(r"(?:.* )?(?:qos|packet-trim|adaptive-routing)\b.*")
_SIZES = re.compile(r".*\b(?:advance-buffer-config|headroom lossy|shared-headroom-pool|small-packet-probability)\b.*")
"""Sizes of buffers that the switch works out by itself: nothing that is evaluated depends on them."""


@cache
def irrelevant() -> re.Pattern[str]:
    """Return the pattern of the paths that do not matter for RoCE; the file is read once."""
    lines = (line for line in _FILE.read_text("utf-8").splitlines() if line and line[0] not in "#[")
    return re.compile("|".join(f"(?:{line})" for line in lines))


def account(found: NvueTree, diagnostics: LeafDiagnostics) -> None:
    """Report what is refused or no configuration, and every leaf that nobody read."""
    for fault in found.faults:
        place = Source(fault.file, fault.line, fault.end_line)
        if fault.is_refused:
            diagnostics.refused(fault.text, fault.because, place)
        else:
            diagnostics.not_understood(fault.text, fault.because, place)
    _account(found.root, "", diagnostics)


def _account(block: Node, path: str, diagnostics: LeafDiagnostics) -> None:
    for one in block.children.values():
        here = f"{path} {one.name}".lstrip()
        if not one.is_leaf:
            _account(one, here, diagnostics)
        elif not one.accounted and one.values and not irrelevant().fullmatch(here):
            because = f"`{here}` is part of NVUE, and no fact is made of it"
            concerns_qos = bool(_QOS.fullmatch(here)) and not _SIZES.fullmatch(here)
            diagnostics.not_understood(f"{one.name} {one.value}", because, one.source, concerns_qos=concerns_qos)

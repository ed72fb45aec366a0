"""Kinds of changes that people make to one switch of a fleet, each as an edit of its configuration (NX-OS)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_CABLED = r"(  description \S*spine[^\n]*\n(?:  [^\n]*\n)*?  )"
"""The beginning of a leaf's port to a spine."""


@dataclass(frozen=True, slots=True)
class Change:
    """An edit: the first place that `pattern` finds gets `new` instead."""

    name: str
    pattern: str
    new: str


CHANGES = (
    Change("MTU", r"\n  mtu 9000", "\n  mtu 4200"),
    Change("pauses off on a port", r"priority-flow-control mode on", "priority-flow-control mode off"),
    Change("DSCP of a class", r"match dscp 26", "match dscp 28"),
    Change("address of a cable", _CABLED + r"ip address \S+", r"\g<1>ip address 10.239.255.1/31"),
    Change("AS number of a BGP neighbour", r"remote-as \d+", "remote-as 4200009999"),
    Change("port shut down", _CABLED + r"no shutdown", r"\g<1>shutdown"),
)


def changed_files(files: Sequence[Path]) -> Iterator[Change]:
    """Make one change after the other, each in a leaf of its own, and yield it when it is made; then undo it."""
    leaves = (path for path in files if "leaf" in path.name)
    for change in CHANGES:
        for path in leaves:
            text = path.read_text("utf-8")
            edited = re.sub(change.pattern, change.new, text, count=1)
            if text.startswith("hostname") and edited != text:
                path.write_text(edited, "utf-8")
                yield change
                path.write_text(text, "utf-8")
                break
        else:
            raise SystemExit(f"no leaf of NX-OS is left for this change: {change.name}")

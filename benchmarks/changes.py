"""Kinds of changes that people make to one switch of a fleet, each as an edit of its configuration ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_FABRIC_ADDRESS = r"(\nset / interface \S+ subinterface 0 ipv4 address )10\.2[2-3]\d\.\S+"
"""The address of a cable between switches, flat SR Linux."""
_CABLED = r"(  description \S*spine[^\n]*\n(?:  [^\n]*\n)*?  )"
"""The beginning of a leaf's port to a spine, NX-OS."""


@dataclass(frozen=True, slots=True)
class Change:
    """An edit: the first place that `pattern` finds gets `new` instead."""

    name: str
    pattern: str
    new: str


_NXOS_CHANGES = (
    Change("MTU", r"\n  mtu 9000", "\n  mtu 4200"),
    Change("pauses off on a port", r"priority-flow-control mode on", "priority-flow-control mode off"),
    Change("DSCP of a class", r"match dscp 26", "match dscp 28"),
    Change("address of a cable", _CABLED + r"ip address \S+", r"\g<1>ip address 10.239.255.1/31"),
    Change("AS number of a BGP neighbour", r"remote-as \d+", "remote-as 4200009999"),
    Change("port shut down", _CABLED + r"no shutdown", r"\g<1>shutdown"),
)
_SRLINUX_CHANGES = (
    Change("MTU", r"(\nset / interface \S+ subinterface 0 ip-mtu) 9000", r"\g<1> 4200"),
    Change("pauses off on a port", r"pfc-enable true\nset / qos interfaces", "pfc-enable false\nset / qos interfaces"),
    Change("DSCP of a class", r"dscp 26 ", "dscp 28 "),
    Change("address of a cable", _FABRIC_ADDRESS, r"\g<1>10.239.255.1/31"),
    Change("AS number of a BGP neighbour", r"peer-as \d+", "peer-as 4200009999"),
    Change("port shut down", r"(\nset / interface ethernet-1/25 admin-state) enable", r"\g<1> disable"),
)
CHANGES = {"hostname": _NXOS_CHANGES, "# ": _SRLINUX_CHANGES}
"""The kinds of changes, by how a configuration of the system begins."""


def changed_files(files: Sequence[Path]) -> Iterator[Change]:
    """Make one change after the other, each in a leaf of its own, and yield it when it is made; then undo it.

    All leaves are of the first system of CHANGES that any leaf is of.
    """
    texts = {path: path.read_text("utf-8") for path in files if "leaf" in path.name}
    begins = next(begins for begins in CHANGES if any(text.startswith(begins) for text in texts.values()))
    leaves = iter([path for path, text in texts.items() if text.startswith(begins)])
    for change in CHANGES[begins]:
        for path in leaves:
            edited = re.sub(change.pattern, change.new, texts[path], count=1)
            if edited != texts[path]:
                path.write_text(edited, "utf-8")
                yield change
                path.write_text(texts[path], "utf-8")
                break
        else:
            raise SystemExit(f"no leaf is left for this change: {change.name}")

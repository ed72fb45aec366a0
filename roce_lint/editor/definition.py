"""Where a name is defined that a line of a configuration uses, and where the other end of a cable is."""

from __future__ import annotations

import re

from roce_lint.editor.folder import Checked
from roce_lint.editor.hover import port_at
from roce_lint.fabric.fabric import Fabric
from roce_lint.model.device import Link, PortRef
from roce_lint.model.fact import Source
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.text.document import Document

_WORD = re.compile(r"[^\s\"'\[\]{}(),;|]+")


def definition_at(checked: Checked, path: str, text: str, line: int, column: int) -> Source | None:
    """Return where the name at a cursor is defined; for other lines of a port, the other end of its cable.

    `text` is that of the file as it is now; `line` counts from 1 and `column` from 0. A name that is not defined leads
    nowhere.
    """
    fabric = checked.fabric
    if fabric is None:
        return None
    system = _system_of(fabric, path)
    if system:
        names = switch_os(system).names(Document(path, text))
        named = names.named_at(line, _word(text, line, column))
        if named is not None:
            return names.definitions.get(named)
    return _other_end(fabric, path, line)


def _system_of(fabric: Fabric, path: str) -> str:
    """Return the system of the switch that a file describes, an empty text for a file of a host."""
    found = (device.os for device in fabric.devices if device.source.file == path)
    return next((name for name in found if name in switch_names()), "")


def _word(text: str, line: int, column: int) -> str:
    lines = text.split("\n")
    shown = lines[line - 1] if line <= len(lines) else ""
    return next((found[0] for found in _WORD.finditer(shown) if found.start() <= column <= found.end()), "")


def _other_end(fabric: Fabric, path: str, line: int) -> Source | None:
    """Return where the port at the other end of the cable is configured, for a line in a port's block."""
    found = port_at(fabric, path, line)
    if found is None:
        return None
    here = PortRef(found[0].name, found[1].name)
    link: Link | None = fabric.peers().get(here)
    if link is None:
        return None
    there = fabric.ports().get(link.other_end(here))
    return there[1].source if there is not None and there[1].source.file else None

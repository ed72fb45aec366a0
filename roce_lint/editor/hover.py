"""What a line of a configuration means for RoCE: the facts that it states, its port and its cable."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from roce_lint.fabric.domain import roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.model.device import Device, Link, Port, PortRef
from roce_lint.model.fact import Default, Source, Stated
from roce_lint.model.port import PORT_FIELDS
from roce_lint.report.facts_text import port_lines
from roce_lint.report.printable import printable_line
from roce_lint.values import field_names, is_dataclass

MOST_FACTS = 12


def hover_text(fabric: Fabric, path: str, line: int) -> str:
    """Return Markdown about a line, counted from 1, or nothing where no fact is stated there."""
    parts: list[str] = []
    stated = list(dict.fromkeys(_stated(fabric, path, line)))
    if stated:
        more = [f"- ... and {len(stated) - MOST_FACTS} more"] if len(stated) > MOST_FACTS else []
        parts += ["Stated here:", "", *stated[:MOST_FACTS], *more, ""]
    found = port_at(fabric, path, line)
    if found is not None:
        device, port = found
        here = PortRef(device.name, port.name)
        lines = port_lines(port, here, fabric.peers().get(here), roce_domain(fabric)[here], fabric.design)
        parts += ["```text", *(printable_line(one).replace("```", "` ` `") for one in lines), "```"]
    return "\n".join(parts)


def port_at(fabric: Fabric, path: str, line: int) -> tuple[Device, Port] | None:
    """Return the port whose block holds a line: the last that begins at or above it."""
    holding = [
        (port.source.line, device, port)
        for device in fabric.devices
        for port in device.ports
        if port.source.file == path and port.source.line and port.source.line <= line <= port.source.end_line
    ]
    return max(holding, key=lambda one: one[0])[1:] if holding else None


def other_end(fabric: Fabric, path: str, line: int) -> Source | None:
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


def _stated(fabric: Fabric, path: str, line: int) -> Iterator[str]:
    """Yield a list item for each fact of the devices of a file that states it at this line."""
    for device in fabric.devices:
        if device.source.file == path or any(port.source.file == path for port in device.ports):
            yield from _walk(device, (), path, line)


def _walk(value: object, way: tuple[str, ...], path: str, line: int) -> Iterator[str]:
    """Yield what is stated at a line inside a value; `way` names the facts that lead to it."""
    match value:
        case Stated(inner, source):
            if source.file == path and source.line <= line <= max(source.end_line, source.line) and source.line:
                yield f"- `{'.'.join(way)}` = {_shown(inner)}"
            elif is_dataclass(inner.__class__) or isinstance(inner, tuple):
                yield from _walk(inner, way, path, line)
        case Default(inner, _, _):
            if is_dataclass(inner.__class__) or isinstance(inner, tuple):
                yield from _walk(inner, way, path, line)
        case tuple():
            for item in value:
                yield from _walk(item, way, path, line)
        case Source() | Enum():
            return
        case Port():
            for name in PORT_FIELDS:
                yield from _walk(getattr(value, name), ("port", name), path, line)
        case _ if is_dataclass(value.__class__):
            for name in field_names(value.__class__):
                yield from _walk(getattr(value, name), (*way[-1:], name), path, line)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset | tuple):
        return ", ".join(sorted(str(getattr(item, "value", item)) for item in value)) or "none"
    return printable_line(str(getattr(value, "value", value)))

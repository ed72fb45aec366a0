"""What a line of a configuration means for RoCE: the facts that it states, its port and its cable."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum

from roce_lint.editor.folder import Checked
from roce_lint.fabric.domain import roce_domain
from roce_lint.fabric.fabric import Fabric
from roce_lint.judge.finding import Finding
from roce_lint.model.device import Device, Port, PortRef
from roce_lint.model.fact import Default, Source, Stated
from roce_lint.model.port import PORT_FIELDS
from roce_lint.report.chart_svg import size
from roce_lint.report.facts_text import port_lines
from roce_lint.report.printable import printable_line
from roce_lint.values import field_names, is_dataclass

MOST_FACTS = 12
_MARKUP = re.compile(r"([\\`*_\[\]<>#])")
_UNITS: Mapping[str, Callable[[float], str]] = {
    "bytes": size,
    "gbps": lambda value: f"{value:g} Gb/s",
    "mbps": lambda value: f"{value:g} Mb/s",
    "ms": lambda value: f"{value:g} ms",
    "us": lambda value: f"{value:g} us",
    "percent": lambda value: f"{value:g} %",
    "m": lambda value: f"{value:g} m",
}
_SPELT = {
    **{word: word.upper() for word in ("ecn", "pfc", "dscp", "mtu", "ip", "bgp", "asn", "lag", "vlan", "cnp", "pcp")},
    **{word: word.upper() for word in ("dcbx", "ets", "fec", "vrf", "qos", "nic", "mac", "vni", "tos", "tc")},
    **{"kmin": "Kmin", "kmax": "Kmax", "pmax": "Pmax", "roce": "RoCE", "dcqcn": "DCQCN"},
    **{"ebgp": "eBGP", "ibgp": "iBGP", "bfd": "BFD", "id": "ID"},
}

_OF_READING = frozenset({"bound", "ecn_kmin_over_kmax"})
"""Facts that say how a line was read, beside others that say what it sets."""


def hover_text(checked: Checked, path: str, line: int) -> str:
    """Return Markdown about a line, counted from 1: its findings, what it states, and its port; nothing for no line."""
    fabric = checked.fabric
    if fabric is None or checked.report is None:
        return ""
    parts: list[str] = []
    for finding in checked.report.open_findings:
        if any(place.path == path and max(place.line, 1) == line for place in finding.places):
            parts += [*_about(finding), ""]
    stated = list(dict.fromkeys(_stated(fabric, path, line)))
    if stated:
        more = [f"- ... and {len(stated) - MOST_FACTS} more"] if len(stated) > MOST_FACTS else []
        parts += ["This line says:", "", *stated[:MOST_FACTS], *more, ""]
    found = port_at(fabric, path, line)
    if found is not None:
        device, port = found
        here = PortRef(device.name, port.name)
        lines = port_lines(port, here, fabric.peers().get(here), roce_domain(fabric)[here], fabric.design)
        parts += ["```text", *(printable_line(one).replace("```", "` ` `") for one in lines), "```"]
    return "\n".join(parts)


def _about(finding: Finding) -> Iterator[str]:
    """Yield a finding as paragraphs: what is wrong, and what it leads to."""
    yield f"**{finding.severity.value} {finding.code} {finding.rule}**"
    for words in (finding.message, finding.why):
        yield ""
        yield _as_text(printable_line(words))


def port_at(fabric: Fabric, path: str, line: int) -> tuple[Device, Port] | None:
    """Return the port whose block holds a line: the last that begins at or above it."""
    holding = [
        (port.source.line, device, port)
        for device in fabric.devices
        for port in device.ports
        if port.source.file == path and port.source.line and port.source.line <= line <= port.source.end_line
    ]
    return max(holding, key=lambda one: one[0])[1:] if holding else None


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
                if not is_dataclass(inner.__class__) and way[-1] not in _OF_READING:
                    yield f"- {_said(way, inner)}"
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


def _said(way: tuple[str, ...], value: object) -> str:
    """Return a fact as people say it: `ECN Kmin: 900 kB`."""
    name = f"{way[-2]}_{way[-1]}" if way[-2:-1] == ("watchdog",) else way[-1]
    words, _, unit = name.rpartition("_")
    if unit in _UNITS and isinstance(value, int | float) and not isinstance(value, bool):
        return f"{_spelt(words)}: {f'{value} bytes' if words.endswith('mtu') else _UNITS[unit](value)}"
    return f"{_spelt(name)}: {_as_text(_shown(value))}"


def _as_text(words: str) -> str:
    """Return what inputs say as text of Markdown, in which nothing of it is markup."""
    return _MARKUP.sub(lambda found: f"\\{found[0]}", words)


def _spelt(name: str) -> str:
    words = " ".join(_SPELT.get(word, word) for word in name.split("_"))
    return words[:1].upper() + words[1:]


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset | tuple):
        return ", ".join(sorted(str(getattr(item, "value", item)) for item in value)) or "none"
    return printable_line(str(getattr(value, "value", value)))

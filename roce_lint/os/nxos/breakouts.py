"""Ports that are split, and ports that would exist only if their parent were."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from roce_lint.model.device import Port, RefusedSetting
from roce_lint.model.fact import known
from roce_lint.model.logic import is_false
from roce_lint.text.lines import Line
from roce_lint.values import dataclass

_CHILD = re.compile(r"(Ethernet\d{1,2}/\d+)/(\d+)")
"""A child of a split port; modules from 100 on are fabric extenders, whose ports have three numbers, too."""
_PORTMODE = "hardware profile portmode"
"""On some platforms it splits ports without `interface breakout`."""


@dataclass(frozen=True, slots=True)
class Breakout:
    """One split port: how many children of which speed in Gb/s, by which line."""

    child_gbps: int
    children: int
    line: Line


def ports_without_breakout(
    ports: Sequence[Port], breakouts: Mapping[str, Breakout], sections: Sequence[Line], *, is_complete: bool
) -> Iterator[RefusedSetting]:
    """Yield the first child in use of ports that are not split, or not into so many, once for each cause.

    `is_complete`: the file would have the line that splits a port. Else only a module of which another port is split
    tells that lines are not left out.
    """
    if any(line.text.startswith(_PORTMODE) for line in sections):
        return
    modules = {name.partition("/")[0] for name in breakouts}
    whole: dict[str, Port] = {}
    short: dict[int, tuple[Port, Breakout]] = {}
    for port in ports:
        child = _CHILD.fullmatch(port.name) if port.name.count("/") == 2 else None
        if child is None or not _is_used(port):
            continue
        split = breakouts.get(child[1])
        if split is not None and int(child[2]) > split.children:
            short.setdefault(split.line.number, (port, split))
        elif split is None and (is_complete or child[1].partition("/")[0] in modules):
            whole.setdefault(child[1], port)
    for parent, port in list(whole.items())[:1]:
        more = f" and {len(whole) - 1} more ports" if len(whole) > 1 else ""
        because = f"no `interface breakout` splits {parent}{more}, so that their children do not exist"
        yield RefusedSetting(f"interface {port.name}", because, port.source)
    for port, split in short.values():
        because = f"`{split.line.text}` makes {split.children} children of each port only"
        yield RefusedSetting(f"interface {port.name}", because, port.source)


def _is_used(port: Port) -> bool:
    values = port.values
    return not is_false(values.enabled) and bool(values.addresses or known(values.lag, "") or known(values.vlans, ()))

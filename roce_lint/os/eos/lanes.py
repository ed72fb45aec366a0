"""Ports whose lanes another port of the same cage has taken: EOS keeps their lines, and they are inactive."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from roce_lint.model.device import Port, RefusedSetting
from roce_lint.model.fact import known
from roce_lint.model.logic import is_false
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

# Arista AVD schema, interface speed: speed and number of lanes (`400g-8`).
_SPEED = lazy_pattern(
    r"(?m)^interface (Ethernet[\d/]*/\d{1,2})[ \t]*\n(?:[ \t]++(?!speed ).*+\n)*+"
    r"[ \t]+(speed (?:forced )?\d{1,4}g-(\d))\b"
)
_LANE = re.compile(r"(.*/)(\d{1,2})")


@dataclass(frozen=True, slots=True)
class _Span:
    """The lanes of one port: from its own number on."""

    port: str
    speed: str
    first: int
    last: int


def ports_without_lanes(text: str, ports: Sequence[Port]) -> Iterator[RefusedSetting]:
    """Yield ports in use that lie within the lanes of another port of their cage."""
    spans: dict[str, list[_Span]] = {}
    for found in _SPEED.finditer(text) if "speed " in text else ():
        cage, lane = _placed(found[1])
        count = int(found[3])
        if count > 1:
            spans.setdefault(cage, []).append(_Span(found[1], found[2], lane, lane + count - 1))
    for port in ports if spans else ():
        cage, lane = _placed(port.name)
        span = next((one for one in spans.get(cage, ()) if one.first < lane <= one.last), None)
        if span is not None and _is_used(port):
            because = (
                f"`{span.speed}` of {span.port} takes the lanes {span.first} to {span.last} of the cage, "
                "so that this port is inactive"
            )
            yield RefusedSetting(f"interface {port.name}", because, port.source)


def _placed(name: str) -> tuple[str, int]:
    found = _LANE.fullmatch(name)
    return (found[1], int(found[2])) if found else ("", 0)


def _is_used(port: Port) -> bool:
    values = port.values
    return not is_false(values.enabled) and bool(values.addresses or known(values.lag, ""))

"""Which lines configure QoS: by their own words, or by those of the block that they are in."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.model.device import UnreadLine
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import replace

_BLOCK = lazy_pattern(
    r"(?:policy-map|class-map) (?!type (?:pbr|pdp|copp|control-plane|tapagg|inspect)\b)|qos profile|system qos"
    r"|(?:uc-|mc-)?tx-queue|platform \S+ mmu"
)
_LINE = lazy_pattern(
    r"(?:no |default )*(?:qos|priority-flow-control|pfc|pause|ecn|random-detect|(?:uc-|mc-)?tx-queue|dcbx"
    r"|service-profile|service-policy (?!type (?:pbr|pdp|copp|control-plane|tapagg)\b)|flowcontrol"
    r"|(?:policy|class)-map|queue-limit|errdisable .*pfc|hardware (?:qos|profile pfc))"
)


_VALID = lazy_pattern(r"(?:\d+ )?(?:match \S*(?: \S+)? ?access-group\b|match vlan\b|set\b|police\b)")
"""Lines that devices take, and whose effect the facts have no place for."""


def with_qos_lines_marked(unread: Sequence[UnreadLine], root: Line) -> tuple[UnreadLine, ...]:
    """Return the lines that were not understood, those among them that configure QoS as such."""
    if not unread:
        return ()
    found = _qos_lines(root, {line.source.line for line in unread})
    return tuple(replace(one, concerns_qos=True) if one.source.line in found else one for one in unread)


def _qos_lines(root: Line, wanted: set[int]) -> set[int]:
    """Return the numbers of those of the `wanted` lines that configure QoS; what is below one of them is left to it."""
    found: set[int] = set()
    pending = [(line, False) for line in root.children]
    while pending:
        line, inside = pending.pop()
        inside = inside or bool(_BLOCK.match(line.text))
        if line.number not in wanted:
            pending += [(below, inside) for below in line.children]
        elif (inside or _LINE.match(line.text)) and not _VALID.match(line.text):
            found.add(line.number)
    return found

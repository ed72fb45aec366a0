"""Names that SR Linux reserves: DSCPs, forwarding classes, queues, interfaces."""

from __future__ import annotations

import re

from roce_lint.model.terms import PortKind

# RFC 2474 (CS), RFC 2597 (AF), RFC 3246 (EF), RFC 8622 (LE).
DSCP_NUMBERS: dict[str, int] = {
    "BE": 0,
    "LE": 1,
    "EF": 46,
    **{f"CS{n}": 8 * n for n in range(8)},
    **{f"AF{c}{d}": 8 * c + 2 * d for c in range(1, 5) for d in range(1, 4)},
}
_RESERVED_QUEUE = re.compile(r"unicast-([0-7])")
_RESERVED_PFC_QUEUE = re.compile(r"pfc([0-7])")
_RESERVED_CLASS = re.compile(r"fc([0-7])")
_KINDS: tuple[tuple[str, PortKind], ...] = (
    ("ethernet-", PortKind.ETHERNET),
    ("lag", PortKind.LAG),
    ("mgmt", PortKind.MANAGEMENT),
    ("lo", PortKind.LOOPBACK),
    ("system", PortKind.LOOPBACK),
    ("irb", PortKind.VLAN),
    ("vxlan", PortKind.TUNNEL),
)


def dscp_from(text: str) -> int:
    """Return the number (0 to 63) of a DSCP given as number or name. Raises ValueError for anything else."""
    if text.isdecimal() and len(text) < 3 and int(text) < 64:
        return int(text)
    if text.upper() in DSCP_NUMBERS:
        return DSCP_NUMBERS[text.upper()]
    raise ValueError(f"{text!r} is no DSCP")


def dot1p_from(text: str) -> int:
    """Return a priority code point (0 to 7). Raises ValueError for anything else."""
    if text in "01234567" and len(text) == 1:
        return int(text)
    raise ValueError(f"{text!r} is no dot1p value from 0 to 7")


def reserved_queue_index(name: str) -> int:
    """Return N for the queue `unicast-N` (srl_nokia-qos YANG: reserved default names), -1 for another name."""
    found = _RESERVED_QUEUE.fullmatch(name)
    return int(found[1]) if found else -1


def reserved_pfc_queue_index(name: str) -> int:
    """Return N for the pfc-queue `pfcN` (srl_nokia-qos YANG: must keep its index), -1 for another name."""
    found = _RESERVED_PFC_QUEUE.fullmatch(name)
    return int(found[1]) if found else -1


def reserved_class_index(name: str) -> int:
    """Return N for the forwarding class `fcN` (srl_nokia-qos YANG: reserved default names), -1 for another name."""
    found = _RESERVED_CLASS.fullmatch(name)
    return int(found[1]) if found else -1


def kind_of(interface: str) -> PortKind:
    """Return what an interface is, by the prefix of its name."""
    for prefix, kind in _KINDS:
        if interface.startswith(prefix):
            return kind
    return PortKind.ETHERNET

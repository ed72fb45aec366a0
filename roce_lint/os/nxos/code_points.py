"""Names of code points in the arguments of NX-OS."""

from __future__ import annotations

from roce_lint.os.industry_cli.number_list import DSCP_NAMES, named_list
from roce_lint.text.patterns import lazy_pattern

_BLANK_ALONE = lazy_pattern(r"[^\s,-]\s+[^\s,-]")
_DSCP_NAMES = {"default": 0, **DSCP_NAMES}
_PRECEDENCE_NAMES = {
    "routine": 0,
    "priority": 1,
    "immediate": 2,
    "flash": 3,
    "flash-override": 4,
    "critical": 5,
    "internet": 6,
    "network": 7,
}
"""IP precedence by name (RFC 791)."""


def dscp_list(text: str) -> frozenset[int]:
    """Return the code points of a list of names, numbers and ranges; an empty set when it is malformed.

    Commas stand between them: `match dscp 26 28` is refused (Cisco Nexus 9000 QoS Configuration Guide, `dscp-list`).
    """
    if _BLANK_ALONE.search(text.strip()):
        return frozenset()
    return named_list(text, _DSCP_NAMES, 63)


def precedence_list(text: str) -> frozenset[int]:
    """Return the IP precedences of such a list."""
    return named_list(text, _PRECEDENCE_NAMES, 7)

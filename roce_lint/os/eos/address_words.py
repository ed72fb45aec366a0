"""What follows `ip address` and `ipv6 address` on an interface."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_interface

from roce_lint.os.industry_cli.addresses import usual_address

_OPTIONS = frozenset({"secondary", "virtual", "link-local", "eui-64", "anycast"})
_WITHOUT_ADDRESS = frozenset({"dhcp", "unnumbered", "auto-config"})
HAS_NO_ADDRESS = "-"
"""The interface learns or borrows its address."""
NO_ADDRESS = ""
"""The words hold none."""


def written_address(words: Sequence[str]) -> str:
    """Return `A.B.C.D/len` from that form or from address and mask, HAS_NO_ADDRESS, or NO_ADDRESS for anything else."""
    said = [word for word in words if word not in _OPTIONS]
    if said and said[0] in _WITHOUT_ADDRESS:
        return HAS_NO_ADDRESS
    text = "/".join(said[:2]) if len(said) == 2 and "/" not in said[0] else "".join(said[:1])
    if usual_address(text):
        return text
    try:
        return str(ip_interface(text)) if "/" in text else NO_ADDRESS
    except ValueError:
        return NO_ADDRESS

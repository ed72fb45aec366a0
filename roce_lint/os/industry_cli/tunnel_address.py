"""The address of a VXLAN tunnel endpoint: that of the interface which its tunnels begin at."""

from __future__ import annotations

from collections.abc import Iterable

from roce_lint.model.device import Port
from roce_lint.model.fact import Fact, Stated, Unknown


def tunnel_address(interface: Stated[str], ports: Iterable[Port]) -> Fact[str]:
    """Return the first address of the interface without its prefix length."""
    for port in ports:
        if port.name == interface.value and port.addresses:
            first = port.addresses[0]
            return first if isinstance(first, Unknown) else Stated(first.value.partition("/")[0], first.source)
    return Unknown(f"{interface.value} has no address in this file", interface.source)

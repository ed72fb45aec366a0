"""Whether the name of an interface means a port."""

from __future__ import annotations

from roce_lint.model.device import Port
from roce_lint.model.fact import known
from roce_lint.model.interface_names import canonical_interface


def same_interface(port: Port, name: str) -> bool:
    """Say whether an interface name means the port, its bundle, or a subinterface of one of them."""
    wanted = canonical_interface(name).lower()
    return _is_of(wanted, port.name) or bool((bundle := known(port.values.lag, "")) and _is_of(wanted, bundle))


def _is_of(wanted: str, name: str) -> bool:
    base = canonical_interface(name).lower()
    return wanted == base or wanted.startswith(f"{base}.")

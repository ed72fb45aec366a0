"""Whether the name of an interface means a port."""

from __future__ import annotations

from roce_lint.model.device import Port
from roce_lint.model.fact import known
from roce_lint.model.interface_names import canonical_interface


def same_interface(port: Port, name: str) -> bool:
    """Say whether an interface name means the port, its bundle, or a subinterface of one of them."""
    wanted = canonical_interface(name).lower()
    bases = [canonical_interface(port.name).lower()]
    if bundle := known(port.values.lag, ""):
        bases.append(canonical_interface(bundle).lower())
    return any(wanted == base or wanted.startswith(f"{base}.") for base in bases)

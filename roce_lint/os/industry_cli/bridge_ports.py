"""Which ports switch which VLANs, with one tuple for all VLANs of the same ports."""

from __future__ import annotations

from collections.abc import Collection

from roce_lint.model.device import AnyPort, Port
from roce_lint.model.fact import Stated, Unknown
from roce_lint.model.terms import PortKind


class PortsOfVlans:
    """The VLANs that exist and the ports that switch them.

    A VLAN exists if it is declared, has a routed interface, or is what a port states; a trunk that carries all VLANs
    by default makes none. A member of a bundle stands for itself no more: the bundle switches.
    """

    def __init__(self, ports: tuple[Port, ...], declared: Collection[int]) -> None:
        vlans = set(declared) | {_number_of(port) for port in ports if port.kind is PortKind.VLAN}
        switching: list[tuple[str, frozenset[int]]] = []
        switched: dict[int, frozenset[int]] = {}
        for port in ports:
            kind = port.values
            numbers = switched.get(id(kind))
            if numbers is None:
                numbers = switched[id(kind)] = _switched_by(kind)
            if numbers:
                switching.append((port.name, numbers))
                vlans |= numbers if len(numbers) == 1 else set()
        self._vlans = vlans
        self._switching = switching

    def in_order(self) -> list[tuple[int, tuple[str, ...]]]:
        """Return each VLAN with its ports, those without ports left out."""
        tuples: dict[tuple[str, ...], tuple[str, ...]] = {}
        found = []
        for vlan in sorted(self._vlans):
            names = tuple(name for name, carried in self._switching if vlan in carried)
            if names:
                found.append((vlan, tuples.setdefault(names, names)))
        return found


def _switched_by(port: AnyPort) -> frozenset[int]:
    """Return the VLANs that a port switches by itself, none where it is shut down."""
    if isinstance(port.vlans, Unknown) or _is_member(port) or port.kind not in (PortKind.ETHERNET, PortKind.LAG):
        return frozenset()
    is_shut = isinstance(port.enabled, Stated) and not port.enabled.value
    return frozenset() if is_shut else port.vlans.value


def _number_of(port: Port) -> int:
    digits = port.name.lstrip("Vlanv").strip()
    return int(digits) if digits.isdecimal() and len(digits) < 5 else 0


def _is_member(port: AnyPort) -> bool:
    return not isinstance(port.lag, Unknown) and bool(port.lag.value)

"""VLANs as bridge domains: which ports switch each, with one tuple for all VLANs of the same ports."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.bridging import BridgeDomain
from roce_lint.model.device import AnyPort, Port
from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.terms import PortKind
from roce_lint.text.lines import Line
from roce_lint.values import replace


def bridge_domains(
    ports: tuple[Port, ...], declared: Mapping[int, Line], arp_ages_s: Mapping[str, Fact[int]], plain: BridgeDomain
) -> list[BridgeDomain]:
    """Return the VLANs that some port switches, in order, each as `plain` with what is its own.

    `declared`: VLANs with the first block of each. `arp_ages_s`: by gateway. A VLAN exists if it is
    declared, has a routed interface, or is what a port states; a trunk that carries all VLANs by default makes none. A
    member of a bundle stands for itself no more: the bundle switches.
    """
    gateways = {_number_of(port): port.name for port in ports if port.kind is PortKind.VLAN}
    vlans = set(declared) | set(gateways)
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
    tuples: dict[tuple[str, ...], tuple[str, ...]] = {}
    found = []
    for vlan in sorted(vlans):
        names = tuple(name for name, carried in switching if vlan in carried)
        if names:
            gateway = f"Vlan{vlan}" if gateways.get(vlan) == f"Vlan{vlan}" else ""
            found.append(
                replace(
                    plain,
                    name=str(vlan),
                    vlan=vlan,
                    ports=tuples.setdefault(names, names),
                    gateway=gateway,
                    arp_age_s=arp_ages_s.get(gateway, plain.arp_age_s),
                    source=declared[vlan].block(plain.source.file) if vlan in declared else plain.source,
                )
            )
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

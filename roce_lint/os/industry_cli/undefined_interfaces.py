"""VLANs, VRFs, bundles and sources of tunnels that the ports of RoCE name and the configuration does not define."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from roce_lint.model.device import AnyPort, Port, UndefinedReference
from roce_lint.model.fact import Fact, Stated
from roce_lint.model.logic import is_false
from roce_lint.model.routing import Routing
from roce_lint.model.terms import PfcMode, PortKind
from roce_lint.os.industry_cli.undefined_names import VRF
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern

_VLAN = lazy_pattern(r"vlan (\d[\d,\s-]*)", re.ASCII)
_VRF = lazy_pattern(r"(?:vrf (?:instance|definition|context)|ip vrf) (\S+)")
_PHYSICAL = (PortKind.ETHERNET, PortKind.LAG)


def undefined_interfaces(root: Line, ports: Sequence[Port], routing: Routing) -> tuple[UndefinedReference, ...]:
    """Return what ports with PFC, and tunnels, refer to and nothing defines, in order of place.

    VLANs and VRFs are asked for only where the file defines one at all: else it is an excerpt.
    """
    names = frozenset(port.name for port in ports)
    # Ports that look alike are asked once, as long as nothing is missing.
    kinds = {id(kind): kind for kind in [port.values for port in ports]}
    asks = {number: _refers(kind) and _pauses(kind) and not is_false(kind.enabled) for number, kind in kinds.items()}
    asking = [port for port in ports if asks[id(port.values)]]
    lines = root.children if asking else ()
    texts = [line.text for line in lines if line.text.startswith(("vlan ", "vrf ", "ip vrf "))]
    vlans = frozenset(number for text in texts if (found := _VLAN.fullmatch(text)) for number in _numbers(found[1]))
    vrfs = frozenset(found[1] for text in texts if (found := _VRF.fullmatch(text)))
    found_here: set[UndefinedReference] = set()
    sound = {number for number, kind in kinds.items() if asks[number] and not [*_of_port(kind, names, vlans, vrfs)]}
    for port in asking:
        if id(port.values) not in sound:
            found_here.update(_of_port(port, names, vlans, vrfs))
    for tunnel in routing.tunnels:
        found_here.update(_missing("interface", tunnel.source_interface, names))
    return tuple(sorted(found_here, key=lambda one: (one.source, one.kind, one.name)))


def _refers(port: AnyPort) -> bool:
    """Say whether a physical port states a bundle, a VRF or a VLAN."""
    if port.kind not in _PHYSICAL:
        return False
    switches = isinstance(port.vlans, Stated) and bool(port.vlans.value)
    return switches or isinstance(port.lag, Stated) or isinstance(port.vrf, Stated)


def _pauses(port: AnyPort) -> bool:
    mode = port.qos.pfc_mode
    return isinstance(mode, Stated) and mode.value is PfcMode.ON


def _of_port(
    port: AnyPort, names: frozenset[str], vlans: frozenset[int], vrfs: frozenset[str]
) -> Iterator[UndefinedReference]:
    if isinstance(port.lag, Stated) and port.lag.value:
        yield from _missing("interface", port.lag, names)
    if vrfs:
        yield from _missing("VRF", port.vrf, vrfs | VRF.built_in)
    if vlans and isinstance(port.vlans, Stated) and len(port.vlans.value) == 1:
        (vlan,) = port.vlans.value
        if vlan not in vlans and vlan != 1:
            yield UndefinedReference("VLAN", str(vlan), port.vlans.source)


def _missing(kind: str, named: Fact[str], defined: frozenset[str]) -> Iterator[UndefinedReference]:
    if isinstance(named, Stated) and named.value not in defined:
        yield UndefinedReference(kind, named.value, named.source)


def _numbers(text: str) -> Iterator[int]:
    """Yield the VLANs of a list such as `1,20-29`."""
    for part in re.split(r"[,\s]+", text.strip(" ,")):
        first, _, last = part.partition("-")
        if first.isdecimal() and (not last or last.isdecimal()):
            yield from range(int(first), min(int(last or first), 4094) + 1)

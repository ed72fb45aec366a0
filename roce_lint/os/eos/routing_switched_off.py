"""Routing that EOS does not do although protocols and ports of it are configured: `ip routing` is off by default."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from roce_lint.model.device import Port, RefusedSetting
from roce_lint.model.fact import Source, known
from roce_lint.model.terms import PortKind
from roce_lint.text.lines import Line

_PROTOCOLS = ("router bgp", "router ospf", "router isis")
_SWITCHES = ("ip routing", "no ip routing", "ipv6 unicast-routing")


def routing_switched_off(sections: Sequence[Line], ports: Sequence[Port], file: str) -> Iterator[RefusedSetting]:
    """Yield protocols beside `no ip routing`, and VRFs with ports and addresses in which routing is not enabled.

    Files that neither enable nor disable routing are excerpts; so are VRFs that they do not define.
    """
    said = [" ".join(line.text.split()) for line in sections if line.text.startswith(_SWITCHES)]
    enabled = {text.partition(" vrf ")[2] for text in said if not text.startswith("no ")}
    if not said:
        return
    if "no ip routing" in said and "" not in enabled:
        for line in sections:
            if line.text.startswith(_PROTOCOLS):
                place = Source(file, line.number, line.number)
                yield RefusedSetting(line.text, "`no ip routing` leaves routing off", place)
                return
    used = {
        known(port.values.vrf, "") for port in ports if port.kind is not PortKind.MANAGEMENT and port.values.addresses
    }
    for line in sections if "" in enabled else ():
        name = line.text.removeprefix("vrf instance ").strip() if line.text.startswith("vrf instance ") else ""
        if name and name in used and name not in enabled:
            because = f"without `ip routing vrf {name}` nothing is routed in it"
            yield RefusedSetting(line.text, because, Source(file, line.number, line.number))


def in_order(*groups: Iterable[RefusedSetting]) -> tuple[RefusedSetting, ...]:
    """Return refused settings by their places."""
    return tuple(sorted((one for group in groups for one in group), key=lambda one: one.source))

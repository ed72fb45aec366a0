"""Which ports of leaves are in one bundle, on one leaf or on two: they lead to one host."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from roce_lint.model.device import Device, Link, PortRef
from roce_lint.model.fact import known

HostBundle: TypeAlias = tuple[str, ...]
"""What the ports of a bundle have in common: its switches or its Ethernet segment, and its name or number there."""


def host_bundles(leaves: Sequence[Device], links: Iterable[Link]) -> Mapping[PortRef, HostBundle]:
    """Return the bundle of each port that is in one; bundles of two leaves by their number or Ethernet segment."""
    pairs = _pairs(leaves, links)
    found: dict[PortRef, HostBundle] = {}
    for leaf in leaves:
        numbers = {bundle.port: bundle.identifier for link in leaf.routing.peer_links for bundle in link.bundles}
        segments = {known(one.port, ""): known(one.identifier, "") for one in leaf.routing.ethernet_segments}
        for port in leaf.ports:
            lag = known(port.lag, "")
            if not lag:
                continue
            if segments.get(lag):
                found[PortRef(leaf.name, port.name)] = ("segment", segments[lag])
            elif lag in numbers and leaf.name in pairs:
                found[PortRef(leaf.name, port.name)] = (*pairs[leaf.name], str(numbers[lag]))
            else:
                found[PortRef(leaf.name, port.name)] = (leaf.name, lag)
    return found


def _pairs(leaves: Sequence[Device], links: Iterable[Link]) -> Mapping[str, tuple[str, str]]:
    """Return the pair of each leaf that has a peer link and a cable to another one with a peer link."""
    paired = {leaf.name for leaf in leaves if leaf.routing.peer_links}
    found: dict[str, tuple[str, str]] = {}
    for link in links:
        first, second = sorted((link.a.device, link.b.device))
        if first != second and {first, second} <= paired:
            found |= {first: (first, second), second: (first, second)}
    return found

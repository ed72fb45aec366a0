"""Which static routes may decide about packets for hosts: those that drop what is for no host are many."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TypeAlias

from roce_lint.model.addresses import BITS, Subnet, interface_of, subnet_of
from roce_lint.model.device import Port
from roce_lint.model.routing import Routing, StaticRoute
from roce_lint.values import replace

Block: TypeAlias = tuple[int, int]
"""The first bits of an address, with the IP version: enough to tell that a route covers no subnet of the fabric."""
_BLOCK = {4: 16, 6: 32}


class HostRoutes:
    """Looks at static routes of many switches, which mostly have the same; `hosts` are the blocks of all subnets."""

    def __init__(self, hosts: Set[Block]) -> None:
        self._hosts = hosts
        self._may_cover: dict[str, bool] = {}

    def onward(self, routing: Routing) -> Routing:
        """Return routing without static routes that drop what is for no host."""
        return replace(routing, static_routes=tuple([one for one in routing.static_routes if self._counts(one)]))

    def passed_by(self, routing: Routing) -> set[str]:
        """Return the prefixes of the routes that `onward` leaves out."""
        return {one.prefix for one in routing.static_routes if not self._counts(one)}

    def _counts(self, route: StaticRoute) -> bool:
        """Say whether a route may decide about packets for a host."""
        if not route.discards:
            return True
        found = self._may_cover.get(route.prefix)
        if found is None:
            subnet = subnet_of(route.prefix)
            found = subnet is None or subnet.length < _BLOCK[subnet.version] or _block(subnet) in self._hosts
            self._may_cover[route.prefix] = found
        return found


def blocks_of_prefixes(prefixes: Iterable[str]) -> frozenset[Block]:
    """Return the blocks of prefixes that are no shorter than a block; what is no prefix is left out."""
    subnets = [subnet_of(prefix) for prefix in prefixes]
    return frozenset(_block(subnet) for subnet in subnets if subnet is not None)


def blocks_of(ports: Iterable[Port]) -> frozenset[Block]:
    """Return the blocks in which the subnets of ports lie."""
    found: set[Block] = set()
    told: set[tuple[str, str]] = set()
    for port in ports:
        for text in port.stated_addresses:
            # What differs in the last octet of IPv4 lies in one block.
            key = text[: text.rfind(".") + 1] or text, text[text.rfind("/") :]
            if key not in told and (interface := interface_of(text)) is not None:
                told.add(key)
                found.add(_block(interface.subnet))
    return frozenset(found)


def _block(subnet: Subnet) -> Block:
    return subnet.version, subnet.number >> (BITS[subnet.version] - _BLOCK[subnet.version])

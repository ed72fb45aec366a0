"""A route that a host has by one of its ports."""

from __future__ import annotations

from roce_lint.model.fact import Fact
from roce_lint.values import dataclass


@dataclass(frozen=True, slots=True)
class HostRoute:
    """A route by `port`, a NIC or a bond of the host, at the place of its `next_hop`.

    `destination` is a prefix or `default`, empty where the route is unknown. `next_hop` is an address, empty for
    destinations on the link. `table` is the routing table, by number or name (`main` unless another is stated).
    `on_link`: the next hop is taken to be on the link whatever addresses the port has.
    """

    port: str
    destination: str
    next_hop: Fact[str]
    table: str = "main"
    on_link: bool = False

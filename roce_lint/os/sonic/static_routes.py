"""Static routes of `STATIC_ROUTE`, as bgpcfgd hands them to FRRouting.

Each field lists a value for each next hop, between commas. A row of which the lists have different lengths is dropped,
and routes are announced by BGP unless `advertise` is false (sonic-buildimage src/sonic-bgpcfgd managers_static_rt.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Default, Fact, Stated
from roce_lint.model.route_policy import PolicyChain
from roce_lint.model.routing import AddressFamily, Origination, RouteOrigin, StaticRoute
from roce_lint.os.industry_cli.route_lists import prefix_of
from roce_lint.os.industry_cli.routing_dialect import EVERY_ROUTE
from roce_lint.os.sonic.database import Database
from roce_lint.os.sonic.defaults import ROUTING
from roce_lint.text.json_rows import Row

_LISTS = ("nexthop", "ifname", "distance", "blackhole", "nexthop-vrf")
_NO_ADDRESS = ("", "0.0.0.0", "::")


def static_routes(database: Database, diagnostics: Diagnostics) -> Iterator[StaticRoute]:
    """Yield one route for each next hop, and report rows that are dropped."""
    for row in database.rows("STATIC_ROUTE"):
        vrf, prefix = _vrf_and_prefix(row)
        lists = _lists(row)
        lengths = {len(values) for values in lists.values()}
        if not prefix:
            because = f"{row.keys[-1]!r} is no prefix"
            diagnostics.refused(f"STATIC_ROUTE|{row.key}", because, row.first_line)
        elif len(lengths) > 1:
            because = f"{', '.join(lists)} list different numbers of next hops: bgpcfgd drops the route"
            diagnostics.refused(f"STATIC_ROUTE|{row.key}", because, row.first_line)
        else:
            for number in range(max(lengths, default=0)):
                yield _route(row, vrf, prefix, {name: values[number] for name, values in lists.items()})


def _route(row: Row, vrf: str, prefix: str, hop: dict[str, str]) -> StaticRoute:
    stated = hop.get("distance", "0")
    distance: Fact[int] = ROUTING.static_distance.at(row.first_line)
    if stated.isdecimal() and 0 < int(stated[:4]) < 256:
        distance = Stated(int(stated), row.fields["distance"].source)
    discards = hop.get("blackhole") == "true"
    address = "" if discards or hop.get("nexthop", "") in _NO_ADDRESS else hop["nexthop"]
    return StaticRoute(vrf, prefix, address, hop.get("ifname", ""), discards, distance, 0, row.source)


def announced_routes(database: Database) -> Iterator[Origination]:
    """Yield the static routes of the global table that BGP announces."""
    for row in database.rows("STATIC_ROUTE"):
        vrf, prefix = _vrf_and_prefix(row)
        is_there = len({len(values) for values in _lists(row).values()}) == 1
        if vrf == "default" and prefix and is_there and row.get("advertise") != "false":
            family = AddressFamily.IPV6 if ":" in prefix else AddressFamily.IPV4
            because = "bgpcfgd redistributes it: advertise is not false"
            every: Fact[PolicyChain] = Default(EVERY_ROUTE, row.first_line, because)
            yield Origination(family, RouteOrigin.STATIC, prefix, every, row.first_line)


def _lists(row: Row) -> dict[str, list[str]]:
    return {name: row.get(name).split(",") for name in _LISTS if row.get(name)}


def _vrf_and_prefix(row: Row) -> tuple[str, str]:
    """Return both parts of the key, of which the VRF may be left out."""
    *vrf, prefix = row.keys
    return vrf[0] if vrf else "default", prefix_of(prefix)

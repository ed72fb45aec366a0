"""Static routes: `ip route PREFIX NEXT-HOP [DISTANCE] [tag N]`."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source, Stated
from roce_lint.model.routing import StaticRoute
from roce_lint.os.industry_cli.route_lists import prefix_of
from roce_lint.os.industry_cli.routing_dialect import RoutingDialect
from roce_lint.os.industry_cli.statements import Statement

_DISCARDS = ("null0", "null")
_WITH_ARGUMENT = ("name", "track", "vrf", "tag", "metric", "weight")
"""Options whose argument is not the administrative distance."""


class StaticRoutes:
    """The static routes of one file; `no ip route` takes away every route that it names the beginning of."""

    def __init__(self, dialect: RoutingDialect) -> None:
        self._dialect = dialect
        self._routes: dict[tuple[str, ...], StaticRoute] = {}

    def routes(self) -> tuple[StaticRoute, ...]:
        """Return the routes in the order of the file."""
        return tuple(self._routes.values())

    def read(self, statement: Statement, vrf: str = "default") -> None:
        """Take an `ip route` or `ipv6 route` line; `vrf` is the one whose block it is in."""
        words = statement.words[2:]
        if words[:1] == ("static",):
            words = words[1:]
        if words[:1] == ("vrf",) and len(words) > 2:
            vrf, words = words[1], words[2:]
        if len(words) > 1 and "/" not in words[0]:
            words = (f"{words[0]}/{words[1]}", *words[2:])
        prefix = prefix_of(words[0]) if words else ""
        key = (vrf, prefix, *words[1:3])
        if not statement.is_stated:
            self._routes = {of: route for of, route in self._routes.items() if of[: len(key)] != key}
        elif prefix and len(words) > 1:
            self._routes[key] = self._route(vrf, prefix, words[1:], statement.source)

    def _route(self, vrf: str, prefix: str, words: tuple[str, ...], source: Source) -> StaticRoute:
        target, options = words[0], words[1:]
        discards = target.lower() in _DISCARDS
        names = self._dialect.interface_names(target) if target[0].isalpha() and not discards else ()
        next_hop = "" if names or discards else target.partition("/")[0]
        if names and options and ("." in options[0] or ":" in options[0]):
            next_hop, options = options[0], options[1:]
        distance: Fact[int] = self._dialect.static_distance.at(source)
        tag, option = 0, ""
        for word in options:
            if option == "tag" and word.isdecimal() and len(word) < 11:
                tag = int(word)
            elif not option and word.isdecimal() and len(word) < 4:
                distance = Stated(int(word), source)
            option = word if not option and word in _WITH_ARGUMENT else ""
        return StaticRoute(vrf, prefix, next_hop, names[0] if names else "", discards, distance, tag, source)

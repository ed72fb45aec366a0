"""BGP, OSPF, IS-IS, static routes, route maps and their lists of one file of the industry-standard CLI."""

from __future__ import annotations

from roce_lint.model.device import Port, UndefinedReference
from roce_lint.model.fact import Fact, Source, Stated
from roce_lint.model.routing import AsnRanges, BgpProcess, Routing, StaticRoute
from roce_lint.os.industry_cli.as_path import asn_of
from roce_lint.os.industry_cli.bgp_facts import bgp_processes
from roce_lint.os.industry_cli.bgp_lines import BgpInstance, BgpLineReader
from roce_lint.os.industry_cli.command import negation_and_words
from roce_lint.os.industry_cli.igp_facts import igp_processes
from roce_lint.os.industry_cli.igp_lines import IgpLineReader
from roce_lint.os.industry_cli.route_lists import RouteLists, prefix_of
from roce_lint.os.industry_cli.route_maps import RouteMaps
from roce_lint.os.industry_cli.routing_dialect import RoutingDialect
from roce_lint.os.industry_cli.statements import Statement, statement_of
from roce_lint.os.industry_cli.undefined_names import undefined_names, undefined_vrfs
from roce_lint.os.industry_cli.undefined_policies import undefined_policies, undefined_sessions
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern


class RoutingReader:
    """Takes the sections of one file that decide paths; `routing` returns what they amount to."""

    def __init__(self, dialect: RoutingDialect, file: str) -> None:
        self._dialect = dialect
        self._file = file
        self._bgp_lines = BgpLineReader(dialect, file)
        self._static = StaticRoutes(dialect)
        self._lists = RouteLists(file)
        self.route_maps = RouteMaps(file, self._lists)
        self.peer_filters = PeerFilters(file)
        self.igp = IgpLineReader(dialect, file)
        self.bgp: BgpInstance | None = None

    def read_router(self, line: Line) -> None:
        """Take a `router bgp`, `router ospf` or `router isis` block, or `no` of it."""
        header = statement_of(line, self._file)
        match header.words:
            case ("router", "bgp", *_) if not header.is_stated:
                self.bgp = None
            case ("router", "bgp", asn, *_):
                self.bgp = self.bgp or BgpInstance(line.block(self._file), asn_of(asn))
                self._bgp_lines.read(self.bgp, line.children)
            case ("router", protocol, *_) if protocol in self._dialect.igp.protocols:
                self.igp.read_process(line)

    def read_ip(self, line: Line, vrf: str = "default") -> None:
        """Take a line that begins with `ip` or `ipv6`, of the top level or of a VRF: lists and static routes."""
        if negation_and_words(line.text)[1][1:2] == ("route",):
            self._static.read(statement_of(line, self._file), vrf)
        else:
            self._lists.add(line)

    def routing(self, ports: tuple[Port, ...]) -> Routing:
        """Return what routes, when all sections are read."""
        used: set[str] = set()
        bgp: tuple[BgpProcess, ...] = ()
        if self.bgp is not None:
            bgp = bgp_processes(self.bgp, self._dialect.bgp, self.peer_filters.ranges, used)
        igp = igp_processes(self.igp, self._dialect.igp, ports, used)
        return Routing(bgp=bgp, igp=igp, static_routes=self._static.routes(), policies=self.route_maps.policies(used))

    def undefined(self, text: str, ports: tuple[Port, ...], routing: Routing) -> tuple[UndefinedReference, ...]:
        """Return what decides paths and refers to something that nothing in the `text` defines."""
        return (
            *undefined_policies(routing),
            *undefined_sessions(self.bgp, self._dialect, self.peer_filters.names, ports),
            *undefined_names(text, self._file, self._dialect.references),
            *undefined_vrfs(text, routing),
        )


_ENTRY = lazy_pattern(r"(?:\d+ )?match as-range (\S+?)(?:-(\S+))? result (accept|reject)")


class PeerFilters:
    """The peer filters of one file; `names` of all, `ranges` of those that only accept."""

    def __init__(self, file: str) -> None:
        self._file = file
        self.names: set[str] = set()
        self.ranges: dict[str, Stated[AsnRanges]] = {}

    def read(self, line: Line) -> None:
        """Take `peer-filter NAME` and its entries; a filter that rejects something is not evaluated."""
        words = line.text.split()
        if words[0] != "peer-filter" or len(words) < 2:
            return
        self.names.add(words[1])
        ranges: list[tuple[int, int]] = []
        for entry in line.children:
            found = _ENTRY.fullmatch(entry.text)
            low, high = (asn_of(found[1]), asn_of(found[2] or found[1])) if found else (-1, -1)
            if not found or found[3] != "accept" or min(low, high) < 0:
                return
            ranges.append((low, high))
        if ranges:
            self.ranges[words[1]] = Stated(AsnRanges(tuple(ranges)), line.block(self._file))


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

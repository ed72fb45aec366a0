"""BGP, OSPF, IS-IS, static routes, route maps and their lists of one file of the industry-standard CLI."""

from __future__ import annotations

from roce_lint.model.device import Port, UndefinedReference
from roce_lint.model.routing import BgpProcess, Routing
from roce_lint.os.industry_cli.as_path import asn_of
from roce_lint.os.industry_cli.bgp_facts import bgp_processes
from roce_lint.os.industry_cli.bgp_lines import BgpInstance, BgpLineReader
from roce_lint.os.industry_cli.command import negation_and_words
from roce_lint.os.industry_cli.igp_facts import igp_processes
from roce_lint.os.industry_cli.igp_lines import IgpLineReader
from roce_lint.os.industry_cli.peer_filters import PeerFilters
from roce_lint.os.industry_cli.route_lists import RouteLists
from roce_lint.os.industry_cli.route_maps import RouteMaps
from roce_lint.os.industry_cli.routing_dialect import RoutingDialect
from roce_lint.os.industry_cli.statements import statement_of
from roce_lint.os.industry_cli.static_routes import StaticRoutes
from roce_lint.os.industry_cli.undefined_names import undefined_names, undefined_vrfs
from roce_lint.os.industry_cli.undefined_policies import undefined_policies
from roce_lint.os.industry_cli.undefined_sessions import undefined_sessions
from roce_lint.text.lines import Line


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

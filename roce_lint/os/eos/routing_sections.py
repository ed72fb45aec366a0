"""Everything of an EOS configuration that decides paths, collected section by section."""

from __future__ import annotations

from roce_lint.model.device import Port, UndefinedReference
from roce_lint.model.fact import Default, Fact, Source, Stated
from roce_lint.model.routing import AsnRanges, BgpProcess, Routing, StaticRoute
from roce_lint.os.eos import defaults
from roce_lint.os.eos.bgp_lines import BgpLines
from roce_lint.os.eos.bridging import BridgingReader
from roce_lint.os.eos.command import Command, Negation, command_of
from roce_lint.os.eos.names import interface_names
from roce_lint.os.eos.routing_bgp import BgpMaker
from roce_lint.os.eos.routing_igp import IgpReader
from roce_lint.os.eos.undefined_sessions import undefined_sessions
from roce_lint.os.industry_cli.as_path import asn_of
from roce_lint.os.industry_cli.route_lists import RouteLists, prefix_of
from roce_lint.os.industry_cli.route_maps import RouteMaps
from roce_lint.os.industry_cli.undefined_names import OF_EOS, undefined_names, undefined_vrfs
from roce_lint.os.industry_cli.undefined_policies import undefined_policies
from roce_lint.text.lines import Line
from roce_lint.text.patterns import late_pattern

OF_PATHS = ("ip ospf ", "isis ", "arp aging ", "mlag ", "no ip ospf ", "no isis ", "no arp aging ", "no mlag")
"""How the lines of an interface begin that decide paths, besides its addresses."""
_PEER_FILTER = late_pattern(r"(?:\d+ )?match as-range (\S+?)(?:-(\S+))? result (accept|reject)")
_COMMUNITY_KINDS = {"standard": False, "expanded": True, "regexp": True}
_IGPS = ("ospf", "ospf3", "isis")


class RoutingReader:
    """Takes the sections of one file; `routing` returns what they amount to."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._lists = RouteLists(file, _read_list)
        self._maps = RouteMaps(file, self._lists)
        self._bgp: BgpLines | None = None
        self._igp = IgpReader(file)
        self._peer_filters: dict[str, Stated[AsnRanges]] = {}
        self._filter_names: set[str] = set()
        self._static: dict[tuple[str, ...], StaticRoute] = {}
        self.bridging = BridgingReader(file)

    def read_router(self, command: Command) -> None:
        """Take a `router bgp`, `router ospf` or `router isis` block."""
        if len(command.words) < 2:
            return
        if command.words[1] in _IGPS:
            self._igp.read_process(command)
        elif command.words[1] == "bgp" and not command.plain:
            self._bgp = None
        elif command.words[1] == "bgp" and len(command.words) > 2:
            block = command.line.block(self._file)
            self._bgp = self._bgp or BgpLines(block, asn_of(command.words[2]))
            self._bgp.read(command.line.children, self._file)

    def read_route_map(self, command: Command) -> None:
        """Take one entry of a route map."""
        self._maps.read(command.line, negated=command.negation is Negation.NO)

    def read_peer_filter(self, command: Command) -> None:
        """Take `peer-filter NAME` with ranges of AS numbers; one that rejects something is not evaluated."""
        self._filter_names.update(command.words[1:2])
        ranges: list[tuple[int, int]] = []
        for line in command.line.children:
            found = _PEER_FILTER.fullmatch(line.text)
            low, high = (asn_of(found[1]), asn_of(found[2] or found[1])) if found else (-1, -1)
            if not found or found[3] != "accept" or min(low, high) < 0:
                return
            ranges.append((low, high))
        if len(command.words) == 2 and ranges:
            place = command.line.block(self._file)
            self._peer_filters[command.words[1]] = Stated(AsnRanges(tuple(ranges)), place)

    def read_ip(self, command: Command) -> None:
        """Take prefix lists, community lists, AS-path lists and static routes, which all begin with `ip` or `ipv6`."""
        words = command.words
        if len(words) < 3:
            return
        match words[1]:
            case "route":
                self._read_static(command)
            case "prefix-list":
                self._lists.keep(words[0], words[2], command.line)
            case "community-list" if len(words) > 3:
                name = words[3] if words[2] in _COMMUNITY_KINDS else words[2]
                self._lists.keep("community", name, command.line)
            case "as-path" if len(words) > 4 and words[2] == "access-list":
                self._lists.keep("as-path", words[3], command.line)

    def read_interface(self, name: str, line: Line) -> None:
        """Take the lines of an interface that decide paths."""
        if name.startswith("Vxlan"):
            self.bridging.read_tunnel(name, line)
            return
        for child in line.children:
            if child.text.startswith(OF_PATHS):
                command = command_of(child)
                self._igp.read_interface_line(name, command)
                self.bridging.read_interface_line(name, command)

    def _read_static(self, command: Command) -> None:
        words = list(command.words[2:])
        vrf = "default"
        if words[0] == "vrf" and len(words) > 2:
            vrf, words = words[1], words[2:]
        if "/" not in words[0] and len(words) > 1:
            words = [f"{words[0]}/{words[1]}", *words[2:]]
        prefix = prefix_of(words[0])
        key = (vrf, prefix, *words[1:3])
        if not command.plain:
            self._static = {kept: route for kept, route in self._static.items() if kept[: len(key)] != key}
            return
        route = self._static_route(vrf, prefix, words[1:], command.line.source(self._file))
        if prefix and route:
            self._static[key] = route

    def _static_route(self, vrf: str, prefix: str, words: list[str], source: Source) -> StaticRoute | None:
        if not words:
            return None
        discards = words[0].lower() in ("null0", "null")
        names = () if discards else interface_names(words[0])
        interface = names[0] if names else ""
        rest = words[1:]
        next_hop = "" if interface or discards else words[0]
        if interface and rest and ("." in rest[0] or ":" in rest[0]):
            next_hop, rest = rest[0], rest[1:]
        distance: Fact[int] = Default(1, source, defaults.STATIC_DISTANCE)
        if rest and rest[0].isdecimal() and len(rest[0]) < 4:
            distance = Stated(int(rest[0]), source)
        tag = 0
        if "tag" in rest[:-1]:
            text = rest[rest.index("tag") + 1]
            tag = int(text) if text.isdecimal() and len(text) < 11 else 0
        return StaticRoute(vrf, prefix, next_hop, interface, discards, distance, tag, source)

    def routing(self, ports: tuple[Port, ...]) -> Routing:
        """Return the facts when all sections are read."""
        used: set[str] = set()
        bgp: tuple[BgpProcess, ...] = ()
        evpn = False
        if self._bgp is not None:
            maker = BgpMaker(self._bgp, self._peer_filters)
            bgp = maker.processes()
            used |= maker.used_policies
            evpn = self._bgp.has_evpn_vlans
        igp = self._igp.processes(ports)
        return Routing(
            bgp=bgp,
            igp=igp,
            static_routes=tuple(self._static.values()),
            policies=self._maps.policies(used | self._igp.used_policies),
            peer_links=self.bridging.peer_links(),
            bridge_domains=self.bridging.bridge_domains(ports),
            tunnels=self.bridging.tunnels(ports, evpn=evpn),
        )

    def undefined(self, text: str, ports: tuple[Port, ...], routing: Routing) -> tuple[UndefinedReference, ...]:
        """Return what decides paths and refers to something that nothing in the `text` defines."""
        return (
            *undefined_policies(routing),
            *undefined_sessions(self._bgp, self._filter_names, ports),
            *undefined_names(text, self._file, OF_EOS),
            *undefined_vrfs(text, routing),
        )


def _read_list(lists: RouteLists, line: Line, file: str) -> None:
    """Read a line about a prefix list, a community list or an AS-path list."""
    command = command_of(line)
    words, source = command.words, line.source(file)
    if words[1] == "prefix-list":
        _read_prefix_list(lists, command, file)
    elif words[1] == "as-path":
        if command.plain:
            lists.add_as_path(words[3], " ".join(words[4:]), source)
        else:
            lists.remove("as-path", words[3])
    else:
        kind = words[2] if words[2] in _COMMUNITY_KINDS else ""
        rest = words[3:] if kind else words[2:]
        if command.plain and len(rest) > 1:
            is_expression = _COMMUNITY_KINDS.get(kind, False)
            lists.add_community(rest[0], " ".join(rest[1:]), source, is_expression=is_expression)
        else:
            lists.remove("community", rest[0])


def _read_prefix_list(lists: RouteLists, command: Command, file: str) -> None:
    family, name, line = command.words[0], command.words[2], command.line
    if not command.plain:
        lists.remove(family, name)
        return
    lists.declare(family, name, line.block(file))
    if len(command.words) > 3:
        lists.add_prefix(family, name, " ".join(command.words[3:]), line.source(file))
    for child in line.children:
        if command_of(child).plain:
            lists.add_prefix(family, name, " ".join(child.text.split()), child.source(file))

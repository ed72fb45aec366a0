"""Everything of an NX-OS configuration that decides paths, collected block by block."""

from __future__ import annotations

import re
from collections.abc import Sequence

from roce_lint.model.device import Port, UndefinedReference
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.routing import BgpProcess, Routing, StaticRoute, TaggedPrefix
from roce_lint.os.industry_cli.as_path import asn_of
from roce_lint.os.industry_cli.route_lists import RouteLists, prefix_of
from roce_lint.os.industry_cli.route_maps import RouteMaps
from roce_lint.os.industry_cli.undefined_names import OF_NXOS, undefined_names, undefined_vrfs
from roce_lint.os.industry_cli.undefined_policies import undefined_policies
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.bgp_lines import BgpLines
from roce_lint.os.nxos.bridging import BridgingReader
from roce_lint.os.nxos.names import expand_interfaces
from roce_lint.os.nxos.routing_bgp import processes_of
from roce_lint.os.nxos.routing_igp import IgpReader
from roce_lint.os.nxos.undefined_sessions import undefined_sessions
from roce_lint.text.lines import Line
from roce_lint.text.patterns import late_pattern

_OF_IGP = ("ip router ", "ipv6 router ", "ip ospf ", "isis ", "no ip router ", "no ip ospf ", "no isis ")
_OF_BRIDGING = ("ip arp timeout", "no ip arp timeout", "vpc ", "no vpc ", "switchport block ", "no switchport block ")
OF_PATHS_BY_NAME = (*_OF_IGP, *_OF_BRIDGING)
"""How the lines of an interface begin that decide paths, besides its addresses."""
_OF_PATHS = (*OF_PATHS_BY_NAME, "ip address ", "ipv6 address ")
_TAGGED = late_pattern(r"(?:ip|ipv6) address (\S+/\d{1,3})(?: secondary)? tag (\d{1,10})", re.ASCII)
_COMMUNITY = late_pattern(r"ip community-list (standard|expanded) (\S+) (.+)")
_AS_PATH = late_pattern(r"ip as-path access-list (\S+) (.+)")
_PREFIX = late_pattern(r"(ip|ipv6) prefix-list (\S+) (.+)")
_STATIC = late_pattern(r"(?:ip|ipv6) route (?:static )?(\S+/\d{1,3}|[\d.]+ [\d.]+) (.+)", re.ASCII)


class RoutingReader:
    """Takes the blocks of one file; `routing` returns what they amount to."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._lists = RouteLists(file, _read_list)
        self._maps = RouteMaps(file, self._lists)
        self._bgp: BgpLines | None = None
        self._igp = IgpReader(file)
        self._static: dict[tuple[str, str], StaticRoute] = {}
        self._tags: dict[tuple[str, str], tuple[int, Source]] = {}
        self.bridging = BridgingReader(file)

    def read_bgp(self, block: Line) -> None:
        """Take `router bgp N`."""
        self._bgp = self._bgp or BgpLines(block.block(self._file), asn_of(block.text.split()[-1]))
        self._bgp.read(block.children, self._file)

    def read_igp(self, block: Line) -> None:
        """Take `router ospf NAME` or `router isis NAME`."""
        self._igp.read_process(block)

    def read_route_map(self, block: Line) -> None:
        """Take one entry of a route map."""
        self._maps.read(block, negated=block.text.startswith("no "))

    def read_vrf(self, block: Line) -> None:
        """Take `vrf context NAME`, whose static routes and VNI stand below it."""
        words = block.text.split()
        if len(words) < 3 or words[0] == "no":
            return
        self.bridging.read_vrf(words[2], block.children)
        for line in block.children:
            self._read_static(line, words[2])

    def read_ip(self, line: Line) -> None:
        """Take a top-level line that begins with `ip` or `ipv6`: lists, static routes, the age of ARP entries."""
        text = line.text.removeprefix("no ")
        words = text.split(" ", 4)
        kind, count = words[1] if len(words) > 1 else "", len(words)
        if kind == "route":
            self._read_static(line, "default")
        elif kind == "prefix-list" and count > 3:
            self._lists.keep(words[0], words[2], line)
        elif kind == "community-list" and count == 5:
            self._lists.keep("community", words[3], line)
        elif kind == "as-path" and count == 5 and words[2] == "access-list":
            self._lists.keep("as-path", words[3], line)
        elif text.startswith("ip arp timeout"):
            self.bridging.read_global(line)

    def read_interface(self, block: Line) -> None:
        """Take the lines of an interface that decide paths."""
        if block.text.startswith("interface nve"):
            self.bridging.read_tunnel(block)
            return
        names: tuple[str, ...] = ()
        for line in block.children:
            if not line.text.startswith(_OF_PATHS):
                continue
            names = names or expand_interfaces(block.text.removeprefix("interface").strip())
            if line.text.startswith(_OF_IGP):
                self._igp.read_interface_line(names, line)
            elif line.text.startswith(_OF_BRIDGING):
                self.bridging.read_interface_line(names, line)
            else:
                self.read_address(names, line)

    def read_address(self, names: Sequence[str], line: Line) -> None:
        """Take the address of an interface, which may have a tag."""
        found = _TAGGED.fullmatch(line.text) if " tag " in line.text else None
        for name in names if found else ():
            if found:
                self._tags[name, prefix_of(found[1])] = (int(found[2]), line.source(self._file))

    def _read_static(self, line: Line, vrf: str) -> None:
        text = line.text.removeprefix("no ")
        found = _STATIC.fullmatch(text)
        prefix = prefix_of(found[1]) if found else ""
        if not found or not prefix:
            return
        key = (vrf, " ".join([prefix, *found[2].split()[:2]]))
        if text != line.text:
            for kept in [kept for kept in self._static if kept[0] == vrf and kept[1].startswith(key[1])]:
                del self._static[kept]
            return
        self._static[key] = _static_route(vrf, prefix, found[2].split(), line.source(self._file))

    def routing(self, ports: tuple[Port, ...]) -> Routing:
        """Return the facts when all blocks are read."""
        used: set[str] = set()
        bgp: tuple[BgpProcess, ...] = processes_of(self._bgp, used) if self._bgp else ()
        igp = self._igp.processes(ports)
        return Routing(
            bgp=bgp,
            igp=igp,
            static_routes=tuple(self._static.values()),
            policies=self._maps.policies(used | self._igp.used_policies),
            tagged_prefixes=self._tagged_prefixes(ports),
            peer_links=self.bridging.peer_links(),
            bridge_domains=self.bridging.bridge_domains(ports),
            tunnels=self.bridging.tunnels(ports),
        )

    def undefined(self, text: str, ports: tuple[Port, ...], routing: Routing) -> tuple[UndefinedReference, ...]:
        """Return what decides paths and refers to something that nothing in the `text` defines."""
        return (
            *undefined_policies(routing),
            *undefined_sessions(self._bgp, ports),
            *undefined_names(text, self._file, OF_NXOS),
            *undefined_vrfs(text, routing),
        )

    def _tagged_prefixes(self, ports: tuple[Port, ...]) -> tuple[TaggedPrefix, ...]:
        vrfs = {port.name: port.vrf.value for port in ports if not isinstance(port.vrf, Unknown)}
        return tuple(
            TaggedPrefix(vrfs.get(name, "default"), prefix, tag, source)
            for (name, prefix), (tag, source) in self._tags.items()
        )


def _read_list(lists: RouteLists, line: Line, file: str) -> None:
    """Read a line about a prefix list, a community list or an AS-path list."""
    text = line.text.removeprefix("no ")
    negated = text != line.text
    source = line.source(file)
    if found := _PREFIX.fullmatch(text):
        if negated:
            lists.remove(found[1], found[2])
        else:
            lists.add_prefix(found[1], found[2], found[3], source)
    elif found := _COMMUNITY.fullmatch(text):
        if negated:
            lists.remove("community", found[2])
        else:
            lists.add_community(found[2], found[3], source, is_expression=found[1] == "expanded")
    elif found := _AS_PATH.fullmatch(text):
        if negated:
            lists.remove("as-path", found[1])
        else:
            lists.add_as_path(found[1], found[2], source)


def _static_route(vrf: str, prefix: str, words: list[str], source: Source) -> StaticRoute:
    discards = words[0].lower() == "null0"
    names = () if discards or not words[0][0].isalpha() else expand_interfaces(words[0])
    interface = names[0] if names else ""
    rest = words[1:]
    next_hop = "" if interface or discards else words[0].partition("/")[0]
    if interface and rest and ("." in rest[0] or ":" in rest[0]):
        next_hop, rest = rest[0], rest[1:]
    preference: Fact[int] = Default(1, source, defaults.STATIC_PREFERENCE)
    tag = 0
    skip = False
    for place, word in enumerate(rest):
        if skip:
            skip = False
        elif word in ("name", "track", "vrf", "tag") and place + 1 < len(rest):
            following = rest[place + 1]
            if word == "tag" and following.isdecimal() and len(following) < 11:
                tag = int(following)
            skip = True
        elif word.isdecimal() and len(word) < 4:
            preference = Stated(int(word), source)
    return StaticRoute(vrf, prefix, next_hop, interface, discards, preference, tag, source)

"""Everything of an NX-OS configuration that decides paths, collected block by block."""

from __future__ import annotations

import re
from collections.abc import Sequence

from roce_lint.model.device import Port
from roce_lint.model.fact import Source, known
from roce_lint.model.routing import Routing, TaggedPrefix
from roce_lint.os.industry_cli.route_lists import prefix_of
from roce_lint.os.industry_cli.routing_reader import RoutingReader
from roce_lint.os.industry_cli.virtual_addresses import OF_VIRTUAL_ADDRESSES, VirtualAddresses
from roce_lint.os.nxos.bridging import NxosBridgingReader
from roce_lint.os.nxos.names import expand_interfaces
from roce_lint.os.nxos.routing_dialect import ROUTING
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import replace

_OF_IGP = ("ip router ", "ipv6 router ", "ip ospf ", "isis ", "no ip router ", "no ip ospf ", "no isis ")
_OF_BRIDGING = ("ip arp timeout", "no ip arp timeout", "vpc ", "no vpc ", "switchport block ", "no switchport block ")
_OF_PATHS = (*_OF_IGP, *_OF_BRIDGING, *OF_VIRTUAL_ADDRESSES, "ip address ", "ipv6 address ")
_TAGGED = lazy_pattern(r"(?:ip|ipv6) address (\S+/\d{1,3})(?: secondary)? tag (\d{1,10})", re.ASCII)
_ROUTES = ("ip route ", "ipv6 route ", "no ip route ", "no ipv6 route ")


class NxosRoutingReader:
    """Routing and bridging of one file."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._tags: dict[tuple[str, str], tuple[int, Source]] = {}
        self.routing = RoutingReader(ROUTING, file)
        self.bridging = NxosBridgingReader(file)
        self._virtual = VirtualAddresses(file)

    def read_vrf(self, block: Line) -> None:
        """Take `vrf context NAME`, whose static routes and VNI stand below it."""
        words = block.text.split()
        if len(words) < 3:
            return
        self.bridging.read_vrf(words[2], block.children)
        for line in block.children:
            if line.text.startswith(_ROUTES):
                self.routing.read_ip(line, words[2])

    def read_ip(self, line: Line) -> None:
        """Take a top-level line that begins with `ip` or `ipv6`: lists, static routes, the age of ARP entries."""
        if line.text.startswith(("ip arp timeout", "no ip arp timeout")):
            self.bridging.read_global(line)
        else:
            self.routing.read_ip(line)

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
                self.routing.igp.read_interface_line(names, line)
            elif line.text.startswith(_OF_BRIDGING):
                self.bridging.read_interface_line(names, line)
            elif line.text.startswith(OF_VIRTUAL_ADDRESSES):
                self._virtual.read(names, line)
            else:
                self._read_address(names, line)

    def _read_address(self, names: Sequence[str], line: Line) -> None:
        """Take the address of an interface, which may have a tag."""
        found = _TAGGED.fullmatch(line.text) if " tag " in line.text else None
        for name in names if found else ():
            if found:
                self._tags[name, prefix_of(found[1])] = (int(found[2]), line.source(self._file))

    def facts(self, ports: tuple[Port, ...]) -> Routing:
        """Return the facts when all blocks are read."""
        vrfs = {port.name: known(port.values.vrf, "default") for port in ports}
        return replace(
            self.routing.routing(ports),
            tagged_prefixes=tuple(
                TaggedPrefix(vrfs.get(name, "default"), prefix, tag, source)
                for (name, prefix), (tag, source) in self._tags.items()
            ),
            peer_links=self.bridging.peer_links(),
            bridge_domains=self.bridging.bridge_domains(ports),
            tunnels=self.bridging.tunnels(ports),
            virtual_addresses=self._virtual.facts(),
        )

"""Everything of an EOS configuration that decides paths, collected section by section."""

from __future__ import annotations

from roce_lint.model.device import Port
from roce_lint.model.routing import Routing
from roce_lint.os.eos.bridging import EosBridgingReader
from roce_lint.os.eos.routing_dialect import ROUTING
from roce_lint.os.industry_cli.routing_reader import RoutingReader
from roce_lint.os.industry_cli.virtual_addresses import OF_VIRTUAL_ADDRESSES, VirtualAddresses
from roce_lint.text.lines import Line
from roce_lint.values import replace

_OF_PATHS = ("ip ospf ", "isis ", "arp aging ", "mlag ", "no ip ospf ", "no isis ", "no arp aging ", "no mlag")
"""How the lines of an interface begin that decide paths, besides its addresses."""


_OF_SEGMENTS = ("evpn ethernet-segment", "no evpn ethernet-segment", "lacp system-id", "no lacp system-id")
"""How the lines of an interface begin that attach its hosts to other switches too."""


class EosRoutingReader:
    """Routing and bridging of one file."""

    def __init__(self, file: str) -> None:
        self.routing = RoutingReader(ROUTING, file)
        self.bridging = EosBridgingReader(file)
        self._virtual = VirtualAddresses(file)

    def read_interface(self, name: str, line: Line) -> None:
        """Take the lines of an interface that decide paths."""
        if name.startswith("Vxlan"):
            self.bridging.read_tunnel(name, line)
            return
        for child in line.children:
            if child.text.startswith(_OF_PATHS):
                self.routing.igp.read_interface_line((name,), child)
                self.bridging.read_interface_line(name, child)
            elif child.text.startswith(_OF_SEGMENTS):
                self.bridging.read_interface_line(name, child)
            elif child.text.startswith(OF_VIRTUAL_ADDRESSES):
                self._virtual.read((name,), child)

    def read_router(self, line: Line) -> None:
        """Take a routing protocol, and what BGP says of VXLAN."""
        self.routing.read_router(line)
        if line.text.split()[:2] == ["router", "bgp"]:
            self.bridging.read_bgp(line)

    def facts(self, ports: tuple[Port, ...]) -> Routing:
        """Return the facts when all sections are read."""
        bgp = self.routing.bgp
        return replace(
            self.routing.routing(ports),
            peer_links=self.bridging.peer_links(),
            ethernet_segments=self.bridging.segments(),
            bridge_domains=self.bridging.bridge_domains(ports),
            tunnels=self.bridging.tunnels(ports, evpn=bgp is not None and "evpn vlan" in bgp.settings),
            virtual_addresses=self._virtual.facts(),
        )

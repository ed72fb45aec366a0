"""AS number, equal-cost paths and the load-balancing hash.

Routing that EOS does not do although protocols and ports of it are configured: `ip routing` is off by default.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from roce_lint.model.device import LoadBalancing, Port, RefusedSetting
from roce_lint.model.fact import NOWHERE, Fact, Source, Stated, Unknown, known
from roce_lint.model.terms import PortKind
from roce_lint.os.eos import defaults
from roce_lint.os.eos.routing_dialect import ROUTING
from roce_lint.os.industry_cli.command import NOT_STATED, Command, NotStated, Setting, command_of, stated_or
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass

_PROTOCOLS = ("router bgp", "router ospf", "router isis")
_SWITCHES = ("ip routing", "no ip routing", "ipv6 unicast-routing")


def routing_switched_off(sections: Sequence[Line], ports: Sequence[Port], file: str) -> Iterator[RefusedSetting]:
    """Yield protocols beside `no ip routing`, and VRFs with ports and addresses in which routing is not enabled.

    Files that neither enable nor disable routing are excerpts; so are VRFs that they do not define.
    """
    said = [" ".join(line.text.split()) for line in sections if line.text.startswith(_SWITCHES)]
    enabled = {text.partition(" vrf ")[2] for text in said if not text.startswith("no ")}
    if not said:
        return
    if "no ip routing" in said and "" not in enabled:
        for line in sections:
            if line.text.startswith(_PROTOCOLS):
                place = Source(file, line.number, line.number)
                yield RefusedSetting(line.text, "`no ip routing` leaves routing off", place)
                return
    used = {
        known(port.values.vrf, "") for port in ports if port.kind is not PortKind.MANAGEMENT and port.values.addresses
    }
    for line in sections if "" in enabled else ():
        name = line.text.removeprefix("vrf instance ").strip() if line.text.startswith("vrf instance ") else ""
        if name and name in used and name not in enabled:
            because = f"without `ip routing vrf {name}` nothing is routed in it"
            yield RefusedSetting(line.text, because, Source(file, line.number, line.number))


def in_order(*groups: Iterable[RefusedSetting]) -> tuple[RefusedSetting, ...]:
    """Return refused settings by their places."""
    return tuple(sorted((one for group in groups for one in group), key=lambda one: one.source))


_ASN = lazy_pattern(r"router bgp (\d{1,10})(?:\.(\d{1,5}))?", re.ASCII)
_PATHS = lazy_pattern(r"maximum-paths (\d{1,4})(?: ecmp (\d{1,4}))?", re.ASCII)
_HASH_FIELDS = lazy_pattern(r"port-channel load-balance \S+ fields ip (.+)")
_DYNAMIC = lazy_pattern(r"ip hardware fib load-balance distribution (hash|dynamic)(?: flow-set-size [1-7])?")


@dataclass(slots=True)
class RoutingLines:
    """What the routing and hashing lines say."""

    asn: Setting[int] = NOT_STATED
    maximum_paths: Setting[int] = NOT_STATED
    hash_uses_l4_ports: Setting[bool] = NOT_STATED
    runs_igp: bool = False
    """OSPF or IS-IS is configured, so that the underlay's paths need not be those of BGP."""
    igp_paths: Setting[int] = NOT_STATED
    distribution: Setting[bool] = NOT_STATED
    bgp_block: Source = NOWHERE

    def read_bgp(self, line: Line, diagnostics: LineDiagnostics) -> None:
        """Take `router bgp N` and the lines of its own level; VRFs below it have paths of their own."""
        found = _ASN.fullmatch(" ".join(line.text.split()))
        if not found:
            diagnostics.line_not_understood(line, "`router bgp` lacks an AS number")
            return
        number = int(found[1]) * 65536 + int(found[2]) if found[2] else int(found[1])
        self.asn = Stated(number, diagnostics.at(line))
        self.bgp_block = line.block(diagnostics.file)
        for child in line.children:
            command = command_of(child)
            paths = _PATHS.fullmatch(command.text)
            if paths:
                fewest = min(int(number) for number in paths.groups() if number)
                self.maximum_paths = Stated(fewest, diagnostics.at(child)) if command.plain else NOT_STATED

    def read_igp(self, line: Line, diagnostics: LineDiagnostics) -> None:
        """Take `router ospf`, `ospf3` or `isis`: of the paths that several state, the fewest."""
        self.runs_igp = True
        for child in line.walk() if "vrf" not in line.text.split() else ():
            paths = _PATHS.fullmatch(command_of(child).text)
            if paths and command_of(child).plain:
                so_far = self.igp_paths.value if isinstance(self.igp_paths, Stated) else int(paths[1])
                self.igp_paths = Stated(min(so_far, int(paths[1])), diagnostics.at(child))

    def read_distribution(self, command: Command, source: Source) -> str:
        """Take `ip hardware fib load-balance ...`; dynamic load balancing still keeps a flow on one path at a time."""
        if not command.plain or _DYNAMIC.fullmatch(command.text):
            self.distribution = Stated(False, source) if command.plain else NOT_STATED
            return ""
        because = f"`{command.text}` is no known way to distribute flows"
        self.distribution = Unknown(because, source)
        return because

    def read_hash(self, command: Command, source: Source) -> None:
        """Take `port-channel load-balance ... fields ip ...`: EOS hashes ECMP and bundles with the same fields."""
        found = _HASH_FIELDS.fullmatch(command.text)
        if found and command.plain:
            self.hash_uses_l4_ports = Stated("port" in found[1] or "tcp-udp" in found[1], source)

    def facts(self, whole_file: Source) -> LoadBalancing:
        """Return how the device spreads flows."""
        block = self.bgp_block if self.bgp_block.file else whole_file
        return LoadBalancing(
            hash_uses_l4_ports=stated_or(self.hash_uses_l4_ports, defaults.HASH_PORTS.at(whole_file)),
            sprays_packets=stated_or(self.distribution, defaults.NO_SPRAY.at(whole_file)),
            maximum_paths=self._paths(block),
        )

    def _paths(self, block: Source) -> Fact[int]:
        """Return the equal-cost paths of BGP; without BGP those of the IGP, where it states them."""
        if not isinstance(self.maximum_paths, NotStated):
            return self.maximum_paths
        if isinstance(self.asn, NotStated) and not isinstance(self.igp_paths, NotStated):
            return self.igp_paths
        return _paths_by_default(self.runs_igp, block)

    def asn_fact(self, whole_file: Source) -> Fact[int]:
        """Return the AS number."""
        return stated_or(self.asn, Unknown("there is no `router bgp`", whole_file))


def _paths_by_default(runs_igp: bool, block: Source) -> Fact[int]:
    """Return the paths that BGP installs unasked, unknown where an IGP may be the one that routes the underlay."""
    if runs_igp:
        return Unknown("OSPF or IS-IS runs, and may be what routes the underlay", block)
    return ROUTING.bgp.defaults.maximum_paths.at(block)

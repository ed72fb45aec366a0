"""Read `frr.conf`, or `bgpd.conf`, `zebra.conf` and `staticd.conf`."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.bridging import RouteTargets, TunnelEndpoint
from roce_lint.model.device import Device, Port, UndefinedReference
from roce_lint.model.diagnostics import Diagnostics
from roce_lint.model.fact import Fact, Known, Source, Unknown
from roce_lint.model.routing import Routing
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.frr.routing_dialect import routing_dialect
from roce_lint.os.industry_cli.lines_in_force import lines_in_force
from roce_lint.os.industry_cli.route_targets import TargetLines
from roce_lint.os.industry_cli.routing_reader import RoutingReader
from roce_lint.os.industry_cli.virtual_addresses import VirtualAddresses
from roce_lint.text.document import Document
from roce_lint.text.lines import Line, parse_lines
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, replace

_FRR = lazy_pattern(
    r"^(?:frr version |frr defaults |router (?:bgp|ospf6?|isis)\b|! template: |route-map \S+ (?:permit|deny) "
    r"|log \w+|line vty[ \t]*$|ip(?:v6)? route )",
    8,
)
_VERSION = lazy_pattern(r"^frr version (?:\w+-)?(\d+)\.(\d+)", 8)
_HOSTNAME = lazy_pattern(r"^hostname (\S+)", 8)
_DATACENTER = lazy_pattern(r"^frr defaults datacenter", 8)
_NO_POLICY = lazy_pattern(r"^[ \t]*no bgp ebgp-requires-policy[ \t]*$", 8)
_POLICY = lazy_pattern(r"^[ \t]*bgp ebgp-requires-policy[ \t]*$", 8)
_POLICY_SINCE = (7, 4)
_CAPTURE = lazy_pattern(r"\S*[#>$][ \t]*\S.*|(?:Building configuration|Current configuration).*")
_WITHOUT_FACTS = frozenset(
    """
    access-list agentx allow-external-route-update bfd bgp bmp debug domainname enable end evpn exit exit-vrf fpm frr
    hostname ipv6-access-list key line log mpls nexthop-group no password pbr-map rpki segment-routing service
    sflow username vrrp zebra
    """.split()  # noqa: SIM905  # a table is easier to read than 40 quoted strings
)
_OF_PATHS = ("ip ospf ", "ipv6 ospf6 ", "isis ", "ip router isis", "no ip ospf ", "no isis ")


@dataclass(frozen=True, slots=True)
class FrrText:
    """Lines of FRRouting in a file, at their numbers; all on one `line` where they are a text inside of JSON."""

    document: Document
    line: int = 0


def is_frr(text: str) -> bool:
    """Say whether a text has lines of FRRouting."""
    return _FRR.search(text) is not None


def hostname_of(text: str) -> str:
    """Return the host name that a text of FRRouting states, else an empty text."""
    found = _HOSTNAME.search(text)
    return found[1] if found else ""


class FrrReader:
    """Reads the texts of FRRouting of one device, one file after the other."""

    def __init__(self, texts: tuple[FrrText, ...], maximum_paths: VendorDefault[int], diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        texts = tuple(self._in_force(one) for one in texts)
        text = "\n".join(one.document.text for one in texts)
        version = _VERSION.search(text)
        is_datacenter = _DATACENTER.search(text) is not None
        by_default = version is not None and (int(version[1]), int(version[2])) >= _POLICY_SINCE and not is_datacenter
        requires = bool(_POLICY.search(text)) or (by_default and not _NO_POLICY.search(text))
        dialect = routing_dialect(maximum_paths, is_datacenter=is_datacenter, requires_policy=requires)
        self._targets: Targets = {}
        self._virtual: dict[str, VirtualAddresses] = {}
        self._readers = [(RoutingReader(dialect, one.document.path), one) for one in texts]
        for reader, one in self._readers:
            for line in parse_lines(one.document.text).children:
                self._section(reader, _all_on(line, one.line) if one.line else line, one.document.path)

    def _in_force(self, one: FrrText) -> FrrText:
        """Return a text without the lines that FRRouting does not take, which are reported."""
        typed = lines_in_force(one.document.text, lambda name: (name,))
        for line in typed.not_taken:
            number = one.line or line.number
            self._diagnostics.not_understood(line.text, line.because, Source(one.document.path, number, number))
        return one if typed.text == one.document.text else replace(one, document=replace(one.document, text=typed.text))

    def _section(self, reader: RoutingReader, line: Line, file: str) -> None:
        words = line.text.split()
        if words[:2] == ["router", "bgp"]:
            self._targets |= route_targets(line, file)
        match words:
            case ("router", "bgp", asn, "vrf", vrf, *_):
                reader.read_router(_as_vrf(line, asn, vrf))
            case ("router", *_) | ("no", "router", *_):
                reader.read_router(line)
            case ("route-map", *_):
                reader.route_maps.read(line)
            case ("ip" | "ipv6", *_):
                reader.read_ip(line)
            case ("bgp", "as-path" | "community-list" | "extcommunity-list" | "large-community-list", *_):
                reader.read_ip(_with_ip(line))
            case ("vrf", vrf, *_):
                for child in line.children:
                    if child.text.startswith(("ip route", "ipv6 route")):
                        reader.read_ip(child, vrf)
            case ("interface", name, *_):
                for child in line.children:
                    if child.text.startswith("vrrp "):
                        self._virtual.setdefault(file, VirtualAddresses(file)).read((name,), child)
                    if child.text.startswith(_OF_PATHS):
                        reader.igp.read_interface_line((name,), child)
            case (first, *_) if first not in _WITHOUT_FACTS and not _CAPTURE.fullmatch(line.text):
                place = Source(file, line.number, line.number)
                self._diagnostics.not_understood(
                    line.text, f"`{first}` begins no line of FRRouting that is known", place
                )

    def with_routing(self, device: Device) -> Device:
        """Return the device with what FRRouting says; its BGP and static routes stand for those known before."""
        found = self._facts(device.ports)
        routing = replace(
            found,
            bgp=found.bgp or device.routing.bgp,
            static_routes=found.static_routes or device.routing.static_routes,
            bridge_domains=device.routing.bridge_domains,
            tunnels=tuple(with_targets(tunnel, self._targets) for tunnel in device.routing.tunnels),
            virtual_addresses=(
                *device.routing.virtual_addresses,
                *(address for one in self._virtual.values() for address in one.facts()),
            ),
        )
        return replace(
            device,
            asn=found.bgp[0].asn if found.bgp and isinstance(device.asn, Unknown) else device.asn,
            load_balancing=replace(device.load_balancing, maximum_paths=most_paths(routing, device.source)),
            undefined_references=(*device.undefined_references, *self._undefined(device.ports, routing)),
            routing=routing,
        )

    def _facts(self, ports: tuple[Port, ...]) -> Routing:
        found = [reader.routing(ports) for reader, _ in self._readers]
        return replace(
            Routing(),
            bgp=tuple(one for routing in found for one in routing.bgp),
            igp=tuple(one for routing in found for one in routing.igp),
            static_routes=tuple(one for routing in found for one in routing.static_routes),
            policies=tuple(one for routing in found for one in routing.policies),
        )

    def _undefined(self, ports: tuple[Port, ...], routing: Routing) -> tuple[UndefinedReference, ...]:
        return tuple(
            replace(one, source=Source(one.source.file, text.line, text.line)) if text.line else one
            for reader, text in self._readers
            for one in reader.undefined(text.document.text, ports, routing)
        )


def most_paths(routing: Routing, whole: Source) -> Fact[int]:
    """Return the paths that BGP installs in the address family that has the most."""
    found: list[Known[int]] = [
        multipath.ebgp_paths
        for process in routing.bgp
        for multipath in process.multipath
        if not isinstance(multipath.ebgp_paths, Unknown)
    ]
    return max(found, key=lambda fact: fact.value) if found else Unknown("no BGP is read", whole)


def _all_on(line: Line, number: int) -> Line:
    """Return a line and those below it with the number of the line in which all of them stand."""
    found = Line(number, line.indent, line.text)
    found.children = [_all_on(child, number) for child in line.children]
    return found


def _as_vrf(line: Line, asn: str, vrf: str) -> Line:
    """Return `router bgp N vrf X` as the VRF of a process, which is how other systems write it."""
    inner = Line(line.number, line.indent, f"vrf {vrf}")
    inner.children = line.children
    outer = Line(line.number, line.indent, f"router bgp {asn}")
    outer.children = [inner]
    return outer


def _with_ip(line: Line) -> Line:
    """Return `bgp as-path access-list` and the like with the first word that other systems have."""
    found = Line(line.number, line.indent, "ip " + line.text.removeprefix("bgp "))
    found.children = line.children
    return found


Targets = dict[int | str, RouteTargets]
"""By the number of a VNI, or the name of a VRF."""


def route_targets(router: Line, file: str) -> Targets:
    """Return the route targets of EVPN below one line `router bgp`: of VNIs, and of a VRF with its layer 3 VNI.

    Without a line FRRouting derives them, AS:VNI, and takes the same VNI of any AS (FRR, EVPN): then there is nothing
    to compare.
    """
    _, _, vrf = router.text.partition(" vrf ")
    found: Targets = {}
    for family in router.children:
        if not family.text.startswith("address-family l2vpn evpn"):
            continue
        for name, block in _blocks(family, vrf.strip()):
            adds_derived = any(line.text.startswith("auto-route-target") for line in block.children)
            if not adds_derived and any("route-target" in line.text for line in block.children):
                read = TargetLines(file, in_evpn_only=False).read(block.children)
                found[name] = read.targets(block.source(file))
    return found


def _blocks(family: Line, vrf: str) -> Iterator[tuple[int | str, Line]]:
    """Yield what lines with route targets stand below: a VNI, or the family itself in a VRF."""
    if vrf:
        yield vrf, family
    for block in family.children:
        kind, _, number = block.text.partition(" ")
        if kind == "vni" and number.isdecimal() and len(number) < 9:
            yield int(number), block


def with_targets(tunnel: TunnelEndpoint, targets: Targets) -> TunnelEndpoint:
    """Return a tunnel of which each VNI has its route targets."""
    bindings = (replace(one, targets=targets.get(one.vrf or one.vni, one.targets)) for one in tunnel.bindings)
    return replace(tunnel, bindings=tuple(bindings))

"""Device-wide facts beside QoS: BGP, ECMP hashing, dynamic load balancing, VXLAN."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.device import LoadBalancing, Overlay
from roce_lint.model.fact import Default, Fact, Stated, Unknown
from roce_lint.model.terms import OuterDscp
from roce_lint.os.industry_cli.command import NotStated
from roce_lint.os.industry_cli.line_diagnostics import LineDiagnostics
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.interfaces import InterfaceSettings
from roce_lint.os.nxos.routing_dialect import ROUTING
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field

_ASN = lazy_pattern(r"router bgp (?:(\d{1,5})\.)?(\d{1,10})")
_MAXIMUM_PATHS = lazy_pattern(r"maximum-paths (\d{1,3})")
_LOAD_SHARING = lazy_pattern(
    r"ip load-sharing address (?:destination(?P<port> port destination)?|source-destination"
    r"(?P<ports> port source-destination)?(?: (?:gre|gtpu|ipv6-flowlabel|ttl|udf offset \d+ length \d+|symmetric"
    r"|inner(?: all| greheader)?))*)(?: universal-id \d+)?(?: rotate \d+)?(?: concatenation)?"
)
_DLB_MODE = lazy_pattern(r"mode (flowlet|per-packet|policy-driven per-packet)")
_DLB_COMMAND = lazy_pattern(
    r"(no )?(mode|dlb-interface|mac-address|flowlet-aging|decay-factor|sampling-interval|load-awareness|dre-thresholds"
    r"|static-pinning|source)\b"
)


@dataclass(slots=True)
class FabricSettings:
    """The blocks and lines that hold, while they are read; several stanzas of one block are kept in order.

    `igp`: OSPF and IS-IS processes, whose paths are those of the underlay where BGP states none.
    """

    bgp: list[Line] = field(default_factory=list)
    dlb: list[Line] = field(default_factory=list)
    load_sharing: Line | None = None
    igp: list[Line] = field(default_factory=list)


def asn_of(settings: FabricSettings, diagnostics: LineDiagnostics) -> Fact[int]:
    """Return the BGP autonomous system; `1.10` counts as 65546 (RFC 5396)."""
    for block in settings.bgp:
        found = _ASN.fullmatch(block.text)
        if found:
            return Stated(int(found[1] or 0) * 65536 + int(found[2]), diagnostics.at(block))
        diagnostics.line_not_understood(block, "router bgp takes an AS number")
    return Unknown("no router bgp is configured", diagnostics.whole_file)


def load_balancing_of(settings: FabricSettings, diagnostics: LineDiagnostics) -> LoadBalancing:
    """Return how flows are spread over equal-cost paths."""
    return LoadBalancing(
        hash_uses_l4_ports=_hash_uses_ports(settings.load_sharing, diagnostics),
        sprays_packets=_sprays_packets(settings, diagnostics),
        maximum_paths=_maximum_paths(settings, diagnostics),
    )


def _hash_uses_ports(line: Line | None, diagnostics: LineDiagnostics) -> Fact[bool]:
    if line is None:
        return Unknown(
            "ip load-sharing is not configured, and its default is not documented here", diagnostics.whole_file
        )
    found = _LOAD_SHARING.fullmatch(line.text)
    if not found:
        diagnostics.line_not_understood(line, "ip load-sharing with these arguments is not known")
        return Unknown("ip load-sharing is not understood", diagnostics.at(line))
    return Stated(bool(found["ports"]), diagnostics.at(line))


def _sprays_packets(settings: FabricSettings, diagnostics: LineDiagnostics) -> Fact[bool]:
    fact: Fact[bool] = defaults.NO_SPRAYING.at(diagnostics.whole_file)
    for block in settings.dlb:
        if isinstance(fact, Default):
            fact = Default(False, diagnostics.block(block), "hardware profile dlb names no mode that sprays packets")
        for line in block.children:
            mode = _DLB_MODE.fullmatch(line.text)
            if mode and mode[1] == "policy-driven per-packet":
                fact = Unknown("only what a policy selects is sprayed", diagnostics.at(line))
            elif mode:
                fact = Stated(mode[1] == "per-packet", diagnostics.at(line))
            elif not _DLB_COMMAND.match(line.text) or line.text.startswith("mode "):
                diagnostics.line_not_understood(line, "not a command of hardware profile dlb")
    return fact


def _maximum_paths(settings: FabricSettings, diagnostics: LineDiagnostics) -> Fact[int]:
    """Return the equal-cost next hops that routing installs in the default VRF for unicast: BGP, or else the IGP."""
    for line in reversed([line for block in settings.bgp for line in _unicast_lines(block)]):
        found = _MAXIMUM_PATHS.fullmatch(line.text)
        if found:
            return Stated(int(found[1]), diagnostics.at(line))
    for block in reversed(settings.igp):
        for line in block.children:
            found = _MAXIMUM_PATHS.fullmatch(line.text)
            if found:
                return Stated(int(found[1]), diagnostics.at(line))
    if settings.igp:
        return ROUTING.igp.maximum_paths.at(diagnostics.block(settings.igp[0]))
    if settings.bgp:
        return ROUTING.bgp.defaults.maximum_paths.at(diagnostics.block(settings.bgp[0]))
    return Unknown("no router bgp is configured", diagnostics.whole_file)


def _unicast_lines(bgp: Line) -> Iterator[Line]:
    """Yield the lines of the unicast address families of the default VRF, with or without indentation."""
    family = ""
    for line in bgp.children:
        if line.text.startswith(("vrf ", "neighbor ")) and not line.children:
            return
        if line.text.startswith("address-family "):
            family = line.text
            if family.endswith(" unicast"):
                yield from line.children
        elif family.endswith(" unicast"):
            yield line


def overlay_of(interfaces: dict[str, InterfaceSettings], *, marks: bool, diagnostics: LineDiagnostics) -> Overlay:
    """Return what the VXLAN tunnel endpoint does with DSCP and ECN; `qos-mode` is uniform unless it says pipe.

    In pipe mode the outer DSCP is that which an ingress policy sets; `marks`: some policy of the file sets one.
    Source: RFC 2983 (pipe model); NX-OS Command Reference 9.3(x), qos-mode.
    """
    nve = next((settings for name, settings in interfaces.items() if name.startswith("nve")), None)
    if nve is None:
        unknown = Unknown("the device terminates no tunnel", diagnostics.whole_file)
        return Overlay(defaults.NO_TUNNELS.at(diagnostics.whole_file), unknown, unknown, unknown)
    block = diagnostics.block(nve.header)
    terminates = Stated(True, diagnostics.at(nve.header))
    said = nve.lines(diagnostics).outer_dscp_is_inner
    copied = defaults.UNIFORM_ECN.at(block)
    if isinstance(said, NotStated):
        return Overlay(terminates, defaults.UNIFORM.at(block), copied, copied)
    if isinstance(said, Stated) and said.value:
        return Overlay(terminates, Stated(OuterDscp.INNER, said.source), copied, copied)
    ecn = Unknown("what pipe mode does with the ECN field is not documented here", said.source)
    if isinstance(said, Unknown):
        return Overlay(terminates, said, ecn, ecn)
    return Overlay(terminates, Stated(OuterDscp.POLICY if marks else OuterDscp.FIXED, said.source), ecn, ecn)

"""The lines of `router bgp`, sorted by VRF, neighbor, template and address family."""

from __future__ import annotations

import re

from roce_lint.model.fact import Source
from roce_lint.model.routing import AddressFamily
from roce_lint.os.industry_cli.bgp_statements import Statement, Statements
from roce_lint.text.lines import Line
from roce_lint.text.patterns import late_pattern
from roce_lint.values import dataclass, field

_FAMILIES = {
    "address-family ipv4 unicast": AddressFamily.IPV4,
    "address-family ipv6 unicast": AddressFamily.IPV6,
    "address-family l2vpn evpn": AddressFamily.EVPN,
}
_OPENS = late_pattern(r"(?P<vrf>vrf )|(?P<peer>neighbor |template peer)|(?P<family>address-family )")
_KEPT = frozenset(
    (
        "remote-as",
        "local-as",
        "shutdown",
        "remove-private-as",
        "allowas-in",
        "as-override",
        "next-hop-self",
        "route-reflector-client",
        "default-originate",
        "send-community",
        "disable-peer-as-check",
        "update-source",
    )
)
_WITH_DIRECTION = frozenset(("route-map", "prefix-list", "filter-list"))
_POLICY = late_pattern(r"inherit peer-policy (\S+) (\d{1,5})", re.ASCII)
_TEMPLATES = {"peer": "peer", "peer-session": "peer-session", "peer-policy": "peer-policy"}


@dataclass(slots=True)
class PeerLines:
    """What is said below one neighbor or template.

    `policies`: names of peer-policy templates by family, in order of preference; of a peer-policy template itself
    under no family. `families`: where each family is opened. `places`: where templates are named, by kind and name.
    """

    said: Statements
    inherited: dict[str, str] = field(default_factory=dict)
    policies: dict[AddressFamily | None, list[tuple[int, str]]] = field(default_factory=dict)
    families: dict[AddressFamily, Source] = field(default_factory=dict)
    places: dict[tuple[str, str], Source] = field(default_factory=dict)

    def read(self, lines: list[Line], file: str, family: AddressFamily | None = None) -> None:
        """Take the lines below a neighbor, a template, or an address family of one."""
        for line in lines:
            negated = line.text.startswith("no ")
            text = line.text.removeprefix("no ")
            words = tuple(text.split())
            if words[0] == "address-family":
                self._read_family(" ".join(words), line, file, negated=negated)
            elif found := _POLICY.fullmatch(" ".join(words)):
                self.policies.setdefault(family, []).append((int(found[2]), found[1]))
                self.places["peer-policy", found[1]] = line.source(file)
            elif words[0] == "inherit" and len(words) > 2:
                self.inherited[words[1]] = words[2]
                self.places[words[1], words[2]] = line.source(file)
            elif key := _attribute(words):
                self.said.of(family)[key] = Statement(words, line.source(file), negated)

    def _read_family(self, text: str, line: Line, file: str, *, negated: bool) -> None:
        family = _FAMILIES.get(text)
        if family is None:
            return
        if negated:
            self.families.pop(family, None)
            return
        self.families.setdefault(family, line.source(file))
        self.read(line.children, file, family)


@dataclass(slots=True)
class BgpLines:
    """One `router bgp` or one VRF of it."""

    source: Source
    asn: int = 0
    local_as: Statement | None = None
    confederation: Statement | None = None
    router_id: Statement | None = None
    relaxed: Statement | None = None
    peers: dict[str, PeerLines] = field(default_factory=dict)
    templates: dict[tuple[str, str], PeerLines] = field(default_factory=dict)
    families: dict[AddressFamily, list[Statement]] = field(default_factory=dict)
    vrfs: dict[str, BgpLines] = field(default_factory=dict)

    def read(self, lines: list[Line], file: str) -> None:
        """Take the lines below `router bgp` or a VRF of it, indented or not."""
        for line in _nested(lines):
            negated = line.text.startswith("no ")
            words = tuple(line.text.removeprefix("no ").split())
            said = Statement(words, line.source(file), negated)
            match words:
                case ("vrf", name):
                    below = self.vrfs.setdefault(name, BgpLines(line.block(file)))
                    below.read(line.children, file)
                case ("neighbor", peer, *rest):
                    self._read_peer(peer, rest, line, file, negated=negated)
                case ("template", kind, name) if kind in _TEMPLATES and not negated:
                    template = self.templates.setdefault((kind, name), PeerLines(Statements(line.source(file))))
                    template.read(line.children, file)
                case ("address-family", *_):
                    self._read_family(line, file)
                case ("router-id", _):
                    self.router_id = None if negated else said
                case ("confederation", "identifier", *_):
                    self.confederation = None if negated else said
                case ("local-as", _, *_):
                    self.local_as = None if negated else said
                case ("bestpath", "as-path", "multipath-relax"):
                    self.relaxed = said

    def _read_peer(self, peer: str, rest: list[str], line: Line, file: str, *, negated: bool) -> None:
        if negated:
            self.peers.pop(peer, None)
            return
        one = self.peers.setdefault(peer, PeerLines(Statements(line.source(file))))
        if rest[:1] == ["remote-as"]:
            one.said.base["remote-as"] = Statement(tuple(rest), line.source(file))
        one.read(line.children, file)

    def _read_family(self, line: Line, file: str) -> None:
        family = _FAMILIES.get(" ".join(line.text.split()))
        if family is None:
            return
        kept = self.families.setdefault(family, [])
        for child in line.children:
            negated = child.text.startswith("no ")
            kept.append(Statement(tuple(child.text.removeprefix("no ").split()), child.source(file), negated))


def _attribute(words: tuple[str, ...]) -> str:
    first = words[0]
    if first in _WITH_DIRECTION and words[-1] in ("in", "out"):
        return f"{first} {words[-1]}"
    return first if first in _KEPT else ""


def _nested(lines: list[Line]) -> list[Line]:
    """Return the lines with their blocks nested; where nothing is indented, as the command line would take them."""
    if any(line.children for line in lines):
        return lines
    top: list[Line] = []
    vrf: Line | None = None
    peer: Line | None = None
    family: Line | None = None
    for line in lines:
        opens = _OPENS.match(line.text)
        fresh = Line(line.number, line.indent, line.text)
        if opens and opens["vrf"]:
            vrf, peer, family = fresh, None, None
            top.append(fresh)
        elif opens and opens["peer"]:
            peer, family = fresh, None
            (vrf.children if vrf else top).append(fresh)
        elif opens:
            family = fresh
            holder = peer or vrf
            (holder.children if holder else top).append(fresh)
        else:
            innermost = family or peer or vrf
            (innermost.children if innermost else top).append(fresh)
    return top

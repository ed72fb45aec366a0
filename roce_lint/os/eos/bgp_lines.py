"""The lines of `router bgp`, sorted by VRF, neighbour, group and address family."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source
from roce_lint.model.logic import combine
from roce_lint.model.routing import AddressFamily
from roce_lint.os.eos.command import Command, Negation, command_of
from roce_lint.os.eos.names import interface_names
from roce_lint.os.industry_cli.bgp_statements import Statement, Statements, number_fact
from roce_lint.text.lines import Line
from roce_lint.values import dataclass, field

_FAMILIES = {
    "address-family ipv4": AddressFamily.IPV4,
    "address-family ipv6": AddressFamily.IPV6,
    "address-family evpn": AddressFamily.EVPN,
}
_ALONE = frozenset(
    (
        "remote-as",
        "local-as",
        "next-hop-self",
        "remove-private-as",
        "route-reflector-client",
        "allowas-in",
        "shutdown",
        "default-originate",
        "send-community",
        "activate",
        "update-source",
    )
)
_WITH_DIRECTION = frozenset(("route-map", "prefix-list", "rcf"))


@dataclass(slots=True)
class BgpLines:
    """One `router bgp` or one VRF of it.

    `peers` are neighbours and groups by name; `unnumbered` neighbours by interface. `originations` are `network`,
    `aggregate-address` and `redistribute` lines with the family that they stand in.
    """

    source: Source
    asn: int = 0
    local_as: Statement | None = None
    confederation: Statement | None = None
    router_id: Statement | None = None
    maximum_paths: Statement | None = None
    relaxed: Statement | None = None
    activates_ipv4: Statement | None = None
    peers: dict[str, Statements] = field(default_factory=dict)
    groups: dict[str, Source] = field(default_factory=dict)
    unnumbered: dict[str, Statements] = field(default_factory=dict)
    listens: list[Statement] = field(default_factory=list)
    originations: list[tuple[AddressFamily | None, Statement]] = field(default_factory=list)
    families: set[AddressFamily] = field(default_factory=set)
    has_evpn_vlans: bool = False
    vrfs: dict[str, BgpLines] = field(default_factory=dict)

    def read(self, lines: list[Line], file: str, family: AddressFamily | None = None) -> None:
        """Take the lines below `router bgp`, a VRF or an address family; what does not bear on paths is passed over."""
        for line in lines:
            command = command_of(line)
            first = command.words[0]
            if first == "neighbor":
                self._read_neighbor(command, line.source(file), family)
            elif first == "address-family":
                found = _FAMILIES.get(command.text)
                if found and command.plain:
                    self.families.add(found)
                    self.read(line.children, file, found)
            elif first == "vrf" and len(command.words) == 2 and family is None:
                below = self.vrfs.setdefault(command.words[1], BgpLines(line.block(file)))
                below.read(line.children, file)
            elif first in ("network", "redistribute", "aggregate-address") and len(command.words) > 1:
                self._read_origination(command, line.source(file), family)
            elif first in ("vlan", "vlan-aware-bundle"):
                self.has_evpn_vlans = True
            else:
                self._read_setting(command, line.source(file))

    def _read_setting(self, command: Command, source: Source) -> None:
        said = Statement(command.words, source, command.negation is Negation.NO)
        match command.words:
            case ("router-id", _):
                self.router_id = None if said.negated else said
            case ("maximum-paths", *_):
                self.maximum_paths = said if command.plain else None
            case ("bgp", "bestpath", "as-path", "multipath-relax"):
                self.relaxed = said
            case ("bgp", "default", "ipv4-unicast"):
                self.activates_ipv4 = said
            case ("bgp", "confederation", "identifier", *_):
                self.confederation = said if command.plain else None
            case ("local-as", _, *_):
                self.local_as = said if command.plain else None
            case ("bgp", "listen", "range", _, *_) if command.plain:
                self.listens.append(said)

    def _read_origination(self, command: Command, source: Source, family: AddressFamily | None) -> None:
        if command.plain:
            self.originations.append((family, Statement(command.words, source)))
            return
        size = len(command.words)
        self.originations = [
            (of, said) for of, said in self.originations if of != family or said.words[:size] != command.words
        ]

    def _read_neighbor(self, command: Command, source: Source, family: AddressFamily | None) -> None:
        words = command.words[1:]
        if words[:1] == ("interface",) and len(words) > 2:
            self._read_unnumbered(words[1], words[2:], source, command)
            return
        if len(words) < 2:
            if words and command.negation is Negation.NO:
                self.peers.pop(words[0], None)
            return
        name, rest = words[0], words[1:]
        if rest in (("peer", "group"), ("peer-group",)) and family is None:
            if command.plain:
                self.groups.setdefault(name, source)
            self.peers.setdefault(name, Statements(source))
            return
        key = _attribute(rest)
        if not key:
            return
        said = self.peers.setdefault(name, Statements(source)).of(family)
        if command.negation is Negation.DEFAULT:
            said.pop(key, None)
        else:
            said[key] = Statement(rest, source, command.negation is Negation.NO)

    def _read_unnumbered(self, names: str, words: tuple[str, ...], source: Source, command: Command) -> None:
        for name in interface_names(names):
            if not command.plain:
                self.unnumbered.pop(name, None)
                continue
            peer = Statements(source)
            peer.base["peer group"] = Statement(words, source)
            for key in ("remote-as", "peer-filter"):
                if key in words[:-1]:
                    peer.base[key] = Statement(words[words.index(key) :], source)
            self.unnumbered[name] = peer


def _attribute(words: tuple[str, ...]) -> str:
    """Return the key under which a statement is kept, an empty text for one that does not bear on paths."""
    first = words[0]
    if first in _WITH_DIRECTION and (words[-1] in ("in", "out") or words[1:2] in (("in",), ("out",))):
        direction = words[-1] if words[-1] in ("in", "out") else words[1]
        return f"{first} {direction}"
    if first == "remove-private-as" and words[1:2] == ("ingress",):
        return "remove-private-as ingress"
    if first in ("peer-group", "peer"):
        return "peer group"
    if words == ("as-path", "remote-as", "replace", "out"):
        return "as-override"
    return first if first in _ALONE else ""


def installed_paths(said: Statement) -> Fact[int]:
    """Return the paths that `maximum-paths N [ecmp M]` installs: at most M of the N are put into the table.

    Source: EOS User Manual, BGP, maximum-paths.
    """
    paths = number_fact(said, 1)
    if len(said.words) < 4:
        return paths
    return combine(min, paths, number_fact(said, 3))

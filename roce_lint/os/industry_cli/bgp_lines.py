"""The lines of `router bgp`, sorted by VRF, neighbour, group and address family."""

from __future__ import annotations

import re
from collections.abc import Iterator

from roce_lint.model.addresses import usual_address
from roce_lint.model.fact import Source
from roce_lint.model.routing import AddressFamily
from roce_lint.os.industry_cli.originations import Originations
from roce_lint.os.industry_cli.routing_dialect import RoutingDialect
from roce_lint.os.industry_cli.statements import Statement, put, stated, statement_of
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field

_BLOCKS = lazy_pattern(r"(vrf )|(neighbor |template peer)|(address-family )")
_IN_ONE_LINE = ("remote-as", "peer-filter", "peer-group")
"""What `bgp listen range` and a neighbour on an interface state all in one line."""


@dataclass(slots=True)
class Peer:
    """What is stated of one neighbour, peer group or template, by attribute; `families` what holds for one family."""

    source: Source
    is_interface: bool = False
    session: dict[str, Statement] = field(default_factory=dict)
    families: dict[AddressFamily, dict[str, Statement]] = field(default_factory=dict)
    opened: dict[AddressFamily, Source] = field(default_factory=dict)
    """Where each address family begins, for systems that have them below the neighbour."""

    def attributes(self, family: AddressFamily | None) -> dict[str, Statement]:
        """Return what is stated for one family, or for the session."""
        return self.session if family is None else self.families.setdefault(family, {})

    def name_of(self, attribute: str) -> str:
        """Return the group or template that an attribute of the session names, empty where there is none."""
        found = stated(self.session, attribute)
        return found.words[0] if found and found.words else ""


@dataclass(slots=True)
class BgpInstance:
    """One `router bgp` or one VRF of it; `groups` are peer groups and templates by the attribute that names them."""

    source: Source
    asn: int = 0
    settings: dict[str, Statement] = field(default_factory=dict)
    families: dict[AddressFamily, dict[str, Statement]] = field(default_factory=dict)
    """The address families of the process, each with its settings."""
    peers: dict[str, Peer] = field(default_factory=dict)
    listen_ranges: dict[str, Peer] = field(default_factory=dict)
    groups: dict[tuple[str, str], Peer] = field(default_factory=dict)
    originations: Originations = field(default_factory=Originations)
    vrfs: dict[str, BgpInstance] = field(default_factory=dict)

    def every_peer(self) -> Iterator[Peer]:
        """Yield neighbours, listen ranges, groups and templates of this instance."""
        yield from self.peers.values()
        yield from self.listen_ranges.values()
        yield from self.groups.values()


class BgpLineReader:
    """Reads the lines of one file into instances."""

    def __init__(self, dialect: RoutingDialect, file: str) -> None:
        self._bgp = dialect.bgp
        self._interface_names = dialect.interface_names
        self._file = file
        self._group = self._bgp.inherited[-1]
        self._templates = (*self._bgp.inherited, self._bgp.inherited_policy)

    def read(self, instance: BgpInstance, lines: list[Line], family: AddressFamily | None = None) -> None:
        """Take the lines below `router bgp`, a VRF or an address family; what does not bear on paths is passed over."""
        for line in _in_blocks(lines) if self._bgp.neighbor_opens_block else lines:
            statement = statement_of(line, self._file)
            words = statement.words
            match words:
                case ("neighbor", _, *_):
                    self._read_neighbor(instance, statement, line, family)
                case ("address-family", *_):
                    opened = self._bgp.families.get(" ".join(words[1:]))
                    if opened and statement.is_stated:
                        instance.families.setdefault(opened, {})
                        self.read(instance, line.children, opened)
                case ("vrf", name) if family is None:
                    self._read_vrf(instance, name, statement, line)
                case ("template", kind, name) if statement.is_stated and f"template {kind}" in self._templates:
                    group = instance.groups.setdefault((f"template {kind}", name), Peer(statement.source))
                    self._read_block(group, line.children)
                case _ if instance.originations.read(statement, family):
                    pass
                case _:
                    self._read_setting(instance, statement, family)

    def _read_vrf(self, instance: BgpInstance, name: str, statement: Statement, line: Line) -> None:
        if statement.is_stated:
            below = instance.vrfs.setdefault(name, BgpInstance(line.block(self._file)))
            self.read(below, line.children)
        else:
            instance.vrfs.pop(name, None)

    def _read_setting(self, instance: BgpInstance, statement: Statement, family: AddressFamily | None) -> None:
        found = (self._bgp.settings if family is None else self._bgp.family_settings).find(statement)
        if found is None:
            return
        name, argument = found
        if name == "listen range":
            self._read_listen_range(instance, argument)
        elif family is not None and self._bgp.families_have_own_paths:
            put(instance.families[family], name, argument)
        else:
            put(instance.settings, name, argument)

    def _read_listen_range(self, instance: BgpInstance, statement: Statement) -> None:
        prefix = statement.words[0] if statement.words else ""
        instance.listen_ranges.pop(prefix, None)
        if prefix and statement.is_stated:
            instance.listen_ranges[prefix] = self._peer_in_one_line(statement, is_interface=False)

    def _read_neighbor(
        self, instance: BgpInstance, statement: Statement, line: Line, family: AddressFamily | None
    ) -> None:
        if self._bgp.neighbor_opens_block:
            self._read_neighbor_block(instance, statement, line)
            return
        name, attribute = usual_address(statement.words[1]), statement.with_words(statement.words[2:])
        if name == "interface" and len(attribute.words) > 1:
            self._read_unnumbered(instance, attribute)
        elif attribute.words[:1] == ("interface",):
            self._read_unnumbered(instance, statement.with_words((name, *attribute.words[1:])))
        elif not attribute.words:
            if statement.is_negated:
                instance.peers.pop(name, None)
                instance.groups.pop((self._group, name), None)
        elif family is None and " ".join(attribute.words) in ("peer group", "peer-group"):
            self._declare_group(instance, name, statement)
        elif found := self._attribute(attribute):
            put(self._peer(instance, name, statement.source).attributes(family), *found)

    def _declare_group(self, instance: BgpInstance, name: str, statement: Statement) -> None:
        if statement.is_stated:
            group = instance.peers.pop(name, None) or Peer(statement.source)
            instance.groups.setdefault((self._group, name), group)

    def _peer(self, instance: BgpInstance, name: str, source: Source) -> Peer:
        """Return the neighbour, or the peer group where the name is no address."""
        group = instance.groups.get((self._group, name))
        if group is not None:
            return group
        if name in instance.peers or name[:1].isdecimal() or ":" in name:
            return instance.peers.setdefault(name, Peer(source))
        return instance.groups.setdefault((self._group, name), Peer(source))

    def _read_unnumbered(self, instance: BgpInstance, statement: Statement) -> None:
        """Take `neighbor interface NAME peer-group G` of EOS, or `neighbor NAME interface peer-group G` of FRR."""
        for name in self._interface_names(statement.words[0]):
            instance.peers.pop(name, None)
            if statement.is_stated:
                instance.peers[name] = self._peer_in_one_line(statement, is_interface=True)

    def _peer_in_one_line(self, statement: Statement, *, is_interface: bool) -> Peer:
        peer = Peer(statement.source, is_interface)
        for keyword in _IN_ONE_LINE:
            if value := statement.after(keyword):
                name = self._group if keyword == "peer-group" else keyword
                peer.session[name] = Statement((value,), statement.source)
        return peer

    def _read_neighbor_block(self, instance: BgpInstance, statement: Statement, line: Line) -> None:
        name, attribute = usual_address(statement.words[1]), Statement(statement.words[2:], statement.source)
        is_prefix = "/" in name and not name[:1].isalpha()
        interfaces = self._interface_names(name) if name[:1].isalpha() and ":" not in name else ()
        peers = instance.listen_ranges if is_prefix else instance.peers
        for one in interfaces or (name,):
            if not statement.is_stated:
                peers.pop(one, None)
                continue
            peer = peers.setdefault(one, Peer(statement.source, bool(interfaces)))
            if found := self._attribute(attribute):
                put(peer.session, *found)
            self._read_block(peer, line.children)

    def _read_block(self, peer: Peer, lines: list[Line], family: AddressFamily | None = None) -> None:
        """Take the lines below a neighbour, a template, or an address family of one."""
        for line in lines:
            statement = statement_of(line, self._file)
            opened = self._bgp.families.get(" ".join(statement.words[1:]))
            if statement.words[0] != "address-family":
                if found := self._attribute(statement):
                    put(peer.attributes(family), *found)
            elif opened and statement.is_stated:
                peer.opened.setdefault(opened, statement.source)
                self._read_block(peer, line.children, opened)
            elif opened:
                peer.opened.pop(opened, None)

    def _attribute(self, statement: Statement) -> tuple[str, Statement] | None:
        """Return what a line states of a neighbour, None for one that does not bear on paths."""
        words = statement.words
        if words and words[0] in self._bgp.filters:
            direction = next((word for word in (words[-1], *words[1:2]) if word in ("in", "out")), "")
            named = tuple(word for word in words[1:] if word != direction)
            return (f"{words[0]} {direction}", statement.with_words(named)) if direction else None
        found = self._bgp.attributes.find(statement)
        if found and found[0] == self._bgp.inherited_policy:
            return (f"{found[0]} {found[1].words[0]}", found[1]) if found[1].words else None
        return found


def _in_blocks(lines: list[Line]) -> list[Line]:
    """Return the lines with their blocks nested; where nothing is indented, as the command line would take them."""
    if any(line.children for line in lines):
        return lines
    top: list[Line] = []
    around: list[tuple[int, Line]] = []
    for line in lines:
        alone = Line(line.number, line.indent, line.text)
        depth = _depth(_BLOCKS.match(line.text))
        while depth and around and around[-1][0] >= depth:
            around.pop()
        (around[-1][1].children if around else top).append(alone)
        if depth:
            around.append((depth, alone))
    return top


def _depth(opens: re.Match[str] | None) -> int:
    """Return 1 for a VRF, 2 for a neighbour, 3 for an address family, and 0 for a line that opens no block."""
    return (opens.lastindex or 0) if opens else 0

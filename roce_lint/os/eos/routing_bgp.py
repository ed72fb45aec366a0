"""BGP of EOS as facts: every neighbour with what it inherits from its group."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.route_policy import PolicyAction, PolicyChain
from roce_lint.model.routing import (
    AddressFamily,
    AsnRanges,
    BgpNeighbor,
    BgpProcess,
    ListenRange,
    Multipath,
    Origination,
    PeerFamily,
    PeerSettings,
    PrivateAsns,
    RemoteAsn,
    RouteOrigin,
)
from roce_lint.os.eos import defaults
from roce_lint.os.eos.bgp_lines import BgpLines, installed_paths
from roce_lint.os.industry_cli.bgp_statements import (
    Statement,
    Statements,
    asn_fact,
    first_statement,
    local_asn_fact,
    number_fact,
    private_asns_fact,
)
from roce_lint.os.industry_cli.route_lists import prefix_of
from roce_lint.os.industry_cli.route_maps import prefix_list_policy

_ORIGINS = {
    "connected": RouteOrigin.CONNECTED,
    "static": RouteOrigin.STATIC,
    "ospf": RouteOrigin.OSPF,
    "ospf3": RouteOrigin.OSPF,
    "ospfv3": RouteOrigin.OSPF,
    "isis": RouteOrigin.ISIS,
}
_PASSES = PolicyChain((), PolicyAction.PERMIT)
_ALLOWAS_IN_COUNT = 3
_SHARED = frozenset(("remote-as", "peer group", "peer-filter", "update-source"))


class BgpMaker:
    """Makes the facts of one `router bgp`, VRF by VRF; `used_policies` has the names that it refers to."""

    def __init__(self, lines: BgpLines, peer_filters: Mapping[str, Stated[AsnRanges]]) -> None:
        self._global = lines
        self._peer_filters = peer_filters
        self.used_policies: set[str] = set()

    def processes(self) -> tuple[BgpProcess, ...]:
        """Return BGP of the global table and of every VRF."""
        found = [self._process("default", self._global)]
        found += [self._process(name, lines) for name, lines in self._global.vrfs.items()]
        return tuple(found)

    def _process(self, vrf: str, lines: BgpLines) -> BgpProcess:
        maker = _Process(lines, self._global, self._peer_filters, self.used_policies)
        router_id: Fact[str] = Unknown("no router-id is configured", lines.source)
        if lines.router_id:
            router_id = Stated(lines.router_id.words[1], lines.router_id.source)
        return BgpProcess(
            vrf=vrf,
            asn=maker.asn,
            router_id=router_id,
            neighbors=maker.neighbors(),
            listen_ranges=maker.listen_ranges(),
            multipath=maker.multipath(),
            originations=maker.originations(),
            source=lines.source,
        )


class _Process:
    """One VRF while its facts are made; settings of a group are made once."""

    def __init__(
        self,
        lines: BgpLines,
        global_lines: BgpLines,
        peer_filters: Mapping[str, Stated[AsnRanges]],
        used_policies: set[str],
    ) -> None:
        self._lines = lines
        self._global = global_lines
        self._peer_filters = peer_filters
        self._used = used_policies
        self._shared: dict[str, PeerSettings] = {}
        block = lines.source
        self.asn: Fact[int] = Stated(
            global_lines.asn, Source(block.file, global_lines.source.line, global_lines.source.line)
        )
        if lines.local_as:
            self.asn = asn_fact(lines.local_as)
        self._off = Default(False, block, defaults.BGP_OPTION_OFF)
        self._on = Default(True, block, defaults.BGP_PEER_UP)
        self._no_own_asn = Default(0, block, defaults.NO_ALLOWAS_IN)
        self._kept = Default(PrivateAsns.KEPT, block, defaults.PRIVATE_ASNS_KEPT)
        self._unfiltered = Default(_PASSES, block, defaults.NO_ROUTE_MAP)
        families = lines.families | global_lines.families | {AddressFamily.IPV4}
        self._families = [family for family in AddressFamily if family in families]

    def neighbors(self) -> tuple[BgpNeighbor, ...]:
        """Return the sessions, groups left out."""
        found = []
        for peers, is_interface in ((self._lines.peers, False), (self._lines.unnumbered, True)):
            for name, said in peers.items():
                if is_interface or (name not in self._lines.groups and _is_address(name)):
                    group = self._group_of(said)
                    remote = self._remote_asn(said, group)
                    found.append(BgpNeighbor(name, is_interface, remote, self._settings(said, group), said.source))
        return tuple(found)

    def listen_ranges(self) -> tuple[ListenRange, ...]:
        """Return the ranges from which sessions are accepted."""
        found = []
        for said in self._lines.listens:
            words = said.words
            peer = Statements(said.source)
            for key in ("peer-group", "remote-as", "peer-filter"):
                if key in words[:-1]:
                    kept = "peer group" if key == "peer-group" else key
                    peer.base[kept] = Statement(words[words.index(key) :], said.source)
            group = self._group_of(peer)
            remote = self._remote_asn(peer, group)
            found.append(ListenRange(words[3], remote, self._settings(peer, group), said.source))
        return tuple(found)

    def multipath(self) -> tuple[Multipath, ...]:
        """Return the equal-cost paths, the same in every family."""
        said, above = self._lines.maximum_paths, self._global.maximum_paths
        paths: Fact[int] = Default(1, self._lines.source, defaults.MAXIMUM_PATHS)
        if said:
            paths = installed_paths(said)
        elif above:
            paths = Unknown("whether a VRF takes over `maximum-paths` is not documented here", above.source)
        relaxed: Fact[bool] = Default(True, self._lines.source, defaults.MULTIPATH_RELAX)
        if self._lines.relaxed:
            relaxed = Stated(not self._lines.relaxed.negated, self._lines.relaxed.source)
        unicast = [family for family in self._families if family is not AddressFamily.EVPN]
        return tuple(Multipath(family, paths, paths, relaxed) for family in unicast)

    def originations(self) -> tuple[Origination, ...]:
        """Return what is announced of one's own; a line outside any family holds for every unicast family in use."""
        found = []
        for of, said in self._lines.originations:
            words = said.words
            prefix = prefix_of(" ".join(words[1:2])) if words[0] != "redistribute" else ""
            origin = RouteOrigin.OTHER
            if words[0] == "aggregate-address":
                origin = RouteOrigin.AGGREGATE
            elif words[0] == "redistribute":
                origin = _ORIGINS.get(words[1], RouteOrigin.OTHER)
            for family in self._families_of(of, prefix):
                found.append(Origination(family, origin, prefix, self._filter_of(said), said.source))
        return tuple(found)

    def _families_of(self, of: AddressFamily | None, prefix: str) -> list[AddressFamily]:
        if of is not None:
            return [of]
        if prefix:
            return [AddressFamily.IPV6 if ":" in prefix else AddressFamily.IPV4]
        return [family for family in self._families if family is not AddressFamily.EVPN]

    def _filter_of(self, said: Statement) -> Fact[PolicyChain]:
        if "rcf" in said.words:
            return Unknown("a routing control function is not evaluated", said.source)
        if "route-map" in said.words[:-1]:
            return self._chain(said.words[said.words.index("route-map") + 1], said.source)
        return self._unfiltered

    def _group_of(self, said: Statements) -> str:
        member = said.base.get("peer group")
        if member is None or member.negated:
            return ""
        words = [word for word in member.words if word not in ("peer", "group", "peer-group")]
        return words[0] if words else ""

    def _group(self, name: str) -> list[Statements]:
        """Return what is said of a group, in the VRF before the global table."""
        if not name:
            return []
        own, shared = self._lines.peers.get(name), self._global.peers.get(name)
        if own is shared:
            return [own] if own else []
        return [one for one in (own, shared) if one is not None]

    def _remote_asn(self, said: Statements, group: str) -> Fact[RemoteAsn]:
        places = [said.base, *(one.base for one in self._group(group))]
        number = first_statement("remote-as", places)
        if number and not number.negated:
            return asn_fact(number)
        filtered = first_statement("peer-filter", places)
        if filtered:
            name = filtered.words[1]
            known = self._peer_filters.get(name)
            return known or Unknown(f"the peer-filter {name} is not defined or not evaluated", filtered.source)
        return Unknown("no remote-as is configured", said.source)

    def _settings(self, said: Statements, group: str) -> PeerSettings:
        if said.families or not said.base.keys() <= _SHARED:
            return self._make_settings(said, group)
        if group not in self._shared:
            self._shared[group] = self._make_settings(Statements(self._lines.source), group)
        return self._shared[group]

    def _make_settings(self, said: Statements, group: str) -> PeerSettings:
        base = [said.base, *(one.base for one in self._group(group))]
        local = first_statement("local-as", base)
        down = first_statement("shutdown", base)
        return PeerSettings(
            group=group,
            local_asn=local_asn_fact(local, self._global.confederation, self.asn),
            enabled=Stated(down.negated, down.source) if down else self._on,
            families=tuple(self._family(family, said, group) for family in self._families),
        )

    def _family(self, family: AddressFamily, said: Statements, group: str) -> PeerFamily:
        of_group = self._group(group)
        places = [said.families.get(family, {}), *(one.families.get(family, {}) for one in of_group)]
        everywhere = [*places, said.base, *(one.base for one in of_group)]
        return PeerFamily(
            family=family,
            activated=self._activated(family, places),
            allowas_in=self._allowas_in(everywhere),
            as_override=self._flag("as-override", everywhere),
            private_asns=self._private_asns(everywhere),
            next_hop_self=self._flag("next-hop-self", everywhere),
            route_reflector_client=self._flag("route-reflector-client", everywhere),
            default_originated=self._flag("default-originate", everywhere),
            imports=self._chains("in", family, everywhere),
            exports=self._chains("out", family, everywhere),
            sends_communities=self._flag("send-community", everywhere),
            withholds_peer_asn=self._off,
        )

    def _activated(self, family: AddressFamily, places: list[dict[str, Statement]]) -> Fact[bool]:
        said = first_statement("activate", places)
        if said:
            return Stated(not said.negated, said.source)
        if family is not AddressFamily.IPV4:
            return Default(False, self._lines.source, defaults.FAMILY_NOT_ACTIVATED)
        by_default = self._lines.activates_ipv4 or self._global.activates_ipv4
        if by_default:
            return Stated(not by_default.negated, by_default.source)
        return Default(True, self._lines.source, defaults.IPV4_ACTIVATED)

    def _flag(self, key: str, places: list[dict[str, Statement]]) -> Fact[bool]:
        said = first_statement(key, places)
        return Stated(not said.negated, said.source) if said else self._off

    def _allowas_in(self, places: list[dict[str, Statement]]) -> Fact[int]:
        said = first_statement("allowas-in", places)
        if said is None or said.negated:
            return Stated(0, said.source) if said else self._no_own_asn
        return (
            number_fact(said, 1)
            if len(said.words) > 1
            else Default(_ALLOWAS_IN_COUNT, said.source, defaults.ALLOWAS_IN)
        )

    def _private_asns(self, places: list[dict[str, Statement]]) -> Fact[PrivateAsns]:
        ingress = first_statement("remove-private-as ingress", places)
        if ingress and not ingress.negated:
            return Unknown("private AS numbers are removed from received paths, which is not followed", ingress.source)
        return private_asns_fact(first_statement("remove-private-as", places), self._kept)

    def _chains(
        self, direction: str, family: AddressFamily, places: list[dict[str, Statement]]
    ) -> tuple[Fact[PolicyChain], ...]:
        found: list[Fact[PolicyChain]] = []
        by_map = first_statement(f"route-map {direction}", places)
        if by_map and not by_map.negated:
            found.append(self._chain(by_map.words[1], by_map.source))
        by_list = first_statement(f"prefix-list {direction}", places)
        if by_list and not by_list.negated:
            name = prefix_list_policy("ipv6" if family is AddressFamily.IPV6 else "ip", by_list.words[1])
            found.append(self._chain(name, by_list.source))
        by_function = first_statement(f"rcf {direction}", places)
        if by_function and not by_function.negated:
            found.append(Unknown("a routing control function is not evaluated", by_function.source))
        return tuple(found) or (self._unfiltered,)

    def _chain(self, name: str, source: Source) -> Fact[PolicyChain]:
        self._used.add(name)
        return Stated(PolicyChain((name,), PolicyAction.DENY), source)


def _is_address(name: str) -> bool:
    return name[:1].isdecimal() or ":" in name

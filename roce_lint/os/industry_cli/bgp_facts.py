"""BGP as facts: every neighbour with what it inherits from its peer group or templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.logic import combine
from roce_lint.model.route_policy import PolicyAction, PolicyChain
from roce_lint.model.routing import (
    AddressFamily,
    AnyAsn,
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
)
from roce_lint.os.industry_cli.bgp_lines import BgpInstance, Peer
from roce_lint.os.industry_cli.originations import origination_of, prefix_originated
from roce_lint.os.industry_cli.route_maps import as_path_list_policy, prefix_list_policy
from roce_lint.os.industry_cli.routing_dialect import BgpDialect, Filter
from roce_lint.os.industry_cli.statements import Statement, asn_fact, number_fact, stated

_WILDCARDS = {"external": AnyAsn.EXTERNAL, "internal": AnyAsn.INTERNAL}
_SHARED = frozenset(("remote-as", "peer-filter", "update-source", "ebgp-multihop", "disable-connected-check"))
"""Attributes that do not make a neighbour's settings differ from those of its group."""
_FAR = ("ebgp-multihop", "disable-connected-check")
"""Lines by which a session reaches a neighbour without a subnet in common."""
_EITHER_NUMBER = ("dual-as", "fallback")
_PeerFilterRanges = Mapping[str, Stated[AsnRanges]]
_Places = Sequence[Mapping[str, Statement]]


def bgp_processes(
    instance: BgpInstance, dialect: BgpDialect, peer_filters: _PeerFilterRanges, used_policies: set[str]
) -> tuple[BgpProcess, ...]:
    """Return BGP of the global table and of every VRF; the names of policies are added to `used_policies`."""
    return tuple(
        _Process(vrf, own, instance, dialect, peer_filters, used_policies).process()
        for vrf, own in (("default", instance), *instance.vrfs.items())
    )


class _Process:
    """One VRF while its facts are made; neighbours that state nothing of their own share the settings of a group."""

    def __init__(
        self,
        vrf: str,
        own: BgpInstance,
        above: BgpInstance,
        dialect: BgpDialect,
        peer_filters: _PeerFilterRanges,
        used_policies: set[str],
    ) -> None:
        self._vrf = vrf
        self._own = own
        self._above = above
        self._dialect = dialect
        self._defaults = dialect.defaults
        self._peer_filters = peer_filters
        self._used = used_policies
        self._shared: dict[tuple[str, ...], PeerSettings] = {}
        header = Source(own.source.file, above.source.line, above.source.line)
        local = stated(own.settings, "local-as")
        self._asn: Fact[int] = asn_fact(local) if local else Stated(above.asn, header)
        families = own.families.keys() | dialect.implied_families
        if dialect.vrfs_have_global_families:
            families |= above.families.keys()
        self._families = [family for family in AddressFamily if family in families]

    def process(self) -> BgpProcess:
        """Return all of it."""
        own = self._own
        router_id = stated(own.settings, "router-id")
        return BgpProcess(
            vrf=self._vrf,
            asn=self._asn,
            router_id=Stated(router_id.words[0], router_id.source)
            if router_id and router_id.words
            else Unknown("no router-id is configured", own.source),
            neighbors=self._neighbors(),
            listen_ranges=tuple(
                ListenRange(prefix, self._remote_asn(peer), self._settings(peer), peer.source)
                for prefix, peer in own.listen_ranges.items()
            ),
            multipath=tuple(self._multipath(family) for family in self._unicast()),
            originations=tuple(self._originations()),
            source=own.source,
        )

    def _neighbors(self) -> tuple[BgpNeighbor, ...]:
        """Return the sessions, those with addresses before those on interfaces."""
        peers = sorted(self._own.peers.items(), key=lambda one: one[1].is_interface)
        return tuple(
            BgpNeighbor(
                name,
                peer.is_interface,
                self._remote_asn(peer),
                self._settings(peer),
                peer.source,
                self._local_interface(peer),
                self._reaches_far(peer),
            )
            for name, peer in peers
        )

    def _local_interface(self, peer: Peer) -> Fact[str]:
        line = _first("update-source", [one.session for one in self._lineage(peer)])
        if line is None or line.is_negated or not line.words:
            return Default("", peer.source, "no update-source is stated")
        return Stated("".join(line.words), line.source)

    def _reaches_far(self, peer: Peer) -> Fact[bool]:
        places = [one.session for one in self._lineage(peer)]
        lines = [line for name in _FAR if (line := _first(name, places)) and not line.is_negated]
        return Stated(True, lines[0].source) if lines else Default(False, peer.source, "no ebgp-multihop is stated")

    def _unicast(self) -> list[AddressFamily]:
        return [family for family in self._families if family is not AddressFamily.EVPN]

    def _setting(self, name: str) -> Statement | None:
        """Return what the VRF states, or has from the global table."""
        own = self._own.settings.get(name)
        return self._above.settings.get(name) if own is None and name in self._dialect.vrfs_take_over else own

    def _multipath(self, family: AddressFamily) -> Multipath:
        settings = self._own.settings
        if self._dialect.families_have_own_paths:
            # Outside of any family, where such a line is taken at all, it is that of IPv4.
            outside = settings if family is AddressFamily.IPV4 else {}
            settings = {**outside, **self._own.families.get(family, {})}
        ebgp = ibgp = self._paths_by_default()
        for name, statement in settings.items():
            if name.startswith("maximum-paths "):
                paths = installed_paths(statement) if statement.is_stated else self._paths_by_default()
                ebgp = ebgp if name.endswith(" ibgp") else paths
                ibgp = ibgp if name.endswith(" ebgp") else paths
        relaxed: Fact[bool] = self._defaults.multipath_relax.at(self._own.source)
        if relax := self._setting("multipath-relax"):
            relaxed = Stated(not relax.is_negated, relax.source)
        return Multipath(family, ebgp, ibgp, relaxed)

    def _paths_by_default(self) -> Fact[int]:
        above = stated(self._above.settings, "maximum-paths eibgp")
        if above and self._dialect.vrfs_may_have_global_paths and self._own is not self._above:
            return Unknown("whether a VRF takes over `maximum-paths` is not documented here", above.source)
        return self._defaults.maximum_paths.at(self._own.source)

    def _originations(self) -> Iterator[Origination]:
        """Yield what is announced of one's own; a line outside any family holds for every unicast family in use."""
        for family, line in self._own.originations:
            prefix = prefix_originated(line)
            families = [family] if family else self._unicast()
            if prefix and not family:
                families = [AddressFamily.IPV6 if ":" in prefix else AddressFamily.IPV4]
            for of in families:
                yield origination_of(line, of, self._defaults.route_policy, self._used)

    def _lineage(self, peer: Peer) -> list[Peer]:
        """Return the neighbour and what it inherits from, the most specific first; a VRF before the global table."""
        found: list[Peer] = []
        pending = [peer]
        while pending:
            one = pending.pop(0)
            if any(one is seen for seen in found):
                continue
            found.append(one)
            for attribute in self._dialect.inherited:
                pending += self._groups(attribute, one.name_of(attribute))
        return found

    def _groups(self, attribute: str, name: str) -> Iterator[Peer]:
        for instance in (self._own, self._above):
            if group := instance.groups.get((attribute, name)):
                yield group

    def _remote_asn(self, peer: Peer) -> Fact[RemoteAsn]:
        places = [one.session for one in self._lineage(peer)]
        number = _first("remote-as", places)
        if number and not number.is_negated:
            word = number.words[0] if number.words else ""
            if word == "route-map":
                return Unknown("a route-map selects the AS numbers, which is not evaluated", number.source)
            return Stated(_WILDCARDS[word], number.source) if word in _WILDCARDS else asn_fact(number)
        chosen = _first("peer-filter", places)
        if chosen:
            name = chosen.words[0]
            known = self._peer_filters.get(name)
            return known or Unknown(f"the peer-filter {name} is not defined or not evaluated", chosen.source)
        return Unknown("no remote-as is configured", peer.source)

    def _settings(self, peer: Peer) -> PeerSettings:
        own = peer.session.keys() - _SHARED
        if peer.opened or any(peer.families.values()) or not own <= set(self._dialect.inherited):
            return self._make_settings(peer)
        key = tuple(map(peer.name_of, self._dialect.inherited))
        if key not in self._shared:
            self._shared[key] = self._make_settings(peer)
        return self._shared[key]

    def _make_settings(self, peer: Peer) -> PeerSettings:
        lineage = self._lineage(peer)
        sessions = [one.session for one in lineage]
        opened = {family: place for one in reversed(lineage) for family, place in one.opened.items()}
        families = [family for family in AddressFamily if family in opened or family in self._families]
        down = _first("shutdown", sessions)
        return PeerSettings(
            group=peer.name_of(self._dialect.inherited[-1]),
            local_asn=_local_asn(_first("local-as", sessions), self._setting("confederation identifier"), self._asn),
            enabled=Stated(down.is_negated, down.source) if down else self._defaults.peer_up.at(self._own.source),
            families=tuple(self._family(family, lineage, opened.get(family)) for family in families),
            bfd=self._flag("bfd", sessions),
        )

    def _family(self, family: AddressFamily, lineage: list[Peer], opened: Source | None) -> PeerFamily:
        in_family: list[Mapping[str, Statement]] = []
        for one in lineage:
            attributes = one.families.get(family, {})
            in_family += [attributes, *self._policy_templates(attributes, set())]
        sessions = [one.session for one in lineage]
        places = [*in_family, *sessions] if self._dialect.session_lines_hold_in_families else in_family
        defaults, block = self._defaults, self._own.source
        check, keeps = _first("disable-peer-as-check", places), _first("next-hop-unchanged", places)
        return PeerFamily(
            family=family,
            activated=self._activated(family, in_family, opened),
            allowas_in=self._allowas_in(places),
            as_override=self._flag("as-override", places),
            private_asns=self._private_asns([*in_family, *sessions]),
            next_hop_self=self._flag("next-hop-self", places),
            route_reflector_client=self._flag("route-reflector-client", places),
            default_originated=self._flag("default-originate", places),
            imports=self._chains("in", family, places),
            exports=self._chains("out", family, places),
            sends_communities=self._flag("send-community", places),
            withholds_peer_asn=Stated(check.is_negated, check.source)
            if check
            else defaults.withholds_peer_asn.at(block),
            next_hop_unchanged=Stated(not keeps.is_negated, keeps.source)
            if keeps
            else defaults.next_hop_unchanged.at(block),
        )

    def _policy_templates(
        self, attributes: Mapping[str, Statement], seen: set[str]
    ) -> Iterator[Mapping[str, Statement]]:
        """Yield what the policy templates state that `attributes` name, in order of their sequence numbers."""
        kind = self._dialect.inherited_policy
        lines = [line for name, line in attributes.items() if kind and name.startswith(kind) and line.is_stated]
        numbered = sorted((int(line.words[1]), line.words[0]) for line in lines if "".join(line.words[1:2]).isdecimal())
        for _, name in numbered:
            template = self._above.groups.get((kind, name))
            if template is not None and name not in seen:
                seen.add(name)
                yield template.session
                yield from self._policy_templates(template.session, seen)

    def _activated(self, family: AddressFamily, places: _Places, opened: Source | None) -> Fact[bool]:
        line = _first("activate", places)
        if line is None and family is AddressFamily.IPV4:
            line = self._setting("ipv4 activated")
        if line:
            return Stated(not line.is_negated, line.source)
        return Stated(True, opened) if opened else self._defaults.activated[family].at(self._own.source)

    def _flag(self, attribute: str, places: _Places) -> Fact[bool]:
        line = _first(attribute, places)
        return Stated(not line.is_negated, line.source) if line else self._defaults.option_off.at(self._own.source)

    def _allowas_in(self, places: _Places) -> Fact[int]:
        line = _first("allowas-in", places)
        if line is None:
            return self._defaults.allowas_in_absent.at(self._own.source)
        if line.is_negated:
            return Stated(0, line.source)
        return number_fact(line) if line.words else self._defaults.allowas_in_bare.at(line.source)

    def _private_asns(self, places: _Places) -> Fact[PrivateAsns]:
        """Return what `remove-private-as [all [replace-as]]` does to the paths sent."""
        received = _first("remove-private-as ingress", places)
        if received and not received.is_negated:
            because = "private AS numbers are removed from received paths, which is not followed"
            return Unknown(because, received.source)
        line = _first("remove-private-as", places)
        if line is None:
            return self._defaults.private_asns.at(self._own.source)
        if line.is_negated:
            return Stated(PrivateAsns.KEPT, line.source)
        if "replace-as" in map(str.lower, line.words):
            return Stated(PrivateAsns.REPLACED, line.source)
        return Stated(PrivateAsns.ALL_REMOVED if "all" in line.words else PrivateAsns.REMOVED, line.source)

    def _chains(self, direction: str, family: AddressFamily, places: _Places) -> tuple[Fact[PolicyChain], ...]:
        """Return what routes of one direction must pass."""
        found: list[Fact[PolicyChain]] = []
        for keyword, kind in self._dialect.filters.items():
            line = _first(f"{keyword} {direction}", places)
            if line is None or line.is_negated or not line.words:
                continue
            if kind is Filter.FUNCTION:
                found.append(Unknown("a routing control function is not evaluated", line.source))
                continue
            name = line.words[0]
            if kind is Filter.PREFIX_LIST:
                name = prefix_list_policy("ipv6" if family is AddressFamily.IPV6 else "ip", name)
            elif kind is Filter.AS_PATH_LIST:
                name = as_path_list_policy(name)
            self._used.add(name)
            found.append(Stated(PolicyChain((name,), PolicyAction.DENY), line.source))
        return tuple(found) or (self._defaults.session_policy.at(self._own.source),)


def _first(attribute: str, places: Iterable[Mapping[str, Statement]]) -> Statement | None:
    """Return the statement of the most specific place that has one."""
    for place in places:
        if attribute in place:
            return place[attribute]
    return None


def _local_asn(local: Statement | None, confederation: Statement | None, asn: Fact[int]) -> Fact[int]:
    """Return the number that a neighbour sees: that of `local-as`, else `asn`; Unknown where it may be either of two.

    With `dual-as` (NX-OS) or `fallback` (EOS) a neighbour may know the number of the process as well. Members of a
    confederation show another number to those outside of it (RFC 5065).
    """
    if local and not local.is_negated:
        either = any(word in _EITHER_NUMBER for word in local.words)
        return Unknown("a neighbour may know either of two AS numbers", local.source) if either else asn_fact(local)
    if confederation and confederation.is_stated:
        return Unknown("a confederation is not followed", confederation.source)
    return asn


def installed_paths(statement: Statement) -> Fact[int]:
    """Return the paths that `maximum-paths N [ecmp M]` installs: at most M of the N are put into the table.

    Source: EOS User Manual, BGP, maximum-paths.
    """
    paths = number_fact(statement)
    return combine(min, paths, number_fact(statement, 2)) if len(statement.words) > 2 else paths

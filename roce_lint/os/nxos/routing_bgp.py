"""BGP of NX-OS as facts: every neighbor with what it inherits from its templates."""

from __future__ import annotations

from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown
from roce_lint.model.route_policy import PolicyAction, PolicyChain
from roce_lint.model.routing import (
    AddressFamily,
    AnyAsn,
    BgpNeighbor,
    BgpProcess,
    ListenRange,
    PeerFamily,
    PeerSettings,
    PrivateAsns,
    RemoteAsn,
)
from roce_lint.os.industry_cli.bgp_statements import (
    Statement,
    asn_fact,
    first_statement,
    local_asn_fact,
    number_fact,
    private_asns_fact,
)
from roce_lint.os.industry_cli.route_maps import as_path_list_policy, prefix_list_policy
from roce_lint.os.nxos import defaults
from roce_lint.os.nxos.bgp_lines import BgpLines, PeerLines
from roce_lint.os.nxos.names import expand_interfaces
from roce_lint.os.nxos.routing_originated import multipath_of, originations_of

_PASSES = PolicyChain((), PolicyAction.PERMIT)
_WILDCARDS = {"external": AnyAsn.EXTERNAL, "internal": AnyAsn.INTERNAL}


def processes_of(lines: BgpLines, used_policies: set[str]) -> tuple[BgpProcess, ...]:
    """Return BGP of the default VRF and of every other; the names of policies are added to `used_policies`."""
    found = [_process("default", lines, lines, used_policies)]
    found += [_process(name, below, lines, used_policies) for name, below in lines.vrfs.items()]
    return tuple(found)


def _process(vrf: str, lines: BgpLines, above: BgpLines, used_policies: set[str]) -> BgpProcess:
    maker = _Process(lines, above, used_policies)
    router_id: Fact[str] = Unknown("no router-id is configured", lines.source)
    if lines.router_id:
        router_id = Stated(lines.router_id.words[1], lines.router_id.source)
    return BgpProcess(
        vrf=vrf,
        asn=maker.asn,
        router_id=router_id,
        neighbors=maker.neighbors(),
        listen_ranges=maker.listen_ranges(),
        multipath=multipath_of(lines, above),
        originations=originations_of(lines, used_policies),
        source=lines.source,
    )


class _Process:
    """One VRF while its facts are made; settings that only come from a template are made once."""

    def __init__(self, lines: BgpLines, above: BgpLines, used_policies: set[str]) -> None:
        self._lines = lines
        self._above = above
        self._used = used_policies
        self._shared: dict[tuple[str, ...], PeerSettings] = {}
        block = lines.source
        header = Source(block.file, above.source.line, above.source.line)
        self.asn: Fact[int] = Stated(above.asn, header)
        if lines.local_as:
            self.asn = asn_fact(lines.local_as)
        self._off = Default(False, block, defaults.PEER_OPTION_OFF)
        self._no_own_asn = Default(0, block, defaults.NO_ALLOWAS_IN)
        self._kept = Default(PrivateAsns.KEPT, block, defaults.PRIVATE_ASNS_KEPT)
        self._unfiltered = Default(_PASSES, block, defaults.NO_ROUTE_MAP)
        self._withholds = Default(True, block, defaults.PEER_AS_CHECK)
        self._up = Default(True, block, defaults.PEER_UP)

    def neighbors(self) -> tuple[BgpNeighbor, ...]:
        """Return the sessions."""
        found = []
        for name, peer in self._lines.peers.items():
            if "/" in name and not name[:1].isalpha():
                continue
            interfaces = expand_interfaces(name) if name[:1].isalpha() and ":" not in name else ()
            settings = self._settings(peer)
            for shown in interfaces or (name,):
                remote = self._remote_asn(peer)
                found.append(BgpNeighbor(shown, bool(interfaces), remote, settings, peer.said.source))
        return tuple(found)

    def listen_ranges(self) -> tuple[ListenRange, ...]:
        """Return the prefixes from which sessions are accepted."""
        return tuple(
            ListenRange(name, self._remote_asn(peer), self._settings(peer), peer.said.source)
            for name, peer in self._lines.peers.items()
            if "/" in name and not name[:1].isalpha()
        )

    def _remote_asn(self, peer: PeerLines) -> Fact[RemoteAsn]:
        said = first_statement("remote-as", [one.said.base for one in self._session_places(peer)])
        if said is None or said.negated:
            return Unknown("no remote-as is configured", peer.said.source)
        if len(said.words) > 1 and said.words[1] in _WILDCARDS:
            return Stated(_WILDCARDS[said.words[1]], said.source)
        if said.words[1:2] == ("route-map",):
            return Unknown("a route-map selects the AS numbers, which is not evaluated", said.source)
        return asn_fact(said)

    def _template(self, kind: str, name: str) -> PeerLines | None:
        return self._above.templates.get((kind, name))

    def _session_places(self, peer: PeerLines) -> list[PeerLines]:
        """Return where attributes of a session stand, the most specific place first."""
        places: list[PeerLines] = []
        pending: list[PeerLines | None] = [peer]
        while pending:
            one = pending.pop(0)
            if one is None or any(one is seen for seen in places):
                continue
            places.append(one)
            for kind in ("peer-session", "peer"):
                if kind in one.inherited:
                    pending.append(self._template(kind, one.inherited[kind]))
        return places

    def _family_places(self, peer: PeerLines, family: AddressFamily) -> list[dict[str, Statement]]:
        """Return where attributes of one address family stand, the most specific place first."""
        places: list[dict[str, Statement]] = []
        for one in self._session_places(peer):
            places.append(one.said.families.get(family, {}))
            self._add_policies(one.policies.get(family, []), places, set())
        return places

    def _add_policies(self, named: list[tuple[int, str]], places: list[dict[str, Statement]], seen: set[str]) -> None:
        for _, name in sorted(named):
            policy = self._template("peer-policy", name)
            if policy is None or name in seen:
                continue
            seen.add(name)
            places.append(policy.said.base)
            self._add_policies(policy.policies.get(None, []), places, seen)

    def _settings(self, peer: PeerLines) -> PeerSettings:
        alone = (
            peer.said.base.keys() <= {"remote-as", "update-source"}
            and not any(peer.said.families.values())
            and not peer.policies
        )
        if not alone or not peer.inherited or peer.families:
            return self._make_settings(peer)
        key = tuple(f"{kind} {name}" for kind, name in sorted(peer.inherited.items()))
        if key not in self._shared:
            self._shared[key] = self._make_settings(peer)
        return self._shared[key]

    def _make_settings(self, peer: PeerLines) -> PeerSettings:
        sessions = self._session_places(peer)
        base = [one.said.base for one in sessions]
        local, down = first_statement("local-as", base), first_statement("shutdown", base)
        opened: dict[AddressFamily, Source] = {}
        for one in reversed(sessions):
            opened.update(one.families)
        process = self._lines.families
        families = [family for family in AddressFamily if family in opened or family in process]
        return PeerSettings(
            group=peer.inherited.get("peer", ""),
            local_asn=local_asn_fact(local, self._above.confederation, self.asn),
            enabled=Stated(down.negated, down.source) if down else self._up,
            families=tuple(self._family(family, peer, opened.get(family), base) for family in families),
        )

    def _family(
        self, family: AddressFamily, peer: PeerLines, opened: Source | None, base: list[dict[str, Statement]]
    ) -> PeerFamily:
        places = self._family_places(peer, family)
        check = first_statement("disable-peer-as-check", places)
        not_opened = Default(False, self._lines.source, defaults.FAMILY_NOT_CONFIGURED)
        return PeerFamily(
            family=family,
            activated=Stated(True, opened) if opened else not_opened,
            allowas_in=self._allowas_in(places),
            as_override=self._flag("as-override", places),
            private_asns=self._private_asns([*base, *places]),
            next_hop_self=self._flag("next-hop-self", places),
            route_reflector_client=self._flag("route-reflector-client", places),
            default_originated=self._flag("default-originate", places),
            imports=self._chains("in", family, places),
            exports=self._chains("out", family, places),
            sends_communities=self._flag("send-community", places),
            withholds_peer_asn=Stated(check.negated, check.source) if check else self._withholds,
        )

    def _flag(self, key: str, places: list[dict[str, Statement]]) -> Fact[bool]:
        said = first_statement(key, places)
        return Stated(not said.negated, said.source) if said else self._off

    def _allowas_in(self, places: list[dict[str, Statement]]) -> Fact[int]:
        said = first_statement("allowas-in", places)
        if said is None:
            return self._no_own_asn
        if said.negated:
            return Stated(0, said.source)
        if len(said.words) == 1:
            return Default(defaults.ALLOWAS_IN_COUNT, said.source, defaults.ALLOWAS_IN)
        return number_fact(said, 1)

    def _private_asns(self, places: list[dict[str, Statement]]) -> Fact[PrivateAsns]:
        return private_asns_fact(first_statement("remove-private-as", places), self._kept)

    def _chains(
        self, direction: str, family: AddressFamily, places: list[dict[str, Statement]]
    ) -> tuple[Fact[PolicyChain], ...]:
        found: list[Fact[PolicyChain]] = []
        for kind in ("route-map", "prefix-list", "filter-list"):
            said = first_statement(f"{kind} {direction}", places)
            if said is None or said.negated or len(said.words) < 3:
                continue
            name = said.words[1]
            if kind == "prefix-list":
                name = prefix_list_policy("ipv6" if family is AddressFamily.IPV6 else "ip", name)
            elif kind == "filter-list":
                name = as_path_list_policy(name)
            self._used.add(name)
            found.append(Stated(PolicyChain((name,), PolicyAction.DENY), said.source))
        return tuple(found) or (self._unfiltered,)

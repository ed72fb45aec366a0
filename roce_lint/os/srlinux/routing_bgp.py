"""BGP of every network instance: neighbors with what they inherit from their group and the instance."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source, Stated, Unknown
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
from roce_lint.os.industry_cli.as_path import asn_of
from roce_lint.os.srlinux import defaults
from roce_lint.os.tree.leaf_diagnostics import plain_number
from roce_lint.text.tree import Node

_FAMILIES = {
    AddressFamily.IPV4: "ipv4-unicast",
    AddressFamily.IPV6: "ipv6-unicast",
    AddressFamily.EVPN: "evpn",
}
_MODES = {"disabled": PrivateAsns.KEPT, "delete": PrivateAsns.ALL_REMOVED, "replace": PrivateAsns.REPLACED}
_CANDIDATES = (RouteOrigin.CONNECTED, RouteOrigin.STATIC, RouteOrigin.OSPF, RouteOrigin.ISIS)


def read_bgp(vrf: str, instance: Node, used_policies: set[str]) -> BgpProcess | None:
    """Return BGP of one network instance, None where it has none; policies in use are added to `used_policies`."""
    protocols = instance.at("protocols")
    if not protocols.has("bgp"):
        return None
    return _Process(protocols.at("bgp"), instance, used_policies).process(vrf)


class _Process:
    """The BGP of one instance; settings of a group are made once."""

    def __init__(self, bgp: Node, instance: Node, used_policies: set[str]) -> None:
        self._bgp = bgp
        self._instance = instance
        self._used = used_policies
        self._groups = {group.key: group for group in bgp.entries("group")}
        self._shared: dict[tuple[str, bool | None], PeerSettings] = {}
        first = bgp.first_line
        self._off = defaults.PEER_OPTION_OFF.at(first)
        self._no_own_as = defaults.NO_OWN_AS.at(first)
        self._kept = defaults.PRIVATE_AS_KEPT.at(first)
        self._sent = defaults.COMMUNITIES_SENT.at(first)
        unset = Unknown("the network-instance has no BGP autonomous-system", first)
        self._asn = _asn(bgp.get("autonomous-system"), unset)
        holders = [bgp, *self._groups.values(), *bgp.entries("neighbor")]
        self._families = [
            family
            for family, name in _FAMILIES.items()
            if family is AddressFamily.IPV4
            or any(holder.entry("afi-safi", name) or holder.has(name) for holder in holders)
        ]

    def process(self, vrf: str) -> BgpProcess:
        """Return the facts."""
        router_id = self._bgp.get("router-id") or self._instance.get("router-id")
        unset = Unknown("no router-id is configured", self._bgp.first_line)
        return BgpProcess(
            vrf=vrf,
            asn=self._asn,
            router_id=Stated(router_id.value, router_id.source) if router_id else unset,
            neighbors=(*self._neighbors(), *self._unnumbered()),
            listen_ranges=self._listen_ranges(),
            multipath=self._multipath(),
            originations=self._originations(),
            source=self._bgp.source,
        )

    def _neighbors(self) -> list[BgpNeighbor]:
        found = []
        for neighbor in self._bgp.entries("neighbor"):
            levels = self._levels(neighbor, "peer-group")
            remote = _asn(_first(levels, "peer-as"), Unknown("no peer-as is configured", neighbor.first_line))
            settings = self._settings(levels, self._is_external(remote))
            found.append(BgpNeighbor(neighbor.key, False, remote, settings, neighbor.source))
        return found

    def _unnumbered(self) -> list[BgpNeighbor]:
        found = []
        for entry in self._bgp.select("dynamic-neighbors/interface"):
            levels = self._levels(entry, "peer-group")
            remote = _allowed(entry, levels)
            settings = self._settings(levels, self._is_external(remote))
            found.append(BgpNeighbor(entry.key, True, remote, settings, entry.source))
        return found

    def _listen_ranges(self) -> tuple[ListenRange, ...]:
        found = []
        for entry in self._bgp.select("dynamic-neighbors/accept/match"):
            levels = self._levels(entry, "peer-group")
            remote = _allowed(entry, levels)
            settings = self._settings(levels, self._is_external(remote))
            found.append(ListenRange(entry.key, remote, settings, entry.source))
        return tuple(found)

    def _levels(self, entry: Node, name: str) -> list[Node]:
        """Return where attributes stand, the most specific place first."""
        group = entry.get(name)
        found = [entry]
        if group and group.value in self._groups:
            found.append(self._groups[group.value])
        return [*found, self._bgp]

    def _is_external(self, remote: Fact[RemoteAsn]) -> bool | None:
        """Return whether a session is eBGP, None where the numbers do not tell."""
        if isinstance(remote, Unknown) or isinstance(self._asn, Unknown):
            return None
        if isinstance(remote.value, AsnRanges):
            own = self._asn.value
            inside = [low <= own <= high for low, high in remote.value.ranges]
            return None if any(inside) else True
        return remote.value != self._asn.value

    def _settings(self, levels: list[Node], external: bool | None) -> PeerSettings:
        plain = levels[0].children.keys() <= {
            "peer-address",
            "peer-group",
            "peer-as",
            "description",
            "interface-name",
            "allowed-peer-as",
        }
        group = levels[1].key if len(levels) == 3 else ""
        if not plain:
            return self._make_settings(group, levels, external)
        key = (group, external)
        if key not in self._shared:
            self._shared[key] = self._make_settings(group, levels[1:], external)
        return self._shared[key]

    def _make_settings(self, group: str, levels: list[Node], external: bool | None) -> PeerSettings:
        local = _first([level.at("local-as") for level in levels], "as-number")
        state = _first(levels, "admin-state")
        enabled: Fact[bool] = defaults.PEER_ENABLED.at(self._bgp.first_line)
        if state:
            enabled = Stated(state.value == "enable", state.source)
        return PeerSettings(
            group=group,
            local_asn=_asn(local, self._asn),
            enabled=enabled,
            families=tuple(self._family(family, levels, external) for family in self._families),
        )

    def _family(self, family: AddressFamily, levels: list[Node], external: bool | None) -> PeerFamily:
        name = _FAMILIES[family]
        own = [level.entry("afi-safi", name) or level.at(name) for level in levels]
        state = _first(own, "admin-state")
        activated: Fact[bool] = defaults.FAMILY_DISABLED.at(self._bgp.first_line)
        if state:
            activated = Stated(state.value == "enable", state.source)
        options = [level.at("as-path-options") for level in levels]
        default_route = _first([level.at("send-default-route") for level in levels], name)
        return PeerFamily(
            family=family,
            activated=activated,
            allowas_in=plain_number(_first(options, "allow-own-as"), self._no_own_as, 10),
            as_override=self._flag(_first(options, "replace-peer-as")),
            private_asns=self._private_asns(_first([one.at("remove-private-as") for one in options], "mode")),
            next_hop_self=self._flag(_first(levels, "next-hop-self")),
            route_reflector_client=self._flag(_first([one.at("route-reflector") for one in levels], "client")),
            default_originated=self._flag(default_route),
            imports=(self._chain("import", own, levels, external),),
            exports=(self._chain("export", own, levels, external),),
            sends_communities=self._sends_communities(levels, own),
            withholds_peer_asn=self._off,
        )

    def _flag(self, leaf: Node | None) -> Fact[bool]:
        return Stated(leaf.value == "true", leaf.source) if leaf else self._off

    def _private_asns(self, leaf: Node | None) -> Fact[PrivateAsns]:
        if leaf is None:
            return self._kept
        mode = _MODES.get(leaf.value)
        return Stated(mode, leaf.source) if mode else Unknown(f"{leaf.value!r} is no mode", leaf.source)

    def _sends_communities(self, levels: list[Node], own: list[Node]) -> Fact[bool]:
        kinds = _first(own, "send-community-type")
        if kinds:
            return Stated("standard" in kinds.values and "none" not in kinds.values, kinds.source)
        leaf = _first([level.at("send-community") for level in levels], "standard")
        return Stated(leaf.value == "true", leaf.source) if leaf else self._sent

    def _chain(self, direction: str, own: list[Node], levels: list[Node], external: bool | None) -> Fact[PolicyChain]:
        pairs = [block for pair in zip(own, levels, strict=True) for block in pair]
        leaf = _first(pairs, f"{direction}-policy")
        if leaf and leaf.values:
            self._used.update(leaf.values)
            return Stated(PolicyChain(leaf.values, PolicyAction.NEXT_POLICY), leaf.source)
        # Where the line belongs that lacks: the group of the neighbour, else the neighbour itself.
        place = levels[max(len(levels) - 2, 0)].first_line
        if external is None:
            return Unknown("no policy is applied, and whether the session is eBGP is not known", place)
        if not external:
            return defaults.IBGP_ACCEPTS.at(place)
        default = self._bgp.at("ebgp-default-policy").get(f"{direction}-reject-all")
        if default is None:
            return defaults.EBGP_REJECTS.at(place)
        action = PolicyAction.DENY if default.value == "true" else PolicyAction.PERMIT
        return Stated(PolicyChain((), action), default.source)

    def _multipath(self) -> tuple[Multipath, ...]:
        found = []
        for family in self._families:
            name = _FAMILIES[family]
            block = self._bgp.entry("afi-safi", name) or self._bgp.at(name)
            if family is AddressFamily.EVPN:
                continue
            multipath = block.at("multipath")
            one = defaults.ONE_PATH.at(block.first_line)
            both = _first([multipath], "maximum-paths") or _first([multipath], "max-paths-level-1")
            ebgp = plain_number(_first([multipath.at("ebgp")], "maximum-paths") or both, one, 10)
            ibgp = plain_number(_first([multipath.at("ibgp")], "maximum-paths") or both, one, 10)
            leaf = multipath.get("allow-multiple-as")
            relaxed: Fact[bool] = defaults.MULTIPLE_AS.at(block.first_line)
            if leaf:
                relaxed = Stated(leaf.value == "true", leaf.source)
            found.append(Multipath(family, ebgp, ibgp, relaxed))
        return tuple(found)

    def _originations(self) -> tuple[Origination, ...]:
        """Return what export policies choose from: the route table, and aggregates by prefix."""
        place: Source = self._bgp.first_line
        every = defaults.ROUTE_TABLE.at(place)
        unicast = [family for family in self._families if family is not AddressFamily.EVPN]
        found = [Origination(family, origin, "", every, place) for family in unicast for origin in _CANDIDATES]
        for route in self._instance.select("aggregate-routes/route"):
            family = AddressFamily.IPV6 if ":" in route.key else AddressFamily.IPV4
            found.append(Origination(family, RouteOrigin.AGGREGATE, route.key, every, route.first_line))
        return tuple(found)


def _first(blocks: list[Node], name: str) -> Node | None:
    """Return the leaf of the first block that has it."""
    return next((block.children[name] for block in blocks if block.has(name)), None)


def _asn(leaf: Node | None, otherwise: Fact[int]) -> Fact[int]:
    if leaf is None:
        return otherwise
    number = asn_of(leaf.value)
    return Stated(number, leaf.source) if number > 0 else Unknown("this is no AS number", leaf.source)


def _allowed(entry: Node, levels: list[Node]) -> Fact[RemoteAsn]:
    """Return the AS numbers that a dynamic neighbor may have: single ones, or ranges such as `65001..65100`."""
    leaf = entry.get("allowed-peer-as")
    if leaf is None:
        return _asn(_first(levels, "peer-as"), Unknown("no allowed-peer-as is configured", entry.first_line))
    ranges: list[tuple[int, int]] = []
    for value in leaf.values:
        low, _, high = value.partition("..")
        pair = (asn_of(low), asn_of(high or low))
        if min(pair) < 0:
            return Unknown(f"{value!r} is no range of AS numbers", leaf.source)
        ranges.append(pair)
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return Stated(ranges[0][0], leaf.source)
    return Stated(AsnRanges(tuple(ranges)), leaf.source)

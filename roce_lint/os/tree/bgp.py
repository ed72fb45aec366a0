"""BGP of an instance by paths: neighbors with what they inherit from their group and the instance."""

from __future__ import annotations

from collections.abc import Mapping

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
from roce_lint.model.vendor_default import VendorDefault
from roce_lint.os.industry_cli.as_path import asn_of
from roce_lint.os.tree.leaf_diagnostics import plain_number
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

_CANDIDATES = (RouteOrigin.CONNECTED, RouteOrigin.STATIC, RouteOrigin.OSPF, RouteOrigin.ISIS)


@dataclass(frozen=True, slots=True)
class PolicyPaths:
    """Where policies of one direction stand: those `applied`, and the leaf of BGP that rejects all without any."""

    applied: str
    rejects_all: str


@dataclass(frozen=True, slots=True)
class BgpPaths:
    """Where a system says what about BGP.

    Below the block of BGP: `neighbors`, `unnumbered`, `listen_ranges` and `groups`, to one of which `group_of` belongs.
    Below each of these and BGP itself, the most specific first: what sessions do. Of that, what is of one address
    family is in the entry of `family_list` for its name, or in the block called so. `aggregates` stand below the
    instance. A neighbor with leaves of `of_one_neighbor` alone has the settings of its group. `flag_word` is the value
    of a flag that is set, `enabled_word` that of `enabled`.
    """

    families: Mapping[AddressFamily, str]
    family_list: str
    neighbors: str
    unnumbered: str
    listen_ranges: str
    groups: str
    group_of: str
    of_one_neighbor: frozenset[str]
    asn: str
    router_id: str
    peer_asn: str
    allowed_asns: str
    local_asn: str
    enabled: str
    enabled_word: str
    flag_word: str
    own_asns: str
    replaces_asn: str
    private_asns: str
    private_modes: Mapping[str, PrivateAsns]
    next_hop_self: str
    reflector_client: str
    default_routes: str
    imports: PolicyPaths
    exports: PolicyPaths
    community_kinds: str
    communities: str
    maximum_paths: tuple[str, ...]
    external_paths: str
    internal_paths: str
    multiple_asns: str
    aggregates: str
    bfd: str


@dataclass(frozen=True, slots=True)
class TreeBgpDefaults:
    """What holds where a path is absent; `external` and `internal` are what passes without a policy."""

    option_off: VendorDefault[bool]
    no_own_asns: VendorDefault[int]
    private_asns: VendorDefault[PrivateAsns]
    communities_sent: VendorDefault[bool]
    peer_enabled: VendorDefault[bool]
    family_enabled: VendorDefault[bool]
    external: VendorDefault[PolicyChain]
    internal: VendorDefault[PolicyChain]
    one_path: VendorDefault[int]
    multiple_asns: VendorDefault[bool]
    route_table: VendorDefault[PolicyChain]


def read_tree_bgp(
    vrf: str, bgp: Node, instance: Node, paths: BgpPaths, defaults: TreeBgpDefaults, used_policies: set[str]
) -> BgpProcess:
    """Return BGP of one instance of routing; policies in use are added to `used_policies`."""
    return _Process(bgp, instance, paths, defaults, used_policies).process(vrf)


class _Process:
    """The BGP of one instance; settings of a group are made once."""

    def __init__(
        self, bgp: Node, instance: Node, paths: BgpPaths, defaults: TreeBgpDefaults, used_policies: set[str]
    ) -> None:
        self._paths = paths
        self._defaults = defaults
        self._bgp = bgp
        self._instance = instance
        self._used = used_policies
        self._groups = {group.key: group for group in bgp.entries(paths.groups)}
        self._shared: dict[tuple[str, bool | None], PeerSettings] = {}
        first = bgp.first_line
        self._off = defaults.option_off.at(first)
        self._no_own_as = defaults.no_own_asns.at(first)
        self._kept = defaults.private_asns.at(first)
        self._sent = defaults.communities_sent.at(first)
        unset = Unknown("the network-instance has no BGP autonomous-system", first)
        self._asn = _asn(bgp.find(paths.asn), unset)
        holders = [bgp, *self._groups.values(), *bgp.select(paths.neighbors)]
        self._families = [
            family
            for family, name in paths.families.items()
            if family is AddressFamily.IPV4
            or any(holder.entry(paths.family_list, name) or holder.has(name) for holder in holders)
        ]

    def process(self, vrf: str) -> BgpProcess:
        """Return the facts."""
        router_id = self._bgp.find(self._paths.router_id) or self._instance.find(self._paths.router_id)
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
        for neighbor in self._bgp.select(self._paths.neighbors):
            levels = self._levels(neighbor)
            remote = _asn(
                _first(levels, self._paths.peer_asn),
                Unknown(f"no {self._paths.peer_asn} is configured", neighbor.first_line),
            )
            settings = self._settings(levels, self._is_external(remote))
            found.append(BgpNeighbor(neighbor.key, False, remote, settings, neighbor.source))
        return found

    def _unnumbered(self) -> list[BgpNeighbor]:
        found = []
        for entry in self._bgp.select(self._paths.unnumbered):
            levels = self._levels(entry)
            remote = self._allowed(entry, levels)
            settings = self._settings(levels, self._is_external(remote))
            found.append(BgpNeighbor(entry.key, True, remote, settings, entry.source))
        return found

    def _listen_ranges(self) -> tuple[ListenRange, ...]:
        found = []
        for entry in self._bgp.select(self._paths.listen_ranges):
            levels = self._levels(entry)
            remote = self._allowed(entry, levels)
            settings = self._settings(levels, self._is_external(remote))
            found.append(ListenRange(entry.key, remote, settings, entry.source))
        return tuple(found)

    def _allowed(self, entry: Node, levels: list[Node]) -> Fact[RemoteAsn]:
        """Return the AS numbers that a dynamic neighbor may have: single ones, or ranges such as `65001..65100`."""
        leaf = entry.find(self._paths.allowed_asns)
        if leaf is None:
            none = Unknown(f"no {self._paths.allowed_asns} is configured", entry.first_line)
            return _asn(_first(levels, self._paths.peer_asn), none)
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

    def _levels(self, entry: Node) -> list[Node]:
        """Return where attributes stand, the most specific place first."""
        group = entry.find(self._paths.group_of)
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
        plain = levels[0].children.keys() <= self._paths.of_one_neighbor
        group = levels[1].key if len(levels) == 3 else ""
        if not plain:
            return self._make_settings(group, levels, external)
        key = (group, external)
        if key not in self._shared:
            self._shared[key] = self._make_settings(group, levels[1:], external)
        return self._shared[key]

    def _make_settings(self, group: str, levels: list[Node], external: bool | None) -> PeerSettings:
        local = _first(levels, self._paths.local_asn)
        state = _first(levels, self._paths.enabled)
        enabled: Fact[bool] = self._defaults.peer_enabled.at(self._bgp.first_line)
        if state:
            enabled = Stated(state.value == self._paths.enabled_word, state.source)
        return PeerSettings(
            group=group,
            local_asn=_asn(local, self._asn),
            enabled=enabled,
            families=tuple(self._family(family, levels, external) for family in self._families),
            bfd=self._flag(_first(levels, self._paths.bfd)),
        )

    def _family(self, family: AddressFamily, levels: list[Node], external: bool | None) -> PeerFamily:
        paths = self._paths
        name = paths.families[family]
        own = [level.entry(paths.family_list, name) or level.at(name) for level in levels]
        state = _first(own, paths.enabled)
        activated: Fact[bool] = self._defaults.family_enabled.at(self._bgp.first_line)
        if state:
            activated = Stated(state.value == self._paths.enabled_word, state.source)
        return PeerFamily(
            family=family,
            activated=activated,
            allowas_in=plain_number(_first(levels, paths.own_asns), self._no_own_as, 10),
            as_override=self._flag(_first(levels, paths.replaces_asn)),
            private_asns=self._private_asns(_first(levels, paths.private_asns)),
            next_hop_self=self._flag(_first(levels, paths.next_hop_self)),
            route_reflector_client=self._flag(_first(levels, paths.reflector_client)),
            default_originated=self._flag(_first(levels, f"{paths.default_routes}/{name}")),
            imports=(self._chain(paths.imports, own, levels, external),),
            exports=(self._chain(paths.exports, own, levels, external),),
            sends_communities=self._sends_communities(levels, own),
            withholds_peer_asn=self._off,
        )

    def _flag(self, leaf: Node | None) -> Fact[bool]:
        return Stated(leaf.value == self._paths.flag_word, leaf.source) if leaf else self._off

    def _private_asns(self, leaf: Node | None) -> Fact[PrivateAsns]:
        if leaf is None:
            return self._kept
        mode = self._paths.private_modes.get(leaf.value)
        return Stated(mode, leaf.source) if mode else Unknown(f"{leaf.value!r} is no mode", leaf.source)

    def _sends_communities(self, levels: list[Node], own: list[Node]) -> Fact[bool]:
        kinds = _first(own, self._paths.community_kinds)
        if kinds:
            return Stated("standard" in kinds.values and "none" not in kinds.values, kinds.source)
        leaf = _first(levels, self._paths.communities)
        return Stated(leaf.value == self._paths.flag_word, leaf.source) if leaf else self._sent

    def _chain(
        self, paths: PolicyPaths, own: list[Node], levels: list[Node], external: bool | None
    ) -> Fact[PolicyChain]:
        pairs = [block for pair in zip(own, levels, strict=True) for block in pair]
        leaf = _first(pairs, paths.applied)
        if leaf and leaf.values:
            self._used.update(leaf.values)
            return Stated(PolicyChain(leaf.values, PolicyAction.NEXT_POLICY), leaf.source)
        # Where the line belongs that lacks: the group of the neighbour, else the neighbour itself.
        place = levels[max(len(levels) - 2, 0)].first_line
        if external is None:
            return Unknown("no policy is applied, and whether the session is eBGP is not known", place)
        if not external:
            return self._defaults.internal.at(place)
        default = self._bgp.find(paths.rejects_all)
        if default is None:
            return self._defaults.external.at(place)
        action = PolicyAction.DENY if default.value == self._paths.flag_word else PolicyAction.PERMIT
        return Stated(PolicyChain((), action), default.source)

    def _multipath(self) -> tuple[Multipath, ...]:
        found = []
        for family in self._families:
            paths = self._paths
            name = paths.families[family]
            block = self._bgp.entry(paths.family_list, name) or self._bgp.at(name)
            if family is AddressFamily.EVPN:
                continue
            one = self._defaults.one_path.at(block.first_line)
            both = next(filter(None, (block.find(path) for path in paths.maximum_paths)), None)
            ebgp = plain_number(block.find(paths.external_paths) or both, one, 10)
            ibgp = plain_number(block.find(paths.internal_paths) or both, one, 10)
            leaf = block.find(paths.multiple_asns)
            relaxed: Fact[bool] = self._defaults.multiple_asns.at(block.first_line)
            if leaf:
                relaxed = Stated(leaf.value == paths.flag_word, leaf.source)
            found.append(Multipath(family, ebgp, ibgp, relaxed))
        return tuple(found)

    def _originations(self) -> tuple[Origination, ...]:
        """Return what export policies choose from: the route table, and aggregates by prefix."""
        place: Source = self._bgp.first_line
        every = self._defaults.route_table.at(place)
        unicast = [family for family in self._families if family is not AddressFamily.EVPN]
        found = [Origination(family, origin, "", every, place) for family in unicast for origin in _CANDIDATES]
        for route in self._instance.select(self._paths.aggregates):
            family = AddressFamily.IPV6 if ":" in route.key else AddressFamily.IPV4
            found.append(Origination(family, RouteOrigin.AGGREGATE, route.key, every, route.first_line))
        return tuple(found)


def _first(blocks: list[Node], path: str) -> Node | None:
    """Return the leaf at a path below the first block that has it."""
    return next((leaf for block in blocks if (leaf := block.find(path)) is not None), None)


def _asn(leaf: Node | None, otherwise: Fact[int]) -> Fact[int]:
    if leaf is None:
        return otherwise
    number = asn_of(leaf.value)
    return Stated(number, leaf.source) if number > 0 else Unknown("this is no AS number", leaf.source)

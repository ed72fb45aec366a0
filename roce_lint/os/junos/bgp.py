"""BGP of an instance: neighbours inside of groups, with what they inherit of group and protocol."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from roce_lint.model.addresses import BITS, Subnet, subnet_of
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.port import Port
from roce_lint.model.route_policy import PolicyAction, PolicyChain
from roce_lint.model.routing import (
    AddressFamily,
    AnyAsn,
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
from roce_lint.os.junos import network_defaults as defaults
from roce_lint.os.junos.instances import Instance
from roce_lint.os.junos.policies import DEFAULT_EXPORT, Policies
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics, plain_number
from roce_lint.text.tree import ABSENT, Node

_FAMILIES = {
    AddressFamily.IPV4: "family/inet/unicast",
    AddressFamily.IPV6: "family/inet6/unicast",
    AddressFamily.EVPN: "family/evpn/signaling",
}
_ROUTED = (AddressFamily.IPV4, AddressFamily.IPV6)
_CANDIDATES = (RouteOrigin.CONNECTED, RouteOrigin.STATIC, RouteOrigin.OSPF, RouteOrigin.ISIS)
_OF_ONE_NEIGHBOR = frozenset(("description", "local-address", "peer-as"))
_OWN = "local-as"


def read_bgp(instance: Instance, main: Instance, policies: Policies, paths: Fact[int]) -> BgpProcess | None:
    """Return BGP of an instance, None where it has none; `paths` is how many the device forwards by at most."""
    bgp = instance.block.find("protocols/bgp")
    if bgp is None or bgp.take("disable").line:
        return None
    return _Process(bgp, instance, main, policies, paths).process()


def report_distant_peers(root: Node, instance: Instance, ports: Iterable[Port], diagnostics: LeafDiagnostics) -> None:
    """Report groups of neighbours beyond the next hop whose sessions do not come up.

    Source: Junos BGP User Guide, multihop and local-address: an external session is with a neighbour on a link, and its
    packets have the address of the interface by which they leave.
    """
    subnets = [subnet for port in ports if known(port.values.vrf, "") == instance.name for subnet in port.subnets]
    bgp = instance.block.at("protocols/bgp")
    for group in bgp.entries("group") if subnets else ():
        distant = [one for one in group.entries("neighbor") if _is_distant(one.key, subnets)]
        if not distant or len(distant) < len(group.entries("neighbor")):
            # One alone is a slip in its address.
            continue
        levels = (distant[0], group, bgp)
        setting = f"group {group.key} neighbor {distant[0].key}"
        if _first(levels, "type").value == "external" and not any(one.has("multihop") for one in levels):
            because = "it is in no connected subnet, and an external session to it needs multihop"
            diagnostics.refused(setting, because, distant[0].first_line)
        elif not _first(levels, "local-address").line and not root.at("system").has("default-address-selection"):
            because = "without local-address its packets come from an uplink, for which the neighbour has no session"
            diagnostics.doubtful(setting, because, distant[0].first_line)


def _is_distant(address: str, subnets: Iterable[Subnet]) -> bool:
    wanted = subnet_of(address)
    return wanted is not None and not any(one.covers(wanted) for one in subnets if one.length < BITS[one.version])


class _Process:
    """The BGP of one instance; settings of a group are made once for each kind of peer."""

    def __init__(self, bgp: Node, instance: Instance, main: Instance, policies: Policies, paths: Fact[int]) -> None:
        self._bgp = bgp
        self._instance = instance
        self._policies = policies
        self._paths = paths
        self._first = bgp.first_line
        options = [instance.block.at("routing-options"), main.block.at("routing-options")]
        self._options = options[0]
        self._asn = _asn_below(options, self._first)
        router_id = next((leaf for one in options[:1] if (leaf := one.take("router-id")).line), ABSENT)
        unset = Unknown("no router-id is configured", self._first)
        self._router_id: Fact[str] = Stated(router_id.value, router_id.source) if router_id.line else unset
        self._shared: dict[tuple[object, ...], PeerSettings] = {}
        self._exported: dict[tuple[PolicyChain, ...], tuple[Fact[PolicyChain], ...]] = {}

    def process(self) -> BgpProcess:
        """Return the facts."""
        neighbors = [one for group in self._bgp.entries("group") for one in self._neighbors(group)]
        ranges = [one for group in self._bgp.entries("group") for one in self._listen_ranges(group)]
        for level in (self._bgp, *self._bgp.entries("group")):
            for way in ("import", "export"):
                self._policies.look_up(level.take(way))
        return BgpProcess(
            vrf=self._instance.name,
            asn=self._asn,
            router_id=self._router_id,
            neighbors=tuple(neighbors),
            listen_ranges=tuple(ranges),
            multipath=tuple(self._multipath(neighbors)),
            originations=tuple(self._originations()),
            source=self._bgp.source,
        )

    # Peers

    def _neighbors(self, group: Node) -> Iterator[BgpNeighbor]:
        for neighbor in group.entries("neighbor"):
            levels = [neighbor, group, self._bgp]
            remote = self._remote(levels)
            neighbor.take("description")
            yield BgpNeighbor(neighbor.key, False, remote, self._settings(levels, remote), neighbor.source)
        for dynamic in group.entries("dynamic-neighbor"):
            discovery = dynamic.at("peer-auto-discovery")
            for interface in discovery.entries("interface"):
                remote = self._remote([group, self._bgp])
                settings = self._settings([group, self._bgp], remote)
                yield BgpNeighbor(interface.key.removesuffix(".0"), True, remote, settings, interface.source)

    def _listen_ranges(self, group: Node) -> Iterator[ListenRange]:
        leaves = [group.take("allow"), *(one.take("allow") for one in group.entries("dynamic-neighbor"))]
        for leaf in leaves:
            for prefix in leaf.values:
                remote = self._remote([group, self._bgp])
                settings = self._settings([group, self._bgp], remote)
                yield ListenRange("0.0.0.0/0" if prefix == "all" else prefix, remote, settings, leaf.source)

    def _remote(self, levels: Sequence[Node]) -> Fact[RemoteAsn]:
        kind = _first(levels, "type")
        stated = _first(levels, "peer-as")
        if stated.line and kind.value != "internal":
            return _asn(stated)
        if kind.value == "internal":
            own = self._local(levels)
            if isinstance(own, Stated):
                return Stated(own.value, kind.source)
            return Stated(AnyAsn.INTERNAL, kind.source)
        listed = _first(levels, "peer-as-list")
        if listed.line:
            return self._policies.as_list(listed)
        return Unknown("no peer-as is configured", levels[0].first_line)

    def _is_external(self, levels: Sequence[Node], remote: Fact[RemoteAsn], local: Fact[int]) -> bool | None:
        kind = _first(levels, "type")
        if kind.line:
            return kind.value == "external"
        if isinstance(remote, Stated) and isinstance(local, Stated):
            return remote.value != local.value
        return None

    def _settings(self, levels: Sequence[Node], remote: Fact[RemoteAsn]) -> PeerSettings:
        local = self._local(levels)
        external = self._is_external(levels, remote, local)
        plain = levels[0].children.keys() <= _OF_ONE_NEIGHBOR
        group = next(one for one in levels if one.name == "group")
        if not plain or levels[0] is group:
            return self._make(group, levels, local, external)
        key = (group.key, external)
        if key not in self._shared:
            self._shared[key] = self._make(group, levels[1:], local, external)
        return self._shared[key]

    def _local(self, levels: Sequence[Node]) -> Fact[int]:
        stated = next((leaf for one in levels if (leaf := one.at(_OWN).take("as-number")).line), ABSENT)
        if not stated.line:
            return self._asn
        number = asn_of(stated.value)
        return Stated(number, stated.source) if number > 0 else Unknown("this is no AS number", stated.source)

    def _make(self, group: Node, levels: Sequence[Node], local: Fact[int], external: bool | None) -> PeerSettings:
        down = next((one for level in levels if (one := level.get("shutdown")) is not None), None)
        bfd = next((one for level in levels if (one := level.get("bfd-liveness-detection")) is not None), None)
        enabled: Fact[bool] = defaults.PEER_ENABLED.at(self._first)
        if down is not None:
            enabled = Stated(False, down.first_line)
        stated = [family for family, path in _FAMILIES.items() if any(level.find(path) for level in levels)]
        explicit = any(level.has("family") for level in levels)
        families = stated if explicit else [AddressFamily.IPV4]
        return PeerSettings(
            group=group.key,
            local_asn=local,
            enabled=enabled,
            families=tuple(self._family(one, levels, external, explicit=explicit) for one in families),
            bfd=Stated(True, bfd.first_line) if bfd is not None else defaults.OPTION_OFF.at(self._first),
        )

    def _family(
        self, family: AddressFamily, levels: Sequence[Node], external: bool | None, *, explicit: bool
    ) -> PeerFamily:
        own = [level.at(_FAMILIES[family]) for level in levels]
        activated: Fact[bool] = defaults.INET_ENABLED.at(self._first)
        if explicit:
            block = next(found for level in levels if (found := level.find(_FAMILIES[family])) is not None)
            activated = Stated(True, block.first_line)
        off = defaults.OPTION_OFF.at(self._first)
        pairs = [block for pair in zip(own, levels, strict=True) for block in pair]
        loops = [
            *(one.at("loops").take("loops") for one in own),
            *(one.at(_OWN).take("loops") for one in levels),
            self._options.at("autonomous-system").take("loops"),
        ]
        cluster = _first(levels, "cluster")
        hop = next((leaf for one in levels if (leaf := one.at("multihop").take("no-nexthop-change")).line), ABSENT)
        overrides = _first(levels, "as-override")
        return PeerFamily(
            family=family,
            activated=activated,
            allowas_in=plain_number(
                next((one for one in loops if one.line), None), defaults.NO_OWN_AS.at(self._first), 10
            ),
            as_override=Stated(True, overrides.source) if overrides.line else off,
            private_asns=self._private(levels),
            next_hop_self=off,
            route_reflector_client=Stated(True, cluster.source) if cluster.line else off,
            default_originated=off,
            imports=self._imports(pairs, levels),
            exports=self._exports(pairs, levels, external),
            sends_communities=defaults.COMMUNITIES_SENT.at(self._first),
            withholds_peer_asn=self._withholds(levels, external),
            next_hop_unchanged=Stated(True, hop.source) if hop.line else defaults.NOT_KEPT.at(self._first),
        )

    def _withholds(self, levels: Sequence[Node], external: bool | None) -> Fact[bool]:
        """Return whether routes with the peer's AS number are kept from it, as Junos does without advertise-peer-as.

        Source: Juniper CLI reference, advertise-peer-as.
        """
        leaf = _first(levels, "advertise-peer-as")
        if leaf.line or external is False:
            return Stated(False, leaf.source) if leaf.line else defaults.OPTION_OFF.at(self._first)
        return defaults.WITHHELD.at(self._first)

    def _private(self, levels: Sequence[Node]) -> Fact[PrivateAsns]:
        block = next((one for level in levels if (one := level.get("remove-private")) is not None), None)
        if block is None:
            return defaults.PRIVATE_AS_KEPT.at(self._first)
        every = block.get("all")
        mode = PrivateAsns.REMOVED
        if every is not None:
            mode = PrivateAsns.REPLACED if every.has("replace") else PrivateAsns.ALL_REMOVED
        return Stated(mode, block.source)

    # Policies

    def _imports(self, pairs: Sequence[Node], levels: Sequence[Node]) -> tuple[Fact[PolicyChain], ...]:
        leaf = self._policies.applied(pairs, "import")
        if leaf is None:
            return (defaults.ACCEPTED.at(levels[max(len(levels) - 2, 0)].first_line),)
        return self._policies.chains(leaf, PolicyAction.PERMIT)

    def _exports(
        self, pairs: Sequence[Node], levels: Sequence[Node], external: bool | None
    ) -> tuple[Fact[PolicyChain], ...]:
        leaf = self._policies.applied(pairs, "export")
        if leaf is None:
            place = levels[max(len(levels) - 2, 0)].first_line
            return (_EXPORTED.at(place),)
        return self._policies.chains(leaf, PolicyAction.DENY, DEFAULT_EXPORT)

    # The process

    def _multipath(self, neighbors: Sequence[BgpNeighbor]) -> Iterator[Multipath]:
        """Yield how many paths are used: those of the protocol or of any of its groups."""
        routed = [one for one in self._bgp.entries("group") if _routes(one)]
        blocks = [one.get("multipath") for one in (self._bgp, *routed)]
        found = [one for one in blocks if one is not None and not one.take("disable").line]
        gone = [one.removed_at("multipath") for one in (*routed, self._bgp)]
        one_path = defaults.ONE_PATH.at(next((one for one in gone if one is not None), self._first))
        relaxed: Fact[bool] = defaults.MULTIPLE_AS.at(self._first)
        for block in found:
            leaf = block.take("multiple-as")
            if leaf.line:
                relaxed = Stated(True, leaf.source)
                break
        paths: Fact[int] = one_path
        if found:
            paths = self._paths if known(relaxed, True) else self._of_one_as(neighbors, found[0].first_line)
        families = [
            family
            for family, path in _FAMILIES.items()
            if family is not AddressFamily.EVPN
            and (
                family is AddressFamily.IPV4
                or any(
                    level.find(path)
                    for level in (
                        self._bgp,
                        *self._bgp.entries("group"),
                        *(one for group in self._bgp.entries("group") for one in group.entries("neighbor")),
                    )
                )
            )
        ]
        for family in families:
            yield Multipath(family, paths, paths, relaxed)

    def _of_one_as(self, neighbors: Sequence[BgpNeighbor], place: Source) -> Fact[int]:
        """Return how many next hops one neighbouring AS gives, to which multipath without multiple-as is confined."""
        routed = [one for one in neighbors if any(each.family in _ROUTED for each in one.settings.families)]
        remote = [one.remote_asn for one in routed]
        numbers = Counter(one.value for one in remote if isinstance(one, Stated) and isinstance(one.value, int))
        most = max(numbers.values(), default=0)
        if sum(numbers.values()) < len(remote) or len(numbers) < 2 or known(self._paths, 0) <= most:
            return self._paths
        return Default(most, place, defaults.MULTIPLE_AS.reason)

    def _originations(self) -> Iterator[Origination]:
        """Yield what export policies choose from: the routing table, and aggregates by prefix."""
        every = defaults.ROUTE_TABLE.at(self._first)
        for family in (AddressFamily.IPV4, AddressFamily.IPV6):
            for origin in _CANDIDATES:
                yield Origination(family, origin, "", every, self._first)
        options = self._instance.block.at("routing-options")
        tables = [options, *options.entries("rib")]
        for table in tables:
            for route in (*table.at("aggregate").entries("route"), *table.at("generate").entries("route")):
                family = AddressFamily.IPV6 if ":" in route.key else AddressFamily.IPV4
                yield Origination(family, RouteOrigin.AGGREGATE, route.key, every, route.first_line)


_EXPORTED = VendorDefault(
    PolicyChain((DEFAULT_EXPORT,), PolicyAction.DENY),
    "without an export policy BGP announces routes of BGP alone",
    "Routing Policies user guide, Default Routing Policies",
)


def _routes(group: Node) -> bool:
    """Say whether a group carries routes by which packets are forwarded, and not those of EVPN alone."""
    return not group.has("family") or any(group.at("family").has(name) for name in ("inet", "inet6"))


def _first(levels: Sequence[Node], name: str) -> Node:
    """Return the leaf of the first level that has it; ABSENT where none has."""
    return next((leaf for level in levels if (leaf := level.take(name)).line), ABSENT)


def _asn(leaf: Node) -> Fact[RemoteAsn]:
    number = asn_of(leaf.value)
    return Stated(number, leaf.source) if number > 0 else Unknown("this is no AS number", leaf.source)


def _asn_below(options: Sequence[Node], place: Source) -> Fact[int]:
    for one in options:
        leaf = one.at("autonomous-system").take("as-number")
        if leaf.line:
            number = asn_of(leaf.value)
            return Stated(number, leaf.source) if number > 0 else Unknown("this is no AS number", leaf.source)
    return Unknown("no autonomous-system is configured in routing-options", place)

"""What an intent demands of routing and of the overlay: sessions, what they let pass, routes, networks of tunnels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from roce_lint.gate.demands import Demand
from roce_lint.model.addresses import usual_address
from roce_lint.model.bridging import PeerLink, TunnelEndpoint, VirtualAddress
from roce_lint.model.device import Device
from roce_lint.model.fact import Default, Fact, Source, Stated, Unknown, known
from roce_lint.model.route_policy import (
    MatchNotDecided,
    MatchPrefixes,
    PolicyChain,
    PolicyTerm,
    RouteCondition,
    RoutePolicy,
)
from roce_lint.model.routing import BgpNeighbor, BgpProcess, PeerFamily
from roce_lint.values import dataclass, field, field_names

_GLOBAL = "default"
_SHOWN_CHARACTERS = 120


@dataclass(frozen=True, slots=True)
class Passing:
    """Which routes pass, compared by what the policies do and not by their names; `words` say it shortly."""

    terms: tuple[object, ...]
    words: str = field(compare=False)

    def __str__(self) -> str:
        """Return it in words."""
        return self.words


Parts = Mapping[str, Mapping[str, Demand]]
"""Demands by name, for each part of a device by what people call it."""


def routing_demands(device: Device) -> Parts:
    """Return what a device says of routing and of the overlay, part by part."""
    routing = device.routing
    policies = {policy.name: policy for policy in routing.policies}
    found: dict[str, dict[str, Demand]] = {}
    for process in routing.bgp:
        where = "" if process.vrf == _GLOBAL else f" of VRF {process.vrf}"
        found[f"BGP{where}"] = dict(_process(process, policies))
        for neighbor in process.neighbors:
            found[f"BGP neighbor {usual_address(neighbor.peer)}{where}"] = dict(_neighbor(neighbor, policies))
    for igp in routing.igp:
        where = "" if igp.vrf == _GLOBAL else f" of VRF {igp.vrf}"
        for one in igp.interfaces:
            found[f"{igp.protocol.value} interface {one.interface}{where}"] = dict(_facts("igp", one))
    for route in routing.static_routes:
        hop = " ".join(part for part in (route.interface, route.next_hop) if part)
        found[f"static route {route.prefix} {hop}".strip()] = {}
    for tunnel in routing.tunnels:
        found |= dict(_tunnel(tunnel))
    for domain in routing.bridge_domains:
        found[f"bridge domain {domain.name}"] = dict(_facts("bridge", domain))
    for link in routing.peer_links:
        found[f"{link.kind.value} pair"] = dict(_pair(link))
    for segment in routing.ethernet_segments:
        found[f"Ethernet segment of {known(segment.port, '')}"] = dict(_facts("segment", segment))
    return found | _gateways(routing.virtual_addresses)


def _pair(link: PeerLink) -> Iterator[tuple[str, Demand]]:
    """Yield what both switches of a pair have to agree on: its domain, and the number of each shared bundle."""
    yield from _facts("pair", link)
    for bundle in link.bundles:
        identifier = Stated(bundle.identifier, bundle.source)
        yield f"pair.{bundle.port}.identifier", Demand(f"number of {bundle.port} in the pair", identifier)


def _gateways(addresses: Iterable[VirtualAddress]) -> dict[str, dict[str, Demand]]:
    """Return the virtual addresses of each interface together."""
    shared: dict[str, list[Stated[str] | Default[str]]] = {}
    for one in addresses:
        if not isinstance(one.address, Unknown):
            shared.setdefault(one.interface, []).append(one.address)
    return {
        f"gateway of {interface}": {
            "gateway.addresses": Demand(
                "virtual address", Stated(frozenset(usual_address(one.value) for one in facts), facts[0].source)
            )
        }
        for interface, facts in shared.items()
    }


def host_route_demands(device: Device) -> Parts:
    """Return the next hops of a host by the routes that have them."""
    return {
        f"route to {one.destination} by {one.port} in table {one.table}": {
            "route.next_hop": Demand("next hop", one.next_hop)
        }
        for one in device.host_routes
    }


def _facts(kind: str, part: object) -> Iterator[tuple[str, Demand]]:
    """Yield the facts that are in a part, whatever they are."""
    for name in field_names(type(part)):
        value = getattr(part, name)
        if isinstance(value, (Stated, Default, Unknown)):
            yield (
                f"{kind}.{name}",
                Demand(name.replace("_", " ").replace("mac", "MAC"), value, isinstance(value, Stated)),
            )


def _process(process: BgpProcess, policies: Mapping[str, RoutePolicy]) -> Iterator[tuple[str, Demand]]:
    yield "bgp.router_id", Demand("router ID", process.router_id, isinstance(process.router_id, Stated))
    for multipath in process.multipath:
        for name, demand in _facts(f"bgp.{multipath.family.value}", multipath):
            yield name, Demand(f"{demand.label} ({multipath.family.value})", demand.fact, demand.holds)
    yield "bgp.originations", Demand("routes of its own that it announces", _origins(process, policies))


def _origins(process: BgpProcess, policies: Mapping[str, RoutePolicy]) -> Fact[Passing]:
    terms: list[object] = []
    words: list[str] = []
    source = process.source
    for one in process.originations:
        policy = _passing((one.policy,), policies, one.source)
        if isinstance(policy, Unknown):
            return policy
        terms.append((one.family, one.origin, one.prefix, policy.value.terms))
        words.append(f"{one.prefix or one.origin.value} ({policy.value})")
        source = policy.source if policy.source.line else one.source
    return Stated(Passing(tuple(sorted(terms, key=repr)), _short("; ".join(words) or "none")), source)


def _neighbor(neighbor: BgpNeighbor, policies: Mapping[str, RoutePolicy]) -> Iterator[tuple[str, Demand]]:
    settings = neighbor.settings
    yield "bgp.remote_asn", Demand("AS number of the neighbour", neighbor.remote_asn)
    yield "bgp.local_asn", Demand("own AS number", settings.local_asn, isinstance(settings.local_asn, Stated))
    yield "bgp.enabled", Demand("session", settings.enabled)
    for family in settings.families:
        yield from _family(family, policies, neighbor.source)


def _family(family: PeerFamily, policies: Mapping[str, RoutePolicy], place: Source) -> Iterator[tuple[str, Demand]]:
    name = family.family.value
    for fact, demand in _facts(f"bgp.{name}", family):
        yield fact, Demand(f"{demand.label} ({name})", demand.fact, demand.holds or fact.endswith(".activated"))
    for direction, chains in (("imports", family.imports), ("exports", family.exports)):
        label = f"routes that it {'takes' if direction == 'imports' else 'announces'} ({name})"
        yield f"bgp.{name}.{direction}", Demand(label, _passing(chains, policies, place))


def _passing(chains: Iterable[Fact[PolicyChain]], policies: Mapping[str, RoutePolicy], place: Source) -> Fact[Passing]:
    """Return which routes pass several chains, and where the first policy that decides stands."""
    terms: list[object] = []
    words: list[str] = []
    for chain in chains:
        if isinstance(chain, Unknown):
            return chain
        place = chain.source
        for name in chain.value.policies:
            policy = policies.get(name)
            if policy is None:
                return Unknown(f"the policy {name} is not defined", chain.source)
            terms.append((tuple(map(_term, policy.terms)), policy.otherwise))
            words += [*map(_words, policy.terms), f"{policy.otherwise.value} the rest"]
            place = policy.terms[0].source if policy.terms else policy.source
        terms.append(chain.value.otherwise)
    return Stated(Passing(tuple(terms), _short(", ".join(words) or "all")), place)


def _term(term: PolicyTerm) -> tuple[object, ...]:
    """Return a term without its places."""
    conditions = tuple(map(_condition, term.conditions))
    return term.action, conditions, term.community_change, term.communities, term.as_path_change, term.keeps_next_hop


def _condition(condition: RouteCondition) -> object:
    return ("not decided", condition.because) if isinstance(condition, MatchNotDecided) else condition


def _words(term: PolicyTerm) -> str:
    prefixes = [
        f"{'' if one.permits else 'not '}{one.prefix}" + (f" to /{one.longest}" if one.longest > one.shortest else "")
        for condition in term.conditions
        if isinstance(condition, MatchPrefixes)
        for one in condition.ranges
    ]
    other = any(not isinstance(condition, MatchPrefixes) for condition in term.conditions)
    what = " ".join([*prefixes, *(["by conditions"] if other else [])]) or "all"
    return f"{term.action.value} {what}"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}..."


def _tunnel(tunnel: TunnelEndpoint) -> Iterator[tuple[str, dict[str, Demand]]]:
    facts = dict(_facts("tunnel", tunnel))
    addresses = [fact.value for fact in tunnel.flood_list if not isinstance(fact, Unknown)]
    if addresses:
        facts["tunnel.flood_list"] = Demand("flood list", Stated(frozenset(addresses), tunnel.flood_list[0].source))
    yield f"tunnel {tunnel.interface}", facts
    for one in tunnel.bindings:
        carries: dict[str, Demand] = {
            "vni.vlan": Demand("VLAN", Stated(one.vlan, one.source)),
            "vni.vrf": Demand("VRF", Stated(one.vrf, one.source)),
        }
        for fact, demand in _facts("vni", one.targets):
            carries[fact] = Demand(f"route targets that it {fact.removeprefix('vni.')}", demand.fact, demand.holds)
        yield f"VNI {one.vni}", carries

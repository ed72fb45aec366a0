"""Route maps, routing policies, and lists or sets that they match, which are used and defined nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set

from roce_lint.model.device import Port, UndefinedReference
from roce_lint.model.fact import Fact, Source, Stated
from roce_lint.model.route_policy import MatchNotDecided, PolicyChain, RoutePolicy
from roce_lint.model.routing import PeerSettings, Routing
from roce_lint.os.industry_cli.bgp_lines import BgpInstance, Peer
from roce_lint.os.industry_cli.routing_dialect import RoutingDialect
from roce_lint.os.industry_cli.statements import stated
from roce_lint.os.industry_cli.undefined_names import undefined_sources
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import replace

_LIST = lazy_pattern(r"the (.+) (\S+) is not defined")


def undefined_policies(routing: Routing, kind: str = "route-map") -> tuple[UndefinedReference, ...]:
    """Return what BGP sessions, originated routes and policies refer to and nothing defines, in order of place.

    `kind` is what the system calls a policy.
    """
    policies = {policy.name: policy for policy in routing.policies}
    found: set[UndefinedReference] = set()
    for chain in _chains(routing):
        for name in chain.value.policies if isinstance(chain, Stated) else ():
            if name not in policies:
                found.add(UndefinedReference(kind, name, chain.source))
            elif " " in name:
                found.update(replace(one, source=chain.source) for one in _lists(policies[name]))
    for policy in routing.policies:
        found.update(one for one in _lists(policy) if one.source.file)
    return tuple(sorted(found, key=lambda one: (one.source, one.kind, one.name)))


def _lists(policy: RoutePolicy) -> Iterator[UndefinedReference]:
    """Yield the lists that a policy matches and nothing defines."""
    for term in policy.terms:
        for condition in term.conditions:
            if isinstance(condition, MatchNotDecided) and (missing := _LIST.fullmatch(condition.because)):
                yield UndefinedReference(missing[1], missing[2], condition.source)


def _chains(routing: Routing) -> Iterator[Fact[PolicyChain]]:
    """Yield every place that names policies; settings that neighbours share once."""
    seen: set[int] = set()
    for process in routing.bgp:
        for settings in [one.settings for one in process.neighbors] + [one.settings for one in process.listen_ranges]:
            if id(settings) not in seen:
                seen.add(id(settings))
                yield from _of_settings(settings)
        yield from (one.policy for one in process.originations)
    for igp in routing.igp:
        yield from (one.policy for one in igp.originations)


def _of_settings(settings: PeerSettings) -> Iterator[Fact[PolicyChain]]:
    for family in settings.families:
        yield from family.imports
        yield from family.exports


def undefined_sessions(
    instance: BgpInstance | None, dialect: RoutingDialect, peer_filters: Set[str], ports: Sequence[Port]
) -> tuple[UndefinedReference, ...]:
    """Return what is missing, in order of place. A group of which anything is stated is defined.

    A VRF may refer to what the global table defines.
    """
    if instance is None:
        return ()
    found: set[UndefinedReference] = set()
    for own in (instance, *instance.vrfs.values()):
        groups = own.groups.keys() | instance.groups.keys()
        for peer in own.every_peer():
            for kind, name, source in _named(peer, dialect):
                is_defined = name in peer_filters if kind == "peer-filter" else (kind, name) in groups
                if not is_defined:
                    found.add(UndefinedReference(kind, name, source))
            found.update(undefined_sources(_source_interfaces(peer, dialect.interface_names), ports))
    return tuple(sorted(found, key=lambda one: (one.source, one.kind, one.name)))


def _named(peer: Peer, dialect: RoutingDialect) -> Iterator[tuple[str, str, Source]]:
    """Yield kind, name and place of what a neighbour, group or template refers to."""
    for attributes in (peer.session, *peer.families.values()):
        for attribute, line in attributes.items():
            kind = dialect.bgp.inherited_policy if line.words and attribute.endswith(f" {line.words[0]}") else attribute
            if kind in (*dialect.bgp.inherited, dialect.bgp.inherited_policy, "peer-filter") and line.is_stated:
                yield from ((kind, name, line.source) for name in line.words[:1])


def _source_interfaces(peer: Peer, interface_names: Callable[[str], tuple[str, ...]]) -> Iterator[tuple[str, Source]]:
    if line := stated(peer.session, "update-source"):
        yield from ((name, line.source) for name in interface_names(" ".join(line.words)))

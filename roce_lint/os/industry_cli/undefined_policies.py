"""Route maps, routing policies, and lists or sets that they match, which are used and defined nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.device import UndefinedReference
from roce_lint.model.fact import Fact, Stated
from roce_lint.model.route_policy import MatchNotDecided, PolicyChain, RoutePolicy
from roce_lint.model.routing import PeerSettings, Routing
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

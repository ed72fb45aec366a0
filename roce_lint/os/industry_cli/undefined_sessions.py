"""Peer groups, templates, peer filters and source interfaces that BGP refers to and nothing defines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set

from roce_lint.model.device import Port, UndefinedReference
from roce_lint.model.fact import Source
from roce_lint.os.industry_cli.bgp_lines import BgpInstance, Peer
from roce_lint.os.industry_cli.routing_dialect import RoutingDialect
from roce_lint.os.industry_cli.statements import stated
from roce_lint.os.industry_cli.undefined_names import undefined_sources


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

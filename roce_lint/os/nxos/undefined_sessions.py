"""Peer templates and source interfaces that BGP of NX-OS refers to and nothing defines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.model.device import Port, UndefinedReference
from roce_lint.model.fact import Source
from roce_lint.os.industry_cli.undefined_names import undefined_sources
from roce_lint.os.nxos.bgp_lines import BgpLines, PeerLines
from roce_lint.os.nxos.names import expand_interfaces


def undefined_sessions(bgp: BgpLines | None, ports: Sequence[Port]) -> tuple[UndefinedReference, ...]:
    """Return what is missing, in order of place. Templates stand below `router bgp` itself."""
    if bgp is None:
        return ()
    found: set[UndefinedReference] = set()
    peers = [*bgp.peers.values(), *bgp.templates.values()]
    peers += [peer for lines in bgp.vrfs.values() for peer in lines.peers.values()]
    for peer in peers:
        for kind, name in _inherited(peer):
            if (kind, name) not in bgp.templates:
                found.add(UndefinedReference(f"template {kind}", name, peer.places.get((kind, name), peer.said.source)))
        found.update(undefined_sources(_sources(peer), ports))
    return tuple(sorted(found, key=lambda one: (one.source, one.kind, one.name)))


def _inherited(peer: PeerLines) -> Iterator[tuple[str, str]]:
    yield from peer.inherited.items()
    for named in peer.policies.values():
        yield from (("peer-policy", name) for _, name in named)


def _sources(peer: PeerLines) -> Iterator[tuple[str, Source]]:
    said = peer.said.base.get("update-source")
    if said is not None and not said.negated:
        yield from ((name, said.source) for name in expand_interfaces(" ".join(said.words[1:])))

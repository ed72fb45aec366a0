"""Peer groups, peer filters and source interfaces that BGP of EOS refers to and nothing defines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from roce_lint.model.device import Port, UndefinedReference
from roce_lint.model.fact import Source
from roce_lint.os.eos.bgp_lines import BgpLines
from roce_lint.os.eos.names import interface_names
from roce_lint.os.industry_cli.bgp_statements import Statement
from roce_lint.os.industry_cli.undefined_names import undefined_sources

_OF_GROUP = frozenset(("peer", "group", "peer-group"))


def undefined_sessions(
    bgp: BgpLines | None, filters: Set[str], ports: Sequence[Port]
) -> tuple[UndefinedReference, ...]:
    """Return what is missing, in order of place. A group of which anything is said is defined."""
    if bgp is None:
        return ()
    found: set[UndefinedReference] = set()
    for lines in (bgp, *bgp.vrfs.values()):
        groups = lines.peers.keys() | bgp.peers.keys()
        for kind, name, source in _named(lines):
            if name not in (groups if kind == "peer group" else filters):
                found.add(UndefinedReference(kind, name, source))
        found.update(undefined_sources(_sources(lines), ports))
    return tuple(sorted(found, key=lambda one: (one.source, one.kind, one.name)))


def _named(lines: BgpLines) -> Iterator[tuple[str, str, Source]]:
    for peer in (*lines.peers.values(), *lines.unnumbered.values()):
        member = peer.base.get("peer group")
        if member is not None and not member.negated:
            words = [word for word in member.words if word not in _OF_GROUP]
            if words:
                yield "peer group", words[0], member.source
        chosen = peer.base.get("peer-filter")
        if chosen is not None and len(chosen.words) > 1:
            yield "peer-filter", chosen.words[1], chosen.source
    for said in lines.listens:
        for kind, word in (("peer group", "peer-group"), ("peer-filter", "peer-filter")):
            if word in said.words[:-1]:
                yield kind, said.words[said.words.index(word) + 1], said.source


def _sources(lines: BgpLines) -> Iterator[tuple[str, Source]]:
    said: Statement | None
    for peer in lines.peers.values():
        said = peer.base.get("update-source")
        if said is not None and not said.negated:
            yield from ((name, said.source) for name in interface_names(" ".join(said.words[1:])))

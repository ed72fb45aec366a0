"""Groups of BGP neighbors that network instances of SR Linux refer to and do not define."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.device import UndefinedReference
from roce_lint.text.tree import Node


def undefined_groups(root: Node) -> tuple[UndefinedReference, ...]:
    """Return the groups that are missing, in order of place; each instance has its own."""
    found = [one for instance in root.entries("network-instance") for one in _of_instance(instance)]
    return tuple(sorted(set(found), key=lambda one: (one.source, one.name)))


def _of_instance(instance: Node) -> Iterator[UndefinedReference]:
    protocols = instance.at("protocols")
    if not protocols.has("bgp"):
        return
    bgp = protocols.at("bgp")
    defined = {group.key for group in bgp.entries("group")}
    dynamic = bgp.at("dynamic-neighbors")
    for one in (*bgp.entries("neighbor"), *dynamic.entries("interface"), *dynamic.select("accept/match")):
        leaf = one.get("peer-group")
        if leaf is not None and leaf.value not in defined:
            yield UndefinedReference("BGP group", leaf.value, leaf.source)

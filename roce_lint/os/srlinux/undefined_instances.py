"""Groups of BGP neighbors that network instances of SR Linux refer to and do not define."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.device import UndefinedReference
from roce_lint.os.srlinux.tree import Block


def undefined_groups(root: Block) -> tuple[UndefinedReference, ...]:
    """Return the groups that are missing, in order of place; each instance has its own."""
    found = [one for instance in root.entries("network-instance") for one in _of_instance(instance)]
    return tuple(sorted(set(found), key=lambda one: (one.source, one.name)))


def _of_instance(instance: Block) -> Iterator[UndefinedReference]:
    protocols = instance.inside("protocols")
    if ("bgp",) not in protocols.blocks:
        return
    bgp = protocols.inside("bgp")
    defined = {group.key for group in bgp.entries("group")}
    dynamic = bgp.inside("dynamic-neighbors")
    for one in (*bgp.entries("neighbor"), *dynamic.entries("interface"), *dynamic.inside("accept").entries("match")):
        leaf = one.leaves.get("peer-group")
        if leaf is not None and leaf.value not in defined:
            yield UndefinedReference("BGP group", leaf.value, leaf.source)

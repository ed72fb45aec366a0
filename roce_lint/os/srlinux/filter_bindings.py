"""Which access lists are bound to which subinterface: by `/acl/interface`, or below the subinterface up to 23.10."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.model.fact import Source
from roce_lint.os.srlinux.access_lists import KINDS, FilterName, filters_of
from roce_lint.os.srlinux.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

Filters = tuple[tuple[FilterName, ...], tuple[FilterName, ...]]
"""Those at ingress, and those at egress."""


def read_filter_bindings(
    root: Node, interfaces: dict[str, Node], diagnostics: LeafDiagnostics
) -> dict[tuple[str, str], Filters]:
    """Return the filters by interface and subinterface index; those that nobody defines are reported as well.

    A file that holds no filter at all is a part of a configuration, and says nothing of their definition.
    """
    found: dict[tuple[str, str], Filters] = {}
    use = _Uses(frozenset(filters_of(root.at("acl"))), diagnostics)
    for entry in root.select("acl/interface"):
        reference = entry.at("interface-ref")
        port, index = reference.take("interface").value, reference.take("subinterface").value
        interface = interfaces.get(port)
        every = [sub.key for sub in interface.entries("subinterface")] if interface and not index else [index]
        filters = (use.of_entry(entry.at("input")), use.of_entry(entry.at("output")))
        found |= {(port, sub): filters for sub in every if any(filters)}
    for interface in interfaces.values():
        for sub in interface.entries("subinterface"):
            if sub.has("acl"):
                acl = sub.at("acl")
                found[interface.key, sub.key] = use.below(acl.at("input")), use.below(acl.at("output"))
    return found


class _Uses:
    """Takes the names that a binding lists."""

    def __init__(self, defined: frozenset[FilterName], diagnostics: LeafDiagnostics) -> None:
        self._defined = defined
        self._diagnostics = diagnostics

    def of_entry(self, direction: Node) -> tuple[FilterName, ...]:
        """Return the filters of an entry of `/acl/interface`, each under its name and type."""
        uses = direction.entries("acl-filter")
        return tuple(name for use in uses for name in self._take(use.keys[1], use.keys[:1], use.first_line))

    def below(self, direction: Node) -> tuple[FilterName, ...]:
        """Return the filters of a subinterface of 23.10, which has a leaf-list for each type."""
        leaves = [(kind, direction.take(f"{kind}-filter")) for kind in KINDS]
        return tuple(name for kind, leaf in leaves for name in self._take(kind, leaf.values, leaf.source))

    def _take(self, kind: str, names: Sequence[str], source: Source) -> tuple[FilterName, ...]:
        for name in names if self._defined else ():
            if (name, kind) not in self._defined:
                self._diagnostics.undefined(f"{kind} filter", name, source)
        return tuple((name, kind) for name in names)

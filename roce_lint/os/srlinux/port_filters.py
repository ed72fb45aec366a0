"""Access lists that SR Linux applies to subinterfaces, as far as they may drop RoCE.

An entry without `drop` lets packets through. What no entry matches is not documented in the published model.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from roce_lint.model.fact import Source
from roce_lint.model.packet_filter import FilterEntry, FilterUse, Hit, PacketFilter
from roce_lint.os.industry_cli.network_list import wildcard_prefix
from roce_lint.os.srlinux.access_lists import KINDS, FilterName, entry_reach, filters_of, in_order
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node

_VERSIONS = {"ipv4": 4, "ipv6": 6, "mac": 0}


def packet_filters(root: Node, names: Collection[str]) -> tuple[PacketFilter, ...]:
    """Return the filters that subinterfaces use; `names` are those of all ports."""
    uses: dict[FilterName, list[FilterUse]] = defaultdict(list)
    for name, use in (*_of_entries(root, names), *_below(root, names)):
        uses[name].append(use)
    if not uses:
        return ()
    defined = filters_of(root.at("acl"))
    return tuple(_filter(name, defined[name], of_list) for name, of_list in uses.items() if name in defined)


def _of_entries(root: Node, names: Collection[str]) -> Iterator[tuple[FilterName, FilterUse]]:
    """Yield the uses that entries of `/acl/interface` state."""
    for entry in root.select("acl/interface"):
        reference = entry.at("interface-ref")
        port, index = reference.get("interface"), reference.get("subinterface")
        if port is None:
            continue
        name = f"{port.value}.{index.value}" if index else port.value
        for direction in ("input", "output"):
            for use in entry.at(direction).entries("acl-filter"):
                known = name if name in names else port.value
                yield (use.keys[0], use.keys[1]), FilterUse(known, direction == "input", use.first_line)


def _below(root: Node, names: Collection[str]) -> Iterator[tuple[FilterName, FilterUse]]:
    """Yield the uses that subinterfaces of 23.10 state."""
    for interface in root.entries("interface"):
        for sub in interface.entries("subinterface"):
            for direction in ("input", "output") if sub.has("acl") else ():
                for kind in KINDS:
                    leaf = sub.at(f"acl/{direction}").get(f"{kind}-filter")
                    if leaf:
                        own = f"{interface.key}.{sub.key}"
                        known = own if own in names else interface.key
                        use = FilterUse(known, direction == "input", leaf.source)
                        yield from (((one, kind), use) for one in leaf.values)


def _filter(name: FilterName, block: Node, uses: list[FilterUse]) -> PacketFilter:
    entries = [_entry(entry, name[1]) for entry in in_order(block)]
    met = tuple([entry for entry in entries if entry is not None])
    return PacketFilter(name[0], _VERSIONS[name[1]], met, None, tuple(uses), block.first_line)


def _entry(entry: Node, kind: str) -> FilterEntry | None:
    """Return what an entry does with RoCE; None for one that is for other packets."""
    match, action = entry.at("match"), entry.at("action")
    drops = action.has("drop")
    reach, narrowed = entry_reach(match, kind)
    if not reach:
        return None
    packet = match.at(kind) if match.has(kind) or match.has("transport") else match
    decides = drops or action.has("accept")
    hit = Hit.ALWAYS if decides and not narrowed else Hit.PERHAPS
    text = f"entry {entry.key} action {'drop' if drops else 'accept'}"
    source = action.at("drop").source if drops else entry.first_line
    origin, target = _prefix(packet.at("source-ip")), _prefix(packet.at("destination-ip"))
    return FilterEntry(not drops, hit, origin, target, reach if len(reach) < 64 else None, text, source)


def _prefix(side: Node) -> str | None:
    """Return the prefix of an address, empty for any, None for one that is not followed."""
    if side.has("prefix-list"):
        return None
    if prefix := side.get("prefix"):
        return prefix.value
    if address := side.get("address"):
        mask = side.get("mask")
        return wildcard_prefix(address.value, mask.value if mask else "0.0.0.0") or None
    return ""


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

"""Policies of `policy-options` as ordered terms, and what protocols apply of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ipaddress import ip_network
from itertools import groupby

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.route_policy import (
    AsPathChange,
    AsPathEntry,
    CommunityChange,
    CommunityEntry,
    MatchAsPath,
    MatchCommunities,
    MatchNotDecided,
    MatchOrigin,
    MatchPrefixes,
    MatchTag,
    PolicyAction,
    PolicyChain,
    PolicyTerm,
    PrefixRange,
    RouteCondition,
    RoutePolicy,
)
from roce_lint.model.routing import AsnRanges, RemoteAsn, RouteOrigin
from roce_lint.os.industry_cli.as_path import as_path_entry, asn_of
from roce_lint.os.industry_cli.route_lists import is_community
from roce_lint.os.tree.leaf_diagnostics import LeafDiagnostics
from roce_lint.text.tree import Node
from roce_lint.values import dataclass

DEFAULT_EXPORT = "the default policy of BGP"
"""Routes of BGP are announced, others are not.

Source: Juniper, Routing Policies user guide, Default Routing Policies.
"""
_ORIGINS = {
    "direct": RouteOrigin.CONNECTED,
    "local": RouteOrigin.OTHER,
    "static": RouteOrigin.STATIC,
    "bgp": RouteOrigin.BGP,
    "ospf": RouteOrigin.OSPF,
    "ospf2": RouteOrigin.OSPF,
    "ospf3": RouteOrigin.OSPF,
    "isis": RouteOrigin.ISIS,
    "aggregate": RouteOrigin.AGGREGATE,
    "evpn": RouteOrigin.OTHER,
}
_EVERY = {"inet": PrefixRange("0.0.0.0/0", 0, 32, True), "inet6": PrefixRange("::/0", 0, 128, True)}
_KINDS = {"add": CommunityChange.ADD, "set": CommunityChange.REPLACE, "delete": CommunityChange.REMOVE}
_DECIDED = frozenset(
    (
        *("family", "protocol", "interface", "community", "as-path", "tag", "policy", "rib"),
        *("route-filter", "prefix-list", "prefix-list-filter", "route-filter-list"),
    )
)
_RIBS = {"inet.0": "inet", "inet6.0": "inet6"}


@dataclass(frozen=True, slots=True)
class _Change:
    """What a term does to a route that it takes."""

    kind: CommunityChange = CommunityChange.NONE
    communities: frozenset[str] = frozenset()
    path: AsPathChange = AsPathChange.NONE


class Policies:
    """The policies of a device. Those that are applied somewhere are made; `names` are those in use."""

    def __init__(self, root: Node, diagnostics: LeafDiagnostics) -> None:
        """Take the tree of a configuration."""
        self._options = root.at("policy-options")
        self._interfaces = root.at("interfaces")
        self._diagnostics = diagnostics
        self._names: dict[str, None] = {}
        self._lists = {one.key: one for one in self._options.entries("prefix-list")}

    def applied(self, blocks: Iterable[Node], name: str) -> Node | None:
        """Return the leaf that applies policies, of the first block that has it."""
        found = [leaf for block in blocks if (leaf := block.take(name)).line and leaf.values]
        return found[0] if found else None

    def chains(self, leaf: Node, otherwise: PolicyAction, *tail: str) -> tuple[Fact[PolicyChain], ...]:
        """Return what a leaf such as `export` applies: policies in order, or several that all have to accept.

        `( A && B )` are two chains; with `||` or `!` the expression is not evaluated.
        """
        values = leaf.values
        if len(values) == 1 and values[0].startswith("("):
            words = values[0].strip("() ").split()
            if "||" in words or any(word[:1] in "!(" or word[-1:] == ")" for word in words):
                return (Unknown(f"the expression {values[0]} is not evaluated", leaf.source),)
            names = [word for word in words if word != "&&"]
            return tuple(self._chain((name,), leaf, otherwise, tail) for name in names)
        return (self._chain(values, leaf, otherwise, tail),)

    def _chain(
        self, names: tuple[str, ...], leaf: Node, otherwise: PolicyAction, tail: tuple[str, ...]
    ) -> Fact[PolicyChain]:
        for name in names:
            if name.startswith("("):
                return Unknown(f"the expression {name} is not evaluated", leaf.source)
            self._use(name, leaf.first_line)
        return Stated(PolicyChain((*names, *tail), otherwise), leaf.source)

    def _use(self, name: str, place: Source) -> None:
        self._names[name] = None
        self._look_up(name, place)

    def look_up(self, leaf: Node) -> None:
        """Report the names of a leaf that are no policies."""
        for name in leaf.values:
            if not name.startswith("("):
                self._look_up(name, leaf.first_line)

    def _look_up(self, name: str, place: Source) -> None:
        if self._options.entry("policy-statement", name) is None:
            self._diagnostics.undefined("policy-statement", name, place)

    def as_list(self, leaf: Node) -> Fact[RemoteAsn]:
        """Return the AS numbers of `as-list`, single ones or ranges such as `65001-65100`."""
        entry = self._options.entry("as-list", leaf.value)
        if entry is None:
            self._diagnostics.undefined("as-list", leaf.value, leaf.first_line)
            return Unknown(f"the as-list {leaf.value} is not defined", leaf.source)
        ranges: list[tuple[int, int]] = []
        for value in entry.take("members").values:
            low, _, high = value.partition("-")
            pair = (asn_of(low), asn_of(high or low))
            if min(pair) < 0:
                return Unknown(f"{value!r} is no range of AS numbers", entry.first_line)
            ranges.append(pair)
        if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
            return Stated(ranges[0][0], leaf.source)
        return Stated(AsnRanges(tuple(ranges)), leaf.source)

    def policies(self) -> tuple[RoutePolicy, ...]:
        """Return the policies in use in order of their names, and the default policy of BGP."""
        found = [self._policy(entry) for entry in self._options.entries("policy-statement") if entry.key in self._names]
        return (*sorted(found, key=lambda one: one.name), self._default())

    def _default(self) -> RoutePolicy:
        place = self._diagnostics.whole_file
        origin = MatchOrigin(frozenset({RouteOrigin.BGP.value}))
        term = PolicyTerm(PolicyAction.PERMIT, (origin,), CommunityChange.NONE, frozenset(), place)
        return RoutePolicy(DEFAULT_EXPORT, (term,), PolicyAction.NEXT_POLICY, place)

    # Terms

    def _policy(self, policy: Node) -> RoutePolicy:
        blocks = [*policy.entries("term"), *([policy] if policy.has("then") or policy.has("from") else [])]
        terms = [term for block in blocks for term in self._terms(block, ())]
        return RoutePolicy(policy.key, tuple(terms), PolicyAction.NEXT_POLICY, policy.source)

    def _terms(self, block: Node, above: tuple[str, ...]) -> Iterator[PolicyTerm]:
        """Yield a term; one that asks other policies is as many terms as those accept routes by."""
        match, then = block.at("from"), block.at("then")
        action, keeps = _action(then), then.at("next-hop").has("peer-address")
        change = self._change(then)
        conditions = (*self._conditions(match), *self._of_destination(block))
        asked = match.take("policy")
        if not asked.line:
            yield PolicyTerm(action, conditions, change.kind, change.communities, block.source, change.path, keeps)
            return
        for extra, own in self._asked(asked, above):
            both = own if change.kind is CommunityChange.NONE else change
            if CommunityChange.NONE not in (own.kind, change.kind):
                both = _Change(CommunityChange.NOT_DECIDED, frozenset(), change.path)
            yield PolicyTerm(action, (*conditions, *extra), both.kind, both.communities, block.source, both.path, keeps)

    def _asked(self, leaf: Node, above: tuple[str, ...]) -> Iterator[tuple[tuple[RouteCondition, ...], _Change]]:
        """Yield by what another policy accepts routes; one that refuses before it accepts is not evaluated."""
        name = leaf.value
        entry = self._options.entry("policy-statement", name)
        if entry is None:
            self._diagnostics.undefined("policy-statement", name, leaf.first_line)
        doubt = MatchNotDecided(f"policy {name} is not evaluated inside another", leaf.source)
        if entry is None or len(leaf.values) > 1 or name in above or len(above) > 3:
            yield (doubt,), _Change()
            return
        blocks = [*entry.entries("term"), *([entry] if entry.has("then") or entry.has("from") else [])]
        terms = [term for block in blocks for term in self._terms(block, (*above, name))]
        accepting = [term for term in terms if term.action is PolicyAction.PERMIT]
        refusing = [number for number, term in enumerate(terms) if term.action is PolicyAction.DENY]
        if accepting and refusing and refusing[0] < len(accepting):
            yield (doubt,), _Change()
            return
        for term in accepting:
            yield term.conditions, _Change(term.community_change, term.communities, term.as_path_change)

    def _of_destination(self, block: Node) -> Iterator[RouteCondition]:
        leaf = next(block.at("to").leaves_below(), None)
        if leaf is not None:
            yield MatchNotDecided(f"`to {leaf.name}` is not evaluated", leaf.source)

    def _conditions(self, match: Node) -> list[RouteCondition]:
        found: list[RouteCondition] = []
        family = match.take("family")
        rib = match.take("rib")
        kind = family.value or _RIBS.get(rib.value, "")
        if family.line or rib.line:
            leaf = family if family.line else rib
            doubt = MatchNotDecided(f"{leaf.name} {leaf.value} is not evaluated", leaf.source)
            found.append(MatchPrefixes((_EVERY[kind],)) if kind in _EVERY else doubt)
        protocol = match.take("protocol")
        if protocol.line:
            origins = [_ORIGINS.get(one) for one in protocol.values]
            doubt = MatchNotDecided(f"protocol {protocol.value} is not evaluated", protocol.source)
            found.append(
                MatchOrigin(frozenset(one.value for one in origins if one is not None)) if all(origins) else doubt
            )
        interface = match.get("interface")
        if interface is not None:
            found += self._of_interfaces(interface)
        prefixes = self._prefixes(match)
        if prefixes is not None:
            found.append(prefixes)
        for name, make in (("community", self._communities), ("as-path", self._as_paths)):
            leaf = match.take(name)
            if leaf.line:
                found.append(make(leaf))
        tag = match.take("tag")
        if tag.line:
            found.append(MatchTag(frozenset(int(one) for one in tag.values if one.isdecimal())))
        for child in match.children.values():
            if child.name not in _DECIDED:
                leaf = child if child.is_leaf else next(child.leaves_below(), child)
                child.pass_over()
                leaf.accounted = True
                found.append(MatchNotDecided(f"`from {child.name}` is not evaluated", child.first_line))
        return found

    def _of_interfaces(self, block: Node) -> Iterator[RouteCondition]:
        """Yield what `from interface lo0.0` asks for: over a loopback no route leads but those of its addresses."""
        block.pass_over()
        names = block.values or tuple(entry.key for entry in block.children.values())
        addresses: list[str] = []
        for name in names:
            base, _, unit = name.partition(".")
            entry = self._interfaces.entry("interface", base)
            found = [one for one in entry.entries("unit") if unit in ("", one.key)] if entry is not None else []
            if not base.startswith("lo") or not found:
                yield MatchNotDecided(f"`from interface {name}` is not evaluated", block.first_line)
                return
            families = [one.at(f"family/{family}") for one in found for family in _EVERY]
            addresses += [one.key for family in families for one in family.entries("address")]
        exact = [_range(one, "exact", "") for one in addresses]
        yield MatchOrigin(frozenset({RouteOrigin.CONNECTED.value}))
        yield MatchPrefixes(tuple(one for one in exact if one is not None))

    # Prefixes

    def _prefixes(self, match: Node) -> RouteCondition | None:
        """Return the prefixes of route filters and lists; the longest that covers a route decides for it."""
        ranges: list[tuple[PrefixRange, Source]] = []
        for entry in match.entries("route-filter"):
            one = _range(*entry.keys)
            if one is None:
                return MatchNotDecided(f"route-filter {' '.join(entry.keys)} is not evaluated", entry.first_line)
            ranges.append((one, entry.first_line))
        named = [(entry, "exact") for entry in match.entries("prefix-list")]
        named += [(entry, entry.keys[1]) for entry in match.entries("prefix-list-filter")]
        named += [(entry, "") for entry in match.entries("route-filter-list")]
        for entry, kind in named:
            entry.pass_over()
            lists = self._lists.get(entry.key) if kind else self._options.entry("route-filter-list", entry.key)
            if lists is None:
                self._diagnostics.undefined("prefix-list" if kind else entry.name, entry.key, entry.first_line)
                return MatchNotDecided(f"the {entry.name} {entry.key} is not defined", entry.first_line)
            items = lists.entries("prefix-list-item" if kind else "rf_list")
            for item in items:
                one = _range(item.key, kind, "") if kind else _range(*item.keys)
                if one is None:
                    return MatchNotDecided(f"{' '.join(item.keys)} is not evaluated", item.first_line)
                ranges.append((one, item.first_line))
        if not ranges and not named:
            return None
        ordered: list[tuple[PrefixRange, Source]] = []
        by_length = sorted(ranges, key=lambda pair: (-_length(pair[0]), pair[0].prefix))
        for prefix, alike in groupby(by_length, key=lambda pair: pair[0].prefix):
            found = list(alike)
            ordered += found
            # A route that a filter covers, and that it does not match, is not compared with shorter ones.
            longest = 128 if ":" in prefix else 32
            ordered.append((PrefixRange(prefix, _length(found[0][0]), longest, False), found[-1][1]))
        return MatchPrefixes(tuple(one for one, _ in ordered), tuple(place for _, place in ordered))

    # Communities and AS paths

    def _members(self, name: str, place: Source) -> tuple[frozenset[str], bool] | None:
        entry = self._options.entry("community", name)
        if entry is None:
            self._diagnostics.undefined("community", name, place)
            return None
        members = entry.take("members").values
        if not members or not all(is_community(one) for one in members):
            return None
        return frozenset(members), entry.take("invert-match").line > 0

    def _communities(self, leaf: Node) -> RouteCondition:
        entries: list[CommunityEntry] = []
        for name in leaf.values:
            found = self._members(name, leaf.first_line)
            if found is None or found[1]:
                return MatchNotDecided(f"the community {name} is not evaluated", leaf.source)
            entries.append(CommunityEntry(found[0], True))
        return MatchCommunities(tuple(entries))

    def _as_paths(self, leaf: Node) -> RouteCondition:
        entries: list[AsPathEntry] = []
        for name in leaf.values:
            entry = self._options.entry("as-path", name)
            if entry is None:
                self._diagnostics.undefined("as-path", name, leaf.first_line)
                return MatchNotDecided(f"the as-path {name} is not defined", leaf.source)
            # An expression of Junos is about the whole path, number by number.
            path = entry.take("path").value.strip('"')
            whole = "^$" if path in ("()", "") else path
            entries.append(as_path_entry(whole, permits=True, by_number=True))
        return MatchAsPath(tuple(entries))

    def _change(self, then: Node) -> _Change:
        path = AsPathChange.NONE
        if then.has("as-path-prepend") or then.has("as-path-expand"):
            path = AsPathChange.PREPENDED
        stated = [(entry.keys[0], entry.keys[2]) for entry in then.entries("community") if len(entry.keys) > 2]
        if not stated:
            return _Change(path=path)
        kinds = {kind for kind, _ in stated}
        members: set[str] = set()
        for _, name in stated:
            found = self._members(name, then.first_line)
            if found is None:
                return _Change(CommunityChange.NOT_DECIDED, frozenset(), path)
            members |= found[0]
        kind = kinds.pop()
        if kinds or kind not in _KINDS:
            return _Change(CommunityChange.NOT_DECIDED, frozenset(), path)
        return _Change(_KINDS[kind], frozenset(members), path)


def _length(one: PrefixRange) -> int:
    return int(one.prefix.rpartition("/")[2])


def _action(then: Node) -> PolicyAction:
    for name, action in (("accept", PolicyAction.PERMIT), ("reject", PolicyAction.DENY)):
        if then.take(name).line:
            return action
    following = then.take("next")
    if following.line:
        return PolicyAction.NEXT_POLICY if following.value == "policy" else PolicyAction.NEXT_TERM
    return PolicyAction.NEXT_TERM


def _range(prefix: str, kind: str, value: str) -> PrefixRange | None:
    """Return the routes that `10.0.0.0/8 upto /16` covers, None for what is not evaluated."""
    try:
        network = ip_network(prefix, strict=False)
    except ValueError:
        return None
    own, longest = network.prefixlen, network.max_prefixlen
    if kind in ("exact", "orlonger", "longer", ""):
        low = own + 1 if kind == "longer" else own
        high = own if kind in ("exact", "") else longest
    elif kind == "upto" and value.lstrip("/").isdecimal():
        low, high = own, int(value.lstrip("/"))
    elif kind == "prefix-length-range":
        bounds = [one.lstrip("/") for one in value.split("-")]
        if len(bounds) != 2 or not all(one.isdecimal() and len(one) < 4 for one in bounds):
            return None
        low, high = int(bounds[0]), int(bounds[1])
    else:
        return None
    return PrefixRange(str(network), low, min(high, longest), True)

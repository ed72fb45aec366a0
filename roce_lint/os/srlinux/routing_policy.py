"""The policies of `/routing-policy` as ordered terms."""

from __future__ import annotations

import re
from collections.abc import Sequence

from roce_lint.model.fact import Source
from roce_lint.model.route_policy import (
    AsPathChange,
    CommunityChange,
    CommunityEntry,
    MatchAsPath,
    MatchCommunities,
    MatchNotDecided,
    MatchOrigin,
    MatchPrefixes,
    PolicyAction,
    PolicyTerm,
    PrefixRange,
    RouteCondition,
    RoutePolicy,
)
from roce_lint.model.routing import RouteOrigin
from roce_lint.os.industry_cli.as_path import as_path_entry
from roce_lint.os.industry_cli.route_lists import is_community, prefix_of
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.tree import Node, Unplaced
from roce_lint.values import replace

_ACTIONS = {
    "accept": PolicyAction.PERMIT,
    "reject": PolicyAction.DENY,
    "next-statement": PolicyAction.NEXT_TERM,
    "next-policy": PolicyAction.NEXT_POLICY,
}
_ORIGINS = {
    "local": RouteOrigin.CONNECTED,
    "static": RouteOrigin.STATIC,
    "bgp": RouteOrigin.BGP,
    "ospfv2": RouteOrigin.OSPF,
    "ospfv3": RouteOrigin.OSPF,
    "isis": RouteOrigin.ISIS,
    "aggregate": RouteOrigin.AGGREGATE,
}
_LENGTHS = lazy_pattern(r"(\d{1,3})\.\.(\d{1,3})", re.ASCII)
_EVERY = {
    "ipv4-unicast": PrefixRange("0.0.0.0/0", 0, 32, True),
    "ipv6-unicast": PrefixRange("::/0", 0, 128, True),
}
_KNOWN_MATCHES = frozenset(("prefix", "prefix-set", "family", "protocol", "bgp"))
_KNOWN_BGP_MATCHES = frozenset(("as-path", "as-path-set", "community-set", "standard-community"))


def _result(action: Node, otherwise: PolicyAction) -> PolicyAction:
    """Return what an action decides: a leaf, or an empty block named after it (older releases)."""
    result = action.get("policy-result")
    if result:
        return _ACTIONS.get(result.value, otherwise)
    return next((_ACTIONS[word] for word in ("accept", "reject") if action.has(word)), otherwise)


class PolicyReader:
    """Makes policies of one device; `unplaced` is what of the configuration has no place in the model."""

    def __init__(self, root: Node, unplaced: Sequence[Unplaced] = ()) -> None:
        self._policies = root.at("routing-policy")
        self._unplaced = tuple(piece for piece in unplaced if piece.path[:2] == ("routing-policy", "policy"))

    def policies(self, names: set[str]) -> tuple[RoutePolicy, ...]:
        """Return the policies with these names, in order of name; one that is not defined is left out."""
        found = {entry.key: entry for entry in self._policies.entries("policy")}
        return tuple(self._policy(found[name]) for name in sorted(names) if name in found)

    def _policy(self, policy: Node) -> RoutePolicy:
        terms = tuple(self._term(statement) for statement in policy.entries("statement"))
        # Where a piece of the policy is not understood, no statement of it is taken to be all that it seems.
        odd = [piece for piece in self._unplaced if self._begun_before(piece) == policy.source.line]
        if odd:
            place = Source(policy.source.file, odd[0].line, odd[0].end_line)
            doubt = MatchNotDecided(f"`{odd[0].text}` is not understood", place)
            terms = tuple(replace(term, conditions=(*term.conditions, doubt)) for term in terms)
        otherwise = _result(policy.at("default-action"), PolicyAction.NEXT_POLICY)
        return RoutePolicy(policy.key, terms, otherwise, policy.source)

    def _begun_before(self, piece: Unplaced) -> int:
        """Return the first line of the policy that a misplaced piece belongs to: the last that begins before it."""
        begins = [entry.source.line for entry in self._policies.entries("policy")]
        return max((line for line in begins if line <= piece.line), default=0)

    def _term(self, statement: Node) -> PolicyTerm:
        action = statement.at("action")
        bgp = action.at("bgp")
        change, communities = self._community_change(bgp)
        path = AsPathChange.NONE
        if bgp.at("as-path").has("prepend"):
            path = AsPathChange.PREPENDED
        if {"remove", "replace"} & bgp.at("as-path").children.keys():
            path = AsPathChange.REWRITTEN
        return PolicyTerm(
            action=_result(action, PolicyAction.NEXT_TERM),
            conditions=tuple(self._conditions(statement.at("match"))),
            community_change=change,
            communities=communities,
            source=statement.source,
            as_path_change=path,
        )

    def _conditions(self, match: Node) -> list[RouteCondition]:
        found: list[RouteCondition] = []
        prefix_set = match.at("prefix").get("prefix-set") or match.get("prefix-set")
        if prefix_set:
            found.append(self._prefixes(prefix_set))
        family = match.get("family")
        if family:
            found.append(MatchPrefixes(tuple(_EVERY[name] for name in family.values if name in _EVERY)))
        protocol = match.get("protocol")
        if protocol:
            origin = _ORIGINS.get(protocol.value)
            undecided = MatchNotDecided(f"protocol {protocol.value} is not evaluated", protocol.source)
            found.append(MatchOrigin(frozenset({origin.value})) if origin else undecided)
        bgp = match.at("bgp")
        path_set = bgp.at("as-path").get("as-path-set") or bgp.get("as-path-set")
        if path_set:
            found.append(self._as_paths(path_set, bgp.at("as-path").get("match-set-options")))
        community_set = bgp.get("community-set")
        if community_set:
            found.append(self._communities(community_set, None))
        standard = bgp.at("standard-community")
        if standard.has("standard-community-set"):
            options = standard.get("match-set-options")
            found.append(self._communities(standard.children["standard-community-set"], options))
        found.extend(_not_decided(match, _KNOWN_MATCHES))
        found.extend(_not_decided(bgp, _KNOWN_BGP_MATCHES))
        return found

    def _named(self, kind: str, name: str) -> Node | None:
        return next((entry for entry in self._policies.entries(kind) if entry.key == name), None)

    def _prefixes(self, leaf: Node) -> RouteCondition:
        named = self._named("prefix-set", leaf.value)
        if named is None:
            return MatchNotDecided(f"the prefix-set {leaf.value} is not defined", leaf.source)
        ranges: list[PrefixRange] = []
        places: list[Source] = []
        for entry in named.entries("prefix"):
            one = _prefix_range(entry)
            if one is None:
                return MatchNotDecided(f"{' '.join(entry.keys)!r} is no prefix entry", entry.first_line)
            ranges.append(one)
            places.append(entry.first_line)
        return MatchPrefixes(tuple(ranges), tuple(places))

    def _as_paths(self, leaf: Node, options: Node | None) -> RouteCondition:
        named = self._named("as-path-set", leaf.value)
        if named is None or (options and options.value != "any"):
            because = "is not defined" if named is None else "is not matched by any of its members"
            return MatchNotDecided(f"the as-path-set {leaf.value} {because}", leaf.source)
        mode = named.get("regex-mode")
        by_number = mode is None or mode.value != "character"
        members = [
            value
            for name in ("as-path-set-member", "expression")
            if named.has(name)
            for value in named.children[name].values
        ]
        return MatchAsPath(tuple(as_path_entry(member, permits=True, by_number=by_number) for member in members))

    def _communities(self, leaf: Node, options: Node | None) -> RouteCondition:
        named = self._named("community-set", leaf.value) or self._named("standard-community-set", leaf.value)
        members = _members(named)
        if named is None or not members:
            because = "is not defined" if named is None else "has members that are not evaluated"
            return MatchNotDecided(f"the community-set {leaf.value} {because}", leaf.source)
        chosen = options or named.get("match-set-options")
        how = chosen.value if chosen else ("all" if named.name == "community-set" else "any")
        each = tuple(CommunityEntry(frozenset({member}), True) for member in members)
        if how == "any":
            return MatchCommunities(each)
        if how == "all":
            return MatchCommunities((CommunityEntry(frozenset(members), True),))
        none = CommunityEntry(frozenset(), True)
        return MatchCommunities((*(CommunityEntry(one.communities, False) for one in each), none))

    def _community_change(self, bgp: Node) -> tuple[CommunityChange, frozenset[str]]:
        kinds = {"add": CommunityChange.ADD, "remove": CommunityChange.REMOVE, "replace": CommunityChange.REPLACE}
        standard = bgp.at("standard-community")
        stated = [(leaf.name, leaf.values) for leaf in bgp.at("communities").leaves() if leaf.name in kinds]
        if standard.has("operation") and standard.has("referenced-sets"):
            stated.append((standard.children["operation"].value, standard.children["referenced-sets"].values))
        if not stated:
            return CommunityChange.NONE, frozenset()
        kind, names = stated[0]
        members: set[str] = set()
        for name in names:
            found = _members(self._named("community-set", name) or self._named("standard-community-set", name))
            members.update(found)
            if not found:
                return CommunityChange.NOT_DECIDED, frozenset()
        if len(stated) > 1 or kind not in kinds:
            return CommunityChange.NOT_DECIDED, frozenset()
        return kinds[kind], frozenset(members)


def _members(named: Node | None) -> tuple[str, ...]:
    """Return the communities of a set; none if it has an expression, or is not there."""
    members = named.children["member"].values if named is not None and named.has("member") else ()
    return members if all(is_community(member) for member in members) else ()


def _not_decided(block: Node, known: frozenset[str]) -> list[RouteCondition]:
    """Return a condition for everything in `block` that is not evaluated."""
    found: list[RouteCondition] = [
        MatchNotDecided(f"match {leaf.name} is not evaluated", leaf.source)
        for leaf in block.leaves()
        if leaf.name not in known
    ]
    for below in block.children.values():
        for one in () if below.is_leaf or below.name in known else block.select(below.name):
            leaf = next(one.leaves_below(), None)
            if leaf is not None:
                found.append(MatchNotDecided(f"match {one.name} is not evaluated", leaf.source))
    return found


def _prefix_range(entry: Node) -> PrefixRange | None:
    prefix = prefix_of(entry.key)
    if not prefix or len(entry.keys) != 2:
        return None
    length = int(prefix.rpartition("/")[2])
    if entry.keys[1] == "exact":
        return PrefixRange(prefix, length, length, True)
    found = _LENGTHS.fullmatch(entry.keys[1])
    return PrefixRange(prefix, int(found[1]), int(found[2]), True) if found else None

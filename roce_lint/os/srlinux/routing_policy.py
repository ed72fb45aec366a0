"""The policies of `/routing-policy` as ordered terms."""

from __future__ import annotations

import re
from collections.abc import Sequence

from roce_lint.model.fact import Source
from roce_lint.model.route_policy import (
    AsPathChange,
    CommunityChange,
    CommunityEntry,
    Condition,
    MatchAsPath,
    MatchCommunities,
    MatchNotDecided,
    MatchOrigin,
    MatchPrefixes,
    PolicyAction,
    PolicyTerm,
    PrefixRange,
    RoutePolicy,
)
from roce_lint.model.routing import RouteOrigin
from roce_lint.os.industry_cli.as_path import as_path_entry
from roce_lint.os.industry_cli.route_lists import is_community, prefix_of
from roce_lint.os.srlinux.tree import Block, Leaf, Stray
from roce_lint.text.patterns import late_pattern
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
_LENGTHS = late_pattern(r"(\d{1,3})\.\.(\d{1,3})", re.ASCII)
_EVERY = {
    "ipv4-unicast": PrefixRange("0.0.0.0/0", 0, 32, True),
    "ipv6-unicast": PrefixRange("::/0", 0, 128, True),
}
_KNOWN_MATCHES = frozenset(("prefix", "prefix-set", "family", "protocol", "bgp"))
_KNOWN_BGP_MATCHES = frozenset(("as-path", "as-path-set", "community-set", "standard-community"))


def _result(action: Block, otherwise: PolicyAction) -> PolicyAction:
    """Return what an action decides: a leaf, or an empty block named after it (older releases)."""
    result = action.leaves.get("policy-result")
    if result:
        return _ACTIONS.get(result.value, otherwise)
    return next((_ACTIONS[word] for word in ("accept", "reject") if action.has(word)), otherwise)


class PolicyReader:
    """Makes policies of one device; `strays` is what of the configuration has no place in the model."""

    def __init__(self, root: Block, strays: Sequence[Stray] = ()) -> None:
        self._policies = root.inside("routing-policy")
        self._strays = tuple(stray for stray in strays if stray.path[:2] == ("routing-policy", "policy"))

    def policies(self, names: set[str]) -> tuple[RoutePolicy, ...]:
        """Return the policies with these names, in order of name; one that is not defined is left out."""
        found = {entry.key: entry for entry in self._policies.entries("policy")}
        return tuple(self._policy(found[name]) for name in sorted(names) if name in found)

    def _policy(self, policy: Block) -> RoutePolicy:
        terms = tuple(self._term(statement) for statement in policy.entries("statement"))
        # Where a piece of the policy is not understood, no statement of it is taken to be all that it seems.
        odd = [stray for stray in self._strays if self._begun_before(stray) == policy.source.line]
        if odd:
            place = Source(policy.source.file, odd[0].line, odd[0].end_line)
            doubt = MatchNotDecided(f"`{odd[0].text}` is not understood", place)
            terms = tuple(replace(term, conditions=(*term.conditions, doubt)) for term in terms)
        otherwise = _result(policy.inside("default-action"), PolicyAction.NEXT_POLICY)
        return RoutePolicy(policy.key, terms, otherwise, policy.source)

    def _begun_before(self, stray: Stray) -> int:
        """Return the first line of the policy that a stray piece belongs to: the last that begins before it."""
        begins = [entry.source.line for entry in self._policies.entries("policy")]
        return max((line for line in begins if line <= stray.line), default=0)

    def _term(self, statement: Block) -> PolicyTerm:
        action = statement.inside("action")
        bgp = action.inside("bgp")
        change, communities = self._community_change(bgp)
        path = AsPathChange.NONE
        if bgp.inside("as-path").has("prepend"):
            path = AsPathChange.PREPENDED
        if {"remove", "replace"} & bgp.inside("as-path").leaves.keys():
            path = AsPathChange.REWRITTEN
        return PolicyTerm(
            action=_result(action, PolicyAction.NEXT_TERM),
            conditions=tuple(self._conditions(statement.inside("match"))),
            community_change=change,
            communities=communities,
            source=statement.source,
            as_path_change=path,
        )

    def _conditions(self, match: Block) -> list[Condition]:
        found: list[Condition] = []
        prefix_set = match.inside("prefix").leaves.get("prefix-set") or match.leaves.get("prefix-set")
        if prefix_set:
            found.append(self._prefixes(prefix_set))
        family = match.leaves.get("family")
        if family:
            found.append(MatchPrefixes(tuple(_EVERY[name] for name in family.values if name in _EVERY)))
        protocol = match.leaves.get("protocol")
        if protocol:
            origin = _ORIGINS.get(protocol.value)
            undecided = MatchNotDecided(f"protocol {protocol.value} is not evaluated", protocol.source)
            found.append(MatchOrigin(frozenset({origin.value})) if origin else undecided)
        bgp = match.inside("bgp")
        path_set = bgp.inside("as-path").leaves.get("as-path-set") or bgp.leaves.get("as-path-set")
        if path_set:
            found.append(self._as_paths(path_set, bgp.inside("as-path").leaves.get("match-set-options")))
        community_set = bgp.leaves.get("community-set")
        if community_set:
            found.append(self._communities(community_set, None))
        standard = bgp.inside("standard-community")
        if "standard-community-set" in standard.leaves:
            options = standard.leaves.get("match-set-options")
            found.append(self._communities(standard.leaves["standard-community-set"], options))
        found.extend(_not_decided(match, _KNOWN_MATCHES))
        found.extend(_not_decided(bgp, _KNOWN_BGP_MATCHES))
        return found

    def _named(self, kind: str, name: str) -> Block | None:
        return next((entry for entry in self._policies.entries(kind) if entry.key == name), None)

    def _prefixes(self, leaf: Leaf) -> Condition:
        named = self._named("prefix-set", leaf.value)
        if named is None:
            return MatchNotDecided(f"the prefix-set {leaf.value} is not defined", leaf.source)
        ranges: list[PrefixRange] = []
        for entry in named.entries("prefix"):
            one = _prefix_range(entry)
            if one is None:
                return MatchNotDecided(f"{' '.join(entry.keys)!r} is no prefix entry", entry.first_line)
            ranges.append(one)
        return MatchPrefixes(tuple(ranges))

    def _as_paths(self, leaf: Leaf, options: Leaf | None) -> Condition:
        named = self._named("as-path-set", leaf.value)
        if named is None or (options and options.value != "any"):
            because = "is not defined" if named is None else "is not matched by any of its members"
            return MatchNotDecided(f"the as-path-set {leaf.value} {because}", leaf.source)
        mode = named.leaves.get("regex-mode")
        by_number = mode is None or mode.value != "character"
        members = [
            value
            for name in ("as-path-set-member", "expression")
            if name in named.leaves
            for value in named.leaves[name].values
        ]
        return MatchAsPath(tuple(as_path_entry(member, permits=True, by_number=by_number) for member in members))

    def _communities(self, leaf: Leaf, options: Leaf | None) -> Condition:
        named = self._named("community-set", leaf.value) or self._named("standard-community-set", leaf.value)
        members = _members(named)
        if named is None or not members:
            because = "is not defined" if named is None else "has members that are not evaluated"
            return MatchNotDecided(f"the community-set {leaf.value} {because}", leaf.source)
        chosen = options or named.leaves.get("match-set-options")
        how = chosen.value if chosen else ("all" if named.name == "community-set" else "any")
        each = tuple(CommunityEntry(frozenset({member}), True) for member in members)
        if how == "any":
            return MatchCommunities(each)
        if how == "all":
            return MatchCommunities((CommunityEntry(frozenset(members), True),))
        none = CommunityEntry(frozenset(), True)
        return MatchCommunities((*(CommunityEntry(one.communities, False) for one in each), none))

    def _community_change(self, bgp: Block) -> tuple[CommunityChange, frozenset[str]]:
        kinds = {"add": CommunityChange.ADD, "remove": CommunityChange.REMOVE, "replace": CommunityChange.REPLACE}
        standard = bgp.inside("standard-community")
        stated = [(name, leaf.values) for name, leaf in bgp.inside("communities").leaves.items() if name in kinds]
        if "operation" in standard.leaves and "referenced-sets" in standard.leaves:
            stated.append((standard.leaves["operation"].value, standard.leaves["referenced-sets"].values))
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


def _members(named: Block | None) -> tuple[str, ...]:
    """Return the communities of a set; none if it has an expression, or is not there."""
    members = named.leaves["member"].values if named is not None and "member" in named.leaves else ()
    return members if all(is_community(member) for member in members) else ()


def _not_decided(block: Block, known: frozenset[str]) -> list[Condition]:
    """Return a condition for everything in `block` that is not evaluated."""
    found: list[Condition] = [
        MatchNotDecided(f"match {name} is not evaluated", leaf.source)
        for name, leaf in block.leaves.items()
        if name not in known
    ]
    for step, below in block.blocks.items():
        leaf = next(below.walk_leaves(), None)
        if step[0] not in known and leaf is not None:
            found.append(MatchNotDecided(f"match {step[0]} is not evaluated", leaf.source))
    return found


def _prefix_range(entry: Block) -> PrefixRange | None:
    prefix = prefix_of(entry.key)
    if not prefix or len(entry.keys) != 2:
        return None
    length = int(prefix.rpartition("/")[2])
    if entry.keys[1] == "exact":
        return PrefixRange(prefix, length, length, True)
    found = _LENGTHS.fullmatch(entry.keys[1])
    return PrefixRange(prefix, int(found[1]), int(found[2]), True) if found else None

"""Route maps of the industry-standard CLI as policies; and what filters beside them amount to."""

from __future__ import annotations

from roce_lint.model.fact import NOWHERE, Source
from roce_lint.model.route_policy import (
    AsPathChange,
    CommunityChange,
    MatchNotDecided,
    MatchOrigin,
    MatchTag,
    PolicyAction,
    PolicyTerm,
    RouteCondition,
    RoutePolicy,
)
from roce_lint.model.routing import RouteOrigin
from roce_lint.os.industry_cli.route_lists import RouteLists, is_community
from roce_lint.os.industry_cli.statements import statement_of
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.values import dataclass, field

_HEADER = lazy_pattern(r"route-map (\S+)(?: (?:statement \S+ )?(permit|deny)(?: (\d{1,10}))?)?")
_ORIGINS = {
    "connected": RouteOrigin.CONNECTED,
    "direct": RouteOrigin.CONNECTED,
    "static": RouteOrigin.STATIC,
    "bgp": RouteOrigin.BGP,
    "ospf": RouteOrigin.OSPF,
    "isis": RouteOrigin.ISIS,
}
_PREFIX_LIST = "prefix-list "
_AS_PATH_LIST = "as-path access-list "


@dataclass(slots=True)
class _Term:
    """One entry of a route map while it is read."""

    permits: bool
    lines: list[Line] = field(default_factory=list)
    source: Source = NOWHERE


class RouteMaps:
    """All route maps of one file."""

    def __init__(self, file: str, lists: RouteLists) -> None:
        self._file = file
        self._lists = lists
        self._maps: dict[str, dict[int, _Term]] = {}

    def read(self, block: Line) -> None:
        """Take one `route-map NAME permit 10` block, or `no` of it; a block that is no entry is passed over."""
        header = statement_of(block, self._file)
        found = _HEADER.fullmatch(" ".join(header.words))
        if not found:
            return
        if not header.is_stated:
            self._remove(found[1], found[3])
            return
        entries = self._maps.setdefault(found[1], {})
        number = int(found[3]) if found[3] else 10
        term = entries.setdefault(number, _Term(found[2] != "deny"))
        term.permits = found[2] != "deny"
        term.source = block.block(self._file)
        term.lines.extend(block.children)

    def _remove(self, name: str, sequence: str | None) -> None:
        if sequence:
            self._maps.get(name, {}).pop(int(sequence), None)
        else:
            self._maps.pop(name, None)

    def policies(self, names: set[str]) -> tuple[RoutePolicy, ...]:
        """Return the policies with these names, in order of name; one that is not defined is left out."""
        found = (self._policy(name) for name in sorted(names))
        return tuple(policy for policy in found if policy is not None)

    def _policy(self, name: str) -> RoutePolicy | None:
        filtered = self._filter(name)
        if filtered is not None:
            return filtered
        entries = self._maps.get(name)
        if not entries:
            return None
        terms = tuple(self._term(entries[number]) for number in sorted(entries))
        source = Source(self._file, terms[0].source.line, terms[-1].source.end_line)
        return RoutePolicy(name, terms, PolicyAction.DENY, source)

    def _filter(self, name: str) -> RoutePolicy | None:
        """Return the policy that a prefix list or AS-path list alone amounts to."""
        condition: RouteCondition
        if name.startswith(_PREFIX_LIST):
            _, family, bare = name.split(" ", 2)
            place = self._lists.source_of(family, bare)
            condition = self._lists.prefixes(family, [bare], place)
        elif name.startswith(_AS_PATH_LIST):
            bare = name.removeprefix(_AS_PATH_LIST)
            place = self._lists.source_of("as-path", bare)
            condition = self._lists.as_paths([bare], place)
        else:
            return None
        term = PolicyTerm(PolicyAction.PERMIT, (condition,), CommunityChange.NONE, frozenset(), place)
        return RoutePolicy(name, (term,), PolicyAction.DENY, place)

    def _term(self, entry: _Term) -> PolicyTerm:
        conditions: list[RouteCondition] = []
        change, communities = CommunityChange.NONE, frozenset[str]()
        path, keeps = AsPathChange.NONE, False
        for line in entry.lines:
            words = line.text.split()
            source = line.source(self._file)
            if words[0] == "match":
                conditions.append(self._condition(words[1:], line, source))
            elif words[0] in ("continue", "sub-route-map"):
                conditions.append(MatchNotDecided(f"`{line.text}` is not followed", source))
            elif words[:2] == ["set", "community"] or words[:2] == ["set", "comm-list"]:
                change, communities = _community_change(words[1:])
            elif words[:2] == ["set", "as-path"]:
                path = AsPathChange.PREPENDED if words[2:3] == ["prepend"] else AsPathChange.REWRITTEN
            elif words[:1] == ["set"] and words[2:] == ["next-hop", "unchanged"]:
                keeps = True
        action = PolicyAction.PERMIT if entry.permits else PolicyAction.DENY
        return PolicyTerm(action, tuple(conditions), change, communities, entry.source, path, keeps)

    def _condition(self, words: list[str], line: Line, source: Source) -> RouteCondition:
        lists = self._lists
        match words:
            case ["ip" | "ipv6" as family, "address", "prefix-list", *names]:
                return lists.prefixes(family, names, source)
            case ["community", *names, "exact-match"]:
                return lists.communities(names, source, exactly=True)
            case ["community", *names] if len(names) == 1 or "or-results" not in names:
                return lists.communities(names, source, exactly=False)
            case ["as-path", name]:
                return lists.as_paths([name], source)
            case ["tag", *tags] if tags and all(tag.isdecimal() and len(tag) < 12 for tag in tags):
                return MatchTag(frozenset(int(tag) for tag in tags))
            case ["source-protocol", name, *_] if name in _ORIGINS:
                return MatchOrigin(frozenset({_ORIGINS[name].value}))
            case _:
                return MatchNotDecided(f"`{' '.join(line.text.split())}` is not evaluated", source)


def prefix_list_policy(family: str, name: str) -> str:
    """Return the name of the policy that a prefix list alone amounts to; `family` is `ip` or `ipv6`."""
    return f"{_PREFIX_LIST}{family} {name}"


def as_path_list_policy(name: str) -> str:
    """Return the name of the policy that an AS-path list alone amounts to."""
    return f"{_AS_PATH_LIST}{name}"


def _community_change(words: list[str]) -> tuple[CommunityChange, frozenset[str]]:
    none = frozenset[str]()
    if words[0] == "comm-list" or "community-list" in words:
        return CommunityChange.NOT_DECIDED, none
    named = frozenset(word for word in words[1:] if word not in ("additive", "delete", "none"))
    if not all(is_community(word) for word in named):
        return CommunityChange.NOT_DECIDED, none
    if words[-1] == "additive":
        return CommunityChange.ADD, named
    if words[-1] == "delete":
        return CommunityChange.REMOVE, named
    return CommunityChange.REPLACE, named

"""Whether a route meets a condition of a routing policy: yes, no, or undecided."""

from __future__ import annotations

import ipaddress
from typing import TypeAlias

from roce_lint.model.fact import Source, Unknown
from roce_lint.model.route_policy import (
    AsPathEntry,
    AsPathForm,
    AsPathPiece,
    CommunityEntry,
    MatchAsPath,
    MatchCommunities,
    MatchNotDecided,
    MatchOrigin,
    MatchPrefixes,
    MatchTag,
    PrefixRange,
    RouteCondition,
)
from roce_lint.model.routing import RouteOrigin
from roce_lint.values import dataclass

Matched: TypeAlias = "bool | Unknown"
_Network: TypeAlias = "ipaddress.IPv4Network | ipaddress.IPv6Network"


@dataclass(frozen=True, slots=True)
class Route:
    """A route as a policy sees it.

    `prefix` is empty where any prefix is meant. `as_path` starts with the AS number that sent the route and is empty
    for one's own. `path_is_whole`, `communities_are_all`: nothing else may be there than what is listed.
    """

    prefix: str
    origin: RouteOrigin
    as_path: tuple[int, ...] = ()
    path_is_whole: bool = True
    communities: frozenset[str] = frozenset()
    communities_are_all: bool = True
    tag: int = 0


class RouteMatcher:
    """Decides conditions; prefixes are parsed once for each matcher."""

    def __init__(self) -> None:
        self._networks: dict[str, _Network | None] = {}

    def holds(self, condition: RouteCondition, route: Route, source: Source) -> Matched:
        """Return whether `condition`, which stands at `source`, holds for `route`."""
        match condition:
            case MatchPrefixes(ranges):
                return self._prefix_is_listed(ranges, route.prefix, source)
            case MatchCommunities(entries, exactly):
                return _communities_match(entries, route, source, exactly=exactly)
            case MatchAsPath(entries):
                return _path_matches(entries, route, source)
            case MatchOrigin(origins):
                return route.origin.value in origins
            case MatchTag(tags):
                return route.tag in tags
            case MatchNotDecided(because, place):
                return Unknown(because, place)

    def _prefix_is_listed(self, ranges: tuple[PrefixRange, ...], prefix: str, source: Source) -> Matched:
        if not prefix:
            return _any_prefix_is_listed(ranges, source)
        network = self._network(prefix)
        if network is None:
            return Unknown(f"{prefix!r} is no prefix", source)
        return next((one.permits for one in ranges if self._covers(one, network)), False)

    def _covers(self, one: PrefixRange, network: _Network) -> bool:
        listed = self._network(one.prefix)
        if listed is None or listed.version != network.version or not one.shortest <= network.prefixlen <= one.longest:
            return False
        shift = listed.max_prefixlen - listed.prefixlen
        inside = int(network.network_address) >> shift == int(listed.network_address) >> shift
        return inside and network.prefixlen >= listed.prefixlen

    def _network(self, prefix: str) -> _Network | None:
        if prefix not in self._networks:
            try:
                self._networks[prefix] = ipaddress.ip_network(prefix, strict=False)
            except ValueError:
                self._networks[prefix] = None
        return self._networks[prefix]


def _any_prefix_is_listed(ranges: tuple[PrefixRange, ...], source: Source) -> Matched:
    """Return whether a list holds for whatever prefix, as far as it does not depend on it."""
    if not any(one.permits for one in ranges):
        return False
    first = ranges[0]
    if first.permits and first.prefix.endswith("/0") and first.shortest == 0 and first.longest in (32, 128):
        return True
    return Unknown("it depends on the prefix", source)


def _communities_match(entries: tuple[CommunityEntry, ...], route: Route, source: Source, *, exactly: bool) -> Matched:
    doubtful = False
    for entry in entries:
        has_all = entry.communities <= route.communities
        if has_all and exactly:
            has_all = route.communities_are_all and entry.communities == route.communities
            doubtful = doubtful or not route.communities_are_all
        if has_all:
            return Unknown("it depends on further communities of the route", source) if doubtful else entry.permits
        doubtful = doubtful or not route.communities_are_all
    if doubtful and any(entry.permits for entry in entries):
        return Unknown("it depends on communities that the route may carry", source)
    return False


def _path_matches(entries: tuple[AsPathEntry, ...], route: Route, source: Source) -> Matched:
    doubtful = False
    for entry in entries:
        matched = _form_matches(entry, route)
        if matched is None:
            doubtful = True
        elif matched:
            return Unknown(f"it depends on the AS path ({entry.expression})", source) if doubtful else entry.permits
    if doubtful and any(entry.permits for entry in entries):
        return Unknown("it depends on the AS path", source)
    return False


def _form_matches(entry: AsPathEntry, route: Route) -> bool | None:
    """Return whether one AS-path expression matches, None where that cannot be decided."""
    path, whole = route.as_path, route.path_is_whole
    unless_more = False if whole else None
    match entry.form:
        case AsPathForm.ANY:
            return True
        case AsPathForm.EMPTY:
            return not path if whole or path else None
        case AsPathForm.STARTS_WITH:
            return path[0] == entry.asn if path else unless_more
        case AsPathForm.CONTAINS:
            return True if entry.asn in path else unless_more
        case AsPathForm.ENDS_WITH:
            return (bool(path) and path[-1] == entry.asn) if whole else None
        case AsPathForm.IS:
            starts = bool(path) and path[0] == entry.asn
            return path == (entry.asn,) if whole else (None if not path or (starts and len(path) == 1) else False)
        case AsPathForm.SEQUENCE:
            return _sequence_matches(entry.pieces, path, whole=whole)
        case AsPathForm.OTHER:
            return None


def _sequence_matches(pieces: tuple[AsPathPiece, ...], path: tuple[int, ...], *, whole: bool) -> bool | None:
    """Return whether the pieces make up a path, None where the numbers that are not known decide."""
    places = _from(pieces, {0})
    for number in path:
        onward = {at + 1 for at in places if at < len(pieces) and _takes(pieces[at], number)}
        places = _from(pieces, onward | {at for at in places if at < len(pieces) and pieces[at].many})
    if whole:
        return len(pieces) in places
    if not places:
        return False
    return True if any(all(piece.many for piece in pieces[at:]) and at < len(pieces) for at in places) else None


def _from(pieces: tuple[AsPathPiece, ...], places: set[int]) -> set[int]:
    """Return the places and those behind pieces that may be nothing."""
    found = set(places)
    for at in sorted(places):
        while at < len(pieces) and pieces[at].many:
            at += 1
            found.add(at)
    return found


def _takes(piece: AsPathPiece, number: int) -> bool:
    return not piece.many and (not piece.numbers or number in piece.numbers)

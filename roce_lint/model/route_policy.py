"""Routing policies as ordered terms, the common form of route-maps, prefix lists and policy statements."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from roce_lint.model.fact import Source
from roce_lint.values import dataclass, field


class PolicyAction(Enum):
    """What a term does with a route that it matches."""

    PERMIT = "permit"
    DENY = "deny"
    NEXT_TERM = "next term"
    NEXT_POLICY = "next policy"


@dataclass(frozen=True, slots=True)
class PrefixRange:
    """Prefixes inside `prefix` whose length is from `shortest` to `longest`; `permits` false takes them out.

    Entries of a list are tried in order, and the first that covers a prefix decides.
    """

    prefix: str
    shortest: int
    longest: int
    permits: bool


@dataclass(frozen=True, slots=True)
class MatchPrefixes:
    """The route's prefix is in a list. `places`: where each range is stated, as far as it is known."""

    ranges: tuple[PrefixRange, ...]
    places: tuple[Source, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class CommunityEntry:
    """An entry of a community list: a route matches that has all of `communities`."""

    communities: frozenset[str]
    permits: bool


@dataclass(frozen=True, slots=True)
class MatchCommunities:
    """The route's communities match a list; `exactly`: it has no others."""

    entries: tuple[CommunityEntry, ...]
    exactly: bool = False


class AsPathForm(Enum):
    """The forms of an AS-path expression that are decided; `asn` is the number in it."""

    EMPTY = "^$"
    ANY = ".*"
    STARTS_WITH = "^asn_"
    CONTAINS = "_asn_"
    ENDS_WITH = "_asn$"
    IS = "^asn$"
    SEQUENCE = "numbers in order"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class AsPathPiece:
    """A place of a SEQUENCE: one of `numbers`, any number if there are none; `many`: any count of any, none too."""

    numbers: frozenset[int]
    many: bool = False


@dataclass(frozen=True, slots=True)
class AsPathEntry:
    """An entry of an AS-path list; `asn` is 0 for the forms without a number.

    `pieces` are those of a SEQUENCE, from the number that sent the route to that of its origin; all of a path is meant.
    """

    form: AsPathForm
    asn: int
    permits: bool
    expression: str
    pieces: tuple[AsPathPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchAsPath:
    """The route's AS path matches a list; the first entry that matches decides."""

    entries: tuple[AsPathEntry, ...]


@dataclass(frozen=True, slots=True)
class MatchOrigin:
    """The route comes from one of these protocols, by the values of RouteOrigin."""

    origins: frozenset[str]


@dataclass(frozen=True, slots=True)
class MatchTag:
    """The route has one of these tags."""

    tags: frozenset[int]


@dataclass(frozen=True, slots=True)
class MatchNotDecided:
    """A condition that is not evaluated; the policy is unknown for every route that reaches it."""

    because: str
    source: Source


RouteCondition: TypeAlias = "MatchPrefixes | MatchCommunities | MatchAsPath | MatchOrigin | MatchTag | MatchNotDecided"


class CommunityChange(Enum):
    """What a term does to the communities of a route."""

    NONE = "none"
    ADD = "add"
    REPLACE = "replace"
    REMOVE = "remove"
    NOT_DECIDED = "not decided"


class AsPathChange(Enum):
    """What a term does to the AS path of a route, beside the number that every eBGP session adds."""

    NONE = "none"
    PREPENDED = "prepended"
    """Numbers are added in front, so that the path is longer."""
    REWRITTEN = "rewritten"
    """Numbers are taken away or replaced, so that the loop check sees another path."""


@dataclass(frozen=True, slots=True)
class PolicyTerm:
    """One entry: a route for which all `conditions` hold is treated by `action`; no condition means every route.

    `keeps_next_hop`: the route is sent on with the next hop that it came with.
    """

    action: PolicyAction
    conditions: tuple[RouteCondition, ...]
    community_change: CommunityChange
    communities: frozenset[str]
    source: Source
    as_path_change: AsPathChange = AsPathChange.NONE
    keeps_next_hop: bool = False


@dataclass(frozen=True, slots=True)
class RoutePolicy:
    """A named policy; `otherwise` is what happens to a route that no term decides."""

    name: str
    terms: tuple[PolicyTerm, ...]
    otherwise: PolicyAction
    source: Source


@dataclass(frozen=True, slots=True)
class PolicyChain:
    """Policies by name, tried in order until one permits or denies; `otherwise` decides what none does.

    No names: `otherwise` holds for every route. NEXT_POLICY there says that the end is not known.
    """

    policies: tuple[str, ...]
    otherwise: PolicyAction

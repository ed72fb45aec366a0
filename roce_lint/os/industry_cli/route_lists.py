"""Prefix lists, community lists and AS-path lists of the industry-standard CLI."""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache

from roce_lint.model.fact import NOWHERE, Source
from roce_lint.model.route_policy import (
    AsPathEntry,
    CommunityEntry,
    MatchAsPath,
    MatchCommunities,
    MatchNotDecided,
    MatchPrefixes,
    PrefixRange,
    RouteCondition,
)
from roce_lint.os.industry_cli.addresses import usual_address
from roce_lint.os.industry_cli.as_path import as_path_entry
from roce_lint.os.industry_cli.command import negation_and_words
from roce_lint.os.industry_cli.statements import statement_of
from roce_lint.text.lines import Line
from roce_lint.text.patterns import lazy_pattern
from roce_lint.text.remembered import Remembered
from roce_lint.values import dataclass, field

_PREFIX_ENTRY = lazy_pattern(
    r"(?:seq (?P<seq>\d{1,10}) )?(?P<action>permit|deny) (?P<prefix>[0-9A-Fa-f.:]+/\d{1,3})"
    r"(?P<bounds>(?: (?:eq|ge|le) \d{1,3})*)"
)
_OTHER_ENTRY = lazy_pattern(r"(?:seq (?P<seq>\d{1,10}) )?(?P<action>permit|deny) (?P<rest>.+)")
_COMMUNITY = lazy_pattern(r"\d{1,10}(?::\d{1,5})?|[a-z-]+")
_WELL_KNOWN = frozenset(
    ("internet", "local-as", "local-AS", "no-advertise", "no-export", "graceful-shutdown", "blackhole")
)
_EXPRESSION_KINDS = ("expanded", "regexp")
_AS_PATH_ORIGINS = (" any", " egp", " igp", " incomplete")


@dataclass(slots=True)
class _List:
    """The entries of one list by sequence number; `doubt` is the last line of it that is not evaluated."""

    source: Source
    entries: dict[int, PrefixRange | CommunityEntry | AsPathEntry] = field(default_factory=dict)
    places: dict[int, Source] = field(default_factory=dict)
    doubt: MatchNotDecided | None = None

    def put(
        self, sequence: str | None, entry: PrefixRange | CommunityEntry | AsPathEntry, source: Source | None = None
    ) -> None:
        number = int(sequence) if sequence else (max(self.entries, default=0) // 10 + 1) * 10
        self.entries[number] = entry
        if source is not None:
            self.places[number] = source

    def add_prefix(self, text: str, source: Source) -> None:
        if text.startswith(("description", "remark")):
            return
        found = _PREFIX_ENTRY.fullmatch(text)
        entry = _prefix_range(found) if found else None
        if found and entry:
            self.put(found["seq"], entry, source)
        else:
            self.doubt = MatchNotDecided(f"`{text}` is no prefix entry that is evaluated", source)

    def add_community(self, name: str, text: str, source: Source, *, is_expression: bool) -> None:
        found = _OTHER_ENTRY.fullmatch(text)
        words = found["rest"].split() if found else []
        if found and not is_expression and all(is_community(word) for word in words):
            self.put(found["seq"], CommunityEntry(frozenset(words), found["action"] == "permit"))
        else:
            because = f"the community list {name} has an expression, which is not evaluated"
            self.doubt = MatchNotDecided(because, source)

    def add_as_path(self, text: str, source: Source) -> None:
        found = _OTHER_ENTRY.fullmatch(text)
        if not found:
            self.doubt = MatchNotDecided(f"`{text}` is no entry of an AS-path list", source)
            return
        expression = found["rest"]
        for origin in _AS_PATH_ORIGINS:
            expression = expression.removesuffix(origin)
        self.put(found["seq"], as_path_entry(expression, permits=found["action"] == "permit"))

    def in_order(self) -> list[PrefixRange | CommunityEntry | AsPathEntry]:
        return [self.entries[number] for number in sorted(self.entries)]

    def places_in_order(self) -> list[Source]:
        return [self.places.get(number, self.source) for number in sorted(self.entries)]


class RouteLists:
    """All lists of one file. Lines about a list are read when it is asked for: most lists are used nowhere."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._unread: dict[tuple[str, str], list[Line]] = {}
        self._lists: dict[tuple[str, str], _List] = {}

    def add(self, line: Line) -> None:
        """Take a line about a prefix list, community list or AS-path list, or `no` of it."""
        key = _LIST_NAMED[line.text]
        if key is None:
            return
        unread = self._unread.get(key)
        if unread is None:
            self._unread[key] = [line]
        else:
            unread.append(line)

    def _read(self, line: Line) -> None:
        statement = statement_of(line, self._file)
        words, source = statement.words, statement.source
        key = _LIST_NAMED[line.text]
        if key is None:
            return
        if not statement.is_stated:
            self._lists.pop(key, None)
            return
        kind, name = key
        entry = " ".join(words[words.index(name, 2) + 1 :])
        if kind == "as-path":
            self._open(key, source).add_as_path(entry, source)
        elif kind == "community":
            is_expression = words[2] in _EXPRESSION_KINDS
            self._open(key, source).add_community(name, entry, source, is_expression=is_expression)
        else:
            prefixes = self._open(key, line.block(self._file))
            if entry:
                prefixes.add_prefix(entry, source)
            for below in line.children:
                of = statement_of(below, self._file)
                if of.is_stated:
                    prefixes.add_prefix(" ".join(of.words), of.source)

    def source_of(self, kind: str, name: str) -> Source:
        """Return where the list begins, nowhere for one that is not defined."""
        one = self._find((kind, name))
        return one.source if one else NOWHERE

    def prefixes(self, family: str, names: list[str], source: Source) -> RouteCondition:
        """Return the condition that a prefix is in one of the lists."""
        lists, undecided = self._named(family, "prefix list", names, source)
        if undecided:
            return undecided
        ranges = [one for found in lists for one in found.in_order() if isinstance(one, PrefixRange)]
        if len(lists) > 1 and not all(one.permits for one in ranges):
            return MatchNotDecided("several prefix lists with denied entries are not evaluated together", source)
        return MatchPrefixes(tuple(ranges), tuple(place for found in lists for place in found.places_in_order()))

    def communities(self, names: list[str], source: Source, *, exactly: bool) -> RouteCondition:
        """Return the condition that the communities match one of the lists."""
        lists, undecided = self._named("community", "community list", names, source)
        entries = [one for found in lists for one in found.in_order() if isinstance(one, CommunityEntry)]
        return undecided or MatchCommunities(tuple(entries), exactly)

    def as_paths(self, names: list[str], source: Source) -> RouteCondition:
        """Return the condition that the AS path matches one of the lists."""
        lists, undecided = self._named("as-path", "AS-path list", names, source)
        entries = [one for found in lists for one in found.in_order() if isinstance(one, AsPathEntry)]
        return undecided or MatchAsPath(tuple(entries))

    def _open(self, key: tuple[str, str], source: Source) -> _List:
        return self._lists.setdefault(key, _List(source))

    def _find(self, key: tuple[str, str]) -> _List | None:
        for line in self._unread.pop(key, ()):
            self._read(line)
        return self._lists.get(key)

    def _named(
        self, kind: str, words: str, names: list[str], source: Source
    ) -> tuple[list[_List], MatchNotDecided | None]:
        lists: list[_List] = []
        for name in names:
            one = self._find((kind, name))
            if one is None:
                return [], MatchNotDecided(f"the {words} {name} is not defined", source)
            if one.doubt:
                return [], one.doubt
            lists.append(one)
        return lists, None if names else MatchNotDecided(f"no {words} is named", source)


def _list_named(text: str) -> tuple[str, str] | None:
    """Return the kind and the name of the list that a line is about, None for a line that lacks them."""
    match negation_and_words(text)[1]:
        case ("ip" | "ipv6" as family, "prefix-list", name, *_):
            return family, name
        case (_, "community-list", "standard" | "expanded" | "regexp", name, _, *_):
            return "community", name
        case (_, "community-list", name, _, *_):
            return "community", name
        case (_, "as-path", "access-list", name, _, *_):
            return "as-path", name
    return None


_LIST_NAMED = Remembered(_list_named, most=16384)


def is_community(word: str) -> bool:
    """Return whether `word` is a standard community by number or a well-known one by name (RFC 1997)."""
    return bool(_COMMUNITY.fullmatch(word)) and (word[0].isdecimal() or word in _WELL_KNOWN)


@lru_cache(maxsize=16384)
def prefix_of(text: str) -> str:
    """Return a prefix in its usual form, also for `10.0.0.0 255.0.0.0`; empty when it is malformed."""
    usual = usual_address(text)
    if usual:
        address, length = usual
        address = address >> 32 - length << 32 - length
        return f"{address >> 24}.{address >> 16 & 255}.{address >> 8 & 255}.{address & 255}/{length}"
    try:
        return str(ipaddress.ip_network(text.replace(" ", "/"), strict=False))
    except ValueError:
        return ""


def _prefix_range(found: re.Match[str]) -> PrefixRange | None:
    prefix = prefix_of(found["prefix"])
    if not prefix:
        return None
    length = int(prefix.rpartition("/")[2])
    highest = 128 if ":" in prefix else 32
    words = found["bounds"].split()
    bounds: dict[str, int] = {word: int(number) for word, number in zip(words[::2], words[1::2], strict=True)}
    shortest = bounds.get("eq", bounds.get("ge", length))
    longest = bounds.get("eq", bounds.get("le", highest if "ge" in bounds else length))
    if not length <= shortest <= longest <= highest:
        return None
    return PrefixRange(prefix, shortest, longest, found["action"] == "permit")

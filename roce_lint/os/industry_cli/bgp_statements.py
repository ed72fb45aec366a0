"""What is said of BGP neighbours and their groups, kept until all of it is read, and looked up as it is inherited."""

from __future__ import annotations

from roce_lint.model.fact import Fact, Source, Stated, Unknown
from roce_lint.model.routing import AddressFamily, PrivateAsns
from roce_lint.os.industry_cli.as_path import asn_of
from roce_lint.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Statement:
    """One line about a neighbour or a group: the words after its key; `negated` for a `no` form."""

    words: tuple[str, ...]
    source: Source
    negated: bool = False


@dataclass(slots=True)
class Statements:
    """Everything said of one neighbour, group or template, by attribute; `families` what is said below a family."""

    source: Source
    base: dict[str, Statement] = field(default_factory=dict)
    families: dict[AddressFamily, dict[str, Statement]] = field(default_factory=dict)

    def of(self, family: AddressFamily | None) -> dict[str, Statement]:
        """Return what is said for one family, or for all of them."""
        return self.base if family is None else self.families.setdefault(family, {})


def first_statement(key: str, places: list[dict[str, Statement]]) -> Statement | None:
    """Return the statement of the most specific place that has one."""
    for place in places:
        found = place.get(key)
        if found is not None:
            return found
    return None


def asn_fact(said: Statement, place: int = 1) -> Fact[int]:
    """Return the AS number that stands at `place` of the statement's words."""
    number = asn_of(said.words[place]) if len(said.words) > place else -1
    return Stated(number, said.source) if number > 0 else Unknown("this is no AS number", said.source)


_EITHER_NUMBER = ("dual-as", "fallback")


def local_asn_fact(said: Statement | None, confederation: Statement | None, asn: Fact[int]) -> Fact[int]:
    """Return the number that a neighbour sees: that of `local-as`, else `asn`; Unknown where it may be either of two.

    With `dual-as` (NX-OS) or `fallback` (EOS) a neighbour may know the number of the process as well. Members of a
    confederation show another number to those outside of it (RFC 5065).
    """
    if said and not said.negated:
        either = any(word in _EITHER_NUMBER for word in said.words)
        return Unknown("a neighbour may know either of two AS numbers", said.source) if either else asn_fact(said)
    return Unknown("a confederation is not followed", confederation.source) if confederation else asn


def number_fact(said: Statement, place: int = -1) -> Fact[int]:
    """Return the number that stands at `place` of the statement's words, the last one unless told."""
    text = said.words[place] if -1 <= place < len(said.words) else ""
    if text.isdecimal() and text.isascii() and len(text) < 11:
        return Stated(int(text), said.source)
    return Unknown(f"{text!r} is no number", said.source)


def private_asns_fact(said: Statement | None, otherwise: Fact[PrivateAsns]) -> Fact[PrivateAsns]:
    """Return what `remove-private-as [all [replace-as]]` does to the paths sent; `otherwise` where nothing is said."""
    if said is None:
        return otherwise
    if said.negated:
        return Stated(PrivateAsns.KEPT, said.source)
    if "replace-as" in said.words:
        return Stated(PrivateAsns.REPLACED, said.source)
    return Stated(PrivateAsns.ALL_REMOVED if "all" in said.words else PrivateAsns.REMOVED, said.source)

"""AS-path expressions: the few forms of them that can be decided, common to the operating systems."""

from __future__ import annotations

from collections.abc import Iterator

from roce_lint.model.route_policy import AsPathEntry, AsPathForm, AsPathPiece
from roce_lint.text.patterns import lazy_pattern

_NUMBER = r"(\d{1,10})"
_FORMS = (
    (lazy_pattern(r"\^\$"), AsPathForm.EMPTY),
    (lazy_pattern(r"\^?\.\*\$?"), AsPathForm.ANY),
    (lazy_pattern(rf"\^{_NUMBER}\$"), AsPathForm.IS),
    (lazy_pattern(rf"\^{_NUMBER}(?:_|_\.\*|[ ]\.\*)\$?"), AsPathForm.STARTS_WITH),
    (lazy_pattern(rf"(?:\.\*)?_{_NUMBER}_(?:\.\*)?"), AsPathForm.CONTAINS),
    (lazy_pattern(rf"(?:\.\*)?_{_NUMBER}\$"), AsPathForm.ENDS_WITH),
)
_ANY_NUMBERS = AsPathPiece(frozenset(), many=True)
_ANY_NUMBER = AsPathPiece(frozenset())
_AMONG = r"(?P<among>\(\d{1,10}(?:\|\d{1,10})*\)|\d{1,10})"
_PIECE = lazy_pattern(rf"(?P<between>[_ ]+)|(?P<many>\.\*)|(?P<one>\[0-9\]\+)|{_AMONG}")


def as_path_entry(expression: str, *, permits: bool, by_number: bool = False) -> AsPathEntry:
    """Return the entry of an AS-path list; an expression of another form is OTHER, which decides nothing.

    `by_number`: an expression describes the whole path, number by number, with spaces between them (SR Linux).
    Otherwise it is searched for in the text of the path, and `_` stands for what is between numbers.
    """
    bare = expression.strip().strip('"')
    for pattern, form in _FORMS:
        found = pattern.fullmatch(bare)
        if found:
            return AsPathEntry(form, int(found[1]) if pattern.groups else 0, permits, bare)
    pieces = _pieces(bare, by_number=by_number)
    if pieces:
        return AsPathEntry(AsPathForm.SEQUENCE, 0, permits, bare, pieces)
    return AsPathEntry(AsPathForm.OTHER, 0, permits, bare)


def _pieces(bare: str, *, by_number: bool) -> tuple[AsPathPiece, ...]:
    """Return the pieces of a sequence of whole numbers; none where a number could be part of another, or of else.

    A number stands between `_`, blanks or the ends. An expression by numbers must say how the path begins and ends, by
    `^`, `$` or `.*`; other expressions may mean part of the path, but have `.*` at their ends only.
    """
    begins, ends = bare.startswith("^"), bare.endswith("$")
    pieces: list[AsPathPiece] = []
    apart = begins
    for word in _split(bare.removeprefix("^").removesuffix("$")):
        if word is None:
            apart = True
        elif apart or (not pieces and word.many):
            pieces.append(word)
            apart = False
        else:
            return ()
    if not pieces or not (ends or apart or pieces[-1].many):
        return ()
    whole = (begins or pieces[0].many) and (ends or pieces[-1].many)
    if by_number:
        return tuple(pieces) if whole else ()
    if any(piece.many for piece in pieces[1:-1]):
        return ()
    front = () if begins or pieces[0].many else (_ANY_NUMBERS,)
    back = () if ends or pieces[-1].many else (_ANY_NUMBERS,)
    return (*front, *pieces, *back)


def _split(text: str) -> Iterator[AsPathPiece | None]:
    """Yield the pieces, None for what stands between numbers; two pieces without it for what is neither."""
    at = 0
    while at < len(text):
        found = _PIECE.match(text, at)
        if found is None:
            yield from (_ANY_NUMBER, _ANY_NUMBER)
            return
        at = found.end()
        if found["between"]:
            yield None
        elif found["many"]:
            yield _ANY_NUMBERS
        elif found["one"]:
            yield _ANY_NUMBER
        else:
            yield AsPathPiece(frozenset(map(int, found["among"].strip("()").split("|"))))


def asn_of(text: str) -> int:
    """Return the AS number of `65001` or `1.10` (RFC 5396), -1 when it is none."""
    high, dot, low = text.rpartition(".")
    if not low.isdecimal() or not low.isascii() or len(low) > 10 or (dot and not (high.isdecimal() and len(high) < 6)):
        return -1
    number = int(high) * 65536 + int(low) if dot else int(low)
    return number if 0 < number < 2**32 and (not dot or int(low) < 65536) else -1

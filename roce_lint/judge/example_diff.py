"""An example written as a difference: what a violated example changes to, in the form of a unified diff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from roce_lint.values import dataclass

HUNK = "@@"
FILE = "+++ "


class DiffFault(ValueError):
    """A difference that does not fit the texts that it is applied to; `line` counts from 1 within the difference."""

    def __init__(self, line: int, message: str) -> None:
        """Keep where it is and what is wrong."""
        super().__init__(message)
        self.line = line
        self.message = message


@dataclass(frozen=True, slots=True)
class _Hunk:
    """One run of lines that is replaced: `old` must be in the file exactly once."""

    path: str
    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]


def apply_diff(texts: Mapping[str, str], diff: str) -> dict[str, str]:
    """Return `texts` (by file name, empty for the main config) with the difference applied.

    A line begins with `-` (removed), `+` (added) or a blank (kept). `@@` begins another place, `+++ leaf2.cfg` another
    file. The removed and kept lines of each place must be in its file exactly once. Raises DiffFault.
    """
    changed = dict(texts)
    for hunk in _hunks(diff):
        if hunk.path not in texts:
            raise DiffFault(hunk.line, f"the violated example has no file {hunk.path!r}")
        changed[hunk.path] = _apply(changed[hunk.path], hunk)
    return changed


def _hunks(diff: str) -> list[_Hunk]:
    """Return the places that a difference changes."""
    hunks: list[_Hunk] = []
    path, begin = "", 1
    old: list[str] = []
    new: list[str] = []

    def close() -> None:
        if old or new:
            hunks.append(_Hunk(path, begin, tuple(old), tuple(new)))
        old.clear()
        new.clear()

    for number, line in enumerate(diff.splitlines(), 1):
        sign, rest = line[:1], line[1:]
        if line.startswith(FILE) or line.rstrip() == HUNK:
            close()
            path = line[len(FILE) :].strip() if line.startswith(FILE) else path
            begin = number + 1
        elif sign in ("-", " ", "+", ""):
            if sign != "+":
                old.append(rest)
            if sign != "-":
                new.append(rest)
        else:
            raise DiffFault(number, f"{line!r} begins with neither '-', '+', a blank, '@@' nor '+++ FILE'")
    close()
    if not hunks:
        raise DiffFault(1, "it changes nothing")
    return hunks


def _apply(text: str, hunk: _Hunk) -> str:
    """Return the text with one place changed."""
    lines = text.splitlines()
    if not hunk.old:
        raise DiffFault(hunk.line, "lines are added, but where? Begin with the line above them, after a blank")
    places = _occurrences(lines, hunk.old)
    if len(places) != 1:
        found = f"these lines are there {len(places)} times; add a line above them" if places else _missing(lines, hunk)
        raise DiffFault(hunk.line, found)
    if hunk.old == hunk.new:
        raise DiffFault(hunk.line, "it changes nothing")
    (place,) = places
    lines[place : place + len(hunk.old)] = hunk.new
    return "\n".join(lines) + "\n"


def _occurrences(lines: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Return the indices at which `lines` has `wanted` as a run."""
    first, length = wanted[0], len(wanted)
    return [
        index
        for index, line in enumerate(lines)
        if line == first and list(lines[index : index + length]) == list(wanted)
    ]


def _missing(lines: Sequence[str], hunk: _Hunk) -> str:
    """Return what is wrong with lines that are not there."""
    for line in hunk.old:
        if line not in lines:
            return f"the violated example has no line {line!r}"
    return "the violated example has these lines, but not one below the other"

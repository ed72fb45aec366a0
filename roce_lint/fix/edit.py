"""Edits of whole lines in a file's bytes; everything else stays as it is, to the last byte."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Sequence

from roce_lint.fix.tree import ConfigTree
from roce_lint.values import dataclass

_OTHER_ENCODINGS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """One change of a file: line `line` (from 1), which reads `old`, is followed by `added`, and is itself replaced.

    `new` is what takes the place of the line; equal to `old` where lines are only added. Texts have no line endings.
    Of what several places add behind one line, each line is written once; `as_block` keeps added lines together, since
    rows of several lines are alike in most of them.
    """

    path: str
    line: int
    old: str
    new: str
    added: tuple[str, ...] = ()
    as_block: bool = False


class EditRefused(Exception):
    """An edit does not fit the file; the text says why."""


def edited(raw: bytes, edits: Sequence[Edit]) -> bytes:
    """Return the bytes of a file after edits of different lines.

    A new line ends as the line that it stands behind. Raises EditRefused where the file is in UTF-16, where a line does
    not read as an edit expects, or where two edits want the same line.
    """
    if raw.startswith(_OTHER_ENCODINGS):
        raise EditRefused("the file is in UTF-16, and only files in ASCII, Latin-1 or UTF-8 are edited")
    encoding = _encoding(raw)
    lines = raw.split(b"\n")
    ordered = sorted(set(edits), reverse=True)
    if len({edit.line for edit in ordered}) < len(ordered):
        raise EditRefused("two fixes change the same line; apply one and run fix again")
    for edit in ordered:
        if not 0 < edit.line <= len(lines):
            raise EditRefused(f"the file has no line {edit.line}")
        line = lines[edit.line - 1]
        body, ending = (line[:-1], b"\r") if line.endswith(b"\r") else (line, b"")
        if body.removeprefix(codecs.BOM_UTF8).decode(encoding).rstrip() != edit.old.rstrip():
            raise EditRefused(f"line {edit.line} does not read as it was understood")
        kept = body if edit.new == edit.old else edit.new.rstrip().encode(encoding) + _blanks_behind(body)
        added = [text.encode(encoding) for text in edit.added]
        lines[edit.line - 1 : edit.line] = [one + ending for one in (kept, *added)]
    return b"\n".join(lines)


def _blanks_behind(body: bytes) -> bytes:
    return body[len(body.rstrip()) :]


def _encoding(raw: bytes) -> str:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def put_back(edits: Iterable[Edit], tree: ConfigTree) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines that are written, and what restores the file, in order."""
    forth: list[str] = []
    back: list[str] = []
    for edit in sorted(edits):
        if edit.new != edit.old:
            forth.append(edit.new.strip())
            back.append(edit.old.strip())
        for text in (one.strip() for one in edit.added):
            forth.append(text)
            back.append(f"(delete this line) {text}")
    return tuple(forth), tuple(back)

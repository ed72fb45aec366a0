"""Comments and descriptions that speak to the linter, with the block that they are in.

Systems differ in what a device keeps of them. Host files and OpenSM files are their own source and keep comments.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from roce_lint.model.fact import NOWHERE, Source
from roce_lint.model.reading import TOKEN_MARKS, Remark
from roce_lint.os.contract import RemarkPlaces
from roce_lint.os.registry import switch_names, switch_os
from roce_lint.read.format import Format
from roce_lint.text.document import Document
from roce_lint.text.patterns import lazy_pattern

_COMMENT = lazy_pattern(r"(!!|!|#|/\*)\s*(roce-lint:.*)")
_ANNOTATION = lazy_pattern(r'"_annotate\w*"\s*:\s*"((?:[^"\\]|\\.)*)"')
_DEEPEST = 20
_LONGEST_HEAD = 4_000
_JSON_PIECE = lazy_pattern(r'"(?:[^"\\]|\\.)*"|[{}\n]')


def find_remarks(document: Document, form: Format) -> tuple[Remark, ...]:
    """Return the remarks of a document in order of lines; linear in its length, never raises."""
    if not any(mark in document.text for mark in TOKEN_MARKS):
        return ()
    places = switch_os(form).remarks if form in switch_names() else None
    if places is not None and places.json_annotations and document.text.lstrip().startswith("{"):
        return tuple(sorted(_annotations(document), key=lambda remark: remark.source))
    return tuple(_of_lines(document, places))


def from_mark(text: str) -> str:
    """Return a text from its mark on; empty where it has none."""
    starts = [text.find(mark) for mark in TOKEN_MARKS if mark in text]
    return text[min(starts) :] if starts else ""


def _of_lines(document: Document, places: RemarkPlaces | None) -> Iterator[Remark]:
    """Yield the remarks of a text of lines."""
    lines = document.text.split("\n")
    first = next((line for line in lines if _is_statement(line)), "")
    has_blocks = places is not None and not first.lstrip().startswith("set ")
    scopes = _blocks(lines) if has_blocks else _statements_below(lines)
    seen_statement = False
    for number, (line, scope) in enumerate(zip(lines, scopes, strict=True), 1):
        found = _result(line.strip(), places)
        if found is not None:
            text, is_kept = found
            place = Source(document.path, *scope) if scope else NOWHERE
            here = Source(document.path, number, number)
            block = (_heads(lines, scopes, number) if has_blocks else _statement(lines, scope)) if scope else ""
            yield Remark(here, place, text, opens_file=not seen_statement, is_kept=is_kept, block=block)
        seen_statement = seen_statement or _is_statement(line)


def _result(content: str, places: RemarkPlaces | None) -> tuple[str, bool] | None:
    """Return what a line says to the linter, and whether a device keeps it."""
    if match := _COMMENT.fullmatch(content):
        return match.group(2).removesuffix("*/").rstrip(), places is None or match.group(1) == places.kept_comment
    if places is not None and places.description_lines and content.startswith("description "):
        text = from_mark(content).rstrip('"')
        return (text, True) if text else None
    return None


def _is_statement(line: str) -> bool:
    content = line.strip()
    return bool(content) and content[0] not in "!#" and not content.startswith("/*")


_LineRange = tuple[int, int]


def _blocks(lines: list[str]) -> list[_LineRange | None]:
    """Return for every line the first and last line of the block that it is in."""
    parents: list[int] = []
    ends: dict[int, int] = {}
    stack: list[tuple[int, int]] = []
    for number, line in enumerate(lines, 1):
        indent = len(line) - len(line.lstrip(" \t"))
        if _is_statement(line):
            while stack and stack[-1][0] >= indent:
                stack.pop()
            parents.append(stack[-1][1] if stack else 0)
            stack.append((indent, number))
            for _, opened in stack:
                ends[opened] = number
        else:
            # A comment belongs to the block that is open at its column, and closes none.
            above = bisect_left(stack, (indent, 0))
            parents.append(stack[above - 1][1] if above else 0)
    return [(parent, ends[parent]) if parent else None for parent in parents]


def _heads(lines: Sequence[str], scopes: Sequence[_LineRange | None], number: int) -> str:
    """Return the first lines of the blocks that a line is in, the outer ones first."""
    heads: list[str] = []
    scope = scopes[number - 1]
    while scope and len(heads) < _DEEPEST:
        heads.append(" ".join(lines[scope[0] - 1].split()))
        scope = scopes[scope[0] - 1]
    return " / ".join(reversed(heads))


def _statement(lines: Sequence[str], scope: _LineRange | None) -> str:
    """Return a statement without its last word, which is the value where lines are no blocks."""
    words = lines[scope[0] - 1].split() if scope else []
    return " ".join(words[:-1] if len(words) > 1 else words)


def _statements_below(lines: list[str]) -> list[_LineRange | None]:
    """Return for every line the next statement below it, with the lines that continue it by a backslash."""
    found: list[_LineRange | None] = []
    below: _LineRange | None = None
    for number in range(len(lines), 0, -1):
        found.append(below)
        line = lines[number - 1]
        if _is_statement(line):
            continued = line.rstrip().endswith("\\") and below is not None and below[0] == number + 1
            below = (number, below[1] if continued and below else number)
    return found[::-1]


def _annotations(document: Document) -> Iterator[Remark]:
    """Yield the annotations of a JSON text; each is attached to the object that it is in."""
    opened: list[tuple[int, list[tuple[int, str]], int, str]] = []
    key = ""
    last_line = document.text.rstrip().count("\n") + 1
    line = 1
    for token in _JSON_PIECE.finditer(document.text):
        piece = token.group()
        if piece == "\n":
            line += 1
        elif piece == "{":
            opened.append((line, [], token.end(), key))
        elif piece == "}" and opened:
            first, result, start, _ = opened_here = opened.pop()
            # An object that fills all lines of the file is the file, or cannot be decided from it.
            is_all = first == 1 and line == last_line
            scope = NOWHERE if is_all else Source(document.path, first, line)
            around = " / ".join(one[3] for one in (*opened[-_DEEPEST:], opened_here))
            block = f"{around} {_first_member(document.text, start)}" if result and not is_all else ""
            for at, text in result:
                here = Source(document.path, at, at)
                yield Remark(here, scope, text, opens_file=not opened, is_kept=True, block=block)
        elif piece.startswith('"_annotate') and opened:
            match = _ANNOTATION.match(document.text, token.start())
            text = from_mark(match.group(1)) if match else ""
            if text:
                opened[-1][1].append((line, text))
        elif piece.startswith('"'):
            key = piece


def _first_member(text: str, start: int) -> str:
    """Return the first member of an object that is no annotation: as a rule its name."""
    piece = _ANNOTATION.sub("", text[start : start + _LONGEST_HEAD]).lstrip(" \t\n,")
    return " ".join(piece.partition(",")[0].partition("{")[0].split())

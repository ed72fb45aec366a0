"""Lines of a configuration in blocks by indentation, with the blocks that they are in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from roce_lint.text.config_lines import ConfigLine, LinePath
from roce_lint.text.document import Document
from roce_lint.text.lines import Line, parse_lines
from roce_lint.values import replace

_INTERFACE = "interface "
_STEP = "   "
_ENDS = frozenset(("end", "exit"))


def plain_lines(document: Document) -> tuple[ConfigLine, ...]:
    """Return the lines of a configuration in which everything is a line in blocks."""
    return lines_in(parse_lines(document.text), document.text, document.text)


def lines_in(root: Line, text: str, bare: str) -> tuple[ConfigLine, ...]:
    """Return the lines below `root`, which was read from `bare`: `text` with banners and the like blanked."""
    found = [one for one in _below((), root.children) if one.path[-1] not in _ENDS]
    raw = tuple(_raw_lines(text, bare)) if text is not bare else ()
    openers = {one.line for one in raw if len(one.path) == 1}
    return tuple(sorted((*(one for one in found if one.line not in openers), *raw), key=lambda one: one.line))


def _below(path: LinePath, children: Sequence[Line]) -> Iterator[ConfigLine]:
    for line in children:
        here = (*path, " ".join(line.text.split()))
        yield ConfigLine(here, line.number)
        yield from _below(here, line.children)


def _raw_lines(text: str, bare: str) -> Iterator[ConfigLine]:
    """Yield what is blanked, below the line that opens it; that may be blanked itself, or be the one before."""
    opener = ""
    before = (0, "")
    for number, (line, kept) in enumerate(zip(text.split("\n"), bare.split("\n"), strict=False), 1):
        own = " ".join(line.split())
        if not own or kept.strip():
            opener, before = ("", (number, own)) if own else (opener, before)
            continue
        if not opener:
            itself = own.startswith("banner ")
            opener = own if itself else before[1]
            yield ConfigLine((opener,), number if itself else before[0], is_raw=True)
            if itself:
                continue
        yield ConfigLine((opener, own), number, is_raw=True)


def without_lines(document: Document, removed: Sequence[ConfigLine]) -> Document:
    """Return a configuration with lines blanked; those below a line that is removed have to be removed as well."""
    gone = {one.line for one in removed}
    kept = ["" if number in gone else line for number, line in enumerate(document.text.split("\n"), 1)]
    return replace(document, text="\n".join(kept), original=b"")


def extra_lines(paths: Sequence[LinePath]) -> tuple[str, ...]:
    """Return what adds lines to a configuration: each below its blocks, which are opened where they are not open."""
    found: list[str] = []
    open_path: LinePath = ()
    for path in paths:
        same = 0
        while same < min(len(open_path), len(path) - 1) and open_path[same] == path[same]:
            same += 1
        found += [_STEP * depth + path[depth] for depth in range(same, len(path))]
        open_path = path
    return tuple(found)


def port_line(path: LinePath) -> tuple[str, LinePath] | None:
    """Return the port that a line is below, and its path there; None for any other line."""
    if len(path) > 1 and path[0].startswith(_INTERFACE):
        return path[0].removeprefix(_INTERFACE), path[1:]
    return None

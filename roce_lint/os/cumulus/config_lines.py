"""The leaves of a configuration as words behind `nv set`, whatever form it is in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from roce_lint.os.cumulus.configuration import parse_configuration
from roce_lint.text.config_lines import ConfigLine, LinePath
from roce_lint.text.document import Document
from roce_lint.text.tree import Node
from roce_lint.values import replace

_SET = "nv set "
_INTERFACE = "interface "
_BLOCK_WORDS = 2
_PLAIN = re.compile(r"[\w./:,+@%=-]+")
_CABLE = re.compile(r"qos pfc (\S+) cable-length (\d+)")


def config_lines(document: Document) -> tuple[ConfigLine, ...]:
    """Return the leaves, each below the first two words of its path (`interface swp1`)."""
    found = parse_configuration(document.path, document.text)
    leaves = sorted(leaf_words(found.root), key=lambda one: one[1])
    return tuple(ConfigLine(_path(words), line) for words, line in leaves)


def leaf_words(root: Node) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the words of every leaf, and of every name that nothing stands below, with its line."""
    pending: list[tuple[tuple[str, ...], Node]] = [((), root)]
    while pending:
        path, node = pending.pop()
        for one in reversed(node.children.values()):
            here = (*path, written(one.name))
            if one.is_leaf:
                yield from (((*here, written(value)), one.line) for value in one.values)
            elif one.children:
                pending.append((here, one))
            else:
                yield here, one.line


def written(word: str) -> str:
    """Return a word as a shell takes it: in quotation marks where it has blanks or signs."""
    if _PLAIN.fullmatch(word):
        return word
    return "'" + word.replace("'", "'\"'\"'") + "'"


def _path(words: Sequence[str]) -> LinePath:
    block, rest = " ".join(words[:_BLOCK_WORDS]), " ".join(words[_BLOCK_WORDS:])
    return (block, rest) if rest else (block,)


def without_lines(document: Document, removed: Sequence[ConfigLine]) -> Document:
    """Return the configuration as lines of `nv set` without some; its release is in a comment above them."""
    found = parse_configuration(document.path, document.text)
    gone = {one.path for one in removed}
    lines = [f"# Cumulus Linux {found.release.value}.0"] if found.release else []
    lines += extra_lines([path for words, _ in leaf_words(found.root) if (path := _path(words)) not in gone])
    return replace(document, text="\n".join(lines) + "\n", original=b"")


def extra_lines(paths: Sequence[LinePath]) -> tuple[str, ...]:
    """Return lines of `nv set`."""
    return tuple(_SET + " ".join(path) for path in paths)


def port_line(path: LinePath) -> tuple[str, LinePath] | None:
    """Return the interface that a leaf is of, and its path below it; None for any other leaf."""
    if len(path) > 1 and path[0].startswith(_INTERFACE):
        return path[0].removeprefix(_INTERFACE), path[1:]
    return None


def port_extra(paths: Sequence[LinePath]) -> tuple[str, ...]:
    """Return what follows `nv set interface NAME` for each leaf."""
    return tuple(" ".join(path) for path in paths)

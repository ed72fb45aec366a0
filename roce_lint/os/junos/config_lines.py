"""The leaves of a configuration as words behind `set`, whatever form it is in, with what groups bring."""

from __future__ import annotations

from collections.abc import Sequence

from roce_lint.os.junos.configuration import JunosTree, parse_configuration
from roce_lint.os.junos.set_lines import set_words, written
from roce_lint.text.config_lines import ConfigLine, LinePath
from roce_lint.text.document import Document
from roce_lint.values import replace

_SET = "set "
_INTERFACE = "interfaces "
_BLOCK_WORDS = 2


def config_lines(document: Document) -> tuple[ConfigLine, ...]:
    """Return the leaves, each below the first two words of its path (`interfaces et-0/0/0`)."""
    found = parse_configuration(document.path, document.text)
    return tuple(ConfigLine(_path(words), line) for words, line in _leaves(found))


def _leaves(found: JunosTree) -> list[tuple[tuple[str, ...], int]]:
    leaves = [(words, node.line) for words, node in set_words(found.root)]
    leaves += [(tuple(map(_as_written, words)), line) for words, line in found.passed if words[:1] != ("groups",)]
    return sorted(leaves, key=lambda one: one[1])


def _as_written(word: str) -> str:
    return word if word in ("[", "]") else written(word)


def _path(words: Sequence[str]) -> LinePath:
    block, rest = " ".join(words[:_BLOCK_WORDS]), " ".join(words[_BLOCK_WORDS:])
    return (block, rest) if rest else (block,)


def without_lines(document: Document, removed: Sequence[ConfigLine]) -> Document:
    """Return the configuration as lines of `set` without some."""
    gone = {one.path for one in removed}
    found = parse_configuration(document.path, document.text)
    kept = [path for words, _ in _leaves(found) if (path := _path(words)) not in gone]
    return replace(document, text="".join(f"{line}\n" for line in extra_lines(kept)), original=b"")


def extra_lines(paths: Sequence[LinePath]) -> tuple[str, ...]:
    """Return lines of `set`."""
    return tuple(_SET + " ".join(path) for path in paths)


def port_line(path: LinePath) -> tuple[str, LinePath] | None:
    """Return the interface that a leaf is of, and its path below it; None for any other leaf."""
    if len(path) > 1 and path[0].startswith(_INTERFACE):
        return path[0].removeprefix(_INTERFACE), path[1:]
    return None


def port_extra(paths: Sequence[LinePath]) -> tuple[str, ...]:
    """Return what follows `set interfaces NAME` for each leaf."""
    return tuple(" ".join(path) for path in paths)

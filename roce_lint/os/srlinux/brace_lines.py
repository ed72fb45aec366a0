"""Lines of `info` as devices print it, each resolved once: what opens a block, what states a leaf, what closes.

What such a line means follows from its words and from what may stand where it stands; this is kept for all files. A
line that needs a closer look (ranges, lists in brackets, several statements, what the model does not have) is left.
"""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple, TypeAlias

from roce_lint.os.srlinux.cli_words import CHANGES, COMMANDS, QUOTED, keys_at, value_of, words_at_once
from roce_lint.os.srlinux.grammar import Kind, Name
from roce_lint.os.srlinux.tree import Block, Leaf
from roce_lint.values import dataclass

_MOST_MEANINGS = 40_000
"""Meanings that are kept, some 15 MB; then they are forgotten, and made anew."""
_CLOSES = "}"
_OPENS = " {"


class Place(NamedTuple):
    """Where statements go: one block, or several for a range of keys; `grammar` says what may stand there."""

    blocks: tuple[Block, ...]
    grammar: Name
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lost:
    """A block in braces that has no place in the tree: everything in it is passed, and told once at its end."""

    line: int
    path: tuple[str, ...]
    text: str
    because: str


class _Entered(NamedTuple):
    """The line opens a block: its name in the model, its keys, and both together."""

    name: Name
    keys: tuple[str, ...]
    step: tuple[str, ...]


class _Stated(NamedTuple):
    """The line states a leaf."""

    name: str
    values: tuple[str, ...]


_Meaning: TypeAlias = _Entered | _Stated | None
"""None: the line needs a closer look."""


class _Meanings:
    """What lines mean, by what may stand where they stand."""

    def __init__(self) -> None:
        self.by_name: dict[Name, dict[str, _Meaning]] = {}
        self._count = 0

    def learn(self, line: str, grammar: Name) -> _Meaning:
        """Return the meaning of a line without its indentation, and keep it."""
        if self._count >= _MOST_MEANINGS:
            self.by_name.clear()
            self._count = 0
        self._count += 1
        meaning = self.by_name.setdefault(grammar, {})[line] = _meaning(line, grammar)
        return meaning


_MEANINGS = _Meanings()


def take_usual(opened: list[Place | Lost], top: Place, lines: list[str], taken: int) -> int:
    """Take lines from the one after `taken` lines on, up to one that needs a closer look; return how many are taken.

    `opened` are the blocks that are open, the last one innermost, and `top` the tree's root; the list is changed.
    """
    for number, raw in enumerate(islice(lines, taken, None), taken + 1):
        here = opened[-1]
        line = raw.strip()
        if isinstance(here, Lost):
            if not _pass_by(opened, here, line):
                return number - 1
            continue
        if len(here.blocks) != 1 or (here is not top and len(opened) == 1):
            return number - 1
        block = here.blocks[0]
        if line == _CLOSES and len(opened) > 1:
            block.end_line = max(block.end_line, number)
            opened.pop()
            continue
        known = _MEANINGS.by_name.get(here.grammar)
        meaning = known[line] if known and line in known else _MEANINGS.learn(line, here.grammar)
        if isinstance(meaning, _Entered):
            name, keys, step = meaning
            inner = block.blocks.get(step)
            if inner is None:
                inner = block.blocks[step] = Block(name.name, block.file, keys, number, number, {}, {})
            opened.append(Place((inner,), name, (*here.path, name.name)))
        elif meaning is not None:
            block.leaves[meaning.name] = Leaf(meaning.name, block.file, number, meaning.values)
        else:
            return number - 1
    return len(lines)


def _pass_by(opened: list[Place | Lost], lost: Lost, line: str) -> bool:
    """Go past a line inside a block that has no place; return false for one that needs a closer look."""
    if line == _CLOSES:
        if isinstance(opened[-2], Lost):
            opened.pop()
            return True
        return False
    opens = line.endswith(_OPENS)
    if line[1:2] == ":" or not words_at_once(line.removesuffix(_OPENS) if opens else line):
        return False
    if opens:
        opened.append(lost)
    return True


def _meaning(line: str, grammar: Name) -> _Meaning:
    opens = line.endswith(_OPENS)
    words = words_at_once(line.removesuffix(_OPENS) if opens else line)
    if not words or line[1:2] == ":":
        return None
    name = grammar.children.get(words[0]) or grammar.children.get(words[0].rpartition(":")[2])
    if name is None or words[0].startswith(QUOTED) or words[0] in CHANGES or words[0] in COMMANDS:
        return None
    match name.kind:
        case Kind.CONTAINER if opens and len(words) == 1:
            return _Entered(name, (), (name.name,))
        case Kind.LIST if opens:
            keys, position = keys_at(words, 1, name, {})
            if len(keys) == 1 and position == len(words):
                return _Entered(name, keys[0], (name.name, *keys[0]))
        case Kind.LEAF if not opens and name.value_type == "empty" and len(words) == 1:
            return _Stated(name.name, ())
        case Kind.LEAF if not opens and name.value_type != "empty" and len(words) == 2:
            return _Stated(name.name, (value_of(words[1]),))
    return None

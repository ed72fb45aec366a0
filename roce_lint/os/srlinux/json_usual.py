"""JSON as devices write it, taken into the tree at once: one member, item or bracket a line.

The standard library reads it ten times as fast as `json_text` and tells no lines. Where each line of the text is one
member, one item or one bracket, lines need not be told: they can be counted while the tree is made.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TypeAlias

from roce_lint.os.srlinux.builder import TreeBuilder
from roce_lint.os.srlinux.grammar import Kind, Name
from roce_lint.os.srlinux.tree import Block, Leaf
from roce_lint.text.patterns import late_pattern

Plain: TypeAlias = "str | bool | list[Plain] | Members | None"
"""A value without its line: a number as its text, an object as pairs."""
Members: TypeAlias = "tuple[tuple[str, Plain], ...]"
NOT_CONFIGURATION = ("_preamble",)
METADATA = ("@", "_annotat")
"""What members begin with that tell of others: `_annotate` of a container, `_annotate_mtu` of a leaf."""

_STRING = r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"'
_WORD = r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null"
_USUAL_LINES = late_pattern(
    rf"(?:[ \t]*+(?:(?:{_STRING}:[ ]?)?(?:[{{\[](?!\n[ \t]*+[}}\]])|(?:{_STRING}|{_WORD}|\{{\}}|\[\]),?)|[}}\]],?)\n)*+"
)
_FIRST_LINE = late_pattern(r"[ \t]*\{\n")
_LAST_LINE = late_pattern(r"[ \t]*\}")
_LEAVES = (Kind.LEAF, Kind.LEAF_LIST)
_WORDS: Mapping[bool | None, str] = {True: "true", False: "false", None: ""}


def usual_members(text: str) -> tuple[Members, int] | None:
    """Return the members of the object that `text` begins with, and where it ends; None where it is not so written."""
    first, lines = _FIRST_LINE.match(text), _USUAL_LINES.match(text)
    if first is None or lines is None:
        return None
    usual_to = lines.end()
    try:
        value, end = _DECODER.raw_decode(text, first.end() - 2)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, tuple) or (end > usual_to and not _LAST_LINE.fullmatch(text, usual_to, end)):
        return None
    return value, end


def lines_behind(value: Plain) -> int:
    """Return how many lines a value takes behind its first. Raises RecursionError for what is nested too deeply."""
    if isinstance(value, tuple):
        return len(value) + sum(lines_behind(one) for _, one in value) + 1 if value else 0
    if isinstance(value, list):
        return len(value) + sum(map(lines_behind, value)) + 1 if value else 0
    return 0


def text_of(value: str | bool | None) -> str:
    """Return a scalar as text; a null is an empty one."""
    return value if isinstance(value, str) else _WORDS[value]


def bare_identity(name: Name, text: str) -> str:
    """Return an identity without its module."""
    return text.rpartition(":")[2] if name.value_type.startswith("identity:") else text


class UsualFiller:
    """Puts members into blocks; `line` is the last line that was taken."""

    def __init__(self, builder: TreeBuilder, line: int) -> None:
        """Begin at the line of the opening brace."""
        self._builder = builder
        self.line = line

    def fill(self, block: Block, grammar: Name, members: Members, path: tuple[str, ...]) -> None:
        """Put the members of one object into `block`; the depth is bounded by the model's."""
        seen: set[str] = set()
        line, leaves, children = self.line, block.leaves, grammar.children
        for member, value in members:
            line += 1
            name = children.get(member) or _prefixed(grammar, member)
            if name is None:
                line = self._pass_by(grammar, member, (line, value), path)
                continue
            bare = name.name
            if bare in seen:
                because = f"{bare!r} is stated twice in one object"
                self._builder.stray(line, (*path, bare), f'"{member}"', because, line + lines_behind(value))
            seen.add(bare)
            if isinstance(value, tuple | list):
                self.line = line
                self._place(block, name, value, path)
                line = self.line
            elif name.kind in _LEAVES:
                text = value if isinstance(value, str) else _WORDS[value]
                text = bare_identity(name, text) if ":" in text else text
                leaves[bare] = Leaf(bare, block.file, line, (text,))
            else:
                self._misfit(name, value, path, line)
        self.line = line + 1 if members else line

    def _pass_by(self, grammar: Name, member: str, placed: tuple[int, Plain], path: tuple[str, ...]) -> int:
        """Go past a member that the model does not have here, or that is no configuration; return its last line."""
        line, value = placed
        end_line = line + lines_behind(value)
        if not (member in NOT_CONFIGURATION or member.startswith(METADATA) or grammar.passed_over):
            because = f"the model has no {member.rpartition(':')[2]!r} here"
            self._builder.stray(line, path, f'"{member}"', because, end_line)
        return end_line

    def _misfit(self, name: Name, value: Plain, path: tuple[str, ...], line: int) -> None:
        because = f"{name.name!r} is a {name.kind.value} in the model, and this value is none"
        self.line = line + lines_behind(value)
        self._builder.stray(line, (*path, name.name), f'"{name.name}"', because, self.line)

    def _place(self, block: Block, name: Name, value: list[Plain] | Members, path: tuple[str, ...]) -> None:
        if isinstance(value, list):
            self._array(block, name, value, path)
        elif name.kind is Kind.CONTAINER:
            self._below(block, name, (), value, (*path, name.name))
        elif name.kind is Kind.LIST:
            self._entry(block, name, value, (*path, name.name))
        else:
            self._misfit(name, value, path, self.line)

    def _array(self, block: Block, name: Name, items: list[Plain], path: tuple[str, ...]) -> None:
        line = self.line
        if name.kind is Kind.LIST:
            self._list(block, name, items, (*path, name.name))
        elif name.kind is Kind.CONTAINER or any(isinstance(item, tuple | list) for item in items):
            self._misfit(name, items, path, line)
        else:
            self.line += len(items) + 1 if items else 0
            texts = [bare_identity(name, text_of(item)) for item in items if not isinstance(item, tuple | list)]
            values = () if name.kind is Kind.LEAF and items == [None] else tuple(texts)
            block.leaves[name.name] = Leaf(name.name, block.file, line, values)

    def _list(self, block: Block, name: Name, items: list[Plain], path: tuple[str, ...]) -> None:
        for item in items:
            self.line += 1
            if isinstance(item, tuple):
                self._entry(block, name, item, path)
            else:
                because = f"an entry of {name.name!r} has to be an object"
                self._builder.stray(self.line, path, f'"{name.name}"', because)
                self.line += lines_behind(item)
        self.line += 1 if items else 0

    def _entry(self, block: Block, name: Name, members: Members, path: tuple[str, ...]) -> None:
        keys = _keys_of(name, members)
        if len(keys) < len(name.keys):
            line = self.line
            self.line += lines_behind(members)
            because = f"an entry of {name.name!r} lacks its key {name.keys[len(keys)]!r}"
            self._builder.stray(line, path, f'"{name.name}"', because, self.line)
            return
        leaves = self._below(block, name, keys, members, path).leaves
        for key in name.keys:
            if key in leaves:
                leaves[key].understood = True

    def _below(self, block: Block, name: Name, keys: tuple[str, ...], members: Members, path: tuple[str, ...]) -> Block:
        """Return the block of a container or an entry, with the members in it."""
        step = (name.name, *keys)
        inner = block.blocks.get(step)
        if inner is not None:
            self.fill(inner, name, members, path)
            return inner
        made = block.blocks[step] = Block(name.name, block.file, keys, self.line, self.line, {}, {})
        self.fill(made, name, members, path)
        made.end_line = self.line
        return made


def _prefixed(grammar: Name, member: str) -> Name | None:
    """Return what a member is whose name has its module before it, None for what is no configuration."""
    if member in NOT_CONFIGURATION or member.startswith(METADATA):
        return None
    return grammar.children.get(member.rpartition(":")[2])


def _keys_of(name: Name, members: Members) -> tuple[str, ...]:
    """Return the values of the list's keys up to the first that is missing."""
    by_bare = dict(members)
    if ":" in "".join(by_bare):
        by_bare = {member.rpartition(":")[2]: value for member, value in members}
    keys: list[str] = []
    for key in name.keys:
        value = by_bare.get(key)
        if value is None or isinstance(value, tuple | list):
            break
        keys.append(bare_identity(name.children.get(key, name), text_of(value)))
    return tuple(keys)


def _refuse(word: str) -> str:
    raise ValueError(f"{word} is no JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple, parse_float=str, parse_int=str, parse_constant=_refuse, strict=False
)

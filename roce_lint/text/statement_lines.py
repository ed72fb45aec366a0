"""Lines of a configuration in statements, as devices print them: a path from the top a line, or blocks in braces.

A flat line is `set / interface ethernet-1/1 mtu 9232`; in braces each block opens with ` {` at the end of its line and
closes with `}` alone. Other lines (ranges, lists in brackets, several statements, what the schema does not have) need a
closer look, and are left.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from roce_lint.text.schema import Kind, Schema
from roce_lint.text.tree import NO_CHILDREN, Node, TreeBuilder
from roce_lint.values import dataclass

_ODD = re.compile(r'[^\S ]|["{}\[\]\\\x00-\x1f]')
"""What words with blanks between them do not contain."""
_ODD_SIGNS = ("  ", " \n", *'"{}[]\\\t\v\f\x01\x02\x1c\x1d\x1e\x1f\x85\xa0')
_NO_KEYS: tuple[str, ...] = ()
_CONTAINER, _LEAF, _LEAF_LIST = Kind.CONTAINER, Kind.LEAF, Kind.LEAF_LIST
_CLOSES, _OPENS = "}", " {"

KeysAt = Callable[[list[str], int, Schema], tuple[list[tuple[str, ...]], int]]
"""From words, a position and a list to the keys of its entries, several for a range, and the position after them."""


class Context(NamedTuple):
    """Where statements go: one node, or several for a range of keys; `schema` says what may stand there."""

    nodes: tuple[Node, ...]
    schema: Schema


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A block in braces that has no place in the tree: everything in it is passed, and reported once at its end."""

    line: int
    path: tuple[str, ...]
    text: str
    because: str


def _odd_lines(text: str) -> frozenset[int]:
    """Return the lines, counted from 0, that are not words with single blanks between them."""
    text = f"{text}\n"
    odd: set[int] = set()
    for sign in _ODD_SIGNS:
        start, counted, number = text.find(sign), 0, 0
        while start >= 0:
            number += text.count("\n", counted, start)
            counted = text.index("\n", start)
            odd.add(number)
            start = text.find(sign, counted)
    return frozenset(odd)


class StatementLines:
    """Takes the lines of one file into the tree that `builder` makes.

    `opened` are the blocks that are open, the last one innermost. Flat lines begin with `prefix`; sections `skipped`
    are passed by. Words of `commands` are no names at the beginning of a line.
    """

    def __init__(
        self,
        builder: TreeBuilder,
        text: str,
        keys_at: KeysAt,
        prefix: str,
        skipped: frozenset[str],
        commands: frozenset[str],
    ) -> None:
        self.top = Context((builder.root,), builder.schema)
        self.opened: list[Context | Misplaced] = [self.top]
        self._builder = builder
        self._file = builder.file
        self._keys_at = keys_at
        self._prefix = prefix
        self._skipped = skipped
        self._commands = commands
        self._odd = _odd_lines(text) if prefix in text else frozenset[int]()
        self._passed = "\n"
        """What lines of the section begin with that was passed by last."""
        self.forget()

    def forget(self) -> None:
        """Look nodes up anew: something has been deleted from the tree."""
        self._trail = [(self._prefix, self._builder.root, self._builder.schema)]
        """Where the last flat line went: what it begins with, the node that this leads to, and what may stand there."""

    def take(self, lines: list[str], taken: int) -> int:
        """Take lines from the one after `taken` lines on; return how many are taken before one needs a closer look."""
        opened, prefix, odd = self.opened, self._prefix, self._odd
        for number in range(taken, len(lines)):
            raw = lines[number]
            if raw.startswith(prefix) and len(opened) == 1:
                if number in odd:
                    if not self._take_quoted(raw, number + 1):
                        return number
                elif not raw.startswith(self._passed) and not self._take_flat(raw, None, number + 1):
                    return number
                continue
            line = raw.strip()
            if line and not self._take_braced(line, number + 1):
                return number
        return len(lines)

    def _take_quoted(self, raw: str, number: int) -> bool:
        """Take a path from the top with a string in quotation marks at its end; return false for another line."""
        opening = raw.find('"')
        text = raw[opening + 1 : -1]
        if not raw.endswith('"') or opening == len(raw) - 1 or raw[opening - 1] != " " or '"' in text or "\\" in text:
            return False
        before = raw[: opening - 1]
        return not _ODD.search(before) and "  " not in before and self._take_flat(before, text, number)

    def _take_flat(self, line: str, string: str | None, number: int) -> bool:
        """Take a path from the top, with a string behind it; return false where it needs a closer look."""
        trail = self._trail
        while not line.startswith(trail[-1][0]):
            if len(trail) == 1:
                return False
            trail.pop()
        begun, node, schema = trail[-1]
        words = line[len(begun) :].split(" ")
        if len(trail) == 1 and words[0] in self._skipped and string is None:
            self._passed = f"{begun}{words[0]} "
            return True
        file, position, count = self._file, 0, len(words)
        while position < count:
            name = words[position]
            below = schema.children.get(name)
            position += 1
            if below is None:
                return schema.passed_over and ":" not in name
            kind, stated = below.kind, node.children
            if kind is _LEAF or kind is _LEAF_LIST:
                if below.value_type == "empty" or (position == count and string is None):
                    return False
                value = string if position == count and string is not None else words[position]
                if kind is _LEAF:
                    stated[name] = Node(name, file, number, number, (), (value,), NO_CHILDREN)
                else:
                    self._builder.extend(node, name, (value,), number)
                if position == count:
                    return True
                position += 1
                begun = ""
                continue
            inner, keys, end = stated.get(name), _NO_KEYS, position
            if kind is _CONTAINER:
                if inner is None:
                    inner = stated[name] = Node(name, file, number, number, (), (), {})
                words_taken = name
            elif position == count and string is not None:
                if len(below.keys) == 1:
                    self._builder.entry(node, name, (string,), number)
                return len(below.keys) == 1
            else:
                if len(below.keys) == 1 and position < count:
                    keys, end = (words[position],), position + 1
                else:
                    found, end = self._keys_at(words, position, below)
                    if len(found) != 1:
                        return False
                    keys = found[0]
                inner = (inner.children.get(keys) if inner else None) or self._builder.entry(node, name, keys, number)
                words_taken = " ".join(words[position - 1 : end])
            node, schema = inner, below
            if begun:
                begun = f"{begun}{words_taken} "
                trail.append((begun, node, schema))
            position = end
        return string is None

    def _take_braced(self, line: str, number: int) -> bool:
        """Take a line that opens or closes a block or states a leaf; return false where it needs a closer look."""
        here = self.opened[-1]
        if isinstance(here, Misplaced):
            return self._pass_by(here, line)
        if len(here.nodes) != 1 or (here is not self.top and len(self.opened) == 1):
            return False
        node = here.nodes[0]
        if line == _CLOSES:
            if len(self.opened) == 1:
                return False
            node.end_line = max(node.end_line, number)
            self.opened.pop()
            return True
        opens = line.endswith(_OPENS)
        name, _, rest = (line.removesuffix(_OPENS) if opens else line).partition(" ")
        schema = here.schema.children.get(name)
        if schema is None or name in self._commands:
            return False
        if opens:
            keys = self._keys(rest, schema)
            if keys is not None:
                self.opened.append(Context((self._builder.enter(node, schema, keys, number),), schema))
            return keys is not None
        if schema.kind is not Kind.LEAF:
            return False
        if rest.startswith('"'):
            rest = rest[1:-1] if rest.endswith('"') and len(rest) > 1 else '"'
            if '"' in rest or "\\" in rest:
                return False
        elif not rest.isalnum() and (" " in rest or _ODD.search(rest)):
            return False
        elif not rest or schema.value_type == "empty":
            if rest or schema.value_type != "empty":
                return False
            self._builder.state(node, name, (), number)
            return True
        if schema.value_type == "empty":
            return False
        node.children[name] = Node(name, self._file, number, number, (), (rest,), NO_CHILDREN)
        return True

    def _keys(self, text: str, schema: Schema) -> tuple[str, ...] | None:
        """Return the keys of the one entry that a line opens, none for a container; None for another line."""
        if schema.kind is Kind.CONTAINER:
            return None if text else ()
        if schema.kind is not Kind.LIST:
            return None
        if text.isalnum() and len(schema.keys) == 1:
            return (text,)
        if _ODD.search(text):
            return None
        words = text.split()
        keys, position = self._keys_at(words, 0, schema)
        return keys[0] if len(keys) == 1 and position == len(words) else None

    def _pass_by(self, misplaced: Misplaced, line: str) -> bool:
        """Go past a line inside a block that has no place; return false for one that needs a closer look."""
        if line == _CLOSES:
            if isinstance(self.opened[-2], Misplaced):
                self.opened.pop()
                return True
            return False
        opens = line.endswith(_OPENS)
        if line[1:2] == ":" or _ODD.search(line.removesuffix(_OPENS) if opens else line):
            return False
        if opens:
            self.opened.append(misplaced)
        return True

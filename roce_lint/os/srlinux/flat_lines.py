"""Flat `set / ...` lines, each resolved once: the switches of a fleet share most of them.

What such a line states follows from its words and the model alone: blocks on the way, leaves with their values, or a
piece that has no place. That is its plan, kept for all files; carrying it out needs a look-up or two.
"""

from __future__ import annotations

import re
from itertools import islice

from roce_lint.os.srlinux.accounting import OUTSIDE_THE_MODEL
from roce_lint.os.srlinux.builder import TreeBuilder
from roce_lint.os.srlinux.cli_words import QUOTED, keys_at, value_of, words_at_once
from roce_lint.os.srlinux.grammar import TREE, Kind, Name
from roce_lint.os.srlinux.tree import Block, Leaf
from roce_lint.values import dataclass, field

FROM_TOP = "set / "
_ODD = re.compile(r"[\"{}\[\]\\]")
_UNUSUAL = re.compile(r"[\s\"{}\[\]\\\x00-\x1f]")
_MOST_PLANS = 40_000
"""Plans that are kept, some 20 MB; then they are forgotten, and made anew."""


@dataclass(eq=False, slots=True)
class _Node:
    """A block of the tree whatever file it is in: what may stand in it, and the nodes below it by name and keys."""

    parent: _Node | None
    name: str
    keys: tuple[str, ...]
    grammar: Name
    path: tuple[str, ...]
    step: tuple[str, ...]
    below: dict[tuple[str, ...], _Node] = field(default_factory=dict)


_Head = tuple[tuple["_Put", ...], _Node, Name]
"""What a line leads to before its last word: leaves stated on the way, a block, and the leaf or list named there."""
_Put = tuple[_Node, str, tuple[str, ...], bool]
"""A leaf to be stated: where, its name and values, and whether they are added to what a leaf-list has."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """What one line states: leaves, the block that it leads to besides, and what of it has no place in the model."""

    puts: tuple[_Put, ...]
    end: _Node | None
    lost: tuple[tuple[str, ...], str, str] | None = None


_NOTHING = _Plan((), None)
"""The plan of a line outside the model, which most lines of a switch are: access lists."""


class Plans:
    """The plans of all lines that were seen; of the sections `outside` no line is kept."""

    def __init__(self, outside: frozenset[str]) -> None:
        self.outside = outside
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self.top = _Node(None, "", (), TREE, (), ())
        self.by_line: dict[str, _Plan] = {}
        self._by_head: dict[str, _Head] = {}

    def make(self, line: str) -> _Plan | None:
        """Return the plan of a line, None for one whose words need a closer look (ranges, keys in brackets)."""
        start, last = _last_word(line)
        head = self._by_head.get(line[:start]) if start else None
        if head is None:
            return self._made(line, start)
        puts, node, name = head
        if name.kind is not Kind.LIST:
            return _Plan((*puts, (node, name.name, (last,), name.kind is Kind.LEAF_LIST)), None)
        return _Plan(puts, _below(node, name, (last,)))

    def _made(self, line: str, start: int) -> _Plan | None:
        """Return the plan of a line taken word by word; its last word begins at `start`, 0 for an unusual one."""
        words = words_at_once(line)
        if words is None:
            return None
        if len(words) > 2 and words[2] in self.outside and not words[-1].startswith(QUOTED):
            return _NOTHING
        puts: list[_Put] = []
        node, position, count = self.top, 2, len(words)
        while position < count:
            word = words[position]
            if word.startswith(QUOTED):
                return None
            children = node.grammar.children
            name = children.get(word) or children.get(word.rpartition(":")[2])
            if name is None:
                if node.grammar.passed_over:
                    break
                return _lost(puts, node, words[position:], f"the model has no {word!r} here")
            position += 1
            if name.kind is Kind.CONTAINER:
                node = _below(node, name, ())
            elif name.kind is Kind.LIST:
                keys, position = keys_at(words, position, name, {})
                if not keys:
                    because = f"{name.name!r} needs its key {' '.join(name.keys)}"
                    return _lost(puts, node, words[position - 1 :], because)
                if start and position == count and len(name.keys) == 1:
                    self._by_head[line[:start]] = (tuple(puts), node, name)
                node = _below(node, name, keys[0])
            elif name.value_type == "empty":
                puts.append((node, name.name, (), name.kind is Kind.LEAF_LIST))
            elif position >= count:
                return _lost(puts, node, words[position - 1 :], f"{name.name!r} has no value")
            else:
                if start and position == count - 1:
                    self._by_head[line[:start]] = (tuple(puts), node, name)
                puts.append((node, name.name, (value_of(words[position]),), name.kind is Kind.LEAF_LIST))
                position += 1
        return _Plan(tuple(puts), None if puts and puts[-1][0] is node else node)


def _last_word(line: str) -> tuple[int, str]:
    """Return where the last word of a stripped line begins and its text, without quotes; 0 for an unusual one.

    What stands before it may be unusual still.
    """
    if line.endswith('"'):
        start = line.find('"')
        text = line[start + 1 : -1]
        usual = start < len(line) - 1 and line[start - 1] == " " and '"' not in text and "\\" not in text
    else:
        start = line.rfind(" ") + 1
        text = line[start:]
        usual = not _UNUSUAL.search(text)
    return (start, text) if usual else (0, "")


def _below(node: _Node, name: Name, keys: tuple[str, ...]) -> _Node:
    step = (name.name, *keys)
    found = node.below.get(step)
    if found is None:
        found = node.below[step] = _Node(node, name.name, keys, name, (*node.path, name.name), step)
    return found


def _lost(puts: list[_Put], node: _Node, words: list[str], because: str) -> _Plan:
    return _Plan(tuple(puts), node, (node.path, " ".join(map(value_of, words)), because))


_PLANS, _PLANS_WITHOUT_FILTERS = Plans(OUTSIDE_THE_MODEL), Plans(OUTSIDE_THE_MODEL | {"acl"})


def plans_for(text: str) -> Plans:
    """Return the plans for a text: its access lists matter where they limit a rate, or drop what crosses a port."""
    drops = " action drop" in text and ("/ acl interface " in text or " acl input " in text or " acl output " in text)
    return _PLANS if drops or "rate-limit" in text else _PLANS_WITHOUT_FILTERS


class FlatLines:
    """Takes the flat lines of one file into its tree, wherever nothing is open."""

    def __init__(self, builder: TreeBuilder, plans: Plans) -> None:
        """Begin a file, whose tree `builder` makes."""
        self._plans = plans
        if len(plans.by_line) >= _MOST_PLANS:
            plans.forget()
        self._builder = builder
        self._file = builder.file
        self._skipped = tuple([f"{FROM_TOP}{name} " for name in plans.outside])
        self.forget_blocks()

    def forget_blocks(self) -> None:
        """Look blocks up anew: something has been deleted from the tree."""
        self._blocks: dict[_Node, Block] = {self._plans.top: self._builder.root}

    def take(self, lines: list[str], taken: int) -> int:
        """Take lines that begin with FROM_TOP, from the one after `taken` lines on; return how many are taken then.

        It stops before the first line that needs a closer look, and takes none where that is the first.
        """
        known, file, blocks, skipped, is_odd = (
            self._plans.by_line,
            self._file,
            self._blocks,
            self._skipped,
            _ODD.search,
        )
        for number, raw in enumerate(islice(lines, taken, None), taken + 1):
            if raw.startswith(skipped) and not is_odd(raw):
                continue
            plan = known.get(raw) or self._plan(raw)
            if plan is None:
                return number - 1
            if plan is _NOTHING:
                continue
            for node, name, values, is_list in plan.puts:
                block = blocks.get(node) or self._block(node, number)
                if is_list:
                    self._builder.extend(block, name, values, number)
                else:
                    block.leaves[name] = Leaf(name, file, number, values)
            if plan.end is not None and plan.end not in blocks:
                self._block(plan.end, number)
            if plan.lost:
                path, text, because = plan.lost
                self._builder.stray(number, path, text, because, number)
        return len(lines)

    def _plan(self, raw: str) -> _Plan | None:
        """Return the plan of a line that was not seen before, None for one that needs a closer look."""
        plans = self._plans
        plan = plans.make(raw.strip()) if raw.startswith(FROM_TOP) else None
        if plan is not None and len(plans.by_line) < _MOST_PLANS:
            plans.by_line[raw] = plan
        return plan

    def _block(self, node: _Node, number: int) -> Block:
        """Return the block of a node, made with those above it if they are new."""
        above = node.parent
        if above is None:
            return self._builder.root
        holder = (self._blocks.get(above) or self._block(above, number)).blocks
        block = holder.get(node.step)
        if block is None:
            block = holder[node.step] = Block(node.name, self._file, node.keys, number, number, {}, {})
        self._blocks[node] = block
        return block

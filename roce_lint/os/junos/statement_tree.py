"""The tree that statements of Junos make one after another: braces, and lines of `set`, `delete` and other commands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from roce_lint.os.junos.grammar import JunosRule, RuleKind, grammar
from roce_lint.os.junos.statement_path import StatementError, StatementStep, StatementSteps, steps_of
from roce_lint.os.junos.statements import CommandLine, JunosStatement, Piece
from roce_lint.os.tree.form_fault import FormFault
from roce_lint.text.tree import IS_LIST, NO_CHILDREN, Node, Step
from roce_lint.values import dataclass

_MOST_NEW_WORDS = 8
"""So many words at the end of a line may differ from those of lines before, or it is taken from its beginning."""


@dataclass(frozen=True, slots=True)
class _Block:
    """Where statements between two braces stand: a node and its rule, or the list of which they are entries."""

    node: Node
    rule: JunosRule
    path: tuple[str, ...]
    pending: str = ""
    opened: Node | None = None


class StatementTree:
    """The tree that statements make one after another.

    `inactive` has the nodes that are deactivated (by identity) with the line that does it, `lists` the leaves that
    take several values, `passed` the words and lines of statements that no node is made of.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.root = Node("", file, 1, 1, (), (), {})
        self.inactive: dict[int, tuple[Node, int]] = {}
        self.lists: dict[int, Node] = {}
        self.faults: list[FormFault] = []
        self.passed: list[tuple[tuple[str, ...], int]] = []
        self._top = _Block(self.root, grammar(), ())
        self._blocks: dict[tuple[str, ...], _Block] = {}
        self._growing: dict[int, tuple[Node, dict[str, int]]] = {}
        self._orders: dict[int, _Order] = {}

    # Faults

    def fault(
        self, line: int, end_line: int, path: Sequence[str], text: str, because: str, *, is_refused: bool = True
    ) -> None:
        """Keep a piece that is not taken."""
        self.faults.append(FormFault(line, max(line, end_line), tuple(path), text, because, is_refused))

    def not_read(self, piece: Piece) -> None:
        """Keep a piece that is no statement."""
        self.fault(piece.line, piece.line, (), piece.text, piece.because, is_refused=False)

    # Nodes

    def container(self, parent: Node, name: str, line: int) -> Node:
        """Return a container, which is made if it is new."""
        node = parent.children.get(name)
        if node is None or node.is_leaf:
            node = parent.children[name] = Node(name, self.file, line, line, (), (), {})
        return node

    def entry(self, parent: Node, name: str, keys: tuple[str, ...], line: int) -> Node:
        """Return an entry of a list, which is made if it is new."""
        entries = parent.children.get(name)
        if entries is None:
            entries = parent.children[name] = Node(name, self.file, line, IS_LIST, (), (), {})
        node = entries.children.get(keys)
        if node is None:
            node = entries.children[keys] = Node(name, self.file, line, line, keys, (), {})
        return node

    def state(self, parent: Node, name: str, rule: JunosRule, values: tuple[str, ...], line: int) -> Node:
        """State a leaf; values are added to those that a list of them has."""
        known = parent.children.get(name)
        if known is not None and rule.kind is RuleKind.LEAF_LIST:
            _, grown = self._growing.setdefault(id(known), (known, _lines_of_values(known)))
            for value in values:
                grown.setdefault(value, line)
            return known
        if known is not None and (known.values == values or rule.kind is RuleKind.FLAG):
            return known
        node = parent.children[name] = Node(name, self.file, line, line, (), values, NO_CHILDREN)
        if rule.kind is RuleKind.LEAF_LIST:
            self.lists[id(node)] = node
        if known is not None and id(known) in self.inactive:
            self.inactive[id(node)] = node, self.inactive[id(known)][1]
        return node

    def settle(self) -> None:
        """Give lists all that was added to them, in their order; until then they have that of their first statement."""
        for node, grown in self._growing.values():
            node.values, node.value_lines = tuple(grown), tuple(grown.values())
        self._growing.clear()
        for order in self._orders.values():
            order.settle()
        self._orders.clear()

    def activate(self, node: Node) -> None:
        """Activate a node."""
        self.inactive.pop(id(node), None)

    def deactivate(self, node: Node, line: int) -> None:
        """Deactivate a node by a line."""
        self.inactive[id(node)] = node, line

    def _enter(self, node: Node, step: StatementStep, line: int) -> tuple[Node, ...]:
        """Return the nodes that a step leads to."""
        if step.rule.kind is RuleKind.LIST:
            return tuple(self.entry(node, step.name, keys, line) for keys in step.keys)
        if step.rule.kind is RuleKind.CONTAINER:
            return (self.container(node, step.name, line),)
        return (self.state(node, step.name, step.rule, step.values, line),)

    # Braces

    def read_curly(self, statements: Iterable[JunosStatement | Piece]) -> None:
        """Take statements between braces in their order."""
        blocks: list[_Block | None] = [self._top]
        words: list[tuple[str, ...]] = [()]
        for one in statements:
            if isinstance(one, Piece):
                if blocks[-1] is not None or one.is_last:
                    self.not_read(one)
            elif one.closes:
                if len(blocks) == 1:
                    self.fault(one.line, 0, (), "}", "the brace closes nothing that is open", is_refused=False)
                    continue
                closed = blocks.pop()
                words.pop()
                if closed is not None and closed.opened is not None:
                    closed.opened.end_line = max(closed.opened.end_line, one.line)
            else:
                block = blocks[-1]
                here = (*words[-1], *one.words)
                below = self._place(block, one, is_outermost=len(blocks) == 1) if block is not None else None
                if below is None and not one.opens:
                    self.passed.append((here, one.line))
                if one.opens:
                    blocks.append(below)
                    words.append(here if here != ("configuration",) else ())
        if len(blocks) > 1:
            line = self.root.end_line
            self.fault(line, 0, (), "", f"{len(blocks) - 1} braces are not closed", is_refused=False)

    def _place(self, block: _Block, one: JunosStatement, *, is_outermost: bool) -> _Block | None:
        """Put a statement into the tree; return the block that it opens, None for one of no concern."""
        self.root.end_line = one.end_line
        if not one.words or (is_outermost and one.words == ("configuration",)):
            return block
        try:
            found = steps_of(block.rule, one.words, block.path, block.pending)
            if found.pending is not None and not one.opens:
                raise StatementError(f"a name of {found.pending.name} is missing", is_refused=True)
        except StatementError as error:
            self.fault(
                one.line,
                one.end_line,
                (*block.path, one.words[0]),
                " ".join(one.words),
                error.because,
                is_refused=error.is_refused,
            )
            return None
        if "delete:" in one.tags or "replace:" in one.tags:
            self.settle()
            self._remove(block.node, found, one.line)
            if "delete:" in one.tags:
                return None
        return self._take(block, found, one)

    def _take(self, block: _Block, found: StatementSteps, one: JunosStatement) -> _Block | None:
        node, rule, path = block.node, block.rule, block.path
        tagged: Node | None = None
        reached: Node | None = None
        leaf_seen = False
        for step in found.steps:
            if step.rule.kind is RuleKind.CUT:
                return None
            nodes = self._enter(node, step, one.line)
            if not nodes:
                continue
            if step.enters:
                node, rule = nodes[0], step.rule
                path = (*path, step.name, *(key for key in node.keys if key))
                reached = node
                tagged = node if not leaf_seen else tagged
            else:
                leaf_seen = True
                tagged = tagged or nodes[0]
            for each in nodes:
                each.end_line = max(each.end_line, one.end_line)
        if "inactive:" in one.tags and found.pending is None and tagged is not None:
            self.deactivate(tagged, one.line)
        if found.pending is not None:
            inactive = "inactive:" in one.tags
            return None if inactive else _Block(node, rule, path, found.pending.name)
        return _Block(node, rule, path, "", reached)

    # Commands

    def read_commands(self, commands: Iterable[CommandLine]) -> None:
        """Take lines of `set` and other commands in their order."""
        base: list[tuple[str, ...]] = []
        for one in commands:
            words = (*(word for part in base for word in part), *one.words)
            self.root.end_line = one.end_line
            try:
                if one.command == "edit":
                    base.append(one.words)
                elif one.command in ("top", "up", "exit"):
                    words = one.words[1:]
                    base = [] if one.command != "up" else base[:-1]
                    if one.words[:1] == ("set",):
                        self._set(words, one)
                else:
                    self._command(one, words)
            except StatementError as error:
                text = " ".join((one.command, *one.words))
                self.fault(one.line, one.end_line, one.words, text, error.because, is_refused=error.is_refused)

    def _command(self, one: CommandLine, words: tuple[str, ...]) -> None:
        if one.command == "set":
            self._set(words, one)
            return
        if one.command == "insert":
            self._insert(words)
            return
        self._blocks.clear()
        self.settle()
        if one.command == "delete":
            self._remove(self.root, self._steps(words), one.line)
        elif one.command == "activate":
            for _, node in self._found(self._steps(words)):
                self.activate(node)
        elif one.command == "deactivate":
            for _, node in self._found(self._steps(words)):
                self.deactivate(node, one.line)
        elif one.command in ("rename", "copy"):
            self._rename(words, one)
        elif one.command in ("replace", "wildcard"):
            raise StatementError(f"what `{one.command}` changes is not followed", is_refused=False)

    def _set(self, words: tuple[str, ...], one: CommandLine) -> None:
        # Neighbouring lines begin alike: what the beginning leads to is known from the line before.
        block, begun = self._top, 0
        for length in range(len(words) - 1, max(0, len(words) - _MOST_NEW_WORDS), -1):
            known = self._blocks.get(words[:length])
            if known is not None:
                block, begun = known, length
                break
        found = steps_of(block.rule, words[begun:], block.path)
        if found.pending is not None:
            raise StatementError(f"a name of {found.pending.name} is missing", is_refused=True)
        for step in found.steps:
            if step.rule.kind is RuleKind.CUT:
                self.passed.append((words, one.line))
                return
            nodes = self._enter(block.node, step, one.line)
            if step.end and nodes:
                path = (*block.path, step.name, *(key for key in nodes[0].keys if key))
                block = self._blocks[words[: begun + step.end]] = _Block(nodes[0], step.rule, path)

    def _steps(self, words: tuple[str, ...]) -> StatementSteps:
        return steps_of(self._top.rule, words, (), removes=True)

    def _found(self, found: StatementSteps, top: Node | None = None) -> list[tuple[Node, Node]]:
        """Return the node at the end of some steps with its parent; several for a list, none where it is absent."""
        node: Node | None = top or self.root
        ends: list[tuple[Node, Node]] = []
        for step in (*found.steps, *((found.pending,) if found.pending else ())):
            if node is None or node.is_leaf:
                return []
            below = node.children.get(step.name)
            if below is None:
                return []
            if step.keys:
                ends = [(below, below.children[keys]) for keys in step.keys if keys in below.children]
            else:
                ends = [(node, below)]
            node = ends[0][1] if step.enters and ends else node if not step.enters else None
        return ends

    def _remove(self, top: Node, found: StatementSteps, line: int) -> None:
        """Remove what steps lead to; of a list of values only those that are named."""
        last = found.steps[-1] if found.steps else None
        for parent, node in self._found(found, top):
            values = last.values if last is not None and found.pending is None and node.is_leaf else ()
            kept = {one: line for one, line in _lines_of_values(node).items() if one not in values}
            if len(node.values) > 1 and values and kept:
                node.values, node.value_lines = tuple(kept), tuple(kept.values())
                continue
            step = node.keys if parent.is_list else node.name
            parent.children.pop(step, None)
            parent.remove(step, line)

    def _insert(self, words: tuple[str, ...]) -> None:
        """Move an entry before another, or after it: `insert ... term A before term B`."""
        at = max((number for number, word in enumerate(words) if word in ("before", "after")), default=0)
        if not at:
            raise StatementError("`before` or `after` is missing", is_refused=True)
        for entries, node in self._found(self._steps(words[:at])):
            rest = words[at + 1 :]
            keys = rest[1:] if rest[:1] == (node.name,) else rest
            if not entries.is_list or keys not in entries.children or keys == node.keys:
                raise StatementError(f"there is no {' '.join(rest)}", is_refused=True)
            order = self._orders.get(id(entries))
            if order is None:
                order = self._orders[id(entries)] = _Order(entries)
            order.move(node.keys, keys, is_after=words[at] == "after")

    def _rename(self, words: tuple[str, ...], one: CommandLine) -> None:
        """Give an entry other keys: `rename interfaces et-0/0/0 to et-0/0/1`; `copy` keeps the first."""
        at = max((number for number, word in enumerate(words) if word == "to"), default=0)
        ends = self._found(self._steps(words[:at])) if at else []
        if not ends:
            raise StatementError("there is nothing with this name", is_refused=True)
        for entries, node in ends:
            rest = words[at + 1 :]
            keys = rest[1:] if rest[:1] == (node.name,) and len(rest) > 1 else rest
            if not entries.is_list or len(keys) != len(node.keys):
                raise StatementError("only what has a name is renamed", is_refused=True)
            made = Node(node.name, self.file, one.line, one.end_line, keys, (), {})
            self._copy(node, made)
            if one.command == "copy":
                entries.children[keys] = made
            else:
                entries.children = {
                    (keys if each is node else step): (made if each is node else each)
                    for step, each in entries.children.items()
                }

    def _copy(self, node: Node, made: Node) -> None:
        """Fill a node with copies of what is below another."""
        pending = [(node, made)]
        while pending:
            old, new = pending.pop()
            for step, child in old.children.items():
                children = NO_CHILDREN if child.is_leaf else {}
                copy = Node(child.name, child.file, child.line, child.end_line, child.keys, child.values, children)
                copy.value_lines = child.value_lines
                new.children[step] = copy
                if not child.is_leaf:
                    pending.append((child, copy))
                if id(child) in self.inactive:
                    self.deactivate(copy, self.inactive[id(child)][1])
                if id(child) in self.lists:
                    self.lists[id(copy)] = copy


def _lines_of_values(leaf: Node) -> dict[str, int]:
    return dict(zip(leaf.values, leaf.value_lines or (leaf.line,) * len(leaf.values), strict=True))


class _Order:
    """The order of the entries of a list while lines of `insert` change it: each with its neighbours."""

    def __init__(self, entries: Node) -> None:
        self._entries = entries
        self._next: dict[Step | None, Step | None] = {None: None}
        self._before: dict[Step | None, Step | None] = {None: None}

    def _grow(self) -> None:
        """Append entries that were made since."""
        new: list[Step] = []
        for step in reversed(self._entries.children):
            if step in self._next:
                break
            new.append(step)
        for step in reversed(new):
            self._link(step, self._before[None])

    def _link(self, step: Step, before: Step | None) -> None:
        behind = self._next[before]
        self._next[before] = self._before[behind] = step
        self._before[step], self._next[step] = before, behind

    def move(self, step: Step, beside: Step, *, is_after: bool) -> None:
        """Put an entry before another one, or after it."""
        self._grow()
        before, behind = self._before[step], self._next[step]
        self._next[before], self._before[behind] = behind, before
        self._link(step, beside if is_after else self._before[beside])

    def settle(self) -> None:
        """Give the list this order."""
        self._grow()
        children = self._entries.children
        found: dict[Step, Node] = {}
        step = self._next[None]
        while step is not None:
            found[step] = children[step]
            step = self._next[step]
        self._entries.children = found

"""Lines of `set` as braces, along the grammar; what it does not know keeps the words of its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from roce_lint.os.junos.grammar import JunosRule, RuleKind, grammar
from roce_lint.os.junos.set_lines import SPELT, keys_of, written
from roce_lint.os.junos.statement_tree import StatementTree
from roce_lint.os.junos.statements import CommandLine
from roce_lint.text.tree import Node

_INDENT = "    "
_COMPACT = ("family",)
"""Blocks that the CLI prints in one line with what they hold."""


def curly(commands: Iterable[CommandLine]) -> str:
    """Return what lines of `set` say with braces."""
    tree = StatementTree("")
    tree.read_commands(commands)
    tree.settle()
    lines = list(_block(tree.root, grammar(), ""))
    return "".join(f"{line}\n" for line in (*_passed(tree), *lines))


def _passed(tree: StatementTree) -> Iterator[str]:
    """Yield statements of no concern for RoCE, each word that others begin with too opening a block."""
    merged: dict[str, object] = {}
    for words, _ in tree.passed:
        here = merged
        for word in words[:-2]:
            below = here.setdefault(written(word), {})
            assert isinstance(below, dict)
            here = below
        here.setdefault(" ".join(map(written, words[-2:])), None)
    yield from _merged(merged, "")


def _merged(block: dict[str, object], indent: str) -> Iterator[str]:
    for name, below in block.items():
        if isinstance(below, dict):
            yield f"{indent}{name} {{"
            yield from _merged(below, indent + _INDENT)
            yield f"{indent}}}"
        else:
            yield f"{indent}{name};"


def _block(node: Node, rule: JunosRule, indent: str) -> Iterator[str]:
    for child in node.children.values():
        below = rule.member(child.name)
        if below is None:
            yield f"{indent}{_leaf(child.name, child)}"
        elif child.is_list:
            for entry in child.children.values():
                name = " ".join((*(() if below.is_bare else (child.name,)), *keys_of(below, entry)))
                yield from _container(name, entry, below, indent)
        elif child.is_leaf:
            name = "" if below.is_bare else SPELT.get(child.name, child.name)
            yield f"{indent}{_leaf(name, child) if below.kind is not RuleKind.FLAG else f'{name};'}"
        elif child.name in _COMPACT and below.kind is RuleKind.CONTAINER:
            yield from (f"{indent}{line}" for line in _compact(child, below))
        else:
            yield from _container(SPELT.get(child.name, child.name), child, below, indent)


def _compact(node: Node, rule: JunosRule) -> Iterator[str]:
    """Yield `family inet { ... }` where the model has one block in the other."""
    for line in _block(node, rule, ""):
        is_first = line[:1] not in (" ", "}")
        yield f"{node.name} {line}" if is_first else line


def _container(name: str, node: Node, rule: JunosRule, indent: str) -> Iterator[str]:
    if not node.children:
        yield f"{indent}{name};"
        return
    yield f"{indent}{name} {{"
    yield from _block(node, rule, indent + _INDENT)
    yield f"{indent}}}"


def _leaf(name: str, leaf: Node) -> str:
    values = [written(one) for one in leaf.values]
    text = f"[ {' '.join(values)} ]" if len(values) > 1 else "".join(values)
    return f"{name} {text};".lstrip()

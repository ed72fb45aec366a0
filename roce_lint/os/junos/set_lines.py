"""A tree as lines of `set`, for comparisons, `learn` and what a person types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from roce_lint.os.junos.grammar import JunosRule, RuleKind, grammar
from roce_lint.os.junos.statement_path import APPLY
from roce_lint.text.tree import Node

_PLAIN = re.compile(r"[^\s{};\"\[\]#()]+(?:\[[^\s\[\]{};\"]*\][^\s{};\"\[\]]*)*")
SPELT = {"ieee-802.3ad": "802.3ad", "gigether-options": "ether-options", "end-range": "to"}
_UNNAMED_KEYS = ("name", "choice-ident", "choice-value")


def written(word: str) -> str:
    """Return a word as the CLI takes it: in quotation marks where it has blanks or signs; `\\n` in it ends a line."""
    if _PLAIN.fullmatch(word) or (word[:1] == "(" and word[-1:] == ")" and '"' not in word):
        return word
    escaped = word.replace("\\", "\\\\").replace("\\\\n", "\\n").replace('"', '\\"')
    return f'"{escaped}"'


def set_words(root: Node) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Yield the words of each leaf and value, and of all that nothing stands below, with its node."""
    for path, rule, node in _nodes(root):
        if node.is_leaf:
            yield from _leaf(path, rule, node)
        elif not node.children and path:
            yield path, node


def words_to(root: Node, ids: Set[int]) -> tuple[tuple[str, ...], ...]:
    """Return the words that lead to some nodes, which are given by identity."""
    return tuple(path for path, _, node in _nodes(root) if id(node) in ids) if ids else ()


def _nodes(root: Node) -> Iterator[tuple[tuple[str, ...], JunosRule, Node]]:
    """Yield each node with the words that lead to it, in the order of the text."""
    pending: list[tuple[tuple[str, ...], JunosRule, Node]] = [((), grammar(), root)]
    while pending:
        path, rule, node = pending.pop()
        yield path, rule, node
        if node.is_leaf:
            continue
        below: list[tuple[tuple[str, ...], JunosRule, Node]] = []
        for child in node.children.values():
            if child.name in APPLY:
                below.append(((*path, child.name), rule, child))
                continue
            member = rule.member(child.name)
            if member is None:
                continue
            words = path if member.is_bare else (*path, SPELT.get(child.name, child.name))
            if child.is_list:
                below += (((*words, *keys_of(member, one)), member, one) for one in child.children.values())
            else:
                below.append((words, member, child))
        pending += reversed(below)


def _leaf(path: tuple[str, ...], rule: JunosRule, node: Node) -> Iterator[tuple[tuple[str, ...], Node]]:
    if rule.kind is RuleKind.FLAG or not node.values:
        yield path, node
    for value in node.values:
        yield (*path, written(value)), node


def keys_of(rule: JunosRule, entry: Node) -> Iterator[str]:
    """Yield the words for the keys of an entry."""
    for name, key in zip(rule.keys, entry.keys, strict=True):
        leaf = rule.member(name)
        is_named = leaf is not None and not leaf.is_bare and name not in _UNNAMED_KEYS
        if key and is_named:
            yield name
        if key:
            yield written(key)

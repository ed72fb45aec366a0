"""An edit as it is typed at the device, and how it is taken back."""

from __future__ import annotations

import re
from collections.abc import Iterable

from roce_lint.fix.edit import Edit
from roce_lint.fix.tree import ConfigTree

_UNDO = (
    (re.compile(r"priority-flow-control on"), "no priority-flow-control"),
    (re.compile(r"(priority-flow-control priority \d) (?:no-)?drop"), r"no \1"),
    (re.compile(r"(priority-flow-control pause watchdog default [\w-]+) .*"), r"no \1"),
    (re.compile(r"(priority-flow-control pause watchdog action) .*"), r"no \1"),
    (re.compile(r"(priority-flow-control mode) .*"), r"no \1"),
    (re.compile(r"(priority-flow-control watch-dog-interval) on"), r"\1 off"),
    (re.compile(r"qos trust \w+"), "default qos trust"),
    (re.compile(r"random-detect ecn minimum.*"), "no random-detect ecn minimum-threshold"),
)
"""How a line is taken back where `no` and the whole line is not what the system takes.

Sources: Arista EOS User Manual, Quality of Service (`no priority-flow-control`, `no random-detect ecn
minimum-threshold`, `default qos trust`); Cisco Nexus 9000 NX-OS QoS guide (`no priority-flow-control mode`,
`watch-dog-interval {on | off}`).
"""


def typed(edits: Iterable[Edit], tree: ConfigTree) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the commands that make the edits at a device, and those that take them back, in order."""
    forth: list[str] = []
    back: list[str] = []
    for edit in sorted(edits):
        _at_cli(edit, tree, forth, back)
    return tuple(forth), tuple(back)


def _at_cli(edit: Edit, tree: ConfigTree, forth: list[str], back: list[str]) -> None:
    """Add the commands of one edit below the lines that open its block."""
    replaced = edit.new != edit.old
    texts = [text.strip() for text in ((edit.new,) if replaced else ()) + edit.added]
    heads = [tree.lines[parent - 1].rstrip() for parent in _block(edit, tree)]
    pad = " " * (len(heads[-1]) - len(heads[-1].lstrip()) + len(tree.step)) if heads else ""
    forth += [*heads, *(pad + text for text in texts)]
    undone = [edit.old.strip() if replaced and index == 0 else _undo(text) for index, text in enumerate(texts)]
    if replaced and edit.old.strip().startswith("qos map "):
        undone = undone[:1]  # the old line takes back every code point that it names
    back += [*heads, *(pad + text for text in dict.fromkeys(reversed(undone)))]


def _block(edit: Edit, tree: ConfigTree) -> tuple[int, ...]:
    """Return the lines that open the block of an edit: the line itself where it is their head."""
    parents = tree.parents(edit.line)
    if edit.added and edit.new == edit.old:
        depth = len(edit.added[0]) - len(edit.added[0].lstrip())
        return tuple(line for line in (*parents, edit.line) if len(tree.indent(line)) < depth)
    return parents


def _undo(text: str) -> str:
    for pattern, wanted in _UNDO:
        if pattern.fullmatch(text):
            return pattern.sub(wanted, text)
    return text.removeprefix("no ") if text.startswith("no ") else f"no {text}"

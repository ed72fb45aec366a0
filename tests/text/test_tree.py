"""Paths lead through a tree whatever spelling it was read from."""

from __future__ import annotations

from roce_lint.text.schema import Kind, Schema
from roce_lint.text.tree import ABSENT, TreeBuilder


def _schema() -> Schema:
    queue = Schema("queue", Kind.LIST, "", ("name",))
    queue.children["queue-index"] = Schema("queue-index", Kind.LEAF, "")
    queues = Schema("queues", Kind.CONTAINER, "", children={"queue": queue})
    return Schema("", Kind.CONTAINER, "", children={"queues": queues})


def _tree() -> TreeBuilder:
    builder = TreeBuilder("a.cfg", _schema())
    queues = builder.container(builder.root, "queues", 2)
    for line, (name, index) in enumerate((("q0", "0"), ("q3", "3")), 3):
        builder.state(builder.entry(queues, "queue", (name,), line), "queue-index", (index,), line)
    return builder


def test_a_list_on_a_path_stands_for_all_its_entries() -> None:
    root = _tree().root
    assert [node.keys for node in root.select("queues/queue")] == [("q0",), ("q3",)]
    assert [(leaf.value, leaf.line) for leaf in root.select("queues/queue/queue-index")] == [("0", 3), ("3", 4)]
    assert root.select("queues/pfc-queue") == []


def test_what_is_absent_stands_at_the_last_present_node() -> None:
    root = _tree().root
    absent = root.at("queues/sampling/rate")
    assert (absent.name, absent.line, absent.end_line, absent.children) == ("rate", 2, 2, {})
    assert root.find("queues/sampling/rate") is None
    entry = root.at("queues").entry("queue", "q3")
    assert entry is not None
    assert entry.take("weight") is ABSENT


def test_leaves_that_nobody_takes_are_not_accounted_for() -> None:
    root = _tree().root
    root.select("queues/queue")[0].take("queue-index")
    assert [leaf.line for leaf in root.leaves_below() if not leaf.accounted] == [4]
    root.pass_over()
    assert all(leaf.accounted for leaf in root.leaves_below())


def test_a_later_statement_replaces_a_leaf_and_adds_to_a_leaf_list() -> None:
    builder = _tree()
    entry = builder.entry(builder.root.at("queues"), "queue", ("q0",), 9)
    builder.state(entry, "queue-index", ("7",), 9)
    builder.extend(entry, "classes", ("a", "b", "a"), 10)
    builder.extend(entry, "classes", ("b", "c"), 11)
    assert [(leaf.name, leaf.values, leaf.line) for leaf in entry.leaves()] == [
        ("queue-index", ("7",), 9),
        ("classes", ("a", "b", "c"), 10),
    ]
    assert entry.line == 3

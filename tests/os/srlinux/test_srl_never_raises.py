"""Whatever the text, the reader answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roce_lint.model.reading import Reading
from roce_lint.os.srlinux.grammar import TREE
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document
from roce_lint.text.schema import Schema

FIXTURES = sorted((Path(__file__).resolve().parents[3] / "fixtures/srlinux").glob("*/*.[cjt]*"))


def read(text: str) -> Reading:
    reading = read_srlinux(Document("x.cfg", text))
    assert len(reading.devices) == 1
    lines = max(1, text.count("\n") + text.count("\r") + 1)
    assert all(0 <= line.source.line <= line.source.end_line <= lines for line in reading.unread)
    return reading


def names(grammar: Schema) -> list[str]:
    found: set[str] = set()
    pending = [grammar]
    while pending:
        name = pending.pop()
        found.add(name.name)
        pending += name.children.values()
    return sorted(found - {""})


WORDS = st.one_of(
    st.sampled_from(names(TREE)),
    st.sampled_from(
        ["{", "}", "[", "]", "set", "/", "delete", "\n", "3", "true", "ethernet-1/1", "0", '"', "fc3", "{1..9}"]
    ),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["3", "fc3", "ethernet-1/1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(names(TREE)), inner, max_size=4),
    max_leaves=12,
)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    read(text)


@given(st.lists(WORDS, max_size=60))
def test_any_heap_of_known_words_is_read(words: list[str]) -> None:
    read("set / " + " ".join(words))
    read(" ".join(words))


@given(st.dictionaries(st.sampled_from([*TREE.children, "qos", "interface"]), JSON, max_size=4))
def test_any_json_of_known_names_is_read(value: dict[str, object]) -> None:
    text = json.dumps(value, indent=1)
    read(text)
    read(text[: len(text) // 2])


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.parent.name)
@given(data=st.data())
@settings(max_examples=25)
def test_a_damaged_configuration_is_read(path: Path, data: st.DataObject) -> None:
    text = path.read_text()
    cut = data.draw(st.integers(0, len(text)))
    other = data.draw(st.integers(0, len(text)))
    rubbish = data.draw(st.sampled_from(["", "\x00", "}", "{", '"', "]", "9" * 400, "\\", "fc3", "\ufeff", "-1"]))
    read(text[:cut] + rubbish)
    read(text[:cut] + rubbish + text[other:])


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"qos":' * 50_000,
        "qos {" * 50_000,
        "qos {\n" * 50_000,
        '"' * 9_999,
        "set / interface e{1..9999999}",
    ],
    ids=["arrays", "objects", "braces-on-a-line", "braces", "quotes", "range"],
)
def test_depth_and_size_do_not_break_it(text: str) -> None:
    read(text)


def test_fixtures_are_found() -> None:
    assert len(FIXTURES) >= 4

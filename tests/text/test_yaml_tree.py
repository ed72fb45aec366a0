"""YAML as a tree: where nodes stand, what is refused in which format, and what scalars mean."""

from __future__ import annotations

import pytest

from roce_lint.errors import Problem
from roce_lint.text import yaml_parser
from roce_lint.text.source import Source
from roce_lint.text.yaml_format import FAULT_MESSAGES, Aliases, Fault, YamlFormat
from roce_lint.text.yaml_parser import YamlText, parse_yaml
from roce_lint.text.yaml_tree import (
    YamlEntry,
    YamlList,
    YamlMapping,
    YamlNode,
    YamlPosition,
    YamlScalar,
    entries_of,
    items_of,
    node_at,
    scalar_text,
    source_of,
)
from roce_lint.text.yaml_values import YamlValue, plain_value

STRICT = YamlFormat(maximum_characters=5000, maximum_depth=4, maximum_values=30, aliases=Aliases.REFUSED)
REPEATING = YamlFormat(maximum_characters=5000, maximum_depth=4, maximum_values=30, aliases=Aliases.PLACED_HERE)
LENIENT = YamlFormat(5000, 4, 30, Aliases.PLACED_AT_ANCHOR, allows_tags=True, parsed_in_c=False)
DIGITS = "9" * 4301


def parse(text: str, form: YamlFormat = STRICT) -> YamlText:
    return parse_yaml(text, "f.yaml", form)


def root(text: str, form: YamlFormat = STRICT) -> YamlNode:
    parsed = parse(text, form)
    assert parsed.problems == ()
    return parsed.documents[0]


def test_every_node_has_its_place() -> None:
    def scalar(text: str, line: int, column: int) -> YamlScalar:
        return YamlScalar(text, YamlPosition(line, column), "", line)

    pair = YamlMapping((YamlEntry(scalar("d", 3, 9), scalar("x", 3, 12)),), YamlPosition(3, 8), 3)
    inner = YamlMapping(
        (YamlEntry(scalar("b", 2, 5), scalar("1", 2, 8)), YamlEntry(scalar("c", 3, 5), pair)), YamlPosition(2, 5), 3
    )
    top = YamlMapping((YamlEntry(scalar("a", 1, 1), YamlList((inner,), YamlPosition(2, 3), 3)),), YamlPosition(1, 1), 3)
    assert parse("a:\n  - b: 1\n    c: {d: x}\n") == YamlText((top,), (YamlPosition(1, 1),), ())


@pytest.mark.parametrize(
    ("written", "text", "style", "is_verbatim", "text_line"),
    [
        ("a b", "a b", "", True, 2),
        ("'a b'", "a b", "'", False, 2),
        ('"a\\tb"', "a\tb", '"', False, 2),
        ("|\n    a\n    b", "a\nb\n", "|", False, 3),
        (">-\n    a\n    b", "a b", ">", False, 3),
        ("a\n    b", "a b", "", False, 2),
        ("", "", "", True, 2),
    ],
    ids=["plain", "single quotes", "double quotes", "literal", "folded", "two lines", "empty"],
)
def test_a_scalar_says_how_it_is_written(
    written: str, text: str, style: str, is_verbatim: bool, text_line: int
) -> None:
    found = node_at(root(f"x: 1\nkey: {written}\n"), "key")
    assert isinstance(found, YamlScalar)
    assert (found.text, found.style, found.is_verbatim, found.text_line) == (text, style, is_verbatim, text_line)


@pytest.mark.parametrize(
    ("text", "form", "problems"),
    [
        ("a: 1\na: 2\na: 3\n", STRICT, ["2:1: 'a' appears twice; the first is in line 1",
                                        "3:1: 'a' appears twice; the first is in line 1"]),
        ("- {a: 1, b: {c: 1, c: 2}}\n", LENIENT, ["1:20: 'c' appears twice; the first is in line 1"]),
        ("? [a]\n: 1\n", STRICT, ["1:3: a key is a single word"]),
        ("a: &x 1\nb: *x\n", STRICT, ["1:4: anchors and aliases are not used here",
                                      "2:4: anchors and aliases are not used here"]),
        ("a: *x\n", REPEATING, ["1:4: no anchor &x precedes this alias"]),
        ("a: &x 1\n---\nb: *x\n", LENIENT, ["3:4: no anchor &x precedes this alias"]),
        ("a: &x [*x]\n", LENIENT, ["1:8: the alias *x is inside its own anchor"]),
        ("a: !!int 3\n", STRICT, ["1:4: the tag tag:yaml.org,2002:int is not used here"]),
        ("a: !!int 3\nb: !x [1]\n", LENIENT, []),
        ("[[[[1]]]]", STRICT, []),
        ("[[[[[1]]]]]", STRICT, ["1:5: nested more than 4 levels deep"]),
        ("[&a [[1]], [[*a]]]", REPEATING, ["1:14: aliases expand to more than 4 levels"]),
        ("[&a [[1]], [*a]]", REPEATING, []),
        ("\n".join("- 1" for _ in range(29)), STRICT, []),
        ("\n".join("- 1" for _ in range(30)), STRICT, ["30:3: more than 30 values"]),
        ("- &a [1, 1, 1, 1]\n- &b [*a, *a, *a]\n- [*b, *b]\n", LENIENT,
         ["3:4: aliases expand to more than 30 values"]),
        ("x" * 5001, STRICT, [" the file has 5001 characters; at most 5000 are read"]),
        (f"a: {DIGITS}\nb: -{DIGITS[:500]}\nc: '1'\n", STRICT, ["1:4: a number of more than 4,300 digits; correct it"]),
        (f"a: '{DIGITS}'\n", STRICT, []),
        (f"a: {DIGITS[1:]}\n", STRICT, []),
        ("a: 1\na: 2\n---\nb: [\n", STRICT, ["2:1: 'a' appears twice; the first is in line 1",
                                             "5:1: this is not YAML: did not find expected node content"]),
        ("a: \x07\n", STRICT,
         ["1:4: this is not YAML: unacceptable character #x0007: control characters are not allowed"]),
        ("a:\t[\n\t1]\n", STRICT, []),
        ("a:\t[\n\t1]\n", LENIENT, ["1:3: this is not YAML: found character '\\t' that cannot start any token"]),
        ("a: \ud800\n", STRICT, [" not text: it has code points that are no characters"]),
    ],
    ids=["thrice", "deep duplicate", "key", "alias refused", "no anchor", "other document", "loop", "tag",
         "tag allowed", "as deep as allowed", "too deep", "alias too deep", "alias as deep as allowed",
         "as many as allowed", "too many", "aliases that multiply", "too long", "number", "quoted number",
         "longest number", "duplicate before broken syntax", "control character", "tab", "tab in Python", "surrogate"],
)  # fmt: skip
def test_a_fault_is_reported_with_its_place(text: str, form: YamlFormat, problems: list[str]) -> None:
    found = [str(problem) for problem in parse(text, form).problems]
    assert found == [f"f.yaml:{problem}" for problem in problems]


def test_every_fault_has_its_words() -> None:
    assert set(FAULT_MESSAGES) == set(Fault)


def test_a_format_has_its_own_words() -> None:
    form = YamlFormat(99, 1, 9, Aliases.REFUSED, messages={Fault.DUPLICATE: "{key} again, see {line}"})
    assert parse("a: 1\na: 2", form).problems == (Problem("f.yaml", 2, 1, "a again, see 1"),)


@pytest.mark.parametrize(
    ("form", "place"),
    [(REPEATING, YamlPosition(2, 4)), (LENIENT, YamlPosition(1, 4))],
    ids=["at the alias", "at the anchor"],
)
def test_an_alias_repeats_the_node_of_its_anchor(form: YamlFormat, place: YamlPosition) -> None:
    found = root("a: &x {b: 1}\nc: *x\n", form)
    assert plain_value(found) == {"a": {"b": 1}, "c": {"b": 1}}
    repeated = node_at(found, "c")
    assert repeated is not None
    assert repeated.place == place


def test_documents_before_broken_syntax_are_returned() -> None:
    parsed = parse("a: 1\n---\n- b\n---\n[\n", LENIENT)
    assert [plain_value(one) for one in parsed.documents] == [{"a": 1}, ["b"]]
    assert parsed.starts == (YamlPosition(1, 1), YamlPosition(2, 1), YamlPosition(4, 1))
    assert [problem.line for problem in parsed.problems] == [6]


@pytest.mark.parametrize("text", ["", "# nothing\n"], ids=["empty", "comment"])
def test_a_text_without_a_document_has_none(text: str) -> None:
    assert parse(text) == YamlText((), (), ())


def test_accessors_return_nothing_where_nodes_are_of_another_kind() -> None:
    node = root("a:\n  b: [x, y]\n  c: z\n")
    below = node_at(node, "a", "b")
    assert [scalar_text(one) for one in items_of(below)] == ["x", "y"]
    assert [entry.key.text for entry in entries_of(node_at(node, "a"))] == ["b", "c"]
    assert (entries_of(below), items_of(node), scalar_text(node)) == ((), (), "")
    assert (node_at(node, "a", "c", "d"), node_at(None, "a"), scalar_text(None)) == (None, None, "")
    assert below is not None
    assert source_of(below, "f.yaml") == Source("f.yaml", 2, 2)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("010", 10),
        ("18446744073709551615", 18446744073709551615),
        ("0x1F", 31),
        ("0o17", 15),
        ("1e3", 1000.0),
        ("on", "on"),
        ("no", "no"),
        ("2:1", "2:1"),
        ("1_000", "1_000"),
        ("2026-11-21", "2026-11-21"),
        ("'1'", "1"),
        ("~", None),
        ("[1, {a: true}]", [1, {"a": True}]),
    ],
    ids=repr,
)
def test_a_node_means_what_the_core_schema_of_yaml_1_2_says(written: str, meant: YamlValue) -> None:
    found = plain_value(root(written))
    assert (found, type(found)) == (meant, type(meant))


@pytest.mark.parametrize(
    "text",
    [
        'a: 1\nb:\n  c: [x, 10.0.0.1/31]\n\n  # not counted\n# nor this\n  d: "0,0,1"\ne:\n',
        "- a: 1\n  b: 2\n- c\n-\n",
        "- - q: 1\n    r: 2\n  - s\n\n",
        "a:\n- b\n- c: d\ne: f\n",
        "kubernetes.io/hostname: gpu-1\nat: 0000:3b:00.0\nempty: []\n",
        '- {vlan: 100, gateway: 10.1.0.1/24, hosts: ["gpu-*", b c]}\n- {}\n',
        "bond0:\n  interfaces: [e0, e1]\n  parameters: {mode: 802.3ad}\nmtu: 9000\n",
        'a: ConnectX-6 Dx\nb: 7%\nc: 150 KB\nname: "gpu-{n}"\n',
        "a: b c\n  d: e\n",
        "{a: b}\n",
        "- {a: b}\n- a: {b: c}\n  d: [e f]\n",
        "a: 1\n b: 2\n",
        "a:\n    b: 1\n  c: 2\n",
        "- a\nb: 1\n",
        "a\nb: 1\n",
        "",
    ],
)
def test_simple_texts_are_read_alike_by_both_parsers(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = parse_yaml(text, "f.yaml", LENIENT)
    monkeypatch.setattr(yaml_parser, "_is_simple", lambda _: False)
    assert fast == parse_yaml(text, "f.yaml", LENIENT)

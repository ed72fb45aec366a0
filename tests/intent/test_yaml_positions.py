"""YAML from strangers: what scalars mean, where things stand, and what is refused."""

import pytest

from roce_lint.errors import IntentError
from roce_lint.intent.yaml_positions import MAX_DEPTH, MAX_VALUES, read_yaml
from roce_lint.text.yaml_tree import YamlPosition
from roce_lint.text.yaml_values import YamlValue


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1", 1),
        ("010", 10),
        ("-7", -7),
        ("0o17", 15),
        ("0x1F", 31),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        ("-.inf", float("-inf")),
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("null", None),
        ("on", "on"),
        ("no", "no"),
        ("yes", "yes"),
        ("2:1", "2:1"),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("2026-11-21", "2026-11-21"),
        ("'1'", "1"),
        ('"true"', "true"),
        ("|-\n  7", "7"),
        ("[]", []),
        ("{}", {}),
    ],
    ids=repr,
)
def test_a_scalar_means_what_the_core_schema_of_yaml_1_2_says(written: str, meant: YamlValue) -> None:
    value = read_yaml(f"key: {written}\n", "f.yaml").value
    assert value == {"key": meant}
    assert isinstance(value, dict)
    assert type(value["key"]) is type(meant)


def test_every_key_and_value_has_its_place() -> None:
    document = read_yaml("a:\n  - b: 1\n    c: {d: x}\n", "f.yaml")
    assert document.value == {"a": [{"b": 1, "c": {"d": "x"}}]}
    assert dict(document.value_places) == {
        (): YamlPosition(1, 1),
        ("a",): YamlPosition(2, 3),
        ("a", 0): YamlPosition(2, 5),
        ("a", 0, "b"): YamlPosition(2, 8),
        ("a", 0, "c"): YamlPosition(3, 8),
        ("a", 0, "c", "d"): YamlPosition(3, 12),
    }
    assert dict(document.key_places) == {
        ("a",): YamlPosition(1, 1),
        ("a", 0, "b"): YamlPosition(2, 5),
        ("a", 0, "c"): YamlPosition(3, 5),
        ("a", 0, "c", "d"): YamlPosition(3, 9),
    }


def test_an_alias_repeats_the_value_of_its_anchor() -> None:
    document = read_yaml("a: &x {b: 1}\nc: *x\n", "f.yaml")
    assert document.value == {"a": {"b": 1}, "c": {"b": 1}}
    assert document.place_of(("c",)) == YamlPosition(2, 4)


def test_what_is_not_in_the_file_is_placed_at_what_surrounds_it() -> None:
    document = read_yaml("a:\n  b: 1\n", "f.yaml")
    assert document.place_of(("a", "missing", 3)) == YamlPosition(2, 3)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("a: 1\nb: 2\na: 3\n", ["f.yaml:3:1: the key 'a' is already given in line 1; remove one of them"]),
        (
            "a: !!int 3\nb: !python/object:os.system x\n",
            [
                "f.yaml:1:4: the tag !!int is not allowed; write the plain value",
                "f.yaml:2:4: the tag !python/object:os.system is not allowed; write the plain value",
            ],
        ),
        ("a: 1\n---\nb: 2\n", ["f.yaml:2:1: a second YAML document begins here; an intent is one document"]),
        ("a: *x\n", ["f.yaml:1:4: no anchor &x precedes this alias"]),
        ("a: &x [*x]\n", ["f.yaml:1:8: the alias *x is inside its own anchor"]),
        ("? [a]\n: 1\n", ["f.yaml:1:3: a key must be a word, not a list or a mapping"]),
        ("a: [1\nb: 2\n", ["f.yaml:2:2: not YAML: while parsing a flow sequence, did not find expected ',' or ']'"]),
        (
            "a: 1\nb: \x07\n",
            ["f.yaml:2:4: not YAML: unacceptable character #x0007: control characters are not allowed; delete it"],
        ),
        ("a: \ud800\n", ["f.yaml: not text: it has code points that are no characters"]),
        (
            "a: 1\na: 2\nb: [\n",
            ["f.yaml:4:1: not YAML: while parsing a flow node, did not find expected node content"],
        ),
        (f"a: 1\nb: {'9' * 4301}\n", ["f.yaml:2:4: a number of more than 4,300 digits; correct it"]),
    ],
    ids=[
        "duplicate",
        "tags",
        "documents",
        "no anchor",
        "loop",
        "key",
        "syntax",
        "control",
        "surrogate",
        "unfinished",
        "digits",
    ],
)
def test_a_fault_is_reported_with_its_place(text: str, problems: list[str]) -> None:
    with pytest.raises(IntentError) as caught:
        read_yaml(text, "f.yaml")
    assert [str(problem) for problem in caught.value.problems] == problems


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(IntentError, match=f"nested more than {MAX_DEPTH} levels deep"):
        read_yaml("[" * 100_000, "f.yaml")


def test_aliases_that_multiply_are_refused() -> None:
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    with pytest.raises(IntentError, match=f"aliases expand to more than {MAX_VALUES} values"):
        read_yaml("\n".join(lines), "f.yaml")


def test_too_many_values_are_refused() -> None:
    with pytest.raises(IntentError, match=f"more than {MAX_VALUES} values"):
        read_yaml("[" + "1," * (MAX_VALUES + 1) + "]", "f.yaml")

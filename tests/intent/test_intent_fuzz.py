"""Whatever stands in an intent, the answer is a view or an error with a place, never a traceback."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from roce_lint.errors import IntentError, Problem
from roce_lint.intent.load import parse_intent
from roce_lint.intent.make_view import make_views

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "intents"
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(FIXTURES.glob("*.roce.yaml"))]
VALUES = st.sampled_from(
    ["0", "1", "-1", "65536", "1e9", "''", "~", "true", "[]", "{}", "[1, 2]", "{a: b}", "auto", "2:1", "0:0", "400G",
     "25G", "800G", "0 m", "99 km", "1 us", "59 s", "0%", "100%", "10.0.0.0/31", "0.0.0.0/0", "leaf-1", "spine-1:x",
     "'{n}'", "'{nic}'", "clos", "three-tier", "rail-optimised", "pfc-only", "two-lossless", "7220 IXR-H3", "64",
     "'*'", "&a x", "*a", "!!str x", "\"\\u0000\"", "ﬁ", "| \n  x", "1.5"]
)  # fmt: skip


def answer(text: str) -> None:
    problems = problems_of(text)
    assert all(problem.path == "f.yaml" and problem.message for problem in problems)


def problems_of(text: str) -> tuple[Problem, ...]:
    """Return the errors, or the warnings of an intent that has none."""
    try:
        return make_views(parse_intent(text, "f.yaml")).warnings
    except IntentError as error:
        assert error.problems, "an error that says nothing"  # noqa: PT017
        return error.problems


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TEXTS), st.data())
def test_a_changed_value_is_answered(text: str, data: st.DataObject) -> None:
    lines = text.splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 3))):
        places = [number for number, line in enumerate(lines) if ":" in line and not line.startswith("#")]
        number = data.draw(st.sampled_from(places))
        pieces = lines[number].split(": ")
        if len(pieces) < 2:
            continue
        cut = data.draw(st.integers(1, len(pieces) - 1))
        value, *rest = pieces[cut].split(",", 1)
        closing = "}" * (value.count("}") - value.count("{")) if value.count("}") > value.count("{") else ""
        tail = "," + rest[0] if rest else closing + "\n" * value.endswith("\n")
        pieces[cut] = data.draw(VALUES) + tail
        lines[number] = ": ".join(pieces)
    answer("".join(lines))


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(TEXTS), st.integers(0, 2000), st.integers(0, 60), st.text(max_size=20))
def test_a_damaged_text_is_answered(text: str, begin: int, length: int, replacement: str) -> None:
    begin %= len(text)
    answer(text[:begin] + replacement + text[begin + length :])


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(TEXTS), st.data())
def test_a_removed_or_repeated_line_is_answered(text: str, data: st.DataObject) -> None:
    lines = text.splitlines(keepends=True)
    number = data.draw(st.integers(0, len(lines) - 1))
    copies = data.draw(st.integers(0, 2))
    answer("".join(lines[:number] + [lines[number]] * copies + lines[number + 1 :]))

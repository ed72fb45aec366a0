"""An example may be written as what changes in the violated one, in the form of a unified diff."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_lint.errors import RuleError
from roce_lint.judge.example_text import DiffFault, apply_diff
from roce_lint.judge.rule import ExampleLine, Verdict
from roce_lint.judge.rule_file import parse_rule

TEXTS = {
    "": "hostname leaf1\ninterface Ethernet1\n   mtu 1500\ninterface Ethernet2\n   mtu 1500\n",
    "spine1.cfg": "hostname spine1\n",
}
RULE = """\
examples:
  - vendor: eos
    verdict: violated
    lines: [mtu 1500]
    profile: pfc-only
    config: |
      interface Ethernet1
         mtu 1500
         no shutdown
    files:
      leaf2.cfg: |
        hostname leaf2
"""


@pytest.mark.parametrize(
    ("diff", "expected"),
    [
        pytest.param("-hostname leaf1\n+hostname leaf9", {"": TEXTS[""].replace("leaf1", "leaf9")}, id="replace"),
        pytest.param(
            "@@\n interface Ethernet2\n-   mtu 1500\n+   mtu 9214\n",
            {"": TEXTS[""].replace("Ethernet2\n   mtu 1500", "Ethernet2\n   mtu 9214")},
            id="a line that stands there twice",
        ),
        pytest.param(
            "@@\n interface Ethernet2\n+   no shutdown\n",
            {"": TEXTS[""].replace("Ethernet2\n", "Ethernet2\n   no shutdown\n")},
            id="add",
        ),
        pytest.param(
            "-hostname leaf1\n@@\n interface Ethernet1\n-   mtu 1500\n+++ spine1.cfg\n-hostname spine1\n+hostname s1\n",
            {
                "": "interface Ethernet1\ninterface Ethernet2\n   mtu 1500\n",
                "spine1.cfg": "hostname s1\n",
            },
            id="several places and files",
        ),
    ],
)
def test_a_difference_is_applied(diff, expected):
    assert apply_diff(TEXTS, diff) == {**TEXTS, **expected}


@pytest.mark.parametrize(
    ("diff", "line", "message"),
    [
        ("-   mtu 1500\n", 1, "these lines are there 2 times; add a line above them"),
        ("-   mtu 1501\n", 1, "the violated example has no line '   mtu 1501'"),
        (
            "@@\n hostname leaf1\n-interface Ethernet2\n",
            2,
            "the violated example has these lines, but not one below the other",
        ),
        ("+   mtu 9214\n", 1, "lines are added, but where? Begin with the line above them, after a blank"),
        ("+++ leaf2.cfg\n-hostname leaf2\n", 2, "the violated example has no file 'leaf2.cfg'"),
        ("@@\n hostname leaf1\n", 2, "it changes nothing"),
        ("@@\n", 1, "it changes nothing"),
        (
            "-hostname leaf1\nhostname leaf2\n",
            2,
            "'hostname leaf2' begins with neither '-', '+', a blank, '@@' nor '+++ FILE'",
        ),
    ],
)
def test_a_difference_that_does_not_fit_is_refused_at_its_line(diff, line, message):
    with pytest.raises(DiffFault) as caught:
        apply_diff(TEXTS, diff)
    assert (caught.value.line, caught.value.message) == (line, message)


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=8), st.lists(st.sampled_from("abcd"), max_size=8))
def test_the_whole_text_as_one_place_gives_any_other_text(old, new):
    diff = "".join(f"-{line}\n" for line in old) + "".join(f"+{line}\n" for line in new)
    if old == new:
        with pytest.raises(DiffFault):
            apply_diff({"": "\n".join(old)}, diff)
    else:
        assert apply_diff({"": "\n".join(old)}, diff) == {"": "\n".join(new) + "\n"}


@pytest.fixture
def examples(rule_text, vocabulary):
    def parse(text):
        rule = rule_text()
        return parse_rule(
            rule[: rule.index("examples:")] + RULE + text, "rules/ecn/ecn-missing.yaml", "ecn", vocabulary
        ).examples

    return parse


def test_an_example_takes_all_else_from_the_violated_one(examples):
    violated, satisfied, undetermined = examples("""\
  - vendor: eos
    verdict: satisfied
    diff: |
      -   mtu 1500
      +   mtu 9214
  - vendor: eos
    verdict: undetermined
    lines: [mtu ?]
    diff: |
      -   mtu 1500
      +   mtu ?
""")
    assert (satisfied.config, satisfied.files) == ("interface Ethernet1\n   mtu 9214\n   no shutdown\n", violated.files)
    assert (satisfied.profile, satisfied.verdict) == ("pfc-only", Verdict.SATISFIED)
    assert undetermined.lines == (ExampleLine("", 2),)


def test_faults_of_examples_with_a_difference_stand_at_their_lines(examples):
    with pytest.raises(RuleError) as caught:
        examples("""\
  - vendor: eos
    verdict: satisfied
    diff: |
      -   mtu 1600
      +   mtu 9214
    files: {}
  - vendor: nxos
    verdict: satisfied
    diff: |
      -   mtu 1600
  - vendor: eos
    verdict: undetermined
""")
    assert [f"{problem.line}: {problem.message}" for problem in caught.value.problems] == [
        "28: the violated example has no line '   mtu 1600'",
        "30: an example with a 'diff' takes its files from the violated example",
        "33: there is no violated example of this vendor that it could differ from",
        "35: an example has a 'config', or a 'diff' from the violated example of its vendor",
    ]

"""Kleene's strong three-valued logic, and which facts decided an answer."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_lint.judge.deciding import FoundFact, deciding_facts, find_evidence
from roce_lint.judge.evaluate import Missing, compile_condition
from roce_lint.judge.parse_condition import parse_condition
from roce_lint.model.fact import NOWHERE, Default, Source, Stated, Unknown

T, F, U = "true", "false", "unknown"
AND = {(T, T): T, (T, F): F, (T, U): U, (F, T): F, (F, F): F, (F, U): F, (U, T): U, (U, F): F, (U, U): U}
OR = {(T, T): T, (T, F): T, (T, U): T, (F, T): T, (F, F): F, (F, U): U, (U, T): T, (U, F): U, (U, U): U}
NOT = {T: F, F: T, U: U}
NAMES = ("lossless", "ecn_enabled", "drops")


def fact(state: str, name: str = "a") -> object:
    return Unknown(f"{name} is not shown", NOWHERE) if state == U else Stated(state == T, NOWHERE)


def state_of(answer: object) -> str:
    return U if isinstance(answer, Missing) else T if answer is True else F


@pytest.mark.parametrize(("left", "right"), AND, ids=[f"{left}-{right}" for left, right in AND])
def test_and_or_follow_kleenes_tables(left, right, vocabulary, variables):
    found = variables(lossless=fact(left), ecn_enabled=fact(right))
    for word, table in (("and", AND), ("or", OR)):
        condition = parse_condition(f"queue.lossless {word} queue.ecn_enabled", "queue", vocabulary)
        assert (word, state_of(compile_condition(condition.tree)(found))) == (word, table[left, right])


@pytest.mark.parametrize("state", NOT)
def test_not_follows_kleenes_table(state, vocabulary, variables):
    condition = parse_condition("not queue.lossless", "queue", vocabulary)
    assert state_of(compile_condition(condition.tree)(variables(lossless=fact(state)))) == NOT[state]


def reference(tree: object, states: dict[str, str]) -> str:
    match tree:
        case str():
            return states[tree]
        case ("not", inner):
            return NOT[reference(inner, states)]
        case ("and", left, right):
            return AND[reference(left, states), reference(right, states)]
        case ("or", left, right):
            return OR[reference(left, states), reference(right, states)]
    raise AssertionError(tree)


def written(tree: object) -> str:
    match tree:
        case str():
            return f"queue.{tree}"
        case ("not", inner):
            return f"not ({written(inner)})"
        case (word, left, right):
            return f"({written(left)} {word} {written(right)})"
    raise AssertionError(tree)


TREES = st.recursive(
    st.sampled_from(NAMES),
    lambda inner: st.one_of(st.tuples(st.just("not"), inner), st.tuples(st.sampled_from(("and", "or")), inner, inner)),
    max_leaves=6,
)


@given(TREES, st.tuples(*[st.sampled_from((T, F, U))] * 3))
def test_any_formula_agrees_with_the_tables(vocabulary, variables, tree, states):
    by_name = dict(zip(NAMES, states, strict=True))
    found = variables(**{name: fact(state, name) for name, state in by_name.items()})
    answer = compile_condition(parse_condition(written(tree), "queue", vocabulary).tree)(found)
    assert state_of(answer) == reference(tree, by_name)
    if isinstance(answer, Missing):
        unknown = {f"queue.{name}" for name, state in by_name.items() if state == U}
        assert {reason.name for reason in answer.reasons} <= unknown


@given(TREES, st.tuples(*[st.sampled_from((T, F, U))] * 3))
def test_an_answer_never_changes_when_an_unknown_becomes_known(vocabulary, variables, tree, states):
    by_name = dict(zip(NAMES, states, strict=True))
    evaluate = compile_condition(parse_condition(written(tree), "queue", vocabulary).tree)
    before = state_of(evaluate(variables(**{name: fact(state) for name, state in by_name.items()})))
    unknown = [name for name, state in by_name.items() if state == U]
    for filled in itertools.product((T, F), repeat=len(unknown)):
        known = by_name | dict(zip(unknown, filled, strict=True))
        after = state_of(evaluate(variables(**{name: fact(state) for name, state in known.items()})))
        assert before in (U, after)


DECIDING = {
    "plain": ("queue.ecn_enabled", ["queue.ecn_enabled"]),
    "comparison": ("queue.ecn_kmax_bytes < queue.ecn_kmin_bytes", ["queue.ecn_kmax_bytes", "queue.ecn_kmin_bytes"]),
    "one part false": ("queue.lossless and queue.ecn_enabled", ["queue.ecn_enabled"]),
    "unknown decides nothing": ("queue.drops and queue.ecn_enabled", ["queue.ecn_enabled"]),
    "both parts false": (
        "queue.index == 4 and queue.ecn_enabled",
        ["queue.index", "queue.ecn_enabled"],
    ),
    "no alternative true": ("queue.ecn_enabled or queue.index == 4", ["queue.ecn_enabled", "queue.index"]),
    "one alternative true": ("not (queue.lossless or queue.ecn_enabled)", ["queue.lossless"]),
    "missing": ("queue.lossless and known(queue.drops)", ["queue.drops"]),
    "known shows nothing": ("known(queue.lossless) and queue.ecn_enabled", ["queue.ecn_enabled"]),
    "not known": ("not known(queue.lossless) or queue.ecn_enabled", ["queue.ecn_enabled"]),
    "once": ("queue.ecn_enabled and (queue.ecn_enabled or queue.index == 4)", ["queue.ecn_enabled", "queue.index"]),
}


@pytest.mark.parametrize(("text", "expected"), DECIDING.values(), ids=DECIDING)
def test_the_facts_that_made_a_condition_false_are_found(text, expected, vocabulary, variables):
    condition = parse_condition(text, "queue", vocabulary)
    assert compile_condition(condition.tree)(variables()) is False
    assert [path.name for path in deciding_facts(condition.tree, variables())] == expected


def test_evidence_tells_stated_default_unknown_and_plain_apart(vocabulary, variables):
    found = variables()

    def evidence(name: str) -> FoundFact:
        return find_evidence(vocabulary.resolve("queue", name), found)

    def summary(name: str) -> tuple[object, Source, str, bool]:
        one = evidence(name)
        return one.value, one.source, one.default_because, one.is_stated

    here = Source("leaf1.cfg", 5, 5)
    assert summary("queue.lossless") == (True, here, "", True)
    default = Source("leaf1.cfg", 6, 8)
    assert summary("queue.ecn_enabled") == (False, default, "EOS marks nothing unless configured", False)
    unknown = Unknown("WRED is not shown", Source("leaf1.cfg", 6, 6))
    assert summary("queue.drops") == (unknown, unknown.source, "", False)
    assert summary("queue.index") == (3, NOWHERE, "", False)
    assert summary("port.name") == ("Ethernet1", Source("leaf1.cfg", 2, 9), "", False)
    assert summary("design.profile") == ("lossless", NOWHERE, "2 ports pause", False)


def test_evidence_goes_through_an_entity_that_is_itself_a_fact(vocabulary, variables):
    port = variables()["port"]
    peer = Default(port, Source("cables.csv", 7, 7), "the only free port")
    found = {"peer": peer, "port": port}
    speed = find_evidence(vocabulary.resolve("port", "peer.speed_gbps"), found)
    assert (speed.value, speed.source, speed.is_stated) == (400, Source("leaf1.cfg", 3, 3), True)
    gone = Unknown("no cable is known", Source("cables.csv", 1, 1))
    missing = find_evidence(vocabulary.resolve("port", "peer.speed_gbps"), {"peer": gone, "port": port})
    assert (missing.value, missing.source) == (gone, gone.source)

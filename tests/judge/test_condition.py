"""Conditions: what is accepted, what is refused and in which words."""

from __future__ import annotations

import pickle
import time

import pytest

from roce_lint.errors import RuleError
from roce_lint.judge.evaluate import Missing, Reason, compile_condition
from roce_lint.judge.parse_condition import parse_condition
from roce_lint.model.fact import Source, Stated, Unknown

TRUE = [
    "queue.lossless",
    "not queue.ecn_enabled",
    "queue.index == 3",
    "queue.ecn_kmin_bytes < queue.ecn_kmax_bytes",
    "0 < queue.ecn_kmin_bytes <= queue.ecn_kmax_bytes",
    "queue.ecn_kmax_bytes - queue.ecn_kmin_bytes == queue.ramp_bytes",
    "2 * queue.ecn_kmin_bytes <= queue.ecn_kmax_bytes + 10",
    "queue.alpha * queue.ecn_kmin_bytes < queue.ecn_kmax_bytes",
    "-queue.ecn_kmin_bytes < 0",
    "queue.ecn_kmin_bytes > -5",
    "queue.ecn_kmin_bytes >= 2 * 1000",
    "port.trust == 'dscp'",
    "'dscp' == port.trust",
    "port.trust in {'dscp', 'pcp'}",
    "port.trust in port.accepted",
    "'pcp' not in port.accepted",
    "queue.priorities == {3, 4}",
    "queue.priorities != ()",
    "queue.priorities >= (3,)",
    "queue.index in queue.priorities",
    "queue.index not in {-1, 0}",
    "'a' in port.labels",
    "queue.profile != 'storage'",
    "design.profile in ('lossless', 'pfc-only')",
    "queue.lossless and (queue.ecn_enabled or port.speed_gbps >= 400)",
    "queue.lossless == queue.lossless",
    "queue.ecn_pmax_percent == 10",
    "queue.profile matches 'r?ce*' or queue.profile matches '*'",
    "known(queue.ecn_enabled) and not known(queue.drops)",
    "not known(port.cable_m) or port.cable_m > 3",
    "not queue.profile matches 'x matches y' and queue.lossless",
]


@pytest.mark.parametrize("text", TRUE)
def test_a_true_statement_is_true_and_its_negation_false(text, vocabulary, variables):
    found = variables()
    assert compile_condition(parse_condition(text, "queue", vocabulary).tree)(found) is True
    assert compile_condition(parse_condition(f"not ({text})", "queue", vocabulary).tree)(found) is False


REFUSED = {
    "known of what always is": ("known(queue.index)", "7: 'queue.index' is always known"),
    "known of no fact": ("known(queue.index + 1)", "1: 'known' takes one fact: known(port.cable_length_m)"),
    "known of two facts": (
        "known(queue.drops, queue.alpha)",
        "1: 'known' takes one fact: known(port.cable_length_m)",
    ),
    "known of a typing error": (
        "known(queue.drop)",
        "7: Queue has no fact 'drop'; did you mean 'drops'?",
    ),
    "unknown fact": (
        "queue.ecn_kminn_bytes > 0",
        "1: Queue has no fact 'ecn_kminn_bytes'; did you mean 'ecn_kmin_bytes'?",
    ),
    "unknown fact later": (
        "queue.lossless and port.speed_gps > 0",
        "20: Port has no fact 'speed_gps'; did you mean 'speed_gbps'?",
    ),
    "unknown variable": ("que.lossless", "1: scope 'queue' has no variable 'que'; did you mean 'queue'?"),
    "fact of a fact": (
        "queue.lossless.value",
        "1: 'queue.lossless' is a yes-or-no fact; it has no fact 'value'",
    ),
    "whole entity": (
        "queue == port",
        "1: 'queue' is a Queue, not a single fact; name one of its facts, or derive a fact with a name of its own",
    ),
    "bytes and microseconds": (
        "queue.ecn_kmin_bytes < queue.delay_us",
        "1: '<' mixes units: a number of bytes and a number of us; convert in a derived fact",
    ),
    "bytes plus percent": (
        "queue.ecn_kmin_bytes + queue.ecn_pmax_percent > 0",
        "1: '+' mixes units: a number of bytes and a number of percent; convert in a derived fact",
    ),
    "metres and gigabits": (
        "port.cable_m == port.speed_gbps",
        "1: '==' mixes units: a number of m and a number of gbps; convert in a derived fact",
    ),
    "bytes and a bare fact": (
        "queue.index < queue.ecn_kmin_bytes",
        "1: '<' mixes units: a number without a unit and a number of bytes; convert in a derived fact",
    ),
    "product of units": (
        "queue.ecn_kmin_bytes * port.speed_gbps > 0",
        "1: a product of two units has no name here; derive a fact for it",
    ),
    "no such choice": ("port.trust == 'dcsp'", "1: Trust has no value 'dcsp'; did you mean 'dscp'?"),
    "no such choice in a set": (
        "port.trust in {'dscp', 'cos'}",
        "1: Trust has no value 'cos'; known are dscp, pcp",
    ),
    "choice and number": ("port.trust == 3", "1: '==' cannot compare a Trust (dscp, pcp) with a number without a unit"),
    "ordered choice": ("port.trust < 'pcp'", "1: '<' needs numbers or sets, not a Trust (dscp, pcp)"),
    "ordered text": ("queue.profile < 'b'", "1: '<' needs numbers or sets, not a text"),
    "flag and number": ("queue.lossless == 1", "1: '==' cannot compare a yes-or-no fact with a number without a unit"),
    "number as truth": (
        "queue.ecn_kmin_bytes",
        "1: 'queue.ecn_kmin_bytes' is a number of bytes, neither true nor false; compare it with something",
    ),
    "number in a conjunction": (
        "queue.lossless and queue.index",
        "20: 'queue.index' is a number without a unit, neither true nor false; compare it with something",
    ),
    "sum of texts": ("queue.profile + queue.profile == 'x'", "1: '+' needs numbers, not a text"),
    "text times number": ("queue.profile * 3 == 'x'", "1: '*' needs numbers, not a text"),
    "comparison compared": (
        "(queue.index == 3) == queue.lossless",
        "2: a truth cannot be compared or added; use 'and', 'or' and 'not'",
    ),
    "True": (
        "queue.lossless == True",
        "19: True is no value to compare with; write the fact alone, or 'not' before it",
    ),
    "None": ("queue.index != None", "16: None is no value to compare with; write the fact alone, or 'not' before it"),
    "is": ("queue.index is 3", "1: 'is' compares identities; write == or !="),
    "in a number": ("3 in queue.index", "1: 'in' needs a set on its right, not a number without a unit"),
    "in a text": ("'r' in queue.profile", "1: 'in' needs a set on its right, not a text"),
    "set in set": (
        "queue.priorities in {3}",
        "1: 'in' needs a single value on its left, not a set, each a number without a unit",
    ),
    "mixed set": ("queue.index in {3, 'x'}", "16: a set holds numbers or texts, not both"),
    "wrong set": (
        "queue.index in {'3'}",
        "1: 'in' cannot compare a number without a unit with a text",
    ),
    "fact in a set literal": ("queue.index in {queue.index}", "17: a set holds literals only: numbers or texts"),
    "set and number": (
        "queue.priorities == 3",
        "1: '==' cannot compare a set, each a number without a unit with a number without a unit",
    ),
    "pattern for a number": (
        "queue.index matches '3*'",
        "1: 'matches' needs a text fact on its left, not a number without a unit",
    ),
    "fact as a pattern": (
        "queue.profile matches design.profile",
        "1: 'matches' needs a pattern in quotes on its right, not a text",
    ),
    "two literals": ("1 == 1", "1: this compares two literals; a condition is about facts"),
    "not ASCII": ("queue.indеx == 1", "1: a condition is written in ASCII"),
    "tuple of entities": (
        "port.queues == ()",
        "1: 'port.queues' is tuple[tests.lint.conftest.Queue, ...], which no condition can compare; "
        "name one of its facts, or derive a fact with a name of its own",
    ),
}


@pytest.mark.parametrize(("text", "expected"), REFUSED.values(), ids=REFUSED)
def test_a_meaningless_condition_is_refused_with_a_hint(text, expected, vocabulary):
    with pytest.raises(RuleError) as caught:
        parse_condition(text, "queue", vocabulary)
    (problem,) = caught.value.problems
    said = f"{problem.column}: {problem.message}"
    if "conftest" in expected:  # the class is printed with whatever name the test module was loaded under
        said = said.replace(said[said.index("tuple[") + 6 : said.index(".Queue")], "tests.lint.conftest")
    assert said == expected


HOSTILE = {
    "call": ("open('/etc/passwd')", "a call is not allowed"),
    "known as a value": ("known(queue.drops) == 1", "a call is not allowed"),
    "call of a fact": ("queue.index.bit_length() == 2", "a call is not allowed"),
    "import": ("__import__('os')", "a call is not allowed"),
    "dunder of a variable": ("queue.__class__ == 'x'", "Queue has no fact '__class__'"),
    "dunder of a call": ("().__class__ == 'x'", "this has no facts"),
    "dunder of a literal": ("'a'.__class__ == 'x'", "this has no facts"),
    "attribute of a call": ("open('x').name == 'x'", "a call has no facts"),
    "private field": ("port._secret == 0", "Port has no fact '_secret'"),
    "method": ("queue.__init__ == 1", "Queue has no fact '__init__'"),
    "dataclass machinery": ("queue.__slots__ == ()", "Queue has no fact '__slots__'"),
    "builtin": ("print", "scope 'queue' has no variable 'print'"),
    "lambda": ("(lambda: 1) == 1", "a lambda is not allowed"),
    "comprehension": ("{x for x in (1, 2)} == {1}", "a comprehension is not allowed"),
    "generator": ("1 in (x for x in (1, 2))", "a comprehension is not allowed"),
    "index": ("port.labels[0] == 'a'", "an index is not allowed"),
    "slice": ("queue.profile[:1] == 'a'", "an index is not allowed"),
    "power": ("queue.index == 9 ** 9 ** 9", "this operator is not allowed"),
    "shift": ("queue.index == 1 << 1000000", "this operator is not allowed"),
    "division": ("queue.ecn_kmin_bytes / 0 == 1", "this operator is not allowed"),
    "modulo formatting": ("queue.profile % 99999999 == 'x'", "this operator is not allowed"),
    "string bomb": ("'a' * 1000000000 == queue.profile", "'*' needs numbers, not a text"),
    "tuple bomb": ("(1, 2) * 1000000000 == queue.priorities", "'*' needs numbers, not a set"),
    "walrus": ("(queue := 1) == 1", "an assignment is not allowed"),
    "conditional": ("queue.lossless if queue.lossless else queue.lossless", "an if-else is not allowed"),
    "f-string": ("queue.profile == f'{queue.index}'", "an f-string is not allowed"),
    "bytes": ("queue.profile == b'x'", "bytes values are not allowed"),
    "ellipsis": ("queue.profile == ...", "ellipsis values are not allowed"),
    "complex": ("queue.index == 1j", "complex values are not allowed"),
    "list": ("queue.index in [1]", "a list (write a set: {1, 2}) is not allowed"),
    "dict": ("queue.priorities == {}", "a dict (the empty set is written ()) is not allowed"),
    "star": ("queue.priorities == (*queue.priorities,)", "a set holds literals only"),
    "await": ("await queue", "an await is not allowed"),
    "yield": ("(yield 1) == 1", "a yield is not allowed"),
    "assignment": ("queue.index = 4", "this is no condition"),
    "statement": ("import os", "this is no condition"),
    "two statements": ("queue.lossless; queue.lossless", "this is no condition"),
    "huge integer": ("queue.index < 1" + "0" * 30, "numbers reach to"),
    "very huge integer": ("queue.index < 1" + "0" * 900, "numbers reach to"),
    "infinity": ("queue.index < 1e999", "numbers reach to"),
    "deep parentheses": ("(" * 400 + "queue.lossless" + ")" * 400, "this is no condition"),
    "deep negation": ("not " * 200 + "queue.lossless", "too large or too deeply nested"),
    "deep minus": ("queue.index == " + "-" * 500 + "1", "too large or too deeply nested"),
    "wide": (" and ".join(["queue.drops"] * 60), "too large or too deeply nested"),
    "long": ("queue.lossless and " * 100 + "queue.lossless", "at most 1000 characters"),
    "NUL": ("queue.lossless\0", "this is no condition"),
    "empty": ("", "this is no condition"),
    "odd escape": ("queue.profile == '\\d' +", "this is no condition"),
    "at sign": ("queue.profile @ 'r*'", "'@' is not allowed in a condition"),
    "bitwise": ("queue.lossless & queue.drops", "this operator is not allowed"),
    "invert": ("~queue.index == 1", "UnaryOp is not allowed"),
}


@pytest.mark.parametrize(("text", "expected"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_condition_is_refused_quickly(text, expected, vocabulary):
    started = time.process_time()
    with pytest.raises(RuleError) as caught:
        parse_condition(text, "queue", vocabulary)
    assert expected in str(caught.value)
    assert time.process_time() - started < 5


def test_an_unknown_fact_names_itself_and_its_place(vocabulary, variables):
    condition = parse_condition("port.cable_m < 100 and not queue.drops", "queue", vocabulary)
    assert compile_condition(condition.tree)(variables()) == Missing(
        (
            Reason("port.cable_m", "no cabling file states the length", Source("leaf1.cfg", 2, 2)),
            Reason("queue.drops", "WRED is not shown", Source("leaf1.cfg", 6, 6)),
        )
    )


def test_an_unknown_in_a_sum_makes_the_comparison_unknown(vocabulary, variables):
    condition = parse_condition("2 * port.cable_m + 1 < 100", "queue", vocabulary)
    answer = compile_condition(condition.tree)(variables())
    assert isinstance(answer, Missing)
    assert [reason.name for reason in answer.reasons] == ["port.cable_m"]


def test_the_facts_of_an_entity_that_may_be_unknown_are_read_through(vocabulary, variables):
    condition = parse_condition("peer.trust == port.trust", "port", vocabulary)
    evaluate = compile_condition(condition.tree)
    port = variables()["port"]
    assert evaluate({"port": port, "peer": Stated(port, Source("cables.csv", 1, 1))}) is True
    missing = evaluate({"port": port, "peer": Unknown("no cable is known", Source("leaf1.cfg", 2, 9))})
    assert missing == Missing((Reason("peer", "no cable is known", Source("leaf1.cfg", 2, 9)),))


def test_the_facts_of_a_condition_are_listed_once_in_order(vocabulary):
    condition = parse_condition("queue.drops or queue.lossless and not queue.drops", "queue", vocabulary)
    assert [path.name for path in condition.facts] == ["queue.drops", "queue.lossless"]


def test_a_condition_survives_pickling(vocabulary, variables):
    condition = parse_condition("0 < queue.ecn_kmin_bytes and port.trust in {'pcp'}", "queue", vocabulary)
    copy = pickle.loads(pickle.dumps(condition))
    assert copy == condition
    assert compile_condition(copy.tree)(variables()) is False

"""Who can talk to whom, and what a change opens; the model is the pairwise rule of the specification."""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from roce_lint.infiniband.isolation import IsolationChange, Pairing, PortClass, compare, isolation

Tables = Mapping[int, Sequence[int]]
KEYS = st.sampled_from([0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x8002, 0x7FFF, 0xFFFF])
TABLES = st.dictionaries(st.integers(1, 9), st.lists(KEYS, max_size=4), max_size=9)


def matches(one: Sequence[int], other: Sequence[int]) -> bool:
    """Say it pair by pair, as a port checks an arriving packet."""
    return any(a & 0x7FFF == b & 0x7FFF and a & 0x7FFF and (a | b) & 0x8000 for a, b in itertools.product(one, other))


def talking_pairs(tables: Tables) -> set[tuple[int, int]]:
    return {pair for pair in itertools.combinations(sorted(tables), 2) if matches(tables[pair[0]], tables[pair[1]])}


def named_pairs(pairings: Sequence[Pairing]) -> list[tuple[int, int]]:
    found = []
    for pairing in pairings:
        if pairing.ports == pairing.peers:
            pairs = list(itertools.combinations(pairing.ports, 2))
        else:
            pairs = [(min(a, b), max(a, b)) for a in pairing.ports for b in pairing.peers]
        assert len(pairs) == pairing.pair_count
        found += pairs
    return found


def test_limited_members_talk_to_full_ones_only() -> None:
    found = isolation({1: [0xFFFF], 2: [0x7FFF, 0x8001], 3: [0x7FFF, 0x8001], 4: [0x7FFF]})
    sm = PortClass((1,), frozenset({0x7FFF}), frozenset())
    tenant = PortClass((2, 3), frozenset({1}), frozenset({0x7FFF}))
    rest = PortClass((4,), frozenset(), frozenset({0x7FFF}))
    assert found.classes == (sm, tenant, rest)
    assert list(found.talking()) == [
        (sm, tenant, frozenset({0x7FFF})),
        (sm, rest, frozenset({0x7FFF})),
        (tenant, tenant, frozenset({1})),
    ]


@given(TABLES)
def test_classes_say_what_the_pairwise_rule_says(tables: Tables) -> None:
    found = isolation(tables)
    pairs = [
        (min(a, b), max(a, b))
        for one, other, _ in found.talking()
        for a, b in (
            itertools.combinations(one.ports, 2) if one is other else itertools.product(one.ports, other.ports)
        )
    ]
    assert sorted(pairs) == sorted(talking_pairs(tables))
    assert all(found.can_talk(*pair) for pair in pairs)


@given(TABLES, TABLES)
def test_a_change_names_every_pair_once(before: Tables, after: Tables) -> None:
    both = before.keys() & after.keys()
    old = talking_pairs({port: before[port] for port in both})
    new = talking_pairs({port: after[port] for port in both})
    change = compare(before, after)
    assert sorted(named_pairs(change.opened)) == sorted(new - old)
    assert sorted(named_pairs(change.closed)) == sorted(old - new)
    for pairing in change.opened:
        a, b = pairing.example
        assert matches([key for key in after[a] if key & 0x7FFF == pairing.key], after[b])
    assert change.appeared == tuple(sorted(after.keys() - before.keys()))
    assert change.vanished == tuple(sorted(before.keys() - after.keys()))


def test_a_refused_file_opens_every_tenant() -> None:
    before = {1: [0xFFFF], 2: [0x7FFF, 0x8001], 3: [0x7FFF, 0x8002], 4: [0x7FFF, 0x8002]}
    after = {port: [0xFFFF] for port in before}
    assert compare(before, after) == IsolationChange(
        opened=(Pairing((2,), (3, 4), 0x7FFF),), closed=(), appeared=(), vanished=()
    )


def test_ten_thousand_ports_compare_in_a_moment() -> None:
    before = {port: [0x7FFF, 0x8000 | (port % 500 + 1), port % 97 + 1000] for port in range(1, 10_001)}
    after = dict(before) | {7: [0x7FFF, 0x8009], 8: [0xFFFF, 0x8009]}
    started = time.process_time()
    change = compare(before, after)
    # Comparing each port with each other one takes minutes; the bound leaves room for a busy machine.
    assert time.process_time() - started < 20
    assert {pairing.key for pairing in change.opened} == {9, 0x7FFF}

"""Components and shortest cycles, against a walk that tries everything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roce_lint.graph.cycles import cyclic_components, is_cyclic, shortest_cycle, strongly_connected

GRAPHS = st.integers(1, 9).flatmap(
    lambda size: st.lists(st.lists(st.integers(0, size - 1), max_size=4, unique=True), min_size=size, max_size=size)
)


def reached(graph: list[list[int]], start: int) -> set[int]:
    """Return what can be reached by at least one edge."""
    found: set[int] = set()
    pending = list(graph[start])
    while pending:
        vertex = pending.pop()
        if vertex not in found:
            found.add(vertex)
            pending += graph[vertex]
    return found


def length_of_shortest_cycle(graph: list[list[int]], component: tuple[int, ...]) -> int:
    """Return the length by walking all vertices at once, one step at a time."""
    for length in range(1, len(graph) + 1):
        for start in component:
            at = {start}
            for _ in range(length):
                at = {after for vertex in at for after in graph[vertex]}
            if start in at:
                return length
    return 0


@given(GRAPHS)
def test_components_are_the_vertices_that_reach_each_other(graph):
    reach = [reached(graph, vertex) for vertex in range(len(graph))]
    size = range(len(graph))
    mutual = [{vertex} | {other for other in reach[vertex] if vertex in reach[other]} for vertex in size]
    expected = {tuple(sorted(group)) for group in mutual}
    components = strongly_connected(graph)
    assert (set(components), len(components)) == (expected, len(expected))
    position = {vertex: index for index, component in enumerate(components) for vertex in component}
    assert all(position[after] <= position[vertex] for vertex in range(len(graph)) for after in graph[vertex])


@given(GRAPHS)
def test_cyclic_components_are_those_whose_vertices_reach_themselves(graph):
    looping = {vertex for vertex in range(len(graph)) if vertex in reached(graph, vertex)}
    components = cyclic_components(graph)
    assert {vertex for component in components for vertex in component} == looping
    assert is_cyclic(graph) is bool(looping)


@given(GRAPHS)
def test_the_shortest_cycle_is_a_cycle_and_shortest(graph):
    for component in cyclic_components(graph):
        cycle = shortest_cycle(graph, component)
        assert len(set(cycle)) == len(cycle) == length_of_shortest_cycle(graph, component)
        assert all(after in graph[vertex] for vertex, after in zip(cycle, cycle[1:] + cycle[:1], strict=True))
        assert cycle[0] == min(cycle)


def test_a_chain_of_a_hundred_thousand_vertices_is_no_matter():
    size = 100_000
    ring = [[(vertex + 1) % size] for vertex in range(size)]
    assert len(shortest_cycle(ring, cyclic_components(ring)[0], at_least=size)) == size


def test_a_component_without_a_cycle_is_refused():
    with pytest.raises(ValueError, match="holds no cycle"):
        shortest_cycle([[1], []], (0,))

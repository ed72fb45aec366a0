"""Cycles of a directed graph whose vertices are numbered from 0.

Two analyses use this: cycles of buffers that PFC pauses (Ethernet), and credit loops of virtual lanes
(InfiniBand). Both number their channels, so that nothing here knows what a vertex is: `successors[v]` are the vertices
after `v`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

Successors: TypeAlias = Sequence[Collection[int]]


def strongly_connected(successors: Successors) -> list[tuple[int, ...]]:
    """Return every strongly connected component, each sorted; a component comes after all that it leads to.

    Iterative, so that long chains do not exhaust the stack; linear in vertices and edges.
    Source: R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1(2), 1972.
    """
    unseen = -1
    number = [unseen] * len(successors)
    lowest = [0] * len(successors)
    waiting: list[int] = []
    is_waiting = bytearray(len(successors))
    found: list[tuple[int, ...]] = []
    counter = 0
    for root in range(len(successors)):
        if number[root] != unseen:
            continue
        number[root] = lowest[root] = counter
        counter += 1
        waiting.append(root)
        is_waiting[root] = 1
        path: list[tuple[int, Iterator[int]]] = [(root, iter(successors[root]))]
        while path:
            vertex, rest = path[-1]
            for after in rest:
                if number[after] == unseen:
                    number[after] = lowest[after] = counter
                    counter += 1
                    waiting.append(after)
                    is_waiting[after] = 1
                    path.append((after, iter(successors[after])))
                    break
                if is_waiting[after] and number[after] < lowest[vertex]:
                    lowest[vertex] = number[after]
            else:
                path.pop()
                if path and lowest[vertex] < lowest[path[-1][0]]:
                    lowest[path[-1][0]] = lowest[vertex]
                if lowest[vertex] == number[vertex]:
                    found.append(_component(vertex, waiting, is_waiting))
    return found


def _component(root: int, waiting: list[int], is_waiting: bytearray) -> tuple[int, ...]:
    """Take the component of `root` from the waiting vertices."""
    members: list[int] = []
    while True:
        vertex = waiting.pop()
        is_waiting[vertex] = 0
        members.append(vertex)
        if vertex == root:
            return tuple(sorted(members))


def cyclic_components(successors: Successors) -> list[tuple[int, ...]]:
    """Return the components that hold a cycle (two vertices or more, or an edge to itself), lowest vertex first."""
    return sorted(
        component
        for component in strongly_connected(successors)
        if len(component) > 1 or component[0] in successors[component[0]]
    )


def is_cyclic(successors: Successors) -> bool:
    """Say whether the graph has a cycle: vertices without successors are taken away until none is left.

    Quicker than the components, for graphs of which only this is asked.
    Source: A. B. Kahn, Topological sorting of large networks, CACM 5(11), 1962.
    """
    arriving = [0] * len(successors)
    for following in successors:
        for vertex in following:
            arriving[vertex] += 1
    pending = [vertex for vertex, count in enumerate(arriving) if count == 0]
    left = len(successors)
    while pending:
        left -= 1
        for after in successors[pending.pop()]:
            arriving[after] -= 1
            if arriving[after] == 0:
                pending.append(after)
    return left > 0


def shortest_cycle(
    successors: Successors, component: Sequence[int], at_least: int = 1, most_edges: int = 50_000_000
) -> tuple[int, ...]:
    """Return a shortest cycle inside a cyclic component, as its vertices in order, the lowest one first.

    Of several it is the one that is found from the lowest vertex, following successors in their order. `at_least` is a
    length that the caller knows no cycle to fall below; the search ends at the first cycle of that length.
    Costs at most the component's vertices times its edges. Where that exceeds `most_edges`, only the first vertices are
    tried, and the cycle is short but perhaps not the shortest.
    Raises ValueError when the component holds no cycle.
    """
    inside = frozenset(component)
    edges = sum(len(successors[vertex]) for vertex in component)
    best: tuple[int, ...] = ()
    for tried, start in enumerate(sorted(component)):
        if best and (len(best) <= at_least or tried * edges > most_edges):
            break
        best = _cycle_through(start, successors, inside, len(best)) or best
    if not best:
        raise ValueError("the component holds no cycle")
    first = best.index(min(best))
    return best[first:] + best[:first]


def _cycle_through(start: int, successors: Successors, inside: frozenset[int], below: int) -> tuple[int, ...]:
    """Return a shortest cycle through `start` that is shorter than `below` (0: any length), or nothing."""
    before = {start: start}
    level = deque([(start, 1)])
    while level:
        vertex, length = level.popleft()
        if below and length >= below:
            return ()
        for after in successors[vertex]:
            if after == start:
                return _way_back(vertex, start, before)
            if after in inside and after not in before:
                before[after] = vertex
                level.append((after, length + 1))
    return ()


def _way_back(vertex: int, start: int, before: dict[int, int]) -> tuple[int, ...]:
    """Return the vertices from `start` to `vertex`."""
    way = [vertex]
    while way[-1] != start:
        way.append(before[way[-1]])
    return tuple(reversed(way))

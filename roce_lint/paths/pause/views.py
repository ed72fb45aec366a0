"""The states in which a fabric can be: healthy, after one failure, and while routers change from one to the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from roce_lint.paths.pause.forwarding import NEVER, Tree, path_through, waits_of
from roce_lint.paths.pause.topology import Cable, Hop, SwitchIndex, SwitchTopology
from roce_lint.paths.pause.waits import PauseCycle
from roce_lint.values import dataclass

Forward: TypeAlias = Callable[[SwitchTopology, SwitchIndex], Sequence[Tree]]
"""Gives the trees for packets to the hosts of one switch, in the fabric as it is after a failure."""

Witnesses: TypeAlias = Mapping[tuple[Hop, Hop], tuple[SwitchIndex, ...]]


@dataclass(frozen=True, slots=True)
class Failure:
    """What failed: a cable or a switch; `alike` is how many of its kind have the same verdict, itself included."""

    cable: Cable | None
    node: SwitchIndex | None
    alike: int = 1


@dataclass(frozen=True, slots=True)
class Found:
    """A cycle of one view: what failed (None: nothing), and a packet's path for each of its dependencies."""

    cycle: PauseCycle
    failure: Failure | None
    witnesses: Witnesses


@dataclass(frozen=True, slots=True)
class ForwardingState:
    """Converged forwarding in one state: the trees of every destination."""

    topology: SwitchTopology
    trees: Mapping[SwitchIndex, tuple[Tree, ...]]

    def all_trees(self) -> list[Tree]:
        """Return the trees of all destinations."""
        return [tree for trees in self.trees.values() for tree in trees]


def converge(topology: SwitchTopology, forward: Forward) -> ForwardingState:
    """Return the state of the fabric as it stands."""
    return ForwardingState(topology, {node: tuple(forward(topology, node)) for node in sorted(topology.endpoints)})


def after_failure(healthy: ForwardingState, failure: Failure, forward: Forward) -> ForwardingState:
    """Return the state after a failure; destinations that did not use what failed keep their trees."""
    if failure.cable is not None:
        cable = failure.cable
        left = healthy.topology.without_cable(cable)
        if left is healthy.topology:
            return healthy
        trees = {
            node: tuple(forward(left, node)) if any(tree.uses(cable.a, cable.b) for tree in before) else before
            for node, before in healthy.trees.items()
        }
        return ForwardingState(left, trees)
    if failure.node is None:
        return healthy
    left = healthy.topology.without_node(failure.node)
    return ForwardingState(left, {node: tuple(forward(left, node)) for node in sorted(left.endpoints)})


def cycles_of(healthy: SwitchTopology, trees: Sequence[Tree], failure: Failure | None) -> tuple[Found, ...]:
    """Return a shortest cycle of each group of channels that wait for each other, each with its witnesses."""
    waits = waits_of(healthy, trees)
    if not waits.is_cyclic():
        return ()
    return tuple(Found(cycle, failure, witnesses_of(cycle, trees)) for cycle in waits.cycles())


def witnesses_of(cycle: PauseCycle, trees: Sequence[Tree]) -> Witnesses:
    """Return for each dependency of a cycle the path of a packet that has it, of one that arrives if there is any."""
    hops = [(u, v) for u, v, _ in cycle.channels]
    found: dict[tuple[Hop, Hop], tuple[SwitchIndex, ...]] = {}
    for first, second in zip(hops, hops[1:] + hops[:1], strict=True):
        for tree in trees:
            path = path_over(tree, first, second)
            if path:
                found.setdefault((first, second), path)
            if path and NEVER not in path:
                found[first, second] = path
                break
    return found


def path_over(tree: Tree, first: Hop, second: Hop) -> tuple[SwitchIndex, ...]:
    """Return the path of a packet over two hops in a row; empty where the tree sends none that way."""
    u, v = first
    w = second[1]
    if v not in tree.next_hops[u] or w not in tree.next_hops[v]:
        return ()
    return path_through(tree, u, v, w)


def transient_trees(before: ForwardingState, after: ForwardingState) -> list[Tree]:
    """Return for every destination what can hold while routers change from one state to the other, in any order.

    Destinations whose hosts went with a failed switch are left out. Next hops to it stay: packets are sent there until
    their senders have heard.
    """
    joined: list[Tree] = []
    for node, trees in before.trees.items():
        if trees is after.trees.get(node):
            joined += trees
            continue
        joined += [one.joined(other) for one, other in zip(trees, after.trees.get(node, ()), strict=False)]
    return joined


def first_cycle_after(healthy: ForwardingState, failures: Sequence[Failure], forward: Forward) -> tuple[Found, ...]:
    """Return the cycles of the first failure that opens any; the failures behind it are not looked at."""
    for failure in failures:
        state = after_failure(healthy, failure, forward)
        if state is healthy:
            continue
        found = cycles_of(healthy.topology, state.all_trees(), failure)
        if found:
            return found
    return ()


def first_transient_cycle(healthy: ForwardingState, failures: Sequence[Failure], forward: Forward) -> tuple[Found, ...]:
    """Return the cycles of the first failure while routers settle."""
    for failure in failures:
        state = after_failure(healthy, failure, forward)
        if state is healthy:
            continue
        found = cycles_of(healthy.topology, transient_trees(healthy, state), failure)
        if found:
            return found
    return ()


def cable_failures(topology: SwitchTopology) -> list[Failure]:
    """Return the failure of every cable that has none side by side with it."""
    return [Failure(cable, None) for cable in topology.cables if cable.count == 1]


def node_failures(topology: SwitchTopology) -> list[Failure]:
    """Return the failure of every switch."""
    return [Failure(None, node) for node in range(len(topology.names)) if topology.near[node]]

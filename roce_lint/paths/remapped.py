"""Cycles of paused buffers where packets change their pause priority on the way: channels are followed one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from roce_lint.graph.cycles import cyclic_components, shortest_cycle
from roce_lint.paths.class_paths import ClassPaths
from roce_lint.paths.deadlock import DeadlockAnalysis, DeadlockVerdict, TooLargeError, View
from roce_lint.paths.forwarding_states import ForwardingStates
from roce_lint.paths.packet_crossing import CrossingDoubt, Loss
from roce_lint.paths.packet_walk import At
from roce_lint.paths.pause.forwarding import Tree
from roce_lint.paths.pause.path_vector import NotSettled
from roce_lint.paths.pause.views import Failure, Found, witnesses_of
from roce_lint.paths.pause.waits import Channel, PauseCycle


class UnknownClassError(Exception):
    """The class of packets on the way is not known, so that their channels are not."""


def with_remaps(analysis: DeadlockAnalysis, paths: ClassPaths, routed: DeadlockVerdict) -> DeadlockVerdict:
    """Return the verdict of settled forwarding, where it was open only because priorities change on the way.

    Cycles that need a change of priority are found by following packets; what else is not known leaves it open.
    """
    if routed.doubt is None or routed.doubt != analysis.remap_doubt or analysis.strict is not analysis.lenient:
        return routed
    if routed.view not in (View.NOMINAL, View.FAILURE):
        return routed
    states = ForwardingStates(analysis, analysis.lenient, paths.ground, may_share=True)
    try:
        found = _nominal(paths, states) if routed.view is View.NOMINAL else _after_one_failure(paths, states)
    except (UnknownClassError, TooLargeError, NotSettled):
        return routed
    return DeadlockVerdict(routed.view, tuple(found))


def _nominal(paths: ClassPaths, states: ForwardingStates) -> list[Found]:
    if states.is_reduced:
        raise TooLargeError("one of each kind does not show all cycles")
    return _circles(paths, states.healthy(), None)


def _after_one_failure(paths: ClassPaths, states: ForwardingStates) -> list[Found]:
    for state in states.every_failure():
        found = _circles(paths, state.trees, state.failure)
        if found:
            return found
    return []


def _circles(paths: ClassPaths, trees: Sequence[Tree], failure: Failure | None) -> list[Found]:
    """Return a shortest cycle of each group of channels that wait for each other along the trees."""
    numbers: dict[Channel, int] = {}
    after: dict[int, set[int]] = defaultdict(set)
    for tree in trees:
        for first, second in sorted(_waits(paths, tree)):
            one = numbers.setdefault(first, len(numbers))
            after[one].add(numbers.setdefault(second, len(numbers)))
    channels = list(numbers)
    successors = [sorted(after[number]) for number in range(len(channels))]
    found: list[Found] = []
    for component in cyclic_components(successors):
        cycle = PauseCycle(tuple(channels[one] for one in shortest_cycle(successors, component)), len(component))
        found.append(Found(cycle, failure, witnesses_of(cycle, trees)))
    return found


def _waits(paths: ClassPaths, tree: Tree) -> Iterable[tuple[Channel, Channel]]:
    """Yield which channel waits for which because of packets along one tree. Raises UnknownClassError."""
    walker = paths.walker
    walk = walker.walk(
        tree.next_hops, sorted(tree.sources), frozenset({tree.destination}), tracked=False, is_linked=True
    )
    if any(isinstance(lost.outcome, CrossingDoubt) for lost in walk.lost):
        raise UnknownClassError
    breaking = {(lost.before, lost.onto) for lost in walk.lost if lost.loss is not Loss.REMAP}
    arriving: dict[At, set[Channel]] = defaultdict(set)
    leaving: list[tuple[At, Channel]] = []
    for at, lane, behind in walk.links:
        for priority in walker.crossings.pausing(lane.out, lane.into, behind[1].dscp):
            channel = at[0], behind[0], priority
            arriving[behind].add(channel)
            if (at, lane) not in breaking:
                leaving.append((at, channel))
    return {(first, second) for at, second in leaving for first in arriving.get(at, ())}

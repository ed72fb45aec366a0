"""Where random fabrics lose RoCE, found by listing every path of every state, packet by packet."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from roce_lint.fabric.domain import roce_domain
from roce_lint.judge.check import build_fabric
from roce_lint.judge.given import Given
from roce_lint.model.fact import NOWHERE
from roce_lint.model.given_design import GivenDesign
from roce_lint.paths.class_paths import ClassPaths
from roce_lint.paths.deadlock import DeadlockAnalysis
from roce_lint.paths.explain_path import PathTeller
from roce_lint.paths.packet_crossing import Loss
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document

SENT = 26
WRITTEN = (26, 30)
LOSSLESS = (3, 4)
SEEDS = range(40)


@dataclass
class Habits:
    """What one switch does with packets: a class for each code point, what it writes, and its ports without PFC.

    `writes`: a code point for each class, 1, 3 or 4. NX-OS writes for code points on arrival, and only for 26.
    """

    classes: dict[int, int]
    writes: dict[int, int] = field(default_factory=dict)
    silent: set[int] = field(default_factory=set)


def eos(text: str, habits: Habits, ports: int) -> str:
    text = text.replace("priority 3 no-drop\n", "priority 3 no-drop\n   priority-flow-control priority 4 no-drop\n")
    for port in habits.silent:
        head, tail = text.split(f"interface Ethernet{port}\n")
        tail = tail.replace("   service-profile ROCE\n", "", 1)
        text = f"{head}interface Ethernet{port}\n{tail}"
    text += "".join(f"qos map dscp {dscp} to traffic-class {name}\n" for dscp, name in habits.classes.items())
    if habits.writes:
        text += "".join(f"qos map traffic-class {name} to dscp {dscp}\n" for name, dscp in habits.writes.items())
        text += "qos rewrite dscp\n"
    return text


def nxos(text: str, habits: Habits, ports: int) -> str:
    text = text.replace(
        "class-map type qos match-any ROCE\n  match dscp 24-31\n",
        "".join(f"class-map type qos match-any D{dscp}\n  match dscp {dscp}\n" for dscp in habits.classes),
    )
    actions = ""
    for dscp, name in habits.classes.items():
        actions += f"  class D{dscp}\n    set qos-group {name}\n"
        actions += f"    set dscp {habits.writes[name]}\n" if name in habits.writes else ""
    text = text.replace("  class ROCE\n    set qos-group 3\n", actions)
    both = "    pause pfc-cos 3\n  class type network-qos c-8q-nq4\n    pause pfc-cos 4\n"
    text = text.replace("    pause pfc-cos 3\n", both)
    for port in habits.silent:
        head, tail = text.split(f"interface Ethernet1/{port}\n")
        tail = tail.replace("priority-flow-control mode on", "priority-flow-control mode off", 1)
        text = f"{head}interface Ethernet1/{port}\n{tail}"
    return text


def srlinux(text: str, habits: Habits, ports: int) -> str:
    for name in (1, 4):
        text += f"set / qos queues queue unicast-{name} queue-index {name}\n"
        text += f"set / qos forwarding-classes forwarding-class fc{name} output unicast-queue unicast-{name}\n"
    mapping = "set / qos pfc-mapping-profile PFC"
    text += "set / qos queues pfc-queue pfc-4 queue-index 4\n"
    text += f"{mapping} received-traffic unicast-mapping pfc-queue pfc-4 forwarding-class [ fc4 ]\n"
    text += f"{mapping} received-traffic unicast-mapping pfc-queue pfc-4 pfc-pause-frame-priority 4\n"
    text += f"{mapping} received-pfc-pause-frames queue unicast-4 pfc-pause-frame-priority 4 enable-pfc true\n"
    text = text.replace("set / qos classifiers dscp-policy ROCE dscp 26 forwarding-class fc3\n", "")
    for dscp, name in habits.classes.items():
        text += f"set / qos classifiers dscp-policy ROCE dscp {dscp} forwarding-class fc{name}\n"
    for name, dscp in habits.writes.items():
        text += f"set / qos rewrite-rules dscp-policy OUT map fc{name} dscp {dscp}\n"
    for port in range(1, ports + 1) if habits.writes else ():
        text += f"set / qos interfaces interface ethernet-1/{port}.0 output rewrite-rules dscp-policy OUT\n"
    for port in habits.silent:
        text = text.replace(
            f"set / qos interfaces interface ethernet-1/{port} pfc pfc-mapping-profile PFC pfc-enable true\n", ""
        )
    return text


MAKERS = {"eos": eos, "nxos": nxos, "srlinux": srlinux}


def random_fabric(make_fabric, seed: int):
    """Return a fabric of OSPF and the habits of its switches."""
    chance = random.Random(seed)
    fabric = make_fabric(routing="ospf")
    count = chance.randint(4, 6)
    for node in range(count):
        fabric.add(f"n{node}", 65000 + node, hosts=int(node < 3), os=chance.choice(sorted(MAKERS)))
    order = list(range(count))
    chance.shuffle(order)
    pairs = {tuple(sorted(pair)) for pair in itertools.pairwise(order)}
    pairs |= {pair for pair in itertools.combinations(range(count), 2) if chance.random() < 0.25}
    for a, b in sorted(pairs):
        fabric.cable(f"n{a}", f"n{b}", cost=chance.choice([10, 10, 20, 40]))
    habits = {}
    for name, switch in fabric.switches.items():
        one = Habits({dscp: chance.choice([3, 3, 3, 3, 4, 1]) for dscp in WRITTEN})
        if chance.random() < 0.4:
            one.writes = {name: chance.choice(WRITTEN) for name in (1, 3, 4)}
        one.silent = {port for port, *_ in switch.links if chance.random() < 0.12}
        habits[name] = one
    return fabric, habits


class Oracle:
    """The same fabric, judged path by path."""

    def __init__(self, fabric, habits: dict[str, Habits]) -> None:
        self.habits = habits
        self.switches = fabric.switches
        self.cables = [(a, b) for a, _, b, _ in fabric.cables]
        self.ports = {}
        self.cost = {}
        for one in fabric.switches.values():
            for port, _, other, cost in one.links:
                self.ports[one.name, other.name] = port
                self.cost[one.name, other.name] = cost
        self.hosts = [name for name, one in self.switches.items() if one.hosts]

    def paths(self, source: str, goal: str, cut: set[tuple[str, str]]) -> list[tuple[str, ...]]:
        """Return all shortest paths, by listing every simple path."""
        found: list[tuple[int, tuple[str, ...]]] = []
        pending: list[tuple[int, tuple[str, ...]]] = [(0, (source,))]
        while pending:
            far, path = pending.pop()
            if path[-1] == goal:
                found.append((far, path))
                continue
            for other in self.switches:
                hop = path[-1], other
                if hop in self.cost and other not in path and hop not in cut and hop[::-1] not in cut:
                    pending.append((far + self.cost[hop], (*path, other)))
        return [path for far, path in found if far == min(far for far, _ in found)]

    def losses(self, path: tuple[str, ...]) -> Iterator[tuple[str, str, bool]]:
        """Yield the hops of a path at which the packet is not kept from drops, and whether it was rewritten before."""
        dscp = SENT
        for u, v in itertools.pairwise(path):
            held = self.habits[u].classes[dscp]
            dscp = self.habits[u].writes.get(held, dscp)
            arrived = self.habits[v].classes[dscp]
            paused = self.ports[v, u] not in self.habits[v].silent and self.ports[u, v] not in self.habits[u].silent
            if arrived not in LOSSLESS or not paused or (held in LOSSLESS and held != arrived):
                yield u, v, dscp != SENT

    def lost(self, cut: set[tuple[str, str]], gone: str = "") -> set[tuple[str, str, bool]]:
        return {
            loss
            for source, goal in itertools.permutations([name for name in self.hosts if name != gone], 2)
            for path in self.paths(source, goal, cut)
            for loss in self.losses(path)
        }

    def after_one_failure(self) -> set[tuple[str, str, bool]]:
        cables = [self.lost({cable}) for cable in self.cables]
        switches = [self.lost({cable for cable in self.cables if name in cable}, name) for name in self.switches]
        return set().union(*cables, *switches)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_hop_that_loses_packets_is_the_one_of_enumeration(seed, make_fabric):
    built, habits = random_fabric(make_fabric, seed)
    texts = built.texts()
    for name, switch in built.switches.items():
        texts[f"{name}.cfg"] = MAKERS[switch.os](texts[f"{name}.cfg"], habits[name], len(switch.links))
    inputs = read_documents(tuple(Document(name, text) for name, text in texts.items()))
    assert inputs.failures == ()
    design = GivenDesign("lossless", NOWHERE, frozenset({SENT}), frozenset({48}), frozenset(LOSSLESS), 0, NOWHERE)
    fabric = build_fabric(inputs, Given(design=design))
    analysis = DeadlockAnalysis(fabric, roce_domain(fabric))
    paths = ClassPaths(analysis, roce_domain(fabric))
    verdict = paths.verdict()
    assert verdict.doubts == {}
    names, oracle = analysis.graph.names, Oracle(built, habits)
    nominal = oracle.lost(set())
    teller = PathTeller(paths.ground, paths.walker.crossings)
    found = set()
    for one in [loss for loss in verdict.found if loss.lost.loss is not Loss.CNP]:
        way = tuple(names[node] for node in teller.nodes(one))
        assert way in oracle.paths(way[0], way[-1], cut_by(one.failure, names, oracle))
        assert (names[one.lost.before[0]], names[one.lost.node]) in set(itertools.pairwise(way))
        loss = names[one.lost.before[0]], names[one.lost.node], one.lost.is_new
        found |= {(one.failure is None, *loss)} if one.failure is None or loss not in nominal else set()
    expected = {(True, *loss) for loss in nominal}
    expected |= {(False, *loss) for loss in oracle.after_one_failure() - nominal if loss[2]}
    assert found == expected


def cut_by(failure, names, oracle) -> set[tuple[str, str]]:
    """Return the cables that a failure takes away."""
    if failure is None:
        return set()
    if failure.cable is not None:
        return {(names[failure.cable.a], names[failure.cable.b])}
    return {cable for cable in oracle.cables if names[failure.node] in cable}

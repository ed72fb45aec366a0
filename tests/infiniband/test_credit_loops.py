"""Credit loops equal to what peers said of recorded fabrics, and to a path-by-path walk on random ones."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from roce_lint.graph.cycles import is_cyclic
from roce_lint.infiniband.credit_loops import LostPath, judge_tables
from roce_lint.infiniband.engine_paths import EngineChoice, judge_engine
from roce_lint.infiniband.ib_fabric import (
    NO_ROUTE,
    IbEnd,
    IbFabric,
    IbLink,
    IbNode,
    IbPort,
    LinearForwardingTable,
    NodeKind,
)
from roce_lint.infiniband.ib_records import NOT_SAID
from roce_lint.judge.check import read_configs
from roce_lint.model.fact import NOWHERE, Stated, Unknown, known

MINHOP = EngineChoice((), False, frozenset(), NOWHERE)
CASES = (
    "fattree_leaf_ring_minhop",
    "fattree_minhop",
    "mesh4x4_dor",
    "ring3_minhop",
    "ring4_minhop",
    "ring6_lash",
    "ring6_lash_no_qos",
    "ring6_updn_root",
)


def subnet(*paths: Path) -> IbFabric:
    (fabric,) = [one for one in read_configs(*paths).infiniband if isinstance(one, IbFabric)]
    return fabric


@pytest.mark.parametrize("case", CASES)
def test_verdicts_equal_the_recorded_ones(shared: Path, case: str) -> None:
    folder = shared / "ib" / "credit_loops" / case
    said = json.loads((folder / "verdict.json").read_text())
    found = judge_tables(subnet(folder))
    assert (bool(found.cycle), list(found.lanes)) == (said["loop"], said["vls_used"])
    assert len(found.cycle) == len(said["own_cdg_cycle"] or ())
    assert found.lost == ()


@pytest.mark.parametrize("case", [case for case in CASES if "lash" not in case])
def test_engines_without_tables_never_contradict_the_recorded_verdict(shared: Path, case: str) -> None:
    folder = shared / "ib" / "credit_loops" / case
    said = json.loads((folder / "verdict.json").read_text())
    roots = frozenset({0xB8CEF60300010000}) if case.endswith("root") else frozenset[int]()
    choice = EngineChoice((said["engine_used"],), False, roots, NOWHERE)
    verdict = judge_engine(subnet(folder / "ibnetdiscover.txt"), choice)
    assert known(verdict.has_loop, said["loop"]) is said["loop"]


def port(number: int, guid: int, lid: int) -> IbPort:
    return IbPort(number, guid, Stated(lid, NOWHERE) if lid else NOT_SAID, *((NOT_SAID,) * 7), NOWHERE)


def switches_in(links: list[tuple[int, int]], switches: int, hosts: int) -> IbFabric:
    """Return switches 1, 2 ... with cables between them, and `hosts` adapters at each."""
    free = dict.fromkeys(range(1, switches + 1), 1)
    found: list[IbLink] = []
    nodes: dict[int, list[IbPort]] = {number: [port(0, number, number)] for number in free}
    adapters = []

    def plug(switch: int) -> IbEnd:
        number = free[switch]
        free[switch] += 1
        nodes[switch].append(port(number, 0, 0))
        return IbEnd(switch, number)

    for one, other in links:
        found.append(IbLink(*sorted((plug(one), plug(other))), NOWHERE))
    for switch in range(1, switches + 1):
        for index in range(hosts):
            guid = 1000 + switch * 10 + index
            lid = 100 + switch * 10 + index
            adapters.append(
                IbNode(guid, NodeKind.CHANNEL_ADAPTER, "", NOT_SAID, NOT_SAID, (port(1, guid, lid),), NOWHERE)
            )
            found.append(IbLink(plug(switch), IbEnd(guid, 1), NOWHERE))
    built = [
        IbNode(guid, NodeKind.SWITCH, f"s{guid}", NOT_SAID, NOT_SAID, tuple(ports), NOWHERE)
        for guid, ports in nodes.items()
    ]
    return IbFabric((*built, *adapters), tuple(found), (), (), (), (), (), NOT_SAID, (), ("net",), NOWHERE)


def with_tables(fabric: IbFabric, tables: dict[int, dict[int, int]]) -> IbFabric:
    rows = []
    for switch, table in tables.items():
        ports = bytearray([NO_ROUTE]) * (max(table) + 1)
        for lid, number in table.items():
            ports[lid] = number
        rows.append(LinearForwardingTable(switch, bytes(ports), NOWHERE))
    return IbFabric(fabric.nodes, fabric.links, tuple(rows), (), (), (), (), NOT_SAID, (), ("net",), NOWHERE)


def random_tables(fabric: IbFabric, chance: random.Random, shortest: bool) -> dict[int, dict[int, int]]:
    """Return tables that take shortest paths, chosen at random, or lead anywhere."""
    peers = fabric.peers()
    inner = {node.guid for node in fabric.nodes if node.kind is NodeKind.SWITCH}
    tables: dict[int, dict[int, int]] = {guid: {} for guid in inner}
    for node in fabric.nodes:
        if node.kind is NodeKind.SWITCH:
            continue
        door = peers[IbEnd(node.guid, 1)]
        lid = known(node.ports[0].lid, 0)
        distance, border = {door.node: 0}, [door.node]
        while border:
            after = []
            for switch in border:
                for end, peer in peers.items():
                    if end.node == switch and peer.node in inner and peer.node not in distance:
                        distance[peer.node] = distance[switch] + 1
                        after.append(peer.node)
            border = after
        for switch in inner & distance.keys():
            ways = [
                end.port
                for end, peer in sorted(peers.items())
                if end.node == switch
                and peer.node in inner
                and (not shortest or distance[peer.node] == distance[switch] - 1)
            ]
            if switch == door.node:
                tables[switch][lid] = door.port
            elif ways:
                tables[switch][lid] = chance.choice(ways)
    return tables


def walk(fabric: IbFabric, tables: dict[int, dict[int, int]]) -> tuple[bool, set[tuple[int, int]]]:
    """Return whether there is a loop, and what is lost, by walking every path one by one."""
    peers = fabric.peers()
    inner = tables.keys()
    hosts = [node for node in fabric.nodes if node.kind is not NodeKind.SWITCH]
    channels: dict[IbEnd, int] = {}
    after: list[set[int]] = []
    lost = set()
    for source in hosts:
        for target in hosts:
            lid = known(target.ports[0].lid, 0)
            switch = peers[IbEnd(source.guid, 1)].node
            start, before, seen = switch, -1, 0
            while seen <= 2 * len(inner):
                seen += 1
                out = IbEnd(switch, tables[switch].get(lid, NO_ROUTE))
                peer = peers.get(out)
                if peer is None or peer.node not in inner:
                    break
                number = channels.setdefault(out, len(channels))
                if number == len(after):
                    after.append(set())
                if before >= 0:
                    after[before].add(number)
                before, switch = number, peer.node
            if peers.get(IbEnd(switch, tables[switch].get(lid, NO_ROUTE))) != IbEnd(target.guid, 1):
                lost.add((start, lid))
    return is_cyclic(after), lost


@pytest.mark.parametrize("seed", range(40))
def test_random_tables_are_judged_as_a_walk_of_every_path_does(seed: int) -> None:
    chance = random.Random(seed)
    count = chance.randint(2, 7)
    links = [(number, chance.randint(1, number - 1)) for number in range(2, count + 1)]
    links += [tuple(chance.sample(range(1, count + 1), 2)) for _ in range(chance.randint(0, 4))]  # type: ignore[misc]  # pairs
    fabric = switches_in(links, count, chance.randint(1, 2))
    tables = random_tables(fabric, chance, shortest=seed % 2 == 0)
    found = judge_tables(with_tables(fabric, tables))
    has_loop, lost = walk(fabric, tables)
    assert bool(found.cycle) is has_loop
    assert {(one.source_switch, one.lid) for one in found.lost} == lost
    if seed % 2 == 0:
        verdict = judge_engine(fabric, MINHOP)
        assert known(verdict.has_loop, has_loop) is has_loop


def test_a_dead_end_is_named_at_every_switch_with_adapters() -> None:
    fabric = switches_in([(1, 2), (2, 3)], 3, 1)
    tables = random_tables(fabric, random.Random(0), shortest=True)
    tables[2][130] = NO_ROUTE
    assert judge_tables(with_tables(fabric, tables)).lost == (LostPath(1, 130), LostPath(2, 130))


@pytest.mark.parametrize(
    ("size", "engine", "roots", "expected"),
    [
        (3, "minhop", (), False),
        (4, "minhop", (), None),
        (5, "minhop", (), True),
        (6, "updn", (), True),
        (6, "updn", (1,), False),
        (6, "nue", (), False),
        (6, "lash", (), None),
        (6, "file", (), None),
    ],
    ids=lambda value: str(value),
)
def test_a_ring_loops_as_its_engine_lets_it(
    size: int, engine: str, roots: tuple[int, ...], expected: bool | None
) -> None:
    ring = switches_in([(number, number % size + 1) for number in range(1, size + 1)], size, 1)
    verdict = judge_engine(ring, EngineChoice((engine,), True, frozenset(roots), NOWHERE))
    assert (None if isinstance(verdict.has_loop, Unknown) else verdict.has_loop.value) is expected
    assert len(verdict.cycle) == (size if expected else 0)

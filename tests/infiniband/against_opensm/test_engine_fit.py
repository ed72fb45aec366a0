"""Which topologies an engine gives up on, against OpenSM itself on random trees and rings."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from roce_lint.infiniband.engine_fit import fit_engine
from roce_lint.infiniband.engine_paths import switch_graph
from roce_lint.infiniband.ib_fabric import IbFabric
from roce_lint.infiniband.ibdiag import read_ibdiag
from roce_lint.infiniband.join_records import join_records
from roce_lint.infiniband.opensm.opensm_conf import parse_options
from roce_lint.model.fact import Unknown
from roce_lint.text.document import Document

Cables = list[tuple[int, int]]
RUNS = int(os.environ.get("ENGINE_FIT_RUNS", "14"))


def network(switches: int, cables: Cables, hosts: list[int]) -> str:
    """Return a network in the form of ibnetdiscover: cables between switches, and the switch of each host."""
    ports: list[list[str]] = [[] for _ in range(switches)]

    def plug(switch: int, text: str) -> int:
        ports[switch].append(text)
        return len(ports[switch])

    for a, b in cables:
        here, there = len(ports[a]) + 1, len(ports[b]) + 1 + (a == b)
        plug(a, f'[{here}]\t"S-{0x10000 + b:016x}"[{there}]\t\t# "s{b}" lid 0 4xEDR')
        plug(b, f'[{there}]\t"S-{0x10000 + a:016x}"[{here}]\t\t# "s{a}" lid 0 4xEDR')
    blocks = []
    for number, switch in enumerate(hosts, 1):
        guid = 0x100000 + 16 * number
        here = plug(switch, "")
        ports[switch][-1] = f'[{here}]\t"H-{guid:016x}"[1]({guid + 1:x})\t\t# "h{number}" lid 0 4xEDR'
        blocks.append(
            f'caguid=0x{guid:x}\nCa\t1 "H-{guid:016x}"\t\t# "h{number}"\n'
            f'[1]({guid + 1:x})\t"S-{0x10000 + switch:016x}"[{here}]\t\t# lid 0 lmc 0 "s{switch}" lid 0 4xEDR\n'
        )
    for switch, lines in enumerate(ports):
        guid = 0x10000 + switch
        head = f'switchguid=0x{guid:x}\nSwitch\t36 "S-{guid:016x}"\t\t# "s{switch}" enhanced port 0 lid 0 lmc 0\n'
        blocks.append(head + "".join(f"{line}\n" for line in lines))
    return "\n".join(blocks)


def random_network(seed: int) -> str:
    """Return a tree of two or three levels, often with a cable more or less, a host on a spine, or a ring."""
    chance = random.Random(seed)
    leaves, spines = chance.randint(2, 5), chance.randint(1, 3)
    kind = chance.choice(("tree", "tree", "three levels", "ring"))
    if kind == "ring":
        size = chance.randint(3, 6)
        return network(size, [(one, (one + 1) % size) for one in range(size)], [*range(size)] * chance.randint(1, 2))
    cables = [(leaf, leaves + spine) for leaf in range(leaves) for spine in range(spines)]
    count = leaves + spines
    if kind == "three levels":
        cables += [(leaves + spine, count + core) for spine in range(spines) for core in range(2)]
        count += 2
    for _ in range(chance.choice((0, 0, 1, 2))):
        cables.append(chance.choice(cables))
    if chance.random() < 0.3 and len(cables) > leaves:
        cables.remove(chance.choice(cables))
    if chance.random() < 0.3:
        cables.append((0, 1))
    hosts = [leaf for leaf in range(leaves) for _ in range(chance.randint(1, 2))]
    if chance.random() < 0.2:
        hosts.append(leaves)
    return network(count, cables, hosts)


def subnet(text: str) -> IbFabric:
    (found,) = join_records([one for one in read_ibdiag(Document("net.txt", text)).infiniband if hasattr(one, "nodes")])
    return found


@pytest.mark.parametrize("seed", range(int(os.environ.get("ENGINE_FIT_FROM", "0")), RUNS))
def test_an_engine_gives_up_where_opensm_does(seed: int, routed_by: Callable[..., str], tmp_path: Path) -> None:
    text = random_network(seed)
    net = tmp_path / "net.txt"
    net.write_text(text)
    chance = random.Random(seed)
    engine = chance.choice(("ftree", "ftree", "updn", "torus-2QoS"))
    conf = f"routing_engine {engine}\nqos {chance.choice(('TRUE', 'FALSE'))}\nlmc {chance.choice((0, 0, 0, 1))}\n"
    fabric = subnet(text)
    hosts = len(re.findall(r"^Ca", text, re.M))
    fit = fit_engine(switch_graph(fabric), hosts, parse_options(conf.encode(), "opensm.conf"), frozenset())
    used = routed_by(net, conf)
    if engine == "torus-2QoS" and not fit.because:
        return  # whether it finds its rings depends on a file of its own
    assert not isinstance(fit.applies, Unknown)
    assert (fit.applies.value, used) == (used == engine, used), fit.because
    if not fit.applies.value:
        assert (used, fit.outcome) == ("minhop", "OpenSM routes with minhop instead")


def test_with_no_fallback_the_subnet_never_comes_up(routed_by: Callable[..., str], tmp_path: Path) -> None:
    net = tmp_path / "net.txt"
    net.write_text(network(4, [(0, 1), (1, 2), (2, 3), (3, 0)], [0, 1, 2, 3]))
    conf = "routing_engine ftree,no_fallback\n"
    fit = fit_engine(switch_graph(subnet(net.read_text())), 4, parse_options(conf.encode(), "opensm.conf"), frozenset())
    assert fit.outcome == "with no_fallback nothing routes the subnet, and it never comes up"
    assert routed_by(net, conf) == ""

"""Credit loops and lost paths of random subnets, written as OpenSM dumps them, against ibdmchk of ibutils."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from roce_lint.infiniband.credit_loops import judge_tables
from roce_lint.infiniband.ib_fabric import IbFabric
from roce_lint.judge.check import read_configs

RUNS = int(os.environ.get("ROCE_LINT_IBDMCHK_RUNS", "25"))
"""How many subnets to make and judge; about 50 ms each."""


class Net:
    """A random subnet with shortest paths, each chosen at random among its equals."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.switches = self.random.randint(3, 9)
        self.cables: dict[tuple[int, int], tuple[int, int]] = {}
        self.free = dict.fromkeys(range(self.switches), 1)
        for switch in range(1, self.switches):
            self.join(switch, self.random.randrange(switch))
        for _ in range(self.random.randint(0, self.switches)):
            self.join(*self.random.sample(range(self.switches), 2))
        hosts = self.random.randint(1, 2)
        self.hosts = [(switch, self.port(switch)) for switch in range(self.switches) for _ in range(hosts)]

    def port(self, switch: int) -> int:
        self.free[switch] += 1
        return self.free[switch] - 1

    def join(self, one: int, other: int) -> None:
        a, b = (one, self.port(one)), (other, self.port(other))
        self.cables[a], self.cables[b] = b, a

    def host_lid(self, number: int) -> int:
        return 100 + number

    def tables(self) -> dict[int, dict[int, int]]:
        found: dict[int, dict[int, int]] = {
            switch: {1 + other: 0 if other == switch else 255 for other in range(self.switches)}
            for switch in range(self.switches)
        }
        for number, (door, port) in enumerate(self.hosts):
            self.route(found, self.host_lid(number), door, port)
        for switch in range(self.switches):
            self.route(found, 1 + switch, switch, 0)
        return found

    def route(self, found: dict[int, dict[int, int]], lid: int, door: int, port: int) -> None:
        distance, border = {door: 0}, [door]
        while border:
            border = [
                peer
                for switch in border
                for (here, _), (peer, _) in sorted(self.cables.items())
                if here == switch and peer not in distance and distance.setdefault(peer, distance[switch] + 1)
            ]
        for switch, far in distance.items():
            ways = [
                end[1] for end, peer in sorted(self.cables.items()) if end[0] == switch and distance[peer[0]] == far - 1
            ]
            found[switch][lid] = port if switch == door else self.random.choice(ways)

    def node(self, kind: str, guid: int, name: str, lid: int, port: int) -> str:
        own = guid if kind == "SW" else guid + 1
        count = "24" if kind == "SW" else "01"
        return (
            f"{{ {kind} Ports:{count} SystemGUID:{guid:016x} NodeGUID:{guid:016x} PortGUID:{own:016x} VenID:0002C9 "
            f"DevID:D2F0 Rev:000000A1 {{{name}}} LID:{lid:04X} PN:{port:02X} }}"
        )

    def switch(self, number: int, port: int) -> str:
        return self.node("SW", 0xB8CEF60300010000 + 0x40 * number, f"sw-{number}", 1 + number, port)

    def host(self, number: int) -> str:
        kind = "CA-SM" if number == 0 else "CA"
        return self.node(kind, 0x0C42A10300100000 + 0x10 * number, f"h-{number}", self.host_lid(number), 1)

    def write(self, folder: Path) -> None:
        ends = [(self.switch(*end), self.switch(*peer)) for end, peer in sorted(self.cables.items())]
        for number, (switch, port) in enumerate(self.hosts):
            ends += [(self.switch(switch, port), self.host(number)), (self.host(number), self.switch(switch, port))]
        lines = "".join(f"{one} {other} PHY=4x LOG=ACT SPD=25\n" for one, other in ends)
        (folder / "subnet.lst").write_text(lines)
        dump = ""
        for switch, table in self.tables().items():
            dump += f"dump_ucast_routes: Switch 0x{0xB8CEF60300010000 + 0x40 * switch:016x}\n"
            dump += "LID    : Port : Hops : Optimal\n"
            dump += "".join(f"0x{lid:04X} : {port:03}  : 01   : yes\n" for lid, port in sorted(table.items()))
        (folder / "osm.fdbs").write_text(dump)


@pytest.mark.parametrize("seed", range(RUNS))
def test_random_subnets_are_judged_as_by_ibdmchk(tmp_path: Path, seed: int) -> None:
    if shutil.which("ibdmchk") is None:
        pytest.skip("ibdmchk (package ibutils) is not on this machine")
    Net(seed).write(tmp_path)
    (tmp_path / "none").touch()
    command = ["ibdmchk", "-s", "subnet.lst", "-f", "osm.fdbs", "-m", "none"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    assert "Analyzing Fabric for Credit Loops" in said, said
    (fabric,) = read_configs(tmp_path / "subnet.lst", tmp_path / "osm.fdbs").infiniband
    assert isinstance(fabric, IbFabric)
    found = judge_tables(fabric)
    assert bool(found.cycle) is bool(re.search("Found credit loop", said)), said
    assert found.lost == ()

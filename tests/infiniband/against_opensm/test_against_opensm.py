"""What we predict of a partition file against what OpenSM does with it; files are made by a seeded generator."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from roce_lint.infiniband.effective_tables import TableOptions, derive_tables, end_ports
from roce_lint.infiniband.ib_fabric import IbFabric
from roce_lint.infiniband.opensm.partitions import parse_partitions
from roce_lint.judge.check import read_configs

RUNS = int(os.environ.get("ROCE_LINT_OPENSM_RUNS", "12"))
"""How many files to make and run; about half a second each."""
HOSTS = ["gpu-01", "gpu-02", "gpu-03", "gpu-05"]


def subnet_of(root: Path) -> IbFabric:
    facts = read_configs(root / "fixtures/opensm/small-pod").infiniband
    return next(one for one in facts if isinstance(one, IbFabric))


def predicted(subnet: IbFabric, octets: bytes, manager: str, both: bool) -> tuple[str, dict[str, list[str]]]:
    ports = end_ports(subnet)
    sm_guid = min(port.guid for port in ports if port.node == manager)
    found = derive_tables(parse_partitions(octets, "partitions.conf"), ports, TableOptions(both, sm_guid))
    tables = {f"0x{table.port.guid:016x}": [f"0x{key:04x}" for key in table.keys] for table in found.tables}
    return found.verdict.value, tables


class Slips:
    """Makes partition files; the more slips, the more of what OpenSM reads otherwise than people do."""

    def __init__(self, seed: int, guids: list[str]) -> None:
        self.random = random.Random(seed)
        self.guids = guids
        self.rate = self.random.choice([0, 0.01, 0.03, 0.1])

    def mistakes(self) -> bool:
        return self.random.random() < self.rate

    def guid(self) -> str:
        guid = self.random.choice(self.guids)
        plain = int(guid, 16)
        odd = [
            "0x506b4b0300c0a010",
            "0xdead",
            "0",
            f"0{plain:o}",
            str(plain),
            guid[2:],
            f"{guid}0",
            guid.upper(),
            "+" + guid,
        ]
        odd += [f"-{(1 << 64) - plain}", "\x0b" + guid, guid[:9] + ":" + guid[9:], "0x", "gpu-02"]
        return self.random.choice(odd) if self.mistakes() else guid

    def entry(self) -> str:
        who = self.random.choice(
            [self.guid()] * 8 + ["ALL", "ALL_CAS", "ALL_SWITCHES", "ALL_ROUTERS", "SELF", "SELF", "NONE"]
        )
        if self.mistakes() and not who.startswith("0"):
            who = self.random.choice([who[: self.random.randint(0, len(who))], who.lower(), who + "x"])
        word = self.random.choice(["=full", "=full", "=limited", "=both", "", ""])
        odd = ["=", "=f", "=Full", "= full ", "=fulll", "=full=limited", "==full", "=li", "=full\r", "=full 0x1"]
        return who + (self.random.choice(odd) if self.mistakes() else word)

    def header(self) -> str:
        name = self.random.choice(["Default", "A", "B", "storage", "tenant7", ""])
        if self.mistakes():
            name = self.random.choice(
                ["default", "n" * 31, "n" * 32, "5", "0x5", "2nd", "a b", "été", "\ufeffA", "0001"]
            )
        key = self.random.choice(["=0x1", "=0x2", "=0x3", "=0x101", "=0x200", "=0x7fff", "=17", "=0x8001", "", ""])
        if self.mistakes():
            key = self.random.choice(["=0", "=0x8000", "=-1", "=010", "=0x", "=zz", "=", "=0x10001", "=08", "= 0x5 "])
        flags = ["", ",ipoib", ",indx0", ",defmember=full", ",defmember=both", ",mtu=5,rate=7", ",sl=3", ",scope=5"]
        odd = [",indx", ",i", ",s=3", ",", ",=", ",defmember=", ",d=full", ",mtu=2048", ",indx0 ", ",Ipoib", ",m=5"]
        return name + key + self.random.choice(flags) + (self.random.choice(odd) if self.mistakes() else "") + ":"

    def definition(self) -> str:
        between = self.random.choice([",", ", ", ",\n  ", "\n", ",,"])
        body = between.join(self.entry() for _ in range(self.random.choice([0, 1, 2, 3, 6, 14])))
        if self.random.random() < 0.1:
            flags = self.random.choice(["", ",rate=3", ",mtu=5", ",SELF=full", ",x=1"])
            body += f"\nmgid={self.random.choice(['ff12::5', 'ff12:401b::16', 'ff1e::7', 'fe80::1'])}{flags}\n"
        end = self.random.choice(["", "\n;", " ;", ";;", ",;", "; ;", "\n ;", ";\r"]) if self.mistakes() else ";"
        return self.header() + body + end

    def file(self) -> bytes:
        text = "".join(
            self.definition() + self.random.choice(["\n", "\n", "\n\n", " ", "", " # rate=7,mtu=5 : ALL=full;\n"])
            for _ in range(self.random.choice([1, 2, 3, 5, 9]))
        )
        if self.random.random() < 0.5:
            text = "Default=0x7fff,ipoib:ALL=limited,SELF=full;\n" + text
        if self.mistakes():
            odd = [text.replace("\n", "\r\n"), "\ufeff" + text, text + "\0;\n", "//\n" + text, "#" + "c" * 4150 + text]
            text = self.random.choice([*odd, " " * 4080 + text, text.replace("\n", ""), text.replace(" ", "\u00a0")])
        return text.encode("utf-8")


def made(seed: int, subnet: IbFabric) -> tuple[bytes, str, bool]:
    mistakes = Slips(seed, [f"0x{port.guid:016x}" for port in end_ports(subnet)])
    octets = mistakes.file()
    return octets, mistakes.random.choice(HOSTS), mistakes.random.random() < 0.3


@pytest.mark.parametrize("seed", range(RUNS))
def test_opensm_takes_a_file_of_chance_as_predicted(seed: int, root: Path, opensm: Callable[..., object]) -> None:
    subnet = subnet_of(root)
    octets, manager, both = made(seed, subnet)
    if not parse_partitions(octets, "").is_foreseeable:
        pytest.skip("OpenSM would read memory that it never wrote")
    outcome = opensm(octets, manager=manager, options="allow_both_pkeys TRUE\n" if both else "")
    assert (outcome.verdict, outcome.tables) == predicted(subnet, octets, manager, both)


def test_recorded_runs_of_opensm_are_predicted(root: Path) -> None:
    subnet = subnet_of(root)
    runs = json.loads((root / "fixtures/opensm/recorded-runs/runs.json").read_text())
    assert {run["verdict"] for run in runs} == {"ok", "refused"}
    for number, run in enumerate(runs):
        tables = {guid: keys.split() for guid, keys in run["tables"].items()}
        got = predicted(subnet, run["file"].encode("latin-1"), run["manager"], run["allow_both_pkeys"])
        assert (number, *got) == (number, run["verdict"], tables)

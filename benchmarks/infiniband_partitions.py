"""Measure reading, effective tables and rules on a large InfiniBand subnet: 10,000 ports, 500 partitions by default.

    python benchmarks/infiniband_partitions.py [PORTS] [PARTITIONS]

Prints seconds of one core for each step. Every port is in the storage partition, in one tenant,
and one in five in a second one.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from roce_lint.infiniband.sm_setup import manager_port, sm_setups, tables_of
from roce_lint.judge.check import lint, load_all_rules, read_configs

_HOSTS_PER_LEAF = 20


def topology(ports: int) -> str:
    """Return a two-level tree with `ports` hosts in the form of ibnetdiscover."""
    leaves = (ports + _HOSTS_PER_LEAF - 1) // _HOSTS_PER_LEAF
    spine = 0xB8CE_F603_00F0_0000
    lines = [
        f"switchguid=0x{spine:x}({spine:x})",
        f'Switch\t{leaves} "S-{spine:016x}"\t\t# "spine" enhanced port 0 lid 1 lmc 0',
    ]
    lines += [
        f'[{leaf + 1}]\t"S-{_leaf(leaf):016x}"[40]\t\t# "leaf-{leaf}" lid {leaf + 2} 4xHDR'
        for leaf in range(min(leaves, 254))
    ]
    for leaf in range(leaves):
        guid = _leaf(leaf)
        lines += ["", f"switchguid=0x{guid:x}({guid:x})"]
        lines.append(f'Switch\t40 "S-{guid:016x}"\t\t# "leaf-{leaf}" enhanced port 0 lid {leaf + 2} lmc 0')
        for place in range(min(_HOSTS_PER_LEAF, ports - leaf * _HOSTS_PER_LEAF)):
            node = _host(leaf * _HOSTS_PER_LEAF + place)
            lines.append(f'[{place + 1}]\t"H-{node:016x}"[1]({node + 1:x})\t\t# "h-{node & 0xFFFFFF:06x}" lid 0 4xHDR')
    for number in range(ports):
        node, leaf = _host(number), _leaf(number // _HOSTS_PER_LEAF)
        lines += ["", f"caguid=0x{node:x}", f'Ca\t1 "H-{node:016x}"\t\t# "h-{node & 0xFFFFFF:06x}"']
        lines.append(
            f'[1]({node + 1:x}) \t"S-{leaf:016x}"[{number % _HOSTS_PER_LEAF + 1}]\t\t# lid 0 lmc 0 "leaf" lid 0 4xHDR'
        )
    return "\n".join(lines) + "\n"


def _leaf(number: int) -> int:
    return 0xB8CE_F603_0001_0000 + number * 0x40


def _host(number: int) -> int:
    return 0x0C42_A103_0010_0000 + number * 0x10


def partition_file(ports: int, partitions: int) -> str:
    """Return a partition file with a storage partition and tenants over all ports."""
    lines = ["Default=0x7fff, ipoib: ALL=limited, SELF=full;", "storage=0x7000: ALL_CAS=limited, SELF=full;"]
    for tenant in range(partitions - 1):
        own = list(range(tenant, ports, partitions - 1))
        shared = list(range((tenant + 1) % (partitions - 1), ports, 5 * (partitions - 1)))
        members = ",\n  ".join(f"0x{_host(number) + 1:016x}=full" for number in (*own, *shared))
        lines.append(f"tenant-{tenant}=0x{tenant + 1:04x}:\n  {members};")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the seconds of one core that each step takes."""
    ports, partitions = (int(word) for word in (*sys.argv[1:], "10000", "500")[:2])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "ibnetdiscover.txt").write_text(topology(ports))
        (folder / "partitions.conf").write_text(partition_file(ports, partitions))
        start = time.process_time()
        fabric = read_configs(folder)
        read = time.process_time()
        (setup,) = sm_setups(fabric.infiniband)
        tables = tables_of(setup, manager_port(setup).guid)
        tabled = time.process_time()
        lint(fabric, load_all_rules())
        judged = time.process_time()
    entries = sum(len(table.keys) for table in tables.tables)
    print(f"{len(tables.tables)} tables, {entries} entries")
    print(f"read {read - start:.2f} s, tables {tabled - read:.2f} s, rules {judged - tabled:.2f} s")


if __name__ == "__main__":
    main()

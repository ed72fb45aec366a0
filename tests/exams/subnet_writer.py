"""InfiniBand subnets: partitions.conf, opensm.conf and what ibnetdiscover prints; from public descriptions alone."""

from __future__ import annotations

import random

from tests.exams.config_lines import Config, Line
from tests.exams.host_writer import verbatim


def subnet_configs(seed: str) -> list[Config]:
    """Return the files of a subnet manager and the topology of its subnet."""
    return _Subnet(random.Random(seed + "-subnet")).configs()


class _Subnet:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.leaves, self.spines, self.hosts = rng.randrange(2, 5), 2, rng.randrange(3, 7)
        base = rng.choice((0x946DAE0300000000, 0xB83FD20300000000, 0x0002C90300000000))
        self.guids = [[base + 0x100 * leaf + host * 4 for host in range(self.hosts)] for leaf in range(self.leaves)]
        self.switches = [base + 0x90000 + number for number in range(self.leaves + self.spines)]
        self.speed = rng.choice(("4xEDR", "4xHDR", "4xNDR"))
        self.names = rng.choice((("leaf{}", "spine{}", "node{:02d}"), ("L{}", "S{}", "dgx-{:03d}")))

    def configs(self) -> list[Config]:
        made = (
            ("opensm/partitions.conf", self.partitions()),
            ("opensm/opensm.conf", self.options()),
            ("ibnetdiscover.txt", self.topology()),
        )
        return [
            Config("subnet", name, "subnet", name.split("/")[-1].split(".")[0],
            [Line((row,)) for row in text.splitlines()],
                   verbatim, {})
            for name, text in made
        ]  # fmt: skip

    def partitions(self) -> str:
        rng = self.rng
        everyone = [guid for leaf in self.guids for guid in leaf]
        rng.shuffle(everyone)
        half = len(everyone) // 2
        keys = rng.sample(range(0x10, 0x7000), 2)
        word = rng.choice(("full", "full", "ful"))
        word = "full" if word != "full" else word
        head = rng.choice(("# partitions of the subnet\n", "", "# P_Key plan, change 118\n#\n"))
        default = rng.choice(
            (
                "Default=0x7fff, ipoib, mtu=4: ALL=limited, SELF=full;",
                "Default=0x7fff,ipoib:ALL=limited,ALL_SWITCHES=full,SELF=full;",
                "Default=0x7fff, ipoib : ALL_CAS=limited, ALL_SWITCHES=limited, SELF=full ;",
            )
        )
        rows = [default]
        for name, key, members in zip(("red", "blue"), keys, (everyone[:half], everyone[half:]), strict=True):
            entries = [f"0x{guid:016x}={word}" for guid in members]
            form = rng.choice(("lines", "one", "defmember"))
            if form == "one":
                rows.append(f"{name}=0x{key:x}: " + ", ".join(entries) + ";")
            elif form == "defmember":
                rows.append(f"{name}=0x{key:04x},defmember=full:")
                rows += [f"  {entry.split('=')[0]}," for entry in entries[:-1]] + [f"  {entries[-1].split('=')[0]};"]
            else:
                rows.append(f"{name}=0x{key:04x}:")
                rows += [f"    {entry}," for entry in entries[:-1]] + [f"    {entries[-1]};"]
        return head + "\n".join(rows) + "\n"

    def options(self) -> str:
        rng = self.rng
        rows = [
            f"m_key 0x{rng.getrandbits(62):016x}", "m_key_protection_level 2", "m_key_lease_period 60",
            f"sm_key 0x{rng.getrandbits(62):016x}", f"sa_key 0x{rng.getrandbits(62):016x}",
            "subnet_prefix 0xfe80000000000000", "partition_config_file /etc/opensm/partitions.conf",
            "part_enforce both",
            "no_partition_enforcement FALSE", "allow_both_pkeys FALSE", f"sm_priority {rng.randrange(8, 15)}",
            f"routing_engine {rng.choice(('ftree', 'updn', 'minhop'))}", "sweep_interval 10", "sweep_on_trap TRUE",
            "log_flags 0x07", "qos FALSE", "honor_guid2lid_file TRUE", "polling_retry_number 4",
        ]  # fmt: skip
        rng.shuffle(rows)
        return "# options of the subnet manager\n" + "\n".join(rows) + "\n"

    def topology(self) -> str:
        text = "#\n# Topology file: generated on Tue Nov 17 09:00:00 2026\n#\n# Initiated from node\n\n"
        lid = {guid: number for number, guid in enumerate(self.switches, 1)}
        hosts = [guid for leaf in self.guids for guid in leaf]
        lid |= {guid: number for number, guid in enumerate(hosts, 20)}
        for number, guid in enumerate(self.switches):
            text += self.switch(number, guid, lid)
        for leaf, guids in enumerate(self.guids):
            for number, guid in enumerate(guids):
                name = self.names[2].format(leaf * self.hosts + number + 1)
                switch = self.switches[leaf]
                peer = self.names[0].format(leaf + 1)
                text += (
                    f"vendid=0x2c9\ndevid=0x1021\nsysimgguid=0x{guid:x}\ncaguid=0x{guid:x}\n"
                    f'Ca\t1 "H-{guid:016x}"\t\t# "{name} mlx5_0"\n'
                    f'[1]({guid:x}) \t"S-{switch:016x}"[{number + 1}]\t\t# lid {lid[guid]} lmc 0 "{peer}" '
                    f"lid {lid[switch]} {self.speed}\n\n"
                )
        return text

    def switch(self, number: int, guid: int, lid: dict[int, int]) -> str:
        is_leaf = number < self.leaves
        name = self.names[0 if is_leaf else 1].format(number + 1 - (0 if is_leaf else self.leaves))
        text = f"vendid=0x2c9\ndevid=0xd2f0\nsysimgguid=0x{guid:x}\nswitchguid=0x{guid:x}({guid:x})\n"
        text += f'Switch\t40 "S-{guid:016x}"\t\t# "{name}" enhanced port 0 lid {lid[guid]} lmc 0\n'
        if is_leaf:
            for host, peer in enumerate(self.guids[number]):
                label = self.names[2].format(number * self.hosts + host + 1)
                text += (
                    f'[{host + 1}]\t"H-{peer:016x}"[1]({peer:x}) \t\t# "{label} mlx5_0" lid {lid[peer]} {self.speed}\n'
                )
            for spine in range(self.spines):
                peer = self.switches[self.leaves + spine]
                label = self.names[1].format(spine + 1)
                text += f'[{31 + spine}]\t"S-{peer:016x}"[{number + 1}]\t\t# "{label}" lid {lid[peer]} {self.speed}\n'
        else:
            for leaf in range(self.leaves):
                peer = self.switches[leaf]
                port = 31 + number - self.leaves
                label = self.names[0].format(leaf + 1)
                text += f'[{leaf + 1}]\t"S-{peer:016x}"[{port}]\t\t# "{label}" lid {lid[peer]} {self.speed}\n'
        return text + "\n"

"""Fabrics to write configurations for: who is cabled to whom, with which addresses, and what RoCE is there."""

from __future__ import annotations

import ipaddress
import random
from dataclasses import dataclass, field


@dataclass
class Port:
    """A port. `role`: host, fabric, peer, store (no RoCE), oob or spare; `ip` empty on switched ports."""

    index: int
    role: str
    peer: str = ""
    peer_index: int = 0
    ip: str = ""
    peer_ip: str = ""
    peer_asn: int = 0
    up: bool = False
    vlan: int = 0
    lag: int = 0


@dataclass
class Node:
    """A switch or a host; `tier` is host, leaf, spine or core."""

    name: str
    tier: str
    system: str = ""
    number: int = 0
    asn: int = 0
    ports: list[Port] = field(default_factory=list)
    twin: str = ""

    @property
    def loopback(self) -> str:
        return f"10.255.{ {'leaf': 1, 'spine': 2, 'core': 3}.get(self.tier, 9) }.{self.number}"

    def role(self, *roles: str) -> list[Port]:
        return [port for port in self.ports if port.role in roles]


@dataclass
class Qos:
    """What RoCE is in this fabric; sizes in bytes."""

    dscp: int
    priority: int
    kmin: int
    kmax: int
    pmax: int
    isolated: bool
    cnp: int = 48

    @property
    def tos(self) -> int:
        return self.dscp << 2 | 2


@dataclass
class Fabric:
    """Switches and hosts with their cables."""

    shape: str
    nodes: dict[str, Node]
    qos: Qos
    speed: int
    routing: str
    vlans: bool = False
    overlay: bool = False
    lags: bool = False
    mixed: bool = False
    seed: str = ""

    def switches(self) -> list[Node]:
        return [node for node in self.nodes.values() if node.tier != "host"]

    def hosts(self) -> list[Node]:
        return [node for node in self.nodes.values() if node.tier == "host"]


NAMES = (
    ("rail{n}-tor", "agg{n}", "core{n}", "gpu{n:03d}"),
    ("lf-{n:02d}.ams", "sp-{n:02d}.ams", "cr-{n:02d}.ams", "node{n}"),
    ("ldn1-acc-{n:03d}", "ldn1-dis-{n:03d}", "ldn1-cor-{n:03d}", "dgx-{n:02d}"),
    ("TOR{n}A", "SPN{n}A", "SSP{n}A", "h{n:04d}"),
    ("b{n}-edge", "b{n}-mid", "b{n}-top", "train-{n}"),
)
SHAPES = ("clos", "rails", "three-tier", "single", "vlans", "overlay", "pair")


def draw_fabric(systems: tuple[str, ...], seed: str, shapes: tuple[str, ...] = SHAPES) -> Fabric:
    """Return a random fabric, the same for the same seed; more than one system makes a mixed one by tier."""
    rng = random.Random(seed)
    shape = rng.choice(shapes)
    speed = rng.choice((100, 400, 400, 800) if "srlinux" not in systems else (400, 400, 800))
    speed = min(speed, 400) if systems[0].startswith("sonic") else speed
    dscp, priority = rng.choice(((26, 3), (26, 3), (26, 3), (24, 3), (34, 4), (40, 5), (26, 5)))
    kmin = rng.choice((6, 8, 12, 16)) * speed * 125
    alone = rng.random() < 0.6 or dscp >> 3 != priority or len(systems) > 1
    qos = Qos(dscp, priority, kmin, kmin * rng.choice((3, 4, 5)), rng.choice((7, 10, 20, 50, 100)), alone)
    routing = (
        rng.choice(("bgp", "bgp", "ospf"))
        if len(systems) == 1 and systems[0] not in ("srlinux", "sonic", "sonic-new", "cumulus")
        else "bgp"
    )
    fabric = Fabric(shape, {}, qos, speed, routing, mixed=len(systems) > 1, seed=seed)
    _Builder(fabric, systems, rng).build()
    return fabric


class _Builder:
    def __init__(self, fabric: Fabric, systems: tuple[str, ...], rng: random.Random) -> None:
        self.fabric, self.systems, self.rng = fabric, systems, rng
        self.names = rng.choice(NAMES)
        self.subnets = iter(ipaddress.ip_network(f"10.{rng.randrange(16, 90)}.0.0/16").subnets(new_prefix=31))
        self.base = rng.choice((64600, 65000, 4200000000))

    def node(self, tier: str, number: int, asn: int) -> Node:
        name = self.names[("leaf", "spine", "core", "host").index(tier)].format(n=number)
        system = self.systems[("leaf", "spine", "core").index(tier) % len(self.systems)] if tier != "host" else "host"
        made = Node(name, tier, system, number, asn)
        self.fabric.nodes[name] = made
        return made

    def cable(self, low: Node, high: Node, role: str = "fabric", *, routed: bool = True, vlan: int = 0) -> None:
        a, b = "", ""
        if routed:
            subnet = next(self.subnets)
            a, b = (str(address) for address in subnet)
        first = Port(len(low.ports) + 1, role, high.name, len(high.ports) + 1, b, a, high.asn, True, vlan)
        second = Port(len(high.ports) + 1, role, low.name, len(low.ports) + 1, a, b, low.asn, False, vlan)
        low.ports.append(first)
        high.ports.append(second)

    def build(self) -> None:
        shape = self.fabric.shape
        rng = self.rng
        leaves, spines, hosts = rng.randrange(2, 5), 2, rng.randrange(2, 4)
        if shape == "single":
            leaves, spines, hosts = 1, 0, rng.randrange(3, 7)
        if shape == "pair":
            leaves = 2
        self.fabric.vlans = shape in ("vlans", "overlay", "pair")
        self.fabric.overlay, self.fabric.lags = shape == "overlay", shape == "pair"
        pods = 2 if shape == "three-tier" else 1
        made: list[list[Node]] = []
        upper: list[Node] = []
        for pod in range(pods):
            pod_leaves = [self.node("leaf", n, self.base + n) for n in range(pod * leaves + 1, (pod + 1) * leaves + 1)]
            pod_spines = [self.node("spine", pod * 2 + n, self.base + 200 + pod) for n in range(1, spines + 1)]
            for leaf in pod_leaves:
                self.hosts(leaf, pod_leaves, hosts)
            for leaf in pod_leaves:
                for spine in pod_spines:
                    self.cable(leaf, spine)
            made.append(pod_leaves)
            upper += pod_spines
        if shape == "three-tier":
            cores = [self.node("core", n, self.base + 300) for n in (1, 2)]
            for spine in upper:
                for core in cores:
                    self.cable(spine, core)
        for switch in self.fabric.switches():
            self.extras(switch)

    def hosts(self, leaf: Node, siblings: list[Node], count: int) -> None:
        shape = self.fabric.shape
        routed = not self.fabric.vlans
        if shape in ("rails", "pair"):
            if leaf is not siblings[0]:
                return
            for number in range(1, count + 1):
                host = self.node("host", leaf.number * 10 + number, 0)
                for rail in siblings:
                    self.cable(host, rail, "host", routed=routed, vlan=0 if routed else 110)
                    if shape == "pair":
                        rail.ports[-1].lag = number
                        host.ports[-1].lag = 1
            if shape == "pair":
                for _ in range(2):
                    self.cable(*siblings[:2], "peer", routed=False)
                for switch, twin in ((siblings[0], siblings[1]), (siblings[1], siblings[0])):
                    switch.twin = twin.name
                    for port in switch.role("peer"):
                        port.lag, port.vlan = 99, 0
            return
        for number in range(1, count + 1):
            host = self.node("host", leaf.number * 10 + number, 0)
            self.cable(host, leaf, "host", routed=routed, vlan=0 if routed else 110)

    def extras(self, switch: Node) -> None:
        """Add ports that have nothing to do with RoCE: storage front ends, out-of-band, spare ones."""
        if switch.tier == "leaf" and self.rng.random() < 0.4:
            switch.ports.append(Port(len(switch.ports) + 1, "store", vlan=210))
        for _ in range(self.rng.randrange(3)):
            switch.ports.append(Port(len(switch.ports) + 1, "spare"))


def local_prefixes(node: Node) -> str:
    """Return the prefix list of what a switch announces of its own: ports and hosts, loopbacks, VLANs."""
    octets = {".".join(port.ip.split(".")[:2]) for port in node.ports if port.ip} or {"10.16"}
    rows = [f"{first}.0.0/16 le 31" for first in sorted(octets)] + ["10.255.0.0/16 le 32", "172.20.0.0/16 le 24"]
    rows.append("10.254.0.0/16 le 32")
    return "".join(f"ip prefix-list LOCAL seq {10 * n} permit {row}\n" for n, row in enumerate(rows, 1))


def runs(numbers: list[int]) -> list[str]:
    """Return sorted numbers as the commands take them: `1-3`, `5`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return [str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts]

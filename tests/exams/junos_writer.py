"""Junos and Junos Evolved configurations of a fabric; from Juniper's documentation and validated designs alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.exams.config_lines import Config, Line
from tests.exams.fabric_plans import Fabric, Node, Port

RELEASES = ("23.4R2-S3.9-EVO", "23.4X100-D31.5-EVO", "24.2R1.17-EVO", "23.2R1.14", "22.4R3.25")


@dataclass(frozen=True)
class Look:
    """How this site writes its configurations. `bind`: by wildcard, by port, or by a group that ports inherit."""

    form: str
    release: str
    bind: str
    names: tuple[str, str]
    objects: tuple[str, str, str, str]
    queue: int
    level: str
    has_output: bool
    has_buffer: bool
    has_shares: bool
    watchdog: str
    described: bool
    channels: bool
    fill: tuple[int, int]

    @property
    def evolved(self) -> bool:
        return self.release.endswith("EVO")


def draw_look(fabric: Fabric) -> Look:
    rng = random.Random(fabric.seed + "-junos")
    priority = fabric.qos.priority
    queue = rng.choice((priority, priority, 4 if priority != 4 else 5))
    return Look(
        rng.choice(("curly", "curly", "set", "set")),
        rng.choice(RELEASES),
        rng.choice(("wildcard", "port", "group")),
        rng.choice((("NO-LOSS", "CNP"), ("rdma", "rdma-cnp"), ("ROCE", "CNP"))),
        rng.choice((("mydscp", "cnp", "sm1", "dp1"), ("DSCP-IN", "PFC", "SCHED-MAP", "ECN"))),
        queue,
        rng.choice(("any", "low")),
        queue != priority or priority not in (3, 4) or rng.random() < 0.6,
        rng.random() < 0.7,
        rng.random() < 0.6,
        rng.choice(("bare", "bare", "timed")),
        rng.random() < 0.6,
        rng.random() < 0.3 and fabric.speed == 400,
        rng.choice(((55, 90), (20, 60), (40, 80))),
    )


def port_name(fabric: Fabric, index: int) -> str:
    if draw_look(fabric).channels:
        return f"et-0/0/{(index - 1) // 2}:{(index - 1) % 2}"
    return f"et-0/0/{index - 1}"


def signs(fabric: Fabric) -> list[str]:
    """Return what faults may ask of the way that this site writes."""
    look = draw_look(fabric)
    leaves = [node for node in fabric.switches() if node.tier == "leaf"]
    return [
        "not-group" if look.bind != "group" else "",
        "cos-by-port" if look.bind == "port" else "by-wildcard",
        "other-queue" if look.queue != fabric.qos.priority else "",
        "timed-wd" if look.watchdog == "timed" else "",
        "many-leaves" if len(leaves) > 2 else "",
    ]


def named(fabric: Fabric) -> dict[str, str]:
    """Return what faults may name."""
    look, qos = draw_look(fabric), fabric.qos
    other = 3 if qos.priority != 3 else 4
    return {
        "roce": look.names[0],
        "cnp": look.names[1],
        "classifier": look.objects[0],
        "profile": look.objects[1],
        "bits": f"{qos.dscp:06b}",
        "otherbits": f"{(qos.dscp + 9) % 48 or 1:06b}",
        "fivebits": f"{qos.dscp:06b}"[:5],
        "cnpbits": f"{qos.cnp:06b}",
        "queue": str(look.queue),
        "freequeue": str(next(number for number in (3, 4, 5) if number != look.queue)),
        "prio3": f"{qos.priority:03b}",
        "otherprio3": f"{other:03b}",
    }


class JunosWriter:
    """Writes one switch."""

    def __init__(self, fabric: Fabric, node: Node, names: dict[tuple[str, int], str]) -> None:
        self.fabric, self.node, self.names, self.qos = fabric, node, names, fabric.qos
        self.look = draw_look(fabric)
        self.used = node.role("host", "fabric")
        self.is_end = node.tier == "leaf" and (fabric.overlay or fabric.lags)
        self.bundles = sorted({port.lag for port in self.used if port.lag})
        self.cos = "groups > cos > class-of-service" if self.look.bind == "group" else "class-of-service"

    def config(self) -> Config:
        lines = [Line(tuple(path.split(" > "))) for path in self.paths()]
        roles = {f"interfaces > {port_name(self.fabric, port.index)}": port.role for port in self.used if not port.lag}
        end = {"curly": "conf", "set": "set"}[self.look.form]
        show = {"curly": curly, "set": set_lines}[self.look.form]
        return Config(self.node.name, f"{self.node.name}.{end}", "junos", self.node.tier, lines, show, roles)

    def paths(self) -> Iterator[str]:
        yield f"version {self.look.release}"
        yield f"system > host-name {self.node.name}"
        yield "system > services > ssh > root-login deny"
        if self.look.bind == "group":
            yield from self.classes()
            yield "apply-groups cos"
        yield from self.ports()
        yield from self.routing()
        yield from self.vlans()
        yield from self.overlay()
        if self.look.bind != "group":
            yield from self.classes()

    # Interfaces

    def ports(self) -> Iterator[str]:
        if self.look.channels:
            for cage in sorted({(port.index - 1) // 2 for port in self.node.ports}):
                yield f"interfaces > et-0/0/{cage} > number-of-sub-ports 2"
                yield f"interfaces > et-0/0/{cage} > speed 400g"
        for port in self.node.ports:
            yield from self.port(port)
        yield f"interfaces > lo0 > unit 0 > family inet > address {self.node.loopback}/32"
        for vlan in sorted({port.vlan for port in self.node.ports if port.vlan and port.peer}):
            third, second = self.node.number, 20 if vlan == 110 else 21
            third = 0 if self.is_end else third
            yield "interfaces > irb > mtu 9216"
            yield f"interfaces > irb > unit {vlan} > family inet > mtu 9000"
            yield f"interfaces > irb > unit {vlan} > family inet > address 172.{second}.{third}.1/24"
            if self.is_end:
                yield f"interfaces > irb > unit {vlan} > mac 00:1c:73:aa:00:{vlan % 100:02}"
        yield from self.segments()

    def port(self, port: Port) -> Iterator[str]:
        block = f"interfaces > {port_name(self.fabric, port.index)}"
        if not port.peer or port.role == "peer":
            yield f"{block} > disable"
            return
        if port.lag:
            yield f'{block} > description "{port.peer} {self.names.get((port.peer, port.peer_index), "")}"'
            yield f"{block} > speed {self.fabric.speed}g" if not self.look.channels else f"{block} > mtu 9216"
            yield f"{block} > ether-options > 802.3ad ae{port.lag}"
            return
        if self.look.described:
            peer = f"{port.peer} {self.names.get((port.peer, port.peer_index), '')}".strip()
            yield f'{block} > description "{peer}"'
        if not self.look.channels:
            yield f"{block} > speed {self.fabric.speed}g"
        yield f"{block} > mtu 9216"
        if port.ip:
            yield f"{block} > unit 0 > family inet > mtu 9170"
            yield f"{block} > unit 0 > family inet > address {port.ip}/31"
        elif port.vlan:
            yield f"{block} > unit 0 > family ethernet-switching > interface-mode access"
            yield f"{block} > unit 0 > family ethernet-switching > vlan > members v{port.vlan}"

    def segments(self) -> Iterator[str]:
        """Yield the bundles of hosts at two leaves, as Ethernet segments."""
        if self.bundles:
            yield f"chassis > aggregated-devices > ethernet > device-count {max(self.bundles) + 1}"
        for number in self.bundles:
            block = f"interfaces > ae{number}"
            yield f'{block} > description "{next(port.peer for port in self.used if port.lag == number)}"'
            yield f"{block} > mtu 9216"
            yield f"{block} > esi > 00:11:22:33:44:00:00:00:00:{number:02}"
            yield f"{block} > esi > all-active"
            yield f"{block} > aggregated-ether-options > lacp > active"
            yield f"{block} > aggregated-ether-options > lacp > system-id 00:00:00:11:11:{number:02}"
            yield f"{block} > unit 0 > family ethernet-switching > interface-mode access"
            yield f"{block} > unit 0 > family ethernet-switching > vlan > members v110"

    def vlans(self) -> Iterator[str]:
        instance = "routing-instances > EVPN > " if self.is_end else ""
        for vlan in sorted({port.vlan for port in self.node.ports if port.vlan and port.peer}):
            yield f"{instance}vlans > v{vlan} > vlan-id {vlan}"
            yield f"{instance}vlans > v{vlan} > l3-interface irb.{vlan}"
            if self.is_end:
                yield f"{instance}vlans > v{vlan} > vxlan > vni {10000 + vlan}"

    def overlay(self) -> Iterator[str]:
        """Yield EVPN with VXLAN between leaves, and what spines pass on of it."""
        node, peers = self.node, sorted({port.peer for port in self.node.role("fabric")})
        if self.is_end:
            evpn = "routing-instances > EVPN"
            yield f"{evpn} > instance-type mac-vrf"
            yield f"{evpn} > service-type vlan-aware"
            yield f"{evpn} > vtep-source-interface lo0.0"
            yield f"{evpn} > route-distinguisher {node.loopback}:1"
            yield f"{evpn} > vrf-target target:65000:1"
            yield f"{evpn} > protocols > evpn > encapsulation vxlan"
            yield f"{evpn} > protocols > evpn > extended-vni-list all"
            switched = [port_name(self.fabric, port.index) for port in self.used if port.vlan and not port.lag]
            for name in (*switched, *(f"ae{number}" for number in self.bundles)):
                yield f"{evpn} > interface {name}.0"
        if self.fabric.overlay or self.fabric.lags:
            group = "protocols > bgp > group OVERLAY"
            yield f"{group} > type external"
            yield f"{group} > multihop > {'ttl 2' if self.is_end else 'no-nexthop-change'}"
            yield f"{group} > local-address {node.loopback}"
            yield f"{group} > family evpn > signaling"
            yield f"{group} > multipath > multiple-as"
            for peer in peers:
                other = self.fabric.nodes[peer]
                yield f"{group} > neighbor {other.loopback} > peer-as {other.asn}"

    # Class of service

    def classes(self) -> Iterator[str]:
        qos, look, cos = self.qos, self.look, self.cos
        roce, cnp = look.names
        classifier, _, scheduler_map, drop = look.objects
        bits = (
            [qos.dscp]
            if qos.isolated
            else sorted({qos.dscp, *range(qos.priority * 8, qos.priority * 8 + 8)} - {qos.cnp})
        )
        points = [f"{dscp:06b}" for dscp in bits]
        for name, listed in ((roce, points), (cnp, [f"{qos.cnp:06b}"])):
            words = listed[0] if len(listed) == 1 else f"[ {' '.join(listed)} ]"
            entry = f"{cos} > classifiers > dscp {classifier} > forwarding-class {name}"
            yield f"{entry} > loss-priority low > code-points {words}"
        low, high = look.fill
        yield f"{cos} > drop-profiles > {drop} > interpolate > fill-level [ {low} {high} ]"
        yield f"{cos} > drop-profiles > {drop} > interpolate > drop-probability [ 0 {qos.pmax} ]"
        if look.has_buffer:
            yield from self.buffer()
        yield f"{cos} > forwarding-classes > class {cnp} > queue-num 6"
        yield f"{cos} > forwarding-classes > class {roce} > queue-num {look.queue}"
        yield f"{cos} > forwarding-classes > class {roce} > no-loss"
        yield f"{cos} > forwarding-classes > class {roce} > pfc-priority {qos.priority}"
        yield from self.profile()
        yield from self.bindings()
        yield f"{cos} > scheduler-maps > {scheduler_map} > forwarding-class {cnp} > scheduler s-cnp"
        yield f"{cos} > scheduler-maps > {scheduler_map} > forwarding-class {roce} > scheduler s-roce"
        mapped = f"drop-profile-map loss-priority {look.level} protocol any > drop-profile {drop}"
        yield f"{cos} > schedulers > s-roce > {mapped}"
        yield f"{cos} > schedulers > s-roce > explicit-congestion-notification"
        if look.has_shares:
            yield f"{cos} > scheduler-maps > {scheduler_map} > forwarding-class best-effort > scheduler s-be"
            yield f"{cos} > schedulers > s-roce > transmit-rate > percent 70"
            yield f"{cos} > schedulers > s-be > transmit-rate > percent 30"
        yield f"{cos} > schedulers > s-cnp > priority strict-high"
        if look.evolved:
            yield f"{cos} > schedulers > s-cnp > transmit-rate > percent 5"

    def buffer(self) -> Iterator[str]:
        shared = f"{self.cos} > shared-buffer"
        for name, percent in (("lossless", 66), ("lossless-headroom", 24), ("lossy", 10)):
            yield f"{shared} > ingress > buffer-partition {name} > percent {percent}"
        egress = (
            (("lossless", 66), ("lossy", 10))
            if self.look.evolved
            else (("lossless", 66), ("lossy", 24), ("multicast", 10))
        )
        for name, percent in egress:
            yield f"{shared} > egress > buffer-partition {name} > percent {percent}"

    def profile(self) -> Iterator[str]:
        block = f"{self.cos} > congestion-notification-profile {self.look.objects[1]}"
        if self.look.watchdog == "bare":
            yield f"{block} > pfc-watchdog"
        else:
            yield f"{block} > pfc-watchdog > poll-interval 100"
            yield f"{block} > pfc-watchdog > detection 2"
            yield f"{block} > pfc-watchdog > recovery 200"
        yield f"{block} > input > dscp > code-point {self.qos.dscp:06b} > pfc"
        if self.look.has_output:
            bits = f"{self.qos.priority:03b}"
            yield f"{block} > output > ieee-802.1 > code-point {bits} > flow-control-queue {self.look.queue}"

    def bindings(self) -> Iterator[str]:
        classifier, profile, scheduler_map, _ = self.look.objects
        by_port = self.look.bind == "port"
        unit = "unit 0" if by_port else "unit *"
        every = [port_name(self.fabric, port.index) for port in self.used if not port.lag]
        bundles = [f"ae{number}" for number in self.bundles]
        for name in [*every, *bundles] if by_port else ["et-*", *(["ae*"] if bundles else [])]:
            block = f"{self.cos} > interfaces > {name}"
            yield f"{block} > congestion-notification-profile {profile}"
            yield f"{block} > scheduler-map {scheduler_map}"
            yield f"{block} > {unit} > classifiers > dscp {classifier}"

    # Routing

    def routing(self) -> Iterator[str]:
        node = self.node
        yield f"routing-options > router-id {node.loopback}"
        yield f"routing-options > autonomous-system {node.asn}"
        yield "routing-options > forwarding-table > export PFE-LB"
        yield "policy-options > policy-statement PFE-LB > then > load-balance per-packet"
        yield "policy-options > policy-statement LOCAL > term direct > from > protocol direct"
        yield "policy-options > policy-statement LOCAL > term direct > then > accept"
        yield "policy-options > policy-statement LOCAL > term bgp > from > protocol bgp"
        yield "policy-options > policy-statement LOCAL > term bgp > then > accept"
        group = "protocols > bgp > group UNDERLAY"
        yield f"{group} > type external"
        yield f"{group} > export LOCAL"
        yield f"{group} > multipath > multiple-as"
        for port in node.role("fabric"):
            yield f"{group} > neighbor {port.peer_ip} > peer-as {port.peer_asn}"
        yield "protocols > lldp > interface all"


def set_lines(config: Config) -> list[tuple[str, set[str]]]:
    return [(f"set {' '.join(line.path)}", config.faults_of(line)) for line in config.lines]


def curly(config: Config) -> list[tuple[str, set[str]]]:
    rows: list[tuple[str, set[str]]] = []
    tree = _tree(config.lines)
    _block(config, tree, (), rows)
    return rows


Tree = dict[str, "Tree | Line"]


def _tree(lines: list[Line]) -> Tree:
    root: Tree = {}
    for line in lines:
        node = root
        for step in line.path[:-1]:
            below = node.setdefault(step, {})
            assert isinstance(below, dict), line
            node = below
        node[line.path[-1]] = line
    return root


def _block(config: Config, tree: Tree, path: tuple[str, ...], rows: list[tuple[str, set[str]]]) -> None:
    indent = "    " * len(path)
    for step, below in tree.items():
        if isinstance(below, dict):
            here = (*path, step)
            rows.append((f"{indent}{step} {{", _faults_of_block(config, below, here)))
            _block(config, below, here, rows)
            rows.append((f"{indent}}}", set()))
        else:
            rows.append((f"{indent}{step};", config.faults_of(below)))


def _faults_of_block(config: Config, tree: Tree, path: tuple[str, ...]) -> set[str]:
    """Return the faults for which the line that opens a block is a right place: of what lacks, or of its only line."""
    found = {name for name, prefix in config.gaps if prefix == path}
    while len(tree) == 1:
        below = next(iter(tree.values()))
        if isinstance(below, Line):
            return found | config.faults_of(below)
        tree = below
    return found

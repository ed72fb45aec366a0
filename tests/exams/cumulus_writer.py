"""Cumulus Linux configurations of a fabric; from NVIDIA's documentation of NVUE alone.

A site that trims has no PFC: `qos` is then `trim`, by lines or by mode lossy-multi-tc.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.exams.config_lines import Config, Line
from tests.exams.fabric_plans import Fabric, Node, Port


@dataclass(frozen=True)
class Look:
    """How this site writes its configurations. `qos`: by `qos roce`, by profiles of ports, or by default-global."""

    form: str
    release: str
    qos: str
    name: str
    described: bool
    states_mtu: bool
    unnumbered: bool
    grouped: bool
    marking: str = ""
    adaptive: bool = False

    @property
    def is_new(self) -> bool:
        return int(self.release.split(".")[1]) >= 15


def draw_look(fabric: Fabric) -> Look:
    rng = random.Random(fabric.seed + "-cumulus")
    usual = fabric.qos.dscp == 26 and fabric.qos.priority == 3
    look = Look(
        rng.choice(("yaml", "yaml", "set", "json")),
        rng.choice(("5.11", "5.13", "5.14", "5.15", "5.16", "5.18")),
        rng.choice(("roce", "profiles", "global") if usual else ("profiles", "global")),
        rng.choice(("ROCE", "roce-lossless", "gpu_net")),
        rng.random() < 0.6,
        rng.random() < 0.5,
        fabric.shape in ("clos", "three-tier") and rng.random() < 0.3,
        rng.random() < 0.3,
    )
    marking = rng.choice(("global", "port-level", "mode"))
    look = replace(look, adaptive=rng.random() < 0.3)
    if look.release < "5.14" or fabric.overlay or fabric.lags or fabric.mixed or rng.random() > 0.5:
        return look
    return replace(look, qos="trim", marking=marking)


def port_name(fabric: Fabric, index: int) -> str:
    return f"swp{index}"


class CumulusWriter:
    """Writes one switch."""

    def __init__(self, fabric: Fabric, node: Node, names: dict[tuple[str, int], str]) -> None:
        self.fabric, self.node, self.names, self.qos = fabric, node, names, fabric.qos
        self.look = draw_look(fabric)
        self.used = node.role("host", "fabric")
        self.on = "state enabled" if self.look.is_new else "enable on"
        self.ip = "ipv4" if self.look.is_new else "ip"

    def config(self) -> Config:
        lines = [Line(tuple(path.split(" > "))) for path in self.paths()]
        roles = {f"interface > {port_name(self.fabric, port.index)}": port.role for port in self.used}
        end = {"yaml": "yaml", "json": "json", "set": "nv"}[self.look.form]
        shows = {"yaml": self.as_yaml, "set": self.as_lines, "json": self.as_json}
        return Config(
            self.node.name, f"{self.node.name}.{end}", "cumulus", self.node.tier, lines, shows[self.look.form], roles
        )

    def paths(self) -> Iterator[str]:
        yield f"system > hostname {self.node.name}"
        yield f"interface > lo > {self.ip} > address > {self.node.loopback}/32"
        yield "interface > lo > type loopback"
        for port in self.node.ports:
            yield from self.port(port)
        yield from self.bonds()
        yield from self.bridge()
        yield from self.classes()
        yield from self.routing()
        if self.fabric.overlay:
            yield from self.tunnels()

    def port(self, port: Port) -> Iterator[str]:
        block = f"interface > {port_name(self.fabric, port.index)}"
        yield f"{block} > type swp"
        if self.look.described and port.peer:
            peer = f"{port.peer} {self.names.get((port.peer, port.peer_index), '')}".strip()
            yield f"{block} > description {peer}"
        if not port.peer:
            yield f"{block} > link > state > down"
            return
        yield f"{block} > link > state > up"
        yield f"{block} > link > speed {self.fabric.speed}G"
        if self.look.states_mtu:
            yield f"{block} > link > mtu 9216"
        if port.ip and not (self.look.unnumbered and port.role == "fabric"):
            yield f"{block} > {self.ip} > address > {port.ip}/31"
        if port.vlan and not port.lag:
            yield f"{block} > bridge > domain > br_default > access {port.vlan}"
        if self.look.adaptive and port.role == "fabric":
            yield f"{block} > router > adaptive-routing > {self.on}"
        if port in self.used or port.role == "peer":
            if self.look.qos == "trim":
                yield from self.trimming_port(port, block)
                return
            yield f"{block} > qos > pfc-watchdog > state enable"
            for feature in FEATURES if self.look.qos == "profiles" and not port.lag else ():
                yield f"{block} > qos > {feature} > profile {self.look.name}"

    def bonds(self) -> Iterator[str]:
        for lag in sorted({port.lag for port in self.node.ports if port.lag}):
            members = [port for port in self.node.ports if port.lag == lag]
            block = "interface > peerlink" if lag == 99 else f"interface > bond{lag}"
            yield f"{block} > type {'peerlink' if lag == 99 else 'bond'}"
            for port in members:
                yield f"{block} > bond > member > {port_name(self.fabric, port.index)}"
            if self.look.states_mtu:
                yield f"{block} > link > mtu 9216"
            if lag != 99:
                yield f"{block} > bond > mlag > id {lag}"
                yield f"{block} > bridge > domain > br_default > access {members[0].vlan}"
            else:
                yield f"{block} > bridge > domain > br_default"
            for feature in FEATURES if self.look.qos == "profiles" else ():
                yield f"{block} > qos > {feature} > profile {self.look.name}"
        if self.node.twin:
            yield "interface > peerlink.4094 > type sub"
            yield "interface > peerlink.4094 > base-interface peerlink"
            yield "interface > peerlink.4094 > vlan 4094"
            if self.look.is_new:
                yield "mlag > state enabled"
            yield "mlag > mac-address 44:38:39:BE:EF:AA"
            yield "mlag > peer-ip linklocal"
            yield f"mlag > backup > 10.255.1.{1 if self.node.number == 2 else 2}"
            yield f"mlag > priority {1000 * self.node.number}"

    def tunnels(self) -> Iterator[str]:
        if self.node.tier == "leaf":
            yield f"interface > lo > {self.ip} > address > 10.254.1.{self.node.number}/32"
            yield f"nve > vxlan > {self.on}"
            yield f"nve > vxlan > source > address 10.254.1.{self.node.number}"
            yield "nve > vxlan > encapsulation > dscp > action copy"
            yield "nve > vxlan > decapsulation > dscp > action preserve"
        yield f"evpn > {self.on}"
        bgp = "vrf > default > router > bgp"
        yield f"{bgp} > address-family > l2vpn-evpn > {self.on}"
        yield f"{bgp} > peer-group > overlay > multihop-ttl 3"
        yield f"{bgp} > peer-group > overlay > update-source lo"
        yield f"{bgp} > peer-group > overlay > address-family > l2vpn-evpn > {self.on}"
        other = "spine" if self.node.tier == "leaf" else "leaf"
        for one in self.fabric.nodes.values():
            if one.tier == other:
                yield f"{bgp} > neighbor > {one.loopback} > peer-group overlay"
                yield f"{bgp} > neighbor > {one.loopback} > remote-as {one.asn}"
                yield f"{bgp} > neighbor > {one.loopback} > type numbered"

    def bridge(self) -> Iterator[str]:
        tunnelled = " > vni > 10110" if self.fabric.overlay else ""
        for vlan in sorted({port.vlan for port in self.node.ports if port.vlan and port.peer}):
            yield f"bridge > domain > br_default > vlan > {vlan}{tunnelled if vlan == 110 else ''}"
            yield f"interface > vlan{vlan} > type svi"
            yield f"interface > vlan{vlan} > vlan {vlan}"
            third = 1 if self.node.twin else 0 if tunnelled else self.node.number
            last = 1 if not (self.node.twin or tunnelled) else self.node.number + 1
            block = f"interface > vlan{vlan} > {self.ip}"
            yield f"{block} > address > 172.{20 if vlan == 110 else 21}.{third}.{last}/24"
            if self.node.twin or tunnelled:
                yield f"{block} > vrr > address > 172.{20 if vlan == 110 else 21}.{third}.1/24"
                yield f"{block} > vrr > {'vrr-state' if self.look.is_new else 'state'} > up"
                yield f"{block} > vrr > {self.on}"

    def trimming_port(self, port: Port, block: str) -> Iterator[str]:
        if self.look.marking != "mode":
            yield f"{block} > packet-trim > egress-eligibility > traffic-class > {self.qos.priority}"
        if self.look.marking == "port-level":
            yield f"{block} > qos > remark > profile {'to-hosts' if port.role == 'host' else 'to-spines'}"

    def trimming(self) -> Iterator[str]:
        """Yield a class of data whose packets are cut, and one of what is left of them."""
        qos, tc, trim = self.qos, self.qos.priority, "system > forwarding > packet-trim"
        if self.look.marking == "mode":
            yield f"qos > roce > {self.on}"
            yield "qos > roce > mode lossy-multi-tc"
            yield f"qos > mapping > default-global > dscp > {qos.dscp} > switch-priority 3"
            yield "qos > mapping > default-global > dscp > 48 > switch-priority 7"
            yield f"{trim} > size 512"
            return
        yield f"{trim} > state enabled"
        yield f"{trim} > size 512"
        yield f"{trim} > switch-priority {TRIM_TC}"
        yield f"{trim} > remark > dscp {'port-level' if self.look.marking == 'port-level' else TRIM_DSCP}"
        if self.look.marking == "port-level":
            yield f"qos > remark > to-hosts > switch-priority > {TRIM_TC} > dscp {TRIM_DSCP + 1}"
            yield f"qos > remark > to-spines > switch-priority > {TRIM_TC} > dscp {TRIM_DSCP}"
        yield "qos > mapping > default-global > trust l3"
        dscps = dict.fromkeys(range(64), 0) | {qos.dscp: tc, qos.cnp: 6, TRIM_DSCP: TRIM_TC, TRIM_DSCP + 1: TRIM_TC}
        for dscp, priority in dscps.items():
            yield f"qos > mapping > default-global > dscp > {dscp} > switch-priority {priority}"
        curve = f"qos > congestion-control > default-global > traffic-class > {tc}"
        yield f"{curve} > ecn enable"
        yield f"{curve} > min-threshold {qos.kmin}"
        yield f"{curve} > max-threshold {qos.kmax}"
        yield f"{curve} > probability {qos.pmax}"
        served = "qos > egress-scheduler > default-global > traffic-class"
        shares = {0: 20, tc: 50, TRIM_TC: 30}
        for other in range(8):
            yield f"{served} > {other} > mode {'strict' if other == 6 else 'dwrr'}"
            if other != 6:
                yield f"{served} > {other} > bw-percent {shares.get(other, 0)}"

    def classes(self) -> Iterator[str]:
        qos, tc = self.qos, self.qos.priority
        if self.look.qos == "trim":
            yield from self.trimming()
            return
        yield "qos > pfc-watchdog > polling-interval 100"
        yield "qos > pfc-watchdog > robustness 3"
        if self.look.qos == "roce":
            yield f"qos > roce > {self.on}"
            yield "qos > roce > mode lossless"
            return
        name = self.look.name if self.look.qos == "profiles" else "default-global"
        yield "qos > traffic-pool > default-lossy > memory-percent 50"
        yield "qos > traffic-pool > default-lossless > memory-percent 50"
        yield f"qos > mapping > {name} > trust l3"
        dscps = dict.fromkeys(range(64), 0) | {qos.dscp: tc, qos.cnp: 6}
        if not qos.isolated:
            dscps |= dict.fromkeys(range(tc * 8, tc * 8 + 8), tc)
        for dscp, priority in dscps.items():
            if name == "default-global" or priority:
                yield f"qos > mapping > {name} > dscp > {dscp} > switch-priority {priority}"
        yield f"qos > pfc > {name} > switch-priority > {tc}"
        yield f"qos > pfc > {name} > tx enable"
        yield f"qos > pfc > {name} > rx enable"
        yield f"qos > pfc > {name} > cable-length 50"
        curve = f"qos > congestion-control > {name} > traffic-class > {tc}"
        yield f"{curve} > ecn enable"
        yield f"{curve} > min-threshold {qos.kmin}"
        yield f"{curve} > max-threshold {qos.kmax}"
        yield f"{curve} > probability {qos.pmax}"
        served = f"qos > egress-scheduler > {name} > traffic-class"
        yield f"{served} > 0 > mode dwrr"
        yield f"{served} > 0 > bw-percent 30"
        yield f"{served} > {tc} > mode dwrr"
        yield f"{served} > {tc} > bw-percent 70"
        yield f"{served} > 6 > mode strict"
        for other in sorted(set(range(1, 8)) - {tc, 6}):
            yield f"{served} > {other} > mode dwrr"
            yield f"{served} > {other} > bw-percent 0"

    def routing(self) -> Iterator[str]:
        node = self.node
        if self.look.adaptive and node.role("fabric"):
            yield f"router > adaptive-routing > {self.on}"
        yield f"router > bgp > {self.on}"
        yield f"router > bgp > autonomous-system {node.asn}"
        yield f"router > bgp > router-id {node.loopback}"
        bgp = "vrf > default > router > bgp"
        yield f"{bgp} > {self.on}"
        yield f"{bgp} > address-family > ipv4-unicast > {self.on}"
        yield f"{bgp} > address-family > ipv4-unicast > redistribute > connected > {self.on}"
        yield f"{bgp} > path-selection > multipath > aspath-ignore {self.on.split()[1]}"
        yield f"{bgp} > peer-group > underlay > remote-as external"
        for port in node.role("fabric"):
            if self.look.unnumbered:
                peer = f"{bgp} > neighbor > {port_name(self.fabric, port.index)}"
                yield f"{peer} > type unnumbered"
                yield f"{peer} > peer-group underlay"
            else:
                peer = f"{bgp} > neighbor > {port.peer_ip}"
                yield f"{peer} > type numbered"
                yield f"{peer} > remote-as {port.peer_asn}"
                if self.look.described:
                    yield f"{peer} > description {port.peer}"

    def header(self) -> list[str]:
        release = f"Cumulus Linux {self.look.release}.0"
        return [
            "- header:",
            "    model: vx",
            "    nvue-api-version: nvue_v1",
            "    rev-id: 1.0",
            f"    version: {release}",
        ]

    def as_lines(self, config: Config) -> list[tuple[str, set[str]]]:
        rows = [(f"# Cumulus Linux {self.look.release}", set[str]())]
        for line in config.lines:
            words = " ".join(line.path)
            head, _, rest = words.partition(" description ")
            words = f"{head} description '{rest}'" if rest else words
            rows.append((f"nv set {words}", config.faults_of(line)))
        return [*rows, ("nv config apply", set())]

    def as_yaml(self, config: Config) -> list[tuple[str, set[str]]]:
        rows = [(row, set[str]()) for row in self.header()]
        return [*rows, ("- set:", set()), *_yaml(config, _tree(config.lines), (), "    ")]

    def as_json(self, config: Config) -> list[tuple[str, set[str]]]:
        fields = {"model": "vx", "nvue-api-version": "nvue_v1", "version": f"Cumulus Linux {self.look.release}.0"}
        version = json.dumps({"header": fields}) + ","
        rows = [("[", set[str]()), (version, set()), ('{"set": {', set())]
        return [*rows, *_json(config, _tree(config.lines), (), "  "), ("}}]", set())]


TRIM_DSCP, TRIM_TC = 18, 2
FEATURES = ("mapping", "pfc", "congestion-control", "egress-scheduler")
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


def _yaml(config: Config, tree: Tree, path: tuple[str, ...], indent: str) -> Iterator[tuple[str, set[str]]]:
    for step, below in tree.items():
        if isinstance(below, dict):
            here = (*path, step)
            faults = {name for name, prefix in config.gaps if prefix == here}
            yield f"{indent}{_key(step)}:", faults
            yield from _yaml(config, below, here, indent + "  ")
        else:
            name, _, value = step.partition(" ")
            yield f"{indent}{_key(name)}: {_value(value) if value else '{}'}", config.faults_of(below)


def _json(config: Config, tree: Tree, path: tuple[str, ...], indent: str) -> Iterator[tuple[str, set[str]]]:
    for number, (step, below) in enumerate(tree.items(), 1):
        comma = "," if number < len(tree) else ""
        if isinstance(below, dict):
            here = (*path, step)
            faults = {name for name, prefix in config.gaps if prefix == here}
            yield f'{indent}"{step}": {{', faults
            yield from _json(config, below, here, indent + "  ")
            yield f"{indent}}}{comma}", set()
        else:
            name, _, value = step.partition(" ")
            text = value if value.isdecimal() else f'"{value}"' if value else "{}"
            yield f'{indent}"{name}": {text}{comma}', config.faults_of(below)


def _key(name: str) -> str:
    return f"'{name}'" if name.isdecimal() else name


def _value(value: str) -> str:
    return value

"""Nokia SR Linux configurations of a fabric as flat `set` lines, braces or JSON; from public descriptions alone."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.exams.config_lines import Config, Line, parse
from tests.exams.fabric_plans import Fabric, Node, Port

KEYS = {
    "interface": "name", "interface/subinterface": "index", "ipv4/address": "ip-prefix", "network-instance": "name",
    "network-instance/interface": "name", "network-instance/vxlan-interface": "name", "bgp/group": "group-name",
    "bgp/neighbor": "peer-address", "bgp/afi-safi": "afi-safi-name", "group/afi-safi": "afi-safi-name",
    "routing-policy/policy": "name", "tunnel-interface": "name", "tunnel-interface/vxlan-interface": "index",
    "bgp-evpn/bgp-instance": "id", "bgp-vpn/bgp-instance": "id", "qos/queues/queue": "name",
    "queues/queue": "queue-name",
    "queues/pfc-queue": "pfc-queue-name", "forwarding-classes/forwarding-class": "name",
    "qos/classifiers/dscp-policy": "name",
    "dscp-policy/dscp": "value", "qos/pfc-mapping-profile": "name", "unicast-mapping/pfc-queue": "pfc-queue-name",
    "received-pfc-pause-frames/queue": "queue-name", "buffer-management/queue-management-profile": "name",
    "buffer-management/buffer-allocation-profile": "name", "qos/linecard": "slot",
    "linecard/forwarding-complex": "name",
    "scheduler-policies/scheduler-policy": "name", "scheduler-policy/scheduler": "sequence", "scheduler/input": "id",
    "interfaces/interface": "interface-id", "qos/rewrite-rules/dscp-policy": "name",
    "dscp-policy/map": "forwarding-class",
    "wred/wred-slope": "traffic-type drop-probability enable-ecn",
}  # fmt: skip
"""The lists of the model: their place and their keys."""
LEAF_LISTS = ("pfc-queue/forwarding-class", "group/export-policy", "group/import-policy")
MODULES = {
    "interface": "srl_nokia-interfaces", "qos": "srl_nokia-qos", "network-instance": "srl_nokia-network-instance",
    "routing-policy": "srl_nokia-routing-policy", "system": "srl_nokia-system",
    "tunnel-interface": "srl_nokia-tunnel-interfaces",
}  # fmt: skip


@dataclass(frozen=True)
class Look:
    """How this site writes SR Linux."""

    board: str
    form: str
    names: tuple[str, str, str]
    queue: str
    percent: bool
    deadlock: bool
    strict_cnp: bool
    reservation: int
    described: str
    receive: bool


def draw_look(fabric: Fabric) -> Look:
    rng = random.Random(fabric.seed + "-srl")
    boards = {400: ("7220 IXR-H4", "7220 IXR-D5"), 800: ("7220 IXR-H5-64D",), 100: ("7220 IXR-D5",)}
    board = rng.choice(boards[fabric.speed])
    return Look(
        "7220 IXR-D5" if fabric.overlay else board,
        rng.choice(("flat", "braces", "json", "rfc7951")),
        rng.choice((("ingress-map", "gpu-pfc", "gpu-buffers"), ("RDMA", "RDMA", "RDMA"), ("cl", "pm", "ba"))),
        rng.choice(("unicast-{}", "q{}", "uc{}")),
        rng.random() < 0.5,
        rng.random() < 0.5,
        rng.random() < 0.7,
        rng.choice((10, 15, 20)),
        rng.choice(("{peer} {port}", "to_{peer}_{port}", "")),
        rng.random() < 0.5,
    )


def port_name(fabric: Fabric, index: int) -> str:
    return f"ethernet-1/{index}"


class SrlinuxWriter:
    """Writes one switch of the 7220 family."""

    def __init__(self, fabric: Fabric, node: Node, names: dict[tuple[str, int], str]) -> None:
        self.fabric, self.node, self.names = fabric, node, names
        self.look = draw_look(fabric)
        self.qos = fabric.qos
        self.queue = self.look.queue.format(fabric.qos.priority)
        self.cnp_queue = self.look.queue.format(6)

    def config(self) -> Config:
        text = self.interfaces() + self.qos_tree() + self.instances()
        lines = parse(text)
        parents = {line.path[:depth] for line in lines for depth in range(1, len(line.path))}
        lines = [line for line in lines if line.path not in parents]
        show = {"flat": flat, "braces": braces, "json": as_json(False), "rfc7951": as_json(True)}[self.look.form]
        suffix = {"flat": "cli", "braces": "info"}.get(self.look.form, "json")
        roles = {}
        for port in self.node.ports:
            name = port_name(self.fabric, port.index)
            roles[f"interface {name}"] = port.role
            roles[f"qos > interfaces > interface {name}"] = f"qos:{port.role}"
            roles[f"qos > interfaces > interface {name}.0"] = f"sub:{port.role}"
        return Config(self.node.name, f"{self.node.name}.{suffix}", "srlinux", self.node.tier, lines, show, roles)

    def interfaces(self) -> str:
        text = f"system\n name\n  host-name {self.node.name}\n lldp\n  admin-state enable\n"
        for port in self.node.ports:
            text += f"interface {port_name(self.fabric, port.index)}\n"
            if port.role == "spare":
                text += " admin-state disable\n"
                continue
            text += " admin-state enable\n"
            form = self.look.described or ("" if port.ip else "{peer} {port}")
            if form and port.peer and (self.look.described or port.role != "host"):
                name = self.names.get((port.peer, port.peer_index), "")
                text += f' description "{form.format(peer=port.peer, port=name).strip()}"\n'
            if port.role == "store":
                text += " vlan-tagging false\n subinterface 0\n  type bridged\n  admin-state enable\n"
                continue
            text += " mtu 9232\n"
            text += " ethernet\n  flow-control\n   receive false\n" if self.look.receive else ""
            text += " subinterface 0\n  admin-state enable\n"
            if port.ip:
                text += f"  ip-mtu 9000\n  ipv4\n   admin-state enable\n   address {port.ip}/31\n"
            else:
                text += "  type bridged\n"
        text += "interface system0\n admin-state enable\n subinterface 0\n  ipv4\n   admin-state enable\n"
        text += f"   address {self.node.loopback}/32\n"
        if self.fabric.vlans and self.node.tier == "leaf" and not self.fabric.overlay:
            text += f"""interface irb0
 admin-state enable
 subinterface 110
  ip-mtu 9000
  ipv4
   admin-state enable
   address 172.20.{self.node.number}.1/24
"""
        if self.fabric.overlay and self.node.tier == "leaf":
            text += "tunnel-interface vxlan1\n vxlan-interface 110\n  type bridged\n  ingress\n   vni 10110\n"
        return text

    def qos_tree(self) -> str:
        qos, look = self.qos, self.look
        classify, mapping, buffers = look.names
        prio = qos.priority
        queue, cnp = self.queue, self.cnp_queue
        cnp_prio = 6
        unit = ("-percent", 1, qos.kmax * 4) if look.percent else ("", 1, qos.kmax * 4)
        low, high = (qos.kmin, qos.kmax) if not look.percent else (max(1, round(100 * qos.kmin / (qos.kmax * 4))), 25)
        burst = unit[2]
        first = qos.dscp - qos.dscp % 8
        block = [qos.dscp] if qos.isolated else list(range(first, first + 8))
        codes = "".join(f"   dscp {value}\n    forwarding-class fc{prio}\n" for value in block)
        text = f"""qos
 explicit-congestion-notification
 queues
  queue {look.queue.format(0)}
   queue-index 0
  queue {queue}
   queue-index {prio}
  queue {cnp}
   queue-index 6
  pfc-queue pfc-roce
   queue-index {prio}
 forwarding-classes
  forwarding-class fc0
   output
    unicast-queue {look.queue.format(0)}
  forwarding-class fc{prio}
   output
    unicast-queue {queue}
  forwarding-class fc{cnp_prio}
   output
    unicast-queue {cnp}
 classifiers
"""
        text += f"  vxlan-default {classify}\n" if self.fabric.overlay and self.node.tier == "leaf" else ""
        text += f"""  dscp-policy {classify}
{codes}   dscp {qos.cnp}
    forwarding-class fc{cnp_prio}
 pfc-mapping-profile {mapping}
  received-traffic
   unicast-mapping
    pfc-queue pfc-roce
     forwarding-class fc{prio}
     pfc-pause-frame-priority {prio}
  received-pfc-pause-frames
   queue {queue}
    pfc-pause-frame-priority {prio}
    enable-pfc true
   deadlock
    enable true
"""
        text += "    detection-timer 200\n    recovery-timer 400\n" if look.deadlock else ""
        text += f""" buffer-management
  queue-management-profile ecn-{prio}
   weight-factor 0
   wred
    wred-slope all all true
     min-threshold{unit[0]} {low}
     max-threshold{unit[0]} {high}
     max-drop-probability-percent {qos.pmax}
     slope-enabled true
  buffer-allocation-profile {buffers}-out
   queues
    queue {queue}
     maximum-burst-size {burst}
  buffer-allocation-profile {buffers}-in
   queues
    pfc-queue pfc-roce
     maximum-burst-size {qos.kmax * 3 // 2}
     maximum-pfc-reserved-share-percentage 20
 linecard 1
  forwarding-complex 0
   input
    pfc-buffer-reservation {look.reservation}
 scheduler-policies
  scheduler-policy out
   scheduler 0
    priority strict
    input cnp
     queue-name {cnp}
   scheduler 1
    input data
     queue-name {queue}
     weight 60
    input rest
     queue-name {look.queue.format(0)}
     weight 20
 interfaces
"""
        return text + "".join(self.bound(port) for port in self.node.role("host", "fabric", "peer"))

    def bound(self, port: Port) -> str:
        classify, mapping, buffers = self.look.names
        name = port_name(self.fabric, port.index)
        return f"""  interface {name}
   interface-ref
    interface {name}
   pfc
    pfc-mapping-profile {mapping}
    pfc-enable true
   input
    pfc-buffer-allocation-profile {buffers}-in
   output
    buffer-allocation-profile {buffers}-out
    queues
     queue {self.queue}
      queue-management-profile ecn-{self.qos.priority}
    scheduler
     scheduler-policy out
  interface {name}.0
   interface-ref
    interface {name}
    subinterface 0
   input
    classifiers
     dscp-policy {classify}
"""

    def instances(self) -> str:
        node = self.node
        text = """routing-policy
 policy all
  default-action
   policy-result accept
network-instance default
 type default
 admin-state enable
"""
        for port in node.ports:
            if port.ip:
                text += f" interface {port_name(self.fabric, port.index)}.0\n"
        bridged = self.fabric.vlans and node.tier == "leaf"
        text += " interface system0.0\n" + (" interface irb0.110\n" if bridged and not self.fabric.overlay else "")
        text += f""" protocols
  bgp
   admin-state enable
   autonomous-system {node.asn}
   router-id {node.loopback}
   afi-safi ipv4-unicast
    admin-state enable
    multipath
     ebgp
      maximum-paths 16
   group fabric
    admin-state enable
    export-policy all
    import-policy all
"""
        for port in node.role("fabric"):
            text += f"   neighbor {port.peer_ip}\n    peer-group fabric\n    peer-as {port.peer_asn}\n"
        if self.fabric.overlay:
            text += self.overlay_sessions()
        if bridged:
            text += "network-instance gpu\n type mac-vrf\n admin-state enable\n"
            for port in node.role("host"):
                text += f" interface {port_name(self.fabric, port.index)}.0\n"
            text += " interface irb0.110\n" if not self.fabric.overlay else ""
            text += self.overlay_instance() if self.fabric.overlay else ""
        return text

    def overlay_sessions(self) -> str:
        others = [n for n in self.fabric.nodes.values() if n.tier == ("spine" if self.node.tier == "leaf" else "leaf")]
        text = f"""   group overlay
    admin-state enable
    export-policy all
    import-policy all
    multihop
     admin-state enable
    transport
     local-address {self.node.loopback}
    afi-safi evpn
     admin-state enable
    afi-safi ipv4-unicast
     admin-state disable
"""
        for other in others:
            text += f"   neighbor {other.loopback}\n    peer-group overlay\n    peer-as {other.asn}\n"
        return text

    def overlay_instance(self) -> str:
        return """ vxlan-interface vxlan1.110
 protocols
  bgp-evpn
   bgp-instance 1
    admin-state enable
    vxlan-interface vxlan1.110
    evi 110
    ecmp 8
  bgp-vpn
   bgp-instance 1
    route-target
     export-rt target:110:110
     import-rt target:110:110
"""


def _plain(segment: str) -> str:
    name, *words = segment.split(" ")
    if name in ("forwarding-class", "export-policy") and len(words) > 1:
        return f"{name} [ {' '.join(words)} ]"
    return re.sub(r"^wred-slope (\S+) (\S+) (\S+)", r"wred-slope \1 drop-probability \2 enable-ecn \3", segment)


def flat(config: Config) -> list[tuple[str, set[str]]]:
    """Write one `set` line for each leaf."""
    return [("set / " + " ".join(_plain(part) for part in line.path), config.faults_of(line)) for line in config.lines]


def braces(config: Config) -> list[tuple[str, set[str]]]:
    """Write what `info` prints."""
    rows: list[tuple[str, set[str]]] = []
    open_: list[str] = []

    def close(depth: int) -> None:
        while len(open_) > depth:
            open_.pop()
            rows.append(("    " * len(open_) + "}", set()))

    for line in _grouped(config.lines):
        *blocks, leaf = line.path
        same = 0
        while same < min(len(open_), len(blocks)) and open_[same] == blocks[same]:
            same += 1
        close(same)
        for block in blocks[same:]:
            rows.append(("    " * len(open_) + _plain(block) + " {", block_faults(config, (*open_, block))))
            open_.append(block)
        empty = " " not in leaf or _keys(line.path)
        text = f"{_plain(leaf)} {{" if empty else _plain(leaf)
        rows.append(("    " * len(open_) + text, config.faults_of(line)))
        if text.endswith("{"):
            rows.append(("    " * len(open_) + "}", set()))
    close(0)
    return rows


def block_faults(config: Config, path: tuple[str, ...]) -> set[str]:
    """Return the faults that the first line of a block is a right place for: those of all that is inside."""
    inside = [config.faults_of(line) for line in config.lines if line.path[: len(path)] == path]
    return set.intersection(*inside) if inside else set()


def _grouped(lines: list[Line]) -> list[Line]:
    """Return the lines so that those of one block stand together."""
    order: dict[tuple[str, ...], int] = {}
    for line in lines:
        for depth in range(1, len(line.path) + 1):
            order.setdefault(line.path[:depth], len(order))
    return sorted(lines, key=lambda line: [order[line.path[: d + 1]] for d in range(len(line.path))])


def _keys(path: tuple[str, ...]) -> list[str]:
    """Return the keys of the list that the last part of the path is an entry of; none where it is no list."""
    names = [part.split()[0] for part in path]
    found = (
        KEYS.get("/".join(names[-3:]))
        or KEYS.get("/".join(names[-2:]))
        or (KEYS.get(names[0]) if len(path) == 1 else "")
    )
    return (found or "").split()


def as_json(prefixed: bool) -> Callable[[Config], list[tuple[str, set[str]]]]:
    """Return a writer of JSON, with the names of the modules or without."""

    def show(config: Config) -> list[tuple[str, set[str]]]:
        written = _Json(prefixed)
        for line in config.lines:
            for depth in range(1, len(line.path) + 1):
                path = line.path[:depth]
                written.put(path, config.faults_of(line) if path == line.path else block_faults(config, path))
        return written.rows()

    return show


class _Json:
    """A tree whose leaves remember, behind a mark in their names, which faults they are a right place for."""

    def __init__(self, prefixed: bool) -> None:
        self.prefixed = prefixed
        self.nodes: dict[tuple[str, ...], dict[str, object]] = {(): {}}
        self.faults: list[set[str]] = []
        self.lists: dict[tuple[str, ...], list[dict[str, object]]] = {}

    def leaf(self, name: str, faults: set[str]) -> str:
        self.faults.append(set(faults))
        return f"{name}\0{len(self.faults) - 1}"

    def put(self, path: tuple[str, ...], faults: set[str]) -> None:
        if path in self.nodes:
            return
        above = self.nodes[path[:-1]]
        name, *words = path[-1].split(" ")
        shown = f"{MODULES[name]}:{name}" if self.prefixed and len(path) == 1 else name
        keys = _keys(path)
        if keys:
            entry = {self.leaf(key, faults): _value(word, name) for key, word in zip(keys, words, strict=True)}
            self.lists.setdefault((*path[:-1], name), []) or above.update({shown: self.lists[*path[:-1], name]})
            self.lists[*path[:-1], name].append(entry)
            self.nodes[path] = entry
        elif not words:
            made: dict[str, object] = {}
            above[self.leaf(shown, faults)] = self.nodes[path] = made
        else:
            several = "/".join(part.split()[0] for part in path[-2:]) in LEAF_LISTS
            above[self.leaf(shown, faults)] = [_value(w) for w in words] if several else _value(" ".join(words))

    def rows(self) -> list[tuple[str, set[str]]]:
        result: list[tuple[str, set[str]]] = []
        for text in json.dumps(self.nodes[()], indent=2).splitlines():
            found = re.search(r"\\u0000(\d+)", text)
            faults = self.faults[int(found[1])] if found else set()
            if result and result[-1][0].strip() == "{":
                result[-1] = (result[-1][0], faults)
            result.append((re.sub(r"\\u0000\d+", "", text), faults))
        return result


def _value(word: str, name: str = "") -> object:
    if word in ("true", "false"):
        return word == "true"
    return int(word) if word.isdigit() and name != "forwarding-complex" else word.strip('"')

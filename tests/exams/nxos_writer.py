"""Cisco NX-OS configurations of a fabric, in many forms; from public descriptions of the commands alone."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.exams.config_lines import Config, Line, commands, parse
from tests.exams.fabric_plans import Fabric, Node, Port, local_prefixes, runs


@dataclass(frozen=True)
class Look:
    """How this site writes NX-OS."""

    data: str
    cnp: str
    classify: str
    queuing: str
    network: str
    cnp_group: int
    match: str
    unit: str
    system_wide: bool
    header: bool
    flat: bool
    described: str
    shapes: str
    ingress: bool
    storm: str
    default_class: bool
    listed: bool
    ranged: bool


def draw_look(fabric: Fabric) -> Look:
    rng = random.Random(fabric.seed + "-nxos")
    low = rng.random() < 0.5
    return Look(
        rng.choice(("RDMA-DATA", "cm_roce", "ROCEv2", "gpu-traffic")),
        rng.choice(("RDMA-CNP", "cm_cnp", "CNP", "congestion-notify")),
        rng.choice(("PM-IN", "mark-ingress", "QOS_CLASSIFICATION", "pm_in_roce")),
        rng.choice(("PM-OUT", "egress-8q", "QOS_EGRESS_PORT")),
        rng.choice(("NETWORK", "nq-jumbo", "qos_network")),
        7,
        rng.choice(("dscp", "dscp", "name", "list")),
        rng.choice(("kbytes", "kbytes", "bytes")),
        rng.random() < 0.2,
        rng.random() < 0.6,
        low and rng.random() < 0.3,
        rng.choice(("{peer} {port}", "{peer}:{port}", "to-{peer}-{port}", "<< {peer} {port} >>", "")),
        rng.choice(("remaining", "remaining", "percent")),
        rng.random() < 0.25,
        rng.choice(("", "multiplier", "")),
        rng.random() < 0.7,
        rng.random() < 0.4,
        rng.random() < 0.15,
    )


def port_name(fabric: Fabric, index: int) -> str:
    return f"Ethernet1/{index}"


NAMED = {26: "af31", 24: "cs3", 34: "af41", 40: "cs5"}


class NxosWriter:
    """Writes one switch."""

    def __init__(self, fabric: Fabric, node: Node, names: dict[tuple[str, int], str]) -> None:
        self.fabric, self.node, self.names = fabric, node, names
        self.look = draw_look(fabric)
        self.rng = random.Random(f"{fabric.seed}-{node.name}")
        self.site = random.Random(fabric.seed + "-site")
        self.qos = fabric.qos

    def config(self) -> Config:
        head: tuple[str, ...] = ()
        if self.look.header:
            head = (
                "!Command: show running-config",
                "!Time: Tue Jun  9 08:01:02 2026",
                "",
                "version 10.5(2) Bios:version 01.10",
            )
        lines: list[Line] = []
        for text in (
            self.top(),
            self.classes(),
            self.policies(),
            self.globals(),
            self.vlans(),
            self.ports(),
            self.routing(),
        ):
            lines += parse(text)
        roles = {f"interface {port_name(self.fabric, port.index)}": port.role for port in self.node.ports}
        roles |= {f"interface port-channel{port.lag}": port.role for port in self.node.ports if port.lag}
        for port in self.node.ports:
            if port.lag:
                roles[f"interface {port_name(self.fabric, port.index)}"] = "member"
        show = commands(2, mark="" if not self.look.flat else "!", head=head, flat=self.look.flat)
        return Config(self.node.name, f"{self.node.name}.txt", "nxos", self.node.tier, lines, show, roles)

    def top(self) -> str:
        features = ["ospf"] if self.fabric.routing == "ospf" else []
        features += ["bgp"] if self.fabric.routing == "bgp" or self.fabric.overlay else []
        features += ["lldp", "bfd"]
        features += ["lacp", "vpc", "hsrp"] if self.node.twin else []
        features += ["interface-vlan"] if self.fabric.vlans else []
        features += ["vn-segment-vlan-based"] if self.fabric.overlay else []
        text = f"hostname {self.node.name}\n" + "".join(f"feature {name}\n" for name in features)
        if self.fabric.overlay:
            text += "nv overlay evpn\nfeature nv overlay\n"
        return text + "no ip domain-lookup\n"

    def classes(self) -> str:
        dscp = str(self.qos.dscp)
        if self.look.match == "name":
            dscp = NAMED[self.qos.dscp]
        if self.look.match == "list" and not self.qos.isolated:
            dscp = f"{self.qos.dscp - self.qos.dscp % 8}-{self.qos.dscp - self.qos.dscp % 8 + 7}"
        kind = self.site.choice(("match-any", "match-all", "match-any"))
        return (
            f"class-map type qos {kind} {self.look.cnp}\n match dscp {self.qos.cnp}\n"
            f"class-map type qos {kind} {self.look.data}\n match dscp {dscp}\n"
        )

    def policies(self) -> str:
        group, look = self.qos.priority, self.look
        classes = [
            f" class {look.data}\n  set qos-group {group}\n",
            f" class {look.cnp}\n  set qos-group {look.cnp_group}\n",
        ]
        self.site.shuffle(classes)
        text = f"policy-map type qos {look.classify}\n" + "".join(classes)
        text += " class class-default\n  set qos-group 0\n" if look.default_class else ""
        return text + self.network() + self.queues() + self.ingress()

    def network(self) -> str:
        group = self.qos.priority
        text = f"""policy-map type network-qos {self.look.network}
 class type network-qos c-8q-nq{group}
  pause pfc-cos {group}
  mtu 9216
 class type network-qos c-8q-nq-default
  mtu 9216
"""
        return text

    def queues(self) -> str:
        group, look = self.qos.priority, self.look
        size = {"kbytes": 1000, "bytes": 1}[look.unit]
        curve = (
            f"random-detect minimum-threshold {self.qos.kmin // size} {look.unit} maximum-threshold "
            f"{self.qos.kmax // size} {look.unit} drop-probability {self.qos.pmax} weight 0 ecn"
        )
        share = "bandwidth remaining percent" if look.shapes == "remaining" else "bandwidth percent"
        text = f"policy-map type queuing {look.queuing}\n"
        for queue in range(7, -1, -1):
            name = f"c-out-8q-q{queue}" if queue else "c-out-8q-q-default"
            text += f" class type queuing {name}\n"
            if queue == look.cnp_group:
                text += "  priority level 1\n"
            elif queue == group:
                text += f"  {share} 60\n  {curve}\n"
            else:
                text += f"  {share} {20 if queue == 0 else 0 if share.startswith('bandwidth rem') else 1}\n"
        return text

    def ingress(self) -> str:
        if not self.look.ingress:
            return ""
        stops = self.qos.kmax * 6 // 5
        buffer = stops + {100: 120000, 400: 300000, 800: 500000}[self.fabric.speed]
        return (
            f"policy-map type queuing PAUSE-BUFFERS\n class type queuing c-in-q{self.qos.priority}\n"
            f"  pause buffer-size {buffer} pause-threshold {stops} resume-threshold {stops // 2}\n"
        )

    def globals(self) -> str:
        look = self.look
        text = f"system qos\n service-policy type network-qos {look.network}\n"
        text += f" service-policy type queuing output {look.queuing}\n"
        text += " service-policy type queuing input PAUSE-BUFFERS\n" if look.ingress else ""
        text += f" service-policy type qos input {look.classify}\n" if look.system_wide else ""
        text += "priority-flow-control watch-dog-interval on\n"
        text += "priority-flow-control watch-dog shutdown-multiplier 2\n" if look.storm else ""
        return text + "ip load-sharing address source-destination port source-destination\n"

    def vlans(self) -> str:
        text = "vlan 1\n"
        if self.fabric.vlans and self.node.tier == "leaf":
            text += "vlan 110\n name gpu\n" + (" vn-segment 10110\n" if self.fabric.overlay else "")
        text += "vlan 210\n name storage-front\n" if self.node.role("store") else ""
        if self.node.twin:
            other = 1 if self.node.number == 2 else 2
            text += f"""vpc domain 10
 peer-keepalive destination 192.0.2.{other + 10} source 192.0.2.{self.node.number + 10} vrf management
 peer-gateway
"""
        return text + "vrf context management\n ip route 0.0.0.0/0 192.0.2.1\n"

    def qos_lines(self) -> str:
        multiplier = " interface-multiplier 2" if self.look.storm else ""
        text = f" priority-flow-control mode on\n priority-flow-control watch-dog-interval on{multiplier}\n"
        return text if self.look.system_wide else f"{text} service-policy type qos input {self.look.classify}\n"

    def described(self, port: Port) -> str:
        form = self.look.described or ("" if port.ip else "{peer} {port}")
        if not form or (port.role == "host" and not self.look.described):
            return ""
        name = self.names.get((port.peer, port.peer_index), "")
        return f" description {form.format(peer=port.peer, port=name).rstrip()}\n"

    @property
    def mtu(self) -> int:
        return 9000 if self.fabric.mixed else 9216

    def port(self, port: Port) -> str:
        text = f"interface {port_name(self.fabric, port.index)}\n"
        if port.role == "spare":
            return text + self.rng.choice(("", " shutdown\n"))
        if port.role == "store":
            return text + " description storage front end\n switchport access vlan 210\n"
        text += self.described(port)
        if port.lag:
            number = port.lag
            mode = " switchport mode trunk\n" if number == 99 else " switchport access vlan 110\n"
            pfc = " priority-flow-control mode on\n priority-flow-control watch-dog-interval on\n"
            return f"{text}{mode}{pfc} mtu 9216\n channel-group {number} mode active\n"
        if not port.ip:
            return (
                f"{text} switchport\n switchport access vlan {port.vlan}\n{self.qos_lines()} mtu 9216\n no shutdown\n"
            )
        text += " no switchport\n"
        tail = f" ip address {port.ip}/31\n"
        if self.fabric.routing == "ospf":
            tail += " ip ospf network point-to-point\n" if port.role == "fabric" else " ip ospf passive-interface\n"
            tail += " ip router ospf UNDERLAY area 0.0.0.0\n"
        parts = ["" if self.look.ranged else self.qos_lines(), f" mtu {self.mtu}\n"]
        self.site.shuffle(parts) if self.look.flat else None
        return text + "".join(parts) + " no ip redirects\n" + tail + " no shutdown\n"

    def channels(self) -> str:
        text = ""
        for lag in sorted({port.lag for port in self.node.ports if port.lag}):
            role = (
                " switchport mode trunk\n vpc peer-link\n"
                if lag == 99
                else f" switchport access vlan 110\n vpc {lag}\n"
            )
            text += f"interface port-channel{lag}\n switchport\n{role}{self.qos_lines()} mtu 9216\n"
        return text

    def ports(self) -> str:
        text = ""
        ospf = " ip router ospf UNDERLAY area 0.0.0.0\n" if self.fabric.routing == "ospf" else ""
        if self.fabric.vlans and self.node.tier == "leaf":
            address = f"172.20.{1 if self.node.twin else self.node.number}.{self.node.number + 1}/24"
            if self.fabric.overlay:
                text += "interface nve1\n no shutdown\n host-reachability protocol bgp\n source-interface loopback1\n"
                text += " member vni 10110\n  ingress-replication protocol bgp\n"
            else:
                text += f"interface Vlan110\n no shutdown\n mtu 9216\n no ip redirects\n ip address {address}\n"
                text += " ip arp timeout 240\n" + ospf
                if self.node.twin:
                    text += " hsrp version 2\n hsrp 110\n  ip 172.20.1.1\n"
        text += self.channels() + "".join(self.port(port) for port in self.node.ports)
        routed = [port.index for port in self.node.ports if port.ip and not port.lag]
        if self.look.ranged and routed:
            text += f"interface {', '.join(f'Ethernet1/{part}' for part in runs(routed))}\n{self.qos_lines()}"
        text += f"interface mgmt0\n vrf member management\n ip address 192.0.2.{self.node.number + 10}/24\n"
        text += f"interface loopback0\n ip address {self.node.loopback}/32\n{ospf}"
        if self.fabric.overlay and self.node.tier == "leaf":
            text += f"interface loopback1\n ip address 10.254.1.{self.node.number}/32\n{ospf}"
        return text

    def routing(self) -> str:
        node = self.node
        if self.fabric.routing == "ospf":
            text = f"router ospf UNDERLAY\n router-id {node.loopback}\n maximum-paths 8\n"
            return text + (self.evpn_only() if self.fabric.overlay else "")
        text = "route-map KEEP permit 10\n set ip next-hop unchanged\n" if self.fabric.overlay else ""
        text += local_prefixes(node) if self.look.listed else ""
        text += "route-map ALL permit 10\n" + (" match ip address prefix-list LOCAL\n" if self.look.listed else "")
        text += f"router bgp {node.asn}\n"
        text += f" router-id {node.loopback}\n bestpath as-path multipath-relax\n"
        text += " address-family ipv4 unicast\n  redistribute direct route-map ALL\n  maximum-paths 8\n"
        text += " address-family l2vpn evpn\n  maximum-paths 8\n" if self.fabric.overlay else ""
        for port in node.role("fabric"):
            text += f" neighbor {port.peer_ip}\n  remote-as {port.peer_asn}\n  description {port.peer}\n"
            text += "  bfd\n" if self.look.header else ""
            text += "  address-family ipv4 unicast\n"
        return text + (self.evpn() if self.fabric.overlay else "")

    def evpn_only(self) -> str:
        keep = "route-map KEEP permit 10\n set ip next-hop unchanged\n"
        return (
            f"{keep}router bgp {self.node.asn}\n router-id {self.node.loopback}\n address-family l2vpn evpn\n"
            + self.evpn()
        )

    def evpn(self) -> str:
        node, fabric = self.node, self.fabric
        others = [n for n in fabric.nodes.values() if n.tier == ("spine" if node.tier == "leaf" else "leaf")]
        text = ""
        for other in others:
            text += (
                f" neighbor {other.loopback}\n  remote-as {other.asn}\n  update-source loopback0\n  ebgp-multihop 3\n"
            )
            text += "  address-family l2vpn evpn\n   send-community extended\n"
            text += "   route-map KEEP out\n" if node.tier == "spine" else ""
        if node.tier == "leaf":
            text += "evpn\n vni 10110 l2\n  rd auto\n  route-target import 110:110\n  route-target export 110:110\n"
        return text

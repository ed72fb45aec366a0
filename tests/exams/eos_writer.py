"""Arista EOS configurations of a fabric, in many forms; from public descriptions of the commands alone."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.exams.config_lines import Config, Line, commands, parse
from tests.exams.fabric_plans import Fabric, Node, Port, local_prefixes, runs

HEADROOM = {100: 97280, 400: 242688, 800: 405504}
LANES = {100: "100g-4", 400: "400g-8", 800: "800g-8"}


@dataclass(frozen=True)
class Look:
    """How this site writes EOS."""

    board: str
    queue: str
    style: str
    unit: str
    indent: int
    slash: str
    mmu: bool
    watchdog: str
    described: str
    explicit: bool
    comments: bool
    header: bool
    guaranteed: bool
    listed: bool
    ranged: bool


def draw_look(fabric: Fabric) -> Look:
    rng = random.Random(fabric.seed + "-eos")
    boards = {
        100: (("DCS-7050CX3-32S", "tx-queue"), ("DCS-7280CR3-32P4", "tx-queue"), ("DCS-7060CX2-32S", "tx-queue")),
        400: (("DCS-7060DX4-32", "uc-tx-queue"), ("DCS-7060DX5-64S", "uc-tx-queue"), ("DCS-7280DR3-24", "tx-queue")),
        800: (("DCS-7060X6-64PE", "uc-tx-queue"),),
    }
    board, queue = rng.choice(boards[fabric.speed])
    return Look(
        board,
        queue,
        rng.choice(("profile", "profile", "port", "split")),
        rng.choice(("kbytes", "kbytes", "bytes", "segments" if "7060" in board else "kbytes")),
        rng.choice((3, 3, 3, 2)),
        rng.choice(("/1", "/1", "")),
        "7280" not in board and rng.random() < 0.4,
        rng.choice(("drop", "port", "errdisable", "forced")),
        rng.choice(("{peer}_{port}", "to {peer} {port}", "{port} of {peer}", "P2P_LINK_TO_{peer}_{port}", "")),
        rng.random() < 0.5,
        rng.random() < 0.4,
        rng.random() < 0.6,
        rng.random() < 0.4,
        rng.random() < 0.4,
        rng.random() < 0.15,
    )


def port_name(fabric: Fabric, index: int) -> str:
    return f"Ethernet{index}{draw_look(fabric).slash}"


class EosWriter:
    """Writes one switch."""

    def __init__(self, fabric: Fabric, node: Node, names: dict[tuple[str, int], str]) -> None:
        self.fabric, self.node, self.names = fabric, node, names
        self.look = draw_look(fabric)
        self.rng = random.Random(f"{fabric.seed}-{node.name}")
        self.qos = fabric.qos

    def config(self) -> Config:
        lines: list[Line] = []
        sections = [
            self.top(),
            self.profile(),
            self.vlans(),
            self.ports(),
            self.routing_lists(),
            self.maps(),
            self.bgp(),
        ]
        if self.look.mmu:
            sections.append("platform trident mmu queue profile GPU-MMU apply")
        for text in sections:
            lines += parse(text)
        head = []
        if self.look.header:
            head = [
                "! Command: show running-config",
                f"! device: {self.node.name} ({self.look.board}, EOS-4.33.1F)",
                "!",
            ]
        tail = ["!", "end"] if self.look.header else []
        roles = {f"interface {port_name(self.fabric, port.index)}": port.role for port in self.node.ports}
        show = commands(self.look.indent, head=head, tail=tail)
        return Config(self.node.name, f"{self.node.name}.cfg", "eos", self.node.tier, lines, show, roles)

    def top(self) -> str:
        mmu = ""
        if self.look.mmu:
            mmu = f"""
platform trident mmu queue profile GPU-MMU
 ingress threshold {random.Random(self.fabric.seed).choice(("1/4", "1", "1/8"))}
 ingress headroom {HEADROOM[self.fabric.speed]}
"""
        errdisable = ""
        if self.look.watchdog == "errdisable":
            errdisable = "errdisable recovery cause stuck-queue\nerrdisable recovery interval 120\n"
        counter = "hardware counter feature ecn out\n" if "7280" in self.look.board else ""
        return f"{errdisable}{counter}service routing protocols model multi-agent\n{mmu}hostname {self.node.name}\n"

    def queues(self) -> str:
        unit = self.look.unit
        size = {"kbytes": 1000, "bytes": 1, "segments": 254}[unit]
        low, high = self.qos.kmin // size, self.qos.kmax // size
        weight = random.Random(self.fabric.seed).choice(("", " weight 0"))
        curve = f"minimum-threshold {low} {unit} maximum-threshold {high} {unit} max-mark-probability {self.qos.pmax}"
        text = ""
        for queue in range(8):
            if queue == self.qos.priority:
                guaranteed = "\n  bandwidth guaranteed percent 1" if self.look.guaranteed else ""
                count = "\n  random-detect ecn count" if self.rng.random() < 0.5 else ""
                text += f"""
 {self.look.queue} {queue}
  no priority
  bandwidth percent 70{guaranteed}
  random-detect ecn {curve}{weight}{count}"""
            elif queue >= 6:
                if self.look.explicit:
                    text += f"\n {self.look.queue} {queue}\n  priority strict"
            else:
                share = 20 if queue == 1 else 2
                text += f"\n {self.look.queue} {queue}\n  no priority\n  bandwidth percent {share}"
        return text

    def pfc(self, host: bool) -> str:
        text = f" priority-flow-control on\n priority-flow-control priority {self.qos.priority} no-drop"
        if self.look.explicit:
            text += "\n priority-flow-control pause watchdog"
        if self.look.watchdog == "port":
            text += (
                "\n priority-flow-control pause watchdog port timer timeout 0.3 polling-interval 0.1 recovery-time 0.6"
                "\n priority-flow-control pause watchdog port action drop"
            )
        return text

    def profile(self) -> str:
        if self.look.style == "port":
            return ""
        text = "qos profile GPU-NET\n qos trust dscp"
        if self.look.style == "profile":
            text += "\n" + self.pfc(True)
        return text + self.queues()

    def vlans(self) -> str:
        text = "spanning-tree mode none\n" if not self.fabric.vlans else "mac address-table aging-time 14400\n"
        if self.node.tier == "leaf" and self.fabric.vlans:
            text += "vlan 110\n name GPU\n"
        if self.node.role("store"):
            text += "vlan 210\n name STORAGE-FRONT\n"
        if self.node.twin:
            text += "no spanning-tree vlan-id 4094\nvlan 4094\n name MLAG\n trunk group MLAG\n"
        return text + "vrf instance OOB\n"

    def trust(self, port: Port) -> str:
        stated = self.look.explicit or not port.ip
        return " qos trust dscp\n" if stated and (self.look.style == "port" or not port.ip) else ""

    def qos_lines(self, port: Port) -> str:
        if self.look.style == "profile":
            return " service-profile GPU-NET\n" + (self.trust(port) if not port.ip else "")
        if self.look.style == "split":
            return f" service-profile GPU-NET\n{self.trust(port)}{self.pfc(port.role == 'host')}\n"
        return f"{self.trust(port)}{self.pfc(port.role == 'host')}{self.queues()}\n"

    def described(self, port: Port) -> str:
        if not port.peer or (port.role == "host" and not self.look.described):
            return ""
        form = self.look.described or ("{peer} {port}" if not port.ip else "")
        name = self.names.get((port.peer, port.peer_index), "")
        comment = "" if not self.look.comments or self.rng.random() > 0.3 else " !! moved in change 4711\n"
        return comment + (f" description {form.format(peer=port.peer, port=name)}\n" if form else "")

    def port(self, port: Port) -> str:
        text = f"interface {port_name(self.fabric, port.index)}\n"
        if port.role == "spare":
            return text + " shutdown\n"
        if port.role == "store":
            return text + " description storage front end\n switchport access vlan 210\n"
        text += self.described(port) + f" mtu {9000 if self.fabric.mixed else 9214}\n"
        text += f" speed {LANES[self.fabric.speed]}\n" if self.look.explicit else ""
        if self.fabric.speed > 100 and self.look.explicit:
            text += " error-correction encoding reed-solomon\n"
        if port.lag:
            return f"{text} channel-group {port.lag} mode active\n{self.qos_lines(port)}"
        if port.ip:
            text += f" no switchport\n ip address {port.ip}/31\n"
            if self.fabric.routing == "ospf":
                text += " ip ospf network point-to-point\n ip ospf area 0.0.0.0\n" if port.role == "fabric" else ""
                text += " ip ospf area 0.0.0.0\n" if port.role == "host" else ""
        else:
            text += f" switchport access vlan {port.vlan}\n"
        return text if self.look.ranged and port.ip else text + self.qos_lines(port)

    def ranges(self) -> str:
        """Return the QoS of routed ports for many at once, as a script types it."""
        text = ""
        for role in ("host", "fabric"):
            ports = [port for port in self.node.role(role) if port.ip and not port.lag]
            if self.look.ranged and ports:
                slash = self.look.slash
                parts = (part.replace("-", f"{slash}-") + slash for part in runs([port.index for port in ports]))
                numbers = ",".join(parts)
                text += f"interface Ethernet{numbers}\n{self.qos_lines(ports[0])}"
        return text

    def channels(self) -> str:
        text, mtu = "", 9000 if self.fabric.mixed else 9214
        for lag in sorted({port.lag for port in self.node.ports if port.lag}):
            if lag == 99:
                text += (
                    f"interface Port-Channel99\n description MLAG peer\n mtu {mtu}\n switchport mode trunk\n"
                    " switchport trunk group MLAG\n qos trust dscp\n"
                )
            else:
                text += (
                    f"interface Port-Channel{lag}\n mtu {mtu}\n switchport access vlan 110\n mlag {lag}\n"
                    " qos trust dscp\n"
                )
        return text

    def ports(self) -> str:
        text = self.channels() + "".join(self.port(port) for port in self.node.ports) + self.ranges()
        text += f"interface Loopback0\n ip address {self.node.loopback}/32\n"
        if self.fabric.routing == "ospf":
            text += " ip ospf area 0.0.0.0\n"
        if self.fabric.overlay and self.node.tier == "leaf":
            text += f"interface Loopback1\n ip address 10.254.1.{self.node.number}/32\n"
        text += f"interface Management1\n vrf OOB\n ip address 192.0.2.{self.node.number + 10}/24\n"
        mtu = 9000 if self.fabric.mixed else 9214
        if self.fabric.vlans and self.node.tier == "leaf":
            third = self.node.number if not self.node.twin else 1
            if self.fabric.overlay:
                text += f"interface Vlan110\n mtu {mtu - 114}\n ip address virtual 172.20.0.1/24\n"
            else:
                text += f"interface Vlan110\n mtu {mtu}\n ip address 172.20.{third}.{self.node.number + 1}/24\n"
                text += f" ip virtual-router address 172.20.{third}.1\n" if self.node.twin else ""
                text += " ip ospf area 0.0.0.0\n" if self.fabric.routing == "ospf" else ""
        if self.node.twin:
            text += f"interface Vlan4094\n mtu {mtu}\n no autostate\n ip address 192.168.99.{self.node.number}/30\n"
        if self.fabric.overlay and self.node.tier == "leaf":
            text += """interface Vxlan1
 vxlan source-interface Loopback1
 vxlan udp-port 4789
 vxlan vlan 110 vni 10110
 vxlan qos ecn propagation
 vxlan qos dscp propagation encapsulation
 vxlan qos map dscp to traffic-class decapsulation
"""
        return text

    def routing_lists(self) -> str:
        text = ""
        if self.fabric.vlans:
            text += "ip virtual-router mac-address 00:1c:73:aa:bb:cc\n" if self.node.tier == "leaf" else ""
        text += "ip routing\nno ip routing vrf OOB\nip route vrf OOB 0.0.0.0/0 192.0.2.1\n"
        if self.node.twin:
            other = 1 if self.node.number == 2 else 2
            text += f"""mlag configuration
 domain-id PAIR
 local-interface Vlan4094
 peer-address 192.168.99.{other}
 peer-link Port-Channel99
"""
        return text

    def maps(self) -> str:
        dscp, tc, cnp = self.qos.dscp, self.qos.priority, self.qos.cnp
        lines = []
        block = [str(value) for value in range(tc * 8, tc * 8 + 8) if value != dscp]
        if self.qos.isolated:
            lines.append(f"qos map dscp {' '.join(block)} to traffic-class 1")
        if dscp >> 3 != tc or self.look.explicit or self.fabric.mixed:
            lines.append(f"qos map dscp {dscp} to traffic-class {tc}")
        if self.look.explicit or self.fabric.mixed:
            lines.append(f"qos map dscp {cnp} to traffic-class 6")
        if self.look.explicit:
            lines += [f"qos map traffic-class {tc} to tx-queue {tc}", "qos map traffic-class 6 to tx-queue 6"]
        if self.look.watchdog != "port":
            forced = " forced" if self.look.watchdog == "forced" else ""
            lines += [
                "priority-flow-control pause watchdog default timeout 0.4",
                f"priority-flow-control pause watchdog default recovery-time 0.8{forced}",
                "priority-flow-control pause watchdog default polling-interval 0.2",
            ]
            if self.look.watchdog != "errdisable":
                lines.append("priority-flow-control pause watchdog action drop")
        return "\n".join(lines)

    def bgp(self) -> str:
        node = self.node
        if self.fabric.routing == "ospf":
            up = "\n".join(f" no passive-interface {port_name(self.fabric, p.index)}" for p in node.role("fabric"))
            return f"router ospf 1\n router-id {node.loopback}\n passive-interface default\n{up}\n maximum-paths 8"
        sessions = ""
        for port in node.role("fabric"):
            group = "UP" if port.up else "DOWN"
            sessions += (
                f" neighbor {port.peer_ip} peer group {group}\n neighbor {port.peer_ip} remote-as {port.peer_asn}\n"
            )
        text = f"""router bgp {node.asn}
 router-id {node.loopback}
 maximum-paths 8 ecmp 8
 neighbor UP peer group
 neighbor UP send-community
 neighbor DOWN peer group
 neighbor DOWN send-community
{sessions} redistribute connected{" route-map LOCAL" if self.look.listed else ""}
"""
        if self.look.listed:
            text = f"{local_prefixes(node)}route-map LOCAL permit 10\n match ip address prefix-list LOCAL\n{text}"
        if self.fabric.overlay:
            text += self.evpn()
        return text

    def evpn(self) -> str:
        node, fabric = self.node, self.fabric
        others = [n for n in fabric.nodes.values() if n.tier == ("spine" if node.tier == "leaf" else "leaf")]
        keep = " neighbor OVL next-hop-unchanged\n" if node.tier == "spine" else ""
        text = f" neighbor OVL peer group\n neighbor OVL update-source Loopback0\n neighbor OVL ebgp-multihop 3\n{keep}"
        text += " neighbor OVL send-community extended\n"
        for other in others:
            text += f" neighbor {other.loopback} peer group OVL\n neighbor {other.loopback} remote-as {other.asn}\n"
        if node.tier == "leaf":
            text += f""" vlan 110
  rd {node.loopback}:110
  route-target both 110:110
  redistribute learned
"""
        return (
            text + " address-family evpn\n  neighbor OVL activate\n address-family ipv4\n  no neighbor OVL activate\n"
        )

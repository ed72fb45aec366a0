"""Whole fabrics as vendor configurations: EOS, NX-OS and SR Linux switches with BGP, OSPF or static routes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

PORTS = {"eos": "Ethernet{}", "nxos": "Ethernet1/{}", "srlinux": "ethernet-1/{}"}
HOST_PORT = 30


@dataclass
class Switch:
    """One switch: its system, AS number, hosts, and what it says to neighbours."""

    name: str
    os: str
    asn: int
    hosts: int
    number: int
    allowas_in: bool = False
    no_transit: bool = False
    links: list[tuple[int, str, Switch, int]] = field(default_factory=list)
    """Port number, own address, neighbour, cost."""

    @property
    def host_prefix(self) -> str:
        return f"10.{100 + self.number // 200}.{self.number % 200}.0/24"


@dataclass
class Fabric:
    """Switches under construction. `routing`: bgp or ospf."""

    routing: str = "bgp"
    systems: tuple[str, ...] = ("eos", "nxos", "srlinux")
    pfc_on_fabric: bool = True
    watchdog: bool = True
    switches: dict[str, Switch] = field(default_factory=dict)
    cables: list[tuple[str, int, str, int]] = field(default_factory=list)

    def add(self, name: str, asn: int, hosts: int = 0, os: str = "") -> Switch:
        number = len(self.switches)
        switch = Switch(name, os or self.systems[number % len(self.systems)], asn, hosts, number)
        self.switches[name] = switch
        return switch

    def cable(self, a: str, b: str, cost: int = 10) -> None:
        one, other = self.switches[a], self.switches[b]
        number = len(self.cables)
        base = f"10.0.{number // 128}.{number % 128 * 2}"
        peer = f"10.0.{number // 128}.{number % 128 * 2 + 1}"
        self.cables.append((a, len(one.links) + 1, b, len(other.links) + 1))
        one.links.append((len(one.links) + 1, f"{base}/31", other, cost))
        other.links.append((len(other.links) + 1, f"{peer}/31", one, cost))

    def texts(self) -> dict[str, str]:
        makers = {"eos": eos, "nxos": nxos, "srlinux": srlinux}
        found = {f"{one.name}.cfg": makers[one.os](self, one) for one in self.switches.values()}
        rows = [
            f"{a},{PORTS[self.switches[a].os].format(i)},{b},{PORTS[self.switches[b].os].format(j)},20"
            for a, i, b, j in self.cables
        ]
        found["cables.csv"] = "\n".join(["a_device,a_port,b_device,b_port,length_m", *rows]) + "\n"
        return found


def peer_address(address: str) -> str:
    head, last = address.split("/")[0].rsplit(".", 1)
    return f"{head}.{int(last) ^ 1}"


def eos(fabric: Fabric, switch: Switch) -> str:
    lines = [
        f"hostname {switch.name}",
        "qos profile ROCE",
        "   qos trust dscp",
        "   priority-flow-control on",
        "   priority-flow-control priority 3 no-drop",
    ]
    if fabric.watchdog:
        lines.insert(1, "priority-flow-control pause watchdog default timeout 0.2")
    for port, address, _, cost in switch.links:
        lines += [f"interface Ethernet{port}", "   no switchport", f"   ip address {address}"]
        lines += ["   service-profile ROCE"] if fabric.pfc_on_fabric else []
        if fabric.routing == "ospf":
            lines += [f"   ip ospf cost {cost}", "   ip ospf area 0.0.0.0", "   ip ospf network point-to-point"]
    for host in range(switch.hosts):
        address = f"{switch.host_prefix.split('/')[0].rsplit('.', 1)[0]}.{4 * host + 1}/30"
        lines += [f"interface Ethernet{HOST_PORT + host}", "   description gpu", "   no switchport"]
        lines += [f"   ip address {address}", "   service-profile ROCE"]
        lines += ["   ip ospf area 0.0.0.0"] if fabric.routing == "ospf" else []
    lines += ["ip routing"]
    if fabric.routing == "ospf":
        lines += ["router ospf 1", f"   router-id 10.255.0.{switch.number + 1}"]
        lines += [f"   passive-interface Ethernet{HOST_PORT + host}" for host in range(switch.hosts)]
        return "\n".join(lines) + "\n"
    if switch.no_transit:
        lines += [f"ip prefix-list OWN seq 10 permit {switch.host_prefix} le 32"]
        lines += ["route-map OWN permit 10", "   match ip address prefix-list OWN"]
    lines += [f"router bgp {switch.asn}", f"   router-id 10.255.0.{switch.number + 1}", "   maximum-paths 64 ecmp 64"]
    for _, address, other, _ in switch.links:
        peer = peer_address(address)
        lines += [f"   neighbor {peer} remote-as {other.asn}"]
        lines += [f"   neighbor {peer} allowas-in 1"] if switch.allowas_in else []
        lines += [f"   neighbor {peer} route-map OWN out"] if switch.no_transit else []
    return "\n".join([*lines, "   redistribute connected"]) + "\n"


def nxos(fabric: Fabric, switch: Switch) -> str:
    lines = [
        f"hostname {switch.name}",
        "feature bgp",
        "feature ospf",
        "class-map type qos match-any ROCE",
        "  match dscp 24-31",
        "policy-map type qos CLASSIFY",
        "  class ROCE",
        "    set qos-group 3",
        "policy-map type network-qos LOSSLESS",
        "  class type network-qos c-8q-nq3",
        "    pause pfc-cos 3",
        "    mtu 9216",
        "  class type network-qos c-8q-nq-default",
        "    mtu 9216",
        "system qos",
        "  service-policy type network-qos LOSSLESS",
    ]
    lines += ["priority-flow-control watch-dog-interval on"] if fabric.watchdog else []
    wanted = [(port, address, fabric.pfc_on_fabric, cost, False) for port, address, _, cost in switch.links]
    base = switch.host_prefix.split("/")[0].rsplit(".", 1)[0]
    wanted += [(HOST_PORT + host, f"{base}.{4 * host + 1}/30", True, 10, True) for host in range(switch.hosts)]
    for port, address, pauses, cost, is_host in wanted:
        lines += [f"interface Ethernet1/{port}", "  no switchport", f"  ip address {address}", "  no shutdown"]
        lines += ["  description gpu"] if is_host else []
        if pauses:
            lines += ["  priority-flow-control mode on", "  service-policy type qos input CLASSIFY"]
            lines += ["  priority-flow-control watch-dog-interval on"] if fabric.watchdog else []
        if fabric.routing == "ospf":
            lines += ["  ip router ospf 1 area 0.0.0.0"]
            lines += ["  ip ospf passive-interface"] if is_host else [f"  ip ospf cost {cost}"]
    if fabric.routing == "ospf":
        return "\n".join([*lines, "router ospf 1", f"  router-id 10.255.0.{switch.number + 1}"]) + "\n"
    lines += ["route-map ALL permit 10"]
    if switch.no_transit:
        lines += [f"ip prefix-list OWN seq 10 permit {switch.host_prefix} le 32"]
        lines += ["route-map OWN permit 10", "  match ip address prefix-list OWN"]
    lines += [f"router bgp {switch.asn}", f"  router-id 10.255.0.{switch.number + 1}"]
    lines += ["  bestpath as-path multipath-relax", "  address-family ipv4 unicast"]
    lines += ["    redistribute direct route-map ALL", "    maximum-paths 64"]
    for _, address, other, _ in switch.links:
        lines += [f"  neighbor {peer_address(address)}", f"    remote-as {other.asn}"]
        lines += ["    address-family ipv4 unicast"]
        lines += ["      allowas-in 1"] if switch.allowas_in else []
        lines += ["      disable-peer-as-check"]
        lines += ["      route-map OWN out"] if switch.no_transit else []
    return "\n".join(lines) + "\n"


def srlinux(fabric: Fabric, switch: Switch) -> str:
    lines = [f"set / system name host-name {switch.name}"]
    wanted = [(port, address, fabric.pfc_on_fabric, cost, False) for port, address, _, cost in switch.links]
    base = switch.host_prefix.split("/")[0].rsplit(".", 1)[0]
    wanted += [(HOST_PORT + host, f"{base}.{4 * host + 1}/30", True, 10, True) for host in range(switch.hosts)]
    mapping = "set / qos pfc-mapping-profile PFC"
    lines += [
        "set / qos queues queue unicast-3 queue-index 3",
        "set / qos queues pfc-queue pfc-3 queue-index 3",
        "set / qos forwarding-classes forwarding-class fc3 output unicast-queue unicast-3",
        "set / qos classifiers dscp-policy ROCE dscp 26 forwarding-class fc3",
        f"{mapping} received-traffic unicast-mapping pfc-queue pfc-3 forwarding-class [ fc3 ]",
        f"{mapping} received-traffic unicast-mapping pfc-queue pfc-3 pfc-pause-frame-priority 3",
        f"{mapping} received-pfc-pause-frames queue unicast-3 pfc-pause-frame-priority 3 enable-pfc true",
    ]
    if fabric.watchdog:
        timers = "detection-timer 200 recovery-timer 400"
        lines += [f"{mapping} received-pfc-pause-frames deadlock enable true {timers}"]
    for port, address, pauses, cost, is_host in wanted:
        name = f"ethernet-1/{port}"
        lines += [f"set / interface {name} admin-state enable"]
        lines += [f"set / interface {name} description gpu"] if is_host else []
        lines += [
            f"set / interface {name} subinterface 0 admin-state enable",
            f"set / interface {name} subinterface 0 ipv4 admin-state enable",
            f"set / interface {name} subinterface 0 ipv4 address {address}",
            f"set / network-instance default interface {name}.0",
        ]
        if pauses:
            lines += [
                f"set / qos interfaces interface {name} interface-ref interface {name}",
                f"set / qos interfaces interface {name} pfc pfc-mapping-profile PFC pfc-enable true",
                f"set / qos interfaces interface {name}.0 interface-ref interface {name} subinterface 0",
                f"set / qos interfaces interface {name}.0 input classifiers dscp-policy ROCE",
            ]
        if fabric.routing == "ospf":
            ospf = f"set / network-instance default protocols ospf instance 1 area 0.0.0.0 interface {name}.0"
            lines += [f"{ospf} passive true"] if is_host else [f"{ospf} metric {cost}"]
    lines += ["set / network-instance default type default"]
    if fabric.routing == "ospf":
        lines += ["set / network-instance default protocols ospf instance 1 admin-state enable"]
        lines += ["set / network-instance default protocols ospf instance 1 version ospf-v2"]
        return "\n".join(lines) + "\n"
    policy = "set / routing-policy policy"
    lines += [f"{policy} ALL default-action policy-result accept"]
    if switch.no_transit:
        lines += [f"set / routing-policy prefix-set OWN prefix {switch.host_prefix} mask-length-range 24..32"]
        lines += [f"{policy} OWN statement 10 match prefix prefix-set OWN"]
        lines += [f"{policy} OWN statement 10 action policy-result accept"]
        lines += [f"{policy} OWN default-action policy-result reject"]
    bgp = "set / network-instance default protocols bgp"
    lines += [f"{bgp} autonomous-system {switch.asn}", f"{bgp} router-id 10.255.0.{switch.number + 1}"]
    lines += [f"{bgp} afi-safi ipv4-unicast admin-state enable", f"{bgp} admin-state enable"]
    lines += [f"{bgp} afi-safi ipv4-unicast multipath maximum-paths 64"]
    group = f"{bgp} group FABRIC"
    lines += [f"{group} import-policy [ ALL ]", f"{group} export-policy [ {'OWN' if switch.no_transit else 'ALL'} ]"]
    lines += [f"{group} as-path-options allow-own-as 1"] if switch.allowas_in else []
    for _, address, other, _ in switch.links:
        peer = f"{bgp} neighbor {peer_address(address)}"
        lines += [f"{peer} peer-group FABRIC", f"{peer} peer-as {other.asn}"]
    return "\n".join(lines) + "\n"


@pytest.fixture
def make_fabric() -> Callable[..., Fabric]:
    return Fabric


@pytest.fixture
def clos() -> Callable[..., Fabric]:
    """Leaves and spines; leaves have one AS number each."""

    def build(leaves: int = 4, spines: int = 2, *, unique: bool = False, **how: object) -> Fabric:
        fabric = Fabric(**how)  # type: ignore[arg-type]  # the fields of Fabric
        for leaf in range(leaves):
            fabric.add(f"leaf{leaf + 1}", 65001 + leaf, hosts=2)
        for spine in range(spines):
            fabric.add(f"spine{spine + 1}", 65500 + (spine if unique else 0))
        for leaf in range(leaves):
            for spine in range(spines):
                fabric.cable(f"leaf{leaf + 1}", f"spine{spine + 1}")
        return fabric

    return build

"""Numbered pumps written by hand, for what no file of fixtures holds: tables, lists, and joins of several files."""

from __future__ import annotations

import json
from collections.abc import Callable

from roce_lint.text.json_value import Json
from tests.fuzz.corpus import FIXTURES
from tests.fuzz.pump import Numbered, own

_DATABASE = (FIXTURES / "sonic/leaf-7060x6/config_db.json").read_text("utf-8")


def _rows(table: str, key: str, row: dict[str, Json], *, other: str = "", other_key: str = "") -> Numbered:
    """Return the database of a switch with many rows of a table; `{n}` in a key or a value is the number."""

    def text(pieces: int) -> str:
        whole = json.loads(_DATABASE)
        for number in range(pieces):
            words = json.dumps({key: row}).replace("{n}", str(number))
            whole.setdefault(table, {}).update(json.loads(words))
            if other:
                whole.setdefault(other, {})[other_key.replace("{n}", str(number))] = {}
        return json.dumps(whole, indent=1)

    return Numbered(f"rows {key} of {table}", "leaf-1/config_db.json", text, is_own=True)


def _one_row(table: str, key: Callable[[int], str], field: Callable[[int], dict[str, Json]], name: str) -> Numbered:
    """Return the database of a switch with one row whose key or fields grow."""

    def text(pieces: int) -> str:
        whole = json.loads(_DATABASE)
        whole.setdefault(table, {})[key(pieces)] = field(pieces)
        return json.dumps(whole, indent=1)

    return Numbered(f"{name} of {table}", "leaf-1/config_db.json", text, is_own=True)


def _names(pieces: int) -> str:
    return ",".join(f"Ethernet{number}" for number in range(pieces))


_LOSSLESS = {"profile": "pg_lossless_400000_40m_profile"}
_BOUND: dict[str, Json] = {
    "dscp_to_tc_map": "AZURE",
    "tc_to_queue_map": "AZURE",
    "pfc_enable": "3",
    "pfcwd_sw_enable": "3",
}
_SONIC = (
    _rows("BUFFER_PG", "Ethernet{n}|3", dict(_LOSSLESS)),
    _rows("BUFFER_PG", "Ethernet0|{n}", dict(_LOSSLESS)),
    _rows("BUFFER_QUEUE", "Ethernet{n}|3", {"profile": "egress_lossless_profile"}),
    _rows("BUFFER_PROFILE", "p{n}", {"pool": "ingress_lossless_pool", "size": "0", "dynamic_th": "0"}),
    _rows("BUFFER_POOL", "pool{n}", {"size": "121964196", "type": "ingress", "mode": "dynamic"}),
    _rows("QUEUE", "Ethernet{n}|3", {"scheduler": "scheduler.0", "wred_profile": "ROCE"}),
    _rows("SCHEDULER", "scheduler.{n}", {"type": "DWRR", "weight": "20"}),
    _rows("WRED_PROFILE", "W{n}", {"ecn": "ecn_all", "green_min_threshold": "400000"}),
    _rows("PFC_WD", "Ethernet{n}", {"action": "drop", "detection_time": "200", "restoration_time": "400"}),
    _rows("PORT_QOS_MAP", "Ethernet{n}", _BOUND),
    _rows("PORT_QOS_MAP", "Ethernet{n}", {"dscp_to_tc_map": "M{n}"}),
    _rows("DSCP_TO_TC_MAP", "M{n}", {"26": "3"}),
    _rows("PORT", "Ethernet{n}", {"lanes": "{n}", "speed": "400000", "admin_status": "up"}),
    _rows("INTERFACE", "Ethernet{n}|10.1.0.0/31", {}),
    _rows("LOOPBACK_INTERFACE", "Loopback{n}", {}),
    _rows("VLAN", "Vlan{n}", {"vlanid": "{n}"}),
    _rows("VLAN_MEMBER", "Vlan10|Ethernet{n}", {"tagging_mode": "untagged"}, other="VLAN", other_key="Vlan10"),
    _rows("VLAN_INTERFACE", "Vlan{n}|10.2.0.1/24", {}),
    _rows("PORTCHANNEL", "PortChannel{n}", {"admin_status": "up"}),
    _rows("PORTCHANNEL_MEMBER", "PortChannel{n}|Ethernet{n}", {}, other="PORTCHANNEL", other_key="PortChannel{n}"),
    _rows("DEVICE_NEIGHBOR", "Ethernet{n}", {"name": "spine-{n}", "port": "Ethernet0"}),
    _rows("BGP_NEIGHBOR", "10.9.0.{n}", {"asn": "65000", "local_addr": "10.1.0.0", "name": "spine-{n}"}),
    _rows("ACL_RULE", "T|R{n}", {"PRIORITY": "{n}", "PACKET_ACTION": "FORWARD", "DSCP": "26"}),
    _rows("CABLE_LENGTH", "AZURE{n}", {"Ethernet0": "40m"}),
    _rows("NOTHING_{n}", "a", {}),
    _one_row("BUFFER_PG", lambda pieces: f"{_names(pieces)}|3", lambda _: dict(_LOSSLESS), "names in one key"),
    _one_row("QUEUE", lambda pieces: f"{_names(pieces)}|3", lambda _: {"scheduler": "scheduler.0"}, "names in one key"),
    _one_row("PORT_QOS_MAP", _names, lambda _: dict(_BOUND), "names in one key"),
    _one_row(
        "CABLE_LENGTH",
        lambda _: "AZURE",
        lambda pieces: {f"Ethernet{number}": f"{number}m" for number in range(pieces)},
        "ports",
    ),
    _one_row(
        "DSCP_TO_TC_MAP",
        lambda _: "AZURE",
        lambda pieces: {str(number): "3" for number in range(pieces)},
        "code points",
    ),
)
_NETPLAN = "network:\n  version: 2\n  ethernets:\n"
_SCRIPT = "#!/bin/bash\n"
_ONE_NIC = "mlnx_qos -i enp{n}s0f0np0 --trust dscp --pfc 0,0,0,1,0,0,0,0\n"
_HOSTS = (
    own(
        "netplan interfaces",
        "gpu-01/01.yaml",
        _NETPLAN,
        "    enp{n}s0f0np0:\n      mtu: 9000\n      addresses: [{ip}/31]\n",
    ),
    own(
        "netplan routes",
        "gpu-01/01.yaml",
        _NETPLAN + "    e0:\n      routes:\n",
        "        - {to: {ip}/32, via: 10.0.0.1}\n",
    ),
    own("netplan addresses", "gpu-01/01.yaml", _NETPLAN + "    e0:\n      addresses:\n", "        - {ip}/31\n"),
    own(
        "netplan bonds",
        "gpu-01/01.yaml",
        _NETPLAN + "    e0: {mtu: 9000}\n  bonds:\n",
        "    bond{n}:\n      interfaces: [e{n}a, e{n}b]\n      parameters: {mode: 802.3ad}\n",
    ),
    own("NICs of one script", "gpu-01.sh", _SCRIPT, _ONE_NIC),
    own(
        "MTU of links", "gpu-01.sh", _SCRIPT + _ONE_NIC.replace("{n}", "1"), "ip link set dev enp{n}s0f0np0 mtu 9000\n"
    ),
    own(
        "VLANs on a NIC",
        "gpu-01.sh",
        _SCRIPT + _ONE_NIC.replace("{n}", "1"),
        "ip link add link enp1s0f0np0 name v.{n} type vlan id {n}\n",
    ),
    own(
        "addresses of NICs",
        "gpu-01.sh",
        _SCRIPT + _ONE_NIC.replace("{n}", "1"),
        "ip addr add {ip}/31 dev enp{n}s0f0np0\n",
    ),
    own(
        "routes of a host",
        "gpu-01.sh",
        _SCRIPT + _ONE_NIC.replace("{n}", "1"),
        "ip route add {ip}/32 via 10.0.0.1 dev enp1s0f0np0\n",
    ),
    own("RDMA devices", "gpu-01.sh", _SCRIPT, "cma_roce_tos -d mlx5_{n} -t 106\n"),
    own("variables", "gpu-01.sh", _SCRIPT, "IF{n}=enp{n}s0f0np0\nmlnx_qos -i $IF{n} --trust dscp\n"),
    own("functions", "gpu-01.sh", _SCRIPT, "f{n}() { mlnx_qos -i enp{n}s0f0np0 --trust dscp; }\nf{n}\n"),
    own("settings of NCCL", "gpu-01-nccl.conf", "NCCL_IB_TC=106\n", "NCCL_X{n}=1\n"),
    own("NICs of NCCL", "gpu-01-nccl.conf", "NCCL_IB_TC=106\nNCCL_IB_HCA=", "mlx5_{n},", "\n"),
    own("names of udev", "70.rules", "", 'ACTION=="add", KERNELS=="0000:{n}:00.0", NAME="roce{n}"\n'),
    own("sections of systemd", "10.network", "[Match]\nName=enp1s0f0np0\n[Network]\n", "Address={ip}/31\n"),
    own(
        "dumped NICs",
        "gpu-01/mlnx_qos.txt",
        "",
        "root@gpu-01:~# mlnx_qos -i enp{n}s0f0np0\nPriority trust state: dscp\n",
    ),
)
_TOPOLOGY = (FIXTURES / "opensm/small-pod/ibnetdiscover.txt").read_text("utf-8")
_INFINIBAND = (
    own("partitions", "partitions.conf", "Default=0x7fff, ipoib : ALL=full;\n", "p{n}={n}, ipoib : ALL=full;\n"),
    own(
        "partitions of many members",
        "partitions.conf",
        "Default=0x7fff : ALL=full;\n",
        "p{n}=0x{hex} : 0x{hex}=full, 0x1{hex};\n",
    ),
    own(
        "members of a partition", "partitions.conf", "Default=0x7fff : ALL=full;\nt=0x2 :", " 0x5{hex}=full,", " 0x1;\n"
    ),
    own("options of OpenSM", "opensm.conf", "routing_engine minhop\nqos TRUE\n", "max_op_vls{n} 4\n"),
    own(
        "port groups",
        "qos-policy.conf",
        "port-groups\n",
        "  port-group\n    name: g{n}\n    port-guid: 0x{hex}\n  end-port-group\n",
        "end-port-groups\n",
    ),
    own(
        "levels of QoS",
        "qos-policy.conf",
        "qos-levels\n",
        "  qos-level\n    name: L{n}\n    sl: 1\n  end-qos-level\n",
        "end-qos-levels\nqos-match-rules\nend-qos-match-rules\n",
    ),
    own(
        "hosts on a topology",
        "ibnetdiscover.txt",
        _TOPOLOGY,
        'caguid=0x5{hex}\nCa\t1 "H-0000005{hex}"\t\t# "gpu-{n}"\n'
        '[1](5{hex}) \t"S-7cfe9003004a1000"[{n}]\t\t# lid {n} lmc 0 "leaf-a" lid 2 4xHDR\n\n',
    ),
    own(
        "switches of a topology",
        "ibnetdiscover.txt",
        _TOPOLOGY,
        "switchguid=0x7{hex}(7{hex})\n"
        'Switch\t8 "S-0000007{hex}"\t\t# "leaf-{n}" enhanced port 0 lid {n} lmc'
        ' 0\n[1]\t"S-7cfe9003004a3000"[{n}]\t\t# "top" lid 4 4xHDR\n\n',
    ),
)
_EOS = "hostname leaf-1\ninterface Ethernet1/1\n   no switchport\n   mtu 9214\n   ip address 10.0.0.0/31\n"
_PEER = (("leaf-2.cfg", _EOS.replace("leaf-1", "leaf-2").encode()),)
_LLDP = '{"lldpNeighbors": ['
_CABLES = "a_device,a_port,b_device,b_port,length_m\n"
_FABRICS = (
    own(
        "LLDP neighbours",
        "leaf-1-lldp.json",
        _LLDP,
        '{"port": "Ethernet{n}/1", "neighborDevice": "gpu-{n}.dc", "neighborPort": "eth0", "ttl": 120},',
        '{"port": "Ethernet1/1", "neighborDevice": "leaf-2", "neighborPort": "Ethernet1/1"}]}',
        (("leaf-1.cfg", _EOS.encode()), *_PEER),
    ),
    own(
        "cables",
        "cables.csv",
        _CABLES,
        "leaf-1,Ethernet{n}/1,gpu-{n},eth0,3\n",
        "",
        (("leaf-1.cfg", _EOS.encode()), *_PEER),
    ),
    own(
        "cables of one port",
        "cables.csv",
        _CABLES,
        "leaf-1,Ethernet1/1,gpu-{n},eth0,3\n",
        "",
        (("leaf-1.cfg", _EOS.encode()), *_PEER),
    ),
    own(
        "cables between two",
        "cables.csv",
        _CABLES,
        "leaf-1,Ethernet{n}/1,leaf-2,Ethernet{n}/1,3\n",
        "",
        (("leaf-1.cfg", _EOS.encode()), *_PEER),
    ),
    own(
        "described links",
        "leaf-1.cfg",
        _EOS,
        "interface Ethernet{n}/2\n   description leaf-2 Ethernet{n}/2\n",
        "",
        _PEER,
    ),
    own(
        "addresses of one net",
        "leaf-1.cfg",
        _EOS,
        "interface Ethernet{n}/2\n   no switchport\n   ip address {ip}/8\n",
        "",
        _PEER,
    ),
    own(
        "addresses that meet",
        "leaf-1.cfg",
        _EOS,
        "interface Ethernet{n}/2\n   no switchport\n   ip address {ip}/31\n",
        "",
        _PEER,
    ),
    own("VLANs with addresses", "leaf-1.cfg", _EOS, "interface Vlan{n}\n   ip address {ip}/31\n", "", _PEER),
    own("static routes", "leaf-1.cfg", _EOS, "ip route {ip}/32 10.0.0.1\n", "", _PEER),
    own(
        "neighbours of BGP", "leaf-1.cfg", _EOS + "router bgp 65001\n", "   neighbor {ip} remote-as 65002\n", "", _PEER
    ),
    own(
        "groups of BGP",
        "leaf-1.cfg",
        _EOS + "router bgp 65001\n",
        "   neighbor G{n} peer group\n   neighbor {ip} peer group G{n}\n",
        "",
        _PEER,
    ),
    own(
        "networks of BGP",
        "leaf-1.cfg",
        _EOS + "router bgp 65001\n   neighbor 10.0.0.1 remote-as 65001\n",
        "   network {ip}/32\n",
        "",
        _PEER,
    ),
    own("VRFs", "leaf-1.cfg", _EOS, "vrf instance V{n}\ninterface Ethernet{n}/2\n   vrf V{n}\n", "", _PEER),
    own("entries of a prefix list", "leaf-1.cfg", _EOS, "ip prefix-list P seq {n} permit {ip}/32\n", "", _PEER),
    own(
        "prefix lists",
        "leaf-1.cfg",
        _EOS,
        "ip prefix-list P{n} seq 10 permit {ip}/32\nroute-map R{n} permit 10\n   match ip address prefix-list P{n}\n",
        "",
        _PEER,
    ),
    own(
        "entries of a route map",
        "leaf-1.cfg",
        _EOS,
        "route-map R permit {n}\n   match ip address prefix-list P{n}\n",
        "",
        _PEER,
    ),
    own(
        "tokens", "leaf-1.cfg", _EOS, "interface Ethernet{n}/2\n   !! roce-lint: ignore[PFC-001] later {n}\n", "", _PEER
    ),
    own("unread lines", "leaf-1.cfg", _EOS, "qos something{n} else\n", "", _PEER),
    own("class maps", "leaf-1.cfg", _EOS, "class-map type qos match-any C{n}\n   match dscp 26\n", "", _PEER),
    own(
        "classes of a policy",
        "leaf-1.cfg",
        _EOS + "policy-map type quality-of-service P\n",
        "   class C{n}\n      set traffic-class 3\n",
        "",
        _PEER,
    ),
    own(
        "NX-OS ports in vPCs",
        "tor-a.cfg",
        "!Command: show running-config\nversion 10.3(4a)\nhostname tor-a\n",
        "interface port-channel{n}\n  vpc {n}\ninterface Ethernet1/{n}\n  channel-group {n} mode active\n",
    ),
    own(
        "NX-OS class maps",
        "tor-a.cfg",
        "!Command: show running-config\nversion 10.3(4a)\nhostname tor-a\n",
        "class-map type qos match-all C{n}\n  match dscp 26\npolicy-map type qos P\n  class C{n}\n"
        "    set qos-group 3\n",
    ),
    own(
        "SR Linux subinterfaces",
        "leaf.cfg",
        "set / system name host-name leaf-1\n",
        "set / interface ethernet-1/1 subinterface {n} ipv4 address {ip}/31\n",
    ),
    own(
        "SR Linux interfaces",
        "leaf.cfg",
        "set / system name host-name leaf-1\n",
        "set / interface ethernet-1/{n} subinterface 0 ipv4 address {ip}/31\n"
        "set / network-instance default interface ethernet-1/{n}.0\n",
    ),
    own(
        "SR Linux classifiers",
        "leaf.cfg",
        "set / system name host-name leaf-1\n",
        "set / qos classifiers dscp-policy c{n} dscp 26 forwarding-class fc3\n"
        "set / qos interfaces interface e{n} input classifiers dscp-policy c{n}\n",
    ),
    own(
        "SR Linux neighbours",
        "leaf.cfg",
        "set / system name host-name leaf-1\n",
        "set / network-instance default protocols bgp neighbor {ip} peer-group g{n}\n"
        "set / network-instance default protocols bgp group g{n} peer-as 65001\n",
    ),
    own(
        "SR Linux queues",
        "leaf.cfg",
        "set / system name host-name leaf-1\n",
        "set / qos queues queue q{n} queue-index 3\n"
        "set / qos forwarding-classes forwarding-class f{n} output unicast-queue q{n}\n",
    ),
)


OWN: tuple[Numbered, ...] = (*_SONIC, *_HOSTS, *_INFINIBAND, *_FABRICS)

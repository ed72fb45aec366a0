"""Which format a text is taken for; the snippets are what a person would recognise the system by."""

from __future__ import annotations

import signal
from types import FrameType

import pytest

from roce_lint.read.detect import Detected, Doubtful, Foreign, detect
from roce_lint.read.format import CABLING, HOST, Format
from roce_lint.read.read_one import reader_for
from roce_lint.text.document import Document

EOS, NXOS, SRLINUX = Format("eos"), Format("nxos"), Format("srlinux")
JUNOS = Format("junos")
EITHER = Doubtful((EOS, NXOS))

OURS = {
    "sonic": ('{"PORT": {"Ethernet0": {"lanes": "1,2"}}, "PFC_WD": {}}', Format("sonic")),
    "eos-show-run": ("! Command: show running-config\n! device: a (DCS-7060DX5-64S, EOS-4.30.1F)\n", EOS),
    "eos-minimal": ("hostname r2\n!\ninterface Ethernet1\n   no switchport\n   ip address 10.0.0.1/31\n!\nip routing\n"
                    "router bgp 65002\n   neighbor 10.0.0.0 remote-as 65001\n", EOS),
    "eos-qos-only": ("qos profile A\n   qos trust dscp\n   priority-flow-control on\n", EOS),
    "eos-rancid": ("!RANCID-CONTENT-TYPE: arista\nhostname a\ninterface Ethernet1/1\n", EOS),
    "eos-tcam-profile": ("hardware tcam\n   profile P\n      feature qos ip\n", EOS),
    "eos-crlf": ("hostname a\r\nmanagement api http-commands\r\n   no shutdown\r\ninterface Ethernet1\r\n", EOS),
    "nxos-show-run": ("!Command: show running-config\n!Time: Mon\nversion 9.3(8) Bios:version 05.45\n", NXOS),
    "nxos-minimal": ("hostname r1\n\nfeature isis\n\ninterface loopback0\n  ip address 1.1.1.1/32\n", NXOS),
    "nxos-typed": ("interface Ethernet 1/1-1/54\n  no cdp enable\n  spanning-tree port type edge\n", NXOS),
    "nxos-qos-only": ("policy-map type network-qos N\n  class type network-qos C\n    pause pfc-cos 3\n", NXOS),
    "srlinux-flat": ("set / interface ethernet-1/1 admin-state enable\n", SRLINUX),
    "srlinux-braces": ("interface ethernet-1/1 {\n    admin-state enable\n}\n", SRLINUX),
    "srlinux-qos-braces": ("qos {\n    forwarding-classes {\n    }\n}\n", SRLINUX),
    "srlinux-json": ('{"interface": [{"name": "ethernet-1/1"}]}', SRLINUX),
    "srlinux-json-below-a-comment": ('# leaf1\n{"interface": [{"name": "ethernet-1/1"}]}\n', SRLINUX),
    "junos-set": ("set version 21.4R1\nset system host-name j\nset interfaces et-0/0/0 unit 0 family inet\n", JUNOS),
    "junos-braces": ("system {\n    host-name j;\n}\nclass-of-service {\n    forwarding-classes {\n    }\n}\n", JUNOS),
    "junos-interfaces": ("interfaces {\n    et-0/0/0 {\n        mtu 9216;\n    }\n}\n", JUNOS),
    "junos-session": ("{master:0}[edit]\nadmin@leaf1# set class-of-service schedulers s priority low\n", JUNOS),
    "junos-json-with-lldp": ('{"configuration": {"@": {"junos:changed-seconds": "1"}, "system": {"host-name": "j"}, '
                             '"chassis": {"aggregated-devices": {}}, "interfaces": {"interface": []}, '
                             '"protocols": {"lldp": {"interface": [{"name": "all"}]}}}}', JUNOS),
    "junos-xml": ('<rpc-reply xmlns:junos="http://xml.juniper.net/junos/23.4R1/junos">\n'
                  "<configuration>\n<system/>\n</configuration>\n</rpc-reply>\n", JUNOS),
    "junos-yang-xml": ('<configuration xmlns="http://yang.juniper.net/junos-qfx/conf/root">\n<version>23.4R1</version>\n'
                       "</configuration>\n", JUNOS),
    "junos-bare-xml": ("<configuration>\n<interfaces><interface>\n<name>et-0/0/0</name>\n</interface></interfaces>\n"
                       "</configuration>\n", JUNOS),
    "host-script": ("#!/bin/sh\nmlnx_qos -i eth0 --pfc 0,0,0,1,0,0,0,0\n", HOST),
    "host-sysfs-write": ("#!/bin/sh\necho 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class\n", HOST),
    "cabling": ("device_a,port_a,device_b,port_b\nl1,Ethernet1,s1,Ethernet1\n", CABLING),
}  # fmt: skip
FOREIGN = {
    "ios": ("version 15.2\nservice timestamps debug\nhostname r\n"
            "interface Ethernet0/0\n ip address 10.0.0.1 255.255.255.0\n"
            "router bgp 1\n neighbor 10.0.0.2 remote-as 2\n"),
    "ios-xe-with-nve": ("version 17.3\ninterface nve1\n no ip address\ninterface GigabitEthernet1/0/1\n"),
    "ios-partial": "interface Loopback0\n ip address 1.1.1.1 255.255.255.255\n",
    "ios-rancid": "!RANCID-CONTENT-TYPE: cisco\nhostname a\ninterface Ethernet1\n",
    "ios-xr": "!! IOS XR Configuration 7.3.2\nhostname x\ninterface Bundle-Ether1\n ipv4 address 10.0.0.1/31\n",
    "asa": "ASA Version 9.1\nhostname a\ninterface Ethernet0/0\n nameif inside\n security-level 100\n",
    "a10": "!64-bit Advanced Core OS (ACOS)\nvlan 2\n  untagged ethernet 1\ninterface ethernet 1\n  enable\n",
    "dell-os10": ("dcbx enable\npolicy-map type network-qos N\n class Q3\n  pause\n  pfc-cos 3\nsystem qos\n"
                  "interface ethernet1/1/1\n priority-flow-control mode on\n ets mode on\n"),
    "dell-os10-ports": ("interface port-channel101\n  switchport mode trunk\n  vlt-port-channel 101\n"
                        "  priority-flow-control mode on\n\ninterface Ethernet 1/1/49\n"
                        "  channel-group 101 mode active\n  switchport trunk native vlan 99\n"
                        "  spanning-tree port type network\n  flowcontrol receive off\n"),
    "sonic-cli": "interface-naming standard\ninterface Eth1/1\n mtu 9100\nqos wred-policy W\n",
    "frr": "frr version 8.4\nfrr defaults datacenter\nhostname f\ninterface swp1\n ip address 10.0.0.1/31\n",
    "vyos-braces": "interfaces {\n    ethernet eth0 {\n        address 10.0.0.1/31\n    }\n}\n"
                   "protocols {\n    bgp {\n    }\n}\n",
    "vyos-set": "set interfaces ethernet eth0 address 10.0.0.1/31\nset system host-name v\nset protocols bgp 65001\n",
    "huawei": "#\nsysname h\n#\ninterface 100GE1/0/1\n undo portswitch\n dcb pfc enable mode manual\n",
    "aruba-cx": "!Version ArubaOS-CX GL.10.08\nhostname a\ninterface 1/1/1\n    no shutdown\n",
    "sros": "# TiMOS-B-20.10\nconfigure {\n    port 1/1/c1 {\n    }\n}\n",
    "yaml-with-eos-inside": "---\nraw_eos_cli: |\n  interface Ethernet1\n    service-profile A\n    tx-queue 3\n",
    "yaml-without-marker": "# group\nfabric_name: A\neos_cli: |\n  qos profile A\n  management api http\n",
    "jinja": "hostname {{ name }}\n{% for port in ports %}\ninterface {{ port }}\n   service-profile A\n{% endfor %}\n",
    "markdown": "# How to\n\nPaste this:\n\n```\nqos profile A\n   qos trust dscp\n```\n",
    "python": "import jinja2\nTEXT = '''\nqos profile A\n   qos trust dscp\n'''\n",
    "xml": "<config>\ninterface Ethernet1/1\nfeature bgp\n</config>\n",
    "prose": "The fabric was cabled in May.\n",
    "empty": "\n \n",
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), OURS.values(), ids=OURS)
def test_a_text_of_ours_is_recognised(text: str, expected: Detected) -> None:
    assert detect(Document("a", text)) == expected


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
def test_a_foreign_text_is_left_alone(text: str) -> None:
    assert isinstance(detect(Document("a", text)), Foreign)


def test_a_foreign_system_is_named() -> None:
    assert detect(Document("a", FOREIGN["dell-os10"])) == Foreign("a configuration of Dell OS10")


@pytest.mark.parametrize("path", ["nxos.cfg", "eos.txt"])
def test_what_fits_both_systems_equally_is_doubtful_whatever_the_file_is_called(path: str) -> None:
    assert detect(Document(path, "interface Ethernet1\ninterface Ethernet1/1\n description a\n")) == EITHER


LONG = {
    "newlines": "\n", "blanks": " ", "brackets": "[", "quotes": '"', "redirections": "> /", "tee": "tee ",
    "tags": "<a>",
    "udev": 'RUN+="', "braces": "{", "objects": '{"a":', "words": "interface ", "hashes": "# a\n", "returns": "\r\n",
}  # fmt: skip


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TimeoutError


@pytest.mark.parametrize("piece", LONG.values(), ids=LONG)
def test_long_repetitions_take_linear_time(piece: str) -> None:
    text = piece * (200_000 // len(piece)) + "\nx"
    signal.signal(signal.SIGALRM, _too_slow)
    signal.alarm(5)
    assert isinstance(detect(Document("a", text)), Foreign)
    signal.alarm(0)


DAMAGED = {
    "doubled-variable": ("export A=x\n" + "export A=$A$A\n" * 200, HOST),
    "blank-lines": ("feature bgp\n" + "\n" * 200_000 + "x", NXOS),
    "one-long-line": ("interface Ethernet1 " + "x" * 2_000_000, EOS),
    "stairs": ("".join(" " * depth + "a\n" for depth in range(1000)), SRLINUX),
    "open-braces": ("a {\n" * 20_000, SRLINUX),
}


@pytest.mark.parametrize(("text", "form"), DAMAGED.values(), ids=DAMAGED)
def test_damaged_texts_are_read_in_linear_time_and_memory(text: str, form: Format) -> None:
    signal.signal(signal.SIGALRM, _too_slow)
    signal.alarm(5)
    reading = reader_for(form)(Document("a", text))
    signal.alarm(0)
    assert sum(len(device.ports) for device in reading.devices) <= 1


def test_three_columns_of_indentation_are_eos() -> None:
    text = "interface Ethernet1/1\n   mtu 9214\n   no switchport\n"
    assert detect(Document("a.cfg", text)) == EOS
    assert detect(Document("a.cfg", text.replace("   ", "  "))) == NXOS


ONYX = """\
##
## Running database "initial"
## Product release: 3.10.4206
##
no cli default prefix-modes enable
interface ethernet 1/1 mtu 9216 force
dcb priority-flow-control priority 3 enable
router bgp 65001 vrf default neighbor 10.0.0.0 remote-as 65000
"""
ENTERPRISE = """\
hostname leaf1
qos map dscp-tc ROCE
 dscp 26 traffic-class 3
interface Eth1/1
 qos-map dscp-tc ROCE
 priority-flow-control priority 3
"""
OS10 = (
    "trust-map dscp T\n qos-group 3 dscp 26\nqos-map traffic-class Q\n queue 3 qos-group 3\ninterface ethernet1/1/1\n"
)
JINJA = '{\n{% for port in ports %}\n "QUEUE": {"{{ port }}|3": {"wred_profile": "W"}}\n{% endfor %}\n}\n'
FRR = {
    "ospf alone": "hostname a\nlog syslog\ninterface Ethernet0\nrouter ospf\n ospf router-id 1.1.1.1\n",
    "vtysh": "Building configuration...\n\nCurrent configuration:\n!\nfrr version 8.5\ninterface Ethernet0\n",
    "staticd": "hostname a\nlog syslog informational\n!\nip route 0.0.0.0/0 10.0.0.0\n!\nline vty\n",
}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (ONYX, "a configuration of NVIDIA Onyx"),
        (ENTERPRISE, "a configuration of Enterprise SONiC (its command line)"),
        (OS10, "a configuration of Dell OS10"),
        ("sudo config qos reload\nsudo config save -y\n", "a configuration of SONiC (commands of `config`)"),
        (JINJA, "a template"),
        ('{"BUFFER_POOL": {"ingress_lossless_pool": {"size": "{{ size }}"}}}', "a template"),
        ("# host: gpu1\nnet/ipv4/conf/eth0/rp_filter = 2\n", "settings of a kernel (sysctl), which no rule evaluates"),
        (
            "name: pod\ntopology:\n  nodes:\n    leaf1:\n      kind: arista_ceos\n",
            "a topology of containerlab: a lab of the fabric, which configures no device",
        ),
    ],
    ids=["onyx", "enterprise sonic", "os10", "config", "jinja", "a value of jinja", "sysctl", "containerlab"],
)  # fmt: skip
def test_what_is_known_and_not_read_is_named(text: str, kind: str) -> None:
    assert detect(Document("a.txt", text)) == Foreign(kind)


@pytest.mark.parametrize("text", FRR.values(), ids=FRR)
def test_frrouting_of_sonic_is_known_without_bgp(text: str) -> None:
    assert detect(Document("frr.conf", text)) == Format("sonic")

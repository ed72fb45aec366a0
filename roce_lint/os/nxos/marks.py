"""Lines that speak for Cisco NX-OS."""

from __future__ import annotations

from roce_lint.os.contract import SystemMarks

MARKS = SystemMarks(
    (
        r"!Command: ?show |!Running configuration last done at",
        r"!#?version \d+\.\d+\(",
        r"version (?:[4-9]|10)\.\d+\(\w+\)",
        r"feature (?:bgp|lldp|bfd|lacp|vpc|nxapi|interface-vlan|nv overlay|ospf|ospfv3|isis|eigrp|rip|pim|hsrp|vrrp|"
        r"vn-segment-vlan-based|scp-server|telnet|tacacs\+|dhcp|udld|fcoe|fex|pbr|ngoam|private-vlan|port-security)$",
        r"vdc \S+ id \d",
        r"(?:policy|class)-map type (?:network-qos|queuing)|system qos\b",
        r"class type (?:network-qos|queuing|qos)|service-policy type (?:network-qos|queuing|qos)",
        r"vrf context ",
        r"boot nxos ",
        r"nv overlay evpn|fabric forwarding ",
        r"hardware (?:qos|profile) |hardware access-list (?:tcam|team)",
        r"copp profile |vpc (?:domain )?\d",
        r"priority-flow-control (?:mode (?:auto|on|off)|watch-dog)",
        r"pause pfc-cos",
        r"interface mgmt0\b",
        r"rmon event \d+ log",
        r"limit-resource |system default switchport|system jumbomtu",
        r"switchname |no cdp enable$",
    ),
    (
        r"interface Ethernet ?\d+/\d+",
        r"interface port-channel ?\d",
        r"interface loopback ?\d",
        r"interface nve1\b",
        r"bandwidth remaining percent",
        r"(?:policy|class)-map type qos",
        r"hsrp \d|line console$",
        r"remote-as \d",
        r"spanning-tree port type ",
        r"ip router (?:ospf|isis|eigrp) \S+",
    ),
)


def marks() -> SystemMarks:
    """Return the marks."""
    return MARKS

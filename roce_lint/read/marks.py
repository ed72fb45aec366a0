"""Lines by which a person tells one network operating system's configuration from another's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from roce_lint.read.mark_index import Group, MarkIndex
from roce_lint.values import dataclass

CERTAIN = 4
"""Weight of one line that no other system has; merely usual lines weigh 1."""
EOS_NAME = "EOS"
NXOS_NAME = "NX-OS"
_SIGNS = "signs"
FLAT_SIGN = "set / "
BRACE_SIGNS = ("explicit-congestion-notification ", "srl_nokia", "admin-state ")
HEADER_SIGNS = ("!RANCID-CONTENT-TYPE:", "!BATFISH_FORMAT:")
QUOTING_SIGNS = ("```", "~~~", ".. code", "# ", "## ", "### ", "#### ", "##### ", "###### ")
SIGNS = (FLAT_SIGN, *BRACE_SIGNS, *HEADER_SIGNS, *QUOTING_SIGNS)
"""How lines begin that are worth a closer look at the whole text; to find them with the marks costs nothing more."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What speaks for one system: lines that no other has, and lines that are merely usual for it.

    Each mark is a pattern that is tried at the start of a line, after its indentation; it counts once however often it
    stands in the text, and the first of a tuple that matches a line is the one that counts there.
    """

    strong: tuple[str, ...]
    weak: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What speaks for each system in a text, by name; 0 for nothing. `signs` are those of SIGNS that lines begin with.

    A sign that is not among them stands at the start of no line, indented or not.
    """

    weights: Mapping[str, int]
    signs: frozenset[str]


def find_marks(text: str) -> Found:
    """Return what marks and signs stand in a text. Linear in its length."""
    found = _index().found(text)
    weights = {name: CERTAIN * len(found.get(strong, ())) + len(found.get(weak, ())) for name, strong, weak in _GROUPS}
    return Found(weights, frozenset(SIGNS[number] for number in found.get(_SIGNS, ())))


@cache
def _index() -> MarkIndex:
    """Return the index of all marks; made once a process, since it depends on the tables below only."""
    groups = [Group(_SIGNS, tuple(map(re.escape, SIGNS)))]
    for name, strong, weak in _GROUPS:
        groups += [Group(strong, _SYSTEMS[name].strong), Group(weak, _SYSTEMS[name].weak)]
    return MarkIndex(groups)


EOS = Marks(
    (
        r"! Command: show run|! device: [^\n]*EOS",
        r"! boot system flash",
        r"transceiver qsfp ",
        r"service routing (?:protocols|configuration)",
        r"(?:qos profile|service-profile) ",
        r"qos map (?:dscp|cos|traffic-class|exp) [\d ,-]+ to ",
        r"platform (?:trident|sand|fap|jericho|barefoot)\b",
        r"management (?:api|ssh|security|console|telnet) ?",
        r"(?:uc-|mc-)?tx-queue \d",
        r"daemon [^\s{]+$",
        r"qos (?:trust|rewrite (?:dscp|cos|traffic-class)|random-detect)\b",
        r"priority-flow-control (?:on\b|priority \d |pause watchdog|all )",
        r"vrf instance ",
        r"random-detect ecn ",
        r"interface (?:Management\d|Vxlan1\b)",
        r"ip hardware fib|hardware counter feature|queue-monitor length",
        r"maximum-paths \d+ ecmp",
        r"(?:no )?aaa root",
        r"ip virtual-router mac-address",
        r"policy-map type (?:quality-of-service|pbr)",
        r"load-balance (?:cluster|policies|profile)",
        r"switchport trunk group",
        r"dcbx mode",
        r"ip address virtual ",
        r"mlag configuration|peer-group \S+ remote-as|neighbor \S+ peer group ",
        r"default hardware |hardware access-list (?:ipv6|mechanism)|hardware tcam$",
        r"isis enable \S",
        r"spanning-tree mode (?:mstp|none)$",
    ),
    (
        r"interface Ethernet\d+(?:[,-][\w/,-]+)?$",
        r"interface Port-Channel\d",
        r"interface Loopback\d",
        r"ip routing$",
        r"neighbor \S+ remote-as \d",
        r"vlan internal order",
        r"event-handler ",
        r"speed (?:forced )?\d+g",
        r"switchport access vlan",
        r"mlag \d",
    ),
)
NXOS = Marks(
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
OTHERS: Mapping[str, Marks] = {
    "Cisco IOS or IOS-XE": Marks(
        (
            r"service timestamps |boot-start-marker|Building configuration|Current configuration : ",
            r"interface (?:[Ff]ast|[Tt]en|[Tt]wenty[Ff]ive|[Ff]orty|[Hh]undred)?Gig(?:abit)?E\w*[ \t]?\d",
            r"interface (?:FastEthernet|Serial|AppGigabitEthernet)[ \t]?\d|interface Ethernet0/\d",
            r"ip cef\b|ip http server|no ip http |ip forward-protocol|license udi|crypto pki",
            r"version 1[2-9]\.\d+$",
            r"ip address \d[\d.]+ 255\.|ip route \d[\d.]+ \d+\.\d+\.\d+\.\d+ \d",
            r"line (?:con|aux) 0|line vty \d+ \d+",
            r"vrf definition |address-family ipv4 unicast vrf|encapsulation dot1Q ",
            r"network \S+ mask |switchport trunk encapsulation|ip nat (?:inside|outside)",
            r"mls qos|wrr-queue|srr-queue|auto qos|platform qos|access-list \d+ (?:permit|deny|remark)",
            r"ip access-list extended |zone security |ip inspect |router eigrp ",
        ),
        (r"no ip address$", r"duplex (?:auto|full)", r"ip classless|ip subnet-zero", r"ip ospf \d+ area "),
    ),
    "Cisco IOS-XR": Marks(
        (
            r"!! IOS XR|!! Last configuration change",
            r"interface (?:Bundle-Ether|MgmtEth|HundredGigE|TenGigE|FourHundredGigE|GigabitEthernet\d/\d/\d/)",
            r"ipv4 address \d[\d.]+ (?:255\.|\d)",
            r"route-policy |end-policy|prefix-set |community-set |end-set",
            r"hw-module |l2transport|evpn evi |taskgroup ",
        ),
        (),
    ),
    "Cisco ASA": Marks(
        (
            r"ASA Version|: Saved",
            r"nameif ",
            r"security-level \d",
            r"access-group \S+ in interface",
            r"same-security-",
        ),
        (),
    ),
    "A10 ACOS": Marks(
        (
            r"!64-bit Advanced Core OS|!Current config commit point|!version \d\.\d+\.\d+(?:-P\d+)?, build",
            r"slb (?:server|virtual|service|template|common)|vrrp-a |health monitor ",
            r"(?:un)?tagged ethernet \d|(?:un)?tagged trunk \d|trunk-group \d|user-tag ",
            r"interface ethernet \d+$|interface (?:management|ve \d+|trunk \d+)$|ip nat pool ",
        ),
        (),
    ),
    "Dell OS10": Marks(
        (
            r"dcbx enable|iscsi enable",
            r"vlt-domain \d|vlt-port-channel \d|vlt-mac ",
            r"ets mode on",
            r"uplink-failure-detection |interface virtual-network",
            r"interface mgmt ?\d+/\d+/\d+|interface ethernet ?\d+/\d+/\d+|interface Ethernet \d+/\d+/\d+",
            r"trust-map |trust dot1p-map|trust dscp-map",
            r"qos-map |queue-map",
            r"pfc-cos \d|pfc-max-buffer|pfc-shared-buffer-size|qos-group \d dot1p",
            r"system-user |password-attributes|username \S+ [^\n]* role sysadmin",
            r"(?:! )?(?:os10|OS10|Make: dellemc|Version 10\.\d)\b",
        ),
        (),
    ),
    "Dell OS9": Marks(
        (r"stack-unit \d|dcb-map |dcb-buffer|protocol lldp", r"interface (?:fortyGigE|tengigabitethernet) "), ()
    ),
    "SONiC": Marks(
        (
            r"interface-naming |qos (?:wred-policy|scheduler-policy|map dscp-tc) |buffer init |qos-map ",
            r"interface (?:Ethernet0|Eth\d+/\d+)$",
            r"ip vrf mgmt|mclag domain \d|config qos |sudo config |priority-flow-control watchdog ",
        ),
        (),
    ),
    "FRRouting or Cumulus Linux": Marks(
        (
            r"frr (?:version|defaults)|service integrated-vtysh|zebra|hostname \S+\nlog syslog",
            r"interface (?:swp\d|eth\d|lo\b|ens\d|vlan\d)|vtysh|auto \w+|iface \w+",
            r"nv (?:set|config|unset) |net (?:add|del|commit) |bgp router-id \d[^\n]*\n neighbor",
            r"exit-address-family|exit-vrf|no bgp ebgp-requires-policy|neighbor \S+ interface remote-as",
        ),
        (),
    ),
    "Junos": Marks(
        (
            r"set (?:version|system host-name|interfaces|policy-options|routing-options|protocols|class-of-service) ",
            r"(?:system|interfaces|protocols|routing-options|policy-options|class-of-service|groups|chassis) \{",
            r"unit \d+ \{|family (?:inet6?|ethernet-switching|iso|mpls)\b[^\n]*\{|## Last c",
        ),
        (),
    ),
    "Nokia SR OS": Marks(
        (r"# TiMOS-|exit all|configure \{|/configure |port \d/\d/c?\d", r"(?:service vprn|router \"Base\") "),
        (),
    ),
    "Huawei VRP or H3C Comware": Marks(
        (
            r"sysname |undo |return$",
            r"interface (?:\d+GE|XGigabitEthernet|Vlanif|Eth-Trunk|Bridge-Aggregation|HundredGigE\d|Twenty-FiveGigE)",
            r"dcb pfc|priority-flow-control (?:no-drop dot1p|enable|deadlock)|qos trust dscp$\n(?:#| dcb)",
        ),
        (),
    ),
    "ArubaOS": Marks(
        (
            r"!Version ArubaOS|;[^\n]* Configuration Editor|; hpStack_|vsx$",
            r"interface (?:\d+/\d+/\d+|lag \d+)|vlan access \d|vlan trunk (?:native|allowed)|ip netdestination ",
        ),
        (),
    ),
    "FortiOS": Marks((r"#config-version=|config system (?:global|interface)|config firewall ", r"set vdom "), ()),
    "another system": Marks(
        (
            r"<\?xml",
            r"sys global-settings \{|ltm (?:virtual|pool|node) |net (?:vlan|self|interface) \S+ \{",
            r"set (?:deviceconfig|interface \S+ state|network |zone |rulebase)|/ip (?:address|route)|/interface ",
            r"#?configure (?:vlan|vr|ports|sharing) |create vlan |stack unit \d|ver 0\d|\*(?:filter|nat|mangle)$",
            r"bridge \d+ protocol|interface (?:xe|ce|ge|et)-?\d",
        ),
        (),
    ),
}
"""Systems that have no reader, by the name that a message gives them."""
_SYSTEMS: Mapping[str, Marks] = {EOS_NAME: EOS, NXOS_NAME: NXOS, **OTHERS}
_GROUPS = tuple((name, f"{name} strong", f"{name} weak") for name in _SYSTEMS)

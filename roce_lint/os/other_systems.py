"""Lines that speak for systems without a reader, so that their configurations are not taken for one of ours."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.os.contract import SystemMarks

ENTERPRISE_SONIC = "Enterprise SONiC (its command line)"
SONIC_SCRIPT = "SONiC (commands of `config`)"
OTHERS: Mapping[str, SystemMarks] = {
    "Cisco IOS or IOS-XE": SystemMarks(
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
    "Cisco IOS-XR": SystemMarks(
        (
            r"!! IOS XR|!! Last configuration change",
            r"interface (?:Bundle-Ether|MgmtEth|HundredGigE|TenGigE|FourHundredGigE|GigabitEthernet\d/\d/\d/)",
            r"ipv4 address \d[\d.]+ (?:255\.|\d)",
            r"route-policy |end-policy|prefix-set |community-set |end-set",
            r"hw-module |l2transport|evpn evi |taskgroup ",
        ),
        (),
    ),
    "Cisco ASA": SystemMarks(
        (
            r"ASA Version|: Saved",
            r"nameif ",
            r"security-level \d",
            r"access-group \S+ in interface",
            r"same-security-",
        ),
        (),
    ),
    "A10 ACOS": SystemMarks(
        (
            r"!64-bit Advanced Core OS|!Current config commit point|!version \d\.\d+\.\d+(?:-P\d+)?, build",
            r"slb (?:server|virtual|service|template|common)|vrrp-a |health monitor ",
            r"(?:un)?tagged ethernet \d|(?:un)?tagged trunk \d|trunk-group \d|user-tag ",
            r"interface ethernet \d+$|interface (?:management|ve \d+|trunk \d+)$|ip nat pool ",
        ),
        (),
    ),
    "Dell OS10": SystemMarks(
        (
            r"dcbx enable|iscsi enable",
            r"vlt-domain \d|vlt-port-channel \d|vlt-mac ",
            r"ets mode on",
            r"uplink-failure-detection |interface virtual-network",
            r"interface mgmt ?\d+/\d+/\d+|interface ethernet ?\d+/\d+/\d+|interface Ethernet \d+/\d+/\d+",
            r"trust-map |trust dot1p-map|trust dscp-map",
            r"qos-map (?:traffic-class|dscp|dot1p)(?!-)|queue-map",
            r"pfc-cos \d|pfc-max-buffer|pfc-shared-buffer-size|qos-group \d dot1p",
            r"system-user |password-attributes|username \S+ [^\n]* role sysadmin",
            r"(?:! )?(?:os10|OS10|Make: dellemc|Version 10\.\d)\b",
        ),
        (),
    ),
    "Dell OS9": SystemMarks(
        (r"stack-unit \d|dcb-map |dcb-buffer|protocol lldp", r"interface (?:fortyGigE|tengigabitethernet) "), ()
    ),
    "NVIDIA Onyx": SystemMarks(
        (
            r"## Running database|## Product release|## Generated at |no cli default prefix-modes enable",
            r"interface (?:ethernet \d+/\d+(?:/\d+)?|port-channel \d+|mlag-port-channel \d+|vlan \d+|loopback \d+) "
            r"(?:\w|no )",
            r"dcb (?:priority-flow-control|ets) |roce (?:lossless|lossy|semi-lossless)|traffic pool ",
            r"protocol (?:bgp|mlag|ospf|magp|pim|vrrp)$|mlag-vip |lacp$|advanced buffer management",
            r"router (?:bgp|ospf) \d+ vrf \S+ \w|ip routing vrf default|vrf definition ",
            r"interface \S+ \S+ (?:traffic-class|ingress-buffer|egress-buffer) ",
        ),
        (),
    ),
    ENTERPRISE_SONIC: SystemMarks(
        (
            r"interface-naming |qos (?:wred-policy|scheduler-policy|map (?:dscp|dot1p|tc|pfc)-\w+) |buffer init ",
            r"qos-map (?:dscp|dot1p|tc|pfc)-\w+|queue \d+ wred-policy |scheduler-policy ",
            r"interface (?:Ethernet ?0|PortChannel ?\d+)$",
            r"ip vrf mgmt|mclag domain \d|priority-flow-control watchdog ",
        ),
        (r"interface Eth\d+/\d+(?:/\d+)?$",),
    ),
    SONIC_SCRIPT: SystemMarks(
        (r"(?:sudo )?config (?:qos|interface|pfcwd|vlan|portchannel|bgp|ecn|save|load|reload) ?",), ()
    ),
    "FRRouting or Cumulus Linux without NVUE": SystemMarks(
        (
            r"frr (?:version|defaults)|service integrated-vtysh|zebra|hostname \S+\nlog syslog",
            r"interface (?:swp\d|eth\d|lo\b|ens\d|vlan\d)|vtysh|auto \w+|iface \w+",
            r"net (?:add|del|commit) |bgp router-id \d[^\n]*\n neighbor",
            r"exit-address-family|exit-vrf|no bgp ebgp-requires-policy|neighbor \S+ interface remote-as",
        ),
        (),
    ),
    "Nokia SR OS": SystemMarks(
        (r"# TiMOS-|exit all|configure \{|/configure |port \d/\d/c?\d", r"(?:service vprn|router \"Base\") "),
        (),
    ),
    "Huawei VRP or H3C Comware": SystemMarks(
        (
            r"sysname |undo |return$",
            r"interface (?:\d+GE|XGigabitEthernet|Vlanif|Eth-Trunk|Bridge-Aggregation|HundredGigE\d|Twenty-FiveGigE)",
            r"dcb pfc|priority-flow-control (?:no-drop dot1p|enable|deadlock)|qos trust dscp$\n(?:#| dcb)",
        ),
        (),
    ),
    "ArubaOS": SystemMarks(
        (
            r"!Version ArubaOS|;[^\n]* Configuration Editor|; hpStack_|vsx$",
            r"interface (?:\d+/\d+/\d+|lag \d+)|vlan access \d|vlan trunk (?:native|allowed)|ip netdestination ",
        ),
        (),
    ),
    "FortiOS": SystemMarks((r"#config-version=|config system (?:global|interface)|config firewall ", r"set vdom "), ()),
    "another system": SystemMarks(
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
_DATABASE = "give /etc/sonic/config_db.json of the switch instead"
_SWITCHES = {
    "Cisco IOS-XR": "",
    "Dell OS10": "",
    "Dell OS9": "",
    "NVIDIA Onyx": "",
    ENTERPRISE_SONIC: _DATABASE,
    SONIC_SCRIPT: _DATABASE,
    "FRRouting or Cumulus Linux without NVUE": "give `nv config show` and frr.conf of the switch instead",
    "Junos": "",
    "Nokia SR OS": "",
    "Huawei VRP or H3C Comware": "",
    "ArubaOS": "",
}
"""Systems of switches that RoCE may cross, with what can be read instead."""
SKIPPED = "a configuration of "
"""How the reason begins for which a configuration of another system is skipped."""


def unread_switch(because: str) -> str:
    """Return the system for which a file was skipped, if RoCE may cross its switches, with what to give instead."""
    name = because.removeprefix(SKIPPED)
    if name == because or name not in _SWITCHES:
        return ""
    return f"{name}; {_SWITCHES[name]}" if _SWITCHES[name] else name

"""Lines that speak for systems without a reader, so that their configurations are not taken for one of ours."""

from __future__ import annotations

from collections.abc import Mapping

from roce_lint.os.contract import SystemMarks

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
            r"qos-map |queue-map",
            r"pfc-cos \d|pfc-max-buffer|pfc-shared-buffer-size|qos-group \d dot1p",
            r"system-user |password-attributes|username \S+ [^\n]* role sysadmin",
            r"(?:! )?(?:os10|OS10|Make: dellemc|Version 10\.\d)\b",
        ),
        (),
    ),
    "Dell OS9": SystemMarks(
        (r"stack-unit \d|dcb-map |dcb-buffer|protocol lldp", r"interface (?:fortyGigE|tengigabitethernet) "), ()
    ),
    "SONiC": SystemMarks(
        (
            r"interface-naming |qos (?:wred-policy|scheduler-policy|map dscp-tc) |buffer init |qos-map ",
            r"interface (?:Ethernet0|Eth\d+/\d+)$",
            r"ip vrf mgmt|mclag domain \d|config qos |sudo config |priority-flow-control watchdog ",
        ),
        (),
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

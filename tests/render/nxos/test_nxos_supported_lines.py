"""Every line we render is one that a public source shows, in the mode in which it shows it."""

from __future__ import annotations

import re

import pytest

from roce_lint.errors import PlatformError
from roce_lint.intent.view import BgpGuardView, FabricPrefixView, SwitchView
from roce_lint.model.terms import PathChoice, Role, WatchdogAction
from roce_lint.os.nxos.view import nxos_view
from roce_lint.platforms.catalog import platform, switch
from roce_lint.text.lines import Line, parse_lines
from roce_lint.values import replace

COMMAND_REFERENCE = "Cisco Nexus 9000 NX-OS Command Reference 9.3(x)"
YANG = "Cisco-NX-OS-device YANG 10.3(10)"
AUTOMATION = "paregupt/nx-os nxos_config_roce.py, nxos_config_bgp_auto_fabric.py"
L2_GUIDE = "Nexus 9000 Layer 2 Switching Configuration Guide, STP Extensions; public configurations of Nexus switches"
BATFISH = "batfish NX-OS grammar and test configurations"
CAPTURE = "batfish captures from N9Kv 9.2(3) and 10.3(9)"
MICROSOFT = "Microsoft Azure Local network config templates"
NETLAB = "ipspace/netlab templates, tested by their authors on virtual devices"
UNNUMBERED = "public change request for eBGP unnumbered on 9.3(11) that quotes the Cisco 9.3(x) guide"
ANSIBLE = "cisco.nxos collection, nxos_bgp_global"
GENIE = "CiscoTestAutomation genielibs, Dlb object and its test"
LAB = "public lab log, 93180YC-EX with NX-OS 10.3(8)"
PUBLIC = "public write-ups that agree with each other"
RECALLED = "model in YANG, spelling recalled from Cisco documentation; no source that could be read shows the line"

NAME = r"[A-Za-z][A-Za-z0-9_-]{0,39}"
ADDRESS = r"\d+\.\d+\.\d+\.\d+"
IN_INTERFACE = ("interface",)

LINES: tuple[tuple[tuple[str, ...], str, str], ...] = (
    ((), r"version \d+\.\d+\(\w+\)", CAPTURE),
    ((), r"hostname \S+", CAPTURE),
    ((), rf"policy-map type network-qos {NAME}", AUTOMATION),
    (("policy-map type network-qos",), r"class type network-qos c-8q-nq([1-7]|-default)", AUTOMATION),
    (("policy-map type network-qos", "class"), r"mtu \d{4}", AUTOMATION),
    (("policy-map type network-qos", "class"), r"pause pfc-cos [0-7]", AUTOMATION),
    ((), r"nv overlay evpn", CAPTURE),
    ((), r"feature (bgp|lldp|bfd|interface-vlan|vn-segment-vlan-based|nv overlay)", CAPTURE),
    ((), r"fabric forwarding anycast-gateway-mac [0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}", BATFISH),
    ((), rf"class-map type qos match-any {NAME}", MICROSOFT),
    (("class-map type qos",), r"match dscp \d+(,\d+)*", AUTOMATION),
    ((), rf"policy-map type qos {NAME}", AUTOMATION),
    (("policy-map type qos",), rf"class {NAME}", AUTOMATION),
    (("policy-map type qos", "class"), r"set qos-group [0-7]", YANG),
    ((), rf"policy-map type queuing {NAME}", AUTOMATION),
    (("policy-map type queuing",), r"class type queuing c-out-8q-q([1-7]|-default)", AUTOMATION),
    (("policy-map type queuing",), r"class type queuing c-in-q[1-7]", LAB),
    (("policy-map type queuing", "class"), r"priority level 1", YANG),
    (("policy-map type queuing", "class"), r"bandwidth remaining percent \d{1,3}", YANG),
    (
        ("policy-map type queuing", "class"),
        r"random-detect minimum-threshold \d+ k?bytes maximum-threshold \d+ k?bytes"
        r" drop-probability \d{1,3} weight 0 ecn",
        COMMAND_REFERENCE,
    ),
    (
        ("policy-map type queuing", "class"),
        r"pause buffer-size \d+ pause-threshold \d+ resume-threshold \d+",
        LAB,
    ),
    ((), r"system qos", AUTOMATION),
    (("system qos",), rf"service-policy type network-qos {NAME}", AUTOMATION),
    (("system qos",), rf"service-policy type queuing output {NAME}", AUTOMATION),
    ((), r"priority-flow-control watch-dog-interval on", AUTOMATION),
    ((), r"priority-flow-control watch-dog shutdown-multiplier \d{1,2}", PUBLIC),
    ((), r"priority-flow-control watch-dog interval \d{3,4}", RECALLED),
    ((), r"priority-flow-control auto-restore multiplier \d{1,3}", RECALLED),
    ((), r"ip load-sharing address source-destination port source-destination", MICROSOFT),
    ((), r"vlan \d+(,\d+)*", CAPTURE),
    (("vlan",), r"name \S+", BATFISH),
    (("vlan",), r"vn-segment \d+", CAPTURE),
    ((), rf"route-map {NAME} permit 10", CAPTURE),
    (("route-map",), r"match tag \d+", AUTOMATION),
    (("route-map",), rf"match ip address prefix-list {NAME}", MICROSOFT),
    ((), rf"ip prefix-list {NAME} seq \d+ permit {ADDRESS}/\d+( eq \d+)?", MICROSOFT),
    ((), r"hardware access-list tcam region ing-sup 768", UNNUMBERED),
    ((), r"hardware profile dlb", GENIE),
    (("hardware profile dlb",), r"mode flowlet", GENIE),
    (("hardware profile dlb",), r"dlb-interface Eth1/\d+(/\d+)?(,Eth1/\d+(/\d+)?)*", GENIE),
    (("hardware profile dlb",), r"mac-address 00:cc:cc:cc:cc:cc", GENIE),
    (("hardware profile dlb",), r"flowlet-aging 500", GENIE),
    (("route-map",), r"set ip next-hop unchanged", CAPTURE),
    ((), r"vrf context \S+", CAPTURE),
    (("vrf context",), r"vni \d+", CAPTURE),
    (("vrf context",), r"rd auto", CAPTURE),
    (("vrf context",), r"address-family ipv4 unicast", CAPTURE),
    (("vrf context", "address-family"), r"route-target both \d+:\d+( evpn)?", BATFISH),
    ((), r"interface breakout module 1 port [\d,-]+ map \d+g-\d+x", BATFISH),
    ((), r"interface (Ethernet1/\d+(/\d+)?|Vlan\d+|loopback\d|nve1)", CAPTURE),
    (IN_INTERFACE, r"description \S.*", CAPTURE),
    (IN_INTERFACE, r"no switchport", CAPTURE),
    (IN_INTERFACE, r"switchport access vlan \d+", CAPTURE),
    (IN_INTERFACE, r"priority-flow-control mode (on|off)", YANG),
    (IN_INTERFACE, r"priority-flow-control watch-dog-interval on( disable-action)?", AUTOMATION),
    (IN_INTERFACE, r"speed \d+000", YANG),
    (IN_INTERFACE, r"fec (rs-fec|fc-fec|off)", YANG),
    (IN_INTERFACE, r"mtu \d{4}", BATFISH),
    (IN_INTERFACE, rf"service-policy type qos input {NAME}", AUTOMATION),
    (IN_INTERFACE, rf"service-policy type queuing (input|output) {NAME}", BATFISH),
    (IN_INTERFACE, r"vrf member \S+", CAPTURE),
    (IN_INTERFACE, r"no ip(v6)? redirects", BATFISH),
    (IN_INTERFACE, rf"ip address {ADDRESS}/\d+( tag \d+)?", AUTOMATION),
    (IN_INTERFACE, r"ip forward", BATFISH),
    (IN_INTERFACE, r"bfd interval \d{2,3} min_rx \d{2,3} multiplier \d{1,2}", NETLAB),
    (IN_INTERFACE, r"ipv6 address use-link-local-only", UNNUMBERED),
    (IN_INTERFACE, r"ipv6 address [0-9a-f:]+/127", BATFISH),
    (("router bgp",), r"neighbor [0-9a-f:]+", BATFISH),
    (IN_INTERFACE, r"ipv6 link-local use-bia", UNNUMBERED),
    (IN_INTERFACE, r"ipv6 nd ra-interval 4 min 3", UNNUMBERED),
    (IN_INTERFACE, r"fabric forwarding mode anycast-gateway", BATFISH),
    (IN_INTERFACE, r"(no )?shutdown", CAPTURE),
    (IN_INTERFACE, r"spanning-tree (port type edge|bpduguard enable)", L2_GUIDE),
    (IN_INTERFACE, r"storm-control broadcast level \d+\.00", L2_GUIDE),
    ((), r"errdisable recovery (cause bpduguard|interval \d+)", L2_GUIDE),
    ((), r"copp profile strict", CAPTURE),
    (IN_INTERFACE, r"host-reachability protocol bgp", CAPTURE),
    (IN_INTERFACE, r"source-interface loopback1", CAPTURE),
    (IN_INTERFACE, r"member vni \d+( associate-vrf)?", CAPTURE),
    (("interface", "member vni"), r"ingress-replication protocol bgp", CAPTURE),
    ((), r"router bgp \d+", CAPTURE),
    (("router bgp",), rf"router-id {ADDRESS}", CAPTURE),
    (("router bgp",), r"bestpath as-path multipath-relax", AUTOMATION),
    (("router bgp",), r"log-neighbor-changes", AUTOMATION),
    (("router bgp",), r"address-family (ipv4 unicast|l2vpn evpn)", CAPTURE),
    (("router bgp", "address-family"), rf"redistribute direct route-map {NAME}", AUTOMATION),
    (("router bgp", "address-family"), r"maximum-paths \d{1,2}", AUTOMATION),
    (("router bgp", "address-family"), r"retain route-target all", CAPTURE),
    (("router bgp",), rf"neighbor {ADDRESS}", CAPTURE),
    (("router bgp",), r"neighbor Ethernet1/\d+", UNNUMBERED),
    (("router bgp", "neighbor"), r"password 3 \S+", NETLAB),
    (("router bgp", "neighbor"), r"ttl-security hops 1", NETLAB),
    (("router bgp", "neighbor"), r"bfd", AUTOMATION),
    (("router bgp", "neighbor"), r"remote-as \d+", CAPTURE),
    (("router bgp", "neighbor"), r"description \S.*", BATFISH),
    (("router bgp", "neighbor"), r"timers 3 9", AUTOMATION),
    (("router bgp", "neighbor"), r"update-source loopback0", BATFISH),
    (("router bgp", "neighbor"), r"ebgp-multihop 3", BATFISH),
    (("router bgp", "neighbor"), r"address-family (ipv4 unicast|l2vpn evpn)", CAPTURE),
    (("router bgp", "neighbor", "address-family"), r"send-community( extended)?", CAPTURE),
    (("router bgp", "neighbor", "address-family"), rf"route-map {NAME} (in|out)", CAPTURE),
    (("router bgp", "neighbor", "address-family"), r"maximum-prefix \d+ warning-only", MICROSOFT),
    (("router bgp",), r"vrf \S+", CAPTURE),
    (("router bgp", "vrf"), r"address-family ipv4 unicast", CAPTURE),
    (("router bgp", "vrf", "address-family"), r"advertise l2vpn evpn", CAPTURE),
    (("router bgp", "vrf", "address-family"), rf"redistribute direct route-map {NAME}", BATFISH),
    (("router bgp", "vrf", "address-family"), r"maximum-paths \d{1,2}", BATFISH),
    ((), r"evpn", CAPTURE),
    (("evpn",), r"vni \d+ l2", CAPTURE),
    (("evpn", "vni"), r"rd auto", CAPTURE),
    (("evpn", "vni"), r"route-target (import|export) \d+:\d+", BATFISH),
    ((), r"feature (hsrp|lacp|vpc)", PUBLIC),
    ((), r"interface port-channel\d+", CAPTURE),
    (IN_INTERFACE, r"channel-group \d+ mode active", CAPTURE),
    (IN_INTERFACE, r"priority-flow-control mode on send-tlv", MICROSOFT),
    (IN_INTERFACE, r"switchport mode trunk|switchport trunk allowed vlan [\d,]+", CAPTURE),
    (IN_INTERFACE, r"spanning-tree port type network", PUBLIC),
    (IN_INTERFACE, r"vpc (\d+|peer-link)", PUBLIC),
    (IN_INTERFACE, r"hsrp version 2|hsrp \d+", BATFISH),
    (("interface", "hsrp"), rf"ip {ADDRESS}", BATFISH),
    ((), r"vpc domain \d+", PUBLIC),
    (("vpc domain",), r"auto-recovery|delay restore 150|ip arp synchronize|peer-gateway", PUBLIC),
    (("vpc domain",), rf"peer-keepalive destination {ADDRESS} source {ADDRESS} vrf management", PUBLIC),
    ((), rf'ip as-path access-list {NAME} seq \d+ permit "\^\$"', BATFISH),
    (("route-map",), rf"match as-path {NAME}", BATFISH),
    (("router bgp",), r"graceful-shutdown activate", ANSIBLE),
    ((), r"no feature telnet|feature (ssh|tacacs\+)|banner motd #|#|Keep out", MICROSOFT),
    ((), rf"username {NAME} password 5 \S+ role network-admin|tacacs-server host {ADDRESS} key 7 \S+", MICROSOFT),
    ((), r"aaa group server tacacs\+ TACACS|aaa accounting default group TACACS", MICROSOFT),
    ((), r"aaa authentication login (console|default) group TACACS", MICROSOFT),
    (("aaa group server",), rf"server {ADDRESS}|use-vrf management|source-interface mgmt0", MICROSOFT),
    ((), r"line (console|vty)", MICROSOFT),
    (("line",), r"exec-timeout 10", MICROSOFT),
    ((), r"interface mgmt0", CAPTURE),
    (("vrf context",), rf"ip (domain-name \S+|name-server {ADDRESS}|route 0.0.0.0/0 {ADDRESS})", CAPTURE),
    ((), rf"ntp (server {ADDRESS}( prefer)? use-vrf management|source-interface mgmt0)", CAPTURE),
    ((), rf"logging (server {ADDRESS} 5 use-vrf management facility local7|source-interface mgmt0)", BATFISH),
    ((), r"logging (level ipqosmgr 6|origin-id hostname)|login on-success log", MICROSOFT),
)


def _unsupported(line: Line, parents: tuple[str, ...]) -> list[str]:
    """Return the lines below `line` that no entry of the table allows in their mode."""
    found = []
    for child in line.children:
        allowed = any(
            len(modes) == len(parents)
            and all(parent.startswith(mode) for parent, mode in zip(parents, modes, strict=True))
            and re.fullmatch(pattern, child.text)
            for modes, pattern, _ in LINES
        )
        if not allowed:
            found.append(" > ".join((*parents, child.text)))
        found += _unsupported(child, (*parents, child.text))
    return found


def test_every_line_is_documented_in_its_mode(rendered: str) -> None:
    assert _unsupported(parse_lines(rendered), ()) == []


def test_every_line_of_management_lags_and_pairs_is_documented(whole_fabrics: dict[str, str]) -> None:
    texts = [text for text in whole_fabrics.values() if not text.startswith("! device")]
    assert [line for text in texts for line in _unsupported(parse_lines(text), ())] == []


def test_every_line_of_guarded_sessions_is_documented(make_view, render) -> None:
    guarded = replace(
        make_view("n9k-c9364d-gx2a", role=Role.SPINE),
        bgp_guard=BgpGuardView(4000, "${KEY}", "KEY", True, 500, 4),
        session_prefixes=(FabricPrefixView("10.255.0.0/20", 32), FabricPrefixView("10.0.0.7/32", 32)),
        path_choice=PathChoice.DYNAMIC,
    )
    text = render(guarded)
    assert _unsupported(parse_lines(text), ()) == []
    assert text.count("route-map RM-FABRIC in") == text.count("bfd interval 500 min_rx 500 multiplier 4") > 0


@pytest.mark.parametrize(
    ("changes", "session", "on_port"),
    [
        ({"address": "", "peer_address": "", "unnumbered": True}, "neighbor Ethernet1/", "ipv6 link-local use-bia"),
        ({"address": "fd00:1::1/127", "peer_address": "fd00:1::"}, "neighbor fd00:1::", "ipv6 address fd00:1::1/127"),
    ],
    ids=["unnumbered", "numbered"],
)
def test_every_line_of_links_with_ipv6_is_documented(make_view, render, changes, session, on_port) -> None:
    view = make_view("n9k-c9364d-gx2a", role=Role.SPINE)
    ports = tuple(replace(one, over_ipv6=True, **changes) if one.peer_asn else one for one in view.ports)
    text = render(replace(view, ports=ports))
    assert _unsupported(parse_lines(text), ()) == []
    assert text.count(f"  {session}") == text.count(f"  {on_port}") > 0


def test_the_table_refuses_other_lines() -> None:
    text = "system qos\n  service-policy type qos input X\npriority-flow-control watch-dog-interval 100\n"
    assert _unsupported(parse_lines(text), ()) == [
        "system qos > service-policy type qos input X",
        "priority-flow-control watch-dog-interval 100",
    ]


def test_indentation_is_two_blanks_a_level_and_no_line_ends_in_blanks(rendered: str) -> None:
    for line in rendered.split("\n"):
        assert (len(line) - len(line.lstrip())) % 2 == 0
        assert line == line.rstrip()
    assert rendered.endswith("\n")
    assert "\n\n\n" not in rendered


def test_shares_of_a_policy_sum_to_100(rendered: str) -> None:
    for policy in rendered.split("policy-map type queuing ")[1:]:
        shares = re.findall(r"bandwidth remaining percent (\d+)", policy.split("\nsystem qos")[0])
        assert not shares or sum(map(int, shares)) == 100


def test_a_fabric_without_pfc_has_neither_pause_nor_watchdog(make_view, render) -> None:
    text = render(make_view(lossless=False))
    assert not re.search(r"pause|watch-dog|mode on", text)
    assert text.count("priority-flow-control mode off") == 14
    assert "random-detect" in text


def test_short_cables_leave_the_pause_buffer_to_the_system(make_view, render) -> None:
    assert "pause buffer-size" not in render(make_view(cable_length_m=100))
    assert "pause buffer-size" in render(make_view(cable_length_m=101))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"detection_ms": 250}, "detection in polls, and 250 ms is no multiple of 100 ms"),
        ({"recovery_ms": 10_100}, "a recovery time in polls of 0 to 100, not 101"),
        ({"polling_ms": 50}, "a poll interval in milliseconds of 100 to 1000, not 50"),
        ({"action": WatchdogAction.ERRDISABLE}, "it cannot errdisable"),
    ],
)
def test_what_the_watchdog_cannot_do_is_refused(make_view, change_watchdog, changes, message) -> None:
    view = change_watchdog(make_view(), **changes)
    with pytest.raises(PlatformError, match=message):
        nxos_view(view, switch(view.platform))


def test_silicon_one_refuses_pause_buffers(make_view) -> None:
    view: SwitchView = make_view("n9k-c9364e-sg2", cable_length_m=500)
    with pytest.raises(PlatformError, match="no source documents how Cisco Silicon One G200 takes pause buffers"):
        nxos_view(view, switch(view.platform))


@pytest.mark.parametrize("name", ["connectx-7", "dcs-7060dx5-64s"])
def test_other_platforms_are_refused(make_view, name) -> None:
    with pytest.raises(PlatformError, match="does not run NX-OS"):
        nxos_view(make_view(), platform(name))

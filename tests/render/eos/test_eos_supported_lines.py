"""Every line that we print is one that a public source shows an EOS device taking."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from roce_lint.errors import PlatformError
from roce_lint.intent.view import BgpGuardView, FabricPrefixView, SwitchView
from roce_lint.model.terms import PathChoice, WatchdogAction
from roce_lint.os.eos.view import eos_view
from roce_lint.platforms.catalog import platform
from roce_lint.values import replace

AVD = "Arista AVD schema and expected configurations"
CAPTURED = "captured running-config of DCS-7260CX3, EOS 4.21 to 4.22 (batfish test data)"
GAUDI = "Intel Gaudi switch configuration pages"
NUMBER, NAME, PREFIX, ADDRESS = r"\d+", r"\S+", r"\d+\.\d+\.\d+\.\d+/\d+", r"\d+\.\d+\.\d+\.\d+"
TC = "[0-7]"
SECONDS = r"\d+\.\d{1,2}"

LINES: tuple[tuple[str, str], ...] = (
    (r"!.*| +!", CAPTURED),
    (r"end", CAPTURED),
    (r"hardware counter feature ecn out", AVD),
    (rf"errdisable recovery cause stuck-queue interval {NUMBER}", AVD),
    (r"service routing protocols model multi-agent", AVD),
    (rf"platform trident mmu queue profile {NAME}(?: apply)?", AVD),
    (r"    ingress threshold (?:1/128|1/64|1/32|1/16|1/8|1/4|1/2|1|2|4|8)", AVD),
    (rf"    ingress headroom {NUMBER}", GAUDI),
    (rf"    ingress resume {NUMBER}", AVD),
    (rf"hostname {NAME}", AVD),
    (rf"qos profile {NAME}", AVD),
    (r"   qos trust dscp", AVD),
    (r"   priority-flow-control on", AVD),
    (rf"   priority-flow-control priority {TC} no-drop", AVD),
    (r"   (?:no )?priority-flow-control pause watchdog", CAPTURED),
    (rf"   (?:tx-queue|uc-tx-queue) {TC}", AVD),
    (r"      (?:priority strict|no priority)", AVD),
    (r"      bandwidth percent (?:[1-9]\d?|100)", AVD),
    (
        rf"      random-detect ecn minimum-threshold {NUMBER} (bytes|kbytes) maximum-threshold {NUMBER} \1"
        r" max-mark-probability (?:[1-9]\d?|100) weight \d+",
        AVD,
    ),
    (r"      random-detect ecn count", AVD),
    (r"spanning-tree mode none", AVD),
    (rf"vlan {NUMBER}", AVD),
    (rf"   name {NAME}", AVD),
    (rf"vrf instance {NAME}", AVD),
    (r"interface (?:Ethernet\d+(?:/\d+){0,2}|Loopback\d|Vlan\d+|Vxlan1)", AVD),
    (r"   description \S.*", AVD),
    (rf"   mtu {NUMBER}", AVD),
    (r"   speed (?:\d+g-\d|forced (?:40gfull|25gfull|10000full))", AVD),
    (r"   error-correction encoding (?:reed-solomon|fire-code)", AVD),
    (rf"   switchport access vlan {NUMBER}", AVD),
    (r"   (?:no )?switchport", AVD),
    (rf"   ip address (?:virtual )?{PREFIX}", AVD),
    (rf"   vrf {NAME}", AVD),
    (rf"   service-profile {NAME}", AVD),
    (r"   vxlan source-interface Loopback1", AVD),
    (r"   vxlan udp-port 4789", AVD),
    (rf"   vxlan vlan {NUMBER} vni {NUMBER}", AVD),
    (rf"   vxlan vrf {NAME} vni {NUMBER}", AVD),
    (r"   vxlan qos ecn propagation", AVD),
    (r"   vxlan qos dscp propagation encapsulation", AVD),
    (r"   vxlan qos map dscp to traffic-class decapsulation", AVD),
    (r"ip virtual-router mac-address (?:[0-9a-f]{2}:){5}[0-9a-f]{2}", AVD),
    (rf"ip routing(?: vrf {NAME})?", AVD),
    (r"ip routing ipv6 interfaces|ipv6 unicast-routing|   ipv6 enable|   ipv6 address [0-9a-f:]+/(?:127|64)", AVD),
    (r"ip hardware fib load-balance distribution dynamic", AVD),
    (r"load-balance policies|   load-balance sand profile default", AVD),
    (r"      fields udp dst-port 4791|         payload bytes 5-7", AVD),
    (rf"   neighbor interface Ethernet\d+(?:/\d+)? peer-group {NAME} remote-as {NUMBER}", AVD),
    (rf"      neighbor {NAME} next-hop address-family ipv6 originate", AVD),
    (rf"   neighbor {NAME} (?:ttl maximum-hops 1|password 7 {NAME}|route-map {NAME} (?:in|out))", AVD),
    (rf"   neighbor {NAME} maximum-routes {NUMBER} warning-limit 80 percent warning-only", AVD),
    (rf"(?:ip|ipv6) prefix-list {NAME}", AVD),
    (rf"   seq {NUMBER} permit (?:{PREFIX}|[0-9a-f:]+/{NUMBER})(?: eq {NUMBER})?", AVD),
    (rf"qos map dscp {NUMBER}(?: {NUMBER})* to traffic-class {TC}", AVD),
    (rf"qos map traffic-class {TC} to tx-queue {TC}", AVD),
    (rf"priority-flow-control pause watchdog default (?:timeout|recovery-time) {SECONDS}", AVD),
    (r"priority-flow-control pause watchdog default polling-interval \d+\.\d{1,3}", AVD),
    (r"priority-flow-control pause watchdog action (?:drop|errdisable|notify-only)", AVD),
    (rf"route-map {NAME} permit {NUMBER}", AVD),
    (rf"   match (?:ip|ipv6) address prefix-list {NAME}", AVD),
    (r"router bfd", AVD),
    (r"maintenance|   unit System|      quiesce", AVD),
    (r"   interval (\d+) min-rx \1 multiplier \d+ default", AVD),
    (rf"router bgp {NUMBER}", AVD),
    (rf"   router-id {ADDRESS}", AVD),
    (r"   no bgp default ipv4-unicast", AVD),
    (rf"   maximum-paths ({NUMBER}) ecmp \1", AVD),
    (rf"   neighbor {NAME} (?:peer group(?: {NAME})?|remote-as {NUMBER}|description {NAME}|bfd|send-community)", AVD),
    (
        rf"   neighbor {NAME} (?:maximum-routes {NUMBER}|next-hop-unchanged|update-source Loopback0|ebgp-multihop 3)",
        AVD,
    ),
    (rf"   redistribute connected route-map {NAME}", AVD),
    (rf"   (?:vlan {NUMBER}|vrf {NAME}|address-family (?:evpn|ipv4|ipv6))", AVD),
    (rf"      rd {ADDRESS}:{NUMBER}", AVD),
    (rf"      route-target (?:both|import evpn|export evpn) ({NUMBER}):\1", AVD),
    (r"      redistribute (?:learned|connected)", AVD),
    (rf"      router-id {ADDRESS}", AVD),
    (rf"      (?:no )?neighbor {NAME} activate", AVD),
    # LAGs, Ethernet segments and pairs
    (r"interface (?:Port-Channel\d+|Management1)", AVD),
    (r"   channel-group \d+ mode active|   lacp timer fast|   dcbx mode ieee|   no qos trust|   no autostate", AVD),
    (r"   evpn ethernet-segment|      identifier [0-9a-f]{4}(?::[0-9a-f]{4}){4}|      redundancy all-active", AVD),
    (
        r"      route-target import [0-9a-f]{2}(?::[0-9a-f]{2}){5}|   lacp system-id [0-9a-f]{4}(?:\.[0-9a-f]{4}){2}",
        AVD,
    ),
    (r"   mlag \d+|mlag configuration|   domain-id \S+|   local-interface Vlan\d+|   peer-link Port-Channel\d+", AVD),
    (rf"   peer-address (?:heartbeat )?{ADDRESS}(?: vrf {NAME})?", AVD),
    (r"   dual-primary detection delay \d+ action errdisable all-interfaces|   reload-delay (?:non-)?mlag \d+", AVD),
    (r"   switchport (?:mode trunk|trunk allowed vlan [\d,]+|trunk group MLAG)|   trunk group MLAG", AVD),
    (rf"no spanning-tree vlan-id {NUMBER}|arp aging timeout default {NUMBER}", AVD),
    (rf"   ip virtual-router address {ADDRESS}", AVD),
    (rf"ip as-path access-list {NAME} permit \^\$ any|   match as-path {NAME}", AVD),
    (rf"      route-target (?:both|import evpn|export evpn) 1:{NUMBER}", AVD),
    # protection
    (r"   spanning-tree (?:portfast|bpduguard enable)|   storm-control broadcast level \d+|   shutdown", AVD),
    (rf"errdisable recovery (?:cause bpduguard|interval {NUMBER})", AVD),
    (rf"sflow (?:sample {NUMBER}|run|vrf {NAME} (?:destination {ADDRESS}|source-interface Management1))", AVD),
    # management
    (rf"no aaa root|username {NAME} privilege 15 role network-admin secret sha512 {NAME}", AVD),
    (rf"aaa group server tacacs\+ TACACS|   server {ADDRESS} vrf {NAME}", AVD),
    (rf"tacacs-server host {ADDRESS} vrf {NAME} key 7 {NAME}", AVD),
    (r"aaa authentication login (?:console local|default group TACACS local)", AVD),
    (r"aaa authentication policy on-(?:failure|success) log|aaa authorization exec default group TACACS local", AVD),
    (r"banner motd|EOF|Keep out", AVD),
    (rf"dns domain {NAME}|ip name-server vrf {NAME} {ADDRESS}|ip route vrf {NAME} 0.0.0.0/0 {ADDRESS}", AVD),
    (rf"lldp management-address (?:Management1|vrf {NAME})", AVD),
    (r"logging buffered \d+ informational|logging event congestion-drops interval \d+", AVD),
    (r"logging format (?:hostname fqdn|timestamp high-resolution)", AVD),
    (rf"logging vrf {NAME} (?:host {ADDRESS}|source-interface Management1)", AVD),
    (r"management (?:api gnmi|api http-commands|security|ssh)|   protocol https| {3,6}no shutdown", AVD),
    (r"   transport grpc default|      port 6030|   provider eos-native| {3,6}ssl profile \S+| {3,6}vrf \S+", AVD),
    (rf"      certificate {NAME} key {NAME}", AVD),
    (r"   idle-timeout \d+|   authentication protocol public-key password", AVD),
    (rf"no ip routing vrf {NAME}|no snmp-server vrf default|snmp-server vrf {NAME}(?: local-interface \S+)?", AVD),
    (rf"ntp local-interface vrf {NAME} Management1|ntp server vrf {NAME} {ADDRESS}(?: prefer)?", AVD),
    (rf"snmp-server group RO v3 priv|snmp-server host {ADDRESS} vrf {NAME} version 3 priv {NAME}", AVD),
    (rf"snmp-server user {NAME} RO v3 auth sha256 {NAME} priv aes256 {NAME}", AVD),
)


def test_every_line_is_a_supported_one(rendered: str) -> None:
    patterns = [re.compile(pattern) for pattern, _ in LINES]
    strange = [line for line in rendered.splitlines() if not any(pattern.fullmatch(line) for pattern in patterns)]
    assert strange == []


def test_every_line_of_management_lags_and_pairs_is_a_supported_one(whole_fabrics: dict[str, str]) -> None:
    patterns = [re.compile(pattern) for pattern, _ in LINES]
    lines = {line for text in whole_fabrics.values() if text.startswith("! device") for line in text.splitlines()}
    assert [line for line in sorted(lines) if not any(pattern.fullmatch(line) for pattern in patterns)] == []


@pytest.mark.parametrize("links", ["ipv4", "ipv6", "unnumbered"])
@pytest.mark.parametrize("model", ["dcs-7060dx5-64s", "dcs-7280dr3-24"])
def test_every_line_of_guarded_sessions_is_a_supported_one(
    make_view: Callable[..., SwitchView], render: Callable[[SwitchView], str], model: str, links: str
) -> None:
    view = make_view(model)
    changed = {
        "ipv4": {},
        "ipv6": {"address": "fd00:1::1/127", "peer_address": "fd00:1::", "over_ipv6": True},
        "unnumbered": {"address": "", "peer_address": "", "unnumbered": True, "over_ipv6": True},
    }[links]
    guarded = replace(
        view,
        release="4.33.1F",
        ports=tuple(replace(one, **changed) if one.peer_asn else one for one in view.ports),
        bgp_guard=BgpGuardView(4000, "${KEY}", "KEY", True, 500, 4),
        session_prefixes=(FabricPrefixView("10.255.0.0/20", 32), FabricPrefixView("10.0.0.7/32", 32)),
        path_choice=PathChoice.AUTO,
        drained=True,
        host_pool_ipv6="" if links == "ipv4" else "fd00:100::/40",
    )
    text = render(guarded)
    test_every_line_is_a_supported_one(text)
    test_the_order_of_sections_is_that_of_the_device(text)
    assert ("neighbor interface Ethernet" in text) is (links == "unnumbered")
    assert ("next-hop address-family ipv6 originate" in text) is (links != "ipv4")
    assert ("   address-family ipv6\n      neighbor FABRIC activate\n" in text) is (links != "ipv4")


def test_the_order_of_sections_is_that_of_the_device(rendered: str) -> None:
    order = [
        "! device",
        "hardware counter",
        "errdisable",
        "service routing",
        "load-balance policies",
        "platform trident mmu queue profile ROCE-MMU\n",
        "hostname",
        "qos profile",
        "spanning-tree",
        "vlan ",
        "vrf instance",
        "interface Ethernet",
        "interface Loopback",
        "interface Vlan",
        "interface Vxlan",
        "ip virtual-router",
        "ip routing",
        "ip hardware",
        "ip prefix-list",
        "ipv6 prefix-list",
        "ipv6 unicast-routing",
        "qos map dscp",
        "qos map traffic-class",
        "priority-flow-control",
        "route-map",
        "router bfd",
        "router bgp",
        "platform trident mmu queue profile ROCE-MMU apply",
        "end",
    ]
    places = [rendered.find("\n" + start) for start in order if ("\n" + start) in rendered]
    assert places == sorted(places)
    assert rendered.startswith("! device: ")
    assert rendered.endswith("!\nend\n")


@pytest.mark.parametrize(
    ("name", "needle"),
    [
        ("tomahawk, ECN only", "priority-flow-control"),
        ("tomahawk, ECN only", "platform trident mmu"),
        ("jericho", "platform trident"),
        ("jericho", "uc-tx-queue"),
        ("tomahawk, ECN only", "hardware counter feature ecn"),
    ],
)
def test_what_a_platform_or_profile_lacks_is_not_printed(
    cases: dict[str, Callable[[], SwitchView]], render: Callable[[SwitchView], str], name: str, needle: str
) -> None:
    assert needle not in render(cases[name]())


def test_a_jericho_switch_counts_marks_in_hardware(
    make_view: Callable[..., SwitchView], render: Callable[[SwitchView], str]
) -> None:
    assert "hardware counter feature ecn out\n" in render(make_view("dcs-7280dr3-24"))


@pytest.mark.parametrize(
    ("platform_name", "changes", "message"),
    [
        ("connectx-7", {}, "connectx-7 is a network adapter; an Arista switch is wanted for rail1-leaf01"),
        ("n9k-c9332d-gx2b", {}, "n9k-c9332d-gx2b runs nxos, not EOS; choose an Arista platform"),
        (
            "dcs-7060dx5-64s",
            {"action": WatchdogAction.IGNORE_PAUSE},
            "EOS has no watchdog action ignore-pause; it takes drop, errdisable, notify-only",
        ),
        (
            "dcs-7060dx5-64s",
            {"detection_ms": 205},
            "watchdog detection time is 205 ms; EOS takes 10 to 60000 ms in steps of 10 ms",
        ),
    ],
    ids=["adapter", "other vendor", "unknown action", "timer between two steps"],
)
def test_the_impossible_is_refused(
    make_view: Callable[..., SwitchView],
    change_watchdog: Callable[..., SwitchView],
    platform_name: str,
    changes: dict[str, object],
    message: str,
) -> None:
    with pytest.raises(PlatformError) as caught:
        eos_view(change_watchdog(make_view(), **changes), platform(platform_name))
    assert str(caught.value) == message


def test_an_overlay_on_a_switch_that_may_drop_markings_is_refused(make_view: Callable[..., SwitchView]) -> None:
    with pytest.raises(PlatformError, match="no source says that it copies DSCP and ECN into and out of a tunnel"):
        eos_view(make_view("dcs-7060dx5-64s", overlay=True), platform("dcs-7060dx5-64s"))


@pytest.mark.parametrize(
    ("pause_threshold_bytes", "threshold"),
    [(1000, "1/8"), (12_000_000, "1/8"), (20_000_000, "1/4"), (50_000_000, "1"), (10**9, "8")],
)
def test_the_threshold_reaches_the_xoff_threshold_and_never_undercuts_the_ecn_plan(
    make_view: Callable[..., SwitchView], pause_threshold_bytes: int, threshold: str
) -> None:
    view = make_view("dcs-7060dx5-64s")
    profiles = tuple(replace(profile, pause_threshold_bytes=pause_threshold_bytes) for profile in view.profiles)
    (mmu,) = eos_view(replace(view, profiles=profiles), platform(view.platform)).mmu
    assert mmu.threshold == threshold

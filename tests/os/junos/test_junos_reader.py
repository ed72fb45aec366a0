"""Interfaces, VLANs, tunnels, routing and policies of Junos as facts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path

import pytest

from roce_lint.fabric.transit import PolicyEvaluator, learned_route
from roce_lint.intent.load import load_intent
from roce_lint.model.device import Device
from roce_lint.model.fact import Fact, Stated, Unknown
from roce_lint.model.port import Port
from roce_lint.model.route_match import Route
from roce_lint.model.routing import RouteOrigin
from roce_lint.os.junos.configuration import parse_configuration
from roce_lint.os.junos.reader import read_junos
from roce_lint.os.junos.set_lines import set_words
from roce_lint.read.format import Format
from roce_lint.read.remarks import find_remarks
from roce_lint.render.render import render_fabric
from roce_lint.text.document import Document

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "junos"
LACKING = ("debugger-on-break", "dump-on-panic")
"""Statements of Juniper's laboratory that its published models lack."""


def device(text: str) -> Device:
    """Return the device of a text in which everything is understood."""
    reading = read_junos(Document("leaf1.conf", text))
    assert [(one.text, one.because) for one in reading.unread] == []
    (found,) = reading.devices
    assert found.refused_settings == ()
    return found


def scripted(lines: str) -> str:
    """Return lines of `set`."""
    return "".join(f"set {line}\n" for line in lines.strip().split("\n"))


def said(fact: Fact[object]) -> object:
    """Return the value of a fact, or why it is unknown."""
    return fact.because if isinstance(fact, Unknown) else fact.value


def ports(found: Device) -> dict[str, Port]:
    """Return ports by name."""
    return {port.name: port for port in found.ports}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("interfaces et-0/0/0 mtu 9216", (9202, 9216)),
        ("interfaces et-0/0/0 mtu 9216\ninterfaces et-0/0/0 vlan-tagging", (9198, 9216)),
        ("interfaces et-0/0/0 mtu 9216\ninterfaces et-0/0/0 flexible-vlan-tagging", (9194, 9216)),
        ("interfaces et-0/0/0 mtu 9216\ninterfaces et-0/0/0 unit 0 family inet mtu 9170", (9170, 9216)),
        ("interfaces et-0/0/0 unit 0 family inet", (1500, 1514)),
        ("interfaces et-0/0/0 ether-options 802.3ad ae1\ninterfaces ae1 mtu 9100", (9086, 9100)),
    ],
    ids=["media", "tagged", "twice-tagged", "family", "default", "bundle"],
)
def test_an_mtu_counts_the_ethernet_header(lines: str, expected: tuple[int, int]) -> None:
    port = ports(device(scripted(lines)))["et-0/0/0"]
    assert (said(port.ip_mtu_bytes), said(port.frame_mtu_bytes)) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("interfaces et-0/0/1 speed 400g", {"et-0/0/1": 400}),
        (
            "interfaces et-0/0/1 number-of-sub-ports 2\ninterfaces et-0/0/1 speed 400g\n"
            "interfaces et-0/0/1:0 mtu 9216\ninterfaces et-0/0/1:1 mtu 9216",
            {"et-0/0/1:0": 400, "et-0/0/1:1": 400},
        ),
        (
            "chassis fpc 0 pic 0 port 1 channel-speed 25g\ninterfaces et-0/0/1:0 unit 0 family inet",
            {"et-0/0/1:0": 25},
        ),
        ("chassis fpc 0 pic 0 port 1 speed 100g\ninterfaces et-0/0/1 unit 0 family inet", {"et-0/0/1": 100}),
        ("interfaces xe-0/0/1 unit 0 family inet", {"xe-0/0/1": 10}),
        ("interfaces et-0/0/1 unit 0 family inet", {"et-0/0/1": "no speed is stated"}),
        (
            "interfaces et-0/0/1 unit 0 family inet\ninterfaces et-0/0/1:0 disable",
            {"et-0/0/1": "no speed is stated", "et-0/0/1:0": "no speed is stated"},
        ),
    ],
    ids=["own", "channels", "channel-speed", "chassis", "name", "unknown", "disabled-channel"],
)
def test_speeds_of_ports_and_their_channels(lines: str, expected: dict[str, object]) -> None:
    found = device(scripted(lines))
    assert {name: said(port.speed_gbps) for name, port in ports(found).items()} == expected


def test_a_comment_with_the_model_tells_speed_and_memory() -> None:
    found = device("# Model: QFX5240-64OD\nset interfaces et-0/0/1 unit 0 family inet\n")
    assert said(found.platform) == "qfx5240-64od"
    assert (said(ports(found)["et-0/0/1"].speed_gbps), said(found.buffer.total_bytes)) == (800, 165_000_000)


EVPN = """
interfaces et-0/0/0 ether-options 802.3ad ae1
interfaces ae1 esi 00:01:02:03:04:05:06:07:08:09
interfaces ae1 esi all-active
interfaces ae1 aggregated-ether-options lacp active
interfaces ae1 aggregated-ether-options lacp system-id 02:00:00:00:00:01
interfaces ae1 unit 0 family ethernet-switching interface-mode trunk
interfaces ae1 unit 0 family ethernet-switching vlan members [ V10 20-21 ]
interfaces et-0/0/1 unit 10 vlan-id 10
interfaces et-0/0/1 unit 20 vlan-id 20
interfaces et-0/0/1 unit 20 family inet address 10.9.0.1/31
interfaces irb unit 10 family inet mtu 9000
interfaces irb unit 10 family inet address 10.0.10.1/24 virtual-gateway-address 10.0.10.254
interfaces lo0 unit 0 family inet address 10.0.0.1/32
interfaces lo0 unit 0 family inet address 10.0.0.2/32 primary
routing-instances EVPN instance-type mac-vrf
routing-instances EVPN interface ae1.0
routing-instances EVPN route-distinguisher 10.0.0.1:1
routing-instances EVPN vtep-source-interface lo0.0
routing-instances EVPN vrf-target target:65000:1
routing-instances EVPN protocols evpn encapsulation vxlan
routing-instances EVPN protocols evpn vni-options vni 10010 vrf-target target:65000:10
routing-instances EVPN vlans V10 vlan-id 10
routing-instances EVPN vlans V10 l3-interface irb.10
routing-instances EVPN vlans V10 vxlan vni 10010
routing-instances EVPN vlans V20 vlan-id 20
routing-instances EVPN vlans V20 vxlan vni 10020
routing-instances RED instance-type vrf
routing-instances RED interface irb.10
routing-instances RED interface et-0/0/1.20
routing-instances RED route-distinguisher 10.0.0.1:2
routing-instances RED vrf-target target:65000:99
routing-instances RED protocols evpn ip-prefix-routes vni 9999
"""


def test_vlans_units_bundles_and_instances() -> None:
    found = ports(device(scripted(EVPN)))
    assert {name: (said(one.vlans), said(one.routed), said(one.vrf)) for name, one in found.items()} == {
        "et-0/0/0": ({10, 20, 21}, False, "default"),
        "ae1": ({10, 20, 21}, False, "default"),
        "et-0/0/1": (set(), True, "default"),
        "et-0/0/1.10": (set(), True, "default"),
        "et-0/0/1.20": (set(), True, "RED"),
        "irb.10": (set(), True, "RED"),
        "lo0": (set(), True, "default"),
    }
    assert (said(found["et-0/0/0"].lag), str(said(found["et-0/0/0"].lag_mode))) == ("ae1", "BundleMode.ACTIVE")
    assert said(found["irb.10"].ip_mtu_bytes) == 9000


def test_tunnels_segments_and_gateways() -> None:
    routing = device(scripted(EVPN)).routing
    (tunnel,) = routing.tunnels
    assert (said(tunnel.source_interface), said(tunnel.source_address)) == ("lo0.0", "10.0.0.2")
    assert [(one.vni, one.vlan, one.vrf, said(one.targets.imports)) for one in tunnel.bindings] == [
        (10010, 10, "", {"65000:10"}),
        (10020, 20, "", {"65000:1"}),
        (9999, 0, "RED", {"65000:99"}),
    ]
    (segment,) = routing.ethernet_segments
    assert [said(one) for one in (segment.identifier, segment.port, segment.all_active, segment.lacp_system_id)] == [
        "00:01:02:03:04:05:06:07:08:09",
        "ae1",
        True,
        "02:00:00:00:00:01",
    ]
    assert [(one.vlan, one.ports, one.gateway) for one in routing.bridge_domains] == [
        (10, ("et-0/0/0", "ae1"), "irb.10"),
        (20, ("et-0/0/0", "ae1"), ""),
    ]
    assert [(one.interface, said(one.address)) for one in routing.virtual_addresses] == [("irb.10", "10.0.10.254")]


BGP = """
interfaces et-0/0/0 unit 0 family inet address 10.1.0.0/31
routing-options router-id 10.0.0.1
routing-options autonomous-system 65001
routing-options forwarding-table export PFE-LB
policy-options policy-statement PFE-LB then load-balance per-packet
policy-options policy-statement OWN term a from protocol direct
policy-options policy-statement OWN term a from route-filter 10.0.0.0/16 prefix-length-range /32-/32
policy-options policy-statement OWN term a then accept
policy-options policy-statement ASKS term a from policy OWN
policy-options policy-statement ASKS term a then accept
policy-options policy-statement NO-TRANSIT term a from protocol bgp
policy-options policy-statement NO-TRANSIT term a from community UP
policy-options policy-statement NO-TRANSIT term a then reject
policy-options policy-statement NO-TRANSIT term b then accept
policy-options community UP members 0:14
protocols bgp group G type external
protocols bgp group G multipath multiple-as
protocols bgp group G export ( NO-TRANSIT && ASKS )
protocols bgp group G neighbor 10.1.0.1 peer-as 65000
protocols bgp group G neighbor 10.1.0.3 peer-as 65000
protocols bgp group G neighbor 10.1.0.3 export OWN
"""


def test_an_internal_neighbour_has_the_local_as_of_its_group() -> None:
    group = "protocols bgp group O type internal\nprotocols bgp group O local-as 64500\n"
    found = device(scripted(f"routing-options autonomous-system 65001\n{group}protocols bgp group O neighbor 10.0.0.9"))
    (neighbor,) = found.routing.bgp[0].neighbors
    assert (said(neighbor.remote_asn), said(neighbor.settings.local_asn)) == (64500, 64500)


def test_sessions_have_what_their_group_says() -> None:
    found = device(scripted(BGP))
    (process,) = found.routing.bgp
    assert (said(process.asn), said(process.router_id)) == (65001, "10.0.0.1")
    assert [(one.peer, said(one.remote_asn), one.settings.group) for one in process.neighbors] == [
        ("10.1.0.1", 65000, "G"),
        ("10.1.0.3", 65000, "G"),
    ]
    (multipath,) = process.multipath
    assert (said(multipath.ebgp_paths), said(multipath.as_path_relaxed)) == (16, True)
    chains = [[said(chain) for chain in one.settings.families[0].exports] for one in process.neighbors]
    default = "the default policy of BGP"
    assert [[getattr(chain, "policies", chain) for chain in one] for one in chains] == [
        [("NO-TRANSIT", default), ("ASKS", default)],
        [("OWN", default)],
    ]


@pytest.mark.parametrize(
    ("peer", "route", "expected"),
    [
        (0, Route("10.0.0.7/32", RouteOrigin.CONNECTED), True),
        (0, Route("10.0.0.0/24", RouteOrigin.CONNECTED), False),
        (0, Route("192.0.2.1/32", RouteOrigin.CONNECTED), False),
        (1, Route("10.0.0.7/32", RouteOrigin.CONNECTED), True),
        (1, Route("10.0.0.7/32", RouteOrigin.STATIC), False),
        (1, learned_route("10.9.0.0/24", 65000), True),
    ],
    ids=["loopback", "length", "elsewhere", "own-export", "origin", "bgp-by-default"],
)
def test_what_is_announced(peer: int, route: Route, expected: bool) -> None:
    found = device(scripted(BGP))
    family = found.routing.bgp[0].neighbors[peer].settings.families[0]
    assert said(PolicyEvaluator(found.routing.policies).judge(family.exports, route).permitted) is expected


@pytest.mark.parametrize(
    ("prefix", "origin", "expected"),
    [
        ("10.9.0.1/32", RouteOrigin.CONNECTED, True),
        ("10.9.0.2/32", RouteOrigin.CONNECTED, False),
        ("10.9.0.1/32", RouteOrigin.BGP, False),
    ],
    ids=["own", "of-another", "learned"],
)
def test_over_a_loopback_lead_its_own_addresses_alone(prefix: str, origin: RouteOrigin, expected: bool) -> None:
    lines = (
        "interfaces et-0/0/0 unit 0 family inet address 10.0.0.0/31\n"
        "interfaces lo0 unit 0 family inet address 10.9.0.1/32\ninterfaces lo0 unit 1 family inet address 10.9.0.2/32\n"
        "policy-options policy-statement OWN term a from interface lo0.0\n"
        "policy-options policy-statement OWN term a then accept\npolicy-options policy-statement OWN then reject\n"
        "protocols bgp group G export OWN\nprotocols bgp group G neighbor 10.0.0.1 peer-as 65001"
    )
    found = device(scripted(lines))
    exports = found.routing.bgp[0].neighbors[0].settings.families[0].exports
    assert said(PolicyEvaluator(found.routing.policies).judge(exports, Route(prefix, origin)).permitted) is expected


def test_a_port_that_is_deactivated_is_there_without_its_settings() -> None:
    lines = scripted(
        'interfaces et-0/0/1 description "spine1 et-0/0/1"\ninterfaces et-0/0/1 mtu 9216\n'
        "interfaces et-0/0/1 unit 0 family inet address 10.0.0.1/31\ninterfaces et-0/0/2 mtu 9216\n"
        "interfaces lo0 unit 0 family inet address 10.9.0.1/32"
    )
    found = ports(device(f"{lines}deactivate interfaces et-0/0/1\ndeactivate interfaces lo0\n"))
    port = found["et-0/0/1"]
    assert list(found) == ["et-0/0/2", "et-0/0/1"]
    assert (said(port.description), said(port.frame_mtu_bytes), port.addresses) == ("spine1 et-0/0/1", 1514, ())
    assert port.source.line == 6


def test_the_longest_filter_that_covers_a_route_decides() -> None:
    lines = BGP + "policy-options policy-statement OWN term a from route-filter 10.0.5.0/24 exact\n"
    found = device(scripted(lines))
    evaluator = PolicyEvaluator(found.routing.policies)
    exports = found.routing.bgp[0].neighbors[1].settings.families[0].exports
    permitted = {
        prefix: said(evaluator.judge(exports, Route(prefix, RouteOrigin.CONNECTED)).permitted)
        for prefix in ("10.0.5.0/24", "10.0.5.7/32", "10.0.6.7/32")
    }
    assert permitted == {"10.0.5.0/24": True, "10.0.5.7/32": False, "10.0.6.7/32": True}
    assert all(ip_network(prefix) for prefix in permitted)


BALANCED = (
    "routing-options forwarding-table export P\npolicy-options policy-statement P then load-balance per-packet\n"
    "protocols bgp group G neighbor 10.0.0.1 peer-as 65001\nprotocols bgp group G neighbor 10.0.0.3 peer-as 65002\n"
    "protocols bgp group O family evpn signaling\nprotocols bgp group O neighbor 10.9.0.1 peer-as 65001"
)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("protocols bgp group G type external", 1),
        ("version 23.4R2-EVO\nprotocols bgp group G multipath", 1),
        ("version 23.4R2-EVO\nprotocols bgp group G type external", 1),
        (
            "chassis maximum-ecmp 64\nrouting-options forwarding-table export P\n"
            "policy-options policy-statement P then load-balance per-packet\nprotocols bgp group G multipath",
            64,
        ),
        (f"{BALANCED}\nprotocols bgp group G multipath", 1),
        (f"{BALANCED}\nprotocols bgp group G multipath multiple-as", 16),
        ("interfaces et-0/0/0 mtu 9216", "no routing protocol is configured"),
    ],
    ids=["one", "evolved", "no-multipath", "width", "one-as", "multiple-as", "nothing"],
)
def test_next_hops_of_the_forwarding_table(lines: str, expected: object) -> None:
    assert said(device(scripted(lines)).load_balancing.maximum_paths) == expected


@pytest.mark.parametrize(
    ("line", "kind", "name"),
    [
        ("protocols bgp group G neighbor 10.0.0.1 import NONE", "policy-statement", "NONE"),
        ("protocols bgp group ALONE export NONE", "policy-statement", "NONE"),
        ("routing-options forwarding-table export NONE", "policy-statement", "NONE"),
        ("interfaces et-0/0/9 ether-options 802.3ad ae9", "interface", "ae9"),
        ("vlans V10 l3-interface irb.11", "interface", "irb.11"),
        ("routing-instances RED interface et-0/0/8.0", "interface", "et-0/0/8.0"),
        ("switch-options vtep-source-interface lo0.7", "interface", "lo0.7"),
        ("interfaces et-0/0/9 unit 0 family ethernet-switching vlan members V99", "VLAN", "V99"),
    ],
)
def test_names_that_are_defined_nowhere_are_reported(line: str, kind: str, name: str) -> None:
    text = scripted(f"{line}\nrouting-instances RED instance-type vrf\nvlans V10 vlan-id 10\ninterfaces lo0 unit 0")
    assert [(one.kind, one.name, one.source.line) for one in device(text).undefined_references] == [(kind, name, 1)]


REFUSED = [
    (
        "interfaces ae1 esi 00:01:02",
        "an Ethernet segment identifier has ten octets, as in 00:11:22:33:44:55:66:77:88:99",
    ),
    (
        "interfaces ae1 esi 00:00:00:00:00:00:00:00:00:00",
        "identifiers of zeros alone or ones alone are reserved (RFC 7432, section 5)",
    ),
    ("chassis aggregated-devices ethernet device-count 1", "device-count 1 makes ae0 to ae0"),
    ("interfaces et-0/0/9 unit 7 family inet", "an interface without vlan-tagging has unit 0 alone"),
    (
        "interfaces et-0/0/9 unit 0 family ethernet-switching vlan members V10",
        "the VLAN is one of the instance EVPN, and et-0/0/9.0 is in no instance of its kind",
    ),
    (
        "routing-instances EVPN protocols evpn extended-vni-list 10020",
        "extended-vni-list of the instance does not list the VNI, so that EVPN does not carry it",
    ),
    (
        "routing-instances EVPN protocols evpn encapsulation mpls",
        "the VLANs of the instance have VNIs, as that of V10, and VNIs are of VXLAN",
    ),
    ("-routing-instances EVPN vtep", "the instance has no vtep-source-interface, from which its tunnels start"),
    ("-routing-instances RED route-distinguisher", "the instance RED has no route-distinguisher"),
    ("-routing-instances RED vrf-target", "the instance RED has no vrf-target"),
    (
        "-routing-instances EVPN vlans V20 vxlan",
        "the VLAN has no VNI, so that EVPN of the instance does not carry it over VXLAN",
    ),
    (
        "protocols bgp group U type external",
        "no BGP group has family evpn signaling, so that none of its routes is exchanged",
    ),
    (
        "protocols bgp group O type external\nprotocols bgp group O family evpn signaling\n"
        "protocols bgp group O neighbor 10.0.0.9 peer-as 65009",
        "it is in no connected subnet, and an external session to it needs multihop",
    ),
    (
        "protocols bgp group O type internal\nprotocols bgp group O family evpn signaling\n"
        "protocols bgp group O neighbor 10.0.0.9",
        "without local-address its packets come from an uplink, for which the neighbour has no session",
    ),
    (
        "forwarding-options enhanced-hash-key ecmp-dlb ether-type ipv4",
        "it balances nothing before a mode is set: flowlet, per-packet, assigned-flow",
    ),
    (
        "forwarding-options enhanced-hash-key ecmp-dlb flowlet inactivity-interval 128\n"
        "forwarding-options enhanced-hash-key ecmp-dlb per-packet",
        "it has the modes flowlet and per-packet",
    ),
    (
        "class-of-service interfaces et-0/0/0 scheduler-map M\nclass-of-service scheduler-maps M",
        "et-0/0/0 is a member of ae1, and members have the class-of-service of their bundle",
    ),
]


@pytest.mark.parametrize(("lines", "because"), REFUSED)
def test_settings_without_effect_are_reported(lines: str, because: str) -> None:
    kept = [line for line in EVPN.splitlines() if lines[0] != "-" or not line.startswith(lines[1:])]
    text = scripted("\n".join([*kept[1:], *(lines.splitlines() if lines[0] != "-" else ())]))
    (found,) = read_junos(Document("leaf1.conf", text)).devices
    assert list(dict.fromkeys(one.because for one in found.refused_settings)) == [because]


def test_filters_drop_what_no_term_accepts() -> None:
    found = device(
        scripted(
            """
firewall family inet filter F term a from source-address 10.9.0.0/16
firewall family inet filter F term a then discard
firewall family inet filter F term b from protocol tcp
firewall family inet filter F term b then accept
firewall family inet filter F term c from dscp 26
firewall family inet filter F term c then count roce
firewall family any filter ANY term a then discard
interfaces et-0/0/0 unit 0 family inet filter input F
interfaces et-0/0/0 unit 0 filter output ANY
"""
        )
    )
    shown = [
        (one.name, one.version, [(each.permits, each.origin, each.dscps, each.text) for each in one.entries], one.uses)
        for one in found.packet_filters
    ]
    everything = None
    assert [entry[:3] for entry in shown] == [
        (
            "F",
            4,
            [
                (False, "10.9.0.0/16", everything, "term a then discard"),
                (True, "", frozenset({26}), "term c then accept"),
            ],
        ),
        ("ANY", 0, [(False, "", everything, "term a then discard")]),
    ]
    assert [(use.interface, use.incoming, use.source.line) for *_, uses in shown for use in uses] == [
        ("et-0/0/0", True, 8),
        ("et-0/0/0", False, 9),
    ]


@pytest.mark.parametrize(
    "line", ["enhanced-hash-key inet no-l4-source-port", "enhanced-hash-key hash-mode layer2-header"]
)
def test_what_takes_the_source_port_out_of_the_hash(line: str) -> None:
    assert said(device(scripted(f"forwarding-options {line}")).load_balancing.hash_uses_l4_ports) is False


def test_igps_and_static_routes() -> None:
    found = device(
        scripted(
            """
interfaces et-0/0/0 unit 0 family inet address 10.1.0.0/31
interfaces et-0/0/1 unit 0 family inet address 10.1.0.2/31
protocols ospf reference-bandwidth 400g
protocols ospf area 0 interface et-0/0/0.0 metric 10
protocols ospf area 0 interface all passive
protocols isis interface et-0/0/0.0 point-to-point
protocols isis level 1 disable
routing-options static route 0.0.0.0/0 next-hop 10.1.0.1
routing-options static route 192.0.2.0/24 discard
"""
        )
    )
    ospf, isis = found.routing.igp
    assert said(ospf.reference_bandwidth_mbps) == 400_000
    assert [(one.interface, said(one.area), said(one.passive)) for one in ospf.interfaces] == [
        ("et-0/0/0", "0.0.0.0", False),
        ("et-0/0/1", "0.0.0.0", True),
    ]
    assert [(one.interface, str(said(one.level))) for one in isis.interfaces] == [("et-0/0/0", "IgpLevel.LEVEL_2")]
    assert [(one.prefix, one.next_hop, one.discards, said(one.distance)) for one in found.routing.static_routes] == [
        ("0.0.0.0/0", "10.1.0.1", False, 5),
        ("192.0.2.0/24", "", True, 5),
    ]


def unread_of(path: Path) -> list[str]:
    """Return what of a file is not read, but for what the published models lack."""
    reading = read_junos(Document(path.name, path.read_text("utf-8")))
    assert len(reading.devices) == 1
    assert reading.devices[0].refused_settings == ()
    assert len(reading.devices[0].ports) > 5
    return [one.text for one in reading.unread if not one.text.endswith(LACKING)]


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*/*.[cs]*")), ids=lambda path: path.stem)
def test_devices_of_validated_designs_are_read(path: Path) -> None:
    assert unread_of(path) == []


def test_whole_samples_are_read(shared: Path) -> None:
    paths = sorted((shared / "samples/junos/whole").iterdir())
    assert len(paths) > 5
    assert {path.name: found for path in paths if (found := unread_of(path))} == {}


def test_the_lines_that_the_oracle_refuses_are_faults(shared: Path) -> None:
    text = (shared / "samples/junos/wrong_set_lines.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith("set ")]
    assert len(lines) > 30
    assert [line for line in lines if not parse_configuration("a", line).faults] == []


@pytest.mark.parametrize("name", ["clos", "evpn", "unnumbered"])
def test_what_is_rendered_is_valid_and_the_same_in_both_forms(
    name: str, root: Path, shared: Path, tmp_path: Path
) -> None:
    intent = load_intent(root / "fixtures" / "intents" / f"{name}-junos.roce.yaml")
    found: dict[str, dict[str, list[str]]] = {}
    for form in ("set", "curly"):
        for file in render_fabric(intent, forms={"junos": form}):
            if file.path.endswith((".set", ".conf")) and file.path.startswith("configs/"):
                (tmp_path / Path(file.path).name).write_text(file.text, "utf-8")
                tree = parse_configuration(file.path, file.text)
                assert tree.faults == []
                stem = Path(file.path).stem
                found.setdefault(stem, {})[form] = sorted(" ".join(words) for words, _ in set_words(tree.root))
    assert found
    assert all(forms["set"] == forms["curly"] for forms in found.values())
    command = [sys.executable, str(shared / "yang/validate_junos"), "-n", "-q", *map(str, sorted(tmp_path.iterdir()))]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in checked.stdout.splitlines() if ": OK; " not in line] == []
    assert checked.returncode == 0


def test_what_is_stated_has_its_line() -> None:
    found = device(scripted(BGP))
    asn = found.asn
    assert isinstance(asn, Stated)
    assert asn.source.line == 3


def test_a_comment_between_braces_speaks_of_its_block() -> None:
    comment = "/* roce-lint: ignore[ECN-001] a test bed */"
    text = f"class-of-service {{\n    schedulers {{\n        {comment}\n        s;\n    }}\n}}\n"
    (remark,) = find_remarks(Document("leaf1.conf", text), Format("junos"))
    assert (remark.text, remark.is_kept, remark.block) == (
        "roce-lint: ignore[ECN-001] a test bed",
        True,
        "class-of-service { / schedulers {",
    )


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("", [("SPARE", 1, True)]),
        ("deactivate apply-groups\n", [("SPARE", 4, False), ("USED", 4, False)]),
        ("set apply-groups SPARE\n", []),
    ],
    ids=["beside-another", "deactivated", "applied"],
)
def test_groups_that_nothing_applies(lines: str, expected: list[tuple[str, int, bool]]) -> None:
    text = scripted(
        "groups SPARE interfaces <et-*> mtu 9216\ngroups USED interfaces <et-*> mtu 9100\napply-groups USED"
    )
    found = device(text + lines + "set groups NAMES system host-name leaf1\n").idle_policies
    assert [(one.name, one.source.line, one.others_are_bound) for one in found] == expected
    assert {one.kind for one in found} <= {"group"}


AWAY = [
    ("interfaces et-0/0/1 mtu", lambda found: ports(found)["et-0/0/1"].ip_mtu_bytes),
    ("interfaces ae1 aggregated-ether-options lacp", lambda found: ports(found)["et-0/0/2"].lag_mode),
    ("interfaces ae1 aggregated-ether-options lacp active", lambda found: ports(found)["et-0/0/2"].lag_mode),
    ("protocols bgp group G multipath", lambda found: found.routing.bgp[0].multipath[0].ebgp_paths),
    ("routing-options forwarding-table", lambda found: found.load_balancing.maximum_paths),
]


@pytest.mark.parametrize("command", ["delete", "deactivate"])
@pytest.mark.parametrize(("removed", "fact"), AWAY, ids=[removed for removed, _ in AWAY])
def test_what_a_line_takes_away_shows_at_that_line(
    removed: str, fact: Callable[[Device], Fact[object]], command: str
) -> None:
    text = scripted(
        "interfaces et-0/0/1 mtu 9216\ninterfaces et-0/0/1 unit 0 family inet address 10.0.0.0/31\n"
        "interfaces et-0/0/2 ether-options 802.3ad ae1\ninterfaces ae1 unit 0 family inet address 10.0.1.0/31\n"
        "interfaces ae1 aggregated-ether-options lacp periodic fast\n"
        "interfaces ae1 aggregated-ether-options lacp active\nprotocols bgp group G multipath\n"
        "protocols bgp group G neighbor 10.0.0.1 peer-as 65001\nrouting-options forwarding-table export P\n"
        "policy-options policy-statement P then load-balance per-packet"
    )
    before, after = fact(device(text)), fact(device(f"{text}{command} {removed}\n"))
    assert (before.source.line < 11, after.source.line, said(before) != said(after)) == (True, 11, True)


EVENTS = {
    "braces": "event-options { policy x { events e; then { change-configuration { commands { a; } } } } }",
    "lines": 'set event-options policy x then change-configuration commands "delete class-of-service"',
}


@pytest.mark.parametrize("line", EVENTS.values(), ids=EVENTS)
def test_a_policy_of_events_that_changes_the_configuration_is_reported(line: str) -> None:
    begin = "set system host-name a\n" if line.startswith("set") else "system { host-name a; }\n"
    unread = read_junos(Document("leaf1.conf", f"{begin}{line}\n")).unread
    because = "a policy of events changes the configuration later, which is not evaluated"
    assert [(one.source.line, one.because) for one in unread] == [(2, because)]


def test_a_statement_to_replace_takes_the_place_of_the_one_before() -> None:
    text = (
        "system { host-name a; }\ninterfaces { et-0/0/1 { mtu 9216; } et-0/0/2 { mtu 9216; } }\n"
        "replace: interfaces { et-0/0/2 { mtu 9000; } }\n"
    )
    assert [port.name for port in device(text).ports] == ["et-0/0/2"]

"""Interfaces: names, ranges, state, MTU, VLANs, addresses, bundles, breakouts."""

from __future__ import annotations

import pytest

from roce_lint.model.terms import PfcMode, PortKind
from roce_lint.os.nxos.names import expand_interfaces

HEADER = "!Command: show running-config\n"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ethernet1/1", ("Ethernet1/1",)),
        ("ethernet 1/1-3", ("Ethernet1/1", "Ethernet1/2", "Ethernet1/3")),
        ("Ethernet1/1-2,Ethernet1/9", ("Ethernet1/1", "Ethernet1/2", "Ethernet1/9")),
        ("e1/1 - 2 , 1/4", ("Ethernet1/1", "Ethernet1/2", "Ethernet1/4")),
        ("Ethernet 1/1-1/2", ("Ethernet1/1", "Ethernet1/2")),
        ("Ethernet1/1/1-2", ("Ethernet1/1/1", "Ethernet1/1/2")),
        ("po10", ("port-channel10",)),
        ("Ethernet1/1.20", ("Ethernet1/1.20",)),
        ("vlan7", ("Vlan7",)),
        ("mgmt 0", ("mgmt0",)),
        ("loopbackloopback0", ()),
        ("Ethernet1/4-1", ()),
        ("Ethernet1/1-999999", ()),
        ("GigabitEthernet0/1", ()),
        ("", ()),
    ],
)
def test_interface_names(text, names):
    assert expand_interfaces(text) == names


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Ethernet1/1", PortKind.ETHERNET),
        ("port-channel1", PortKind.LAG),
        ("Ethernet1/1.5", PortKind.SUBINTERFACE),
        ("Vlan5", PortKind.VLAN),
        ("loopback0", PortKind.LOOPBACK),
        ("mgmt0", PortKind.MANAGEMENT),
        ("nve1", PortKind.TUNNEL),
    ],
)
def test_kinds(port, name, kind):
    assert port(f"interface {name}\n").kind is kind


def _says(port, value, body, header=""):
    one = port(f"{header}interface Ethernet1/1\n{body}")
    return {
        "enabled": value(one.enabled),
        "routed": value(one.routed),
        "mtu": value(one.ip_mtu_bytes),
        "vlans": value(one.vlans),
        "vrf": value(one.vrf),
        "speed": value(one.speed_gbps),
        "addresses": [value(fact) for fact in one.addresses],
        "description": value(one.description),
    }


NOTHING = {
    "enabled": ("default", True),
    "routed": ("default", False),
    "mtu": ("default", 1500),
    "vlans": ("default", frozenset({1})),
    "vrf": ("default", "default"),
    "speed": "unknown",
    "addresses": [],
    "description": ("default", ""),
}
ROUTED = {**NOTHING, "routed": True, "vlans": frozenset()}


@pytest.mark.parametrize(
    ("body", "facts"),
    [
        pytest.param("", NOTHING, id="empty"),
        pytest.param(
            "  description to spine\n  no switchport\n  mtu 9216\n  vrf member red\n  ip address 10.0.0.0/31 tag 7\n"
            "  ipv6 address 2001:db8::/127\n  speed 400000\n  no shutdown\n",
            {
                "enabled": True,
                "routed": True,
                "mtu": 9216,
                "vlans": frozenset(),
                "vrf": "red",
                "speed": 400,
                "addresses": ["10.0.0.0/31", "2001:db8::/127"],
                "description": "to spine",
            },
            id="routed",
        ),
        pytest.param(
            "  no switchport\n  no shutdown\n  shutdown\n", {**ROUTED, "enabled": False}, id="later line wins"
        ),
        pytest.param("  no switchport\n", {**ROUTED, "enabled": "unknown"}, id="routed, state not said"),
        pytest.param("  mtu 9216\n  no mtu 9216\n", NOTHING, id="no restores the default"),
        pytest.param("  mtu big\n", {**NOTHING, "mtu": "unknown"}, id="damaged mtu"),
        pytest.param("  switchport access vlan 7\n", {**NOTHING, "vlans": frozenset({7})}, id="access"),
        pytest.param(
            "  switchport mode trunk\n  switchport trunk allowed vlan 1-3\n  switchport trunk allowed vlan add 7\n"
            "  switchport trunk allowed vlan remove 2\n",
            {**NOTHING, "vlans": frozenset({1, 3, 7})},
            id="trunk",
        ),
        pytest.param(
            "  switchport mode trunk\n  switchport trunk allowed vlan none\n",
            {**NOTHING, "vlans": frozenset()},
            id="none",
        ),
        pytest.param(
            "  switchport mode trunk\n  switchport trunk allowed vlan\n",
            {**NOTHING, "vlans": "unknown"},
            id="empty list",
        ),
        pytest.param(
            "  no switchport\n  no shutdown\n  ip address 10.0.0.1/24\n  ip address 10.0.0.2 255.255.255.0\n"
            "  ip address 10.1.0.1/24 secondary\n",
            {**ROUTED, "enabled": True, "addresses": ["10.0.0.2/24", "10.1.0.1/24"]},
            id="addresses replace",
        ),
        pytest.param(
            "  no switchport\n  no shutdown\n  ip address 10.0.0.1\n",
            {**ROUTED, "enabled": True, "addresses": ["unknown"]},
            id="no prefix length",
        ),
    ],
)
def test_what_a_port_says(port, value, body, facts):
    assert _says(port, value, body) == facts


def test_in_a_running_config_a_routed_port_without_no_shutdown_is_down(port, value):
    assert _says(port, value, "  no switchport\n", HEADER) == {**ROUTED, "enabled": ("default", False)}


@pytest.mark.parametrize(
    ("header", "enabled"),
    [pytest.param(HEADER, ("default", False), id="printed"), pytest.param("", "unknown", id="typed")],
)
def test_the_state_of_a_vlan_interface_that_says_nothing(port, value, header, enabled):
    assert value(port(f"{header}interface Vlan7\n").enabled) == enabled


def test_later_stanzas_and_ranges_are_merged_line_by_line(read, value):
    text = "interface Ethernet1/1-3\n  description Unused\n  mtu 1500\n  shutdown\n"
    text += "interface Ethernet1/2\n  mtu 9216\n  no shutdown\ninterface Ethernet1/2\n  no description\n"
    found = [
        (one.name, value(one.description), value(one.ip_mtu_bytes), value(one.enabled))
        for one in read(text).devices[0].ports
    ]
    assert found == [
        ("Ethernet1/1", "Unused", 1500, False),
        ("Ethernet1/2", ("default", ""), 9216, True),
        ("Ethernet1/3", "Unused", 1500, False),
    ]


BUNDLE = """interface port-channel10
  no switchport
  mtu 9216
  priority-flow-control mode on
interface Ethernet1/1
  no switchport
  priority-flow-control mode {mode}
  channel-group 10 mode active
  no shutdown
"""


def test_a_member_takes_what_its_bundle_says(port, value, unread):
    text = BUNDLE.format(mode="on")
    member = port(text, "Ethernet1/1")
    assert (value(member.lag), value(member.ip_mtu_bytes)) == ("port-channel10", 9216)
    assert value(member.qos.pfc_mode) is PfcMode.ON
    assert unread(text) == []


def test_a_member_that_differs_from_its_bundle_is_judged_by_what_it_says(port, value, unread):
    text = BUNDLE.format(mode="off")
    assert value(port(text, "Ethernet1/1").qos.pfc_mode) is PfcMode.OFF
    assert value(port(text, "port-channel10").qos.pfc_mode) is PfcMode.ON
    assert unread(text) == []


def test_what_only_the_member_says_stays_with_the_member(port, value):
    text = BUNDLE.format(mode="on") + "  priority-flow-control watch-dog-interval off\n"
    assert value(port(text, "Ethernet1/1").qos.watchdog.enabled) is False
    assert value(port(text, "port-channel10").qos.watchdog.enabled) == ("default", False)


def test_breakout_children_have_the_speed_of_the_map(port, value):
    text = "interface breakout module 1 port 1-2,5 map 100g-4x\n"
    text += "interface Ethernet1/5/3\ninterface Ethernet1/6/1\n"
    assert value(port(text, "Ethernet1/5/3").speed_gbps) == 100
    assert value(port(text, "Ethernet1/6/1").speed_gbps) == "unknown"


def test_removed_interfaces_and_breakouts_are_gone(read, value):
    text = "interface breakout module 1 port 1 map 100g-4x\nno interface breakout module 1 port 1 map 100g-4x\n"
    text += "interface Ethernet1/1/1\ninterface Vlan7\nno interface Vlan7\n"
    ports = read(text).devices[0].ports
    assert [(one.name, value(one.speed_gbps)) for one in ports] == [("Ethernet1/1/1", "unknown")]

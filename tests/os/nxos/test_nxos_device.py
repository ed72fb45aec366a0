"""Facts of the whole device, and the shapes in which a configuration can come."""

from __future__ import annotations

import pytest

from roce_lint.model.terms import OuterDscp


@pytest.mark.parametrize(
    ("text", "name", "release"),
    [
        ("version 10.4(3) Bios:version 01.14  \nhostname ai-leaf\n", "ai-leaf", "10.4(3)"),
        ("version 9.3(5)\nswitchname n9k\n", "n9k", "9.3(5)"),
        ("interface Ethernet1/1\n", "leaf1", "unknown"),
        ("hostname a\nbanner motd #\nhostname b\nfeature lldp #\nversion 10.3(9)\n", "a", "10.3(9)"),
        ("hostname a\nbanner motd # hello #\nversion 10.3(9)\n", "a", "10.3(9)"),
        ("hostname a\nbanner motd # never closed\nversion 10.3(9)\n", "a", "10.3(9)"),
    ],
)
def test_name_and_release(read, value, text, name, release):
    device = read(text).devices[0]
    assert (device.name, value(device.release)) == (name, release)


@pytest.mark.parametrize(
    ("text", "asn", "paths"),
    [
        ("router bgp 65101\n  address-family ipv4 unicast\n    maximum-paths 64\n", 65101, 64),
        ("router bgp 65101\n  router-id 1.1.1.1\n", 65101, ("default", 1)),
        ("router bgp 1.10\n  address-family ipv4 unicast\n    maximum-paths ibgp 8\n", 65546, ("default", 1)),
        (
            "router bgp 65101\n  vrf red\n    address-family ipv4 unicast\n      maximum-paths 8\n",
            65101,
            ("default", 1),
        ),
        (
            "router bgp 65101\naddress-family ipv4 unicast\nmaximum-paths 16\nneighbor 10.0.0.1\nremote-as 1\n",
            65101,
            16,
        ),
        ("router ospf 1\n", "unknown", ("default", 8)),
        ("router ospf 1\n  maximum-paths 1\n", "unknown", 1),
        ("router ospf 1\n  maximum-paths 4\nrouter bgp 65101\n  router-id 10.0.0.1\n", 65101, 4),
        ("router bgp 65101\nrouter-id 1.1.1.1\naddress-family ipv4 unicast\nmaximum-paths 16\n", 65101, 16),
    ],
)
def test_bgp(read, value, text, asn, paths):
    device = read(text).devices[0]
    assert (value(device.asn), value(device.load_balancing.maximum_paths)) == (asn, paths)


@pytest.mark.parametrize(
    ("line", "uses_ports"),
    [
        ("ip load-sharing address source-destination port source-destination", True),
        ("ip load-sharing address source-destination port source-destination universal-id 7 rotate 32", True),
        ("ip load-sharing address source-destination", False),
        ("ip load-sharing address destination port destination", False),
        ("ip load-sharing whatever", "unknown"),
        ("no ip load-sharing address source-destination", "unknown"),
    ],
)
def test_hash(read, value, line, uses_ports):
    assert value(read(f"{line}\n").devices[0].load_balancing.hash_uses_l4_ports) == uses_ports


@pytest.mark.parametrize(
    ("text", "sprays"),
    [
        ("hardware profile dlb\n  mode per-packet\n  dlb-interface all\n", True),
        ("hardware profile dlb\n  mode flowlet\n  flowlet-aging 600\n", False),
        ("hardware profile dlb\n  mode policy-driven per-packet\n", "unknown"),
        ("hardware profile dlb\nmode per-packet\ninterface Ethernet1/1\nno switchport\n", True),
        ("hostname a\n", ("default", False)),
    ],
)
def test_dynamic_load_balancing(read, value, text, sprays):
    assert value(read(text).devices[0].load_balancing.sprays_packets) == sprays


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("hostname a\n", (("default", False), "unknown", "unknown", "unknown")),
        ("interface nve1\n  no shutdown\n", (True, ("default", OuterDscp.INNER), ("default", True), ("default", True))),
        ("interface nve1\n  qos-mode pipe\n", (True, OuterDscp.FIXED, "unknown", "unknown")),
        (
            "policy-map type qos P\n  class class-default\n    set dscp 26\ninterface Ethernet1/1\n"
            "  service-policy type qos input P\ninterface nve1\n  qos-mode pipe\n",
            (True, OuterDscp.POLICY, "unknown", "unknown"),
        ),
        ("interface nve1\n  qos-mode tube\n", (True, "unknown", "unknown", "unknown")),
    ],
)
def test_overlay(read, value, text, facts):
    overlay = read(text).devices[0].overlay
    names = ("terminates_tunnels", "outer_dscp", "ecn_copied_to_outer", "ecn_copied_to_inner")
    assert tuple(value(getattr(overlay, name)) for name in names) == facts


def _without_places(device):
    """Return what the ports say, as values."""
    return [
        (
            port.name,
            getattr(port.ip_mtu_bytes, "value", "?"),
            port.qos.pfc_mode.value,
            port.qos.watchdog.enabled.value,
            [getattr(a, "value", "?") for a in port.addresses],
            [getattr(fact, "value", "?") for fact in port.qos.classification.traffic_class_by_dscp],
            [(one.name, one.pause_priorities.value, one.mtu_limit_bytes.value) for one in port.qos.classes],
            [(queue.ecn_enabled.value, getattr(queue.weight_percent, "value", "?")) for queue in port.qos.queues],
        )
        for port in device.ports
    ]


def _shapes(text: str) -> dict[str, str]:
    return {
        "no indentation": "\n".join(line.strip() for line in text.split("\n")),
        "one blank": "\n".join(
            " " * ((len(line) - len(line.lstrip())) // 2) + line.strip() for line in text.split("\n")
        ),
        "four blanks": "\n".join(
            " " * 2 * (len(line) - len(line.lstrip())) + line.strip() for line in text.split("\n")
        ),
        "carriage returns": text.replace("\n", "\r\n"),
        "trailing blanks": text.replace("\n", "   \n"),
        "comments between": text.replace("\n", "\n!\n"),
        "exit after blocks": "\n".join(
            line.strip() + ("\nexit" if "shutdown" in line else "") for line in text.split("\n")
        ),
    }


@pytest.mark.parametrize("shape", list(_shapes("")))
def test_the_shape_of_the_text_does_not_change_the_facts(read, lossless, shape):
    text = lossless + "interface Ethernet1/2\n  no switchport\n  mtu 9216\n  no shutdown\n"
    reshaped = read(_shapes(text)[shape])
    assert _without_places(reshaped.devices[0]) == _without_places(read(text).devices[0])
    assert reshaped.unread == ()


def test_global_watchdog_timers_after_an_interface_without_indentation(read, value):
    text = "priority-flow-control watch-dog-interval on\ninterface Ethernet1/1\nno switchport\n"
    text += "priority-flow-control watch-dog-interval on\npriority-flow-control watch-dog shutdown-multiplier 2\n"
    watchdog = read(text).devices[0].ports[0].qos.watchdog
    assert (value(watchdog.enabled), value(watchdog.detection_ms)) == (True, 200)


def test_the_form_of_show_running_config_all_reads_as_stated_defaults(read, value):
    text = """class-map type qos match-any class-default
  match any
class-map type queuing match-any c-out-8q-q3
  match qos-group 3
system default switchport
interface Ethernet1/1
  lldp transmit
  lldp receive
  lldp dcbx version auto
  priority-flow-control mode auto
  priority-flow-control watch-dog-interval off
  flowcontrol receive off
  flowcontrol send off
  mtu 1500
  no shutdown
"""
    reading = read(text)
    qos = reading.devices[0].ports[0].qos
    assert reading.unread == ()
    assert (value(qos.watchdog.enabled), value(qos.link_pause_received)) == (False, False)


@pytest.mark.parametrize(
    ("line", "routed", "enabled"),
    [
        ("system default switchport", False, True),
        ("no system default switchport", True, False),
        ("system default switchport shutdown", False, False),
        ("no system default switchport shutdown", False, True),
        ("system default switchport trunk mode on", False, True),
        ("no system default switchport fabricpath", False, True),
    ],
)
def test_what_a_port_is_without_a_line_of_its_own(read, line, routed, enabled):
    text = f"!Command: show running-config\n{line}\ninterface Ethernet1/1\n  mtu 9216\n"
    port = read(text).devices[0].ports[0]
    assert (port.routed.value, port.enabled.value) == (routed, enabled)

"""Lines that speak for Arista EOS."""

from __future__ import annotations

from roce_lint.os.contract import SystemMarks

MARKS = SystemMarks(
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


def marks() -> SystemMarks:
    """Return the marks."""
    return MARKS

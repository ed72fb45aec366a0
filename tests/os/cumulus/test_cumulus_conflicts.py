"""What NVUE refuses beside other settings, and what then does nothing."""

from __future__ import annotations

import pytest

from roce_lint.model.device import Device, SettingFault
from roce_lint.os.cumulus.reader import read_cumulus
from roce_lint.text.document import Document

POOL = "qos traffic-pool"
AR = "router adaptive-routing"
SEGMENT = "evpn multihoming segment"
PORTS = "interface swp1-2 type swp"
REFUSED, DOUBTFUL, HARMFUL = SettingFault.REFUSED, SettingFault.DOUBTFUL, SettingFault.HARMFUL


def device_of(*lines: str) -> Device:
    text = "".join(f"nv set {line}\n" for line in (PORTS, *lines))
    (device,) = read_cumulus(Document("a", text)).devices
    return device


CASES = {
    "pool of another mode": (
        ("qos roce", f"{POOL} default-lossless memory-percent 5", f"{POOL} default-lossy memory-percent 10"),
        DOUBTFUL, 3, "one lossless pool counts at a time, and with `qos roce` it is roce-lossless",
    ),
    "pool of roce without it": (
        ("qos traffic-pool default-lossy memory-percent 50", "qos traffic-pool roce-lossless memory-percent 50"),
        DOUBTFUL, 3, "one lossless pool counts at a time, and without `qos roce` it is default-lossless",
    ),
    "pools beside what the mode keeps": (
        ("qos roce", "qos traffic-pool roce-lossless memory-percent 60"),
        REFUSED, 3, "the percentages with default-lossy, which keeps 50, sum up to 110, and 100 is the most",
    ),
    "pools without roce": (
        ("qos traffic-pool default-lossless memory-percent 50",),
        REFUSED, 2, "the percentages with default-lossy, which keeps 100, sum up to 150, and 100 is the most",
    ),
    "xon is a distance": (
        ("qos pfc P xoff-threshold 40000", "qos pfc P xon-threshold 60000"),
        DOUBTFUL, 3, "xon-threshold is a distance below xoff-threshold, which is 40000 bytes: the pause does not end"
        " before the buffer is empty, or never",
    ),
    "marks without a flag": (
        ("qos remark R switch-priority 3 dscp 30", "interface swp1 qos remark profile R"),
        DOUBTFUL, 2, "no remark profile has `rewrite`, which is read where packets come in: nothing is marked anew",
    ),
    "red on a class that pauses": (
        ("qos roce", "qos congestion-control default-global traffic-class 3 red enable"),
        DOUBTFUL, 3, "the traffic class pauses, and RED drops packets of it that are not ECN-capable before it is full",
    ),
    "adaptive routing without interface": (
        (f"{AR} state enabled",),
        REFUSED, 2, "no interface has adaptive routing enabled: flows are hashed as without it",
    ),
    "adaptive routing that is off": (
        (f"{AR} state disabled", f"interface swp1 {AR} state enabled"),
        REFUSED, 3, "`router adaptive-routing` of the switch is off, without which interfaces have no effect",
    ),
    "adaptive routing on a member": (
        (f"{AR} state enabled", f"interface swp1 {AR} state enabled", "interface bond1 bond member swp2",
         f"interface swp2 {AR} state enabled"),
        REFUSED, 5, "adaptive routing works on layer-3 switch ports, and it is a member of bond1",
    ),
    "a mode of roce that is off": (
        ("qos roce enable off", "qos roce mode lossless"),
        HARMFUL, 2, "`qos roce` is off, and nothing that the mode sets holds",
    ),
    "tunnels without routes": (
        ("nve vxlan source address 10.0.0.1", "bridge domain br_default vlan 10 vni 10", "evpn enable off"),
        HARMFUL, 4, "VLANs have VNIs, and no switch learns which hosts are behind its tunnels",
    ),
    "bonds of a pair that is off": (
        ("interface bond1 bond mlag id 1", "mlag enable off"),
        HARMFUL, 3, "bonds have numbers of MLAG, and none is one LAG with that of another switch",
    ),
    "a VLAN that the bridge does not list": (
        ("bridge domain br_default vlan 10", "interface swp1 bridge domain br_default access 10",
         "interface swp2 bridge domain br_default access 11"),
        DOUBTFUL, 4, "br_default does not list VLAN 11: no gateway and no tunnel is in it",
    ),
    "session over a port that is shut": (
        ("interface swp1 link state down", "vrf default router bgp neighbor swp1 type unnumbered"),
        DOUBTFUL, 2, "swp1 is shut down, so that the session over it never comes up",
    ),
    "tunnels without an address": (
        ("nve vxlan enable on", "bridge domain br_default vlan 10 vni 10"),
        HARMFUL, 2, "no `nve vxlan source address` is set: no tunnel comes up",
    ),
    "tunnels from an address of another switch": (
        ("interface lo ip address 10.0.0.1/32", "nve vxlan source address 10.0.0.2",
         "bridge domain br_default vlan 10 vni 10"),
        HARMFUL, 3, "no interface has the address 10.0.0.2, so that no tunnel comes up",
    ),
    "no session with routes of EVPN": (
        ("nve vxlan source address 10.0.0.1", "bridge domain br_default vlan 10 vni 10", "evpn enable on",
         "vrf default router bgp neighbor swp1 remote-as external"),
        HARMFUL, 4, "no BGP session has the address family l2vpn-evpn: no switch learns what is behind its tunnels",
    ),
    "a segment that is off": (
        (f"interface bond1 {SEGMENT} local-id 1", f"interface bond1 {SEGMENT} enable off"),
        HARMFUL, 3, "bond1 is then one LAG with no other switch, although it has a number for that",
    ),
    "one segment for two bonds": (
        ("evpn multihoming segment mac-address 44:38:39:BE:EF:01", f"interface bond1 {SEGMENT} local-id 1",
         f"interface bond2 {SEGMENT} local-id 1"),
        HARMFUL, 4, "bond1 has the Ethernet segment 03:44:38:39:be:ef:01:000001 too, so that both are one",
    ),
    "a gateway that is down": (
        ("interface vlan10 ip vrr address 10.1.0.1/24", "interface vlan10 ip vrr state down"),
        HARMFUL, 3, "the virtual address of vlan10, which is the gateway of its hosts, is not there",
    ),
    "a gateway with the address of its switch": (
        ("interface vlan10 ip address 10.1.0.1/24", "interface vlan10 ip vrr address 10.1.0.1/24"),
        DOUBTFUL, 3, "it is the interface's own address as well: hosts hear of two MAC addresses for one gateway",
    ),
    "a gateway of another subnet": (
        ("interface vlan10 ip address 10.1.0.2/24", "interface vlan10 ip vrr address 10.2.0.1/24"),
        DOUBTFUL, 3, "it is in no subnet of the interface, which has 10.1.0.2/24",
    ),
    "a gateway of a VLAN that no bridge has": (
        ("bridge domain br_default vlan 10", "interface vlan11 vlan 11", "interface vlan11 ip address 10.1.0.2/24"),
        DOUBTFUL, 3, "no bridge lists VLAN 11, so that no host is behind vlan11",
    ),
    "BGP that is off": (
        ("vrf default router bgp enable off", "vrf default router bgp neighbor swp1 remote-as external"),
        HARMFUL, 2, "BGP sessions are configured, and none comes up",
    ),
    "a session with oneself": (
        ("interface swp1 ip address 10.0.0.1/31", "vrf default router bgp neighbor 10.0.0.1 remote-as external"),
        REFUSED, 3, "it is the address of swp1, and a switch is no neighbour of its own",
    ),
    "adaptive routing in a vrf": (
        (f"{AR} state enabled", f"interface swp1 {AR} state enabled", f"interface swp2 {AR} state enabled",
         "interface swp2 vrf RED"),
        REFUSED, 4, "adaptive routing works in the default VRF, and this interface is in RED",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_does_not_take_effect(case: str) -> None:
    lines, fault, line, because = CASES[case]
    found = [(one.fault, one.source.line, one.because) for one in device_of(*lines).refused_settings]
    assert found == [(fault, line, because)]


@pytest.mark.parametrize(
    "lines",
    [
        ("qos roce", f"{POOL} default-lossy memory-percent 10", f"{POOL} roce-lossless memory-percent 90"),
        ("qos roce mode lossy-multi-tc", "system forwarding packet-trim remark dscp port-level",
         "qos remark R switch-priority 4 dscp 30", "interface swp1-2 qos remark profile R"),
        (f"interface swp1-2 {AR} enable on",),
        (f"{AR} enable on", f"{AR} link-utilization-threshold on", f"interface swp1-2 {AR} enable on"),
    ],
    ids=["pools", "marks of trimming", "an interface switches it on up to 5.14", "a threshold up to 5.14"],
)  # fmt: skip
def test_what_takes_effect(lines: tuple[str, ...]) -> None:
    assert device_of(*lines).refused_settings == ()


def test_a_flag_at_one_port_marks_what_leaves_by_others() -> None:
    device = device_of(
        "qos remark IN rewrite l3", "interface swp1 qos remark profile IN", "qos remark OUT switch-priority 3 dscp 30",
        "interface swp2 qos remark profile OUT",
    )  # fmt: skip
    written = {
        port.name: {one.traffic_class: one.dscp.value for one in port.qos.rewrites}  # type: ignore[union-attr]  # known
        for port in device.ports
    }
    assert (written["swp1"]["3"], written["swp2"]["3"], written["swp2"]["6"]) == (24, 30, 48)


ACL = ("acl A type ipv4", "acl A rule 10 match ip protocol udp", "interface swp1 acl A inbound")


@pytest.mark.parametrize(
    ("lines", "dropping"),
    [
        (("acl A rule 10 match ip udp dest-port 4791", "acl A rule 10 action deny"), ["swp1"]),
        (("acl A rule 10 match ip udp dest-port 53", "acl A rule 10 action deny"), []),
        (("acl A rule 10 match ip udp dest-port 4000:5000", "acl A rule 10 action deny"), ["swp1"]),
        (("acl A rule 10 action permit",), []),
    ],
    ids=["port of RoCE", "another port", "range", "permit"],
)
def test_access_lists(lines: tuple[str, ...], dropping: list[str]) -> None:
    (found,) = device_of(*ACL, *lines).packet_filters
    drops = any(not one.permits for one in found.entries)
    assert [use.interface for use in found.uses if drops] == dropping
    assert (found.version, found.drops_rest) == (4, False)


def test_an_access_list_that_is_not_there_is_reported() -> None:
    assert [(one.kind, one.name) for one in device_of("interface swp1 acl NOPE inbound").undefined_references] == [
        ("acl", "NOPE")
    ]


@pytest.mark.parametrize(
    ("line", "is_evaluated"),
    [
        *((f"nv config {verb}", True) for verb in ("apply", "apply -y", "save", "show -o commands", "diff", "history")),
        *((f"nv config {verb}", False) for verb in ("replace a.yaml", "patch a.yaml", "detach", "apply empty")),
        *(("nv action show", True), ("nv action reset system factory-default", False)),
    ],
)
def test_a_command_that_may_change_what_was_set_is_reported(line: str, is_evaluated: bool) -> None:
    unread = read_cumulus(Document("a", f"nv set {PORTS}\n{line}\n")).unread
    reasons = [] if is_evaluated else ["what it does to the configuration is not evaluated"]
    assert [one.because for one in unread] == reasons

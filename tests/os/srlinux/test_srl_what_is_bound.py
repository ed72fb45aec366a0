"""What is bound to ports that cannot have it, to members of a LAG, and for one IP version only."""

from __future__ import annotations

import pytest

from roce_lint.model.device import Device
from roce_lint.model.fact import Default, Stated, Unknown
from roce_lint.model.terms import Trust
from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document

LAG = """\
set / interface ethernet-1/1 ethernet aggregate-id lag1
set / interface lag1 mtu 9232
set / interface lag1 subinterface 0 ip-mtu 9000
"""
ENTRY = """\
set / qos interfaces interface m interface-ref interface ethernet-1/1
set / qos interfaces interface m pfc pfc-enable true
"""
SEVEN = """\
set / interface ethernet-1/1 subinterface 0 ipv4 address 10.64.0.0/31
set / qos pfc-mapping-profile p received-pfc-pause-frames queue unicast-3 pfc-pause-frame-priority 3
set / qos buffer-management buffer-allocation-profile b queues pfc-queue pfc-3 committed-burst-size 200000
set / qos classifiers dscp-policy roce dscp 26 forwarding-class fc3
set / qos interfaces interface e interface-ref interface ethernet-1/1 subinterface 0
"""


def device(text: str) -> Device:
    return read_srlinux(Document("leaf1.cfg", text)).devices[0]


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (LAG + ENTRY, [(4, "interface-ref interface ethernet-1/1")]),
        (
            "set / interface ethernet-1/1 breakout-mode num-breakout-ports 4\n" + ENTRY,
            [(2, "interface-ref interface ethernet-1/1")],
        ),
        ("set / interface ethernet-1/1 ethernet flow-control transmit true\n", [(1, "flow-control transmit true")]),
        ("set / interface ethernet-1/1 ethernet flow-control transmit false\n", []),
        (SEVEN.replace("200000", "900000"), [(3, "committed-burst-size 900000")]),
        (SEVEN, []),
        ("set / qos scheduler-policies scheduler-policy s scheduler 0 priority low\n", [(1, "priority low")]),
        (
            "set / qos explicit-congestion-notification\nset / qos preserve-dscp true\n",
            [(2, "preserve-dscp true")],
        ),
        (SEVEN.replace("priority 3", "priority [ 3 4 ]"), [(2, "pfc-pause-frame-priority 3 4")]),
    ],
    ids=[
        "LAG member",
        "broken out",
        "pauses sent",
        "no pauses sent",
        "burst beyond the range",
        "burst within it",
        "priority of a scheduler",
        "markings preserved",
        "two pause priorities",
    ],
)
def test_what_a_port_cannot_have_is_refused_once(text: str, refused: list[tuple[int, str]]) -> None:
    assert [(one.source.line, one.setting) for one in device(text).refused_settings] == refused


def test_a_member_has_the_mtu_of_its_lag() -> None:
    member = device(LAG).ports[0]
    assert (member.frame_mtu_bytes, member.ip_mtu_bytes) == (
        Stated(9232, device(LAG).ports[1].frame_mtu_bytes.source),
        Stated(9000, device(LAG).ports[1].ip_mtu_bytes.source),
    )


def test_a_7250_without_a_policy_for_its_ip_version_is_left_to_the_default_policy() -> None:
    bound = "set / qos interfaces interface e input classifiers ipv4-dscp-policy roce\n"
    right, wrong = (device(SEVEN + text).ports[0].qos for text in (bound, bound.replace("ipv4", "ipv6")))
    assert isinstance(right.trust, Stated)
    assert isinstance(wrong.trust, Default)
    assert wrong.trust.value is Trust.DSCP
    assert isinstance(wrong.classification.traffic_class_by_dscp[26], Unknown)


def test_each_port_trusts_by_its_own_binding() -> None:
    text = "set / qos classifiers dscp-policy in dscp 26 forwarding-class fc3\n" + "".join(
        f"set / interface ethernet-1/{n} subinterface 0 ipv4 address 10.64.{n}.0/31\n"
        f"set / qos interfaces interface e{n} interface-ref interface ethernet-1/{n} subinterface 0\n"
        f"set / qos interfaces interface e{n} input classifiers dscp-policy in\n"
        for n in (1, 2, 3)
    )
    ports = device(text).ports
    assert [(port.qos.trust.source.line, port.qos.bound.source.line) for port in ports] == [(4, 3), (7, 6), (10, 9)]
    assert ports[0].qos.classification is ports[2].qos.classification


def test_ports_whose_subinterfaces_differ_say_so_at_their_own_lines() -> None:
    shared = "set / qos forwarding-classes forwarding-class a output unicast-queue q3\n"
    shared += "set / qos queues queue q3 queue-index 3\n"
    shared += "set / qos classifiers dscp-policy x dscp 26 forwarding-class a\n"
    shared += "set / qos classifiers dscp-policy y dscp 10 forwarding-class a\n"
    ports = [
        f"set / interface ethernet-1/{number} subinterface {index} ipv4 address 10.0.{number}.{2 * index}/31\n"
        f"set / qos interfaces interface e{number}.{index} interface-ref interface ethernet-1/{number}"
        f" subinterface {index}\n"
        f"set / qos interfaces interface e{number}.{index} input classifiers dscp-policy {policy}\n"
        for number in (1, 2)
        for index, policy in ((0, "x"), (1, "y"))
    ]
    device = read_srlinux(Document("leaf1.cfg", shared + "".join(ports))).devices[0]
    found = {port.name: port.qos.classification.traffic_class_by_dscp[26].source.line for port in device.ports}
    assert found["ethernet-1/1"] == 5
    assert found["ethernet-1/2"] == 11

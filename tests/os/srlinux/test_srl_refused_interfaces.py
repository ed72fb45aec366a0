"""What a commit refuses of interfaces, and of JSON whose values have another type than the model's."""

from __future__ import annotations

import pytest

from roce_lint.os.srlinux.reader import read_srlinux
from roce_lint.text.document import Document

TAGGED = """\
set / interface ethernet-1/1 vlan-tagging true
set / interface ethernet-1/1 subinterface 100 vlan encap single-tagged vlan-id 100
set / interface ethernet-1/1 subinterface 200 type bridged vlan encap single-tagged vlan-id optional
"""


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (TAGGED, []),
        (TAGGED.replace("id 100", "id 4100"), [(2, "a VLAN id is a number from 1 to 4094")]),
        (TAGGED.replace("id 100", "id 0"), [(2, "a VLAN id is a number from 1 to 4094")]),
        (
            TAGGED.replace("tagging true", "tagging false"),
            [(2, "a subinterface has a VLAN id only where the interface has vlan-tagging true")],
        ),
    ],
    ids=["taken", "above", "below", "untagged"],
)
def test_a_vlan_id(text: str, refused: list[tuple[int, str]]) -> None:
    (leaf,) = read_srlinux(Document("leaf1.cfg", text)).devices
    assert [(one.source.line, one.because) for one in leaf.refused_settings] == refused


ADDRESSED = """\
set / interface ethernet-1/1 subinterface 0 ipv4 admin-state enable address 10.0.0.0/31
set / interface ethernet-1/2 subinterface 0 ipv4 admin-state enable address 10.0.0.2/31
set / network-instance default interface ethernet-1/1.0
set / network-instance default interface ethernet-1/2.0
"""


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (ADDRESSED, []),
        (
            ADDRESSED.replace("interface ethernet-1/2.0", "interface ethernet-1/3.0"),
            [(2, "no network-instance has this subinterface, and nothing is routed over it")],
        ),
        ("\n".join(ADDRESSED.split("\n")[:2]), []),
        (
            ADDRESSED.replace("enable address 10.0.0.2", "disable address 10.0.0.2"),
            [(2, "ipv4 is switched off, and its addresses are not used")],
        ),
        (
            ADDRESSED + "set / interface ethernet-1/1 subinterface 0 admin-state disable\n",
            [(5, "the subinterface is switched off, and its addresses are not used")],
        ),
        (
            ADDRESSED
            + "set / interface ethernet-1/3 subinterface 0 ipv4 address 10.0.0.4/31\n"
            + "set / network-instance default interface ethernet-1/3.0\n"
            + "".join(
                f"set / qos interfaces interface ethernet-1/{number} interface-ref interface ethernet-1/{number}\n"
                for number in (1, 2, 3)
            ),
            [(5, "ipv4 is disabled where no admin-state enables it, as it is elsewhere in this file")],
        ),
    ],
    ids=["routed", "nowhere", "without-instances", "switched-off", "subinterface-off", "not-enabled"],
)
def test_an_address_that_is_not_used(text: str, refused: list[tuple[int, str]]) -> None:
    (leaf,) = read_srlinux(Document("leaf1.cfg", text)).devices
    assert [(one.source.line, one.because) for one in leaf.refused_settings] == refused


@pytest.mark.parametrize("prefix", ["", "srl_nokia-qos:"])
def test_a_switch_that_is_a_string(prefix: str) -> None:
    text = (
        f'{{\n  "{prefix}qos": {{\n    "pfc-mapping-profile": [\n      {{\n        "name": "true",\n'
        '        "received-pfc-pause-frames": {\n          "deadlock": {\n            "enable": "true"\n'
        "          }\n        }\n      }\n    ]\n  }\n}\n"
    )
    unread = read_srlinux(Document("leaf1.json", text)).unread
    because = 'enable is a boolean, and "true" is a string: the device refuses it'
    assert [(one.source.line, one.because) for one in unread] == [(8, because)]


def test_a_drop_probability_that_the_model_lacks() -> None:
    text = "set / qos classifiers dscp-policy in dscp 26 forwarding-class fc3 drop-probability {}\n"
    refused = []
    for word in ("low", "hi"):
        (leaf,) = read_srlinux(Document("leaf1.cfg", text.format(word))).devices
        refused += [(one.source.line, one.setting) for one in leaf.refused_settings]
    assert refused == [(1, "drop-probability hi")]


SPLIT = """\
set / interface ethernet-1/1 breakout-mode num-breakout-ports 2 breakout-port-speed 100G
set / interface ethernet-1/1/1 subinterface 0 ipv4 admin-state enable address 10.0.0.0/31
set / interface ethernet-1/1/2 mtu 9232 subinterface 0 ip-mtu 9218
"""


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (SPLIT, []),
        (SPLIT.replace("ethernet-1/1/2", "ethernet-1/1/3"), [(3, "ethernet-1/1 is broken out into 2 ports only")]),
        (
            SPLIT.replace("ethernet-1/1/2", "ethernet-1/2/1"),
            [(3, "ethernet-1/2 has no breakout-mode, so that this port and its siblings do not exist")],
        ),
        ("\n".join(SPLIT.split("\n")[1:]), []),
        (
            SPLIT.replace("ip-mtu 9218", "ip-mtu 9219"),
            [
                (
                    3,
                    "the port MTU of 9232 bytes leaves 9218 for IP packets, and the subinterface stays down "
                    "(ip-mtu-too-large)",
                )
            ],
        ),
    ],
    ids=["split", "too-many", "not-split", "excerpt", "ip-mtu"],
)
def test_a_child_of_a_port_and_its_mtu(text: str, refused: list[tuple[int, str]]) -> None:
    (leaf,) = read_srlinux(Document("leaf1.cfg", text)).devices
    assert [(one.source.line, one.because) for one in leaf.refused_settings] == refused


SESSION = """\
set / interface ethernet-1/1 subinterface 0 ipv4 admin-state enable address 10.0.0.0/31
set / network-instance default interface ethernet-1/1.0
set / network-instance default protocols bgp group spines failure-detection enable-bfd true
set / bfd subinterface ethernet-1/1.0 admin-state enable
"""


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (SESSION, []),
        (
            SESSION.replace("admin-state enable\n", "admin-state disable\n"),
            [(3, "BFD is enabled on no subinterface, and the sessions go without it")],
        ),
        (
            "set / system name host-name leaf1\n" + "\n".join(SESSION.split("\n")[:3]),
            [(4, "BFD is enabled on no subinterface, and the sessions go without it")],
        ),
        ("\n".join(SESSION.split("\n")[2:3]), []),
    ],
    ids=["enabled", "disabled", "missing", "excerpt"],
)
def test_bfd_of_sessions(text: str, refused: list[tuple[int, str]]) -> None:
    (leaf,) = read_srlinux(Document("leaf1.cfg", text)).devices
    assert [(one.source.line, one.because) for one in leaf.refused_settings] == refused

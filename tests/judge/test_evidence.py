"""Who takes part in RoCE, and what it is, follow from evidence other than the line that is evaluated."""

from __future__ import annotations

import json

import pytest

from roce_lint.judge.check import build_fabric, check_texts
from roce_lint.judge.given import Given
from roce_lint.read.read_documents import read_documents
from roce_lint.text.document import Document
from tests.all_rules import all_rules

EOS_QOS = """\
ip routing
qos map dscp 26 to traffic-class 3
qos profile ROCE
   qos trust dscp
   priority-flow-control on
   priority-flow-control priority 3 no-drop
   tx-queue 3
      random-detect ecn minimum-threshold 400 kbytes maximum-threshold 1600 kbytes max-mark-probability 20
"""


def port(number: int, address: str, profile: str = "   service-profile ROCE\n", description: str = "") -> str:
    described = f"   description {description}\n" if description else ""
    return (
        f"interface Ethernet{number}/1\n{described}   speed 400g\n   no switchport\n   mtu 9214\n"
        f"   ip address {address}\n{profile}"
    )


def findings(texts: dict[str, str], **given: str) -> set[tuple[str, str, str]]:
    report = check_texts(texts, rules=all_rules(), **given)
    return {(one.code, one.severity.value, place.object) for one in report.findings for place in one.places}


def pod(spine_port: str, bgp: bool = True) -> dict[str, str]:
    """Return three leaves with hosts below a spine that has one port more."""
    texts: dict[str, str] = {}
    spine, sessions = "", ""
    for leaf in (1, 2, 3, 4):
        spine += port(leaf, f"10.0.{leaf}.1/31", description=f"leaf{leaf}")
        sessions += f"   neighbor 10.0.{leaf}.0 remote-as 6501{leaf}\n"
        hosts = "".join(port(10 + host, f"10.{leaf}.{host}.1/31", description=f"gpu{host}") for host in range(3))
        router = f"router bgp 6501{leaf}\n   router-id 1.1.2.{leaf}\n   neighbor 10.0.{leaf}.1 remote-as 65000\n"
        for host in range(3):
            router += f"   network 10.{leaf}.{host}.0/31\n"
        up = port(1, f"10.0.{leaf}.0/31", description="spine1")
        texts[f"leaf{leaf}.cfg"] = f"hostname leaf{leaf}\n{EOS_QOS}{up}{hosts}{router if bgp else ''}"
    router = f"router bgp 65000\n   router-id 1.1.1.1\n{sessions}"
    texts["spine1.cfg"] = f"hostname spine1\n{EOS_QOS}{spine}{spine_port}{router if bgp else ''}"
    return texts


def test_likeness_makes_neither_an_error_nor_a_host() -> None:
    core = port(30, "10.9.0.1/31", profile="", description="core1 Eth3/4")
    found = {
        one for one in findings(pod(core)) if one[2].startswith("Ethernet30/1") or one[0] in ("DLK-008", "RTG-013")
    }
    assert found == {("DRF-017", "warning", "Ethernet30/1")}


TOR = """\
hostname {name}
class-map type qos match-all ROCE
  match dscp 26
policy-map type qos IN
  class ROCE
    set qos-group 3
policy-map type network-qos NQ
  class type network-qos c-8q-nq3
    pause pfc-cos 3
    mtu 9216
  class type network-qos c-8q-nq-default
    mtu 9216
system qos
  service-policy type network-qos NQ
interface Ethernet1/1
  no switchport
  mtu 9216
  ip address 10.0.0.{one}/31
  service-policy type qos input IN
  priority-flow-control mode on
  no shutdown
interface Ethernet1/2
  no switchport
  mtu 9216
  ip address 10.0.1.{one}/31
  priority-flow-control mode off
  no shutdown
"""


def test_pfc_off_on_purpose_keeps_a_cable_beside_that_of_roce_out() -> None:
    texts = {f"{name}.cfg": TOR.format(name=name, one=one) for one, name in enumerate(("tor1", "tor2"))}
    assert {one for one in findings(texts) if "Ethernet1/2" in one[2]} == set()
    lost = {name: text.replace("  priority-flow-control mode off\n", "") for name, text in texts.items()}
    assert ("DRF-017", "error", "Ethernet1/2") in findings(lost)


def test_a_vrf_that_no_switch_has_in_bgp_is_local() -> None:
    """A gateway in such a VRF is announced by nobody, on purpose."""
    tenant = (
        "vlan 20\nvrf instance TENANT\nip routing vrf TENANT\ninterface Ethernet20/1\n   speed 400g\n   mtu 9214\n"
        "   switchport access vlan 20\n   service-profile ROCE\n"
        "interface Vlan20\n   vrf TENANT\n   mtu 9214\n   ip address 10.2.{leaf}.1/24\n"
    )
    texts = pod("")
    for leaf in (1, 2, 3, 4):
        text = texts[f"leaf{leaf}.cfg"]
        texts[f"leaf{leaf}.cfg"] = text.replace("router bgp", tenant.format(leaf=leaf) + "router bgp")
    assert {one for one in findings(texts) if one[0] == "RTG-013"} == set()
    texts["leaf2.cfg"] = texts["leaf2.cfg"].replace("   network 10.2.0.0/31\n", "")
    assert {one for one in findings(texts) if one[0] == "RTG-013"} == {("RTG-013", "error", "")}


def test_neighbours_of_ipv6_are_one_however_they_are_written() -> None:
    text = (
        "hostname leaf1\nrouter bgp 65001\n   neighbor 2001:DB8::0 remote-as 65000\n"
        "   address-family ipv6\n      neighbor 2001:db8:: activate\n"
    )
    (device,) = read_documents([Document("leaf1.cfg", text)], os="eos").devices
    (neighbor,) = device.routing.bgp[0].neighbors
    assert (neighbor.peer, [one.family.value for one in neighbor.settings.families if one.activated]) == (
        "2001:db8::",
        ["ipv4", "ipv6"],
    )


NXOS = """\
hostname leaf1
class-map type qos match-any ROCE
  match {roce}
class-map type qos match-any CNP
  match {cnp}
policy-map type qos IN
  class ROCE
    set qos-group 3
  class CNP
    set qos-group 7
policy-map type network-qos NQ
  class type network-qos c-8q-nq3
    pause pfc-cos {cos}
    mtu {mtu}
  class type network-qos c-8q-nq-default
    mtu 9216
policy-map type queuing OUT
  class type queuing c-out-8q-q3
    bandwidth remaining percent 60
    random-detect minimum-threshold 150 kbytes maximum-threshold 3000 kbytes drop-probability 7 weight 0 ecn
  class type queuing c-out-8q-q7
    priority level 1
  class type queuing c-out-8q-q-default
    bandwidth remaining percent 40
system qos
  service-policy type network-qos NQ
  service-policy type queuing output OUT
priority-flow-control watch-dog-interval on
interface Ethernet1/1
  switchport mode trunk
  switchport trunk allowed vlan 10
  mtu 9216
  service-policy type qos input IN
  priority-flow-control mode on
  priority-flow-control watch-dog-interval on
  no shutdown
"""
USUAL = {"roce": "cos 3", "cnp": "cos 6", "cos": "3", "mtu": "9216"}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"cos": "4"}, {("PFC-002", "error", 13)}),
        ({"roce": "dscp 26", "cnp": "dscp 48", "cos": "4"}, {("PFC-002", "error", 13), ("CLS-030", "warning", 13)}),
        ({"mtu": "1500"}, {("NIC-029", "error", 14)}),
        ({"mtu": "1500", "cnp": "cos 6\n  match dscp 48"}, {("NIC-029", "error", 15)}),
        ({"cnp": "cos 6\n  match dscp 48"}, set()),
    ],
    ids=["pause of another priority", "by DSCP", "tagged class", "CNPs by DSCP too", "healthy"],
)
def test_a_line_has_no_vote_on_what_it_is_compared_with(
    changes: dict[str, str], expected: set[tuple[str, str, int]]
) -> None:
    report = check_texts({"leaf1.cfg": NXOS.format(**USUAL | changes)}, os="nxos", rules=all_rules())
    found = {(one.code, one.severity.value, one.place.line) for one in report.findings}
    assert {one for one in found if one[1] != "info"} == expected


def test_pauses_for_which_hosts_pause_too_are_meant() -> None:
    switch = NXOS.format(**USUAL | {"cos": "4"})
    host = "#!/bin/sh\n# host: gpu1\nmlnx_qos -i eth2 --trust pcp\nmlnx_qos -i eth2 --pfc 0,0,0,0,1,0,0,0\n"
    documents = [Document("leaf1.cfg", switch), Document("gpu1.sh", host)]
    design = build_fabric(read_documents(documents), Given()).design
    assert design.lossless_priorities.value == {4}


def sonic(**group: str) -> str:
    """Return a database in which traffic classes get these priority groups."""
    maps = {"dscp_to_tc_map": "AZURE", "tc_to_queue_map": "AZURE", "tc_to_pg_map": "AZURE", "pfc_enable": "3,4"}
    tables = {
        "DEVICE_METADATA": {"localhost": {"hostname": "leaf1"}},
        "PORT": {"Ethernet0": {"admin_status": "up", "speed": "400000", "mtu": "9100"}},
        "INTERFACE": {"Ethernet0|10.64.0.0/31": {}},
        "DSCP_TO_TC_MAP": {"AZURE": {"26": "3", "4": "4", "48": "6"}},
        "TC_TO_QUEUE_MAP": {"AZURE": {"3": "3", "4": "4", "6": "6"}},
        "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": group},
        "PORT_QOS_MAP": {"Ethernet0": maps},
        "WRED_PROFILE": {
            "MARK": {
                "ecn": "ecn_all",
                "wred_green_enable": "true",
                "green_min_threshold": "400000",
                "green_max_threshold": "1600000",
            }
        },
        "QUEUE": {"Ethernet0|3-4": {"wred_profile": "MARK"}},
    }
    return json.dumps(tables, indent=1)


def test_a_class_that_lost_its_priority_group_is_still_that_of_roce() -> None:
    text = sonic(**{"3": "0", "4": "4", "6": "0"})
    report = check_texts({"config_db.json": text}, os="sonic", rules=all_rules())
    line = next(n for n, one in enumerate(text.splitlines(), 1) if "TC_TO_PRIORITY_GROUP_MAP" in one)
    (found,) = [one for one in report.findings if one.code == "CLS-001"]
    assert (found.severity.value, found.place.object) == ("error", "Ethernet0/DSCP 26")
    assert line < found.place.line <= line + 3

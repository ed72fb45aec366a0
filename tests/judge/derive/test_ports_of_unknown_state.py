"""A port whose file does not tell whether it is up: a cable or an address says that it is used."""

from __future__ import annotations

import json

import pytest

from roce_lint.judge.check import check_texts
from tests.all_rules import all_rules

RULES = [rule for rule in all_rules() if rule.id == "pfc-missing-on-roce-port"]
CLASSES = """\
class-map type qos match-any ROCE
  match dscp 26
policy-map type qos CLASSIFY
  class ROCE
    set qos-group 3
"""
OF_OTHER_LEAF = f"""\
hostname leaf2
{CLASSES}\
policy-map type network-qos LOSSLESS
  class type network-qos c-8q-nq3
    pause pfc-cos 3
    mtu 9216
system qos
  service-policy type network-qos LOSSLESS
interface Ethernet1/1
  no switchport
  priority-flow-control mode on
  service-policy type qos input CLASSIFY
  ip address 10.65.0.0/31
"""
PORT = """\
interface Ethernet1/1
  no switchport
  priority-flow-control mode on
  service-policy type qos input CLASSIFY
"""


def found(texts: dict[str, str]) -> list[tuple[str, str, list[tuple[str, int]]]]:
    return [
        (one.rule, one.verdict.value, [(place.path, place.line) for place in one.places])
        for one in check_texts(texts, rules=RULES).findings
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  ip address 10.64.0.0/31\n", [("pfc-missing-on-roce-port", "violated", [("leaf1.cfg", 7)])]),
        ("  shutdown\n", []),
        ("", [("pfc-missing-on-roce-port", "undetermined", [("leaf1.cfg", 7)])]),
    ],
    ids=["address", "shut down", "neither"],
)
def test_commands_of_a_routed_port_without_shutdown(
    line: str, expected: list[tuple[str, str, list[tuple[str, int]]]]
) -> None:
    assert found({"leaf1.cfg": f"hostname leaf1\n{CLASSES}{PORT}{line}", "leaf2.cfg": OF_OTHER_LEAF}) == expected


MAPS = {"dscp_to_tc_map": "ROCE", "tc_to_pg_map": "ROCE", "tc_to_queue_map": "ROCE"}
QOS = {
    "TC_TO_QUEUE_MAP": {"ROCE": {"3": "3"}},
    "DSCP_TO_TC_MAP": {"ROCE": {"26": "3"}},
    "TC_TO_PRIORITY_GROUP_MAP": {"ROCE": {"3": "3"}},
    "PORT_QOS_MAP": {
        "Ethernet0": MAPS | {"pfc_enable": "3"},
        "Ethernet8": MAPS,
    },
    "WRED_PROFILE": {"MARK": {"ecn": "ecn_all", "wred_green_enable": "true"}},
    "QUEUE": {f"Ethernet{number}|3": {"wred_profile": "MARK"} for number in (0, 8)},
}
ADDRESS = {"INTERFACE": {"Ethernet8": {}, "Ethernet8|10.0.0.1/31": {}}}
NEIGHBOR = {"DEVICE_NEIGHBOR": {"Ethernet8": {"name": "spine1", "port": "Ethernet1/1"}}}
OTHER_PORT = {"PORT": {"Ethernet0": {"lanes": "1", "speed": "400000", "admin_status": "up"}}}
SPINE = "hostname spine1\ninterface Ethernet1/1\n   no switchport\n"


@pytest.mark.parametrize(
    ("tables", "verdicts"),
    [
        (QOS, ["undetermined"]),
        (QOS | ADDRESS, ["violated"]),
        (QOS | NEIGHBOR, ["violated"]),
        (QOS | ADDRESS | OTHER_PORT, []),
    ],
    ids=["qos alone", "address", "cable", "a database with PORT, which lacks the port"],
)
def test_tables_of_qos_without_a_row_of_the_port(tables: dict[str, object], verdicts: list[str]) -> None:
    texts = {"leaf1.json": json.dumps(tables, indent=1), "spine1.cfg": SPINE}
    assert [verdict for _, verdict, _ in found(texts)] == verdicts

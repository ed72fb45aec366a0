"""The egress limit of RoCE's queue is compared among the ports of a role, in bytes or as a share."""

from __future__ import annotations

import json

from roce_lint.judge.check import check_texts
from tests.all_rules import all_rules

PORTS = [f"Ethernet{8 * number}" for number in range(7)]
SPINE = "hostname spine1\ninterface Ethernet1\n   no switchport\n   ip address 10.0.6.1/31\n"
QOS = {"dscp_to_tc_map": "R", "tc_to_queue_map": "R", "tc_to_pg_map": "R", "pfc_enable": "3"}


def reported(odd: str) -> list[str]:
    profiles = dict.fromkeys(PORTS, "unlimited") | {PORTS[2]: odd}
    text = json.dumps(
        {
            "DEVICE_METADATA": {"localhost": {"hostname": "leaf1", "hwsku": "DellEMC-Z9664f-O64"}},
            "PORT": {name: {"speed": "400000", "admin_status": "up"} for name in PORTS},
            "INTERFACE": {f"{name}|10.0.{number}.0/31": {} for number, name in enumerate(PORTS)},
            "DSCP_TO_TC_MAP": {"R": {"26": "3"}},
            "TC_TO_QUEUE_MAP": {"R": {"0": "0", "3": "3"}},
            "TC_TO_PRIORITY_GROUP_MAP": {"R": {"0": "0", "3": "3"}},
            "PORT_QOS_MAP": dict.fromkeys(PORTS, QOS),
            "BUFFER_POOL": {"out": {"type": "egress", "mode": "static", "size": "100000000"}},
            "BUFFER_PROFILE": {
                "unlimited": {"pool": "out", "size": "0", "static_th": "100000000"},
                "lossy": {"pool": "out", "size": "0", "dynamic_th": "2"},
            },
            "BUFFER_QUEUE": {f"{name}|3": {"profile": profile} for name, profile in profiles.items()},
        },
        indent=1,
    )
    rules = [rule for rule in all_rules(examples=False) if rule.id == "port-differs-from-its-role"]
    return [
        one.message
        for one in check_texts({"config_db.json": text, "spine1.cfg": SPINE}, os="sonic", rules=rules).findings
    ]


def test_a_limit_of_another_kind_is_reported() -> None:
    (message,) = reported("lossy")
    assert "RoCE queue limit (bytes) alpha 4 instead of 100000000" in message


def test_equal_limits_are_not() -> None:
    assert reported("unlimited") == []

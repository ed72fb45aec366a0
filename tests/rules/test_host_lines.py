"""What single lines of a host break is reported at those lines, with the switch that they are joined to."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from roce_lint.judge.rule import Severity
from tests.all_rules import all_rules

_LOSSLESS = """\
set / qos explicit-congestion-notification
set / qos queues queue unicast-0 queue-index 0
set / qos queues queue unicast-3 queue-index 3
set / qos queues pfc-queue pfc-3 queue-index 3
set / qos forwarding-classes forwarding-class fc0 output unicast-queue unicast-0
set / qos forwarding-classes forwarding-class fc3 output unicast-queue unicast-3
set / qos classifiers dscp-policy roce dscp 26 forwarding-class fc3
set / interface ethernet-1/1 description "gpu1 eth2"
set / interface ethernet-1/1 ethernet port-speed 400G
set / interface ethernet-1/1 subinterface 0 ipv4 address 10.64.0.0/31
set / qos interfaces interface ethernet-1/1.0 interface-ref interface ethernet-1/1 subinterface 0
set / qos interfaces interface ethernet-1/1.0 input classifiers dscp-policy roce
"""
_PFC = """\
set / qos pfc-mapping-profile p received-traffic unicast-mapping pfc-queue pfc-3 forwarding-class [ fc3 ]
set / qos pfc-mapping-profile p received-traffic unicast-mapping pfc-queue pfc-3 pfc-pause-frame-priority 3
set / qos pfc-mapping-profile p received-pfc-pause-frames queue unicast-3 pfc-pause-frame-priority 3 enable-pfc true
set / qos interfaces interface ethernet-1/1 interface-ref interface ethernet-1/1
set / qos interfaces interface ethernet-1/1 pfc pfc-mapping-profile p pfc-enable true
"""
_HOST = (
    "#!/bin/sh\nmlnx_qos -i eth2 --trust dscp\nmlnx_qos -i eth2 --pfc 0,0,0,1,0,0,0,0\ncma_roce_tos -d mlx5_0 -t 106\n"
)


@pytest.mark.parametrize(
    ("line", "rule", "message"),
    [
        pytest.param(
            "mlnx_qos -i eth2 --ratelimit 0,0,0,40,0,0,0,0",
            "nic-limits-rate-of-roce",
            "The NIC limits the RoCE traffic class to 10 % of the port",
            id="rate-limit",
        ),
        pytest.param(
            "mlxconfig -d mlx5_0 set LLDP_NB_DCBX_P1=1 LLDP_NB_RX_MODE_P1=2",
            "pfc-left-to-negotiation",
            "Whether PFC is active on this port is left to DCBX (mode auto)",
            id="firmware-dcbx",
        ),
        pytest.param(
            "export NCCL_IB_TC=106 NCCL_IB_SL=3 NCCL_IB_FIFO_TC=0",
            "nccl-control-in-best-effort",
            "NCCL sends its control messages with ToS 0, in the class of unmarked packets",
            id="control-messages",
        ),
        pytest.param(
            "export NCCL_IB_TC=106 NCCL_IB_SL=3 NCCL_GIN_IB_TC=3",
            "host-marks-other-dscp",
            "This host sends RoCE with ToS 3, that is DSCP 0; the fabric expects DSCP 26",
            id="device-initiated",
        ),
    ],
)
def test_a_line_of_a_host_is_reported_at_that_line(line: str, rule: str, message: str) -> None:
    texts = {"leaf1.cfg": _LOSSLESS + _PFC, "gpu1/roce.sh": _HOST + line + "\n"}
    wanted = tuple(one for one in all_rules() if one.id == rule)
    report = check_texts(texts, rules=wanted)
    found = [(place.path, place.line, one.message) for one in report.findings for place in one.places]
    assert found == [("gpu1/roce.sh", 5, message)]


def test_a_limit_is_compared_with_the_speed_that_a_cabling_list_gives() -> None:
    texts = {
        "leaf1.cfg": _LOSSLESS.replace("set / interface ethernet-1/1 ethernet port-speed 400G\n", "") + _PFC,
        "gpu1/roce.sh": _HOST + "mlnx_qos -i eth2 --ratelimit 0,0,0,40,0,0,0,0\n",
        "cables.csv": "a_device,a_port,b_device,b_port,speed_gbps\nleaf1,ethernet-1/1,gpu1,eth2,800\n",
    }
    wanted = tuple(one for one in all_rules() if one.id == "nic-limits-rate-of-roce")
    messages = [one.message for one in check_texts(texts, rules=wanted).findings]
    assert messages == ["The NIC limits the RoCE traffic class to 5 % of the port"]


def test_one_host_with_pfc_in_a_lossy_fabric_is_reported_at_the_host() -> None:
    marks = """\
set / qos buffer-management queue-management-profile e wred wred-slope all drop-probability all enable-ecn true \
min-threshold 400000 max-threshold 1600000 max-drop-probability-percent 20 slope-enabled true
set / qos buffer-management buffer-allocation-profile b queues queue unicast-3 maximum-burst-size 10000000
set / qos interfaces interface ethernet-1/1 interface-ref interface ethernet-1/1
set / qos interfaces interface ethernet-1/1 output buffer-allocation-profile b
set / qos interfaces interface ethernet-1/1 output queues queue unicast-3 queue-management-profile e
"""
    other = _HOST.replace("0,0,0,1,0,0,0,0", "0,0,0,0,0,0,0,0")
    texts = {"leaf1.cfg": _LOSSLESS + marks, "gpu1/roce.sh": _HOST, "gpu2/roce.sh": other}
    report = check_texts(texts, rules=all_rules())
    found = [
        (one.rule, place.path, place.line)
        for one in report.findings
        for place in one.places
        if one.severity is not Severity.INFO and one.rule.startswith("pfc")
    ]
    assert found == [("pfc-in-lossy-fabric", "gpu1/roce.sh", 3)]

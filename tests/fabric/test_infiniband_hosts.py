"""Variables of jobs beside an InfiniBand subnet are no RoCE; anything of Ethernet is."""

from __future__ import annotations

import pytest

from roce_lint.judge.check import check_texts
from tests.all_rules import all_rules

JOB = "NCCL_IB_HCA=mlx5_0,mlx5_1\nNCCL_IB_TIMEOUT=22\nNCCL_IB_TC=106\nUCX_NET_DEVICES=mlx5_0:1\n"
SUBNET = """Default=0x7fff, ipoib: ALL=limited, SELF=full;
blue=0x0001: 0x0c42a10300100011=full, 0x0c42a10300100021=full;
"""
SWITCH = "hostname leaf1\ninterface Ethernet1/1\n   mtu 9214\n   no switchport\n   ip address 10.0.0.1/31\n"


def codes(texts: dict[str, str]) -> set[str]:
    report = check_texts(texts, rules=all_rules())
    return {one.code for one in report.findings if one.place.path == "gpu-01-nccl.conf"}


def test_nccl_beside_an_infiniband_subnet_is_no_roce() -> None:
    assert codes({"gpu-01-nccl.conf": JOB, "partitions.conf": SUBNET}) == set()


@pytest.mark.parametrize(
    "other",
    [
        {},
        {"leaf1.cfg": SWITCH, "partitions.conf": SUBNET},
        {"gpu-01.sh": "#!/bin/sh\nmlnx_qos -i eth0 --trust dscp\n", "partitions.conf": SUBNET},
    ],
    ids=["without a subnet", "beside a switch", "beside a script for Ethernet"],
)
def test_nccl_elsewhere_is_roce(other: dict[str, str]) -> None:
    assert "NIC-019" in codes({"gpu-01-nccl.conf": JOB, **other})

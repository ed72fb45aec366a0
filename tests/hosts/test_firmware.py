"""The firmware of a NIC, and settings that meet a published fault of it."""

from __future__ import annotations

import pytest

from roce_lint.hosts.merge import merge_hosts
from roce_lint.hosts.reader import read_host
from roce_lint.model.device import Device
from roce_lint.model.fact import Unknown
from roce_lint.text.document import Document

ETHTOOL = """\
root@h1:~# ethtool -i eth2
driver: mlx5_core
firmware-version: 28.46.3048 (MT_0000000838)
root@h1:~# mlnx_qos -i eth2
Priority trust state: dscp
"""
DEVINFO = "hca_id:\tmlx5_0\n\ttransport:\t\tInfiniBand (0)\n\tfw_ver:\t\t\t28.46.3048\n"
SYSFS = "/sys/class/infiniband/mlx5_0/fw_ver: 28.46.3048\n"


def host(text: str) -> Device:
    (device,) = read_host(Document("h1/state.txt", text)).devices
    return device


@pytest.mark.parametrize(
    ("text", "port", "line"),
    [(ETHTOOL, "eth2", 3), (ETHTOOL.partition("# ")[2].partition("root")[0], "eth2", 3), (DEVINFO, "mlx5_0", 3)],
)
def test_tools_of_a_host_show_the_firmware(text: str, port: str, line: int) -> None:
    (nic,) = host(text).nics
    assert not isinstance(nic.firmware, Unknown)
    assert (nic.port, nic.firmware.value, nic.firmware.source.line) == (port, "28.46.3048", line)


@pytest.mark.parametrize(
    ("version", "met"),
    [
        ("28.44.2006", False),
        ("28.45.1020", True),
        ("28.46.3048", True),
        ("28.47.1026", False),
        ("40.45.1020", False),
        ("40.46.1006", True),
        ("22.46.3048", True),
        ("26.48.1000", True),
        ("32.45.1020", False),
    ],
)
def test_firmware_that_ignores_priorities_is_named_by_its_releases(version: str, met: bool) -> None:
    enabled = "".join(f"/sys/class/net/eth2/ecn/roce_rp/enable/{number}: {int(number == 3)}\n" for number in range(8))
    found = host(f"/sys/class/infiniband/mlx5_0/fw_ver: {version}\nmlx5_0 port 1 ==> eth2 (Up)\n{enabled}")
    assert [one.setting for one in found.refused_settings] == ["DCQCN (RP) of priority 3 alone"] * met


def test_nothing_is_said_of_a_firmware_that_no_file_shows_or_of_equal_priorities() -> None:
    one = "/sys/class/net/eth2/ecn/roce_rp/enable/3: 1\n/sys/class/net/eth2/ecn/roce_rp/enable/0: 0\n"
    every = "".join(f"/sys/class/net/eth2/ecn/roce_rp/enable/{number}: 1\n" for number in range(8))
    assert host(one).refused_settings == ()
    assert host(SYSFS + "mlx5_0 port 1 ==> eth2 (Up)\n" + every).refused_settings == ()


@pytest.mark.parametrize(
    ("version", "settings"),
    [
        ("28.46.3048", []),
        ("28.47.1026", ["ROCE_CC_RTT_TIMESTAMP_FORMAT 2", "USER_PROGRAMMABLE_CC 1"]),
        ("40.47.2682", ["ROCE_CC_RTT_TIMESTAMP_FORMAT 2", "USER_PROGRAMMABLE_CC 1"]),
        ("28.48.1000", []),
        ("26.43.2566", ["USER_PROGRAMMABLE_CC 1"]),
        ("26.44.1000", []),
    ],
)
def test_faults_of_probes_are_named_by_the_releases_that_have_them(version: str, settings: list[str]) -> None:
    stored = "mlxconfig -d mlx5_0 set USER_PROGRAMMABLE_CC=1 ROCE_CC_RTT_TIMESTAMP_FORMAT_P1=2\n"
    documents = (
        Document("h1/fw.txt", f"/sys/class/infiniband/mlx5_0/fw_ver: {version}\n"),
        Document("h1/roce.sh", f"#!/bin/bash\n{stored}"),
    )
    (found,) = merge_hosts([device for one in documents for device in read_host(one).devices]).devices
    assert sorted(one.setting for one in found.refused_settings) == settings

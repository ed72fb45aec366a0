"""What is asked of a host: the running state of its RDMA adapters. Nothing of it needs root, and nothing is written.

The folder of files of one host is read as one device, by the name of the folder (docs/os/hosts.md).
"""

from __future__ import annotations

from roce_lint.hosts.registry import DRIVERS
from roce_lint.os.collection import CollectedFile, Collection

_EVERY_HOST = (
    CollectedFile(
        "{device}/sysfs.txt",
        (
            "grep -s . /sys/class/infiniband/*/device/net/*/mtu /sys/class/infiniband/*/device/net/*/speed"
            " /sys/class/infiniband/*/tc/*/traffic_class /sys/class/infiniband/*/fw_ver;"
            " grep -rs . /sys/class/infiniband/*/device/net/*/ecn; true",
        ),
    ),
    CollectedFile(
        "{device}/ethtool.txt",
        ('for port in /sys/class/infiniband/*/device/net/*; do ethtool -a "${port##*/}"; done; true',),
        optional=True,
    ),
)
"""Of adapters with RDMA alone; `true`: a file that an adapter does not have is no failure."""


def collection() -> Collection:
    """Return the commands, those of every driver included."""
    return Collection(
        terminal=None,
        files=(*_EVERY_HOST, *(file for driver in DRIVERS for file in driver.collected)),
        refusal="",
    )
